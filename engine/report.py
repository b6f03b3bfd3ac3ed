"""A thinker takes a Limit and returns a Report.

Every value is seen by the side to move in the position that was asked about.
"""

from math import tanh
from typing import NamedTuple, Optional, Tuple

#: The lead in discs that means an expected result of tanh(1) = 0.76: the number of empty squares minus SETTLED_EMPTIES,
#: at which nearly every winner is known, kept between these limits. Fitted to games of the bot against itself.
MOST_DISCS_OF_RESULT = 24
LEAST_DISCS_OF_RESULT = 5
SETTLED_EMPTIES = 16


class Limit(NamedTuple):
    """When to stop thinking, whichever comes first. `seconds` counts from the call."""

    seconds: Optional[float] = None
    simulations: Optional[int] = None
    look_ahead: bool = False  #: True if what a forced or known move leaves of the time may go into the next position


class Candidate(NamedTuple):
    """One legal move as the search sees it."""

    move: int
    visits: int
    value: float  #: expected result in [-1, 1]: -1 lost, 1 won
    prior: float  #: share of attention before any visit, in [0, 1]
    discs: float  #: expected final disc difference
    exact: bool  #: True if `discs` is proven, not estimated
    proven: bool = False  #: True if the result is proven: `value` is -1, 0 or 1, and `discs` has its sign


class Report(NamedTuple):
    """The answer and its reasons."""

    move: int  #: a legal square, or PASS exactly when there is none
    value: float  #: expected result in [-1, 1]
    discs: float  #: expected final disc difference
    exact: bool  #: True if `discs` is proven
    source: str  #: forced, book, search or endgame
    simulations: int
    seconds: float
    line: Tuple[int, ...] = ()  #: the principal line, beginning with `move`
    candidates: Tuple[Candidate, ...] = ()  #: all legal moves, best first; none if forced or from the book
    proven: bool = False  #: True if the result is proven, with or without the margin


def expected_result(discs: float, empties: int) -> float:
    """The expected result in [-1, 1] given an estimated disc difference; the later, the more a lead counts."""
    return tanh(discs / max(LEAST_DISCS_OF_RESULT, min(MOST_DISCS_OF_RESULT, empties - SETTLED_EMPTIES)))
