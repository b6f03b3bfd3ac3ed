"""The pattern geometry, and the packed lanes updated move by move."""

from hypothesis import given
from hypothesis import strategies as st

from engine.board import START, SYMMETRIES, flipped_discs, iterate_squares, legal_moves, play_move, transform_squares
from engine.oriented import RAY_STARTS, orient
from engine.patterns import (
    LANE_BITS,
    LANE_COUNT,
    LANES,
    PACKED_BYTES,
    SHAPE_OF_LANE,
    SHAPE_SIZES,
    SHAPE_STARTS,
    SHAPES,
    TWICE_BIAS,
    DeltaMemory,
    pack_patterns,
)
from tests.positions import arbitrary_positions, reachable_positions

DELTAS = [DeltaMemory(square) for square in range(64)]


def contents(packed):
    return [(packed >> LANE_BITS * lane & 0xFFFFFFFF) - SHAPE_STARTS[SHAPE_OF_LANE[lane]] for lane in range(LANE_COUNT)]


def obvious_contents(player, opponent):
    """Each lane by the definition: digit 2 for the mover, 1 for an empty square, 0 for the opponent."""
    return [sum((2 if player >> square & 1 else 0 if opponent >> square & 1 else 1) * 3 ** digit
                for digit, square in enumerate(squares)) for squares in LANES]


def test_there_are_42_lanes_and_every_square_is_in_several():
    assert LANE_COUNT == 42 == len(SHAPE_OF_LANE) and PACKED_BYTES == 168
    for square in range(64):
        assert sum(square in lane for lane in LANES) >= 3
    assert [SHAPE_OF_LANE.count(shape) for shape in range(len(SHAPES))] == [4, 4, 4, 4, 4, 4, 4, 2, 4, 4, 4]


def test_every_lane_fits_its_bits():
    assert sum(SHAPE_SIZES) <= 1 << LANE_BITS


@given(arbitrary_positions)
def test_the_packed_lanes_follow_the_definition(position):
    assert contents(pack_patterns(*position)) == obvious_contents(*position)


@given(arbitrary_positions)
def test_changing_sides_is_a_subtraction(position):
    player, opponent = position
    assert TWICE_BIAS - pack_patterns(player, opponent) == pack_patterns(opponent, player)


@given(st.one_of(reachable_positions, arbitrary_positions))
def test_a_move_updates_the_lanes_as_if_packed_from_scratch(position):
    player, opponent = position
    own, other, _ = orient(player, opponent)
    packed = pack_patterns(player, opponent)
    for square in iterate_squares(legal_moves(player, opponent)):
        delta = DELTAS[square].learn((other + RAY_STARTS[square]) & own)
        assert TWICE_BIAS - packed - delta == pack_patterns(*play_move(player, opponent, square))


@given(arbitrary_positions, st.sampled_from(SYMMETRIES))
def test_symmetric_positions_have_the_same_lanes_up_to_reflection(position, symmetry):
    image = tuple(transform_squares(side, symmetry) for side in position)
    assert shape_bags(*position) == shape_bags(*image)


def shape_bags(player, opponent):
    """For each shape, the contents of its lanes in sorted order, reflections merged."""
    bags = []
    for shape in range(len(SHAPES)):
        squares = LANES[SHAPE_OF_LANE.index(shape)]
        seen = []
        for lane, lane_shape in zip(LANES, SHAPE_OF_LANE):
            if lane_shape == shape:
                row = [(player >> square & 1) - (opponent >> square & 1) for square in lane]
                seen.append(min(reflected(row, squares)))
        bags.append(sorted(seen))
    return bags


def reflected(row, squares):
    """The contents of a lane under all symmetries that map the shape onto itself."""
    for symmetry in SYMMETRIES:
        image = [symmetry[square] for square in squares]
        if set(image) == set(squares):
            yield tuple(row[squares.index(square)] for square in image)


def test_the_first_move_changes_only_the_lanes_of_the_placed_and_the_flipped_disc():
    player, opponent = START
    assert flipped_discs(player, opponent, 19) == 1 << 27
    before, after = contents(pack_patterns(player, opponent)), contents(pack_patterns(*play_move(player, opponent, 19)))
    changed = [lane for lane in range(LANE_COUNT) if after[lane] != SHAPE_SIZES[SHAPE_OF_LANE[lane]] - 1 - before[lane]]
    assert changed == [lane for lane, squares in enumerate(LANES) if 19 in squares or 27 in squares]
