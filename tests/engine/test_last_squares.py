"""The last squares: bounds on the right side of every threshold, for each number of squares and both goals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import FULL_BOARD, count_discs
from engine.last_squares import LAST_SQUARES, LastSquares, PlanMemory
from engine.oriented import COPIES, FIRST_COPY, orient
from tests.minimax import minimax
from tests.positions import crowded_positions

SEARCHES = {goal: LastSquares(goal, 1000) for goal in (1, -1)}
odd_thresholds = st.integers(-33, 32).map(lambda half: 2 * half + 1)


def bound(position, threshold, goal):
    empties = 64 - count_discs(position[0] | position[1])
    return SEARCHES[goal].search(*orient(*position), empties, threshold)


@pytest.mark.parametrize("goal", SEARCHES)
@pytest.mark.parametrize("empties", range(LAST_SQUARES + 1))
@given(data=st.data(), threshold=odd_thresholds)
@settings(max_examples=60)
def test_the_bound_lies_between_the_threshold_and_the_score(empties, goal, data, threshold):
    position = data.draw(crowded_positions(empties, empties))
    score = minimax(*position, goal=goal)
    found = bound(position, threshold, goal)
    assert threshold < found <= score if score > threshold else score <= found < threshold


@pytest.mark.parametrize("goal", SEARCHES)
@pytest.mark.parametrize("empty", range(64))
def test_a_last_square_that_neither_side_can_play_counts_for_the_winner(goal, empty):
    position = FULL_BOARD & ~(1 << empty), 0
    assert bound(position, 1, goal) == 64 * goal
    assert bound(position[::-1], 1, goal) == -64 * goal


def test_a_plan_has_every_square_once_and_those_of_odd_quadrants_first():
    plans = PlanMemory(1, 1000)
    squares = {"b2": 9, "a1": 0, "h1": 7, "d5": 35}
    empty = sum(COPIES[square] & FIRST_COPY for square in squares.values())
    planned = [empty ^ left for _, _, left, _ in plans[empty]]
    # h1 and d5 are alone in their quadrants; a1 and b2 share one. Within each group a corner comes before the rest.
    assert planned == [COPIES[squares[name]] & FIRST_COPY for name in ("h1", "d5", "a1", "b2")]


def test_plans_are_bounded():
    plans = PlanMemory(1, 20)
    for square in range(60):
        assert len(plans[sum(COPIES[square + step] & FIRST_COPY for step in range(4))]) == 4
        assert len(plans) <= 20
