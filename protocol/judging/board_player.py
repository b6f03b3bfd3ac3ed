"""A player whose process lives as long as the game and is shown the whole board on every turn.

Because every turn shows everything, the process can go on in any game that continues the one it knows, whatever
happened in between. A game that goes back, or a different game, needs a new process.
"""

from typing import List, Optional, Sequence

from engine.coordinates import PASS
from protocol.game import Game
from protocol.judging.answer import Answer, Conduct
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.process_player import ProcessPlayer
from protocol.judging.rules import Rules
from protocol.judging.sandbox import Exchange, Sandbox
from protocol.judging.verdicts import OK, RE, TLE

#: With less of the game's time left, a turn is lost without asking.
_LEAST_SECONDS = 0.001
_NO_ANSWER = "it ended without an answer"


class RefusedUpload(Exception):
    """The platform would not take the file."""


class BoardPlayer(ProcessPlayer[Sandbox]):
    """What these platforms share; a subclass defines how its bot is started, asked and read."""

    #: Time to start the bot before its first turn; None if starting is part of the first turn.
    start_up_seconds: Optional[float] = None

    def __init__(self, name: str, files: Sequence[str], platform: Rules) -> None:
        super().__init__(name, files)
        self.platform = self.limits = platform
        self._start_verdict = OK
        self._command_line: List[str] = []
        self._known_moves: List[int] = []  #: the game up to the last turn the process was asked for
        self._colour = 0
        self._asked = False
        self._used_seconds = 0.0

    def start_game(self) -> None:
        self.close()
        self._errors, self._asked, self._used_seconds = b"", False, 0.0

    def end_game(self) -> None:
        self.close()

    def ask(self, game: Game, rules: Rules) -> Answer:
        self.check_wanted()
        if game.must_pass and not self.limits.asks_for_passes:
            return Answer(OK, encode_point(PASS))  # made for it, as on its platform
        greeting = b""
        if self._process is None or not self._continues(game):
            greeting = self._start(game, rules)
        elif not self._process.alive:
            return self._fail(RE, _NO_ANSWER)
        if self._process is None:
            return Answer(self._start_verdict)
        seconds = self.turn_seconds(rules)
        if seconds < _LEAST_SECONDS:
            return self._fail(TLE, "the game's %g s are used up" % (self.limits.game_seconds or 0.0))
        message = greeting + self._encode_turn(game)
        exchange = self._process.exchange(message, seconds + rules.patience_seconds, is_answer)
        self.check_wanted()
        self._asked, self._known_moves, self._colour = True, list(game.moves), game.colour
        self._used_seconds += exchange.seconds
        return self._judge(exchange, game)._replace(conduct=self._conduct(exchange, message, seconds))

    def turn_seconds(self, rules: Rules) -> float:
        """The time for the next turn: the platform's, capped by what is left of the game's."""
        seconds = self.limits.limit_seconds(not self._asked, False, self._asked)
        if self.limits.game_seconds is not None:
            seconds = min(seconds, self.limits.game_seconds - self._used_seconds)
        return seconds

    def _command(self, game: Game, rules: Rules) -> List[str]:
        """The command line of its process; RefusedUpload if the platform would not even start it."""
        raise NotImplementedError

    def _greeting(self, game: Game) -> bytes:
        """Sent to the process before its first turn."""
        return b""

    def _encode_turn(self, game: Game) -> bytes:
        raise NotImplementedError

    def _read_answer(self, line: bytes, game: Game) -> Answer:
        """The answer in a line from the process."""
        raise NotImplementedError

    def _continues(self, game: Game) -> bool:
        """True if the game continues the one its process knows."""
        return game.colour == self._colour and game.moves[:len(self._known_moves)] == self._known_moves

    def _start(self, game: Game, rules: Rules) -> bytes:
        """Starts a new process and returns what to send with its first turn; `_process` is None if it fails."""
        if not self._continues(game):
            self._used_seconds = 0.0
        self._asked = False
        try:
            process = self._replace_process(lambda: self._open_sandbox(game, rules))
        except RefusedUpload as error:
            self._start_verdict = self._fail(RE, str(error)).verdict
            return b""
        if self.start_up_seconds is None:
            return self._greeting(game)
        exchange = process.exchange(self._greeting(game), self.start_up_seconds + rules.patience_seconds, is_answer)
        self.check_wanted()
        self._start_verdict = RE if exchange.verdict == OK else exchange.verdict
        if not exchange.running:
            self.close()
        return b""

    def _open_sandbox(self, game: Game, rules: Rules) -> Sandbox:
        self._command_line = self._command(game, rules)
        return Sandbox(self._command_line, self.limits.memory_mb, self.limits.output_bytes, self.on_errors,
                       rules.isolates)

    def _judge(self, exchange: Exchange, game: Game) -> Answer:
        if exchange.running and self._process is not None:
            self._process.pause()  # no thinking on the opponent's time
        if exchange.verdict == OK and exchange.output:
            answer = self._read_answer(exchange.output, game)
        elif exchange.verdict == OK:
            answer = self._fail(RE, _NO_ANSWER)
        else:
            self.close()
            answer = Answer(exchange.verdict)
        return answer._replace(seconds=exchange.seconds, cpu_seconds=exchange.cpu_seconds,
                               memory_mb=exchange.memory_mb, running=exchange.running, output=exchange.output)

    def _conduct(self, exchange: Exchange, message: bytes, seconds: float) -> Conduct:
        """How its process handled the turn. The input alone does not repeat it: the judge is the caller."""
        return Conduct(tuple(self._command_line), True, message, seconds, self.limits.memory_mb,
                       self.limits.output_bytes, exchange.exit_code, exchange.waiting, self.errors)

    def _fail(self, verdict: str, why: str) -> Answer:
        self.close()
        self._keep_errors(("%s\n" % why).encode())
        return Answer(verdict)


def is_answer(line: bytes) -> bool:
    """The first line is the answer."""
    return True
