"""Random games to the end: the classic evaluation of Monte-Carlo tree search.

A playout takes an oriented position and returns the final disc difference for its mover. Two kinds:

- `uniform_playout` gives each move the same chance: it tries empty squares in random order until one is legal, which
  takes fewer steps than listing the moves;
- `MaskedPlayouts` never looks for a move: each turn has a pair of random sets of squares, and the move is the highest
  in `moves & first or moves & second or moves`. A playout takes a random slice of a long pool of these pairs. If all
  squares are equally likely to be in a set, it is nearly uniform; if they are not, it plays with knowledge at no cost.
"""

from random import Random
from typing import Callable, List, Sequence, Tuple

from engine.oriented import COPIES, FIRST_COPY, MOVE_TABLES, SQUARE_OF_LENGTH, oriented_difference

#: Playouts share masks for this many rounds, each a turn of both sides; more would cost memory and start-up time
#: without making playouts less alike.
MASK_POOL_ROUNDS = 2048
#: Number of distinct sets that the pairs are drawn from.
MASK_VARIETY = 400
#: Every round but the last places a disc.
LONGEST_PLAYOUT_ROUNDS = 64

#: Chances of a square to be in the first and in the second set of a pair, by kind: (corner, X, C, other).
UNIFORM_CHANCES = ((0.12, 0.12, 0.12, 0.12), (0.4, 0.4, 0.4, 0.4))
#: Corners whenever possible, squares beside a corner almost never.
CAREFUL_CHANCES = ((1.0, 0.0, 0.05, 0.14), (1.0, 0.05, 0.2, 0.5))
#: For the goal of fewest discs: corners only if there is no other move, squares beside them by preference.
RELUCTANT_CHANCES = ((0.0, 0.3, 0.15, 0.12), (0.0, 0.8, 0.5, 0.4))

_CORNER_SQUARES = (0, 7, 56, 63)
_X_SQUARES = (9, 14, 49, 54)
_C_SQUARES = (1, 6, 8, 15, 48, 55, 57, 62)

#: A single bit of each square, which is cheaper to test than all its copies, and the square's move table.
_TABLES_BY_BIT = [(table[2] & FIRST_COPY, table) for table in MOVE_TABLES]
_TABLES_OF_LENGTH = [MOVE_TABLES[square] for square in SQUARE_OF_LENGTH]


def uniform_playout(player: int, opponent: int, empty: int, random: Callable[[], float]) -> int:
    """The disc difference for the mover after a random game in which all moves are equally likely."""
    sign = 1
    candidates = [table for bit, table in _TABLES_BY_BIT if empty & bit]
    left = len(candidates)
    while True:
        moves = (opponent + (opponent & (player << 1))) & empty
        if moves:
            untried = left
            index = int(random() * untried)
            table = candidates[index]
            while not moves & table[2]:
                untried -= 1
                candidates[index] = candidates[untried]
                candidates[untried] = table
                index = int(random() * untried)
                table = candidates[index]
            left -= 1
            candidates[index] = candidates[left]
            starts, known, copies = table
            anchors = (opponent + starts) & player
            try:
                flipped = known[anchors]
            except KeyError:
                flipped = known[None].learn(anchors)
            player, opponent = opponent ^ flipped, player ^ flipped ^ copies
            empty ^= copies
        elif (player + (player & (opponent << 1))) & empty:
            player, opponent = opponent, player
        else:
            return sign * oriented_difference(player, opponent)
        sign = -sign


class MaskedPlayouts:
    """Playouts whose moves are drawn by random masks."""

    def __init__(self, generator: Random, chances: Sequence[Sequence[float]] = CAREFUL_CHANCES) -> None:
        self.random = generator.random
        pair = [[_random_mask(generator, by_kind) for _ in range(MASK_VARIETY)] for by_kind in chances]
        #: The masks of each round: the mover's pair, then the opponent's.
        self.pool: List[Tuple[int, ...]] = list(zip(*[
            [masks[int(generator.random() * MASK_VARIETY)] for _ in range(MASK_POOL_ROUNDS + LONGEST_PLAYOUT_ROUNDS)]
            for masks in pair + pair]))

    def __call__(self, player: int, opponent: int, empty: int) -> int:
        """The disc difference for the mover after one random game."""
        start = int(self.random() * MASK_POOL_ROUNDS)
        tables = _TABLES_OF_LENGTH
        for first, second, third, fourth in self.pool[start:start + LONGEST_PLAYOUT_ROUNDS]:
            moves = (opponent + (opponent & (player << 1))) & empty
            if moves:
                starts, known, copies = tables[(moves & first or moves & second or moves).bit_length()]
                anchors = (opponent + starts) & player
                try:
                    flipped = known[anchors]
                except KeyError:
                    flipped = known[None].learn(anchors)
                opponent ^= flipped
                player ^= flipped ^ copies
                empty ^= copies
            answers = (player + (player & (opponent << 1))) & empty
            if answers:
                starts, known, copies = tables[(answers & third or answers & fourth or answers).bit_length()]
                anchors = (player + starts) & opponent
                try:
                    flipped = known[anchors]
                except KeyError:
                    flipped = known[None].learn(anchors)
                player ^= flipped
                opponent ^= flipped ^ copies
                empty ^= copies
            elif not moves:
                break
        return oriented_difference(player, opponent)


def _random_mask(generator: Random, chances: Sequence[float]) -> int:
    corner, x_square, c_square, other = chances
    mask = 0
    for square in range(64):
        chance = (corner if square in _CORNER_SQUARES else x_square if square in _X_SQUARES
                  else c_square if square in _C_SQUARES else other)
        if generator.random() < chance:
            mask |= COPIES[square]
    return mask
