"""The players of one game at work: a bot on its move and an engine on an analysis, each in a thread of its own.

Whatever becomes worthless is called off, and what it still says goes unheard. The game's lock is held wherever work
begins, ends or is reported.
"""

import os
import traceback
from threading import BoundedSemaphore, RLock, Thread
from time import monotonic, sleep
from typing import Any, Callable, List, Optional

from engine.report import Report
from protocol.game import Game
from protocol.judging.answer import Answer
from protocol.judging.bot_names import Opponents
from protocol.judging.engine_player import EnginePlayer
from protocol.judging.failure import explain_failure
from protocol.judging.player import CalledOff, Player
from protocol.judging.referee import JudgedTurn, find_error
from protocol.judging.trouble import JudgeTrouble
from protocol.judging.verdicts import OK
from protocol.page.insight import Task
from protocol.page.seats import PERSON, Seats
from protocol.records.saved_turn import hand_over

#: At most this many players think at once, across all games; the others wait for their turn.
THINKING_AT_ONCE = 4
#: Two bots that answer at once are slowed down to this, so that a person can follow.
WATCH_SECONDS = 0.7

#: The turn of a bot that fails is saved beside a record of this name.
PAGE_RECORD = os.path.join("records", "page.json")

_POLL_SECONDS = 0.05


class Audience:
    """Hears of everything that a thinking player finds. The game's lock is held during each call."""

    def hear_report(self, ply: int, report: Report) -> None:
        """An interim report about the position after `ply` moves."""
        raise NotImplementedError

    def hear_answer(self, answer: Answer) -> None:
        """A bot's legal answer in the last position."""
        raise NotImplementedError

    def hear_assessment(self, task: Task, report: Report) -> None:
        """The final report of an analysis."""
        raise NotImplementedError

    def hear_failure(self, message: str, of_analysis: bool) -> None:
        """Why a bot has given up, or an analysis."""
        raise NotImplementedError


class Errand:
    """A player at work on the position after `ply` moves."""

    def __init__(self, player: Player, ply: int) -> None:
        self.player, self.ply = player, ply
        self.start = monotonic()


