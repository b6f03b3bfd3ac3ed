"""Tournament games of four decades replay by the rules, and end with the count that was written down.

The WTHOR database of the French federation is read where it lies beside the project, in ../shared/data/wthor.
A file is a header of 16 bytes (number of games: u32 at 4) and records of 68: tournament, black and white u16 each,
black's discs u8 (empty squares counted for the winner), a theoretical count u8, 60 moves of one byte, 0 for none.
"""

import struct
from pathlib import Path

import pytest

from engine.board import final_score
from engine.coordinates import square_from_wthor
from protocol.game import BLACK, Game

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "wthor"


def recorded_games(path):
    """(Game, black's discs as written down) for each record; an illegal move is an error."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 4)
    assert len(data) == 16 + 68 * count
    for start in range(16, len(data), 68):
        game = Game()
        for byte in data[start + 8:start + 68]:
            if byte:
                game.play_with_passes(square_from_wthor(byte))
        yield game, data[start + 6]


def blacks_count(game):
    """Black's discs of a finished game with the empty squares given to the winner."""
    score = final_score(game.player, game.opponent)
    return 32 + (score if game.colour == BLACK else -score) // 2


@pytest.mark.slow
def test_all_recorded_games_replay_and_end_with_the_stored_count(capsys):
    files = sorted(FOLDER.glob("*.wtb"))
    if not files:
        pytest.skip("no recorded games: %s is absent" % FOLDER)
    games = finished = 0
    wrong = []
    for path in files:
        for number, (game, stored) in enumerate(recorded_games(path), 1):
            games += 1
            if game.over:
                finished += 1
                if blacks_count(game) != stored:
                    wrong.append("%s game %d: %d, stored %d" % (path.name, number, blacks_count(game), stored))
    with capsys.disabled():
        print("\n%d recorded games replayed, %d of them to the end " % (games, finished), end="")
    assert not wrong
