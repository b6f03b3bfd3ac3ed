"""One game on the page: its moves and the commands that change it.

Every change of the moves raises `version`. A command that is meant for an older version is refused, so rapid clicks
and several tabs cannot change what they have not seen. `thinking` lets bots and the analysis work in threads of their
own; a change calls off whatever it makes worthless.
"""

from threading import BoundedSemaphore, RLock
from time import monotonic
from typing import Any, Dict, List, Optional, Sequence, Tuple

from engine.coordinates import PASS, square_from_text
from engine.report import Report
from protocol.game import COLOUR_NAMES, Game
from protocol.judging.answer import Answer
from protocol.judging.bot_names import Opponents
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.player import Player
from protocol.judging.referee import JudgedGame, Referee
from protocol.judging.rules import BOTZONE
from protocol.judging.verdicts import OK
from protocol.page.game_view import view_evaluations, view_game, view_report, view_result
from protocol.page.insight import Insight, Task
from protocol.page.seats import NOBODY, PERSON, Past, Seats
from protocol.page.set_up import USUAL_START, Start, position_text
from protocol.page.thinking import THINKING_AT_ONCE, WATCH_SECONDS, Audience, Thinking


class StaleVersionError(Exception):
    """The command was meant for another state of the game."""


class OpenGame(Audience):
    """A game in progress. Every public method may be called from any thread."""

    def __init__(self, opponents: Opponents, seats: Seats, seconds: float, moves: Sequence[int] = (),
                 past: Optional[Past] = None, slots: Optional[BoundedSemaphore] = None,
                 watch_seconds: float = WATCH_SECONDS, start: Start = USUAL_START) -> None:
        """ValueError if a move is illegal. `slots` bounds how many players think at once."""
        self.seats, self.seconds = seats, seconds
        self.names = tuple(past.names) if past else seats.names()
        self.version = 1
        self.last_seen = monotonic()
        self._opponents, self._past = opponents, past
        self._lock = RLock()
        self._thinking = Thinking(opponents, seats, seconds, self, self._lock,
                                  slots or BoundedSemaphore(THINKING_AT_ONCE), watch_seconds)
        self._start = start
        fewest_wins = past.fewest_wins if past else any(map(opponents.plays_for_fewest, seats))
        self._referee = Referee([Player(name) for name in self.names], BOTZONE._replace(fewest_wins=fewest_wins), moves,
                                start.game)
        self._resigned: Optional[int] = None
        self._opening_moves = len(moves)
        self._insight = Insight(past.evaluations if past else ())
        self._turn_start = monotonic()
        self._paused = self._asleep = False
        self._failure: Optional[str] = None
        self._game_view: Optional[Dict[str, Any]] = None
        with self._lock:
            self._wake()

    # -- commands

    def play(self, version: int, text: str) -> None:
        """Plays a person's move; ValueError if it is not a person's turn or the move is illegal."""
        with self._lock:
            self._check(version)
            if self.seats[self._game.colour] != PERSON or self._is_over():
                raise ValueError("it is not your turn")
            move = square_from_text(text)
            self._start.game(self._game.moves).play(move)  # raises what is wrong with it
            self._apply(Answer(OK, encode_point(move)))

    def undo(self, version: int) -> None:
        """Takes back a person's last move and whatever followed it."""
        with self._lock:
            self._check(version)
            ply = self._undo_ply()
            if ply is None:
                raise ValueError("there is no move to take back")
            self._thinking.call_off_all()
            self._referee = self._referee.taken_back(ply)
            self._insight.forget_after(ply)
            self._resigned = None
            self._changed()

    def resign(self, version: int) -> None:
        """A person resigns; of two people, the one to move."""
        with self._lock:
            self._check(version)
            if PERSON not in self.seats or self._is_over():
                raise ValueError("there is no game to resign")
            own = self._game.colour if self.seats[self._game.colour] == PERSON else 1 - self._game.colour
            self._resigned = own
            self._thinking.call_off_all()
            self._changed()

    def hint(self, on: bool) -> None:
        """Looks for the best move of the last position, or forgets it."""
        with self._lock:
            self._insight.hint(len(self._game.moves) if on else None)
            self._thinking.call_off_analysis()
            self._wake()

    def pause(self, version: int, paused: bool) -> None:
        """Pauses or resumes the bots; a bot that failed tries again."""
        with self._lock:
            self._check(version)
            self._paused, self._failure = paused, None
            if paused:
                self._thinking.call_off_move()
            self._turn_start = monotonic()
            self._wake()

    def analyse(self, on: bool, ply: Optional[int]) -> None:
        """Turns the analysis on or off, for the position after `ply` moves or for the last one."""
        with self._lock:
            if ply is not None and not 0 <= ply <= len(self._game.moves):
                raise ValueError("bad ply %d: the game has 0 to %d" % (ply, len(self._game.moves)))
            self._insight.want(on, ply)
            self._thinking.call_off_analysis()
            self._wake()

    def review(self, seconds: Optional[float]) -> None:
        """Evaluates every position for `seconds` each; None ends the review."""
        with self._lock:
            if seconds is None:
                self._insight.end_review()
            else:
                self._insight.begin_review(len(self._game.moves) + 1, seconds)
            self._thinking.call_off_analysis()
            self._wake()

    def sleep(self) -> None:
        """Ends all thinking until somebody looks at the game again."""
        with self._lock:
            self._asleep = True
            self._thinking.call_off_all()

    # -- views

    def view(self, known_version: Optional[int] = None) -> Dict[str, Any]:
        """The game as JSON values, without what the known version already has."""
        with self._lock:
            self._look()
            view: Dict[str, Any] = {
                "version": self.version, "paused": self._paused, "failure": self._failure,
                "clocks": self._clocks(), "thinking": self._view_thinking(),
                "analysis": self._insight.view_analysis(self._game, self._thinking.ply),
                "hint": self._insight.view_hint(), "review": self._insight.view_review(),
                "canUndo": self._undo_ply() is not None,
            }
            view.update(self._view_evaluations())
            if known_version != self.version:
                view["game"] = self._view_game()
            return view

    def page_view(self) -> Dict[str, Any]:
        """Everything that an exported page of this game shows."""
        with self._lock:
            return dict(self._view_game(), **self._view_evaluations())

    def judged(self) -> JudgedGame:
        """The game so far, for a record."""
        with self._lock:
            return self._referee.result()

    @property
    def _game(self) -> Game:
        return self._referee.game

    @property
    def moves(self) -> Tuple[int, ...]:
        """The moves so far."""
        with self._lock:
            return tuple(self._game.moves)

    def _look(self) -> None:
        self.last_seen = monotonic()
        if self._asleep:
            self._asleep = False
            self._turn_start = monotonic()
            self._wake()

    def _view_game(self) -> Dict[str, Any]:
        """The part that only a new version changes."""
        if self._game_view is None:
            past = self._past
            self._game_view = view_game(self.names, self._game.moves, self._view_result(), self._start)
            self._game_view.update(
                over=self._is_over(), limit=self.seconds, source=past.source if past else "",
                start=position_text(self._start.game()),
                seats=list(self.seats), notes=list(past.notes) if past else [],
                problems=list(past.problems) if past else [], explanation=list(past.explanation) if past else [],
                seconds=[None if used is None else round(used, 2) for used in self._move_seconds()])
        return self._game_view

    def _view_evaluations(self) -> Dict[str, Any]:
        return view_evaluations(self._game.moves, self._insight.evaluations(self._game), self._start.colour)

    def _view_result(self) -> Optional[Dict[str, Any]]:
        if self._resigned is not None:
            return view_result(self._game, 1 - self._resigned, "resigned")
        if self._past:
            return self._past.result
        return view_result(self._game) if self._game.over else None

    def _view_thinking(self) -> Optional[Dict[str, Any]]:
        errand = self._thinking.moving
        if errand is None:
            return None
        report = self._insight.reports.get(errand.ply)
        colour = self._colour_at(errand.ply)
        limit = self._opponents.rules_for(self.seats[colour], self.seconds).turn_seconds
        return {"colour": COLOUR_NAMES[colour], "ply": errand.ply, "limit": limit,
                "elapsed": round(monotonic() - errand.start, 2),
                "report": None if report is None else view_report(report)}

    def _clocks(self) -> List[float]:
        used = [0.0, 0.0]
        for ply, seconds in enumerate(self._move_seconds()):
            used[self._colour_at(ply)] += seconds or 0.0
        stands = self._is_over() or self._paused or self._asleep or self._failure or NOBODY in self.seats
        if not stands:
            used[self._game.colour] += monotonic() - self._turn_start
        return [round(seconds, 1) for seconds in used]

    def _move_seconds(self) -> List[Optional[float]]:
        """Seconds of each move, None where unknown."""
        if self._past:
            return list(self._past.seconds)
        return [turn.answer.seconds or None for turn in self._referee.turns]

    # -- the moves

    def _check(self, version: int) -> None:
        if version != self.version:
            raise StaleVersionError("the game has gone on since version %s" % version)

    def _apply(self, answer: Answer) -> None:
        """Plays a legal answer. Its time is what a person saw, the wait for a slot included."""
        self._referee.take(answer._replace(seconds=monotonic() - self._turn_start))
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._failure = self._game_view = None
        self._turn_start = monotonic()
        self._insight.hint(None)
        if self._is_over():
            self._thinking.call_off_all()
        else:
            self._thinking.call_off_analysis()
        self._wake()

    def _is_over(self) -> bool:
        return self._game.over or self._resigned is not None

    def _colour_at(self, ply: int) -> int:
        return (self._start.colour + ply) % 2

    def _undo_ply(self) -> Optional[int]:
        """The last position, before the present one, in which a person had a choice of moves."""
        for ply in range(len(self._game.moves) - 1, self._opening_moves - 1, -1):
            if self.seats[self._colour_at(ply)] == PERSON and self._game.moves[ply] != PASS:
                return ply
        return None

    # -- thinking

    def _wake(self) -> None:
        """Starts whatever there is to think about."""
        if self._asleep:
            return
        stands = self._is_over() or self._paused or self._failure is not None
        if self._thinking.moving is None and not stands and self.seats.has_bot(self._game.colour):
            self._thinking.begin_move(self._start.game(self._game.moves))
        task = self._insight.next_task(self._game, self._thinking.ply)
        if self._thinking.analysing is None and task is not None:
            self._thinking.begin_analysis(task, self._start.game(self._game.moves[:task.ply]))

    def hear_report(self, ply: int, report: Report) -> None:
        self._insight.keep(ply, report)

    def hear_answer(self, answer: Answer) -> None:
        self._apply(answer)

    def hear_assessment(self, task: Task, report: Report) -> None:
        self._insight.finish(task, report)
        self._wake()

    def hear_failure(self, message: str, of_analysis: bool) -> None:
        self._failure = message
        if of_analysis:
            self._insight.want(False, None)
            self._insight.end_review()
