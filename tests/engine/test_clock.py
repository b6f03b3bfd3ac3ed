"""The clock of a turn, with time that passes only when a test says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import TurnClock, allot, turn_share

limits = st.floats(0.01, 3600)


class FakeTime:
    """A source of time that stands still."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@given(limits)
def test_the_search_stops_before_the_last_call_and_the_last_call_comes_before_the_limit(limit):
    optimum, maximum = allot(limit)
    assert 0 < optimum < maximum < limit


@given(st.floats(1, 3600))
def test_a_search_may_use_at_least_85_percent_of_a_limit_of_a_second_or_more(limit):
    assert allot(limit).optimum_seconds >= 0.85 * limit


@given(limits, limits)
def test_a_longer_limit_gives_more_of_everything(one, other):
    shorter, longer = sorted([one, other])
    assert allot(shorter).optimum_seconds <= allot(longer).optimum_seconds
    assert allot(shorter).maximum_seconds <= allot(longer).maximum_seconds


@pytest.mark.parametrize("limit, optimum, maximum", [
    (0.1, 0.076, 0.0856),
    (0.2, 0.152, 0.1712),
    (1, 0.855, 0.913),
    (4, 3.42, 3.652),
    (6, 5.2, 5.52),
    (12, 10.9, 11.34),
    (60, 56.5, 57.9),
])
def test_the_moments_of_usual_limits(limit, optimum, maximum):
    assert allot(limit) == pytest.approx((optimum, maximum))


@pytest.mark.parametrize("wall_used, cpu_used, used", [(2.0, 0.5, 2.0), (0.5, 2.0, 2.0)])
def test_a_turn_has_used_the_larger_of_wall_and_processor_time(wall_used, cpu_used, used):
    wall, cpu = FakeTime(100.0), FakeTime(7.0)
    clock = TurnClock(6.0, wall=wall, cpu=cpu)
    wall.now += wall_used
    cpu.now += cpu_used
    assert clock.used_seconds() == pytest.approx(used)
    assert clock.search_seconds() == pytest.approx(5.2 - used)
    assert clock.answer_seconds() == pytest.approx(5.52 - used)


def test_a_turn_may_have_begun_before_the_clock_was_made():
    clock = TurnClock(6.0, wall_start=99.0, cpu_start=0.0, wall=FakeTime(100.0), cpu=FakeTime(0.25))
    assert clock.used_seconds() == pytest.approx(1.0)


@given(limits, st.floats(0, 10000))
def test_what_is_left_shrinks_to_zero_and_stays_there(limit, used):
    clock = TurnClock(limit, wall_start=0.0, wall=FakeTime(used), cpu=FakeTime())
    assert 0 <= clock.search_seconds() <= clock.answer_seconds() < limit
    assert (clock.search_seconds() == 0) == (used >= allot(limit).optimum_seconds)


def test_without_a_limit_the_clock_never_runs_out():
    wall = FakeTime()
    clock = TurnClock(None, wall=wall, cpu=FakeTime())
    wall.now = 1e9
    assert clock.search_seconds() is None
    assert clock.answer_seconds() is None


def test_a_games_time_is_shared_by_the_turns_that_are_left():
    assert turn_share(320, 60) == 10
    assert turn_share(9, 1) == turn_share(9, 2) == 3
    assert turn_share(0, 30) == turn_share(-5, 30) == 0


@pytest.mark.parametrize("turns", [30, 40, 60])
def test_shares_never_use_a_games_time_up(turns):
    left = 180.0
    for turn in range(turns):
        share = turn_share(left, max(0, 60 - 2 * turn))
        assert 0 < share < left
        left -= share