class Thinking:
    """Who thinks about a game right now: nobody, a bot about its move, an engine about any position, or both."""

    def __init__(self, opponents: Opponents, seats: Seats, seconds: float, audience: Audience, lock: RLock,
                 slots: BoundedSemaphore, watch_seconds: float) -> None:
        """`seconds` is a bot's time for a move; `slots` bounds how many players think at once."""
        self.moving: Optional[Errand] = None
        self.analysing: Optional[Errand] = None
        self._opponents, self._seats, self._seconds, self._audience = opponents, seats, seconds, audience
        self._lock, self._slots, self._watch_seconds = lock, slots, watch_seconds
        self._bots: List[Optional[Player]] = [None, None]
        self._analyst: Optional[EnginePlayer] = None

    @property
    def ply(self) -> Optional[int]:
        """The position that an engine thinks about, as an analyst or as a player."""
        if self.analysing is not None:
            return self.analysing.ply
        if self.moving is not None and isinstance(self.moving.player, EnginePlayer):
            return self.moving.ply
        return None

    def begin_move(self, game: Game) -> None:
        """Lets the bot to move think; the game is its own copy."""
        bot = self._bots[game.colour]
        if bot is None:
            bot = self._opponents.open(self._seats[game.colour], self._seconds)
            bot.start_game()
            self._bots[game.colour] = bot
        self.moving = Errand(bot, len(game.moves))
        _start_thread(self._move, self.moving, game)

    def begin_analysis(self, task: Task, game: Game) -> None:
        """Lets an engine think about the position of the task; the game is its own copy and ends there."""
        self._analyst = self._analyst or self._opponents.open_engine()
        self.analysing = Errand(self._analyst, task.ply)
        _start_thread(self._analyse, self.analysing, self._analyst, task, game)

    def call_off_move(self) -> None:
        """Ends the thinking of the bot to move."""
        errand = self.moving
        if errand is not None:
            self.moving = None
            self._bots = [None if bot is errand.player else bot for bot in self._bots]
            errand.player.call_off()

    def call_off_analysis(self) -> None:
        """Ends the analysis."""
        if self.analysing is not None:
            self.analysing.player.call_off()
            self.analysing = self._analyst = None

    def call_off_all(self) -> None:
        """Ends everything, and every bot that waits for its next turn: a tree that nobody needs is large."""
        self.call_off_move()
        self.call_off_analysis()
        for bot in self._bots:
            if bot is not None:
                bot.call_off()
        self._bots = [None, None]
        self._analyst = None

    # -- in the threads

    def _move(self, errand: Errand, game: Game) -> None:
        bot = errand.player
        if isinstance(bot, EnginePlayer):
            bot.on_report = self._listener(errand)
        try:
            answer = self._ask(errand, bot, game)
            self._keep_pace(errand)
        except CalledOff:
            return
        except Exception as error:  # a bot may fail in any way; the page says so
            self._fail(errand, error)
            return
        with self._lock:
            if self.moving is errand:
                self.moving = None
                self._audience.hear_answer(answer)

    def _ask(self, errand: Errand, bot: Player, game: Game) -> Answer:
        """The bot's legal answer; ValueError if it gives none."""
        rules = self._opponents.rules_for(self._seats[game.colour], self._seconds)
        tries = rules.illegal_moves_allowed + 1
        while True:
            answer: Answer = self._in_turn(errand, lambda: bot.ask(game, rules))
            error = find_error(game, answer)
            if error is None:
                return answer
            tries -= 1
            if answer.verdict != OK or not tries:
                raise ValueError("%s gives up: %s" % (bot.name, _explain(game, answer, error)))

    def _analyse(self, errand: Errand, engine: EnginePlayer, task: Task, game: Game) -> None:
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
            if self.analysing is errand:
                self.analysing = None
                self._audience.hear_assessment(task, report)

    def _fail(self, errand: Errand, error: Exception) -> None:
        with self._lock:
            if not self._is_wanted(errand):
                return
            if not isinstance(error, (ValueError, JudgeTrouble)):  # a bug of ours: stderr shows where it is
                traceback.print_exception(type(error), error, error.__traceback__)
            of_analysis = errand is self.analysing
            if of_analysis:
                self.call_off_analysis()
            else:
                self.call_off_move()
            self._audience.hear_failure(str(error) or type(error).__name__, of_analysis)

    def _is_wanted(self, errand: Errand) -> bool:
        return errand in (self.moving, self.analysing)

    def _in_turn(self, errand: Errand, work: Callable[[], Any]) -> Any:
        """Does the work as soon as few enough others think."""
        while not self._slots.acquire(timeout=_POLL_SECONDS):
            if not self._is_wanted(errand):
                raise CalledOff
        try:
            errand.start = monotonic()
            return work()
        finally:
            self._slots.release()

    def _keep_pace(self, errand: Errand) -> None:
        while PERSON not in self._seats and self.moving is errand and monotonic() - errand.start < self._watch_seconds:
            sleep(_POLL_SECONDS)

    def _listener(self, errand: Errand) -> Callable[[Report], None]:
        def listen(report: Report) -> None:
            with self._lock:
                if self._is_wanted(errand):
                    self._audience.hear_report(errand.ply, report)

        return listen


def _start_thread(work: Callable[..., None], *arguments: Any) -> None:
    Thread(target=work, args=arguments, daemon=True).start()


def _explain(game: Game, answer: Answer, error: str) -> str:
    """Why the bot failed, and how to ask it the same again."""
    lines = explain_failure(game, JudgedTurn(game.colour, answer, None, error))
    try:
        lines += hand_over(PAGE_RECORD, answer.conduct)
    except OSError:  # nothing can be written here: the explanation is worth having without that
        pass
    return "\n".join(lines)
