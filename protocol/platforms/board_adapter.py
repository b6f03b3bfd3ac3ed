"""For every platform that hands over an 8x8 board: one function.

    from protocol.platforms.board_adapter import choose

    square = choose(board, colour, seconds)         (row, column), or None if there is no legal move

`board[row][column]` is a cell, whatever the cells are: letters, numbers, elements of an array. One that equals `colour`
is the mover's, one of `EMPTY_CELLS` is empty, every other one is the opponent's. The board is only looked at.
The answer comes within `seconds`, as a rule after six sevenths of them, and is legal whatever happens.

To serve a platform, write down its board in these terms and its move in its own notation:

    def my_platforms_move(state):                                     # say, rows of "b", "w" and " "
        square = choose(state.rows, "b" if state.black_to_move else "w", 2.0)
        return "pass" if square is None else "abcdefgh"[square[1]] + str(square[0] + 1)

Games that go on at the same time take a `BoardChooser` each: it keeps its search tree from move to move.
"""

from typing import Any, Callable, List, Optional, Tuple

from engine.board import legal_moves
from engine.clock import TurnClock
from engine.coordinates import square_to_row_column
from engine.thinker import Thinker
from protocol.answering.guarded_turn import GuardedThinker

#: What platforms put where no disc is.
EMPTY_CELLS = (0, None, "", ".", " ", "-", "_", "*")


class BoardChooser(object):
    """One game's chooser; without other wishes, the engine thinks."""

    def __init__(self, make_thinker: Callable[[], Any] = Thinker) -> None:
        self._thinker = GuardedThinker(make_thinker)

    def choose(self, board: Any, colour: object, seconds: float) -> Optional[Tuple[int, int]]:
        """(row, column) of a move for the side of that colour; None if it has none."""
        player, opponent = position_of(board, colour)
        if not legal_moves(player, opponent):
            return None
        move = self._thinker.decide(player, opponent, TurnClock(seconds)).move
        return square_to_row_column(move)


def position_of(board: Any, colour: object) -> Tuple[int, int]:
    """The discs of the mover and of the opponent; ValueError unless there is one kind of each, and of empty cells."""
    player = opponent = 0
    others: List[Any] = []
    empties: List[Any] = []
    for square in range(64):
        cell = board[square // 8][square % 8]
        kinds = empties if any(cell == empty for empty in EMPTY_CELLS) else others
        if cell == colour:
            player |= 1 << square
            continue
        if kinds is others:
            opponent |= 1 << square
        if not any(cell == kind for kind in kinds):
            kinds.append(cell)
    if len(others) > 1 or len(empties) > 1:
        raise ValueError("bad board: beside %r expected one kind of discs and one of empty cells, got %s" % (
            colour, " ".join(map(repr, others + empties))))
    return player, opponent


_chooser = BoardChooser()


def choose(board: Any, colour: object, seconds: float) -> Optional[Tuple[int, int]]:
    """The same for one game after the other, without an object to keep."""
    return _chooser.choose(board, colour, seconds)
