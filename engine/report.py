"""What goes into a thinker and what comes out: a Limit, a Report.

Every value is seen by the side to move in the position that was asked about.
"""

from math import tanh
from typing import NamedTuple, Optional, Tuple

#: An expected advantage of so many discs means an expected result of tanh(1) = 0.76: at most, and at least. In between
#: it is the number of empty squares less SETTLED_EMPTIES, where nearly every winner is known. Fitted to the results of
#: games that the bot played against itself.
MOST_DISCS_OF_RESULT = 24
LEAST_DISCS_OF_RESULT = 5
SETTLED_EMPTIES = 16


class Limit(NamedTuple):
    """When to stop thinking: whichever comes first. `seconds` counts from the call."""

    seconds: Optional[float] = None
    simulations: Optional[int] = None


class Candidate(NamedTuple):
    """One legal move as the search sees it."""

    move: int
    visits: int
    value: float  #: expected result in [-1, 1]: -1 lost, 1 won
    prior: float  #: share of attention before any visit, in [0, 1]
    discs: float  #: expected final disc difference
    exact: bool  #: True if `discs` is proven, not estimated
    proven: bool = False  #: True if the result is: `value` is -1, 0 or 1 then, and `discs` lies on that side


class Report(NamedTuple):
    """The answer and its reasons."""

    move: int  #: a legal square, or PASS exactly when there is none
    value: float  #: expected result in [-1, 1]
    discs: float  #: expected final disc difference
    exact: bool  #: True if `discs` is proven
    source: str  #: what decided: forced, book, search, endgame
    simulations: int
    seconds: float
    line: Tuple[int, ...] = ()  #: the principal line, beginning with `move`
    candidates: Tuple[Candidate, ...] = ()  #: all legal moves, best first; none if forced or from the book
    proven: bool = False  #: True if the result is proven, with or without the margin


def expected_result(discs: float, empties: int) -> float:
    """The result in [-1, 1] that an estimate of the disc difference lets one expect; a lead decides more late."""
    return tanh(discs / max(LEAST_DISCS_OF_RESULT, min(MOST_DISCS_OF_RESULT, empties - SETTLED_EMPTIES)))
