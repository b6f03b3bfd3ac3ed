"""Games in other processes, through the standard library's executor, in place of a cluster."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context

import pytest

from engine.cluster.assignments import Shared, run_while_wanted
from engine.cluster.project import UnfitWorkerError
from protocol.judging.bot_names import open_player
from protocol.judging.rules import BOTZONE
from protocol.matches.cluster_venue import ClusterVenue, play_fixture
from protocol.matches.executors import LocalVenue, MatchStoppedError
from protocol.matches.match_runner import MatchRunner
from protocol.matches.openings import BALANCED_OPENINGS
from protocol.matches.schedule import make_schedule
from tests.quick_bots import write_quick_bots

FIXTURES = make_schedule(2, 4, BALANCED_OPENINGS)
NAMES = ["good", "bad"]


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """Files that are sent stay in the test's folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def bots(tmp_path):
    """Paths of two bots."""
    return write_quick_bots(tmp_path)


def moves_of(venue):
    """The moves of each game, by fixture; checks that none is played twice."""
    with closing(MatchRunner(venue, FIXTURES).games()) as games:
        played = list(games)
    assert len(played) == len(FIXTURES)
    return {fixture: judged.game.moves for fixture, judged in played}


@pytest.mark.slow
def test_games_elsewhere_are_the_same_as_here(bots):
    executor = ProcessPoolExecutor(2, get_context("spawn")) if sys.version_info >= (3, 7) else ProcessPoolExecutor(2)
    venue = ClusterVenue(executor, bots, NAMES, BOTZONE)
    here = LocalVenue(lambda bot: open_player(bots[bot]), BOTZONE, 2)
    assert moves_of(venue) == moves_of(here)
    assert venue.remarks()[0].startswith("played by ")
    assert str(os.getpid()) not in " ".join(venue.remarks())


def luggage_of(bots):
    (shared,) = ClusterVenue(ProcessPoolExecutor(1), bots, NAMES, BOTZONE).shared
    assert isinstance(shared, Shared)
    return shared


def test_a_worker_with_another_project_refuses(bots):
    shared = luggage_of(bots)
    shared.value = shared.value._replace(project="another")
    with pytest.raises(UnfitWorkerError, match="another version of this project"):
        play_fixture(shared, FIXTURES[0])


def test_a_worker_without_the_bots_command_refuses():
    with pytest.raises(UnfitWorkerError, match="no-such-engine"):
        play_fixture(luggage_of(["gtp:no-such-engine", "random"]), FIXTURES[0])


def test_an_unwanted_game_ends_after_the_turn(bots):
    answers = iter([True, True, False])
    with pytest.raises(MatchStoppedError):
        run_while_wanted(lambda: next(answers), play_fixture, luggage_of(bots), FIXTURES[0])
    assert next(answers, None) is None
