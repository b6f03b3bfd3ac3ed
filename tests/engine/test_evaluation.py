"""The learned evaluation: complete, symmetric, and in discs."""

from hypothesis import given
from hypothesis import strategies as st

from engine.board import START, SYMMETRIES, board_from_text, transform_squares
from engine.evaluation import (
    PHASE_COUNT,
    UNITS_PER_DISC,
    PatternEvaluation,
    phase_of_ply,
    stored_entries,
    sum_weights,
)
from engine.patterns import LANE_BITS, LANE_COUNT, SHAPE_SIZES, SHAPE_STARTS, pack_patterns
from engine.weights import PHASE_WEIGHTS, PLY_CONSTANTS
from tests.positions import arbitrary_positions

EVALUATION = PatternEvaluation()
plies = st.integers(0, 60)


def test_every_ply_has_weights_and_a_constant():
    assert len(PHASE_WEIGHTS) == PHASE_COUNT and len(PLY_CONSTANTS) == 61
    for ply in range(61):
        assert len(EVALUATION.table(ply)) == sum(SHAPE_SIZES)


def test_the_phases_follow_each_other_from_the_first_ply_to_the_last():
    phases = [phase_of_ply(ply) for ply in range(61)]
    assert phases == sorted(phases)
    assert set(phases) == set(range(PHASE_COUNT))


@given(arbitrary_positions, plies)
def test_the_sum_is_taken_over_all_lanes(position, ply):
    packed = pack_patterns(*position)
    table = EVALUATION.table(ply)
    assert sum_weights(packed, table) == sum(
        table[packed >> LANE_BITS * lane & 0xFFFFFFFF] for lane in range(LANE_COUNT))


@given(arbitrary_positions, plies, st.sampled_from(SYMMETRIES))
def test_symmetric_positions_have_the_same_value(position, ply, symmetry):
    image = [transform_squares(side, symmetry) for side in position]
    assert EVALUATION.discs(pack_patterns(*position), ply) == EVALUATION.discs(pack_patterns(*image), ply)


def test_mirrored_contents_share_a_weight_and_palindromes_keep_their_own():
    start = SHAPE_STARTS[4]  # row 2: eight squares, mirrored by reading them backwards
    stored = [entry - start for entry in stored_entries()[start:SHAPE_STARTS[5]]]
    assert stored[1] == 1 and stored[3 ** 7] == 1
    assert stored[3 + 2 * 3 ** 7] == 2 + 3 ** 6 == stored[2 + 3 ** 6]
    assert stored[3 ** 0 + 3 ** 7] == 3 ** 0 + 3 ** 7


def test_an_estimate_is_in_discs():
    packed = pack_patterns(*START)
    units = sum_weights(packed, EVALUATION.table(0)) - EVALUATION.zero(0)
    assert EVALUATION.discs(packed, 0) == units / UNITS_PER_DISC
    assert -10 < EVALUATION.discs(packed, 0) < 10


def test_holding_the_corners_gains_discs_and_lacking_them_costs_discs():
    ahead = board_from_text("""
        XXXXXXXX
        XXXXXXO-
        XXXXXOO-
        XXXXOOO-
        XXXOOOO-
        XXOOOOO-
        XOOOOOO-
        XXXXXXXX""")
    ply = 54
    assert EVALUATION.discs(pack_patterns(*ahead), ply) > 10
    assert EVALUATION.discs(pack_patterns(*ahead[::-1]), ply) < -10


def test_unpacking_all_phases_at_once_gives_the_same_tables():
    at_once, one_by_one = PatternEvaluation(), PatternEvaluation()
    at_once.unpack_all()
    assert at_once._spread is None and None not in at_once._phases
    assert [at_once.table(ply) for ply in range(0, 61, 5)] == [one_by_one.table(ply) for ply in range(0, 61, 5)]
