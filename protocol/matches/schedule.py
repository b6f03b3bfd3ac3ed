"""The pairings of a match, with colours and openings."""

from itertools import combinations
from random import Random
from typing import List, NamedTuple, Sequence, Tuple


class Fixture(NamedTuple):
    """One game to play. Two fixtures that differ only in colours make a pair."""

    black: int  #: index in the list of bots
    white: int
    pair: int  #: number of the pair among those of these two bots, from 0
    opening: Tuple[int, ...]  #: moves played for the bots

    @property
    def bots(self) -> Tuple[int, int]:
        """(black, white)."""
        return self.black, self.white


def make_schedule(bots: int, games: int, openings: Sequence[Sequence[int]], seed: int = 0,
                  gauntlet: bool = False) -> List[Fixture]:
    """Every two bots, or in a gauntlet the first bot and each of the others, play this even number of games in pairs.

    The openings are shuffled by the seed and used in turn, the same for all; pairs with a low number come first.
    """
    shuffled = [tuple(opening) for opening in openings]
    Random(seed).shuffle(shuffled)
    meetings = [(0, other) for other in range(1, bots)] if gauntlet else list(combinations(range(bots), 2))
    fixtures = []
    for pair in range(games // 2):
        opening = shuffled[pair % len(shuffled)]
        for one, other in meetings:
            fixtures += [Fixture(one, other, pair, opening), Fixture(other, one, pair, opening)]
    return fixtures
