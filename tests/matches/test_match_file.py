"""The file of a match: written as games end, read by whoever resumes."""

import pytest

from protocol.matches.match_file import MatchFile
from protocol.matches.schedule import make_schedule
from protocol.records.record_reader import read_records
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
    return file


def test_what_is_written_is_an_archive(match_file):
    records = list(read_records(match_file.path))
    assert [record.game.moves for record in records] == [FINISHED, FINISHED]
    assert [record.problems for record in records] == [[], []]


def test_what_is_read_is_what_was_written(match_file):
    played = match_file.append(FIXTURES[2], judged(FINISHED))
    games = match_file.read_games(FIXTURES)
    assert [game.fixture for game in games] == FIXTURES[:3]
    assert games[2] == played


def test_a_line_that_was_cut_off_is_removed(match_file):
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
    with pytest.raises(ValueError, match="line 1 is no game of this match"):
        MatchFile(match_file.path, names, settings).read_games(fixtures)


def test_a_game_that_is_there_twice_is_refused(match_file):
    match_file.append(FIXTURES[0], judged(FINISHED))
    with pytest.raises(ValueError, match="line 3"):
        match_file.read_games(FIXTURES)


def test_a_bot_of_another_version_is_refused_and_none_is_asked_of_old_files(match_file, tmp_path):
    assert len(MatchFile(match_file.path, NAMES, {"rules": "botzone"}).read_games(FIXTURES)) == 2
    with pytest.raises(ValueError, match="two has changed since its games in .*games.matches: begin a new file"):
        MatchFile(match_file.path, NAMES, {"rules": "botzone"}, ["", "1234"]).read_games(FIXTURES)
    with open(match_file.path) as stream:
        text = stream.read().replace(',"versions":["",""]', "")
    assert "versions" not in text
    (tmp_path / "old").write_text(text)
    assert len(MatchFile(str(tmp_path / "old"), NAMES, {"rules": "botzone"}, ["a", "b"]).read_games(FIXTURES)) == 2
