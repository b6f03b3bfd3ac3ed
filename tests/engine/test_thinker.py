"""Thinking within limits: the choice of a move, when it stops, and the report."""

from math import tanh
from random import Random

import pytest

from engine.board import START, board_from_text, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS, square_from_text
from engine.effort import ExpectedSeconds
from engine.endgame import EndgameSolver
from engine.evaluation import UNITS_PER_DISC
from engine.evaluators import PatternEvaluator, PlayoutEvaluator
from engine.oriented import fold
from engine.report import Limit, expected_result
from engine.seams import MOVE_BITS, MOVE_MASK, BookMove, OpeningKnowledge
from engine.thinker import (
    MOST_OVERGROWN,
    TRIM_SECONDS_A_NODE,
    UNTIMED_EXACT_EMPTIES,
    Thinker,
    discs_of_value,
)
from tests.positions import random_position
from tests.stub_evaluator import StubEvaluator


class SteppingClock:
    """A clock that advances by a fixed step at every look."""

    def __init__(self, step):
        self.now = 0.0
        self.step = step

    def __call__(self):
        self.now += self.step
        return self.now


def test_without_a_move_it_passes_and_with_one_it_plays_it_at_once():
    blocked = board_from_text("OX-----O" + "-" * 56)
    report = Thinker().think(*blocked, Limit(seconds=60))
    assert (report.move, report.source, report.simulations) == (PASS, "forced", 0)
    single = board_from_text("XO------" + "-" * 56)
    report = Thinker().think(*single, Limit(seconds=60))
    assert (report.move, report.source, report.simulations) == (square_from_text("c1"), "forced", 0)


class OneMoveBook(OpeningKnowledge):
    """Knows d3 in the start position."""

    def choose(self, player, opponent):
        return BookMove(square_from_text("d3"), 3.0) if (player, opponent) == START else None


def test_book_moves_are_played_at_once_and_other_positions_are_searched():
    thinker = Thinker()
    thinker.book = OneMoveBook()
    report = thinker.think(*START, Limit(seconds=60))
    assert (report.move, report.source, report.simulations) == (square_from_text("d3"), "book", 0)
    assert (report.discs, report.value, report.exact) == (3.0, expected_result(3.0, 60), False)
    assert report is thinker.report
    report = thinker.think(*play_move(*START, report.move), Limit(simulations=20))
    assert (report.source, report.simulations) == ("search", 20)


@pytest.mark.parametrize("source", ["forced", "book"])
def test_a_kept_thinker_spends_the_time_left_by_a_forced_or_known_move_on_what_follows(source):
    clock = SteppingClock(0.001)
    thinker = Thinker(clock=clock)
    thinker.book = OneMoveBook()
    position = START if source == "book" else board_from_text("XO------" + "-" * 8 + "OX------" + "-" * 40)
    shown = []
    report = thinker.think(*position, Limit(seconds=1.0, look_ahead=True), lambda report: bool(shown.append(report)))
    assert (report.source, report.simulations) == (source, 0) and set(shown) == {report} and thinker.report is report
    after = play_move(*position, report.move)
    assert (fold(thinker.tree.root.player), fold(thinker.tree.root.opponent)) == after
    if source == "book":
        assert 1.0 <= clock.now < 1.02 and thinker.tree.root.total > 100


@pytest.mark.parametrize("limit", [Limit(look_ahead=True), Limit(simulations=9, look_ahead=True), Limit(seconds=9.0)])
def test_without_a_clock_or_another_turn_to_come_there_is_nothing_to_look_ahead_for(limit):
    thinker = Thinker()
    thinker.book = OneMoveBook()
    assert thinker.think(*START, limit).source == "book" and not thinker.tree.nodes


def test_looking_ahead_ends_when_it_is_told_to_and_at_the_end_of_the_game():
    clock = SteppingClock(0.001)
    thinker = Thinker(clock=clock)
    thinker.book = OneMoveBook()
    thinker.think(*START, Limit(seconds=60, look_ahead=True), lambda report: True)
    assert clock.now < 0.2 and thinker.tree.root.total > 0
    last = board_from_text("XO-" + "X" * 61)
    assert thinker.think(*last, Limit(seconds=60, look_ahead=True)).move == square_from_text("c1")
    blocked = board_from_text("OX-----O" + "-" * 56)
    assert thinker.think(*blocked, Limit(seconds=60, look_ahead=True)).move == PASS
    assert clock.now < 0.3


