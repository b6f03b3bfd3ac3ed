"""The built-in openings are legal, different and many; openings from a file."""

import pytest

from engine.board import canonical_position
from engine.coordinates import squares_from_transcript
from protocol.balance import expected_discs
from protocol.game import Game
from protocol.matches.openings import BALANCED_OPENINGS, read_openings


def test_there_are_eighty_legal_openings_of_eight_plies():
    assert len(BALANCED_OPENINGS) == 80
    assert {len(Game(moves).moves) for moves in BALANCED_OPENINGS} == {8}


def test_no_built_in_opening_is_a_symmetric_image_of_another():
    games = [Game(moves) for moves in BALANCED_OPENINGS]
    assert len({canonical_position(game.player, game.opponent) for game in games}) == len(games)


def test_the_built_in_openings_are_varied():
    assert len({moves[:4] for moves in BALANCED_OPENINGS}) >= 20


@pytest.mark.slow
def test_the_built_in_openings_are_near_even():
    ahead = [abs(expected_discs(game.player, game.opponent, 400)) for game in map(Game, BALANCED_OPENINGS)]
    assert sum(ahead) / len(ahead) < 3
    assert max(ahead) < 10


def test_a_file_of_openings_is_read(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("# two\nf5d6c3\n\nf5f6e6f4\n")
    assert read_openings(str(path)) == [tuple(squares_from_transcript(line)) for line in ("f5d6c3", "f5f6e6f4")]


@pytest.mark.parametrize("text, message", [
    ("f5d6\nf5a1\n", "game 2, ply 2"),
    ("\n", "no game"),
    ("e6f4e3f6g5d6e7f5c5", "game 1 is over"),
], ids=["illegal", "empty", "finished"])
def test_a_bad_file_of_openings_is_refused(text, message, tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_openings(str(path))
