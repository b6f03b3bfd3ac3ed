"""MO's class, for any thinker: reads the platform's board and answers in its notation."""

import sys
from typing import Any, Optional

from engine.clock import TurnClock
from engine.coordinates import PASS, square_to_text
from protocol.answering.decision import Decision
from protocol.platforms.grid import position_from_grid

#: The platform allows a minute, but people who play against the bot should not wait that long, and six times the time
#: is worth less than a better opening.
MOVE_SECONDS = 10.0

BLACK_SYMBOL, WHITE_SYMBOL = "X", "O"


class MoPlayer(object):
    """One side of one game; it keeps its thinker from move to move."""

    def __init__(self, color: str) -> None:
        if color not in (BLACK_SYMBOL, WHITE_SYMBOL):
            raise ValueError("bad colour %r: expected 'X' for black or 'O' for white" % (color,))
        self.color = color
        self._thinker: Any = None

    def get_move(self, board: Any) -> Optional[str]:
        """The move as `'D3'`, or None if there is no legal one; the platform's board is not changed."""
        opponent_symbol = WHITE_SYMBOL if self.color == BLACK_SYMBOL else BLACK_SYMBOL
        player, opponent = position_from_grid(board._board, self.color, opponent_symbol)
        outcome = Decision(player, opponent, TurnClock(MOVE_SECONDS)).make(self._obtain_thinker)
        if outcome.fault:
            self._thinker = None
            print(outcome.fault, file=sys.stderr)
        return None if outcome.move == PASS else square_to_text(outcome.move).upper()

    def make_thinker(self) -> Any:
        """The thinker of this bot."""
        raise NotImplementedError

    def _obtain_thinker(self) -> Any:
        if self._thinker is None:
            self._thinker = self.make_thinker()
        return self._thinker
