"""One turn that is answered exactly once, legally and in time, whatever the thinker does.

`decision` makes sure that there is a legal answer. A second thread, the guard, sends the best one so far when the clock
says so and the thinker has not come back.
"""

from _thread import allocate_lock, start_new_thread
from typing import Callable, Optional

from engine.clock import TurnClock
from engine.report import Report
from engine.seams import MoveThinker
from protocol.answering.decision import Decision, Outcome


class GuardedTurn:
    """Thinks about a position and calls `send` with the outcome exactly once, from this thread or the guard's.

    When the guard has answered it calls `on_overrun` in its own thread. Without that call to end the process, `take`
    returns the guard's outcome as soon as the thinker lets go. `show` is handed the thinker's reports in between.
    """

    def __init__(self, player: int, opponent: int, clock: TurnClock, send: Callable[[Outcome], None],
                 on_overrun: Callable[[], None] = lambda: None,
                 show: Callable[[Report], None] = lambda report: None) -> None:
        self._decision = Decision(player, opponent, clock, show)
        self._clock = clock
        self._send = send
        self._on_overrun = on_overrun
        self._answering = allocate_lock()  # taken by the thread that answers, for good
        self._answered = allocate_lock()  # held until the answer is out
        self._answered.acquire()
        self._outcome: Optional[Outcome] = None
        self.overrun = False  #: True if the guard answered

    def take(self, obtain_thinker: Callable[[], MoveThinker], simulations: Optional[int] = None) -> Outcome:
        """Thinks, answers, and returns what was answered. `obtain_thinker` may be slow and may fail."""
        warning = self._start_guard()
        outcome = self._decision.make(obtain_thinker, simulations)._replace(warning=warning)
        self._answer(outcome)
        return self._outcome or outcome

    def _answer(self, outcome: Outcome, overrun: bool = False) -> bool:
        """Sends the outcome unless the other thread was first; True if it did. Either way the answer is out."""
        if not self._answering.acquire(False):
            with self._answered:
                return False
        try:
            self._outcome, self.overrun = outcome, overrun
            self._decision.stopped = True
            self._send(outcome)
        finally:
            self._answered.release()
        return True

    def _start_guard(self) -> str:
        """Sets the guard; where threads are forbidden the search goes without and the text returned says so."""
        seconds = self._clock.answer_seconds()
        try:
            if seconds is not None:
                start_new_thread(self._watch, (seconds,))
            return ""
        except RuntimeError as error:
            return "no guard: %s" % error

    def _watch(self, seconds: float) -> None:
        """The guard: waits for the answer as long as it may, then answers."""
        if self._answered.acquire(True, seconds):
            self._answered.release()
        elif self._answer(self._decision.best_so_far("the search was still running after its time"), True):
            self._on_overrun()
