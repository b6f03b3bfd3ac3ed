"""Bots and engines at work in their threads: what they find is heard once, and not at all when it came too late."""

import json
import sys
from threading import BoundedSemaphore, RLock

import pytest

from protocol.game import Game
from protocol.judging.bot_names import Opponents
from protocol.page.insight import Task
from protocol.page.seats import PERSON, Seats
from protocol.page.thinking import Audience, Thinking
from tests.thinkers import BrokenThinker, PatientThinker, QuickThinker, wait_until


class Notes(Audience):
    """Writes down everything that it hears."""

    def __init__(self):
        self.reports, self.answers, self.assessments, self.failures = [], [], [], []

    def hear_report(self, ply, report):
        self.reports.append((ply, report))

    def hear_answer(self, answer):
        self.answers.append(answer)

    def hear_assessment(self, task, report):
        self.assessments.append((task, report))

    def hear_failure(self, message, of_analysis):
        self.failures.append((message, of_analysis))


@pytest.fixture
def begin():
    """Makes a Thinking with its notes; calls everything off in the end."""
    made = []

    def make(thinker=QuickThinker, seats=("bot", PERSON), seconds=60.0, opponents=None, slots=None, watch_seconds=0.0):
        notes = Notes()
        made.append(Thinking(opponents or Opponents(make_thinker=thinker), Seats(*seats), seconds, notes, RLock(),
                             slots or BoundedSemaphore(4), watch_seconds))
        return made[-1], notes

    yield make
    for thinking in made:
        thinking.call_off_all()


def test_a_move_is_heard_once_and_its_reports_before_it(begin):
    thinking, notes = begin()
    thinking.begin_move(Game())
    wait_until(lambda: notes.answers)
    assert thinking.moving is None and len(notes.answers) == 1
    assert notes.reports and all(ply == 0 for ply, _ in notes.reports)


def test_a_move_that_is_called_off_is_not_heard(begin):
    thinking, notes = begin(PatientThinker, ("bot", "bot"))
    thinking.begin_move(Game())
    wait_until(lambda: notes.reports)
    thinking.call_off_move()
    heard = len(notes.reports)
    assert thinking.moving is None and not notes.answers and not notes.failures
    thinking.begin_move(Game([37]))
    wait_until(lambda: len(notes.reports) > heard)
    assert {ply for ply, _ in notes.reports[heard:]} == {1}


def test_an_analysis_is_heard_beside_a_move(begin):
    thinking, notes = begin(seats=(PERSON, PERSON))
    task = Task(1, 0.1)
    thinking.begin_analysis(task, Game([37]))
    assert thinking.ply in (1, None)
    wait_until(lambda: notes.assessments)
    assert notes.assessments[0][0] == task and thinking.analysing is None and thinking.ply is None


def test_the_position_that_a_plain_bot_thinks_about_is_not_an_engine_s(begin):
    thinking, _ = begin(PatientThinker)
    thinking.begin_move(Game())
    assert thinking.ply == 0
    thinking.call_off_all()
    plain, _ = begin(seats=("greedy", PERSON))
    plain.begin_move(Game())
    assert plain.ply is None


@pytest.mark.parametrize("of_analysis", [False, True])
def test_a_failure_is_heard_and_the_player_is_dropped(begin, of_analysis):
    thinking, notes = begin(BrokenThinker)
    if of_analysis:
        thinking.begin_analysis(Task(0, 1.0), Game())
    else:
        thinking.begin_move(Game())
    wait_until(lambda: notes.failures)
    assert notes.failures == [("out of ideas", of_analysis)]
    assert thinking.moving is None and thinking.analysing is None


def test_a_limited_number_thinks_at_once(begin):
    slots = BoundedSemaphore(1)
    busy, heard = begin(PatientThinker, slots=slots)
    busy.begin_move(Game())
    wait_until(lambda: heard.reports)  # it has the place before anybody else wants it
    waiting, notes = begin(slots=slots)
    waiting.begin_move(Game())
    assert not notes.reports and not notes.answers
    busy.call_off_all()
    wait_until(lambda: notes.answers)


def test_whoever_waits_for_a_place_can_be_called_off(begin):
    slots = BoundedSemaphore(1)
    slots.acquire()
    thinking, notes = begin(slots=slots)
    thinking.begin_move(Game())
    thinking.call_off_move()
    slots.release()
    thinking.begin_analysis(Task(0, 0.1), Game())
    wait_until(lambda: notes.assessments)
    assert not notes.answers


def test_bots_that_only_spectators_watch_keep_a_slow_pace(begin):
    thinking, notes = begin(seats=("bot", "bot"), watch_seconds=0.4)
    thinking.begin_move(Game())
    errand = thinking.moving
    wait_until(lambda: notes.reports)
    assert thinking.moving is errand and not notes.answers
    wait_until(lambda: notes.answers)


def test_a_bot_that_crashes_is_explained_and_its_turn_is_saved(begin, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.py").write_text("raise SystemExit('no idea')")
    thinking, notes = begin(seats=("broken.py", PERSON), seconds=5.0, opponents=Opponents(["broken.py"]))
    thinking.begin_move(Game())
    wait_until(lambda: notes.failures)
    lines = notes.failures[0][0].split("\n")
    assert lines[0] == "broken gives up: ply 1, black: it crashed with exit code 1 [INVALID_INPUT_VERDICT_RE]"
    assert lines[-2:] == ["  no idea", "repeat this turn: %s broken.py < records/page.turn.json" % sys.executable]
    assert json.loads((tmp_path / "records" / "page.turn.json").read_text())["responses"] == []
