"""A bot under examination: one turn at a time, with exactly the bytes the examiner chooses."""

from typing import List, Optional

from protocol.game import Game
from protocol.judging.answer import Answer, Conduct
from protocol.judging.botzone_judge_end import encode_bare_request, encode_json_turn, encode_text_turn
from protocol.judging.botzone_process import BotzoneProcess
from protocol.judging.failure import explain_failure
from protocol.judging.referee import JudgedTurn, find_error
from protocol.judging.rules import Rules


class StepError(Exception):
    """Why a step failed, and how the bot's process behaved, if known."""

    def __init__(self, message: str, conduct: Optional[Conduct] = None) -> None:
        super().__init__(message)
        self.conduct = conduct


class Examinee:
    """The command of a bot, and its process if it was kept running."""

    def __init__(self, command: List[str], rules: Rules) -> None:
        self.command, self.rules = command, rules
        self.errors = b""
        self.slowest_seconds = self.peak_mb = 0.0
        self._process: Optional[BotzoneProcess] = None

    def encode(self, game: Game, text: bool) -> bytes:
        """The input for the whole turn as the judge would write it."""
        if text:
            return encode_text_turn(game.moves, game.colour, None, None)
        limits = {"time_limit": self.seconds(game, text)} if self.rules.tells_limits else {}
        return encode_json_turn(game.moves, game.colour, limits)

    def seconds(self, game: Game, text: bool) -> float:
        """The time for a turn in a new process; text cannot carry a limit, so there it is the usual one."""
        rules = self.rules if not text else self.rules.usual()
        return rules.limit_seconds(first=len(game.moves) < 2, keeps_running=False, running=False)

    def answer(self, game: Game, text: bool, message: Optional[bytes] = None, last: Optional[bool] = None) -> Answer:
        """The answer of a new process to the turn, or to `message` in its place; StepError if it is wrong."""
        self.close()
        self._process = BotzoneProcess(self.command, self.rules)
        return self._judged(game, text, self.encode(game, text) if message is None else message,
                            self.seconds(game, text), last)

    def answer_next(self, game: Game, text: bool, before: bytes = b"") -> Answer:
        """The answer of the process that was kept running to a bare request."""
        if self._process is None or not self._process.lacks_last_move_only(game):
            raise StepError("it is no longer running")
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
        error = find_error(game, answer)
        if error is not None:
            assert answer.conduct is not None
            whole_turn = self.encode(game, text) if last is False else message  # a bare request lacks the game
            raise StepError("\n".join(explain_failure(game, JudgedTurn(game.colour, answer, None, error))),
                            answer.conduct._replace(turn=whole_turn))
        return answer
