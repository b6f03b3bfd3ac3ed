"""A bot's process with everything it has started: finding these processes, measuring them, stopping them.

The process itself is the shield; the bot is its child. Every tree carries its own mark (`strays`).
"""

import os
import subprocess
import threading
from time import monotonic, sleep
from typing import TYPE_CHECKING, Callable, Iterable, List, Optional, Set

from protocol.judging.guardian import Guardian
from protocol.judging.isolation import ISOLATION_FAILURE
from protocol.judging.processes import (
    Member,
    Usage,
    account_mb,
    living,
    measure_tree,
    members_of,
    own_peak_mb,
    session_of,
    signal_group,
    signal_members,
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

if TYPE_CHECKING:
    from resource import struct_rusage  # not on Windows

_ORPHANS_SECONDS = 0.05
_EXIT_POLL_SECONDS = 0.001
_STOP_ROUNDS = 20

_trees: "Set[BotTree]" = set()
_guardian = Guardian()
_sweeping = threading.Lock()
_swept = False
_orphans_seen_at = 0.0


class BotTree:
    """The processes of one bot, from its start to its end."""

    def __init__(self, command: List[str], memory_mb: Optional[float], isolate: bool) -> None:
        """JudgeTrouble if it cannot be started."""
        _sweep_once()
        self.usage = Usage(frozenset(), 0.0, 0.0, False)  #: the highest memory and processor time seen so far
        self.active_since = monotonic()  #: when it was last seen working
        self.members: Set[Member] = set()  #: all known processes
        self._mark = new_mark()
        self._paused = self._killed = False
        self._failure_code = ISOLATION_FAILURE if isolate else SHIELD_FAILURE
        self._account_lock, self._members_lock = threading.Lock(), threading.Lock()
        self.process: "subprocess.Popen[bytes]" = start_shielded(command, self._mark, memory_mb, isolate)
        _trees.add(self)
        try:
            self._remember(members_of([self.pid]) or {(self.pid, b"")})
        except JudgeTrouble:
            self.abandon()
            raise

    @property
    def pid(self) -> int:
        """The id of the process itself."""
        return self.process.pid

    @property
    def exit_code(self) -> Optional[int]:
        """How the bot ended, negative for a signal; None while it runs. A shell adds 128 to the signal's number."""
        code = self.process.returncode
        return 128 - code if code is not None and code > 128 else code

    @property
    def never_started(self) -> bool:
        """True if only the shield has ever been seen."""
        alone = is_shielding() and [pid for pid, _ in self.usage.members] == [self.pid]
        return alone if self.process.returncode is None else self.process.returncode == self._failure_code

    def measure(self) -> None:
        """Updates the usage."""
        if self.process.returncode is not None:
            return
        _look_after_orphans()
        usage = measure_tree(self.pid, self.members)
        if usage is None:
            return
        if not usage.asleep or usage.cpu_seconds > self.usage.cpu_seconds:
            self.active_since = monotonic()
        self._remember(usage.members)
        self._forget(self.members - usage.members)
        self.usage = usage._replace(memory_mb=max(usage.memory_mb, self.usage.memory_mb),
                                    cpu_seconds=max(usage.cpu_seconds, self.usage.cpu_seconds))

    def pause(self) -> None:
        """Stops all of it, if the system can."""
        self._paused = True
        signal_group(self.pid, "SIGSTOP")
        stopped: Set[Member] = set()
        for _ in range(_STOP_ROUNDS):  # a process may be starting another meanwhile
            fresh = self._find_all() - stopped
            if not fresh:
                return
            signal_members(fresh, "SIGSTOP")
            self._remember(fresh)
            stopped |= fresh

    def go_on(self) -> None:
        """Ends the pause, if any; processes stopped by somebody else stay stopped."""
        paused, self._paused = self._paused, False
        if paused and self.process.returncode is None:
            signal_group(self.pid, "SIGCONT")
            signal_members(self.members, "SIGCONT")

    def kill(self) -> None:
        """Ends all of it and waits until it is gone, even if the system cannot be asked what runs."""
        without_trouble(self.measure)
        self._killed = without_trouble(lambda: kill_all(self.pid, self._mark, self.members))
        while not self.has_ended():
            sleep(_EXIT_POLL_SECONDS)
        _trees.discard(self)
        without_trouble(lambda: _look_after_orphans(at_once=True))

    def forget(self) -> None:
        """Forgets what was killed. If the search for strays failed for lack of descriptors, it is repeated first."""
        if not self._killed:
            without_trouble(lambda: kill_marked(self._mark))
        self._forget(self.members)

    def abandon(self) -> None:
        """Ends a bot that the judge cannot talk to."""
        self.kill()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        self.forget()

    def has_ended(self) -> bool:
        """True if the process is gone; reads its resource usage then. Any thread may ask."""
        with self._account_lock:
            return self.process.returncode is not None or self._wait_for_account()

    def _owns(self, member: Member) -> bool:
        """True if the process was started by this bot, as far as the system shows."""
        pid = member[0]
        return member in self.members or session_of(pid) == self.pid or bears_mark(pid, self._mark)

    def _find_all(self) -> Set[Member]:
        _look_after_orphans(at_once=True)
        marked = [] if adopts_orphans() else find_marked(self._mark)
        roots = {self.pid, *living(self.members), *marked}
        return members_of({pid for root in roots for pid in tree_of(root)})

    def _remember(self, members: Iterable[Member]) -> None:
        with self._members_lock:  # never changed in place: other threads may be iterating
            fresh = set(members) - self.members
            self.members = self.members | fresh
        _guardian.tell(fresh, here=True)

    def _forget(self, members: Set[Member]) -> None:
        with self._members_lock:
            self.members = self.members - members
        _guardian.tell(members, here=False)

    def _wait_for_account(self) -> bool:
        process = self.process
        if not hasattr(os, "wait4"):
            return process.poll() is not None
        try:
            pid, status, account = os.wait4(process.pid, os.WNOHANG)
        except ChildProcessError:  # somebody else has reaped it
            process.returncode = 0
            return True
        if pid == 0:
            return False
        forget_child(pid)
        process.returncode = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        self._take_account(account)
        return True

    def _take_account(self, account: "struct_rusage") -> None:
        try:
            own_mb = own_peak_mb()
        except JudgeTrouble:  # fall back on what was measured while it ran
            own_mb = float("inf")
        peak_mb = account_mb(account)
        if peak_mb <= own_mb:  # a child starts as a copy of this process, and its account includes that
            peak_mb = 0.0
        usage = self.usage
        self.usage = Usage(usage.members, max(usage.memory_mb, peak_mb),
                           max(usage.cpu_seconds, account.ru_utime + account.ru_stime), True)


def without_trouble(work: Callable[[], None]) -> bool:
    """Does the work and ignores JudgeTrouble, because a bot must be ended regardless; True if there was none."""
    try:
        work()
    except JudgeTrouble:
        return False
    return True


def leave_nothing() -> None:
    """Called when the program exits: ends even a bot whose start was interrupted before it was registered."""
    without_trouble(lambda: kill_marked(program_mark()))
    _guardian.dismiss()


def _sweep_once() -> None:
    """Before the first bot: ends whatever an earlier judge left running."""
    global _swept
    with _sweeping:
        if not _swept:
            _swept = True
            without_trouble(end_strays_of_dead_judges)


def _look_after_orphans(at_once: bool = False) -> None:
    """Assigns every orphan to the bot that started it, ends those without an owner, reaps those that have ended.

    Does so only now and then unless `at_once`, because looking is expensive.
    """
    global _orphans_seen_at
    if not at_once and monotonic() - _orphans_seen_at < _ORPHANS_SECONDS:
        return
    _orphans_seen_at = monotonic()
    for member in adopted_orphans():
        owner = next((tree for tree in list(_trees) if tree._owns(member)), None)
        if owner is not None and living([member]):
            owner._remember([member])
        else:
            end_orphan(member[0])
