"""Positions with the value of every move: the format of the file, the loss by a move, and errors in bad lines."""

import pytest

from engine.board import board_from_text, play_move
from engine.coordinates import square_from_text
from engine.endgame import EndgameSolver
from engine.training.valued_positions import parse_position, read_positions
from tests.valued_endgames import LINES

FIRST = LINES.splitlines()[0]
WHITES = LINES.splitlines()[6]  # 51 O ..., a7:+16,g7:-6,h2:-12,a3:-22


def square(name):
    return square_from_text(name)


def test_a_line_is_a_position_seen_by_its_mover():
    position = parse_position(WHITES, 7)
    black, white = board_from_text(WHITES.split()[2])
    assert (position.line, position.player, position.opponent, position.ply) == (7, white, black, 51)
    assert position.values == {square("a7"): 16, square("g7"): -6, square("h2"): -12, square("a3"): -22}


def test_regret_is_the_best_value_minus_that_of_the_move():
    position = parse_position(WHITES)
    assert position.best == 16
    assert [position.regret(square(name)) for name in ("a7", "g7", "h2", "a3")] == [0, 22, 28, 38]


@pytest.mark.parametrize("line, move, points", [
    (WHITES, "a7", 0.0), (WHITES, "g7", 1.0),  # a win, and a loss instead of it
    (FIRST, "h8", 0.0), (FIRST, "a1", 0.5),  # a draw, and a loss instead of it
    (LINES.splitlines()[1], "g1", 0.0),  # a larger loss instead of a loss
    (FIRST.replace("h8:+0", "h8:+2").replace("a1:-2", "a1:-0"), "a1", 0.5),  # a draw instead of a win
])
def test_points_are_lost_when_the_outcome_changes(line, move, points):
    assert parse_position(line).points(square(move)) == points


def test_the_order_of_values_does_not_matter():
    position = parse_position(WHITES.replace("a7:+16,g7:-6,h2:-12,a3:-22", "a3:-22.5,h2:-12,a7:16,g7:-6"))
    assert position.best == 16 and position.regret(square("a3")) == 38.5


def test_the_values_of_the_endgames_are_those_of_perfect_play(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text("# a comment\n\n" + LINES + "% another\n")
    positions = read_positions(str(path))
    assert [position.line for position in positions] == list(range(3, 11))
    solver = EndgameSolver()
    for position in positions:
        for move, value in position.values.items():
            result = solver.solve(*play_move(position.player, position.opponent, move))
            assert -result.score == value


@pytest.mark.parametrize("old, new, complaint", [
    ("51 O", "51", "expected ply, side to move, board and values, got 3 fields"),
    ("51 O", "51 B", "bad side to move 'B': expected X or O"),
    ("51 O", "50 O", "bad ply '50': the board has 55 discs, so it is 51"),
    ("51 O OOO", "51 O OO", "bad board: expected 64 squares, got 63"),
    ("51 O OOO", "51 O OQO", "bad mark 'Q' on b1"),
    ("a7:+16", "a7:many", "bad value 'a7:many': expected a move and its discs such as d3:-4"),
    ("a7:+16", "a9:+16", "bad value 'a9:+16'"),
    ("a7:+16", "a7", "bad value 'a7'"),
    ("a7:+16", "a7:nan", "bad value 'a7:nan': expected from -64 to 64 discs"),
    ("a7:+16", "a7:66", "bad value 'a7:66': expected from -64 to 64 discs"),
    ("a7:+16", "a7:+16,a7:+14", "a7 has two values"),
    ("a7:+16", "a1:+16", "illegal move a1: expected h2 a3 a7 g7"),
    ("a7:+16", "pass:+16", "illegal move pass"),
    ("a7:+16,", "", "no value for a7"),
])
def test_a_bad_line_is_named(tmp_path, old, new, complaint):
    assert old in WHITES
    path = tmp_path / "positions.txt"
    path.write_text(FIRST + "\n" + WHITES.replace(old, new) + "\n")
    with pytest.raises(ValueError) as error:
        read_positions(str(path))
    assert str(error.value).startswith("%s:2: %s" % (path, complaint))
    assert "\n" not in str(error.value)


def test_a_position_with_one_move_is_refused():
    with pytest.raises(ValueError, match="only one move: there is nothing to choose"):
        parse_position("-2 X XO" + "-" * 62 + " c1:+64")


def test_files_that_cannot_be_read_are_named(tmp_path):
    binary, empty = tmp_path / "binary", tmp_path / "empty"
    binary.write_bytes(b"\xff\xfe\x80")
    empty.write_text("# nothing\n")
    for path, complaint in ((tmp_path / "none", "cannot read .*: No such file"), (tmp_path, "cannot read .*directory"),
                            (binary, "not a text file"), (empty, "no position in the file")):
        with pytest.raises(ValueError, match=complaint):
            read_positions(str(path))
