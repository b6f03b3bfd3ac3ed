"""A player: anything the judge can ask for a move. Processes, engines, functions and people look alike to it."""

from threading import Event
from time import monotonic
from typing import Callable, List, Optional

from protocol.game import Game
from protocol.json_text import whole_characters
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.pipes import STDERR_BYTES, OnErrors
from protocol.judging.rules import Rules
from protocol.judging.verdicts import OK, RE, TLE


class CalledOff(Exception):
    """The answer is no longer wanted."""


class Player:
    """Can be asked for a move, game after game, until called off.

    A player whose process outlives a turn keeps track of what that process knows, and updates or restarts it when
    asked: the caller need not care what has happened since the last turn.
    """

    #: The rules of its own platform, if they apply to it whatever the rules of the game.
    platform: Optional[Rules] = None

    def __init__(self, name: str) -> None:
        self.name = whole_characters(name)  # a path may hold bytes that are not text
        self.warnings: List[str] = []
        self.on_errors: Optional[OnErrors] = None  #: gets what its processes write to stderr, as it comes
        self._errors = b""
        self._called_off = Event()

    @property
    def errors(self) -> str:
        """The end of its stderr."""
        return (self._errors + self._live_errors())[-STDERR_BYTES:].decode("utf-8", "replace")

    def start_game(self) -> None:
        """Called before the first turn of each game."""

    def end_game(self) -> None:
        """Called after the last turn of a finished game."""

    def ask(self, game: Game, rules: Rules) -> Answer:
        """Its answer in a game where it is to move; CalledOff if it was called off before or meanwhile."""
        raise NotImplementedError

    def warn(self, warning: str) -> None:
        """Notes, once, something that is not an error but would surprise its author."""
        if warning not in self.warnings:
            self.warnings.append(warning)

    def close(self) -> None:
        """Ends whatever runs for it; it can be asked again."""

    def call_off(self) -> None:
        """Ends whatever it does, for good; any thread may call this, more than once."""
        self._called_off.set()
        self.close()

    def check_wanted(self) -> None:
        """Raises CalledOff if it was called off, and ends anything started at that very moment."""
        if self._called_off.is_set():
            self.close()
            raise CalledOff

    def _live_errors(self) -> bytes:
        """The stderr of a process that still runs."""
        return b""

    def _keep_errors(self, errors: bytes) -> None:
        self._errors = (self._errors + errors)[-STDERR_BYTES:]


class FunctionPlayer(Player):
    """A function from a game to a move, in this process. It cannot be interrupted, only be found late."""

    def __init__(self, name: str, choose: Callable[[Game], int]) -> None:
        super().__init__(name)
        self._choose = choose

    def ask(self, game: Game, rules: Rules) -> Answer:
        start = monotonic()
        try:
            response = encode_point(self._choose(Game(game.moves, game.fewest_wins)))
        except Exception as error:  # a bot may fail in any way
            self._keep_errors(("%s: %s\n" % (type(error).__name__, error)).encode())
            return Answer(RE, seconds=monotonic() - start)
        seconds = monotonic() - start
        return Answer(OK if seconds <= rules.turn_seconds else TLE, response, seconds=seconds, cpu_seconds=seconds)