def test_a_full_tree_is_trimmed_at_once_but_in_the_last_moments_of_a_turn_only_if_need_be():
    clock = SteppingClock(2e-5)
    thinker = Thinker(evaluator=StubEvaluator(), clock=clock, node_limit=200)
    trimmed = []
    trim = thinker.tree.trim

    def watched_trim():
        if len(thinker.tree.nodes) > 200:
            trimmed.append((clock.now, len(thinker.tree.nodes)))
        trim()

    thinker.tree.trim = watched_trim
    thinker.think(*START, Limit(seconds=0.02))
    last_moments = 0.02 - TRIM_SECONDS_A_NODE * 200
    early = [nodes for now, nodes in trimmed if now < last_moments]
    late = [nodes for now, nodes in trimmed if now > last_moments + 2e-5]
    assert len(early) > 3 and max(early) <= 202
    assert all(nodes > MOST_OVERGROWN * 200 for nodes in late)
    assert 200 < len(thinker.tree.nodes) <= MOST_OVERGROWN * 200 + 2


def test_the_number_of_simulations_is_kept_exactly():
    thinker = Thinker(seed=1)
    report = thinker.think(*START, Limit(simulations=100))
    assert report.simulations == 100 == sum(candidate.visits for candidate in report.candidates)
    assert report is thinker.report


def test_the_same_seed_and_simulations_give_the_same_report():
    for evaluator in (lambda: None, lambda: PlayoutEvaluator(Random(7))):
        first, second = (Thinker(seed=7, clock=SteppingClock(0.0), evaluator=evaluator()).think(
            *random_position(40, 3), Limit(simulations=300)) for _ in range(2))
        assert first == second


def test_it_stops_when_the_time_is_up():
    clock = SteppingClock(0.002)
    report = Thinker(clock=clock).think(*random_position(44, 1), Limit(seconds=1.0))
    assert clock.now < 1.04
    assert report.simulations > 200


@pytest.mark.parametrize("estimates", [{}, {(START, 19): 60}], ids=["equal moves", "a clear favourite"])
def test_a_search_uses_all_its_time(estimates):
    clock = SteppingClock(0.001)
    Thinker(clock=clock, evaluator=StubEvaluator(estimates=estimates)).think(*START, Limit(seconds=0.5))
    assert 0.5 <= clock.now < 0.6


def test_the_report_lists_every_legal_move_once_and_the_answer_first():
    for seed in range(5):
        position = random_position(36, seed)
        report = Thinker().think(*position, Limit(simulations=50))
        assert sorted(candidate.move for candidate in report.candidates) == list(
            iterate_squares(legal_moves(*position)))
        assert report.move == report.candidates[0].move == report.line[0]
        assert sum(candidate.prior for candidate in report.candidates) == pytest.approx(1.0)
        assert all(-1.0 <= candidate.value <= 1.0 for candidate in report.candidates)
        replayed = position
        for move in report.line:
            replayed = play_move(*replayed, move)


@pytest.mark.parametrize("seed", range(4))
def test_the_end_of_the_game_is_played_exactly(seed):
    position = random_position(UNTIMED_EXACT_EMPTIES - 2, seed)
    report = Thinker().think(*position, Limit(seconds=30.0))
    assert report.exact and report.source == "endgame"
    assert report.discs == EndgameSolver().solve(*position).score
    assert -EndgameSolver().solve(*play_move(*position, report.move)).score == report.discs


def test_the_winner_is_proven_before_the_margin():
    position = random_position(14, 2)
    report = Thinker().think(*position, Limit(simulations=100000))  # no clock: no margin
    score = EndgameSolver().solve(*position).score
    assert report.source == "search"
    assert report.value == (score > 0) - (score < 0)
    assert report.proven and not report.exact
    assert report.discs * report.value >= 2.0  # an estimate, on the proven side
    found = EndgameSolver().solve(*play_move(*position, report.move), -1, 1).score
    assert (found < 0) - (found > 0) == report.value


def lost_position():
    """Lost by 8 with 12 empties; the other moves lose by 18, 26, 26, 28, 36, 38 and 42."""
    return random_position(12, 0)


class InTime:
    """Stands in for `Effort`: the solver is never sure to finish; whether it will answer is set."""

    def __init__(self, will_answer):
        self.seconds = 0.0 if will_answer else 1e9

    def expected_seconds(self, empties, moves, one_question=False):
        return ExpectedSeconds(self.seconds if one_question else 1e9, 1e9)

    def note(self, nodes, seconds):
        pass


