"""A bot under examination: one turn at a time, with exactly the bytes the examiner wants to send."""

import json
from typing import Any, List, Optional

from engine.board import iterate_squares
from engine.coordinates import PASS, square_to_text
from protocol.answering.botzone_bot_end import KEEP_RUNNING_LINE
from protocol.game import Game
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import (
    encode_bare_request,
    encode_json_turn,
    encode_point,
    encode_text_turn,
)
from protocol.judging.botzone_process import BotzoneProcess
from protocol.judging.referee import find_error
from protocol.judging.rules import Rules
from protocol.judging.verdicts import MLE, NJ, OK, OLE, TLE

_SHOWN_CHARACTERS = 60


class StepError(Exception):
    """Why a step is not passed."""


class Examinee:
    """The command of a bot, and the process of it that was kept running, if any."""

    def __init__(self, command: List[str], rules: Rules) -> None:
        self.command, self.rules = command, rules
        self.errors = b""
        self.slowest_seconds = self.peak_mb = 0.0
        self._process: Optional[BotzoneProcess] = None

    def encode(self, game: Game, text: bool, **extra: Any) -> bytes:
        """The whole turn as the judge would write it."""
        if text:
            return encode_text_turn(game.moves, game.colour, None, None)
        if self.rules.tells_limits:
            extra.update(time_limit=self.seconds(game, text))
        return encode_json_turn(game.moves, game.colour, extra)

    def seconds(self, game: Game, text: bool) -> float:
        """The time for a turn of a process that is started for it; text cannot say another limit than the usual."""
        rules = self.rules if not text else self.rules.usual()
        return rules.limit_seconds(first=len(game.moves) < 2, keeps_running=False, running=False)

    def answer(self, game: Game, text: bool, message: Optional[bytes] = None, last: Optional[bool] = None) -> Answer:
        """Its answer in a new process to the turn, or to the message that stands for it; StepError if it is wrong."""
        self.close()
        self._process = BotzoneProcess(self.command, self.rules)
        return self._judged(game, text, self.encode(game, text) if message is None else message,
                            self.seconds(game, text), last)

    def answer_next(self, game: Game, text: bool, before: bytes = b"") -> Answer:
        """Its answer to a bare request, in the process that was kept running."""
        if self._process is None or not self._process.lacks_last_move_only(game):
            raise StepError("it does not run any more")
        rules = self.rules.usual() if text else self.rules
        return self._judged(game, text, before + encode_bare_request(game.moves, game.colour, text),
                            rules.keep_running_turn_seconds, False)

    def close(self) -> None:
        """Ends its process."""
        if self._process is not None:
            self._process.close()
            self.errors = self._process.errors
            self._process = None

    def _judged(self, game: Game, text: bool, message: bytes, seconds: float, last: Optional[bool]) -> Answer:
        assert self._process is not None
        answer = self._process.ask(game, text, message, seconds + self.rules.patience_seconds, last)
        if not answer.running:
            self.close()
        self.slowest_seconds = max(self.slowest_seconds, answer.seconds)
        self.peak_mb = max(self.peak_mb, answer.memory_mb)
        if answer.verdict not in (OK, NJ):
            raise StepError(self._describe_failure(answer, seconds))
        error = find_error(game, answer)
        if error is not None:
            raise StepError("%s %s; expected %s" % (error, shown(answer.output), describe_expected(game, text)))
        return answer

    def _describe_failure(self, answer: Answer, seconds: float) -> str:
        if answer.verdict == TLE:
            wrote = "though it wrote %s" % shown(answer.output) if answer.output else "and it wrote nothing"
            hint = ("; a bot must end after its answer or print %s" % KEEP_RUNNING_LINE) if answer.output else ""
            return "TLE: not done after %g s, %s%s" % (seconds, wrote, hint)
        if answer.verdict == MLE:
            return "MLE: used %d MB of %g MB" % (round(answer.memory_mb), self.rules.memory_mb or 0)
        if answer.verdict == OLE:
            return "OLE: wrote more than %d bytes" % self.rules.output_bytes
        lines = self.errors.decode("utf-8", "replace").strip().splitlines()
        return "RE: it crashed%s" % (": " + lines[-1][:200] if lines else " without a word on stderr")


def shown(output: bytes) -> str:
    """What a bot wrote, short enough for a message."""
    text = repr(output.decode("utf-8", "replace"))
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "..."


def describe_expected(game: Game, text: bool) -> str:
    """The answers that would have been right, for a message."""
    moves = list(iterate_squares(game.legal)) or [PASS]
    point = encode_point(moves[0])
    example = "%(x)d %(y)d" % point if text else json.dumps({"response": point}, separators=(",", ":"))
    if len(moves) == 1:
        return example
    return "one of %s, such as %s" % (" ".join(square_to_text(move) for move in moves), example)
