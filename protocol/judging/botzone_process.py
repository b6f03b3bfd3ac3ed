"""One process of a bot that speaks Botzone's language, and the game as this process has been told it.

A process that is kept running hears one request a turn: the last move of the other side. It can go on only if that
request is all it has missed. After anything else (a pass that nobody asked it for, an answer that was refused, moves
that were taken back) it would play on in a position of its own, and a new process has to be told the whole game.
"""

from typing import List, Optional

from protocol.game import Game
from protocol.judging.answer import Answer, Conduct
from protocol.judging.botzone_judge_end import (
    is_keep_running_line,
    move_of_point,
    read_json_answer,
    read_move,
    read_text_answer,
    without_keep_running_line,
)
from protocol.judging.pipes import OnErrors
from protocol.judging.rules import Rules
from protocol.judging.sandbox import PROCESSES_ALLOWED, Exchange, Sandbox
from protocol.judging.verdicts import OK, RE


class BotzoneProcess:
    """Started with the object, ended by `close`, or when it does not offer to be kept."""

    def __init__(self, command: List[str], rules: Rules, on_errors: Optional[OnErrors] = None) -> None:
        """JudgeTrouble if it cannot be started."""
        self._command, self._rules = command, rules
        self._sandbox = Sandbox(command, rules.memory_mb, rules.output_bytes, on_errors, rules.isolates)
        self._known_moves: Optional[List[int]] = None  #: its own last answer included
        self._sent = b""

    @property
    def errors(self) -> bytes:
        """The end of what it wrote to stderr."""
        return self._sandbox.errors

    @property
    def wanted_end_of_input(self) -> bool:
        """True if it answered only when its input was closed: such a bot cannot be kept running."""
        return self._sandbox.wanted_end_of_input

    def lacks_last_move_only(self, game: Game) -> bool:
        """True if it runs and the last move of the game is all that it has not been told."""
        return self._sandbox.alive and bool(game.moves) and self._known_moves == game.moves[:-1]

    def ask(self, game: Game, text: bool, message: bytes, seconds: float, last: Optional[bool]) -> Answer:
        """Its answer to the message, which tells it the game; afterwards it is paused if it stays, gone otherwise.

        `last` is that of `Sandbox.exchange`. A response that is a move, right or wrong, is what the process believes
        to have played.
        """
        self._sent += message
        exchange = self._sandbox.exchange(message, seconds, is_keep_running_line, last)
        running = exchange.running and not self.wanted_end_of_input
        if running:
            self._sandbox.pause()
        else:
            self.close()
        answer, output = Answer(exchange.verdict), without_keep_running_line(exchange.output)
        if exchange.verdict == OK:
            answer = read_text_answer(output) if text else read_json_answer(output)
        point = read_move(answer.response)
        self._known_moves = None if point is None else [*game.moves, move_of_point(point)]
        return answer._replace(seconds=exchange.seconds, cpu_seconds=exchange.cpu_seconds,
                               memory_mb=exchange.memory_mb, running=running, output=output,
                               conduct=self._conduct(exchange, text, message, seconds))

    def _conduct(self, exchange: Exchange, text: bool, message: bytes, seconds: float) -> Conduct:
        crowded = exchange.verdict == RE and exchange.exit_code is None
        return Conduct(tuple(self._command), text, message, seconds, self._rules.memory_mb, self._rules.output_bytes,
                       exchange.exit_code, exchange.waiting, self.errors.decode("utf-8", "replace"),
                       "it had started more than %d processes" % PROCESSES_ALLOWED if crowded else "",
                       session=self._sent if len(self._sent) > len(message) else b"")

    def close(self) -> None:
        """Ends it."""
        self._sandbox.close()
