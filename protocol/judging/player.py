"""Who plays: somebody the judge can ask for a move. Processes, engines, functions and people look the same to it."""

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
    """The answer is not wanted any more."""


class Player:
    """Somebody who can be asked for a move, game after game, until called off.

    A player whose process outlives a turn keeps the record of what that process has been told, and brings it up to date
    or starts it anew when it is asked: whoever asks need not care what happened since the last time.
    """

    #: The rules of the platform that it is written for, if those hold for it by whichever rules a game is played.
    platform: Optional[Rules] = None

    def __init__(self, name: str) -> None:
        self.name = whole_characters(name)  # a path may hold bytes that are no text
        self.warnings: List[str] = []
        self.on_errors: Optional[OnErrors] = None  #: hears what its processes write to stderr, as it comes
        self._errors = b""
        self._called_off = Event()

    @property
    def errors(self) -> str:
        """The end of what it has written to stderr."""
        return (self._errors + self._live_errors())[-STDERR_BYTES:].decode("utf-8", "replace")

    def start_game(self) -> None:
        """Called before the first turn of each game."""

    def end_game(self) -> None:
        """Called after the last turn of a game that came to its end."""

    def ask(self, game: Game, rules: Rules) -> Answer:
        """Its answer in a game in which it is to move; CalledOff if it was called off before or meanwhile."""
        raise NotImplementedError

    def warn(self, warning: str) -> None:
        """Notes, once, what is no error but would surprise its author."""
        if warning not in self.warnings:
            self.warnings.append(warning)

    def close(self) -> None:
        """Ends whatever runs for it; it can be asked again."""

    def call_off(self) -> None:
        """Ends whatever it does, now and for ever; any thread may say so, more than once."""
        self._called_off.set()
        self.close()

    def check_wanted(self) -> None:
        """Raises CalledOff if it was called off, and ends what was started in that very moment."""
        if self._called_off.is_set():
            self.close()
            raise CalledOff

    def _live_errors(self) -> bytes:
        """What a process that still runs has written to stderr."""
        return b""

    def _keep_errors(self, errors: bytes) -> None:
        self._errors = (self._errors + errors)[-STDERR_BYTES:]


class FunctionPlayer(Player):
    """A function from a game to a move in this very process. It cannot be interrupted, only be found late."""

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
