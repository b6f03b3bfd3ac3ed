"""A game's board for a terminal, with room for a few notes beside it."""

import sys
from itertools import zip_longest
from typing import Sequence

from engine.coordinates import PASS
from protocol.game import Game

BLACK_MARK, WHITE_MARK, EMPTY_MARK = "X", "O", "."


def draw_board(game: Game, notes: Sequence[str] = ()) -> str:
    """The board with its coordinates, the last move in brackets, and the notes to the right of it."""
    last = game.moves[-1] if game.moves else PASS
    lines = ["   a b c d e f g h"] + [_draw_row(game, row, last) for row in range(8)]
    drawn = ["%-20s   %s" % pair for pair in zip_longest(lines, ["", *notes], fillvalue="")]
    return "\n".join(line.rstrip() for line in drawn)


def printable(text: str) -> str:
    """The text without control characters, and with only the characters that this terminal can encode."""
    line = "".join(character if character.isprintable() else " " for character in text)
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    return line.encode(encoding, "replace").decode(encoding)


def _draw_row(game: Game, row: int, last: int) -> str:
    black, white = game.discs
    text = "%d " % (row + 1)
    for square in range(8 * row, 8 * row + 8):
        mark = BLACK_MARK if black >> square & 1 else WHITE_MARK if white >> square & 1 else EMPTY_MARK
        before = "(" if square == last else ")" if square == last + 1 and square % 8 else " "
        text += before + mark
    return text + (")" if last == 8 * row + 7 else "")
