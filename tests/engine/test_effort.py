"""Predicted solving times: in proportion to speed, growing with the position, and of the right size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import board_from_text, count_discs, legal_moves
from engine.effort import GUESSED_NODES_PER_SECOND, REFERENCE_MOVES, Effort
from engine.endgame import EndgameSolver
from engine.oriented import orient
from tests.endgames import PROBLEMS

empties = st.integers(1, 40)
moves = st.integers(0, 25)


@given(empties, moves)
def test_more_squares_and_more_moves_take_longer(empties, moves):
    effort = Effort()
    expected = effort.expected_seconds(empties, moves)
    assert 0 < expected.mean < expected.high
    assert effort.expected_seconds(empties + 1, moves).high > expected.high
    assert effort.expected_seconds(empties, moves + 1).high > expected.high


def test_the_speed_seen_replaces_the_guess():
    effort = Effort()
    assert effort.nodes_per_second() == pytest.approx(GUESSED_NODES_PER_SECOND)
    before = effort.expected_seconds(16, REFERENCE_MOVES)
    effort.note(10 ** 7, 2 * 10 ** 7 / GUESSED_NODES_PER_SECOND)
    assert effort.nodes_per_second() == pytest.approx(GUESSED_NODES_PER_SECOND / 2, rel=0.01)
    assert effort.expected_seconds(16, REFERENCE_MOVES).mean == pytest.approx(2 * before.mean, rel=0.01)


def test_a_clock_that_stands_still_or_runs_backwards_does_no_harm():
    effort = Effort()
    effort.note(1000, 0.0)
    effort.note(1000, -1.0)
    assert 0 < effort.nodes_per_second() < float("inf")


def test_a_solver_learns_its_speed_even_from_unfinished_work():
    ticks = iter(range(10 ** 9))
    solver = EndgameSolver(clock=lambda: next(ticks) * 0.01)
    assert solver.solve(*board_from_text(PROBLEMS[-1][0]), deadline=2.0) is None
    assert solver.effort.nodes_per_second() < GUESSED_NODES_PER_SECOND


def test_a_solver_learns_its_speed_from_the_positions_of_a_tree():
    ticks = iter(range(10 ** 9))
    solver = EndgameSolver(clock=lambda: next(ticks) * 0.01)
    solver.score_oriented(*orient(*board_from_text(PROBLEMS[-1][0])), PROBLEMS[-1][0].count("-"))
    assert solver.effort.nodes_per_second() < GUESSED_NODES_PER_SECOND


def test_most_endgames_take_no_longer_than_predicted():
    """Of those with several moves; a forced move needs no prediction."""
    positions = [(board_from_text(board), score) for board, score, _ in PROBLEMS]
    excess = []
    for position, score in positions:
        moves, empties = count_discs(legal_moves(*position)), 64 - count_discs(position[0] | position[1])
        if moves > 1:
            solver = EndgameSolver(clock=lambda: 0.0)
            predicted = solver.effort.expected_seconds(empties, moves).high * solver.effort.nodes_per_second()
            excess.append(solver.solve(*position, estimate=score).nodes > predicted)
    assert len(excess) > 10 and sum(excess) <= 1
