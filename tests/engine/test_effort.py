"""Predicted solving times: in proportion to speed, growing with the position, and of the right size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import board_from_text, count_discs, legal_moves
from engine.effort import GUESSED_NODES_PER_SECOND, REFERENCE_MOVES, Effort
from engine.endgame import EndgameSolver
from tests.endgames import PROBLEMS

empties = st.integers(1, 40)
moves = st.integers(0, 25)


@given(empties, moves, st.booleans())
def test_more_squares_more_moves_and_the_exact_score_take_longer(empties, moves, outcome_only):
    effort = Effort()
    expected = effort.expected_seconds(empties, moves, outcome_only)
    assert 0 < expected.mean < expected.high
    assert effort.expected_seconds(empties + 1, moves, outcome_only).high > expected.high
    assert effort.expected_seconds(empties, moves + 1, outcome_only).high > expected.high
    assert effort.expected_seconds(empties, moves, True).high < effort.expected_seconds(empties, moves).high


def test_the_speed_seen_replaces_the_guess():
    effort = Effort()
    assert effort.nodes_per_second() == pytest.approx(GUESSED_NODES_PER_SECOND)
    before = effort.expected_seconds(16, REFERENCE_MOVES)
    effort.note(10 ** 7, 2 * 10 ** 7 / GUESSED_NODES_PER_SECOND)
    assert effort.nodes_per_second() == pytest.approx(GUESSED_NODES_PER_SECOND / 2, rel=0.01)
    assert effort.expected_seconds(16, REFERENCE_MOVES).mean == pytest.approx(2 * before.mean, rel=0.01)


def test_a_clock_that_stands_still_or_runs_back_does_no_harm():
    effort = Effort()
    effort.note(1000, 0.0)
    effort.note(1000, -1.0)
    assert 0 < effort.nodes_per_second() < float("inf")


def test_a_solver_learns_its_speed_even_from_what_it_does_not_finish():
    ticks = iter(range(10 ** 9))
    solver = EndgameSolver(clock=lambda: next(ticks) * 0.01)
    assert solver.solve(*board_from_text(PROBLEMS[-1][0]), deadline=2.0) is None
    assert solver.effort.nodes_per_second() < GUESSED_NODES_PER_SECOND


def test_most_endgames_take_no_longer_than_predicted():
    within = 0
    for board, score, _ in PROBLEMS:
        player, opponent = board_from_text(board)
        solver = EndgameSolver()
        nodes = solver.solve(player, opponent, estimate=score).nodes
        predicted = solver.effort.expected_seconds(board.count("-"), count_discs(legal_moves(player, opponent)))
        within += nodes <= predicted.high * solver.effort.nodes_per_second()
    assert within >= len(PROBLEMS) - 1
