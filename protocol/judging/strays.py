"""Finds everything a bot has started, wherever it hides, and makes sure that nothing outlives the judge.

Everything a bot starts inherits a mark in its environment and is found by it. A child that clears its environment is
remembered if it was seen below the bot. A child that also leaves its parent at the same moment is adopted by the judge,
if the judge asked for that (`adopt_orphans`): a child that the judge has not started itself is ended on sight.

A judge that is killed cannot clean up. Its guardian (`protocol.judging.guardian`) does so; and if that is killed too,
the next judge looks for marks whose judge is gone.
"""

import itertools
import os
import re
import subprocess
import threading
import time
from typing import Dict, Iterable, List, Set

from protocol.judging.processes import (
    HAS_PROC,
    Member,
    all_pids,
    children_of,
    environment_of,
    living,
    members_of,
    signal_group,
    signal_process,
    start_time,
    tree_of,
)
from protocol.judging.trouble import JudgeTrouble

MARK_VARIABLE = "REVERSI_JUDGE_MARK"

_KILL_ROUNDS = 50
_KILL_PAUSE_SECONDS = 0.01
_ADOPT_ORPHANS_OPTION = 36  # PR_SET_CHILD_SUBREAPER
_MARK = re.compile(r"(\d+)_(\d+)_(\d+)-")

#: Held while processes are started or searched, so that a new one is not mistaken for a stray.
start_lock = threading.RLock()

_counter = itertools.count(1)
_own_children: Set[int] = set()
_adopting = False


def program_mark() -> str:
    """The prefix of all marks of this program, which begins with the mark of the sandbox it runs in, if any.

    It identifies the judge: process id, start time and id namespace (Linux has several).
    """
    return "%s%d_%s_%d-" % (os.environ.get(MARK_VARIABLE, ""), os.getpid(), start_time(os.getpid()).decode() or "0",
                            _number_space())


def new_mark() -> str:
    """A mark for one more sandbox."""
    return "%s%d." % (program_mark(), next(_counter))


def start_child(command: List[str], environment: Dict[str, str], output: int) -> "subprocess.Popen[bytes]":
    """Starts a process of the judge, with a pipe for stdin and `output` for stdout and stderr; OSError if it fails."""
    with start_lock:
        process = subprocess.Popen(command, bufsize=0, stdin=subprocess.PIPE, stdout=output, stderr=output,
                                   env=environment, start_new_session=os.name == "posix")
        _own_children.add(process.pid)
        return process


def forget_child(pid: int) -> None:
    """Called when the process has ended and was reaped: its id may be reused from now on."""
    with start_lock:
        _own_children.discard(pid)


def adopt_orphans() -> None:
    """Makes this process the parent of orphans among its descendants, if the system can.

    Only for programs that start nothing but bots: children not started through `start_child` are ended.
    """
    global _adopting
    if not HAS_PROC:
        return
    try:
        import ctypes

        _adopting = ctypes.CDLL(None).prctl(_ADOPT_ORPHANS_OPTION, 1, 0, 0, 0) == 0
    except (ImportError, OSError, AttributeError):
        pass


def adopts_orphans() -> bool:
    """True if no descendant can escape this process."""
    return _adopting


def adopted_orphans() -> Set[Member]:
    """The children of this process that it has not started itself."""
    if not _adopting:
        return set()
    with start_lock:
        return members_of(pid for pid in children_of(os.getpid()) if pid not in _own_children)


def end_orphan(pid: int) -> None:
    """Ends an adopted process and reaps it if it has already ended; otherwise the next call does."""
    signal_process(pid, "SIGKILL")
    try:
        os.waitpid(pid, os.WNOHANG)
    except OSError:  # already reaped
        pass


def kill_all(pid: int, mark: str, members: Iterable[Member] = ()) -> None:
    """Ends the process, its group, everything with its mark, and the members with their descendants."""
    if not hasattr(os, "killpg"):
        subprocess.call(["taskkill", "/T", "/F", "/PID", str(pid)],
                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return
    try:
        left = [number for member in living(members) for number in tree_of(member)]
    except JudgeTrouble:  # the group can still be ended
        left = []
    signal_group(pid, "SIGKILL")
    for number in left:
        signal_process(number, "SIGKILL")
    kill_marked(mark)


def kill_marked(mark: str) -> None:
    """Ends everything whose mark begins with this, however often it forks."""
    for _ in range(_KILL_ROUNDS):
        left = find_marked(mark)
        if not left:
            return
        for pid in left:
            signal_process(pid, "SIGKILL")
        time.sleep(_KILL_PAUSE_SECONDS)


def bears_mark(pid: int, mark: str) -> bool:
    """True if the process was started with a mark that begins with this."""
    needle = ("%s=%s" % (MARK_VARIABLE, mark)).encode()
    return any(entry.startswith(needle) for entry in environment_of(pid))


def find_marked(mark: str) -> List[int]:
    """The other processes whose mark begins with this."""
    return [pid for pid in all_pids() if pid != os.getpid() and bears_mark(pid, mark)]


def end_strays_of_dead_judges() -> None:
    """Ends what killed judges have left behind: every process with the mark of a judge that is gone."""
    needle = (MARK_VARIABLE + "=").encode()
    for pid in all_pids():
        for entry in environment_of(pid):
            judge = _MARK.match(entry[len(needle):].decode("ascii", "replace")) if entry.startswith(needle) else None
            if judge and int(judge.group(3)) == _number_space() and not living(
                    [(int(judge.group(1)), judge.group(2).encode())]):
                signal_process(pid, "SIGKILL")


def _number_space() -> int:
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:  # there is only one
        return 0
