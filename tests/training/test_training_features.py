"""Features from scratch are the lanes of the bot's own patterns."""

from array import array

from hypothesis import given

from engine.evaluation import UNITS_PER_DISC, PatternEvaluation
from engine.patterns import LANE_BITS, LANE_COUNT, pack_patterns
from engine.training.bits import to_word
from engine.training.features import FOLD, LANE_WORDS, TABLE_SIZE, evaluate, features
from tests.positions import arbitrary_positions

PATTERNS = PatternEvaluation()
TABLE = array("h", [0] + list(PATTERNS.table(30)) + [0])


@given(arbitrary_positions)
def test_features_are_the_lanes(position):
    packed = pack_patterns(*position)
    assert features(*map(to_word, position)) == [
        packed >> LANE_BITS * lane & 0xFFFFFFFF for lane in range(LANE_COUNT)]


@given(arbitrary_positions)
def test_evaluate_gives_the_bots_own_sum(position):
    own, other = map(to_word, position)
    bot = PATTERNS.discs(pack_patterns(*position), 30)
    assert (evaluate(LANE_WORDS, own, other, TABLE, 1) - PATTERNS.zero(30)) / UNITS_PER_DISC == bot


def test_folding_is_idempotent_and_covers_the_table():
    assert len(FOLD) == TABLE_SIZE == len(TABLE) - 1
    assert all(FOLD[FOLD[entry]] == FOLD[entry] <= entry for entry in range(TABLE_SIZE))
