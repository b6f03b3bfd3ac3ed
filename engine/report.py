"""What goes into a thinker and what comes out: a Limit, a Report.

Every value is seen by the side to move in the position that was asked about.
"""

from typing import NamedTuple, Optional, Tuple


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
