"""Each piece of work comes back once, whatever happens to its workers."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cluster.assignments import (
    LOSSES_ALLOWED,
    Assignments,
    LostWorkError,
    Shared,
    is_wanted,
    run_while_wanted,
)


class LosingExecutor(Executor):
    """Loses the calls with these numbers."""

    def __init__(self, lost):
        self.lost, self.calls = lost, 0

    def submit(self, function, *arguments):
        future = Future()
        self.calls += 1
        if self.calls in self.lost:
            future.set_exception(LostWorkError("gone"))
        else:
            future.set_result(function(*arguments))
        return future


def all_results(assignments):
    results = []
    while assignments:
        ended = assignments.next_result(0.01)
        if ended is not None:
            results.append(ended)
    return results


@given(st.integers(0, 12), st.sets(st.integers(1, 12), max_size=LOSSES_ALLOWED))
def test_every_piece_comes_back_once_whatever_is_lost(pieces, lost):
    executor = LosingExecutor(lost)
    assignments = Assignments(executor, lambda shared, piece: shared.value * piece, Shared(10, "ten"))
    for piece in range(pieces):
        assignments.assign(piece)
    assert sorted(all_results(assignments)) == [(piece, 10 * piece) for piece in range(pieces)]
    assert executor.calls == pieces + assignments.losses


def test_a_piece_that_kills_all_its_workers_is_given_up():
    assignments = Assignments(LosingExecutor(range(100)), abs)
    assignments.assign(-1)
    with pytest.raises(LostWorkError, match="gone"):
        all_results(assignments)
    assert assignments.losses == LOSSES_ALLOWED + 1


def test_an_error_of_the_function_is_not_a_loss():
    executor = ThreadPoolExecutor(2)
    assignments = Assignments(executor, lambda piece: 1 // piece)
    assignments.assign(0)
    with pytest.raises(ZeroDivisionError):
        all_results(assignments)
    assert assignments.losses == 0
    executor.shutdown()


def test_cancelled_pieces_are_not_waited_for():
    executor = ThreadPoolExecutor(1)
    begun, end = Event(), Event()
    assignments = Assignments(executor, lambda piece: begun.set() or end.wait(60))
    for piece in range(3):
        assignments.assign(piece)
    begun.wait(60)
    assignments.cancel()
    assert len(assignments) == 0
    end.set()
    executor.shutdown()


def test_work_can_ask_whether_it_is_wanted():
    answers = iter([True, False])
    assert run_while_wanted(lambda: next(answers), lambda: [is_wanted(), is_wanted()]) == [True, False]
    assert is_wanted()
