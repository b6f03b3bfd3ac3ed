"""Games from any position that a person sets up. The platform does not know such games: only the engine plays them.

As text a position is 64 squares from a1 along the rows and the side to move (the OBF format, as `protocol.solve` reads
it): X black, O white, - empty.
"""

import re
from typing import Iterable, NamedTuple, Optional

from engine.board import START, board_from_text, board_to_text, is_over
from protocol.drawing import BLACK_MARK, WHITE_MARK
from protocol.game import BLACK, WHITE, Game
from protocol.page.refusal import Refusal

#: A longer text is no position.
POSITION_CHARACTERS = 1000

_POSITION = re.compile(r"\s*((?:[-.XxOo*]\s*){64})([XxOo*])\b\s*;?[^\n]*\s*", re.ASCII)


class Start(NamedTuple):
    """A position to begin with, and whose turn it is."""

    player: int
    opponent: int
    colour: int

    def game(self, moves: Iterable[int] = ()) -> Game:
        """The game that began here, after these moves; ValueError if one is illegal."""
        return Game(moves) if self == USUAL_START else SetUpGame(self, moves)


USUAL_START = Start(START[0], START[1], BLACK)


class SetUpGame(Game):
    """A game from another position than the usual start."""

    def __init__(self, start: Start, moves: Iterable[int] = ()) -> None:
        self.start = start
        super().__init__()
        self.player, self.opponent = start.player, start.opponent
        for move in moves:
            self.play(move)

    @property
    def colour(self) -> int:
        return (self.start.colour + len(self.moves)) % 2


def read_start(text: str) -> Optional[Start]:
    """The position in a text; None if the text is something else, Refusal if nobody can move there."""
    found = _POSITION.fullmatch(text) if len(text) <= POSITION_CHARACTERS else None
    if found is None:
        return None
    black, white = board_from_text(found.group(1).upper().replace("*", BLACK_MARK))
    colour = WHITE if found.group(2).upper() == WHITE_MARK else BLACK
    start = Start(black, white, colour) if colour == BLACK else Start(white, black, colour)
    if is_over(start.player, start.opponent):
        raise Refusal("nobody can move in this position", "noMove")
    return start


def position_text(game: Game) -> str:
    """The position of a game as text."""
    marks = "".join(board_to_text(*game.discs).split())
    return "%s %s" % (marks, BLACK_MARK if game.colour == BLACK else WHITE_MARK)
