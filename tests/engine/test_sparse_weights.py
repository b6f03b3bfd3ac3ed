"""The small store of weights: complete, and close to the full one."""

from engine import sparse_weights
from engine.evaluation import PHASE_COUNT, WEIGHT_OFFSET, PatternEvaluation
from engine.patterns import SHAPE_SIZES
from engine.small_weights import PLY_CONSTANTS, STEP_UNITS
from engine.sparse_weights import stored_weights
from engine.stored_weights import stored_weights as full_weights
from engine.weights import PLY_CONSTANTS as FULL_CONSTANTS


def test_every_phase_has_a_weight_for_every_content():
    assert [len(stored_weights(phase)) for phase in range(PHASE_COUNT)] == [sum(SHAPE_SIZES)] * PHASE_COUNT
    assert len(PLY_CONSTANTS) == len(FULL_CONSTANTS)


def test_most_contents_are_zero_and_the_others_are_whole_steps_near_the_full_weights():
    for phase in range(PHASE_COUNT):
        small, full = stored_weights(phase), full_weights(phase)
        kept = [content for content, weight in enumerate(small) if weight != WEIGHT_OFFSET]
        assert 1000 < len(kept) < len(small) / 4
        assert all((small[content] - WEIGHT_OFFSET) % STEP_UNITS == 0 for content in kept if 0 < small[content] < 255)
        pairs = [(small[content] - 128, full[content] - 128) for content in kept if full[content] != WEIGHT_OFFSET]
        agreed = sum(ours * theirs for ours, theirs in pairs) / sum(theirs * theirs for _, theirs in pairs)
        assert 0.7 < agreed < 1.3


def test_the_evaluation_reads_either_store(monkeypatch):
    monkeypatch.setattr("engine.evaluation.stored_weights", sparse_weights.stored_weights)
    assert len(PatternEvaluation().table(30)) == sum(SHAPE_SIZES)
