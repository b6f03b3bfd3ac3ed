"""Features from scratch are the lanes of the bot's own patterns."""

from array import array

from hypothesis import given

from engine.evaluation import UNITS_PER_DISC, PatternEvaluation
from engine.patterns import LANE_BITS, LANE_COUNT, SHAPE_OF_LANE, pack_patterns
from engine.training.bits import to_word
from engine.training.features import FOLD, SHAPE_STARTS, TABLE_SIZE, evaluate, features
from tests.positions import arbitrary_positions

PATTERNS = PatternEvaluation()
TABLE = array("f", [float(byte) for table in PATTERNS.tables(30) for byte in table] + [0.0])


@given(arbitrary_positions)
def test_features_index_the_flat_table_by_lane(position):
    packed = pack_patterns(*position)
    assert features(*map(to_word, position)) == [
        SHAPE_STARTS[SHAPE_OF_LANE[lane]] + (packed >> LANE_BITS * lane & 0xFFFF) for lane in range(LANE_COUNT)]


@given(arbitrary_positions)
def test_evaluate_is_the_bots_own_sum(position):
    own, other = map(to_word, position)
    bot = PATTERNS.discs(pack_patterns(*position), 30)
    assert (evaluate(own, other, TABLE) - PATTERNS.zero(30)) / UNITS_PER_DISC == bot


def test_folding_is_idempotent_and_covers_the_table():
    assert len(FOLD) == TABLE_SIZE == len(TABLE)
    assert all(FOLD[FOLD[entry]] == FOLD[entry] <= entry for entry in range(TABLE_SIZE))
