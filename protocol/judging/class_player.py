"""Bots that are classes: MO's `AIPlayer` and the CS303 course's `AI`, each in a process of its own.

The process is `class_runner`, which creates the class and calls it as the platform does. The judge sends the board and
reads what the class answers:

    MO      'D3'; anything else counts as an illegal move, and the third in a row loses
    CS303   the last of candidate_list, (row, column); an empty list is a pass
"""

import json
import os
import sys
from typing import List, NamedTuple, Optional, Tuple

from engine.coordinates import PASS, square_from_text
from protocol.drawing import BLACK_MARK, EMPTY_MARK, WHITE_MARK
from protocol.game import Game
from protocol.judging.answer import Answer
from protocol.judging.board_player import BoardPlayer, RefusedUpload
from protocol.judging.botzone_judge_end import OFF_THE_BOARD, encode_point
from protocol.judging.rules import CS303, CS303_REVERSED, MO, Rules
from protocol.judging.verdicts import NJ, OK

_RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "class_runner.py")


class ClassPlatform(NamedTuple):
    """A platform that calls a class."""

    rules: Rules
    kind: str  #: its name in `class_runner`
    colours: Tuple[str, str]  #: its names for black and white
    refused_words: Tuple[str, ...] = ()  #: it rejects a file that contains one of these anywhere
    python: Tuple[int, int] = (3, 6)  #: the oldest version it may run


MO_PLATFORM = ClassPlatform(MO, "mo", ("X", "O"))
CS303_PLATFORM = ClassPlatform(CS303, "cs303", ("-1", "1"), ("import os", "exec"), (3, 7))
CS303_REVERSED_PLATFORM = CS303_PLATFORM._replace(rules=CS303_REVERSED)

CLASS_PLATFORMS = {platform.rules.name: platform
                   for platform in (MO_PLATFORM, CS303_PLATFORM, CS303_REVERSED_PLATFORM)}


class ClassPlayer(BoardPlayer):
    """A file with the class. Importing it and creating the class has the time of an extra turn."""

    def __init__(self, name: str, path: str, class_platform: ClassPlatform, python: str = sys.executable) -> None:
        super().__init__(name, [path], class_platform.rules)
        self.path, self.class_platform, self.python = path, class_platform, python
        self.start_up_seconds = class_platform.rules.turn_seconds

    def turn_seconds(self, rules: Rules) -> float:
        seconds = super().turn_seconds(rules)
        return min(seconds, self._told_seconds(rules))

    def _told_seconds(self, rules: Rules) -> float:
        """The time for a turn as the class is told it; CS303 names it, so a shorter one can be set there."""
        seconds = self.limits.turn_seconds
        tells = self.class_platform.kind == "cs303" and rules.tells_limits
        return min(seconds, rules.turn_seconds) if tells else seconds

    def _command(self, game: Game, rules: Rules) -> List[str]:
        refused = refused_word(self.path, self.class_platform)
        if refused is not None:
            raise RefusedUpload("the platform refuses a file that contains `%s`" % refused)
        command = [self.python, _RUNNER, self.class_platform.kind, os.path.abspath(self.path),
                   self.class_platform.colours[game.colour]]
        return command + (["%g" % self._told_seconds(rules)] if self.class_platform.kind == "cs303" else [])

    def _encode_turn(self, game: Game) -> bytes:
        return marks_of(game).encode() + b"\n"

    def _read_answer(self, line: bytes, game: Game) -> Answer:
        try:
            said = json.loads(line.decode())
        except ValueError:  # only a class that writes to the judge's pipe gets here
            return Answer(NJ)
        if self.class_platform.kind == "mo":
            return _answer_of_text(said)
        return _answer_of_candidate(said)


def refused_word(path: str, platform: ClassPlatform) -> Optional[str]:
    """The word for which the platform rejects the file; OSError if it cannot be read."""
    with open(path, encoding="utf-8", errors="replace") as stream:
        source = stream.read()
    return next((word for word in platform.refused_words if word in source), None)


def marks_of(game: Game) -> str:
    """The board as 64 marks from a1 to h8."""
    black, white = game.discs
    return "".join(BLACK_MARK if black >> square & 1 else WHITE_MARK if white >> square & 1 else EMPTY_MARK
                   for square in range(64))


def _answer_of_text(said: object) -> Answer:
    try:
        move = square_from_text(said) if isinstance(said, str) else PASS
    except ValueError:
        move = PASS
    if move == PASS:
        return Answer(OK, {"x": OFF_THE_BOARD, "y": OFF_THE_BOARD}, "get_move returned %.60r" % (said,))
    return Answer(OK, encode_point(move))


def _answer_of_candidate(said: object) -> Answer:
    if said is None:
        return Answer(OK, encode_point(PASS), "candidate_list is empty")
    if not isinstance(said, list) or len(said) != 2 or not all(isinstance(number, int) for number in said):
        return Answer(NJ, debug="the last of candidate_list is %.60r" % (said,))
    row, column = said
    if row < 0 or column < 0:
        row = column = OFF_THE_BOARD
    return Answer(OK, {"x": column, "y": row})
