"""A guarded turn: one legal answer, whatever the thinker does. Hanging thinkers hang until the test lets them go."""

import threading

import pytest
from hypothesis import given

from engine.board import START, board_from_text, legal_moves
from engine.clock import TurnClock
from engine.coordinates import PASS
from engine.report import Limit, Report
from protocol.answering import guarded_turn as turn_module
from protocol.answering.decision import plain_move
from protocol.answering.guarded_turn import GuardedTurn
from tests.positions import positions

D3, C4 = 19, 26
LATE = "the search was still running after its time"


def report_of(move):
    return Report(move, 0.5, 3.0, False, "search", 7, 0.25, (move,))


class ScriptedThinker:
    """Calls `script(thinker, limit, on_progress)` and returns what it returns."""

    def __init__(self, script, report=None):
        self.script = script
        self.report = report
        self.asked = []

    def think(self, player, opponent, limit, on_progress=None):
        self.asked.append((player, opponent, limit))
        return self.script(self, limit, on_progress)


class Judge:
    """Takes answers and remembers them."""

    def __init__(self):
        self.outcomes = []
        self.overruns = 0

    def overrun(self):
        self.overruns += 1


def take(script, position=START, seconds=None, report=None, simulations=None):
    """(what the turn returned, the judge) of a turn in which the thinker follows the script."""
    judge = Judge()
    turn = GuardedTurn(*position, TurnClock(seconds), judge.outcomes.append, judge.overrun)
    return turn.take(lambda: ScriptedThinker(script, report), simulations), judge


def test_the_thinkers_move_is_the_answer_and_its_report_comes_with_it():
    outcome, judge = take(lambda thinker, limit, on_progress: report_of(C4))
    assert judge.outcomes == [outcome]
    assert (outcome.move, outcome.fault, outcome.report) == (C4, "", report_of(C4))
    assert judge.overruns == 0


def test_the_thinker_is_given_the_position_the_simulations_and_what_is_left_of_the_clock():
    thinker = ScriptedThinker(lambda thinker, limit, on_progress: report_of(D3))
    clock = TurnClock(6.0, wall_start=0.0, cpu_start=0.0, wall=lambda: 1.0, cpu=lambda: 0.0)
    GuardedTurn(*START, clock, lambda outcome: None).take(lambda: thinker, 40)
    [(player, opponent, limit)] = thinker.asked
    assert (player, opponent) == START
    assert limit == (pytest.approx(4.2), 40)


def test_without_a_clock_only_the_simulations_limit_the_thinker():
    limits = []
    take(lambda thinker, limit, on_progress: limits.append(limit) or report_of(D3), simulations=5)
    assert limits == [Limit(None, 5)]


def test_who_cannot_move_passes_without_a_thinker():
    blocked = board_from_text("XO" + "-" * 62)[::-1]
    judge = Judge()
    GuardedTurn(*blocked, TurnClock(6.0), judge.outcomes.append).take(lambda: 1 / 0)
    assert [(outcome.move, outcome.fault) for outcome in judge.outcomes] == [(PASS, "")]


def raise_error(error):
    def script(thinker, limit, on_progress):
        raise error
    return script


def recurse(thinker, limit, on_progress):
    return recurse(thinker, limit, on_progress)


FAULTS = {
    "an exception": (raise_error(KeyError("tree")), "KeyError: 'tree' (line "),
    "an exception of many lines": (raise_error(ValueError("one\ntwo")), "ValueError: one two (line "),
    "a memory error": (raise_error(MemoryError()), "MemoryError: (line "),
    "endless recursion": (recurse, "RecursionError: maximum recursion depth exceeded"),
    "an attempt to exit": (raise_error(SystemExit(1)), "SystemExit: 1 (line "),
    "an illegal square": (lambda *ignored: report_of(0), "the thinker answered 0, which is not legal"),
    "a square off the board": (lambda *ignored: report_of(64), "the thinker answered 64, which is not legal"),
    "a negative square": (lambda *ignored: report_of(-1), "the thinker answered -1, which is not legal"),
    "a move that is no number": (lambda *ignored: report_of("d3"), "TypeError"),
    "no report": (lambda *ignored: None, "AttributeError"),
}


@pytest.mark.parametrize("script, fault", FAULTS.values(), ids=FAULTS)
def test_a_faulty_thinker_is_answered_for_with_a_plain_move_and_the_fault_is_told(script, fault):
    outcome, judge = take(script, seconds=600)
    assert judge.outcomes == [outcome]
    assert outcome.move == plain_move(*START)
    assert fault in outcome.fault and "\n" not in outcome.fault and len(outcome.fault) < 500


