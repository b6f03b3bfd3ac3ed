"""The clock of a turn, with time that passes only when a test lets it."""

from itertools import accumulate, cycle
from random import Random
from typing import Iterable, Tuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import LearnedMargin, TurnClock, allot, cautious_margin, least_margin, turn_share

limits = st.floats(0.01, 3600)


class FakeTime:
    """A time source that stands still unless it is set."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@given(limits)
def test_the_search_stops_before_the_last_call_and_the_last_call_comes_before_the_limit(limit):
    optimum, maximum = allot(limit)
    assert 0 < optimum < maximum < limit


@given(st.floats(1, 3600))
def test_the_search_gets_at_least_85_percent_of_a_limit_of_a_second_or_more(limit):
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
def test_the_allotments_of_usual_limits(limit, optimum, maximum):
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
def test_the_time_left_shrinks_to_zero_and_stays_there(limit, used):
    clock = TurnClock(limit, wall_start=0.0, wall=FakeTime(used), cpu=FakeTime())
    assert 0 <= clock.search_seconds() <= clock.answer_seconds() < limit
    assert (clock.search_seconds() == 0) == (used >= allot(limit).optimum_seconds)


def test_without_a_limit_the_clock_never_runs_out():
    wall = FakeTime()
    clock = TurnClock(None, wall=wall, cpu=FakeTime())
    wall.now = 1e9
    assert clock.search_seconds() is None
    assert clock.answer_seconds() is None


def test_the_time_of_a_game_is_divided_among_the_turns_left():
    assert turn_share(320, 60) == 10
    assert turn_share(9, 1) == turn_share(9, 2) == 3
    assert turn_share(0, 30) == turn_share(-5, 30) == 0


@pytest.mark.parametrize("turns", [30, 40, 60])
def test_the_shares_never_use_up_the_time_of_a_game(turns):
    left = 180.0
    for turn in range(turns):
        share = turn_share(left, max(0, 60 - 2 * turn))
        assert 0 < share < left
        left -= share


class FakeMachine:
    """A machine on which only work and stalls take time; a stall is (moment, seconds)."""

    def __init__(self, stalls: Iterable[Tuple[float, float]] = ()) -> None:
        self.wall, self.cpu = FakeTime(), FakeTime()
        self._stalls = sorted(stalls)

    def clock(self, limit, margin) -> TurnClock:
        return TurnClock(limit, 0.0, 0.0, self.wall, self.cpu, margin)

    def work(self, seconds: float, deadline: float = float("inf")) -> None:
        """Works for that long, or until a stall has passed the deadline."""
        while self._stalls and self._stalls[0][0] <= self.wall.now + seconds and self.wall.now < deadline:
            moment, stall = self._stalls.pop(0)
            before = min(seconds, max(0.0, moment - self.wall.now))
            self._pass(before, before)
            self._pass(stall, 0.0)
            seconds -= before
        if self.wall.now < deadline:
            self._pass(seconds, seconds)

    def _pass(self, wall: float, cpu: float) -> None:
        self.wall.now += wall
        self.cpu.now += cpu

    def take_turn(self, limit, margin, answer_seconds=0.0) -> TurnClock:
        """Searches to the optimum, with forty looks at the clock, and answers."""
        clock = self.clock(limit, margin)
        while clock.search_seconds() > 0:
            self.work(min(limit / 40, clock.search_seconds()), clock.allotment.optimum_seconds)
        self.work(answer_seconds)
        return clock


def margin_after(limit, overheads):
    """The margin learned from turns with one stall of that length each, in the middle of the search."""
    learned = LearnedMargin()
    for overhead in overheads:
        learned.note(FakeMachine([(limit / 2, overhead)]).take_turn(limit, learned.seconds))
    return learned.seconds(limit)


overhead_lists = st.lists(st.one_of(st.floats(0, 0.05), st.floats(0, 10)), max_size=12)


@given(limits)
def test_a_process_begins_with_the_cautious_margin(limit):
    assert LearnedMargin().seconds(limit) == cautious_margin(limit)


@pytest.mark.parametrize("limit, quiet_turns, margin", [
    (4, 1, 0.50025), (4, 2, 0.440), (4, 4, 0.362), (4, 8, 0.293), (4, 99, 0.261),
    (0.3, 99, 0.072), (1, 1, 0.134), (1, 99, 0.1), (12, 99, 0.495),
])
def test_quiet_turns_shrink_the_margin_towards_the_least(limit, quiet_turns, margin):
    assert margin_after(limit, [0.0] * quiet_turns) == pytest.approx(margin, abs=0.0005)


@given(limits, overhead_lists)
def test_the_optimum_never_comes_later_than_the_least_margin_before_the_limit(limit, overheads):
    margin = margin_after(limit, overheads)
    assert 0 < least_margin(limit) <= margin <= cautious_margin(limit)
    optimum, maximum = allot(limit, margin)
    assert 0 < optimum < maximum < limit and optimum <= limit - least_margin(limit)


@given(limits, overhead_lists, st.integers(0, 11), st.floats(0, 10))
def test_more_overhead_never_gives_a_smaller_margin(limit, overheads, place, more):
    worse = [overhead + more * (index == place) for index, overhead in enumerate(overheads)]
    assert margin_after(limit, worse) >= margin_after(limit, overheads) - 1e-9


@given(limits, overhead_lists, st.floats(0, 10))
def test_the_margin_is_several_times_the_worst_overhead_seen(limit, overheads, worst):
    margin = margin_after(limit, [*overheads, worst, 0.0, 0.0])
    assert margin >= min(cautious_margin(limit), 8 * worst) - 1e-9


@given(limits, st.integers(0, 12))
def test_a_stall_brings_the_cautious_margin_back_at_once(limit, quiet_turns):
    stall = 1.01 * least_margin(limit) / 8
    assert margin_after(limit, [0.0] * quiet_turns + [stall]) == cautious_margin(limit)


def test_a_late_answer_counts_like_a_stall():
    learned = LearnedMargin()
    for _ in range(5):
        learned.note(FakeMachine().take_turn(4.0, learned.seconds))
    learned.note(FakeMachine().take_turn(4.0, learned.seconds, answer_seconds=0.07))
    assert learned.seconds(4.0) == cautious_margin(4.0)
    for _ in range(5):
        learned.note(FakeMachine().take_turn(4.0, learned.seconds))
    assert learned.seconds(4.0) == pytest.approx(8 * 0.07)


def test_only_wall_time_without_processor_time_is_idle_and_only_the_longest_gap_counts():
    machine = FakeMachine()
    clock = machine.clock(4.0, cautious_margin)
    machine.work(3.0)
    clock.used_seconds()
    assert clock.idle_seconds == 0
    machine.wall.now += 0.02
    clock.used_seconds()
    machine.wall.now += 0.03
    clock.used_seconds()
    assert clock.idle_seconds == pytest.approx(0.03)


def test_of_turns_that_end_early_only_the_stalls_count():
    learned = LearnedMargin()
    machine = FakeMachine([(0.5, 0.05)])
    learned.note(TurnClock(None, wall=FakeTime(), cpu=FakeTime()))
    learned.note(FakeMachine().clock(4.0, learned.seconds))
    assert learned.seconds(4.0) == cautious_margin(4.0)
    clock = machine.clock(4.0, learned.seconds)
    machine.work(1.0)
    learned.note(clock)
    for _ in range(20):
        learned.note(FakeMachine().take_turn(4.0, learned.seconds))
    assert learned.seconds(4.0) == pytest.approx(8 * 0.05)


readings = st.lists(st.one_of(st.floats(-1e9, 1e9), st.floats()), min_size=1)


@given(st.lists(limits, min_size=1, max_size=4), readings, readings, st.floats(-100, 100), st.floats(-100, 100))
def test_a_broken_clock_never_gives_a_negative_or_overlong_time(turn_limits, walls, cpus, wall_start, cpu_start):
    learned, wall, cpu = LearnedMargin(), cycle(walls), cycle(cpus)
    for limit in turn_limits:
        margin = learned.seconds(limit)
        assert least_margin(limit) <= margin <= cautious_margin(limit)
        clock = TurnClock(limit, wall_start, cpu_start, lambda: next(wall), lambda: next(cpu), learned.seconds)
        optimum, maximum = allot(limit, margin)
        used = 0.0
        for _ in range(5):
            assert 0 <= clock.search_seconds() <= optimum
            assert 0 <= clock.answer_seconds() <= maximum
            assert used <= clock.used_seconds()
            used = clock.used_seconds()
        learned.note(clock)


#: Machines that stall often: stalls per second, and the length of one.
BAD_MACHINES = {
    "short stalls all the time": (10.0, lambda chance: chance.expovariate(1 / 0.05)),
    "long stalls now and then": (0.5, lambda chance: chance.uniform(0.05, 0.7)),
    "stalls of all lengths, up to seconds": (3.0, lambda chance: min(3.0, 0.005 * chance.paretovariate(1.1))),
}


def stalls_of_a_turn(chance, rate, length):
    """The stalls of a turn as (moment, seconds)."""
    moments = accumulate(chance.expovariate(rate) for _ in range(int(20 * rate) + 20))
    return [(moment, length(chance)) for moment in moments if moment < 5.0]


@pytest.mark.parametrize("rate, length", BAD_MACHINES.values(), ids=BAD_MACHINES)
def test_on_machines_that_stall_often_learning_adds_no_overrun(rate, length):
    chance, overruns = Random(0), []
    for _ in range(40):
        learned = LearnedMargin()
        for _ in range(28):
            stalls, answer, delivery = stalls_of_a_turn(chance, rate, length), chance.uniform(0, 0.01), 0.01
            cautious, bold = FakeMachine(stalls), FakeMachine(stalls)
            cautious.take_turn(4.0, cautious_margin, answer)
            learned.note(bold.take_turn(4.0, learned.seconds, answer))
            overruns.append((bold.wall.now + delivery > 4.0, cautious.wall.now + delivery > 4.0))
    assert (True, False) not in overruns
    assert (True, True) in overruns


def test_a_stall_out_of_the_blue_is_fatal_for_longer_by_what_the_margin_has_shrunk():
    """One stall of a second at each hundredth of the ninth turn: which of them overrun the limit?"""
    learned = LearnedMargin()
    for _ in range(8):
        learned.note(FakeMachine().take_turn(4.0, learned.seconds))

    def overruns(margin):
        machines = [FakeMachine([(0.01 * moment, 1.0)]) for moment in range(400)]
        for machine in machines:
            machine.take_turn(4.0, margin)
        return sum(machine.wall.now > 4.0 for machine in machines)

    assert overruns(cautious_margin) == pytest.approx(100 * (1.0 - 0.58), abs=1)
    assert overruns(learned.seconds) == pytest.approx(100 * (1.0 - 0.293), abs=1)
