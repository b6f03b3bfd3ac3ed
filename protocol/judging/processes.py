"""What the operating system knows about a bot's processes: which there are, what they use, how to end them all.

A bot can leave children behind, and those can leave its process group and session. So everything it starts
inherits a mark in the environment, and by this mark it is found again. A child without it is remembered if it was seen
while its parent lived; only one that wipes its environment and detaches itself within a moment escapes. Linux tells all
that in /proc; elsewhere the questions are answered with "unknown" and only the process group is ended.
"""

import os
import signal
import subprocess
import sys
import time
from typing import Any, FrozenSet, Iterable, List, NamedTuple, Optional, Set, Tuple

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

MARK_VARIABLE = "REVERSI_JUDGE_MARK"

HAS_PROC = os.path.exists("/proc/self/stat")

_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_HARD_LIMIT_ABOVE_MB = 4096
_START_TIME = 19
_KILL_ROUNDS = 50
_KILL_PAUSE_SECONDS = 0.01


#: A process and the time it was started: numbers are used again, but not with the same time.
Member = Tuple[int, bytes]


class Usage(NamedTuple):
    """What a process and its descendants use at this moment."""

    members: FrozenSet[Member]
    memory_mb: float  #: the peak of the process itself, or what all hold now, shared pages divided, if that is more
    cpu_seconds: float
    asleep: bool  #: True if every one of them waits for something


def measure_tree(pid: int) -> Optional[Usage]:
    """The usage of the process and all its descendants; None if it is gone or nothing can be known."""
    if not HAS_PROC:
        return None
    pids = _tree(pid)
    members: Set[Member] = set()
    cpu_seconds, asleep = 0.0, True
    for member in pids:
        fields = _stat_fields(member)
        if fields:
            members.add((member, fields[_START_TIME]))
            cpu_seconds += (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND
            asleep = asleep and fields[0] in (b"S", b"Z")
    memory_mb = _kilobytes_mb(pid, "status", b"VmHWM:")
    if len(pids) > 1:
        memory_mb = max(memory_mb, sum(_kilobytes_mb(member, "smaps_rollup", b"Pss:") for member in pids))
    return Usage(frozenset(members), memory_mb, cpu_seconds, asleep)


def sleeps(members: Iterable[Member]) -> bool:
    """True if no thread of any of them could go on by itself, were there a processor for it."""
    states = {_fields(_read("/proc/%d/task/%s/stat" % (pid, thread)))[:1] == [b"S"]
              for pid, _ in members for thread in _threads(pid)}
    return states == {True}


def own_peak_mb() -> float:
    """The peak of this very process, which a child's account begins with."""
    if HAS_PROC:
        return _kilobytes_mb(os.getpid(), "status", b"VmHWM:")
    return account_mb(resource.getrusage(resource.RUSAGE_SELF)) if resource is not None else 0.0


def account_mb(account: Any) -> float:
    """The peak in an account of used resources, whose unit depends on the system."""
    return float(account.ru_maxrss) / (2.0 ** 20 if sys.platform == "darwin" else 2.0 ** 10)


def signal_group(pid: int, name: str) -> None:
    """Sends the signal of that name to the process group, where both exist."""
    number = getattr(signal, name, None)
    if number is None or not hasattr(os, "killpg"):
        return
    try:
        os.killpg(pid, number)
    except OSError:  # gone already
        pass


def set_hard_limits(pid: int, memory_mb: Optional[float]) -> None:
    """No core dumps, and no more memory than a machine can bear while the watch on the real limit looks away."""
    if resource is None or not hasattr(resource, "prlimit"):
        return
    limits = [(resource.RLIMIT_CORE, 0)]
    if memory_mb is not None:
        limits.append((resource.RLIMIT_DATA, int(memory_mb + _HARD_LIMIT_ABOVE_MB) << 20))
    for kind, value in limits:
        try:
            resource.prlimit(pid, kind, (value, value))
        except (OSError, ValueError):  # gone already, or a lower limit is set
            pass


def kill_all(pid: int, mark: str, members: Iterable[Member] = ()) -> None:
    """Ends the process, its group, everything with its mark, and the members with what they have started."""
    if not hasattr(os, "killpg"):
        subprocess.call(["taskkill", "/T", "/F", "/PID", str(pid)],
                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return
    left = [number for member in _alive(members) for number in _tree(member)]
    signal_group(pid, "SIGKILL")
    _kill(left)
    kill_marked(mark)


def kill_marked(mark: str) -> None:
    """Ends everything whose mark begins so, however often it forks."""
    for _ in range(_KILL_ROUNDS):
        left = find_marked(mark)
        if not left:
            return
        _kill(left)
        time.sleep(_KILL_PAUSE_SECONDS)


def find_marked(mark: str) -> List[int]:
    """The living processes whose environment has a mark that begins so; never this one."""
    if not HAS_PROC:
        return []
    needle = ("%s=%s" % (MARK_VARIABLE, mark)).encode()
    return [pid for pid in _all_pids() if pid != os.getpid()
            and any(entry.startswith(needle) for entry in _read("/proc/%d/environ" % pid).split(b"\0"))]


def _alive(members: Iterable[Member]) -> List[int]:
    return [pid for pid, started in members if _stat_fields(pid)[_START_TIME:_START_TIME + 1] == [started]]


def _kill(pids: Iterable[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:  # gone already
            pass


def _all_pids() -> Iterable[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _tree(pid: int) -> Set[int]:
    found, fresh = {pid}, [pid]
    while fresh:
        fresh = [child for parent in fresh for child in _children(parent) if child not in found]
        found.update(fresh)
    return found


def _children(pid: int) -> List[int]:
    return [int(child) for thread in _threads(pid)
            for child in _read("/proc/%d/task/%s/children" % (pid, thread)).split()]


def _threads(pid: int) -> List[str]:
    try:
        return os.listdir("/proc/%d/task" % pid)
    except OSError:  # gone already
        return []


def _kilobytes_mb(pid: int, file: str, key: bytes) -> float:
    for line in _read("/proc/%d/%s" % (pid, file)).splitlines():
        if line.startswith(key):
            return int(line.split()[1]) / 1024.0
    return 0.0


def _stat_fields(pid: int) -> List[bytes]:
    return _fields(_read("/proc/%d/stat" % pid))


def _fields(stat: bytes) -> List[bytes]:
    """The fields of such a file from the state on; the name before them may hold anything."""
    return stat.rpartition(b")")[2].split()


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError:  # gone already, or somebody else's
        return b""
