"""The file of a match: written as games end, read to resume."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.judging.trouble import JudgeTrouble
from protocol.matches.match_file import MatchFile, fcntl
from protocol.matches.schedule import make_schedule
from protocol.records.record_reader import read_records
from tests import ROOT
from tests.recordings import judged
from tests.records.test_record import FINISHED

FIXTURES = make_schedule(2, 4, [FINISHED[:4], FINISHED[:6]])
NAMES = ["one", "two"]


@pytest.fixture
def match_file(tmp_path):
    """A file with two games."""
    file = MatchFile(str(tmp_path / "games.matches"), NAMES, {"rules": "botzone"})
    for fixture in FIXTURES[:2]:
        file.append(fixture, judged(FINISHED))
    yield file
    file.close()


def test_the_file_is_an_archive(match_file):
    records = list(read_records(match_file.path))
    assert [record.game.moves for record in records] == [FINISHED, FINISHED]
    assert [record.problems for record in records] == [[], []]


def test_games_are_read_as_they_were_written(match_file):
    played = match_file.append(FIXTURES[2], judged(FINISHED))
    games = match_file.read_games(FIXTURES)
    assert [game.fixture for game in games] == FIXTURES[:3]
    assert games[2] == played


def test_an_incomplete_line_is_removed(match_file):
    match_file.close()
    with open(match_file.path, "a") as stream:
        stream.write('{"players":[{"bot":"o')
    assert len(match_file.read_games(FIXTURES)) == 2
    match_file.append(FIXTURES[2], judged(FINISHED))
    assert len(match_file.read_games(FIXTURES)) == 3


def test_a_match_without_a_file_has_no_games(tmp_path):
    assert MatchFile(str(tmp_path / "none"), NAMES, {}).read_games(FIXTURES) == []


@pytest.mark.parametrize("names, settings, fixtures", [
    (["one", "three"], {"rules": "botzone"}, FIXTURES),
    (NAMES, {"rules": "classic"}, FIXTURES),
    (NAMES, {"rules": "botzone"}, make_schedule(2, 4, [FINISHED[:5]])),
], ids=["other bots", "other rules", "other openings"])
def test_the_games_of_another_match_are_refused(match_file, names, settings, fixtures):
    match_file.close()
    with pytest.raises(ValueError, match="line 1 is not a game of this match"):
        MatchFile(match_file.path, names, settings).read_games(fixtures)


def test_a_duplicate_game_is_refused(match_file):
    match_file.append(FIXTURES[0], judged(FINISHED))
    with pytest.raises(ValueError, match="line 3"):
        match_file.read_games(FIXTURES)


def test_a_changed_bot_is_refused_but_files_without_versions_are_accepted(match_file, tmp_path):
    match_file.close()
    changed = MatchFile(match_file.path, NAMES, {"rules": "botzone"}, ["", "1234"])
    with pytest.raises(ValueError, match="two has changed since its games in .*games.matches: start a new file"):
        changed.read_games(FIXTURES)
    changed.close()
    with open(match_file.path) as stream:
        text = stream.read().replace(',"versions":["",""]', "")
    assert "versions" not in text
    (tmp_path / "old").write_text(text)
    assert len(MatchFile(str(tmp_path / "old"), NAMES, {"rules": "botzone"}, ["a", "b"]).read_games(FIXTURES)) == 2


@pytest.mark.skipif(fcntl is None, reason="needs file locks")
def test_a_file_has_one_writer(match_file):
    second = MatchFile(match_file.path, NAMES, {"rules": "botzone"})
    for use in (second.is_empty, lambda: second.read_games(FIXTURES),
                lambda: second.append(FIXTURES[2], judged(FINISHED))):
        with pytest.raises(ValueError, match="another match is writing to .*games.matches"):
            use()
    match_file.close()
    assert len(second.read_games(FIXTURES)) == 2
    second.close()


@pytest.mark.parametrize("tamper", [
    lambda path: path.write_text(""), lambda path: path.unlink(), lambda path: path.open("a").write("x"),
    lambda path: path.rename(path.with_suffix(".old")) and path.write_text("")],
    ids=["emptied", "removed", "grown", "replaced"])
def test_a_file_changed_from_outside_is_the_judges_trouble(match_file, tamper):
    tamper(Path(match_file.path))
    with pytest.raises(JudgeTrouble, match="was changed by another program"):
        match_file.append(FIXTURES[2], judged(FINISHED))


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs limits on the size of files")
def test_a_full_disk_leaves_no_partial_game(match_file):
    program = """
import os, resource, signal, sys
from tests.matches.test_match_file import *
file = MatchFile(sys.argv[1], NAMES, {"rules": "botzone"})
games = file.read_games(FIXTURES)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(sys.argv[1]) + 100,) * 2)
try:
    file.append(FIXTURES[2], judged(FINISHED))
except OSError as error:
    print(len(games), error.strerror)
"""
    match_file.close()
    before = Path(match_file.path).read_bytes()
    run = subprocess.run([sys.executable, "-c", program, match_file.path], stdout=subprocess.PIPE, cwd=str(ROOT),
                         universal_newlines=True, timeout=60)
    assert run.stdout == "2 File too large\n"
    assert Path(match_file.path).read_bytes() == before
