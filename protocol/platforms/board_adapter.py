"""One function for any platform that hands over an 8x8 board.

    from protocol.platforms.board_adapter import choose

    square = choose(board, colour, seconds)         (row, column), or None if there is no legal move

`board[row][column]` is a cell of any type: a letter, a number, an element of an array. A cell equal to `colour` holds
a disc of the mover, one of `EMPTY_CELLS` is empty, any other holds a disc of the opponent. The board is not changed.
The answer comes within `seconds`, usually after six sevenths of them, and is always legal.

To support a platform, pass its board and convert the answer to its notation:

    def my_platforms_move(state):                                     # for rows of "b", "w" and " "
        square = choose(state.rows, "b" if state.black_to_move else "w", 2.0)
        return "pass" if square is None else "abcdefgh"[square[1]] + str(square[0] + 1)

Use one `BoardChooser` per game if several are played at once: each keeps its search tree from move to move.
"""

from typing import Any, Callable, List, Optional, Tuple

from engine.board import legal_moves
from engine.clock import TurnClock
from engine.coordinates import square_to_row_column
from engine.thinker import Thinker
from protocol.answering.guarded_turn import GuardedThinker

#: Cells without a disc, on any platform.
EMPTY_CELLS = (0, None, "", ".", " ", "-", "_", "*")


class BoardChooser(object):
    """Chooses the moves of one game; the engine thinks by default."""

    def __init__(self, make_thinker: Callable[[], Any] = Thinker) -> None:
        self._thinker = GuardedThinker(make_thinker)

    def choose(self, board: Any, colour: object, seconds: float) -> Optional[Tuple[int, int]]:
        """(row, column) of a move for that colour; None if it has no legal move."""
        player, opponent = position_of(board, colour)
        if not legal_moves(player, opponent):
            return None
        move = self._thinker.decide(player, opponent, TurnClock(seconds)).move
        return square_to_row_column(move)


def position_of(board: Any, colour: object) -> Tuple[int, int]:
    """The discs of the mover and of the opponent; ValueError if opposing or empty cells come in several kinds."""
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
        raise ValueError("bad board: besides %r expected one kind of discs and one of empty cells, got %s" % (
            colour, " ".join(map(repr, others + empties))))
    return player, opponent


_chooser = BoardChooser()


def choose(board: Any, colour: object, seconds: float) -> Optional[Tuple[int, int]]:
    """`BoardChooser.choose` with a shared chooser, for one game at a time."""
    return _chooser.choose(board, colour, seconds)
