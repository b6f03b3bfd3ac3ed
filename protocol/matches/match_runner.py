"""Plays the fixtures of a match, several at a time, until all are done or somebody has seen enough."""

import queue
import threading
from typing import Any, Callable, Dict, Generator, List, Sequence, Tuple

from protocol.judging.player import Player
from protocol.judging.referee import JudgedGame, JudgedTurn, Referee, judge_game
from protocol.judging.rules import Rules
from protocol.judging.sandbox import close_all_sandboxes
from protocol.judging.trouble import JudgeTrouble
from protocol.matches.schedule import Fixture

#: A wait without end cannot be interrupted from the keyboard everywhere.
_WAIT_SECONDS = 0.2
#: How often the bots are ended again while the match is being stopped, until whoever asked them has noticed.
_STOP_PAUSE_SECONDS = 0.05


class MatchStoppedError(Exception):
    """Ends a game that nobody waits for any more."""


class MatchRunner:
    """`jobs` threads that take the fixtures in order. Bots are processes, so threads keep all processors busy."""

    def __init__(self, open_bot: Callable[[int], Player], rules: Rules, fixtures: Sequence[Fixture], jobs: int) -> None:
        """`open_bot` makes the player for a place in the list of bots; each thread has players of its own."""
        self._open_bot, self._rules = open_bot, rules
        self._left = len(fixtures)
        self._fixtures: "queue.Queue[Fixture]" = queue.Queue()
        for fixture in fixtures:
            self._fixtures.put(fixture)
        self._done: "queue.Queue[Any]" = queue.Queue()
        self._stopping = False
        self._plies: Dict[int, int] = {}  # of the games under way, by thread
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(min(jobs, len(fixtures)))]

    @property
    def plies(self) -> List[int]:
        """How many turns the games under way have."""
        return list(self._plies.copy().values())

    def games(self, on_wait: Callable[[], None] = lambda: None) -> Generator[Tuple[Fixture, JudgedGame], None, None]:
        """Each game as it ends; `on_wait` is called every now and then in between.

        When the iterator is closed, what is still being played is broken off.
        """
        try:
            self._start()
            while self._left:
                item = self._next_done(on_wait)
                if isinstance(item, BaseException):
                    raise item
                self._left -= 1
                yield item
        finally:
            self._stop()

    def _start(self) -> None:
        for number, thread in enumerate(self._threads):
            try:
                thread.start()
            except RuntimeError as error:  # no more threads
                self._threads = self._threads[:number]
                raise JudgeTrouble(str(error)) from None

    def _next_done(self, on_wait: Callable[[], None]) -> Any:
        while True:
            try:
                return self._done.get(timeout=_WAIT_SECONDS)
            except queue.Empty:
                on_wait()

    def _work(self) -> None:
        players: Dict[int, Player] = {}
        try:
            while not self._stopping:
                fixture = self._fixtures.get_nowait()
                for bot in fixture.bots:
                    if bot not in players:
                        players[bot] = self._open_bot(bot)
                pair = [players[bot] for bot in fixture.bots]
                self._plies[threading.get_ident()] = len(fixture.opening)
                self._done.put((fixture, judge_game(pair, self._rules, fixture.opening, self._check_stop)))
        except (queue.Empty, MatchStoppedError):
            pass
        except BaseException as error:  # the main thread has to say it
            self._done.put(error)
        finally:
            self._plies.pop(threading.get_ident(), None)
            for player in players.values():
                player.close()

    def _check_stop(self, referee: Referee, turn: JudgedTurn) -> None:
        self._plies[threading.get_ident()] = len(referee.game.moves)
        if self._stopping:
            raise MatchStoppedError

    def _stop(self) -> None:
        """Waits for the threads to end. While they play, all bots are ended, which ends the turn and so the game."""
        self._stopping = True
        for thread in self._threads:
            while thread.is_alive():
                if self._left:
                    close_all_sandboxes()
                thread.join(_STOP_PAUSE_SECONDS)
