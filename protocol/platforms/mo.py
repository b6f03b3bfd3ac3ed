"""A Reversi bot in one file for MO (momodel.cn, "miniAlphaGo for Reversi"): Monte-Carlo tree search, no packages.

Upload this file as the module that holds the class AIPlayer. The platform makes one player a game, AIPlayer('X') for
black or AIPlayer('O') for white, and calls get_move(board) for every turn in which there is a legal move.
"""

import sys
from typing import Any, Optional

from engine.book import Book
from engine.clock import TurnClock
from engine.coordinates import PASS, square_to_text
from engine.thinker import Thinker
from protocol.answering.decision import Decision
from protocol.platforms.grid import position_from_grid

#: The platform waits a minute. A person who plays against the bot should not have to, and six times the time is worth
#: less than a better opening.
MOVE_SECONDS = 10.0

BLACK_SYMBOL, WHITE_SYMBOL = "X", "O"


class AIPlayer(object):
    """One side of one game; the search tree is kept from move to move."""

    def __init__(self, color: str) -> None:
        if color not in (BLACK_SYMBOL, WHITE_SYMBOL):
            raise ValueError("bad colour %r: expected 'X' for black or 'O' for white" % (color,))
        self.color = color
        self._thinker: Optional[Thinker] = None

    def get_move(self, board: Any) -> Optional[str]:
        """The move as `'D3'`, or None if there is no legal one; the platform's board is only looked at."""
        opponent_symbol = WHITE_SYMBOL if self.color == BLACK_SYMBOL else BLACK_SYMBOL
        player, opponent = position_from_grid(board._board, self.color, opponent_symbol)
        outcome = Decision(player, opponent, TurnClock(MOVE_SECONDS)).make(self._obtain_thinker)
        if outcome.fault:
            self._thinker = None
            print(outcome.fault, file=sys.stderr)
        return None if outcome.move == PASS else square_to_text(outcome.move).upper()

    def _obtain_thinker(self) -> Thinker:
        if self._thinker is None:
            self._thinker = Thinker()
            self._thinker.book = Book()
        return self._thinker
