"""Decides on a move that is legal whatever the thinker does.

This is the only place that catches every exception. If a thinker raises, returns nonsense or runs out of memory, its
best report so far decides, or else a plain legal move. The outcome says what went wrong, for the log and for stderr.
"""

from typing import Callable, NamedTuple, Optional

from engine.board import count_discs, iterate_squares, legal_moves, play_move
from engine.clock import TurnClock
from engine.coordinates import PASS
from engine.report import Limit, Report
from engine.seams import MoveThinker

#: The clock alone ends the thinking.
NO_LIMIT = Limit()

#: Memory set aside for the answer, in case the thinker uses up the rest.
_RESERVE_BYTES = 1 << 20


class Outcome(NamedTuple):
    """The answer of a turn, and how it came about."""

    move: int  #: legal, or PASS exactly when there is no legal move
    report: Optional[Report] = None  #: the thinker's report, if there is one
    fault: str = ""  #: what went wrong with the thinker, in one line, or ""
    warning: str = ""  #: what is worth knowing although nothing went wrong, in one line, or ""
    broken: bool = False  #: True if the thinker must not be used again


def plain_move(player: int, opponent: int) -> int:
    """A legal move found without a thinker: it leaves the opponent the fewest moves. PASS if there is none."""
    moves = iterate_squares(legal_moves(player, opponent))
    return min(moves, default=PASS,
               key=lambda move: count_discs(legal_moves(*play_move(player, opponent, move))))


class Decision:
    """Thinks about one position. `show` is called with the thinker's interim reports."""

    def __init__(self, player: int, opponent: int, clock: TurnClock,
                 show: Callable[[Report], None] = lambda report: None) -> None:
        self.legal = legal_moves(player, opponent)
        self.stopped = False  #: set to make the thinker stop
        self._position = (player, opponent)
        self._plain_move = plain_move(player, opponent)
        self._clock = clock
        self._show = show
        self._reserve = bytes(_RESERVE_BYTES)
        self._thinker: Optional[MoveThinker] = None
        self._old_report: Optional[Report] = None

    def make(self, obtain_thinker: Callable[[], MoveThinker], limit: Limit = NO_LIMIT) -> Outcome:
        """Thinks within the limit, until the clock's optimum. `obtain_thinker` may be slow and may fail."""
        if not self.legal:
            return Outcome(PASS)
        try:
            thinker = obtain_thinker()
            if self.stopped:
                return Outcome(self._plain_move)
            self._old_report = thinker.report
            self._thinker = thinker
            limit = limit._replace(seconds=self._clock.search_seconds())
            player, opponent = self._position
            return self._outcome_of(thinker.think(player, opponent, limit, self._on_progress), "")
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._reserve = b""
            fault = _describe(error)
        return self.best_so_far(fault)._replace(broken=True)

    def _outcome_of(self, report: Report, fault: str) -> Outcome:
        """The outcome for this report; ValueError if its move is not legal."""
        if not (0 <= report.move < 64 and self.legal >> report.move & 1):
            raise ValueError("the thinker answered %r, which is not legal" % (report.move,))
        return Outcome(report.move, report, fault)

    def best_so_far(self, fault: str) -> Outcome:
        """The answer if the thinker gives none: that of its last report in this turn, or else the plain move."""
        report = None if self._thinker is None else self._thinker.report
        if report is not None and report is not self._old_report:
            try:
                return self._outcome_of(report, fault)
            except Exception as error:
                fault += "; its report: " + _describe(error)
        return Outcome(self._plain_move, None, fault)

    def _on_progress(self, report: Report) -> bool:
        """Called by the thinker now and then; returns True if it should stop."""
        self._show(report)
        return self.stopped or self._clock.search_seconds() == 0.0


def _describe(error: BaseException) -> str:
    """The error and its origin in one line: `KeyError: 5 (line 812 in expand)`."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = " (line %d in %s)" % (trace.tb_lineno, trace.tb_frame.f_code.co_name) if trace is not None else ""
    return " ".join(("%s: %s" % (type(error).__name__, error)).split())[:300] + where
