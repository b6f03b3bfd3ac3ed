"""What a position is worth at a glance: learned weights for the contents of the pattern lanes.

The estimate is the final disc difference for the mover: one weight per lane, chosen by the lane's content and by the
phase of the game, plus a constant per ply (which makes odd and even plies comparable). Weights are small integers,
stored as bytes around 128; of two mirrored contents only the smaller has its weight stored. A phase is unpacked when
the search first comes near it.
"""

from operator import itemgetter
from struct import Struct
from typing import Callable, List, Optional, Tuple

from engine.patterns import LANE_COUNT, PACKED_BYTES, SHAPE_SIZES, mirrored_contents
from engine.stored_weights import stored_weights
from engine.weights import PLY_CONSTANTS

PLIES_PER_PHASE = 6
PHASE_COUNT = 9
#: Weights and estimates count in this fraction of a disc.
UNITS_PER_DISC = 8
#: The byte that stands for a weight of zero.
WEIGHT_OFFSET = 128

ShapeTables = Tuple[bytes, ...]

_unpack_lanes: Callable[[bytes], Tuple[int, ...]] = Struct("<%dH" % LANE_COUNT).unpack


def phase_of_ply(ply: int) -> int:
    """The phase 0-8 of the position after that many discs were placed; the first twelve plies are one phase."""
    return min(max(ply // PLIES_PER_PHASE - 1, 0), PHASE_COUNT - 1)


def sum_weights(packed: int, tables: ShapeTables) -> int:
    """The sum of the bytes that the packed lanes choose."""
    (corner_1, corner_2, corner_3, corner_4, angle_1, angle_2, angle_3, angle_4,
     edge_1, edge_2, edge_3, edge_4, block_1, block_2, block_3, block_4,
     second_1, second_2, second_3, second_4, third_1, third_2, third_3, third_4,
     fourth_1, fourth_2, fourth_3, fourth_4, eight_1, eight_2, seven_1, seven_2, seven_3, seven_4,
     six_1, six_2, six_3, six_4, five_1, five_2, five_3, five_4,
     ) = _unpack_lanes(packed.to_bytes(PACKED_BYTES, "little"))
    corner, angle, edge, block, second, third, fourth, eight, seven, six, five = tables
    return (corner[corner_1] + corner[corner_2] + corner[corner_3] + corner[corner_4]
            + angle[angle_1] + angle[angle_2] + angle[angle_3] + angle[angle_4]
            + edge[edge_1] + edge[edge_2] + edge[edge_3] + edge[edge_4]
            + block[block_1] + block[block_2] + block[block_3] + block[block_4]
            + second[second_1] + second[second_2] + second[second_3] + second[second_4]
            + third[third_1] + third[third_2] + third[third_3] + third[third_4]
            + fourth[fourth_1] + fourth[fourth_2] + fourth[fourth_3] + fourth[fourth_4]
            + eight[eight_1] + eight[eight_2] + seven[seven_1] + seven[seven_2] + seven[seven_3] + seven[seven_4]
            + six[six_1] + six[six_2] + six[six_3] + six[six_4]
            + five[five_1] + five[five_2] + five[five_3] + five[five_4])


class PatternEvaluation:
    """The learned weights, each phase unpacked at its first use."""

    def __init__(self) -> None:
        self._phases: List[Optional[ShapeTables]] = [None] * PHASE_COUNT
        self._spread_shapes: List[Callable[[bytes], Tuple[int, ...]]] = []

    def tables(self, ply: int) -> ShapeTables:
        """The weights of each shape for positions of that ply."""
        phase = phase_of_ply(ply)
        tables = self._phases[phase]
        if tables is None:
            tables = self._phases[phase] = self._unpack_phase(phase)
        return tables

    def zero(self, ply: int) -> float:
        """The sum of weights that means an even position of that ply."""
        return WEIGHT_OFFSET * LANE_COUNT - PLY_CONSTANTS[ply] * UNITS_PER_DISC

    def discs(self, packed: int, ply: int) -> float:
        """The expected final disc difference for the mover."""
        return (sum_weights(packed, self.tables(ply)) - self.zero(ply)) / UNITS_PER_DISC

    def _unpack_phase(self, phase: int) -> ShapeTables:
        weights = stored_weights(phase)
        if not self._spread_shapes:
            self._spread_shapes = [itemgetter(*stored_contents(shape)) for shape in range(len(SHAPE_SIZES))]
        tables = []
        start = 0
        for size, spread_shape in zip(SHAPE_SIZES, self._spread_shapes):
            tables.append(bytes(spread_shape(weights[start:start + size])))
            start += size
        return tuple(tables)


def stored_contents(shape: int) -> List[int]:
    """For every content of a shape, the one that its weight is stored for: itself or its mirror image."""
    return [mirrored if mirrored < content else content for content, mirrored in enumerate(mirrored_contents(shape))]
