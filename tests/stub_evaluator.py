"""An evaluator whose answers are all known in advance."""

from engine.evaluation import UNITS_PER_DISC
from engine.oriented import fold, list_moves
from engine.seams import MOVE_BITS, PositionEvaluator


class StubEvaluator(PositionEvaluator):
    """Values and estimates (in discs) from dictionaries of positions; everything else is even."""

    minimax_share = 0.5
    exploration = 0.5
    value_discs = 30.0
    doubt = 0.1
    prior_discs = 6.0

    def __init__(self, values=None, estimates=None):
        self.values = values or {}
        self.estimates = estimates or {}
        self.calls = []

    def pack(self, player, opponent):
        return 0

    def packed_after(self, player, opponent, packed, square):
        return packed + 1

    def packed_after_pass(self, packed):
        return packed

    def __call__(self, player, opponent, moves, packed, ply):
        position = fold(player), fold(opponent)
        self.calls.append(position)
        ranking = sorted((self.estimates.get((position, square), 0) * UNITS_PER_DISC << MOVE_BITS | square
                          for square in list_moves(moves)), reverse=True)
        return self.values.get(position, 0.0), ranking

    def value_of_units(self, units):
        return units / (UNITS_PER_DISC * 100)
