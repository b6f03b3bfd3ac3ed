"""Who plays: somebody the judge can ask for a move. A process, an engine and a function look the same to it."""

from time import monotonic
from typing import Any, Callable, List, NamedTuple

from protocol.game import Game
from protocol.judging.rules import Rules
from protocol.judging.sandbox import STDERR_BYTES
from protocol.judging.botzone_judge_end import encode_point


class Answer(NamedTuple):
    """What came of one turn. `response` is the bot's own, to be judged."""

    verdict: str  #: OK, TLE, MLE, RE, NJ or OLE
    response: Any = None
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory_mb: float = 0.0
    debug: Any = None


class Player:
    """Somebody who can be asked for a move, game after game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.warnings: List[str] = []
        self._errors = b""

    @property
    def errors(self) -> str:
        """The end of what it has written to stderr."""
        return (self._errors + self._live_errors())[-STDERR_BYTES:].decode("utf-8", "replace")

    def start_game(self) -> None:
        """Called before the first turn of each game."""

    def end_game(self) -> None:
        """Called after the last turn of a game that came to its end."""

    def ask(self, game: Game, rules: Rules) -> Answer:
        """Its answer in a game in which it is to move."""
        raise NotImplementedError

    def ask_again(self, game: Game, rules: Rules) -> Answer:
        """Its answer to the same turn after one that was illegal."""
        return self.ask(game, rules)

    def warn(self, warning: str) -> None:
        """Notes, once, what is no error but would surprise its author."""
        if warning not in self.warnings:
            self.warnings.append(warning)

    def close(self) -> None:
        """Ends whatever runs for it."""

    def _live_errors(self) -> bytes:
        """What a process that still runs has written there."""
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
            response = encode_point(self._choose(Game(game.moves)))
        except Exception as error:  # a bot may fail in any way
            self._keep_errors(("%s: %s\n" % (type(error).__name__, error)).encode())
            return Answer("RE", None, monotonic() - start)
        seconds = monotonic() - start
        return Answer("OK" if seconds <= rules.turn_seconds else "TLE", response, seconds, seconds)
