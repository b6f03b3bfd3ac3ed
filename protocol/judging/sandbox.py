"""Runs a bot as a child process under limits, and leaves nothing of it behind.

A `Sandbox` is one process and everything it starts. `exchange` sends it data and waits for the end of its answer: the
end of the process or a line that the caller recognises. Whatever the bot does, the call returns within the time limit
plus the fraction of a second it takes to end everything the bot has started.

Memory is the resident memory of the bot and its children together, polled a hundred times a second, because limits on
the address space break interpreters that reserve much and touch little (PyPy, node, java). A bot above its limit is
ended at once. A hard limit far above it protects the machine from a bot that allocates faster than the poll.
"""

import atexit
from time import monotonic
from typing import List, NamedTuple, Optional, Set, Tuple

from protocol.judging.bot_tree import BotTree, leave_nothing
from protocol.judging.pipes import IsEnd, OnErrors, Pipes
from protocol.judging.processes import HAS_PROC, sleeps
from protocol.judging.trouble import JudgeTrouble
from protocol.judging.verdicts import MLE, OK, OLE, RE, TLE

POLL_SECONDS = 0.01
PROCESSES_ALLOWED = 64
IDLE_SECONDS = 0.25
#: A judge that could not poll for this long was stopped or starved; the gap does not count as the bot's time.
LOST_SECONDS = 0.5
_EXIT_POLL_SECONDS = 0.001
_LAST_WORDS_SECONDS = 0.5

_open_sandboxes: "Set[Sandbox]" = set()


class Exchange(NamedTuple):
    """How one turn of a process went."""

    verdict: str  #: a constant of `verdicts`, but never NJ: the caller reads the output
    output: bytes  #: its stdout, up to the recognised end
    seconds: float
    cpu_seconds: float
    memory_mb: float
    running: bool  #: True if the process keeps running
    exit_code: Optional[int] = None  #: negative for a signal; None if the process did not exit by itself
    waiting: Optional[bool] = None  #: at a time-out: True if it was asleep, False if computing, None if unknown


