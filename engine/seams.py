"""The seams of the bot: the parts that can be replaced, as the rest of the program sees them.

A position is (player, opponent), the mover first. `engine.evaluators` evaluates, `engine.thinker.Thinker` thinks and
`engine.book.Book` knows openings; anything else derived from these classes can take their place.
"""

from typing import Callable, NamedTuple, Optional, Sequence, Tuple

from engine.report import Limit, Report

#: Moves, best first, each as `units << MOVE_BITS | square`. The units estimate the move for the mover, in fractions of
#: a disc (`engine.evaluation.UNITS_PER_DISC`); equal units mean "no opinion".
Ranking = Sequence[int]
MOVE_BITS = 7
MOVE_MASK = (1 << MOVE_BITS) - 1

#: Called with the best report so far; returning True ends the thinking.
OnProgress = Optional[Callable[[Report], bool]]


class PositionEvaluator:
    """Values a position and ranks its moves; its attributes tell the tree search how far to trust that.

    Positions are oriented (`engine.oriented`), except in `pack`. With each position the search keeps one integer, the
    evaluator's packed form of it, so that the next position's need not be made from scratch.
    """

    minimax_share: float  #: weight of the best line's end in the value of a move; the mean of all visits has the rest
    value_discs: float  #: a lead of this many discs has the value tanh(1)
    exploration: float  #: weight of the priors in selection
    doubt: float  #: uncertainty of a move's value after one visit, when the move to play is chosen
    prior_discs: float  #: a move's prior falls by a factor of e for every this many discs behind the best move

    def __call__(self, player: int, opponent: int, moves: int, packed: int, ply: int) -> Tuple[float, Ranking]:
        """The expected result for the mover in [-1, 1], and all moves ranked; there is at least one."""
        raise NotImplementedError

    def value_of_units(self, units: int) -> float:
        """The expected result that an estimate in a ranking stands for."""
        raise NotImplementedError

    def pack(self, player: int, opponent: int) -> int:
        """The packed form of a plain 64-bit position."""
        raise NotImplementedError

    def packed_after(self, player: int, opponent: int, packed: int, square: int) -> int:
        """The packed form after a move, seen by the next mover."""
        raise NotImplementedError

    def packed_after_pass(self, packed: int) -> int:
        """The packed form seen by the other side."""
        raise NotImplementedError


class BookMove(NamedTuple):
    """A move and the final disc difference expected from it."""

    move: int
    discs: float


class OpeningKnowledge:
    """Knows moves for opening positions."""

    def choose(self, player: int, opponent: int) -> Optional[BookMove]:
        """A move to play, or None if the position is not known."""
        raise NotImplementedError


class MoveThinker:
    """Thinks about one game. `report` always holds the best answer so far, for callers that cannot wait."""

    report: Optional[Report] = None
    book: Optional[OpeningKnowledge] = None  #: asked first, by thinkers that use a book

    def think(self, player: int, opponent: int, limit: Limit, on_progress: OnProgress = None) -> Report:
        """The best move found within the limit; `on_progress` is called now and then and may end the thinking."""
        raise NotImplementedError
