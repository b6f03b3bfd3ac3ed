"""Runs a bot as a child process under limits, and leaves nothing of it behind.

A `Sandbox` is one process and what it starts. `exchange` sends it something and waits for the end of its answer, which
is the end of the process or a line that the caller recognises. Whatever the bot does, the call returns within the time
limit plus the fraction of a second it takes to end everything the bot has started.

Memory is what is resident, of the bot and its children together, looked up a hundred times a second, because
limits on the address space break interpreters that reserve much and touch little (PyPy, node, java). A bot above
its limit is ended at once. A hard limit far above protects the machine from one that is faster than that.
"""

import atexit
import os
import threading
from time import monotonic, sleep
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Set, Tuple

from protocol.judging.guardian import Guardian
from protocol.judging.isolation import ISOLATION_FAILURE
from protocol.judging.pipes import IsEnd, Pipes
from protocol.judging.processes import (
    HAS_PROC,
    Member,
    Usage,
    account_mb,
    living,
    measure_tree,
    members_of,
    own_peak_mb,
    session_of,
    set_hard_limits,
    signal_group,
    signal_members,
    sleeps,
    tree_of,
)
from protocol.judging.shield import SHIELD_FAILURE, is_shielding, start_shielded
from protocol.judging.strays import (
    adopted_orphans,
    adopts_orphans,
    bears_mark,
    end_orphan,
    end_strays_of_dead_judges,
    find_marked,
    forget_child,
    kill_all,
    kill_marked,
    new_mark,
    program_mark,
)
from protocol.judging.trouble import JudgeTrouble
from protocol.judging.verdicts import MLE, OK, OLE, RE, TLE

POLL_SECONDS = 0.01
PROCESSES_ALLOWED = 64
IDLE_SECONDS = 0.25
#: A judge that could not look for so long was stopped or starved: what it missed is not the bot's time.
LOST_SECONDS = 0.5
_EXIT_POLL_SECONDS = 0.001
_LAST_WORDS_SECONDS = 0.5
_ORPHANS_SECONDS = 0.05
_ROUNDS = 20

_open_sandboxes: "Set[Sandbox]" = set()
_guardian = Guardian()
_sweeping = threading.Lock()
_swept = False
_orphans_seen_at = 0.0


class Exchange(NamedTuple):
    """How one turn of a process went."""

    verdict: str  #: a constant of `verdicts`, but never NJ: what was written is for others to read
    output: bytes  #: what it wrote, up to the recognised end
    seconds: float
    cpu_seconds: float
    memory_mb: float
    running: bool  #: True if the process goes on


