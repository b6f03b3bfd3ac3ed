"""Finds whatever a bot has started, wherever it hides, and sees to it that nothing outlives the judge.

Everything a bot starts inherits a mark in the environment, and by this mark it is found again. A child that empties its
environment is remembered if it was seen below the bot. One that also leaves its parent in the same moment is adopted by
the judge, if the judge has offered that (`adopt_orphans`): then it is a child of the judge that the judge has not
started, and is ended on sight.

A judge that is ended by force cannot clean up. Its guardian (`protocol.judging.guardian`) does it instead; and should
that have been ended too, the next judge looks for marks whose judge is gone.
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

#: Held while a process is started or looked for, so that none is taken for a stray before it is known.
start_lock = threading.RLock()

_counter = itertools.count(1)
_own_children: Set[int] = set()
_adopting = False


def program_mark() -> str:
    """How the marks of all sandboxes of this program begin: with the mark of the sandbox it runs in, if it does.

    It says which judge that is: the number, the start time and the world of numbers (Linux has several).
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
    """Says that the process has ended and was fetched: its number may be anybody's now."""
    with start_lock:
        _own_children.discard(pid)


def adopt_orphans() -> None:
    """Makes this process the parent of orphans among its descendants, where the system can.

    Only for programs that start nothing but bots: children that nobody here has started are ended.
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
    """True if no descendant can get away from this process."""
    return _adopting


def adopted_orphans() -> Set[Member]:
    """The children of this process that nobody here has started."""
    if not _adopting:
        return set()
    with start_lock:
        return members_of(pid for pid in children_of(os.getpid()) if pid not in _own_children)


def end_orphan(pid: int) -> None:
    """Ends an adopted process, and fetches it as soon as it has ended: the next time, if not now."""
    signal_process(pid, "SIGKILL")
    try:
        os.waitpid(pid, os.WNOHANG)
    except OSError:  # fetched already
        pass


def kill_all(pid: int, mark: str, members: Iterable[Member] = ()) -> None:
    """Ends the process, its group, everything with its mark, and the members with what they have started."""
    if not hasattr(os, "killpg"):
        subprocess.call(["taskkill", "/T", "/F", "/PID", str(pid)],
                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return
    try:
        left = [number for member in living(members) for number in tree_of(member)]
    except JudgeTrouble:  # the group can be ended without a look
        left = []
    signal_group(pid, "SIGKILL")
    for number in left:
        signal_process(number, "SIGKILL")
    kill_marked(mark)


def kill_marked(mark: str) -> None:
    """Ends everything whose mark begins so, however often it forks."""
    for _ in range(_KILL_ROUNDS):
        left = find_marked(mark)
        if not left:
            return
        for pid in left:
            signal_process(pid, "SIGKILL")
        time.sleep(_KILL_PAUSE_SECONDS)


def bears_mark(pid: int, mark: str) -> bool:
    """True if the process was started with a mark that begins so."""
    needle = ("%s=%s" % (MARK_VARIABLE, mark)).encode()
    return any(entry.startswith(needle) for entry in environment_of(pid))


def find_marked(mark: str) -> List[int]:
    """The living processes whose environment has a mark that begins so; never this one."""
    return [pid for pid in all_pids() if pid != os.getpid() and bears_mark(pid, mark)]


def end_strays_of_dead_judges() -> None:
    """Ends what judges have left that were ended by force: whatever bears the mark of one that is gone."""
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
    except OSError:  # there is but one
        return 0