def test_a_thinker_that_cannot_even_be_made_is_answered_for():
    judge = Judge()
    GuardedTurn(*START, TurnClock(600), judge.outcomes.append).take(lambda: {}["weights"])
    assert [outcome.move for outcome in judge.outcomes] == [plain_move(*START)]
    assert "KeyError: 'weights'" in judge.outcomes[0].fault


def test_the_report_made_before_an_exception_is_better_than_a_plain_move():
    def script(thinker, limit, on_progress):
        thinker.report = report_of(C4)
        raise MemoryError
    outcome, _ = take(script)
    assert (outcome.move, outcome.report) == (C4, report_of(C4))
    assert "MemoryError" in outcome.fault


def test_the_report_of_an_earlier_turn_is_not_an_answer():
    outcome, _ = take(raise_error(MemoryError()), report=report_of(C4))
    assert outcome.move == plain_move(*START) != C4


def test_an_illegal_report_is_not_an_answer_either():
    def script(thinker, limit, on_progress):
        thinker.report = report_of(0)
        raise MemoryError
    outcome, _ = take(script)
    assert outcome.move == plain_move(*START)
    assert "MemoryError" in outcome.fault and "0, which is not legal" in outcome.fault


def test_ctrl_c_is_not_caught():
    with pytest.raises(KeyboardInterrupt):
        take(raise_error(KeyboardInterrupt()))


def wait_for_the_guard(judge_has_answer, report=None):
    """A thinker that does not look at the clock, only whether somebody has answered for it."""
    def script(thinker, limit, on_progress):
        thinker.report = report
        assert judge_has_answer.wait(60)
        return report_of(C4)
    return script


@pytest.mark.parametrize("report, move", [(None, plain_move(*START)), (report_of(C4), C4)])
def test_the_guard_answers_for_a_thinker_that_hangs_and_the_thinker_cannot_answer_again(report, move):
    answered = threading.Event()
    judge = Judge()

    def send(outcome):
        judge.outcomes.append(outcome)
        answered.set()

    turn = GuardedTurn(*START, TurnClock(0.05), send, judge.overrun)
    outcome = turn.take(lambda: ScriptedThinker(wait_for_the_guard(answered, report)))
    assert judge.outcomes == [outcome]
    assert (outcome.move, outcome.fault) == (move, LATE)


def test_the_guard_tells_that_it_had_to_answer():
    told = threading.Event()
    turn = GuardedTurn(*START, TurnClock(0.05), lambda outcome: None, told.set)
    turn.take(lambda: ScriptedThinker(wait_for_the_guard(told)))
    assert told.is_set()


def test_a_thinker_that_asks_is_told_to_stop_when_its_time_is_over():
    now = [0.0]
    told = []

    def script(thinker, limit, on_progress):
        for now[0] in (0.0, 3.0, 5.1, 5.3):
            told.append(on_progress(report_of(D3)))
        return report_of(D3)

    clock = TurnClock(6.0, wall=lambda: now[0], cpu=lambda: 0.0)
    GuardedTurn(*START, clock, lambda outcome: None).take(lambda: ScriptedThinker(script))
    assert told == [False, False, False, True]


def test_a_thinker_that_asks_is_told_to_stop_after_the_guard_has_answered():
    answered = threading.Event()
    told = []

    def script(thinker, limit, on_progress):
        assert answered.wait(60)
        told.append(on_progress(report_of(D3)))
        return report_of(D3)

    turn = GuardedTurn(*START, TurnClock(0.05), lambda outcome: answered.set())
    turn.take(lambda: ScriptedThinker(script))
    assert told == [True]


def test_the_turn_is_not_over_before_the_guards_answer_is_out():
    begun, may_end = threading.Event(), threading.Event()
    sent = []

    def send(outcome):
        begun.set()
        assert may_end.wait(60)
        sent.append(outcome)

    def script(thinker, limit, on_progress):
        assert begun.wait(60)
        threading.Timer(0.05, may_end.set).start()
        return report_of(D3)

    GuardedTurn(*START, TurnClock(0.05), send).take(lambda: ScriptedThinker(script))
    assert len(sent) == 1


def test_where_threads_are_forbidden_the_search_goes_without_a_guard_and_says_so(monkeypatch):
    def refuse(function, arguments):
        raise RuntimeError("can't start new thread")
    monkeypatch.setattr(turn_module, "start_new_thread", refuse)
    outcome, judge = take(lambda *ignored: report_of(C4), seconds=600)
    assert (outcome.move, outcome.fault, outcome.warning) == (C4, "", "no guard: can't start new thread")


@given(positions)
def test_a_plain_move_is_legal_and_a_pass_only_when_nothing_else_is(position):
    move = plain_move(*position)
    moves = legal_moves(*position)
    assert moves >> move & 1 if moves else move == PASS
