"""A bot that speaks CodinGame's Othello protocol: one process per game, in any language.

It is sent its number (0 black, 1 white) and the size of the board once; on every turn eight rows of `.`, `0` and `1`,
the number of legal actions and the actions, one per line. It answers with one of them. Passes are made for it.
"""

from typing import List

from engine.board import iterate_squares
from engine.coordinates import PASS, square_from_text, square_to_text
from protocol.game import Game
from protocol.judging.answer import Answer
from protocol.judging.board_player import BoardPlayer
from protocol.judging.botzone_judge_end import OFF_THE_BOARD, encode_point
from protocol.judging.class_player import marks_of
from protocol.judging.rules import CODINGAME, Rules
from protocol.judging.shield import files_in
from protocol.judging.verdicts import OK

SOURCE_CHARACTERS = 100000
_MARKS = str.maketrans("XO", "01")


class CodingamePlayer(BoardPlayer):
    """A command; starting it is part of its first turn."""

    def __init__(self, name: str, command: List[str]) -> None:
        super().__init__(name, files_in(command), CODINGAME)
        self.command = command

    def _command(self, game: Game, rules: Rules) -> List[str]:
        return self.command

    def _greeting(self, game: Game) -> bytes:
        return b"%d\n8\n" % game.colour

    def _encode_turn(self, game: Game) -> bytes:
        marks = marks_of(game).translate(_MARKS)
        rows = [marks[start:start + 8] for start in range(0, 64, 8)]
        actions = [square_to_text(square) for square in iterate_squares(game.legal)]
        return ("\n".join([*rows, str(len(actions)), *actions]) + "\n").encode()

    def _read_answer(self, line: bytes, game: Game) -> Answer:
        """The move is the first word; the rest is a message to show."""
        text = line.decode("utf-8", "replace").strip()
        word, _, message = text.partition(" ")
        try:
            move = square_from_text(word)
        except ValueError:
            move = PASS  # which is not a valid answer here
        if move == PASS:
            return Answer(OK, {"x": OFF_THE_BOARD, "y": OFF_THE_BOARD}, "it wrote %.60r" % text)
        return Answer(OK, encode_point(move), message or None)
