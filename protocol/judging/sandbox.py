"""Runs a bot as a child process under limits, and leaves nothing of it behind.

A `Sandbox` is one process. `exchange` sends it something and waits for the end of its answer, which is the end of
the process or what the caller recognises. Whatever the bot does, the call returns within the time limit plus the
fraction of a second it takes to end everything the bot has started.

Memory is what is resident, of the bot and its children together, looked up a hundred times a second, because
limits on the address space break interpreters that reserve much and touch little (PyPy, node, java). A bot above
its limit is ended at once. A hard limit far above protects the machine from one that is faster than that.
"""

import atexit
import itertools
import os
import queue
import subprocess
import threading
from time import monotonic, sleep
from typing import IO, Any, Callable, Iterator, List, NamedTuple, Optional, Set, Tuple

from protocol.judging.processes import (
    HAS_PROC,
    MARK_VARIABLE,
    Member,
    Usage,
    account_mb,
    kill_all,
    kill_marked,
    measure_tree,
    own_peak_mb,
    set_hard_limits,
    signal_group,
    sleeps,
)
from protocol.judging.verdicts import MLE, OK, OLE, RE, TLE

POLL_SECONDS = 0.01
STDERR_BYTES = 1 << 14
PROCESSES_ALLOWED = 64
IDLE_SECONDS = 0.25
_EXIT_POLL_SECONDS = 0.001
_CHUNK_BYTES = 1 << 16
_LAST_WORDS_SECONDS = 0.5

#: Finds where an answer ends in what was read so far; -1 if it goes on.
FindEnd = Callable[[bytearray], int]
#: Hears what a process writes to stderr, as it comes, and nothing at the end.
OnErrors = Callable[[bytes], None]

_counter = itertools.count(1)
_open_sandboxes: "Set[Sandbox]" = set()


class Exchange(NamedTuple):
    """How one turn of a process went."""

    verdict: str  #: a constant of `verdicts`, but never NJ: what was written is for others to read
    output: bytes  #: what it wrote, up to the recognised end
    seconds: float
    cpu_seconds: float
    memory_mb: float
    running: bool  #: True if the process goes on
    exit_code: Optional[int] = None  #: below 0 for a signal; None if the process did not end by itself
    waiting: Optional[bool] = None  #: out of time: True if it slept then, False if it computed, None if nobody knows


