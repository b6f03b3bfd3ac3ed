"""The pattern geometry: the groups of squares that the evaluation looks at, their contents packed into one integer.

Eleven shapes and their images under the symmetries of the board make 42 lanes. A lane's content is a number in balanced
ternary: the k-th square of the lane adds 3**k if the mover holds it and subtracts 3**k if the opponent does. All lanes
live in one integer, `packed`, 32 bits each. A bias makes every lane count from the start of its shape in one table of
all shapes, so a lane is the index of its weight.

With balanced digits a change of sides is a change of sign: when a move adds `delta` for the mover, the opponent's view
of the new position is `TWICE_BIAS - packed - delta`. Nothing else has to be kept up to date.
"""

from typing import List, Tuple

from engine.board import SYMMETRIES, iterate_squares
from engine.coordinates import squares_from_transcript
from engine.oriented import FlipMemory, fold

#: Name and squares of each shape. The order of the squares is the order of the digits.
SHAPES = (
    ("corner", "a1b1c1a2b2c2a3b3c3"),
    ("angle", "a5a4a3a2a1b2b1c1d1e1"),
    ("edge", "b2a1b1c1d1e1f1g1h1g2"),
    ("block", "a1c1d1c2d2e2f2e1f1h1"),
    ("row 2", "a2b2c2d2e2f2g2h2"),
    ("row 3", "a3b3c3d3e3f3g3h3"),
    ("row 4", "a4b4c4d4e4f4g4h4"),
    ("diagonal 8", "a1b2c3d4e5f6g7h8"),
    ("diagonal 7", "b1c2d3e4f5g6h7"),
    ("diagonal 6", "c1d2e3f4g5h6"),
    ("diagonals 5 and 4", "d1e2f3g4h5e1f2g3h4"),
)
LANE_BITS = 32


def _shape_images() -> Tuple[List[Tuple[int, ...]], List[int]]:
    """The squares of every lane, and the shape of every lane."""
    lanes: List[Tuple[int, ...]] = []
    shapes = []
    for shape, (_, text) in enumerate(SHAPES):
        seen = set()
        for symmetry in SYMMETRIES:
            lane = tuple(symmetry[square] for square in squares_from_transcript(text))
            if frozenset(lane) not in seen:
                seen.add(frozenset(lane))
                lanes.append(lane)
                shapes.append(shape)
    return lanes, shapes


LANES, SHAPE_OF_LANE = _shape_images()
LANE_COUNT = len(LANES)
PACKED_BYTES = LANE_COUNT * LANE_BITS // 8
SHAPE_SIZES = [3 ** (len(text) // 2) for _, text in SHAPES]
#: Where each shape begins in a table of all shapes.
SHAPE_STARTS = [sum(SHAPE_SIZES[:shape]) for shape in range(len(SHAPES))]

#: For each square, the amount that a mover's disc there adds to `packed`.
DISC_WEIGHTS = [0] * 64
_BIAS = 0
for _lane, _squares in enumerate(LANES):
    for _digit, _square in enumerate(_squares):
        DISC_WEIGHTS[_square] += 3 ** _digit << LANE_BITS * _lane
    _BIAS += SHAPE_STARTS[SHAPE_OF_LANE[_lane]] + 3 ** len(_squares) // 2 << LANE_BITS * _lane
TWICE_BIAS = 2 * _BIAS


def mirrored_contents(shape: int) -> List[int]:
    """For every content of a shape, the content of its mirror image: the same discs seen from the other side."""
    squares = LANES[SHAPE_OF_LANE.index(shape)]
    for symmetry in SYMMETRIES:
        image = [symmetry[square] for square in squares]
        if image != list(squares) and set(image) == set(squares):
            break
    contents = [0]
    for square in squares:
        power = 3 ** image.index(square)
        contents = contents + [content + power for content in contents] + [content + 2 * power for content in contents]
    return contents


def pack_patterns(player: int, opponent: int) -> int:
    """All lanes of a position from scratch."""
    packed = _BIAS
    for square in iterate_squares(player):
        packed += DISC_WEIGHTS[square]
    for square in iterate_squares(opponent):
        packed -= DISC_WEIGHTS[square]
    return packed


class DeltaMemory(FlipMemory):
    """A FlipMemory for patterns: anchors -> the amount that playing there adds to the mover's `packed`."""

    def __init__(self, square: int) -> None:
        super().__init__(square)
        self.placed = DISC_WEIGHTS[square]

    def entry(self, anchors: int) -> int:
        """The placed disc, and each flipped disc twice: it leaves the opponent and joins the mover."""
        delta = self.placed
        for square in iterate_squares(fold(super().entry(anchors))):
            delta += 2 * DISC_WEIGHTS[square]
        return delta
