"""A position in the search tree and what is known about its moves.

Every number is seen by the mover. A node's moves are ranked when it is made. A better estimate means both a better
value and a larger prior, so the best unvisited move is always the next in the ranking, and a node's lists hold only the
moves visited so far and one more: selection looks at no others. A tree has tens of thousands of nodes, so the ranking
is an array, which takes a quarter of a list's memory, and priors are not kept: a pull contains its move's.

    ranking   all moves, best estimate first (see engine.seams)
    scale     exploration / the sum of all moves' falloffs: a move's prior is its share of that sum
    visits    how often each move was taken
    sums      the sum of the values backed up
    margins   the sum of the values as estimates of discs: margins / visits is the margin expected from the move
    minimax   the value at the end of the best line after the move; of a closed move, its proven value
    quality   compared by selection: sums / visits mixed with minimax; CLOSED once the move is proven
    pull      exploration * prior / (1 + visits)

A proven value is the sign of the result plus a bound on the disc difference: a win by 12 or more is 1 + 12/100, so a
larger proven win has a higher value.
"""

from array import array
from typing import List, Optional

from engine.oriented import FIRST_COPY
from engine.seams import Ranking

#: The quality of a closed move: never selected while another move is open.
CLOSED = -9.0
#: Below every value: no move of the node is proven.
NO_FLOOR = -9.0
#: Above every sum: makes selection compare all moves.
UNKNOWN_RIVAL = 99.0
#: Discs per unit of a proven value; keeps a proven win above 1, out of reach of any estimate.
PROVEN_DISCS_SCALE = 100.0


class Node:
    """A position and what is known about its moves. The lists exist once `children` is not empty."""

    __slots__ = ("key", "player", "opponent", "packed", "ply", "ranking", "best", "proven", "total", "open", "floor",
                 "scale", "visits", "sums", "margins", "minimax", "quality", "pull", "children",
                 "favourite", "rival", "slope")

    scale: float
    visits: List[int]
    sums: List[float]
    margins: List[float]
    minimax: List[float]
    quality: List[float]
    pull: List[float]
    #: Selection's memory of its last comparison of all moves: the move taken; the second highest sum, extended back to
    #: a reach of zero by the greatest pull; and that pull. No other sum grows faster while only the favourite is taken.
    favourite: int
    rival: float
    slope: float

    def __init__(self, key: int, player: int, opponent: int, packed: int, ply: int, ranking: Ranking, best: float,
                 proven: Optional[float]) -> None:
        self.key = key  #: the `position_key` of the two sides, kept because trimming needs it for every node
        self.player = player
        self.opponent = opponent
        self.packed = packed
        self.ply = ply
        self.ranking = array("i", ranking) if ranking else NO_MOVES
        self.best = best  #: the value of the best line from this position
        self.proven = proven
        self.total = 0  #: visits of all moves
        self.open = len(ranking)  #: moves not proven
        self.floor = NO_FLOOR  #: the best mean margin of a proven move
        self.children = UNOPENED  #: by place in the ranking, as far as visited


#: The ranking of every position that is over or solved: stays empty.
NO_MOVES = array("i")
#: The children of every node that has not been visited again yet: stays empty.
UNOPENED: List[Optional[Node]] = []


def position_key(player: int, opponent: int) -> int:
    """The name of an oriented position in the tree."""
    return player & FIRST_COPY | (opponent & FIRST_COPY) << 72


def proven_value(score: int) -> float:
    """The value of a proven disc difference: the larger the win, the higher, and every win beats every estimate."""
    return (score > 0) - (score < 0) + score / PROVEN_DISCS_SCALE


def proven_discs(value: float) -> int:
    """The disc difference inside a proven value."""
    return round((value - (value > 0) + (value < 0)) * PROVEN_DISCS_SCALE)
