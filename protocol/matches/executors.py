"""Where the games of a match are played: by default here, in threads.

A venue is an executor in the style of `concurrent.futures` and a function for it that plays one fixture.
`cluster_venue` plays on a cluster; for MPI or Ray, give it their executor.
"""

import queue
import threading
from concurrent.futures import Executor, Future
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from engine.cluster.assignments import Shared
from protocol.judging.player import Player
from protocol.judging.referee import JudgedGame, JudgedTurn, Referee, judge_game
from protocol.judging.rules import Rules
from protocol.judging.sandbox import close_all_sandboxes
from protocol.judging.trouble import JudgeTrouble
from protocol.matches.calibration import WorkerNote
from protocol.matches.schedule import Fixture

#: Pause between attempts to end the bots of a match being stopped, until their threads notice.
_STOP_PAUSE_SECONDS = 0.05

OpenBot = Callable[[int], Player]


class MatchStoppedError(Exception):
    """Ends a game whose result is no longer wanted."""


class PlayedGame(NamedTuple):
    """A game as a venue returns it."""

    judged: JudgedGame
    note: Optional[WorkerNote] = None  #: who played it; None: this process


class Venue:
    """Where games are played."""

    executor: Executor
    play: Callable[..., PlayedGame]  #: the executor calls it with `shared` and a fixture
    shared: Tuple[Shared, ...] = ()
    losses = 0  #: how often a game was restarted because its worker was gone

    @property
    def plies(self) -> Sequence[int]:
        """How many turns the games in progress have, if known."""
        return ()

    def take(self, played: PlayedGame) -> JudgedGame:
        """The game; whatever else is known about it is kept for `remarks`."""
        return played.judged

    def describe(self) -> str:
        """`2 at a time`."""
        raise NotImplementedError

    def activity(self) -> str:
        """Who is working now; empty if there is nothing to say."""
        return ""

    def remarks(self) -> List[str]:
        """Lines to print below the table."""
        return []


class LocalVenue(Venue):
    """`jobs` threads of this process. Bots are processes, so threads keep all processors busy."""

    def __init__(self, open_bot: OpenBot, rules: Rules, jobs: int) -> None:
        """`open_bot` makes the player for a place in the list of bots; each thread has its own players."""
        self._open_bot, self._rules, self._jobs = open_bot, rules, jobs
        self._plies: Dict[int, int] = {}  # of the games in progress, by thread
        self._players: Dict[int, Dict[int, Player]] = {}  # by thread and bot
        self.executor = self._threads = GameThreads(jobs)
        self.play = self._play

    @property
    def plies(self) -> Sequence[int]:
        return list(self._plies.copy().values())

    def describe(self) -> str:
        return "%d at a time" % self._jobs

    def _play(self, fixture: Fixture) -> PlayedGame:
        thread = threading.get_ident()
        players = self._players.setdefault(thread, {})
        for bot in fixture.bots:
            if bot not in players:
                players[bot] = self._open_bot(bot)
        pair = [players[bot] for bot in fixture.bots]
        self._plies[thread] = len(fixture.opening)
        try:
            return PlayedGame(judge_game(pair, self._rules, fixture.opening, self._check_stop))
        except BaseException:
            for player in pair:
                player.close()
            raise
        finally:
            self._plies.pop(thread, None)

    def _check_stop(self, referee: Referee, turn: JudgedTurn) -> None:
        self._plies[threading.get_ident()] = len(referee.game.moves)
        if self._threads.stopping:
            raise MatchStoppedError


class GameThreads(Executor):
    """Threads that die with the program: `shutdown` ends all bots, and with them the turn and the game."""

    def __init__(self, jobs: int) -> None:
        self.stopping = False
        self._jobs = jobs
        self._work: "queue.Queue[Tuple[Future[Any], Callable[..., Any], Tuple[Any, ...]]]" = queue.Queue()
        self._threads: List[threading.Thread] = []

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":  # type: ignore[override]
        future: "Future[Any]" = Future()
        self._work.put((future, function, arguments))
        if len(self._threads) < self._jobs:
            thread = threading.Thread(target=self._run, daemon=True)
            try:
                thread.start()
            except RuntimeError as error:  # out of threads
                raise JudgeTrouble(str(error)) from None
            self._threads.append(thread)
        return future

    def shutdown(self, wait: bool = True, **options: bool) -> None:
        self.stopping = True
        close_all_sandboxes()
        for thread in self._threads:
            while thread.is_alive():
                close_all_sandboxes()
                thread.join(_STOP_PAUSE_SECONDS)

    def _run(self) -> None:
        while not self.stopping:
            try:
                future, function, arguments = self._work.get(timeout=_STOP_PAUSE_SECONDS)
            except queue.Empty:
                continue
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(function(*arguments))
            except BaseException as error:  # raised again where the future is waited for
                future.set_exception(error)
