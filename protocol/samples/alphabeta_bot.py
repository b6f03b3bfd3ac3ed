"""`alphabeta`: alpha-beta of 2, 4 and 6 layers with square weights, corner corrections and mobility.

The root is layer 1 and the last layer is only evaluated, so the three searches look 1, 3 and 5 moves ahead. Each search
that finishes in time replaces the previous answer. A position is worth the weights of the mover's squares minus those
of the opponent's, plus 220 for each legal move that the mover has more than the opponent. Weights beside a corner
change when the discs there have the corner's colour. With more than 60 discs on the board every square counts 500.

Differences from the report:
- it drops a move that leaves a side without a reply; here that side passes, and a finished game is evaluated like any
  other position of the last layer;
- its weights beside a taken corner change for both colours and, as written, permanently; here the corrections apply
  only to discs of the corner's colour in the position being evaluated;
- on its platform a search that runs out of time leaves the previous candidate; here it leaves the previous answer.
"""

from random import Random
from time import perf_counter
from typing import List, Optional, Tuple

from engine.oriented import COPIES, FIRST_COPY, list_moves, orient, oriented_difference, oriented_moves, play_oriented
from engine.report import Limit
from protocol.answering.bot_process import run_bot
from protocol.answering.choice_thinker import ChoiceThinker

LAYERS = (2, 4, 6)
MOBILITY_WEIGHT = 220
LATE_DISCS = 60
LATE_SQUARE_WEIGHT = 500
SAFE_C_WEIGHT, SAFE_X_WEIGHT = 400, 100

#: Rows from a corner to the middle; the other quarters are mirror images.
QUARTER_WEIGHTS = (
    (2000, -60, 300, 200),
    (-60, -400, 1, 1),
    (300, 1, 10, 5),
    (200, 1, 5, 3),
)

_INFINITY = 99999


def _square_weight(square: int) -> int:
    row, column = square // 8, square % 8
    return QUARTER_WEIGHTS[min(row, 7 - row)][min(column, 7 - column)]


def _bit(square: int) -> int:
    return COPIES[square] & FIRST_COPY


def _weight_sets() -> List[Tuple[int, int]]:
    """(weight, set of squares with this weight) for each weight."""
    weights = [_square_weight(square) for square in range(64)]
    return [(weight, sum(_bit(square) for square in range(64) if weights[square] == weight))
            for weight in sorted(set(weights))]


_WEIGHT_SETS = _weight_sets()

#: For each corner: the corner, its two neighbours on the edges, its neighbour on the diagonal.
_CORNERS_AND_NEIGHBOURS = [
    tuple(_bit(square) for square in squares)
    for squares in ((0, 1, 8, 9), (7, 6, 15, 14), (56, 57, 48, 49), (63, 62, 55, 54))]


class OutOfTimeError(Exception):
    """Ends a search that runs out of time."""


class LayerSearch:
    """Alpha-beta to a fixed layer, until a deadline."""

    def __init__(self, last_layer: int, deadline: float) -> None:
        self.last_layer = last_layer
        self.deadline = deadline

    def best_move(self, player: int, opponent: int, empty: int) -> int:
        """The first of the best moves in the order of the squares; OutOfTimeError if the deadline passes."""
        best, best_move = -_INFINITY, -1
        for move in sorted(list_moves(oriented_moves(player, opponent, empty))):
            value = -self.value(*play_oriented(player, opponent, empty, move), 2, -_INFINITY, -best)
            if value > best or best_move < 0:
                best, best_move = value, move
        return best_move

    def value(self, player: int, opponent: int, empty: int, layer: int, alpha: int, beta: int) -> int:
        """The value of the position for its mover, or a bound if it lies outside alpha and beta."""
        if layer == self.last_layer:
            return assess(player, opponent, empty)
        if perf_counter() > self.deadline:
            raise OutOfTimeError
        moves = list_moves(oriented_moves(player, opponent, empty))
        if not moves:
            if not oriented_moves(opponent, player, empty):
                return assess(player, opponent, empty)
            return -self.value(opponent, player, empty, layer + 1, -beta, -alpha)
        best = -_INFINITY
        for move in moves:
            best = max(best, -self.value(*play_oriented(player, opponent, empty, move), layer + 1,
                                         -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


def choose_by_layers(player: int, opponent: int, limit: Limit, generator: Random) -> int:
    """The answer of the deepest search that finishes in time; the shallowest always does."""
    start = perf_counter()
    root = orient(player, opponent)
    move = LayerSearch(LAYERS[0], float("inf")).best_move(*root)
    deadline = float("inf") if limit.seconds is None else start + limit.seconds
    try:
        for last_layer in LAYERS[1:]:
            move = LayerSearch(last_layer, deadline).best_move(*root)
    except OutOfTimeError:
        pass
    return move


def assess(player: int, opponent: int, empty: int) -> int:
    """The value of a position of the last layer for its mover."""
    mobility = (len(list_moves(oriented_moves(player, opponent, empty)))
                - len(list_moves(oriented_moves(opponent, player, empty))))
    return _assess_squares(player, opponent) + MOBILITY_WEIGHT * mobility


def _assess_squares(player: int, opponent: int) -> int:
    if bin((player | opponent) & FIRST_COPY).count("1") > LATE_DISCS:
        return LATE_SQUARE_WEIGHT * oriented_difference(player, opponent)
    total = _corner_corrections(player) - _corner_corrections(opponent)
    for weight, squares in _WEIGHT_SETS:
        total += weight * (bin(player & squares).count("1") - bin(opponent & squares).count("1"))
    return total


def _corner_corrections(discs: int) -> int:
    """The extra value, beyond the table, of discs beside a corner of their own colour."""
    total = 0
    for corner, first, second, diagonal in _CORNERS_AND_NEIGHBOURS:
        if discs & corner:
            for neighbour in (first, second):
                if discs & neighbour:
                    total += SAFE_C_WEIGHT - QUARTER_WEIGHTS[0][1]
            if discs & first and discs & second and discs & diagonal:
                total += SAFE_X_WEIGHT - QUARTER_WEIGHTS[1][1]
    return total


def make_sample(seed: Optional[int] = None) -> ChoiceThinker:
    """The thinker, for a process or a class."""
    return ChoiceThinker(choose_by_layers, seed)


if __name__ == "__main__":
    run_bot(make_sample)
