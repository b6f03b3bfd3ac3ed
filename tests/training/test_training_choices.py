"""Rules for the final choice, settings, and the searches that try them."""

from types import SimpleNamespace

import pytest

from engine.evaluators import PatternEvaluator
from engine.report import Limit
from engine.thinker import Thinker
from engine.training.choices import (
    PLAYED,
    RULE_NAMES,
    RULES,
    TODAY,
    best_line_of_half,
    best_mean_of_half,
    best_quality,
    choose,
    most_visits,
    new_thinker,
    parse_settings,
    search,
    settings_to_text,
)
from engine.tree import CLOSED
from tests.positions import random_position

MIDDLE = random_position(40, 1)
END = random_position(10, 1)


def root_of(moves, proven=None):
    """A root whose moves are (visits, mean, minimax, quality)."""
    return SimpleNamespace(visits=[move[0] for move in moves], sums=[move[0] * move[1] for move in moves],
                           minimax=[move[2] for move in moves], quality=[move[3] for move in moves], proven=proven)


#: The first has the most visits, the second half as many and the best line, the third the best mean of these; the last
#: is the best in everything but visits.
ROOT = root_of([(100, 0.10, 0.1, 0.10), (50, 0.15, 0.4, 0.30), (60, 0.20, 0.2, 0.20), (49, 0.9, 0.9, 0.9)])


@pytest.mark.parametrize("rule, place", [
    (most_visits, 0), (best_quality, 3), (best_line_of_half, 1), (best_mean_of_half, 2)])
def test_rules_differ(rule, place):
    assert rule(ROOT, [0, 1, 2, 3]) == place


def test_rules_see_only_open_moves():
    assert most_visits(ROOT, [1, 2, 3]) == 2
    assert best_quality(ROOT, [2, 3]) == 3


def test_among_equal_visits_the_better_move_is_chosen():
    assert most_visits(root_of([(9, 0, 0, 0.1), (9, 0, 0, 0.2)]), [0, 1]) == 1


@pytest.mark.parametrize("rule", RULES.values())
def test_unvisited_moves_do_no_harm(rule):
    assert rule(root_of([(0, 0.0, 0.1, 0.1), (0, 0.0, 0.0, 0.0)]), [0, 1]) == 0


def test_a_proven_draw_is_taken_if_the_favourite_looks_worse():
    draw = (10, 0.0, 0.0, CLOSED)
    for quality, place in ((-0.1, 1), (0.1, 0)):
        tree = SimpleNamespace(root=root_of([(50, quality, quality, quality), draw]))
        assert choose(tree, most_visits) == place


def test_a_proven_loss_is_not_chosen_for_its_visits():
    tree = SimpleNamespace(root=root_of([(90, -1.02, -1.02, CLOSED), (10, -0.5, -0.5, -0.5)]))
    assert choose(tree, most_visits) == 1


def test_a_proven_root_is_left_to_the_tree():
    tree = SimpleNamespace(root=root_of([(90, 0.0, 0.0, 0.0), (2, 1.1, 1.1, CLOSED)], proven=1.1),
                           best_pick=lambda root: 1)
    assert choose(tree, most_visits) == 1


def test_settings_are_read_on_top_of_others():
    base = parse_settings(["minimax_share=0.75", "solved_empties=10"])
    assert dict(base) == {"minimax_share": 0.75, "solved_empties": 10}
    assert dict(parse_settings(["minimax_share=0.25", "doubt=0"], base)) == {
        "minimax_share": 0.25, "solved_empties": 10, "doubt": 0.0}
    assert settings_to_text(base) == "minimax_share=0.75 solved_empties=10"
    assert settings_to_text(()) == "as committed"


@pytest.mark.parametrize("word, complaint", [
    ("speed=3", "unknown setting 'speed=3': expected NAME=VALUE with one of doubt, exploration, minimax_share"),
    ("doubt", "bad setting 'doubt': expected a number from 0 to 10"),
    ("doubt=much", "bad setting 'doubt=much'"),
    ("doubt=nan", "bad setting 'doubt=nan'"),
    ("minimax_share=1.5", "bad setting 'minimax_share=1.5': expected a number from 0 to 1"),
    ("value_discs=0", "bad setting 'value_discs=0'"),
    ("solved_empties=10.5", "bad setting 'solved_empties=10.5': expected a whole number from 4 to 20"),
])
def test_a_bad_setting_is_named(word, complaint):
    with pytest.raises(ValueError) as error:
        parse_settings([word])
    assert str(error.value).startswith(complaint)


def test_settings_reach_only_their_own_search():
    settings = parse_settings(["minimax_share=0.75", "value_discs=90", "exploration=0.3", "doubt=0.2", "prior_discs=3",
                               "solved_empties=8"])
    thinker, usual = new_thinker(settings), new_thinker(())
    evaluator = thinker.tree.evaluator
    assert (evaluator.minimax_share, evaluator.value_discs, evaluator.exploration, evaluator.doubt,
            evaluator.prior_discs, thinker.tree.solved_ply) == (0.75, 90, 0.3, 0.2, 3, 52)
    assert thinker.tree._falloff[100] < usual.tree._falloff[100]
    for name in ("minimax_share", "value_discs", "exploration", "doubt", "prior_discs"):
        assert getattr(usual.tree.evaluator, name) == getattr(PatternEvaluator, name)
    assert usual.tree.solved_ply == Thinker().tree.solved_ply


def test_a_continued_search_gives_the_same_answer_as_a_new_one():
    short, long = search(*MIDDLE, (), [Limit(simulations=150), Limit(simulations=400)])
    alone, = search(*MIDDLE, (), [Limit(simulations=400)])
    assert (short.simulations, long.simulations) == (150, 400)
    assert (long.moves, long.decided, long.discs) == (alone.moves, alone.decided, alone.discs)
    assert long.seconds > short.seconds


def test_the_answer_is_the_bots_own():
    answer, = search(*MIDDLE, (), [Limit(simulations=300)])
    report = Thinker().think(*MIDDLE, Limit(simulations=300))
    assert list(answer.moves) == [PLAYED] + RULE_NAMES
    assert answer.moves[PLAYED] == answer.moves[TODAY] == report.move
    assert (answer.discs, answer.decided) == (report.discs, False)
    assert answer.moves["most visits"] == max(report.candidates, key=lambda candidate: candidate.visits).move


def test_settings_change_the_search():
    usual, = search(*MIDDLE, (), [Limit(simulations=300)])
    other, = search(*MIDDLE, parse_settings(["minimax_share=0"]), [Limit(simulations=300)])
    assert usual.discs != other.discs


def test_the_end_is_decided_by_seconds_as_by_simulations():
    exact = Thinker().think(*END, Limit(simulations=10))
    for limits in ([Limit(simulations=10)], [Limit(seconds=1.0), Limit(seconds=2.0)]):
        for answer in search(*END, (), limits):
            assert answer.decided and answer.discs == exact.discs
