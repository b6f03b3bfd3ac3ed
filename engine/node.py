"""A position in the search tree and what is known about its moves.

Every number is seen by the mover. A node ranks its moves when it is made; since a better estimate means both a better
value and a larger prior, the best move that was never visited is always the next in the ranking. So a node's lists hold
only the moves visited so far and one more, and a selection looks at those alone.

    ranking   all moves, best estimate first (see engine.evaluators)
    visits    how often each was taken
    sums      of the values that came back
    margins   the same as estimates of discs: margins / visits is what the move is expected to come to
    minimax   the value at the end of the best line behind it; of a closed move, its proven value
    quality   what selection compares: sums / visits mixed with minimax; CLOSED once the move is proven
    pull      exploration * prior / (1 + visits)

A proven value is the sign of the result with a bound on the disc difference behind it: a win by 12 or more is
1 + 12/100, so that a larger proven win is the better one.
"""

from typing import List, Optional

from engine.evaluators import Ranking
from engine.oriented import FIRST_COPY

#: The quality of a closed move: never selected while another is open.
CLOSED = -9.0
#: Below every value: no move of the node is proven.
NO_FLOOR = -9.0
#: Above every sum: selection has to compare all moves.
UNKNOWN_RIVAL = 99.0
#: Proven values lie beyond what an estimate can reach.
PROVEN_DISCS_SCALE = 100.0


class Node:
    """A position and what is known about its moves. The lists exist once `children` is not None."""

    __slots__ = ("player", "opponent", "packed", "ply", "ranking", "best", "proven", "total", "open", "floor",
                 "priors", "visits", "sums", "margins", "minimax", "quality", "pull", "children",
                 "favourite", "rival", "slope")

    priors: List[float]
    visits: List[int]
    sums: List[float]
    margins: List[float]
    minimax: List[float]
    quality: List[float]
    pull: List[float]
    #: Selection's memory: the move it took when it last compared all, the second highest sum then, extended back to a
    #: reach of zero by the greatest pull, and that pull. No other move's sum grows faster while only this one is taken.
    favourite: int
    rival: float
    slope: float

    def __init__(self, player: int, opponent: int, packed: int, ply: int, ranking: Ranking, best: float,
                 proven: Optional[float]) -> None:
        self.player = player
        self.opponent = opponent
        self.packed = packed
        self.ply = ply
        self.ranking = ranking
        self.best = best  #: the value of the best line from here
        self.proven = proven
        self.total = 0  #: visits of all moves
        self.open = len(ranking)  #: moves not proven
        self.floor = NO_FLOOR  #: the best mean margin of a proven move
        self.children: Optional[List[Optional["Node"]]] = None  #: None until the node is visited again


def position_key(player: int, opponent: int) -> int:
    """What names an oriented position in the tree."""
    return player & FIRST_COPY | (opponent & FIRST_COPY) << 72


def proven_value(score: int) -> float:
    """The value of a proven disc difference: a larger win is the better one, and every win beats every estimate."""
    return (score > 0) - (score < 0) + score / PROVEN_DISCS_SCALE


def proven_discs(value: float) -> int:
    """The disc difference inside a proven value."""
    return round((value - (value > 0) + (value < 0)) * PROVEN_DISCS_SCALE)
