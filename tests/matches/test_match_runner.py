"""Fixtures are played several at a time, and an abandoned match leaves nothing behind."""

import sys
import threading
from contextlib import closing

import pytest

from engine.board import iterate_squares
from engine.coordinates import PASS
from protocol.judging.botzone_player import BotzonePlayer
from protocol.judging.player import FunctionPlayer
from protocol.judging.rules import BOTZONE
from protocol.matches.executors import LocalVenue
from protocol.matches.match_runner import MatchRunner
from protocol.matches.schedule import make_schedule

FIXTURES = make_schedule(3, 4, [[]])


def lowest(game):
    """The lowest legal square."""
    return next(iterate_squares(game.legal), PASS)


def open_function(bot):
    """A player without a process."""
    return FunctionPlayer("bot %d" % bot, lowest)


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_fixture_is_played_once(jobs):
    played = list(MatchRunner(LocalVenue(open_function, BOTZONE, jobs), FIXTURES).games())
    assert sorted(fixture for fixture, _ in played) == sorted(FIXTURES)
    for fixture, judged in played:
        assert judged.names == ("bot %d" % fixture.black, "bot %d" % fixture.white)
        assert judged.scores is not None


def test_each_thread_opens_each_bot_once():
    opened = []

    def open_bot(bot):
        opened.append((threading.current_thread().name, bot))
        return open_function(bot)

    list(MatchRunner(LocalVenue(open_bot, BOTZONE, 2), FIXTURES).games())
    assert len(set(opened)) == len(opened)
    assert {bot for _, bot in opened} == {0, 1, 2}


def test_an_error_in_a_thread_reaches_the_caller():
    def open_bot(bot):
        raise OSError("no such thing")

    with pytest.raises(OSError, match="no such thing"):
        list(MatchRunner(LocalVenue(open_bot, BOTZONE, 2), FIXTURES).games())


def test_stopping_ends_the_bots_that_are_still_thinking():
    threads = threading.active_count()
    sleeper = [sys.executable, "-c", "import time; time.sleep(100)"]

    def open_bot(bot):
        return BotzonePlayer("sleeper", sleeper) if bot == 2 else open_function(bot)

    runner = MatchRunner(LocalVenue(open_bot, BOTZONE.with_limits(seconds=60), 2), FIXTURES)
    with closing(runner.games()) as games:
        fixture, _ = next(games)
        assert 2 not in fixture.bots
    assert threading.active_count() == threads
