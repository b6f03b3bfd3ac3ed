"""A guarded turn: one legal answer, whatever the thinker does. Hanging thinkers hang until the test releases them."""

import threading

import pytest
from hypothesis import given

from engine.board import START, board_from_text, iterate_squares, legal_moves, play_move
from engine.clock import TurnClock
from engine.coordinates import PASS
from engine.report import Limit, Report
from protocol.answering import guarded_turn as turn_module
from protocol.answering.decision import NO_LIMIT, plain_move
from protocol.answering.guarded_turn import LATE, GuardedThinker
from tests.positions import positions

D3, C4 = 19, 26
AFTER_D3 = play_move(*START, D3)


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


def decide(script, position=START, seconds=None, report=None, limit=NO_LIMIT):
    """The outcome of a turn in which the thinker follows the script."""
    return GuardedThinker(lambda: ScriptedThinker(script, report)).decide(*position, TurnClock(seconds), limit)


@pytest.mark.parametrize("seconds", [None, 600])
def test_the_thinkers_move_is_the_answer_and_comes_with_its_report(seconds):
    outcome = decide(lambda thinker, limit, on_progress: report_of(C4), seconds=seconds)
    assert outcome == (C4, report_of(C4), "", "", False)


def test_the_thinker_gets_the_position_the_limit_and_the_time_left():
    thinker = ScriptedThinker(lambda thinker, limit, on_progress: report_of(D3))
    clock = TurnClock(6.0, wall_start=0.0, cpu_start=0.0, wall=lambda: 1.0, cpu=lambda: 0.0)
    GuardedThinker(lambda: thinker).decide(*START, clock, Limit(None, 40, True))
    [(player, opponent, limit)] = thinker.asked
    assert (player, opponent) == START
    assert limit == (pytest.approx(4.2), 40, True)


def test_without_a_clock_only_the_simulations_limit_the_thinker():
    limits = []
    decide(lambda thinker, limit, on_progress: limits.append(limit) or report_of(D3), limit=Limit(simulations=5))
    assert limits == [Limit(None, 5)]


def test_a_player_without_a_move_passes_without_a_thinker():
    blocked = board_from_text("XO" + "-" * 62)[::-1]
    outcome = GuardedThinker(lambda: 1 / 0).decide(*blocked, TurnClock(6.0))
    assert (outcome.move, outcome.fault) == (PASS, "")


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
def test_if_the_thinker_is_faulty_the_plain_move_is_played_and_the_fault_reported(script, fault):
    outcome = decide(script, seconds=600)
    assert outcome.move == plain_move(*START) and outcome.broken
    assert fault in outcome.fault and "\n" not in outcome.fault and len(outcome.fault) < 500


def test_if_making_the_thinker_fails_the_plain_move_is_played():
    outcome = GuardedThinker(lambda: {}["weights"]).decide(*START, TurnClock(600))
    assert outcome.move == plain_move(*START) and "KeyError: 'weights'" in outcome.fault


def test_the_report_made_before_an_exception_is_better_than_a_plain_move():
    def script(thinker, limit, on_progress):
        thinker.report = report_of(C4)
        raise MemoryError
    outcome = decide(script)
    assert (outcome.move, outcome.report) == (C4, report_of(C4))
    assert "MemoryError" in outcome.fault


def test_the_report_of_an_earlier_turn_is_not_an_answer():
    outcome = decide(raise_error(MemoryError()), report=report_of(C4))
    assert outcome.move == plain_move(*START) != C4


def test_an_illegal_report_is_not_an_answer_either():
    def script(thinker, limit, on_progress):
        thinker.report = report_of(0)
        raise MemoryError
    outcome = decide(script)
    assert outcome.move == plain_move(*START)
    assert "MemoryError" in outcome.fault and "0, which is not legal" in outcome.fault


def test_ctrl_c_is_not_caught():
    for seconds in (None, 600):
        with pytest.raises(KeyboardInterrupt):
            decide(raise_error(KeyboardInterrupt()), seconds=seconds)