def test_a_lost_position_is_played_for_the_most_discs():
    thinker = Thinker()
    thinker.solver.effort = InTime(True)
    report = thinker.think(*lost_position(), Limit(seconds=60))
    expected = EndgameSolver().solve(*lost_position()).score
    assert expected < 0
    assert (report.source, report.value, report.exact, report.proven) == ("endgame", -1.0, True, True)
    assert report.discs == expected == -EndgameSolver().solve(*play_move(*lost_position(), report.move)).score


def test_the_solvers_answers_count_even_if_it_runs_out_of_time():
    thinker = Thinker()
    thinker.solver.effort = InTime(True)
    solve, answers = thinker.solver.solve, []

    def answer_once(*question):
        if not answers:
            answers.append(solve(*question))
            return answers[0]
        return None

    thinker.solver.solve = answer_once
    report = thinker.think(*lost_position(), Limit(seconds=60))
    assert (report.source, report.value, report.exact, report.proven) == ("endgame", -1.0, False, True)
    assert report.move == answers[0].move and report.discs >= answers[0].score
    assert -EndgameSolver().solve(*play_move(*lost_position(), report.move)).score >= answers[0].score


def test_without_the_solver_a_second_search_counts_the_discs_of_a_lost_position():
    thinker = Thinker(clock=SteppingClock(0.001))
    thinker.solver.effort = InTime(False)
    thinker.solver.solve = lambda *question: None
    report = thinker.think(*lost_position(), Limit(seconds=3.0))
    proof = thinker.tree.root
    assert proof.proven < 0 and report.simulations > proof.total
    assert (report.source, report.value, report.exact, report.proven) == ("search", -1.0, False, True)
    assert all(candidate.proven and candidate.discs <= -2.0 for candidate in report.candidates)
    given_away = EndgameSolver().solve(*lost_position()).score + EndgameSolver().solve(
        *play_move(*lost_position(), report.move)).score
    assert given_away <= 10


def test_the_goal_can_be_fewest_discs():
    position = random_position(8, 5)
    report = Thinker(seed=1, fewest_wins=True).think(*position, Limit(seconds=30.0))
    assert report.exact
    assert report.discs == EndgameSolver(fewest_wins=True).solve(*position).score


def test_progress_is_reported_and_can_stop_the_search():
    seen = []

    def stop_at_the_third(report):
        seen.append(report)
        return len(seen) == 3

    clock = SteppingClock(0.02)
    report = Thinker(clock=clock).think(*random_position(40, 9), Limit(seconds=60.0), stop_at_the_third)
    assert len(seen) >= 3 and clock.now < 5.0
    assert report.move in [candidate.move for candidate in seen[0].candidates]


def test_the_tree_is_reused_on_the_next_turn():
    thinker = Thinker()
    report = thinker.think(*START, Limit(simulations=400))
    position = play_move(*play_move(*START, report.line[0]), report.line[1])
    again = thinker.think(*position, Limit(simulations=1))
    assert sum(candidate.visits for candidate in again.candidates) > 20


def test_discs_of_a_value_are_finite_and_odd():
    assert discs_of_value(0.0, 60.0) == 0.0
    assert discs_of_value(1.0, 60.0) == -discs_of_value(-1.0, 60.0) == 64.0
    assert discs_of_value(tanh(0.1), 60.0) == pytest.approx(6.0)


def test_a_candidate_has_the_mean_of_its_visits_or_its_first_estimate():
    thinker = Thinker()
    candidates = thinker.think(*random_position(40, 9), Limit(simulations=30)).candidates
    root = thinker.tree.root
    means = {root.ranking[place] & MOVE_MASK: total / visits
             for place, (total, visits) in enumerate(zip(root.margins, root.visits)) if visits}
    estimates = {move & MOVE_MASK: (move >> MOVE_BITS) / UNITS_PER_DISC for move in root.ranking}
    assert 1 < len(means) < len(candidates)
    for candidate in candidates:
        if candidate.visits:
            assert tanh(candidate.discs / PatternEvaluator.value_discs) == pytest.approx(means[candidate.move])
        else:
            assert candidate.discs == estimates[candidate.move]
        assert candidate.value == pytest.approx(expected_result(candidate.discs, 40))
