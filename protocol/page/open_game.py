"""One game on the page: its moves, whoever thinks about it, and the commands that change it.

Every change of the moves raises `version`. A command that is meant for an older version is refused, so rapid clicks
and several tabs cannot change what they have not seen. Two things may be under way at a time, each in its own thread:
a bot's move and the analysis. Whatever a change makes worthless is called off, and what it still says goes unheard.
"""

import os
import traceback
from threading import BoundedSemaphore, RLock, Thread
from time import monotonic, sleep
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from engine.coordinates import PASS, square_from_text
from engine.report import Report
from protocol.game import COLOUR_NAMES, Game
from protocol.judging.answer import Answer
from protocol.judging.bot_names import Opponents, shown_name
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.engine_player import EnginePlayer
from protocol.judging.failure import explain_failure
from protocol.judging.player import CalledOff, Player
from protocol.judging.referee import JudgedGame, JudgedTurn, Referee, find_error
from protocol.judging.rules import BOTZONE
from protocol.judging.trouble import JudgeTrouble
from protocol.judging.verdicts import OK
from protocol.page.game_view import view_evaluations, view_game, view_report, view_result
from protocol.page.insight import Insight, Task
from protocol.page.mistakes import Evaluation
from protocol.page.set_up import USUAL_START, Start, position_text
from protocol.records.saved_turn import hand_over

#: Seats that no bot takes: a person's, and those of a recorded game.
PERSON, NOBODY = "person", "record"

#: Two bots that answer at once are slowed down to this, so that a person can follow.
WATCH_SECONDS = 0.7
#: At most this many opponents think at once, across all games; the others wait for their turn.
THINKING_AT_ONCE = 4

#: The turn of a bot that fails is saved beside a record of this name.
PAGE_RECORD = os.path.join("records", "page.json")

_POLL_SECONDS = 0.05


class StaleVersionError(Exception):
    """The command was meant for another state of the game."""


class Seats(NamedTuple):
    """Who plays: PERSON, NOBODY or the name of an opponent."""

    black: str
    white: str

    def names(self) -> Tuple[str, str]:
        """What to call them."""
        if self.black == self.white == PERSON:
            return "Black", "White"
        black, white = ("You" if seat == PERSON else shown_name(seat) for seat in self)
        return black, white


class Past(NamedTuple):
    """What a recorded game brings with it beside its moves."""

    names: Sequence[str]
    seconds: Sequence[Optional[float]]
    notes: Sequence[Optional[str]]
    evaluations: Sequence[Optional[Evaluation]]
    problems: Sequence[str]
    result: Optional[Dict[str, Any]]
    source: str = ""  #: the file and the game's number in it, as people know them
    explanation: Sequence[str] = ()  #: why it was lost, if an error lost it
    fewest_wins: bool = False


class _Errand:
    """A player at work, in a thread of its own, on the position after so many moves."""

    def __init__(self, player: Player, ply: int) -> None:
        self.player, self.ply = player, ply
        self.start = monotonic()


