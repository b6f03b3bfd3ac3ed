"""Tournament games of four decades replay legally and end with the recorded count.

The WTHOR database of the French federation is read if it is beside the project, in ../shared/data/wthor. A small file
of known games in the same form is always read.
"""

import pytest

from protocol.records.record_reader import read_records
from tests import ROOT
from tests.recordings import wthor
from tests.test_game import KNOWN_GAMES, game_from_transcript

FOLDER = ROOT.parent / "shared" / "data" / "wthor"


def test_a_small_file_of_known_games_replays_and_ends_with_the_stored_count(tmp_path):
    games = [game_from_transcript(transcript) for transcript, *_ in KNOWN_GAMES.values()]
    path = tmp_path / "known.wtb"
    path.write_bytes(wthor([game.moves for game in games]))
    records = list(read_records(str(path)))
    assert [record.game.moves for record in records] == [game.moves for game in games]
    assert [record.problems for record in records] == [[]] * len(games)


@pytest.mark.slow
def test_all_recorded_games_replay_and_end_with_the_stored_count(capsys):
    files = sorted(FOLDER.glob("*.wtb"))
    if not files:
        pytest.skip("no recorded games: the folder ../shared/data/wthor is absent")
    games = finished = 0
    problems = []
    for path in files:
        for record in read_records(str(path)):
            games += 1
            finished += record.game.over
            problems += record.problems
    with capsys.disabled():
        print("\n%d recorded games replayed, %d of them to the end " % (games, finished), end="")
    assert not problems
    assert finished > 0.9 * games
