"""The seams of the bot: what thinks and what knows openings, as whoever uses them sees it.

A position is (player, opponent), the mover first. `engine.thinker.Thinker` thinks and `engine.book.Book` knows
openings; anything else that keeps to these classes can take their place. What evaluates is in `engine.evaluators`.
"""

from typing import Callable, NamedTuple, Optional

from engine.report import Limit, Report

#: Called with the best report so far; True ends the thinking.
OnProgress = Optional[Callable[[Report], bool]]


class BookMove(NamedTuple):
    """A move and the final disc difference expected from it."""

    move: int
    discs: float


class OpeningKnowledge:
    """What knows openings."""

    def choose(self, player: int, opponent: int) -> Optional[BookMove]:
        """A move to play, or None if the position is not known."""
        raise NotImplementedError


class MoveThinker:
    """What thinks about one game. `report` always holds the best answer so far, for whoever cannot wait."""

    report: Optional[Report] = None
    book: Optional[OpeningKnowledge] = None  #: asked first, by those that play from one

    def think(self, player: int, opponent: int, limit: Limit, on_progress: OnProgress = None) -> Report:
        """The best move found within the limit; `on_progress` is called now and then and stops it by True."""
        raise NotImplementedError
