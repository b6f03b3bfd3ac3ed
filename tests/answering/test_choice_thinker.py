"""A thinker made of a function."""

from engine.board import START
from engine.report import Limit
from protocol.answering.choice_thinker import ChoiceThinker


def test_the_functions_choice_is_the_report():
    asked = []

    def choose(player, opponent, limit, generator):
        asked.append((player, opponent, limit))
        return 26

    thinker = ChoiceThinker(choose)
    assert thinker.report is None
    report = thinker.think(*START, Limit(1.0, 5))
    assert (report.move, report.line, report.source) == (26, (26,), "choice")
    assert thinker.report is report
    assert asked == [(*START, Limit(1.0, 5))]


def test_the_same_seed_gives_the_same_random_choices():
    def choose(player, opponent, limit, generator):
        return generator.randrange(64)

    one, same, other = (ChoiceThinker(choose, seed) for seed in (1, 1, 2))
    draws = [[thinker.think(*START, Limit()).move for _ in range(20)] for thinker in (one, same, other)]
    assert draws[0] == draws[1] != draws[2]
