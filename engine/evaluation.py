"""The value of a position at a glance: learned weights for the contents of the pattern lanes.

The estimate is the final disc difference for the mover: one weight per lane, chosen by the lane's content and by the
phase of the game, plus a constant per ply (which makes odd and even plies comparable). Weights are small integers,
stored as bytes around 128; of two mirrored contents only the smaller has its weight stored. A phase is unpacked when
the search first needs it.
"""

from operator import itemgetter
from struct import Struct
from typing import Callable, List, Optional, Sequence, Tuple

from engine.patterns import LANE_COUNT, PACKED_BYTES, SHAPE_STARTS, mirrored_contents
from engine.stored_weights import stored_weights
from engine.weights import PLY_CONSTANTS

PLIES_PER_PHASE = 6
PHASE_COUNT = 9
#: Weights and estimates count in this fraction of a disc.
UNITS_PER_DISC = 8
#: The byte that stands for a weight of zero.
WEIGHT_OFFSET = 128

unpack_lanes: Callable[[bytes], Tuple[int, ...]] = Struct("<%dI" % LANE_COUNT).unpack


def phase_of_ply(ply: int) -> int:
    """The phase 0-8 of a position after that many plies; the first twelve plies are one phase."""
    return min(max(ply // PLIES_PER_PHASE - 1, 0), PHASE_COUNT - 1)


def sum_weights(packed: int, table: bytes) -> int:
    """The sum of the bytes that the packed lanes select; hot loops inline this."""
    return sum(itemgetter(*unpack_lanes(packed.to_bytes(PACKED_BYTES, "little")))(table))


class PatternEvaluation:
    """The learned weights, by default for the usual goal; each phase is unpacked at its first use."""

    def __init__(self, stored: Optional[Callable[[int], bytes]] = None,
                 constants: Optional[Sequence[float]] = None) -> None:
        self._stored = stored or stored_weights
        self._constants = constants or PLY_CONSTANTS
        self._phases: List[Optional[bytes]] = [None] * PHASE_COUNT
        #: Makes all weights from the stored ones; created at the first use.
        self._spread: Optional[Callable[[bytes], Tuple[int, ...]]] = None

    def table(self, ply: int) -> bytes:
        """The weights of all shapes for positions of that ply."""
        phase = phase_of_ply(ply)
        table = self._phases[phase]
        if table is None:
            table = self._phases[phase] = self._unpack_phase(phase)
        return table

    def unpack_all(self) -> None:
        """Unpacks every phase at once and frees the means to do it, for use where memory is scarcer than time."""
        for phase in range(PHASE_COUNT):
            self.table(PLIES_PER_PHASE * (phase + 1))
        self._spread = None

    def zero(self, ply: int) -> float:
        """The sum of weights that means an even position of that ply."""
        return WEIGHT_OFFSET * LANE_COUNT - self._constants[ply] * UNITS_PER_DISC

    def discs(self, packed: int, ply: int) -> float:
        """The expected final disc difference for the mover."""
        return (sum_weights(packed, self.table(ply)) - self.zero(ply)) / UNITS_PER_DISC

    def _unpack_phase(self, phase: int) -> bytes:
        self._spread = self._spread or itemgetter(*stored_entries())
        return bytes(self._spread(self._stored(phase)))


def stored_entries() -> List[int]:
    """For every entry of a table, the entry that holds its weight: itself or its mirror image."""
    return [start + min(content, mirrored) for shape, start in enumerate(SHAPE_STARTS)
            for content, mirrored in enumerate(mirrored_contents(shape))]
