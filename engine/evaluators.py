"""The two evaluators of the tree search: learned patterns, and random games to the end.

Both keep to `engine.seams.PositionEvaluator`. What the first carries from position to position is the packed pattern
lanes; the second carries nothing.
"""

from math import tanh
from operator import itemgetter
from random import Random
from typing import List, Optional, Tuple

from engine.evaluation import UNITS_PER_DISC, PatternEvaluation, unpack_lanes
from engine.oriented import (
    ALL_COPIES,
    FIRST_COPY,
    OTHER_SQUARES,
    RAY_STARTS,
    SQUARE_OF_LENGTH,
    flipped_copies,
    list_moves,
)
from engine.patterns import PACKED_BYTES, TWICE_BIAS, DeltaMemory, pack_patterns
from engine.playout import CAREFUL_CHANCES, RELUCTANT_CHANCES, MaskedPlayouts
from engine.seams import MOVE_BITS, MOVE_MASK, PositionEvaluator, Ranking

#: The cost, in discs, of having very few discs: when to move, and when the opponent is to move (a move leaves at least
#: three). Patterns reward a side with few discs for its mobility and cannot see that it may lose the last of them. The
#: numbers are the mean errors of the patterns against searches of depth five at plies 14 to 29, or more where those
#: searches are too shallow to see the end.
FEW_DISCS_TO_MOVE = {1: 20, 2: 10, 3: 4}
FEW_DISCS_WAITING = {3: 30, 4: 6, 5: 2, 6: 1}
#: With at most this many discs before a move, the mover or the opponent may have that few after it.
FEW_OWN_DISCS = max(FEW_DISCS_WAITING) - 2
FEW_OPPONENT_DISCS = 10


class PatternEvaluator(PositionEvaluator):
    """The learned evaluation, one ply ahead: a position is worth what its best move leads to.

    `goal` is what the evaluation was learned for: 1 for the most discs, -1 for the fewest.
    """

    minimax_share = 0.5
    #: Chances of winning grow three times as fast with the lead, but a search that believes them prefers estimates to
    #: proofs and decides the end later.
    value_discs = 60.0
    exploration = 0.25
    #: Five discs.
    doubt = 0.08
    prior_discs = 6.0

    def __init__(self, evaluation: Optional[PatternEvaluation] = None, goal: int = 1) -> None:
        self.evaluation = evaluation or PatternEvaluation()
        self._correct = _corrected if goal > 0 else _corrected_for_fewest
        #: For the moves of each ply: the table for the positions after them, and the sum that means even.
        self.ply_tables: List[Optional[Tuple[bytes, int]]] = [None] * 61
        self.deltas = [DeltaMemory(square).known for square in range(64)]
        self.scan_tables = [(RAY_STARTS[square], self.deltas[square], OTHER_SQUARES[square], square)
                            for square in SQUARE_OF_LENGTH]

    def pack(self, player: int, opponent: int) -> int:
        """The packed lanes of a plain 64-bit position."""
        return pack_patterns(player, opponent)

    def packed_after(self, player: int, opponent: int, packed: int, square: int) -> int:
        """The packed lanes after a move, seen by the next mover."""
        deltas = self.deltas[square]
        anchors = (opponent + RAY_STARTS[square]) & player
        try:
            delta: int = deltas[anchors]
        except KeyError:
            delta = deltas[None].learn(anchors)
        return TWICE_BIAS - packed - delta

    def packed_after_pass(self, packed: int) -> int:
        """The packed lanes seen by the other side."""
        return TWICE_BIAS - packed

    def __call__(self, player: int, opponent: int, moves: int, packed: int, ply: int) -> Tuple[float, Ranking]:
        table, zero = self.ply_tables[ply] or self._prepare(ply)
        scan_tables = self.scan_tables
        swapped = TWICE_BIAS - packed
        ranking = []
        while moves:
            starts, deltas, others, square = scan_tables[moves.bit_length()]
            moves &= others
            anchors = (opponent + starts) & player
            try:
                delta = deltas[anchors]
            except KeyError:
                delta = deltas[None].learn(anchors)
            lanes = unpack_lanes((swapped - delta).to_bytes(PACKED_BYTES, "little"))
            units = zero - sum(itemgetter(*lanes)(table))
            ranking.append(units << MOVE_BITS | square)
        own = bin(player & FIRST_COPY).count("1")
        other = ply + 4 - own
        if own <= FEW_OWN_DISCS or other <= FEW_OPPONENT_DISCS:
            ranking = [self._correct(move, player, opponent, own, other) for move in ranking]
        ranking.sort(reverse=True)
        return self.value_of_units(ranking[0] >> MOVE_BITS), ranking

    def _prepare(self, ply: int) -> Tuple[bytes, int]:
        prepared = self.ply_tables[ply] = self.evaluation.table(ply + 1), int(round(self.evaluation.zero(ply + 1)))
        return prepared

    def value_of_units(self, units: int) -> float:
        """The expected result of an estimate."""
        return tanh(units / (UNITS_PER_DISC * self.value_discs))


def _corrected(move: int, player: int, opponent: int, own: int, other: int) -> int:
    """The ranked move with the cost of few discs to either side; taking the opponent's last wins the whole board."""
    flips = bin(flipped_copies(player, opponent, move & MOVE_MASK) & FIRST_COPY).count("1")
    if flips == other:
        return 64 * UNITS_PER_DISC << MOVE_BITS | move & MOVE_MASK
    discs = FEW_DISCS_TO_MOVE.get(other - flips, 0) - FEW_DISCS_WAITING.get(own + flips + 1, 0)
    return move + (discs * UNITS_PER_DISC << MOVE_BITS)


def _corrected_for_fewest(move: int, player: int, opponent: int, own: int, other: int) -> int:
    """The ranked move if the fewest discs win: taking the opponent's last one loses the whole board."""
    flips = bin(flipped_copies(player, opponent, move & MOVE_MASK) & FIRST_COPY).count("1")
    return (-64 * UNITS_PER_DISC << MOVE_BITS | move & MOVE_MASK) if flips == other else move


class PlayoutEvaluator(PositionEvaluator):
    """One careful random game to the end; no opinion on moves."""

    minimax_share = 0.0
    value_discs = 30.0
    exploration = 1.0
    #: One game proves little: twice its deviation.
    doubt = 2.0
    prior_discs = 6.0

    def __init__(self, generator: Random, goal: int = 1) -> None:
        self.playouts = MaskedPlayouts(generator, CAREFUL_CHANCES if goal > 0 else RELUCTANT_CHANCES)
        self.goal = goal

    def pack(self, player: int, opponent: int) -> int:
        """Nothing to carry."""
        return 0

    def packed_after(self, player: int, opponent: int, packed: int, square: int) -> int:
        """Nothing to carry."""
        return 0

    def packed_after_pass(self, packed: int) -> int:
        """Nothing to carry."""
        return 0

    def __call__(self, player: int, opponent: int, moves: int, packed: int, ply: int) -> Tuple[float, Ranking]:
        difference = self.goal * self.playouts(player, opponent, ALL_COPIES ^ player ^ opponent)
        return float((difference > 0) - (difference < 0)), list_moves(moves)

    def value_of_units(self, units: int) -> float:
        """Every estimate is even."""
        return 0.0
