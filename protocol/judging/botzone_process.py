"""One process of a bot that speaks Botzone's protocol, and the game as far as this process knows it.

A process that keeps running gets one request a turn: the other side's last move. It can go on only if that is all it
has missed. After anything else (a pass made for it, a rejected answer, moves taken back) it would play on in the wrong
position, so a new process is sent the whole game.
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
    """Starts with the object; ends with `close`, or when it does not offer to keep running."""

    def __init__(self, command: List[str], rules: Rules, on_errors: Optional[OnErrors] = None) -> None:
        """JudgeTrouble if it cannot be started."""
        self._command, self._rules = command, rules
        self._sandbox = Sandbox(command, rules.memory_mb, rules.output_bytes, on_errors, rules.isolates)
        self._known_moves: Optional[List[int]] = None  #: its own last answer included
        self._sent = b""

    @property
    def errors(self) -> bytes:
        """The end of its stderr."""
        return self._sandbox.errors

    @property
    def wanted_end_of_input(self) -> bool:
        """True if it answered only after its input was closed, so it cannot keep running."""
        return self._sandbox.wanted_end_of_input

    def lacks_last_move_only(self, game: Game) -> bool:
        """True if it runs and knows all of the game but the last move."""
        return self._sandbox.alive and bool(game.moves) and self._known_moves == game.moves[:-1]

    def ask(self, game: Game, text: bool, message: bytes, seconds: float, last: Optional[bool]) -> Answer:
        """Its answer to the message, which brings it up to date with the game. Afterwards it is paused or gone.

        `last` is that of `Sandbox.exchange`. If the response is a move, legal or not, the process believes it has
        played it.
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
