"""A Reversi bot in one file for CodinGame's "Othello": Monte-Carlo tree search in pure Python, no packages.

Upload: paste this file into the site's editor, language Python 3. One process plays the whole game.
"""

import gc
import sys
from time import perf_counter, process_time
from typing import Callable, List, Optional, TextIO, Tuple

from engine.board import board_from_text
from engine.clock import TurnClock
from engine.coordinates import square_to_text
from engine.seams import MoveThinker
from engine.thinker import Thinker
from protocol.answering.decision import Outcome
from protocol.answering.guarded_turn import GuardedThinker

FIRST_ANSWER_SECONDS = 2.0
NEXT_ANSWER_SECONDS = 0.15
BOARD_ROWS = 8


class Contest(object):
    """The dialogue with the referee, from the first line to the last.

    `used_seconds` is the time spent starting up, which counts for the first turn.
    """

    def __init__(self, read_line: Callable[[], str], answers: TextIO, log: TextIO,
                 make_thinker: Callable[[], MoveThinker], used_seconds: float) -> None:
        self._read_line = read_line
        self._answers = answers
        self._log = log
        self._thinker = GuardedThinker(make_thinker)
        self._actions: List[str] = []
        self._seconds = FIRST_ANSWER_SECONDS
        self._used_seconds = used_seconds

    def run(self) -> None:
        """Answers turns until the input ends."""
        marks = self._read_marks()
        while True:
            position = self._read_turn(marks)
            if position is None:
                return
            clock = TurnClock(self._seconds, perf_counter() - self._used_seconds, process_time() - self._used_seconds)
            outcome = self._thinker.decide(position[0], position[1], clock)
            self._send(outcome)
            if outcome.fault:
                self._say(outcome.fault)
            self._seconds, self._used_seconds = NEXT_ANSWER_SECONDS, 0.0

    def _read_marks(self) -> Tuple[str, str]:
        """Our mark and the opponent's, from our player number; the board size on the next line is always 8."""
        number = self._read_line().strip()
        size = self._read_line().strip()
        if number not in ("0", "1") or size != str(BOARD_ROWS):
            raise SystemExit("bad start: expected the number 0 or 1 and the size 8, got %r and %r" % (number, size))
        return ("0", "1") if number == "0" else ("1", "0")

    def _read_turn(self, marks: Tuple[str, str]) -> Optional[Tuple[int, int]]:
        """The position of the next turn, our discs first; None at the end of the input. Stores the legal actions."""
        rows = [self._read_line() for _ in range(BOARD_ROWS)]
        count = self._read_line()
        if not count.strip():
            return None
        self._actions = [self._read_line().strip() for _ in range(int(count))]
        return board_from_text("".join(rows), *marks)

    def _send(self, outcome: Outcome) -> None:
        """Prints the answer. If the referee does not list it as legal, prints the first action that it does."""
        answer = square_to_text(outcome.move)
        if answer not in self._actions:
            self._say("%s is not one of the actions %s" % (answer, " ".join(self._actions)))
            answer = (self._actions or [answer])[0]
        self._answers.write(answer + "\n")
        self._answers.flush()

    def _say(self, message: str) -> None:
        self._log.write(message + "\n")
        self._log.flush()


if __name__ == "__main__":
    gc.disable()  # collecting in a large tree takes longer than a turn has to spare
    Contest(sys.stdin.readline, sys.stdout, sys.stderr, Thinker, process_time()).run()