class Sandbox:
    """One bot's process, behind its shield and in a session of its own."""

    def __init__(self, command: List[str], memory_mb: Optional[float] = None, output_bytes: int = 1 << 20,
                 isolate: bool = False) -> None:
        """JudgeTrouble if it cannot be started."""
        _sweep_once()
        self.memory_mb = memory_mb
        self.wanted_end_of_input = self._paused = False
        self._mark = new_mark()
        self._account_lock = threading.Lock()
        self._usage = Usage(frozenset(), 0.0, 0.0, False)
        self._seen: Set[Member] = set()
        self._active_since = monotonic()
        self._pipes: Optional[Pipes] = None
        self._failure_code = ISOLATION_FAILURE if isolate else SHIELD_FAILURE
        self._process = start_shielded(command, self._mark, isolate)
        try:
            set_hard_limits(self._process.pid, memory_mb)
            self._remember(members_of([self._process.pid]) or {(self._process.pid, b"")})
            self._pipes = Pipes(self._process, output_bytes)
        finally:
            _open_sandboxes.add(self)
            if self._pipes is None:
                self.close()

    @property
    def errors(self) -> bytes:
        """The end of what the process wrote to stderr."""
        return bytes(self._pipes.errors) if self._pipes else b""

    @property
    def alive(self) -> bool:
        """True until the process has ended."""
        return not self._has_ended()

    def exchange(self, data: bytes, seconds: float, is_end: Optional[IsEnd] = None,
                 last: Optional[bool] = False) -> Exchange:
        """Sends the data, waits for the answer, which ends with the process or with the line `is_end` recognises.

        The input is closed after the data if `last` is True; if it is None, as soon as the bot seems to wait for that.
        JudgeTrouble if the judge cannot hear or measure it.
        """
        assert self._pipes is not None
        start, used = monotonic(), self._usage.cpu_seconds
        self._go_on()
        self._active_since = start
        self._pipes.send(data)
        if last:
            self.close_input()
        verdict, end, answered = self._await_answer(start, seconds, is_end, last is None)
        self._measure()
        if end < 0 or self._exceeds_memory():
            self.close()
            self._check_trouble(verdict)
            end = len(self._pipes.output)
            verdict = self._final_verdict(verdict)
        return Exchange(verdict, self._pipes.take(end), answered - start, max(0.0, self._usage.cpu_seconds - used),
                        self._usage.memory_mb, self._process.returncode is None)

    def pause(self) -> None:
        """Stops the process and all it has started until the next exchange, where the system can."""
        self._paused = True
        signal_group(self._process.pid, "SIGSTOP")
        stopped: Set[Member] = set()
        for _ in range(_ROUNDS):  # what was starting another one meanwhile
            fresh = self._members() - stopped
            if not fresh:
                return
            signal_members(fresh, "SIGSTOP")
            self._remember(fresh)
            stopped |= fresh

    def close_input(self) -> None:
        """Lets the process see the end of its input."""
        if self._pipes:
            self._pipes.end_input()

    def close(self) -> None:
        """Ends the process and everything it has started; collects its last words, releases its pipes."""
        if self not in _open_sandboxes:
            return
        _without_trouble(self._measure)
        killed = _without_trouble(lambda: kill_all(self._process.pid, self._mark, self._seen))
        _open_sandboxes.discard(self)  # not earlier: whoever is interrupted here can close again
        while not self._has_ended():
            sleep(_EXIT_POLL_SECONDS)
        _without_trouble(lambda: _look_after_orphans(at_once=True))
        if self._pipes:
            self._pipes.let_go(_LAST_WORDS_SECONDS)
        else:
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                if stream:
                    stream.close()
        if not killed:  # the descriptors that were released may help
            _without_trouble(lambda: kill_marked(self._mark))
        self._forget(self._seen)

    def _go_on(self) -> None:
        """Ends the pause, if there is one: what somebody else has stopped stays so."""
        paused, self._paused = self._paused, False
        if paused and self._process.returncode is None:
            signal_group(self._process.pid, "SIGCONT")
            signal_members(self._seen, "SIGCONT")

    def _await_answer(self, start: float, seconds: float, is_end: Optional[IsEnd],
                      may_close_input: bool) -> Tuple[str, int, float]:
        """(verdict so far, end of the answer, moment); the end is -1 if the process has ended or must be ended.

        The moment is when the answer came, however late the judge looks: a busy machine costs a bot nothing here.
        """
        pipes = self._pipes
        assert pipes is not None
        used, looked, next_measure, lost = self._usage.cpu_seconds, start, start, 0.0

        def is_late(moment: float) -> bool:
            """What the judge could not see is forgiven, unless the bot was busy for longer than it may be."""
            idle = self._usage.cpu_seconds - used <= seconds
            return moment - start >= seconds + (lost if idle else 0.0)

        while True:
            pipes.check()
            end, heard = pipes.find_end(is_end)
            now = monotonic()
            lost += now - looked if now - looked > LOST_SECONDS else 0.0
            looked = now
            if pipes.overflowed:
                return OLE, -1, now
            if end >= 0 or self._has_ended():
                moment = heard if end >= 0 or pipes.output_ended else now
                return (TLE, -1, moment) if is_late(moment) else (OK, end, moment)
            if now >= next_measure:
                next_measure = now + POLL_SECONDS
                self._measure()
                failure = self._failure_so_far()
                if failure is not None:
                    return failure, -1, now
                if may_close_input:
                    self._close_input_if_awaited(now, start + seconds / 4)
            if is_late(now):
                return TLE, -1, now
            pipes.wait(_EXIT_POLL_SECONDS if pipes.output_ended else POLL_SECONDS)

    def _failure_so_far(self) -> Optional[str]:
        """The verdict on what was measured, if that is enough for one; so many processes use much memory too."""
        if self._usage.halted or len(self._usage.members) > PROCESSES_ALLOWED:
            return RE
        return MLE if self._exceeds_memory() else None

    def _check_trouble(self, verdict: str) -> None:
        """JudgeTrouble if the bot could not be heard or was never there."""
        if self._pipes:
            self._pipes.check()
        still_starting = verdict == TLE and [pid for pid, _ in self._usage.members] == [self._process.pid]
        if self._process.returncode == self._failure_code or is_shielding() and still_starting:
            raise JudgeTrouble("cannot start a bot: %s" % self.errors.decode("utf-8", "replace").strip())

    def _final_verdict(self, verdict: str) -> str:
        """The verdict on an ended process."""
        if self._pipes and self._pipes.overflowed:
            return OLE
        if verdict != OK:
            return verdict
        return MLE if self._exceeds_memory() else RE if self._process.returncode else OK

    def _exceeds_memory(self) -> bool:
        return self.memory_mb is not None and self._usage.memory_mb > self.memory_mb

    def _close_input_if_awaited(self, now: float, patience: float) -> None:
        """Closes the input of a bot that has answered nothing and sleeps: it waits for the end of its input.

        Where nobody can say whether it sleeps, it is given the benefit after a part of its time. A bot that did not
        wait for that loses no more than the chance to be kept running.
        """
        pipes = self._pipes
        assert pipes is not None
        if self.wanted_end_of_input or pipes.output or pipes.unsent:
            return
        idle = now - max(self._active_since, pipes.sent_at)
        if (idle > IDLE_SECONDS and sleeps(self._usage.members)) if HAS_PROC else now > patience:
            self.wanted_end_of_input = True
            self.close_input()

    def _owns(self, member: Member) -> bool:
        """True if the process was started by this bot, as far as anybody can know."""
        pid = member[0]
        return member in self._seen or session_of(pid) == self._process.pid or bears_mark(pid, self._mark)

    def _members(self) -> Set[Member]:
        """All that belongs to the bot at this moment."""
        _look_after_orphans(at_once=True)
        marked = [] if adopts_orphans() else find_marked(self._mark)
        roots = {self._process.pid, *living(self._seen), *marked}
        return members_of({pid for root in roots for pid in tree_of(root)})

    def _measure(self) -> None:
        if self._process.returncode is not None:
            return
        _look_after_orphans()
        usage = measure_tree(self._process.pid, self._seen)
        if usage is None:
            return
        if not usage.asleep or usage.cpu_seconds > self._usage.cpu_seconds:
            self._active_since = monotonic()
        self._remember(usage.members)
        self._forget(self._seen - usage.members)
        self._usage = usage._replace(memory_mb=max(usage.memory_mb, self._usage.memory_mb),
                                     cpu_seconds=max(usage.cpu_seconds, self._usage.cpu_seconds))

    def _remember(self, members: Iterable[Member]) -> None:
        fresh = set(members) - self._seen
        self._seen |= fresh
        _guardian.tell(fresh, here=True)

    def _forget(self, members: Set[Member]) -> None:
        self._seen -= members
        _guardian.tell(members, here=False)

    def _has_ended(self) -> bool:
        """True if the process is gone; takes its final account then. Any thread may ask."""
        with self._account_lock:
            return self._process.returncode is not None or self._wait_for_account()

    def _wait_for_account(self) -> bool:
        process = self._process
        if not hasattr(os, "wait4"):
            return process.poll() is not None
        try:
            pid, status, account = os.wait4(process.pid, os.WNOHANG)
        except ChildProcessError:  # somebody else has waited for it
            process.returncode = 0
            return True
        if pid == 0:
            return False
        forget_child(pid)
        process.returncode = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        self._take_account(account)
        return True

    def _take_account(self, account: Any) -> None:
        peak_mb = account_mb(account)
        try:
            if peak_mb <= own_peak_mb():  # a child starts as a copy of this process and its account says so
                peak_mb = 0.0
        except JudgeTrouble:  # what was measured while it ran has to do
            peak_mb = 0.0
        usage = self._usage
        self._usage = Usage(usage.members, max(usage.memory_mb, peak_mb),
                            max(usage.cpu_seconds, account.ru_utime + account.ru_stime), True)