class LateThinker:
    """Hangs in `think` until `let_go` is set; records whether it is told to stop then."""

    def __init__(self, report=None):
        self.report = None
        self.early_report = report
        self.let_go, self.came_back = threading.Event(), threading.Event()
        self.positions, self.told = [], []

    def think(self, player, opponent, limit, on_progress=None):
        self.positions.append((player, opponent))
        self.report = self.early_report
        assert self.let_go.wait(60)
        self.told.append(on_progress(report_of(C4)))
        self.came_back.set()
        return report_of(next(iterate_squares(legal_moves(player, opponent))))


@pytest.mark.parametrize("report, move", [(None, plain_move(*START)), (report_of(C4), C4)])
def test_if_the_thinker_hangs_the_answer_is_in_time_and_the_thinker_is_told_to_stop(report, move):
    late = LateThinker(report)
    outcome = GuardedThinker(lambda: late).decide(*START, TurnClock(0.05))
    assert (outcome.move, outcome.fault, outcome.broken) == (move, LATE, False)
    late.let_go.set()
    assert late.came_back.wait(60) and late.told == [True]


def test_a_late_thinker_is_kept_if_it_stops_before_the_next_turn_is_over():
    late, made = LateThinker(), []
    thinker = GuardedThinker(lambda: made.append(1) or late)
    assert thinker.decide(*START, TurnClock(0.05)).fault == LATE
    threading.Timer(0.1, late.let_go.set).start()
    outcome = thinker.decide(*AFTER_D3, TurnClock(600))
    assert (outcome.fault, outcome.move) == ("", next(iterate_squares(legal_moves(*AFTER_D3))))
    assert late.positions == [START, AFTER_D3] and made == [1]


def test_tables_that_take_longer_than_a_turn_to_load_are_ready_for_the_next_turn():
    may_load, asked = threading.Event(), []

    def load():
        asked.append(may_load.wait(60))
        return ScriptedThinker(lambda thinker, limit, on_progress: report_of(D3))

    thinker = GuardedThinker(load)
    first = thinker.decide(*START, TurnClock(0.05))
    assert (first.fault, first.broken) == (LATE, False)
    may_load.set()
    assert thinker.decide(*START, TurnClock(600)).report == report_of(D3)
    assert asked == [True]


def test_a_thinker_that_does_not_stop_for_long_is_given_up(monkeypatch):
    monkeypatch.setattr(turn_module, "PATIENCE_SECONDS", 0.05)
    thinkers = [LateThinker(), ScriptedThinker(lambda thinker, limit, on_progress: report_of(C4))]
    stuck = thinkers[0]
    thinker = GuardedThinker(lambda: thinkers.pop(0))
    assert [thinker.decide(*START, TurnClock(0.05)).broken for _ in range(3)] == [False, False, True]
    assert thinker.decide(*START, TurnClock(600)).report == report_of(C4)
    stuck.let_go.set()


def test_a_thinker_that_asks_is_told_to_stop_when_its_time_is_over():
    now = [0.0]
    told = []

    def script(thinker, limit, on_progress):
        for now[0] in (0.0, 3.0, 5.1, 5.3):
            told.append(on_progress(report_of(D3)))
        return report_of(D3)

    clock = TurnClock(6.0, wall=lambda: now[0], cpu=lambda: 0.0)
    GuardedThinker(lambda: ScriptedThinker(script)).decide(*START, clock)
    assert told == [False, False, False, True]


def test_where_threads_are_forbidden_the_search_runs_without_a_guard_and_warns(monkeypatch):
    def refuse(function, arguments):
        raise RuntimeError("can't start new thread")
    monkeypatch.setattr(turn_module, "start_new_thread", refuse)
    outcome = decide(lambda *ignored: report_of(C4), seconds=600)
    assert (outcome.move, outcome.fault, outcome.warning) == (C4, "", "no guard: can't start new thread")


@given(positions)
def test_a_plain_move_is_legal_and_a_pass_only_if_there_is_no_move(position):
    move = plain_move(*position)
    moves = legal_moves(*position)
    assert moves >> move & 1 if moves else move == PASS
