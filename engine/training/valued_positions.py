"""Positions in which the value of every move is known, and the loss by each move.

A file has one position per line, in four fields:

    45 X OOOOOOO-X-XX...  d6:+4,c4:-2,e6:-8

the ply (discs on the board minus four), the side to move (X or O), the board from a1 along the rows (X, O, and - for an
empty square), and the final disc difference that the side to move can expect after each of its legal moves, in any
order. There must be a choice of moves. `engine.training.position_file` skips comments and blank lines.
"""

from math import isfinite
from typing import Dict, List, NamedTuple

from engine.board import board_from_text, count_discs, iterate_squares, legal_moves, moves_to_text
from engine.coordinates import square_from_text, square_to_text
from engine.training.position_file import read_position_file


class ValuedPosition(NamedTuple):
    """A position and the disc difference after every legal move, both seen by the mover."""

    line: int  #: of the file, from 1
    player: int
    opponent: int
    values: Dict[int, float]

    @property
    def ply(self) -> int:
        """Discs on the board minus the four of the start."""
        return count_discs(self.player | self.opponent) - 4

    @property
    def best(self) -> float:
        """The value of the best move."""
        return max(self.values.values())

    def regret(self, move: int) -> float:
        """The discs that a move loses."""
        return self.best - self.values[move]

    def points(self, move: int) -> float:
        """The share of a game that a move loses: 1 for a win turned into a loss, 0.5 to or from a draw."""
        return (_sign(self.best) - _sign(self.values[move])) / 2


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def read_positions(path: str) -> List[ValuedPosition]:
    """The positions of a file; ValueError names the file and line of what cannot be read."""
    return read_position_file(path, parse_position)


def parse_position(text: str, line: int = 1) -> ValuedPosition:
    """The position on a line."""
    words = text.split()
    if len(words) != 4:
        raise ValueError("expected ply, side to move, board and values, got %d fields" % len(words))
    ply, side, board, moves = words
    if side not in ("X", "O"):
        raise ValueError("bad side to move %r: expected X or O" % side)
    black, white = board_from_text(board)
    player, opponent = (black, white) if side == "X" else (white, black)
    position = ValuedPosition(line, player, opponent, _parse_values(moves))
    if ply != str(position.ply):
        raise ValueError("bad ply %r: the board has %d discs, so it is %d" % (ply, position.ply + 4, position.ply))
    _check_moves(position)
    return position


def _parse_values(text: str) -> Dict[int, float]:
    values: Dict[int, float] = {}
    for word in text.split(","):
        name, _, number = word.partition(":")
        try:
            square, value = square_from_text(name), float(number)
        except ValueError:
            raise ValueError("bad value %r: expected a move and its discs such as d3:-4" % word) from None
        if not isfinite(value) or abs(value) > 64:
            raise ValueError("bad value %r: expected from -64 to 64 discs" % word)
        if square in values:
            raise ValueError("%s has two values" % square_to_text(square))
        values[square] = value
    return values


def _check_moves(position: ValuedPosition) -> None:
    legal = legal_moves(position.player, position.opponent)
    for square in position.values:
        if not legal >> square & 1:
            raise ValueError("illegal move %s: expected %s" % (square_to_text(square), moves_to_text(legal) or "none"))
    missing = [square for square in iterate_squares(legal) if square not in position.values]
    if missing:
        raise ValueError("no value for %s" % " ".join(map(square_to_text, missing)))
    if len(position.values) < 2:
        raise ValueError("only one move: there is nothing to choose")