def close_all_sandboxes() -> None:
    """Ends every bot of this program; whoever waits for an answer gets none, in whichever thread."""
    for sandbox in list(_open_sandboxes):
        sandbox.close()


def _sweep_once() -> None:
    """Before the first bot: ends what an earlier judge may have left."""
    global _swept
    with _sweeping:
        if not _swept:
            _swept = True
            _without_trouble(end_strays_of_dead_judges)


def _look_after_orphans(at_once: bool = False) -> None:
    """Gives every orphan to the bot that has started it and ends those of nobody; now and then, if not at once."""
    global _orphans_seen_at
    if not at_once and monotonic() - _orphans_seen_at < _ORPHANS_SECONDS:
        return
    _orphans_seen_at = monotonic()
    for member in adopted_orphans():
        owner = next((sandbox for sandbox in list(_open_sandboxes) if sandbox._owns(member)), None)
        if owner is not None:
            owner._remember([member])
        else:
            end_orphan(member[0])


def _without_trouble(work: Callable[[], None]) -> bool:
    """Does what can be done of the work, because a bot that is being ended is no reason to stop; True if all of it."""
    try:
        work()
    except JudgeTrouble:
        return False
    return True


def _leave() -> None:
    """Ends every bot, even one whose start was interrupted before anybody knew of it."""
    close_all_sandboxes()
    _without_trouble(lambda: kill_marked(program_mark()))
    _guardian.dismiss()


atexit.register(_leave)