class Sandbox:
    """One child process, in a session of its own."""

    def __init__(self, command: List[str], memory_mb: Optional[float] = None, output_bytes: int = 1 << 20,
                 on_errors: Optional[OnErrors] = None) -> None:
        self._on_errors = on_errors
        self.memory_mb, self.output_bytes = memory_mb, output_bytes
        self.wanted_end_of_input = False
        self._mark = "%s%d." % (_program_mark(), next(_counter))
        self._changed = threading.Condition()
        self._account_lock = threading.Lock()
        self._output, self._errors = bytearray(), bytearray()
        self._overflowed = self._output_ended = self._news = self._unsent = False
        self._heard_at = monotonic()  # when the last output, or its end, came
        self._input: "queue.Queue[Optional[bytes]]" = queue.Queue()
        self._threads: List[threading.Thread] = []
        self._usage = Usage(frozenset(), 0.0, 0.0, False)
        self._seen: Set[Member] = set()
        self._active_since = monotonic()
        self._process = subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, **{MARK_VARIABLE: self._mark}), start_new_session=os.name == "posix")
        _open_sandboxes.add(self)
        set_hard_limits(self._process.pid, memory_mb)
        for task in (self._write_input, self._read_output, self._read_errors):
            thread = threading.Thread(target=task, daemon=True)
            thread.start()
            self._threads.append(thread)

    @property
    def errors(self) -> bytes:
        """The end of what the process wrote to stderr."""
        return bytes(self._errors)

    @property
    def alive(self) -> bool:
        """True until the process has ended."""
        return not self._has_ended()

    def exchange(self, data: bytes, seconds: float, find_end: Optional[FindEnd] = None,
                 last: Optional[bool] = False) -> Exchange:
        """Sends the data, waits for the answer, which ends with the process or where `find_end` says.

        The input is closed after the data if `last` is True; if it is None, as soon as the bot seems to wait for that.
        """
        start, used = monotonic(), self._usage.cpu_seconds
        if self._process.returncode is None:
            signal_group(self._process.pid, "SIGCONT")
        self._active_since, self._unsent = start, True
        self._input.put(data)
        if last:
            self.close_input()
        verdict, end, answered = self._await_answer(start, seconds, find_end, last is None)
        self._measure()
        exit_code = self._process.returncode if self._has_ended() else None
        waiting = sleeps(self._usage.members) if verdict == TLE and HAS_PROC and exit_code is None else None
        if end < 0 or self._exceeds_memory():
            self.close()
            end = len(self._output)
            verdict = self._final_verdict(verdict)
        output = bytes(self._output[:end])
        del self._output[:end]
        return Exchange(verdict, output, answered - start, max(0.0, self._usage.cpu_seconds - used),
                        self._usage.memory_mb, self._process.returncode is None, exit_code, waiting)

    def pause(self) -> None:
        """Stops the process and its group until the next exchange, where the system can."""
        signal_group(self._process.pid, "SIGSTOP")

    def close_input(self) -> None:
        """Lets the process see the end of its input."""
        self._input.put(None)

    def close(self) -> None:
        """Ends the process and everything it has started; collects its last words."""
        if self not in _open_sandboxes:
            return
        self._measure()
        kill_all(self._process.pid, self._mark, self._seen)
        _open_sandboxes.discard(self)  # not earlier: whoever is interrupted here can close again
        while not self._has_ended():
            sleep(_EXIT_POLL_SECONDS)
        self.close_input()
        deadline = monotonic() + _LAST_WORDS_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, deadline - monotonic()))

    def _await_answer(self, start: float, seconds: float, find_end: Optional[FindEnd],
                      may_close_input: bool) -> Tuple[str, int, float]:
        """(verdict so far, end of the answer, moment); the end is -1 if the process has ended or must be ended.

        The moment is when the answer came, however late the judge looks: a busy machine costs a bot nothing here.
        """
        deadline, next_measure = start + seconds, start
        while True:
            with self._changed:
                self._news = False
                end = find_end(self._output) if find_end and self._output else -1
                heard = self._heard_at
            now = monotonic()
            if self._overflowed:
                return OLE, -1, now
            if end >= 0 or self._has_ended():
                moment = heard if end >= 0 or self._output_ended else now
                return (OK, end, moment) if moment < deadline else (TLE, -1, moment)
            if now >= deadline:
                return TLE, -1, now
            if now >= next_measure:
                next_measure = now + POLL_SECONDS
                self._measure()
                if len(self._usage.members) > PROCESSES_ALLOWED:  # asked first: so many use much memory too
                    return RE, -1, now
                if self._exceeds_memory():
                    return MLE, -1, now
                if may_close_input:
                    self._close_input_if_awaited(now, start + seconds / 4)
            with self._changed:
                if not self._news:
                    self._changed.wait(_EXIT_POLL_SECONDS if self._output_ended else POLL_SECONDS)

    def _final_verdict(self, verdict: str) -> str:
        """The verdict on an ended process."""
        if self._overflowed:
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
        if self.wanted_end_of_input or self._output or self._unsent:
            return
        if (now - self._active_since > IDLE_SECONDS and sleeps(self._usage.members)) if HAS_PROC else now > patience:
            self.wanted_end_of_input = True
            self.close_input()

    def _measure(self) -> None:
        usage = measure_tree(self._process.pid) if self._process.returncode is None else None
        if usage is None:
            return
        if not usage.asleep or usage.cpu_seconds > self._usage.cpu_seconds:
            self._active_since = monotonic()
        self._seen |= usage.members
        self._usage = Usage(usage.members, max(usage.memory_mb, self._usage.memory_mb),
                            max(usage.cpu_seconds, self._usage.cpu_seconds), usage.asleep)

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
        process.returncode = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        self._take_account(account)
        return True

    def _take_account(self, account: Any) -> None:
        peak_mb = account_mb(account)
        if peak_mb <= own_peak_mb():  # a child starts as a copy of this process and its account says so
            peak_mb = 0.0
        usage = self._usage
        self._usage = Usage(usage.members, max(usage.memory_mb, peak_mb),
                            max(usage.cpu_seconds, account.ru_utime + account.ru_stime), True)

    def _write_input(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        try:
            while True:
                data = self._input.get()
                if data is None:
                    break
                view = memoryview(data)
                while view:
                    view = view[stream.write(view):]
                self._active_since, self._unsent = monotonic(), False
        except OSError:  # the bot does not read
            pass
        finally:
            stream.close()

    def _read_output(self) -> None:
        for chunk in _chunks(self._process.stdout):
            with self._changed:
                room = self.output_bytes - len(self._output)
                self._output += chunk[:max(0, room)]
                self._overflowed = self._overflowed or len(chunk) > room
                self._news, self._heard_at = True, monotonic()
                self._changed.notify()
        with self._changed:
            self._output_ended = self._news = True
            self._heard_at = monotonic()
            self._changed.notify()

    def _read_errors(self) -> None:
        for chunk in _chunks(self._process.stderr):
            self._errors += chunk
            del self._errors[:-STDERR_BYTES]
            if self._on_errors:
                self._on_errors(chunk)
        if self._on_errors:
            self._on_errors(b"")


def _chunks(stream: "Optional[IO[bytes]]") -> Iterator[bytes]:
    assert stream is not None
    with stream:
        while True:
            chunk = stream.read(_CHUNK_BYTES)
            if not chunk:
                return
            yield chunk


def close_all_sandboxes() -> None:
    """Ends every bot of this program; whoever waits for an answer gets none, in whichever thread."""
    for sandbox in list(_open_sandboxes):
        sandbox.close()


def _program_mark() -> str:
    """How the marks of all sandboxes of this program begin: with the mark of the sandbox it runs in, if it does."""
    return "%s%d-" % (os.environ.get(MARK_VARIABLE, ""), os.getpid())


def _leave() -> None:
    """Ends every bot, even one whose start was interrupted before anybody knew of it."""
    close_all_sandboxes()
    kill_marked(_program_mark())


atexit.register(_leave)
