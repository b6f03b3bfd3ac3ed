"""The CS303 course's class, for any thinker: reads the board, fills `candidate_list`, keeps to both clocks."""

import sys
from typing import Any, List, Tuple

from engine.board import count_discs, iterate_squares, legal_moves
from engine.clock import TurnClock, turn_share
from engine.coordinates import PASS, square_to_row_column
from engine.report import Report
from protocol.answering.decision import Decision
from protocol.platforms.grid import position_from_grid

#: Just below the platform's limits of 5 and 180: it measures from another process.
MOVE_SECONDS = 4.8
GAME_SECONDS = 175.0

#: Python and the platform take one third of the 100 MB, the solver's memory another.
SMALL_TREE_NODES = 5000

COLOR_BLACK, COLOR_WHITE = -1, 1


class CoursePlayer(object):
    """One side of one game; it keeps its thinker from move to move."""

    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        if chessboard_size != 8 or color not in (COLOR_BLACK, COLOR_WHITE):
            raise ValueError("bad game: expected size 8 and colour -1 or 1, got %r and %r" % (chessboard_size, color))
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list: List[Tuple[int, int]] = []
        self._seconds_left = GAME_SECONDS
        self._thinker: Any = None

    def go(self, chessboard: Any) -> None:
        """Fills `candidate_list`: first all legal moves, then each better move found, so that the last is the best."""
        self.candidate_list.clear()
        player, opponent = position_from_grid(chessboard, self.color, -self.color)
        empties = 64 - count_discs(player | opponent)
        clock = TurnClock(min(self.time_out, MOVE_SECONDS, turn_share(self._seconds_left, empties)))
        self.candidate_list.extend(map(square_to_row_column, iterate_squares(legal_moves(player, opponent))))
        outcome = Decision(player, opponent, clock, self._show).make(self._obtain_thinker)
        self._prefer(outcome.move)
        if outcome.fault:
            self._thinker = None
            print(outcome.fault, file=sys.stderr)
        self._seconds_left -= clock.used_seconds()

    def make_thinker(self) -> Any:
        """The thinker of this bot."""
        raise NotImplementedError

    def _show(self, report: Report) -> None:
        self._prefer(report.move)

    def _prefer(self, move: int) -> None:
        """Makes the move the last candidate."""
        if move != PASS and self.candidate_list[-1] != square_to_row_column(move):
            self.candidate_list.append(square_to_row_column(move))

    def _obtain_thinker(self) -> Any:
        if self._thinker is None:
            self._thinker = self.make_thinker()
        return self._thinker
