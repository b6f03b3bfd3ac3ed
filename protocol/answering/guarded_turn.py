"""Turns that are answered legally and in time, whatever the thinker does.

`decision` makes sure that there is a legal answer. The thinker runs in a thread of its own, and the turn waits for it
only as long as the clock allows. A late thinker is told to stop but kept, because it may just have loaded its tables or
the machine may have stalled, and to start again costs more: the next turn waits until it has stopped, on its own clock.
Only a thinker that does not stop for a long time is given up, like one that has failed.
"""

from _thread import LockType, allocate_lock, start_new_thread
from typing import Callable, Optional

from engine.clock import TurnClock
from engine.report import Limit, Report
from engine.seams import MoveThinker
from protocol.answering.decision import NO_LIMIT, Decision, Outcome

LATE = "the search was still running after its time"

#: A late thinker is given up when later turns in a row have waited for it this long in total.
PATIENCE_SECONDS = 2.0


class GuardedThinker:
    """A thinker that is made when it is first needed, and again after it was given up."""

    def __init__(self, make_thinker: Callable[[], MoveThinker]) -> None:
        """`make_thinker` may be slow and may fail."""
        self._make_thinker = make_thinker
        self._thinker: Optional[MoveThinker] = None
        self._busy = allocate_lock()  # held by the turn that the thinker is working on
        self._waited_seconds = 0.0  # in the last turns, as far as the thinker never began them

    def decide(self, player: int, opponent: int, clock: TurnClock, limit: Limit = NO_LIMIT,
               show: Callable[[Report], None] = lambda report: None) -> Outcome:
        """The answer, in time; `show` is called with interim reports. The only exception raised is KeyboardInterrupt.

        Without a time limit, or where no thread can be started, the search is not guarded.
        """
        turn, seconds = GuardedTurn(Decision(player, opponent, clock, show), self._busy), clock.answer_seconds()
        outcome = turn.take(self._obtain, limit, seconds)
        self._waited_seconds = 0.0 if turn.begun else self._waited_seconds + (seconds or 0.0)
        if outcome.broken or self._waited_seconds >= PATIENCE_SECONDS:
            self._thinker, self._busy, self._waited_seconds = None, allocate_lock(), 0.0
            return outcome._replace(broken=True)
        return outcome

    def _obtain(self) -> MoveThinker:
        if self._thinker is None:
            self._thinker = self._make_thinker()
        return self._thinker


class GuardedTurn:
    """One turn of a thinker that may still be busy with the turn before."""

    def __init__(self, decision: Decision, busy: LockType) -> None:
        self._decision = decision
        self._busy = busy
        self.begun = False  #: True once the thinker has started on this turn
        self._done = allocate_lock()  # held until the thinker has finished
        self._done.acquire()
        self._outcome: Optional[Outcome] = None

    def take(self, obtain_thinker: Callable[[], MoveThinker], limit: Limit, seconds: Optional[float]) -> Outcome:
        """The answer, after at most this many seconds."""
        if seconds is None or not self._decision.legal:
            return self._go_unguarded(obtain_thinker, limit)
        try:
            start_new_thread(self._think, (obtain_thinker, limit))
        except RuntimeError as error:
            return self._go_unguarded(obtain_thinker, limit)._replace(warning="no guard: %s" % error)
        if not self._done.acquire(True, seconds):
            self._decision.stopped = True
            return self._decision.best_so_far(LATE)
        if self._outcome is None:
            raise KeyboardInterrupt
        return self._outcome

    def _go_unguarded(self, obtain_thinker: Callable[[], MoveThinker], limit: Limit) -> Outcome:
        self.begun = True
        return self._decision.make(obtain_thinker, limit)

    def _think(self, obtain_thinker: Callable[[], MoveThinker], limit: Limit) -> None:
        with self._busy:
            self.begun = True
            try:
                self._outcome = self._decision.make(obtain_thinker, limit)
            except KeyboardInterrupt:
                pass
            finally:
                self._done.release()
