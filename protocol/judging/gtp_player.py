"""A GTP engine as a player: one process for many games.

Engines disagree about passes. The judge knows when a pass is forced, so it never asks an engine to generate one, and
tells it of one only if the engine accepts that: GRhino replies with an error and passes by itself, Edax has already
passed by itself. Replies are read in upper or lower case, with or without a space after the sign.
"""

import re
from time import monotonic
from typing import List, Optional, Tuple

from engine.coordinates import PASS, square_from_text, square_to_text
from protocol.game import Game
from protocol.judging.answer import Answer, Conduct
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.pipes import IsEnd
from protocol.judging.process_player import ProcessPlayer
from protocol.judging.rules import Rules
from protocol.judging.sandbox import Exchange, Sandbox
from protocol.judging.shield import files_in
from protocol.judging.verdicts import NJ, OK, RE

#: An engine is told its time for a move and counts it from genmove, so the commands before have their own time.
START_UP_SECONDS = 5.0

_COLOURS = ("black", "white")
_REPLY_START = re.compile(br"^[=?]", re.MULTILINE)
_PASSES_BY_ITSELF = re.compile("rhino|edax", re.IGNORECASE)


class GtpError(Exception):
    """An engine that did not obey; the verdict says how."""

    def __init__(self, verdict: str, message: str) -> None:
        super().__init__(message)
        self.verdict = verdict


class GtpPlayer(ProcessPlayer[Sandbox]):
    """An engine that is told the moves and asked for its own."""

    def __init__(self, name: str, command: List[str]) -> None:
        super().__init__(name, files_in(command))
        self.command = command
        self._commands: List[str] = []
        self._takes_passes = True
        self._known_moves: Optional[List[int]] = None  #: the game on the engine's board; None before the first
        self._deadline = 0.0
        self._output = b""  #: the last reply
        self._cpu_seconds = self._memory_mb = 0.0

    def start_game(self) -> None:
        self._known_moves, self._errors = None, b""

    def ask(self, game: Game, rules: Rules) -> Answer:
        self.check_wanted()
        start = monotonic()
        self._cpu_seconds = 0.0
        seconds = rules.limit_seconds(self._known_moves is None, False, False)
        self._deadline = start + seconds + START_UP_SECONDS
        try:
            self._prepare(game, rules)
            start = monotonic()
            self._deadline = start + seconds + rules.patience_seconds
            self._tell(game)
            move = PASS if game.must_pass else self._generate(game, seconds)
            answer = Answer(OK, encode_point(move))
        except GtpError as error:
            answer = Answer(error.verdict, None, str(error), output=self._output,
                            conduct=self._conduct(game, rules, seconds, str(error)))
        self.check_wanted()
        if self._process is not None:
            self._process.pause()  # no thinking on the opponent's time
        return answer._replace(seconds=monotonic() - start, cpu_seconds=self._cpu_seconds, memory_mb=self._memory_mb)

    def _conduct(self, game: Game, rules: Rules, seconds: float, reason: str) -> Conduct:
        commands = ["clear_board"] + ["play %s %s" % (_COLOURS[ply % 2], square_to_text(move))
                                      for ply, move in enumerate(game.moves) if move != PASS or self._takes_passes]
        script = "\n".join(commands + ["genmove " + _COLOURS[game.colour], "quit"]) + "\n"
        return Conduct(tuple(self.command), True, script.encode(), seconds, rules.memory_mb, rules.output_bytes,
                       stderr=self.errors, reason=reason)

    def _prepare(self, game: Game, rules: Rules) -> None:
        """Starts the engine if it is not running, and clears its board unless this game continues the one on it."""
        if self._process is None or not self._process.alive:
            self._start(rules)
        known = self._known_moves
        if known is None or known != game.moves[:len(known)]:
            self._send("clear_board")
            self._send_if_known("time_settings", "0 %d 1" % max(1, int(rules.turn_seconds)))
            self._known_moves = []

    def _start(self, rules: Rules) -> None:
        self._known_moves = None
        self._replace_process(
            lambda: Sandbox(self.command, rules.memory_mb, rules.output_bytes, self.on_errors, rules.isolates))
        self._commands = self._send("list_commands", forgiven=True).lower().split()
        self._takes_passes = not _PASSES_BY_ITSELF.search(self._send("name", forgiven=True))
        self._send_if_known("set_game", "Othello")
        self._send_if_known("boardsize", "8")

    def _tell(self, game: Game) -> None:
        """Plays the moves that are missing on the engine's board."""
        for ply in range(len(self._known_moves or ()), len(game.moves)):
            move = game.moves[ply]
            if move != PASS or self._takes_passes:
                self._send("play %s %s" % (_COLOURS[ply % 2], square_to_text(move)), forgiven=move == PASS)
        self._known_moves = list(game.moves)

    def _generate(self, game: Game, seconds: float) -> int:
        colour = _COLOURS[game.colour]
        self._send_if_known("time_left", "%s %d 1" % (colour, max(1, int(seconds))))
        reply = self._send("genmove " + colour)
        try:
            move = square_from_text((reply.split() or [""])[-1])
        except ValueError:
            raise GtpError(NJ, "genmove %s: no move in the reply %r" % (colour, reply)) from None
        self._known_moves = [*game.moves, move]
        return move

    def _send_if_known(self, command: str, arguments: str) -> None:
        if command in self._commands:
            self._send(command + " " + arguments, forgiven=True)

    def _send(self, command: str, forgiven: bool = False) -> str:
        """The text of the reply; GtpError if none comes in time, or for an error reply unless `forgiven`."""
        assert self._process is not None
        exchange = self._process.exchange(command.encode() + b"\n", max(0.0, self._deadline - monotonic()), reply_end())
        self._take_account(exchange)
        self._output = exchange.output
        if not exchange.running:
            self.close()
            verdict = RE if exchange.verdict == OK else exchange.verdict
            raise GtpError(verdict, "%s: no reply" % command)
        sign, text = read_reply(exchange.output)
        if sign != "=" and not forgiven:
            raise GtpError(RE, "%s: the reply is an error: %s" % (command, text))
        return text

    def _take_account(self, exchange: Exchange) -> None:
        self._cpu_seconds += exchange.cpu_seconds
        self._memory_mb = max(self._memory_mb, exchange.memory_mb)


def reply_end() -> IsEnd:
    """Recognises the end of one reply: the first empty line after a line with a sign."""
    begun = False

    def is_end(line: bytes) -> bool:
        nonlocal begun
        begun = begun or line[:1] in (b"=", b"?")
        return begun and line in (b"", b"\r")

    return is_end


def read_reply(output: bytes) -> Tuple[str, str]:
    """(sign, text) of the reply, without anything printed before the sign."""
    start = _REPLY_START.search(output)
    reply = output[start.start():].decode("utf-8", "replace") if start else ""
    return reply[:1], reply[1:].strip()