class OpenGame:
    """A game and everything that goes on in it. Every public method may be called from any thread."""

    def __init__(self, opponents: Opponents, seats: Seats, seconds: float, moves: Sequence[int] = (),
                 past: Optional[Past] = None, slots: Optional[BoundedSemaphore] = None,
                 watch_seconds: float = WATCH_SECONDS, start: Start = USUAL_START) -> None:
        """ValueError if a move is illegal. `slots` bounds how many opponents think at once."""
        self.seats, self.seconds = seats, seconds
        self.names = tuple(past.names) if past else seats.names()
        self.version = 1
        self.last_seen = monotonic()
        self._opponents, self._past, self._watch_seconds = opponents, past, watch_seconds
        self._slots = slots or BoundedSemaphore(THINKING_AT_ONCE)
        self._lock = RLock()
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
        self._bots: List[Optional[Player]] = [None, None]
        self._analyst: Optional[EnginePlayer] = None
        self._moving: Optional[_Errand] = None
        self._analysing: Optional[_Errand] = None
        self._game_view: Optional[Dict[str, Any]] = None
        with self._lock:
            self._wake()

    # -- commands

    def play(self, version: int, text: str) -> None:
        """A person's move; ValueError if it is nobody's turn who could be a person, or the move is illegal."""
        with self._lock:
            self._check(version)
            if self.seats[self._game.colour] != PERSON or self._is_over():
                raise ValueError("it is not your turn")
            move = square_from_text(text)
            self._start.game(self._game.moves).play(move)  # says what is wrong with it
            self._apply(Answer(OK, encode_point(move)))

    def undo(self, version: int) -> None:
        """Takes back a person's last move and whatever followed it."""
        with self._lock:
            self._check(version)
            ply = self._undo_ply()
            if ply is None:
                raise ValueError("there is no move to take back")
            self._call_off_all()
            self._referee = self._referee.taken_back(ply)
            self._insight.forget_after(ply)
            self._resigned = None
            self._changed()

    def resign(self, version: int) -> None:
        """A person gives the game up; of two persons, the one to move."""
        with self._lock:
            self._check(version)
            if PERSON not in self.seats or self._is_over():
                raise ValueError("there is no game to resign")
            own = self._game.colour if self.seats[self._game.colour] == PERSON else 1 - self._game.colour
            self._resigned = own
            self._call_off_all()
            self._changed()

    def hint(self, on: bool) -> None:
        """Looks for the best move of the last position, or forgets it."""
        with self._lock:
            self._insight.hint(len(self._game.moves) if on else None)
            self._call_off_analysis()
            self._wake()

    def pause(self, version: int, paused: bool) -> None:
        """Lets the bots wait or go on; a bot that failed tries again."""
        with self._lock:
            self._check(version)
            self._paused, self._failure = paused, None
            if paused:
                self._call_off_move()
            self._turn_start = monotonic()
            self._wake()

    def analyse(self, on: bool, ply: Optional[int]) -> None:
        """Turns the analysis on or off, for the position after `ply` moves or for the last one."""
        with self._lock:
            if ply is not None and not 0 <= ply <= len(self._game.moves):
                raise ValueError("bad ply %d: the game has 0 to %d" % (ply, len(self._game.moves)))
            self._insight.want(on, ply)
            self._call_off_analysis()
            self._wake()

    def review(self, seconds: Optional[float]) -> None:
        """Begins to evaluate every position, each for so long; None ends that."""
        with self._lock:
            if seconds is None:
                self._insight.end_review()
            else:
                self._insight.begin_review(len(self._game.moves) + 1, seconds)
            self._call_off_analysis()
            self._wake()

    def sleep(self) -> None:
        """Ends all thinking until somebody looks at the game again."""
        with self._lock:
            self._asleep = True
            self._call_off_all()

    # -- views

    def view(self, known_version: Optional[int] = None) -> Dict[str, Any]:
        """The game as JSON values; what the known version has already is left out."""
        with self._lock:
            self._look()
            view: Dict[str, Any] = {
                "version": self.version, "paused": self._paused, "failure": self._failure,
                "clocks": self._clocks(), "thinking": self._view_thinking(),
                "analysis": self._insight.view_analysis(self._game, self._thinking_ply()),
                "hint": self._insight.view_hint(), "review": self._insight.view_review(),
                "canUndo": self._undo_ply() is not None,
            }
            view.update(self._view_evaluations())
            if known_version != self.version:
                view["game"] = self._view_game()
            return view

    def page_view(self) -> Dict[str, Any]:
        """Everything that a page of this game alone shows."""
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
        errand = self._moving
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
        """How long each move took, as far as it is known."""
        if self._past:
            return list(self._past.seconds)
        return [turn.answer.seconds or None for turn in self._referee.turns]

    # -- the moves

    def _check(self, version: int) -> None:
        if version != self.version:
            raise StaleVersionError("the game has gone on since version %s" % version)

    def _apply(self, answer: Answer) -> None:
        """Plays a right answer. Its time is what a person saw, waiting for a place to think included."""
        self._referee.take(answer._replace(seconds=monotonic() - self._turn_start))
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._failure = self._game_view = None
        self._turn_start = monotonic()
        self._insight.hint(None)
        if self._is_over():
            self._call_off_all()  # a tree that nobody needs is large
        else:
            self._call_off_analysis()
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

    # -- thinking; the lock is held wherever an errand begins or ends

    def _wake(self) -> None:
        """Starts whatever there is to think about."""
        if self._asleep:
            return
        colour = self._game.colour
        stands = self._is_over() or self._paused or self._failure is not None
        if self._moving is None and not stands and self.seats[colour] not in (PERSON, NOBODY):
            bot = self._bots[colour] or self._opponents.open(self.seats[colour], self.seconds)
            if bot is not self._bots[colour]:
                bot.start_game()
            self._bots[colour] = bot
            self._moving = _Errand(bot, len(self._game.moves))
            _start_thread(self._move, self._moving)
        task = self._insight.next_task(self._game, self._thinking_ply())
        if self._analysing is None and task is not None:
            self._analyst = self._analyst or self._opponents.open_engine()
            self._analysing = _Errand(self._analyst, task.ply)
            _start_thread(self._analyse, self._analysing, self._analyst, task)

    def _thinking_ply(self) -> Optional[int]:
        """The position that the engine thinks about, as an analyst or as a player."""
        if self._analysing is not None:
            return self._analysing.ply
        if self._moving is not None and isinstance(self._moving.player, EnginePlayer):
            return self._moving.ply
        return None

    def _move(self, errand: _Errand) -> None:
        """A bot's move, in its own thread."""
        game, bot = self._start.game(self.moves[:errand.ply]), errand.player
        rules = self._opponents.rules_for(self.seats[game.colour], self.seconds)
        if isinstance(bot, EnginePlayer):
            bot.on_report = self._listener(errand)
        try:
            for _ in range(rules.illegal_moves_allowed + 1):
                answer: Answer = self._in_turn(errand, lambda: bot.ask(game, rules))
                error = find_error(game, answer)
                if error is None or answer.verdict != OK:
                    break
            if error is not None:
                raise ValueError("%s gives up: %s" % (bot.name, _explain(game, answer, error)))
            self._keep_pace(errand)
        except CalledOff:
            return
        except Exception as error:  # a bot may fail in any way; the page says so
            self._fail(errand, error)
            return
        with self._lock:
            if self._moving is errand:
                self._moving = None
                self._apply(answer)

    def _fail(self, errand: _Errand, error: Exception) -> None:
        with self._lock:
            if errand not in (self._moving, self._analysing):
                return
            self._failure = str(error) or type(error).__name__
            if not isinstance(error, (ValueError, JudgeTrouble)):  # a bug of ours: stderr shows where it is
                traceback.print_exception(type(error), error, error.__traceback__)
            if errand is self._moving:
                self._call_off_move()
            else:
                self._call_off_analysis()
                self._insight.want(False, None)
                self._insight.end_review()

    def _analyse(self, errand: _Errand, engine: EnginePlayer, task: Task) -> None:
        """A position's evaluation, in its own thread; afterwards the next one."""
        game = self._start.game(self.moves[:task.ply])
        assess = engine.assess_moves if task.every_move else engine.assess
        try:
            report: Report = self._in_turn(
                errand, lambda: assess(game.player, game.opponent, task.seconds, self._listener(errand)))
        except CalledOff:
            return
        except Exception as error:  # as above
            self._fail(errand, error)
            return
        with self._lock:
            if self._analysing is errand:
                self._analysing = None
                self._insight.finish(task, report)
                self._wake()

    def _in_turn(self, errand: _Errand, work: Callable[[], Any]) -> Any:
        """Does the work as soon as few enough others think."""
        while not self._slots.acquire(timeout=_POLL_SECONDS):
            if errand not in (self._moving, self._analysing):
                raise CalledOff
        try:
            errand.start = monotonic()
            return work()
        finally:
            self._slots.release()

    def _keep_pace(self, errand: _Errand) -> None:
        while PERSON not in self.seats and self._moving is errand and monotonic() - errand.start < self._watch_seconds:
            sleep(_POLL_SECONDS)

    def _listener(self, errand: _Errand) -> Callable[[Report], None]:
        def listen(report: Report) -> None:
            with self._lock:
                if errand in (self._moving, self._analysing):
                    self._insight.keep(errand.ply, report)

        return listen

    def _call_off_move(self) -> None:
        errand = self._moving
        if errand is not None:
            self._moving = None
            self._bots = [None if bot is errand.player else bot for bot in self._bots]
            errand.player.call_off()

    def _call_off_analysis(self) -> None:
        if self._analysing is not None:
            self._analysing.player.call_off()
            self._analysing = self._analyst = None

    def _call_off_all(self) -> None:
        self._call_off_move()
        self._call_off_analysis()
        for bot in self._bots:
            if bot is not None:
                bot.call_off()
        self._bots = [None, None]
        self._analyst = None


def _start_thread(work: Callable[..., None], *arguments: Any) -> None:
    Thread(target=work, args=arguments, daemon=True).start()


def _explain(game: Game, answer: Answer, error: str) -> str:
    """Why the bot failed, and how it can be asked the same again."""
    lines = explain_failure(game, JudgedTurn(game.colour, answer, None, error))
    try:
        lines += hand_over(PAGE_RECORD, answer.conduct)
    except OSError:  # nothing can be written here: the explanation is worth having without that
        pass
    return "\n".join(lines)