class Sandbox:
    """One bot's process, behind its shield and in its own session."""

    def __init__(self, command: List[str], memory_mb: Optional[float] = None, output_bytes: int = 1 << 20,
                 on_errors: Optional[OnErrors] = None, isolate: bool = False) -> None:
        """JudgeTrouble if it cannot be started."""
        self.memory_mb = memory_mb
        self.wanted_end_of_input = False
        self._tree = BotTree(command, memory_mb, isolate)
        try:
            self._pipes = Pipes(self._tree.process, output_bytes, on_errors)
        except JudgeTrouble:
            self._tree.abandon()
            raise
        _open_sandboxes.add(self)

    @property
    def errors(self) -> bytes:
        """The end of the process's stderr."""
        return bytes(self._pipes.errors)

    @property
    def alive(self) -> bool:
        """True until the process has ended."""
        return not self._tree.has_ended()

    def exchange(self, data: bytes, seconds: float, is_end: Optional[IsEnd] = None,
                 last: Optional[bool] = False) -> Exchange:
        """Sends the data and waits for the answer, which ends with the process or the line `is_end` recognises.

        If `last` is True, the input is closed after the data; if None, as soon as the bot seems to wait for its end.
        JudgeTrouble if the judge cannot talk to the bot or measure it.
        """
        start, used = monotonic(), self._tree.usage.cpu_seconds
        self._tree.go_on()
        self._tree.active_since = start
        self._pipes.send(data)
        if last:
            self.close_input()
        verdict, end, answered = self._await_answer(start, seconds, is_end, last is None)
        self._tree.measure()
        exit_code = self._tree.exit_code if self._tree.has_ended() else None
        waiting = sleeps(self._tree.usage.members) if verdict == TLE and HAS_PROC and exit_code is None else None
        if end < 0 or self._exceeds_memory():
            late_start = verdict == TLE and self._tree.never_started
            self.close()
            self._check_trouble(late_start)
            end = len(self._pipes.output)
            verdict = self._final_verdict(verdict)
        usage = self._tree.usage
        return Exchange(verdict, self._pipes.take(end), answered - start, max(0.0, usage.cpu_seconds - used),
                        usage.memory_mb, self._tree.process.returncode is None, exit_code, waiting)

    def pause(self) -> None:
        """Stops the process and everything it has started until the next exchange, if the system can."""
        self._tree.pause()

    def close_input(self) -> None:
        """Lets the process see the end of its input."""
        self._pipes.end_input()

    def close(self) -> None:
        """Ends the process and everything it has started, reads its remaining output, releases its pipes."""
        if self not in _open_sandboxes:
            return
        self._tree.kill()
        _open_sandboxes.discard(self)  # not earlier: a caller that is interrupted can close again
        self._pipes.let_go(_LAST_WORDS_SECONDS)
        self._tree.forget()

    def _await_answer(self, start: float, seconds: float, is_end: Optional[IsEnd],
                      may_close_input: bool) -> Tuple[str, int, float]:
        """(verdict so far, end of the answer, moment); the end is -1 if the process has ended or must be ended.

        The moment is when the answer arrived, however late the judge looks: a busy machine costs a bot nothing.
        """
        pipes, tree = self._pipes, self._tree
        used, looked, next_measure, lost = tree.usage.cpu_seconds, start, start, 0.0

        def is_late(moment: float) -> bool:
            """Forgives the time in which the judge could not look, unless the bot computed for longer than allowed."""
            idle = tree.usage.cpu_seconds - used <= seconds
            return moment - start >= seconds + (lost if idle else 0.0)

        while True:
            pipes.check()
            end, heard = pipes.find_end(is_end)
            now = monotonic()
            lost += now - looked if now - looked > LOST_SECONDS else 0.0
            looked = now
            if pipes.overflowed:
                return OLE, -1, now
            if end >= 0 or tree.has_ended():
                moment = heard if end >= 0 or pipes.output_ended else now
                return (TLE, -1, moment) if is_late(moment) else (OK, end, moment)
            if now >= next_measure:
                next_measure = now + POLL_SECONDS
                tree.measure()
                failure = self._failure_so_far()
                if failure is not None:
                    return failure, -1, now
                if may_close_input:
                    self._close_input_if_awaited(now, start + seconds / 4)
            if is_late(now):
                return TLE, -1, now
            pipes.wait(_EXIT_POLL_SECONDS if pipes.output_ended else POLL_SECONDS)

    def _failure_so_far(self) -> Optional[str]:
        """The verdict if a measured limit is broken. Processes come first: too many of them use much memory too."""
        usage = self._tree.usage
        if usage.halted or len(usage.members) > PROCESSES_ALLOWED:
            return RE
        return MLE if self._exceeds_memory() else None

    def _check_trouble(self, late_start: bool) -> None:
        """JudgeTrouble if the pipes failed or the bot never started."""
        self._pipes.check()
        if late_start or self._tree.never_started:
            raise JudgeTrouble("cannot start a bot: %s" % self.errors.decode("utf-8", "replace").strip())

    def _final_verdict(self, verdict: str) -> str:
        """The verdict on an ended process."""
        if self._pipes.overflowed:
            return OLE
        if verdict != OK:
            return verdict
        return MLE if self._exceeds_memory() else RE if self._tree.process.returncode else OK

    def _exceeds_memory(self) -> bool:
        return self.memory_mb is not None and self._tree.usage.memory_mb > self.memory_mb

    def _close_input_if_awaited(self, now: float, patience: float) -> None:
        """Closes the input of a bot that is asleep without an answer: it waits for the end of its input.

        If the system cannot tell whether it sleeps, part of its time must have passed. If the guess is wrong, the bot
        only loses the chance to keep running.
        """
        pipes = self._pipes
        if self.wanted_end_of_input or pipes.output or pipes.unsent:
            return
        idle = now - max(self._tree.active_since, pipes.sent_at)
        if (idle > IDLE_SECONDS and sleeps(self._tree.usage.members)) if HAS_PROC else now > patience:
            self.wanted_end_of_input = True
            self.close_input()


def close_all_sandboxes() -> None:
    """Ends every bot of this program; a thread waiting for an answer gets none."""
    for sandbox in list(_open_sandboxes):
        sandbox.close()


def _leave() -> None:
    close_all_sandboxes()
    leave_nothing()


atexit.register(_leave)
