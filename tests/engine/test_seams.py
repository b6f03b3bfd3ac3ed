"""The seams: whatever stands for a part of the bot defines everything that the rest of the bot uses of it."""

import pytest

from engine.book import Book
from engine.evaluators import PatternEvaluator, PlayoutEvaluator
from engine.seams import MoveThinker, OpeningKnowledge, PositionEvaluator
from engine.thinker import Thinker
from tests.stub_evaluator import StubEvaluator

PARTS = [
    (PositionEvaluator, PatternEvaluator),
    (PositionEvaluator, PlayoutEvaluator),
    (PositionEvaluator, StubEvaluator),
    (OpeningKnowledge, Book),
    (MoveThinker, Thinker),
]


@pytest.mark.parametrize("seam, part", PARTS)
def test_a_part_defines_every_method_of_its_seam(seam, part):
    methods = [name for name, value in vars(seam).items() if callable(value)]
    assert methods and issubclass(part, seam)
    assert [name for name in methods if getattr(part, name) is getattr(seam, name)] == []


@pytest.mark.parametrize("evaluator", [PatternEvaluator, PlayoutEvaluator, StubEvaluator])
def test_an_evaluator_has_every_number_that_the_search_reads(evaluator):
    names = sorted(PositionEvaluator.__annotations__)
    assert names == ["doubt", "exploration", "minimax_share", "prior_discs", "value_discs"]
    assert all(isinstance(getattr(evaluator, name), float) for name in names)


def test_a_part_without_a_method_says_so():
    for call in (lambda: PositionEvaluator().pack(0, 0), lambda: OpeningKnowledge().choose(0, 0)):
        with pytest.raises(NotImplementedError):
            call()
