"""The move of a turn, without threads: the thinker's, its best so far, or the plain move."""

import pytest

from engine.board import START, board_from_text
from engine.clock import TurnClock
from engine.coordinates import PASS
from engine.report import Limit, Report
from protocol.answering.decision import Decision, plain_move

WIPED_OUT = board_from_text("X" * 10 + "-" * 54)


def report_of(move):
    return Report(move, 0.0, 0.0, False, "search", 1, 0.0, (move,))


class ScriptedThinker:
    """Shows some moves, then answers with the last one, or raises it if it is an exception."""

    def __init__(self, *script):
        self.report = None
        self.script = script
        self.limit = None
        self.stops = []

    def think(self, player, opponent, limit, on_progress=None):
        self.limit = limit
        for move in self.script[:-1]:
            self.report = report_of(move)
            self.stops.append(on_progress(self.report))
        if isinstance(self.script[-1], BaseException):
            raise self.script[-1]
        return report_of(self.script[-1])


def decide(thinker, clock=None, **options):
    return Decision(*START, clock or TurnClock(None), **options).make(lambda: thinker)


def test_the_thinkers_move_is_the_outcome():
    outcome = decide(ScriptedThinker(19))
    assert (outcome.move, outcome.fault, outcome.report) == (19, "", report_of(19))


def test_the_limit_comes_from_the_clock():
    thinker = ScriptedThinker(19)
    decide(thinker, TurnClock(1.0, 0.0, 0.0, lambda: 0.25, lambda: 0.0))
    assert thinker.limit == Limit(pytest.approx(0.605), None)


def test_interim_reports_are_shown():
    shown = []
    decide(ScriptedThinker(26, 19, 19), show=lambda report: shown.append(report.move))
    assert shown == [26, 19]


def test_the_thinker_is_told_to_stop_when_its_time_is_over():
    late = TurnClock(1.0, 0.0, 0.0, lambda: 0.9, lambda: 0.0)
    assert decide(ScriptedThinker(26, 19), late).move == 19
    thinker = ScriptedThinker(26, 19)
    decide(thinker, late)
    assert thinker.stops == [True]


@pytest.mark.parametrize("fault", [KeyError(5), MemoryError("tree"), SystemExit(1), RecursionError("deep")])
def test_if_the_thinker_fails_its_last_report_decides(fault):
    outcome = decide(ScriptedThinker(26, 44, fault))
    assert outcome.move == 44
    assert type(fault).__name__ in outcome.fault


@pytest.mark.parametrize("script", [(KeyError(5),), (0,), (PASS,), (-1,), (0, KeyError(5))])
def test_without_a_legal_answer_the_plain_move_is_played(script):
    outcome = decide(ScriptedThinker(*script))
    assert outcome.move == plain_move(*START)
    assert outcome.fault and outcome.report is None


def test_if_the_thinker_cannot_be_made_the_plain_move_is_played():
    outcome = Decision(*START, TurnClock(None)).make(lambda: {}["no thinker"])
    assert outcome.move == plain_move(*START)
    assert outcome.fault.startswith("KeyError: 'no thinker' (line ")


def test_without_a_legal_move_no_thinker_is_made():
    outcome = Decision(*WIPED_OUT, TurnClock(None)).make(lambda: {}["no thinker"])
    assert (outcome.move, outcome.fault) == (PASS, "")


def test_ctrl_c_is_not_caught():
    with pytest.raises(KeyboardInterrupt):
        decide(ScriptedThinker(KeyboardInterrupt()))
