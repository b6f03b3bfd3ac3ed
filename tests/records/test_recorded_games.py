"""Tournament games of four decades replay by the rules, and end with the count that was written down.

The WTHOR database of the French federation is read where it lies beside the project, in ../shared/data/wthor.
"""

from pathlib import Path

import pytest

from protocol.records.record_reader import read_records

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "wthor"


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
