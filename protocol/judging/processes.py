"""Asks the operating system about a bot's processes: which exist, what they use; and signals them.

Linux answers in /proc; elsewhere the answer is "unknown" and only process groups are signalled.
A system that is out of file descriptors or memory answers nothing, which is the judge's trouble.
"""

import os
import signal
import sys
from typing import FrozenSet, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

from protocol.judging.trouble import JudgeTrouble, is_shortage

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

HAS_PROC = os.path.exists("/proc/self/stat")

_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
#: Memory that shells and other small programs around a bot may use without a closer look.
_WRAPPERS_MB = 8.0
_STATE, _PARENT, _SESSION, _START_TIME = 0, 1, 3, 19


#: A process id and its start time: ids are reused, but not with the same time.
Member = Tuple[int, bytes]


class Usage(NamedTuple):
    """What a process and its descendants use right now."""

    members: FrozenSet[Member]
    memory_mb: float  #: the highest peak of one process, or the sum of all now (shared pages counted once) if larger
    cpu_seconds: float
    asleep: bool  #: True if all of them are waiting
    halted: bool = False  #: True if the process itself was stopped by a signal


def measure_tree(pid: int, known: Iterable[Member] = ()) -> Optional[Usage]:
    """The usage of the process with its descendants, including known strays; None if the system cannot tell."""
    if not HAS_PROC:
        return None
    pids = tree_of(pid)
    for stray in living(member for member in known if member[0] not in pids):
        pids |= tree_of(stray)
    members: Set[Member] = set()
    cpu_seconds, asleep, halted = 0.0, True, False
    for member in pids:
        fields = _stat_fields(member)
        if fields:
            members.add((member, fields[_START_TIME]))
            cpu_seconds += (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND
            asleep = asleep and fields[_STATE] in (b"S", b"Z")
            halted = halted or member == pid and fields[_STATE] in (b"T", b"t")
    return Usage(frozenset(members), _memory_mb(pids), cpu_seconds, asleep, halted)


def _memory_mb(pids: Iterable[int]) -> float:
    """Divides shared pages among processes only if there may be many: reading them is expensive."""
    texts = {pid: _read("/proc/%d/status" % pid) for pid in pids}
    peak_mb = max(_kilobytes_mb(text, b"VmHWM:") for text in texts.values())
    if sum(_kilobytes_mb(text, b"VmRSS:") for text in texts.values()) <= peak_mb + _WRAPPERS_MB:
        return peak_mb
    return max(peak_mb, sum(_kilobytes_mb(_read("/proc/%d/smaps_rollup" % pid), b"Pss:") for pid in pids))


def sleeps(members: Iterable[Member]) -> bool:
    """True if every thread of every process is asleep, rather than waiting for a processor."""
    states = {_fields(_read("/proc/%d/task/%s/stat" % (pid, thread)))[:1] == [b"S"]
              for pid, _ in members for thread in _threads(pid)}
    return states == {True}


def own_peak_mb() -> float:
    """The peak of this process, which a child's account starts from."""
    if HAS_PROC:
        return _kilobytes_mb(_read("/proc/self/status"), b"VmHWM:")
    return account_mb(resource.getrusage(resource.RUSAGE_SELF)) if resource is not None else 0.0


def account_mb(account: "resource.struct_rusage") -> float:
    """The peak in a resource account, whose unit depends on the system."""
    return float(account.ru_maxrss) / (2.0 ** 20 if sys.platform == "darwin" else 2.0 ** 10)


def signal_group(pid: int, name: str) -> None:
    """Sends the signal of that name to the process group, if both exist."""
    number = getattr(signal, name, None)
    if number is None or not hasattr(os, "killpg"):
        return
    try:
        os.killpg(pid, number)
    except OSError:  # gone already
        pass


def signal_members(members: Iterable[Member], name: str) -> None:
    """Sends the signal of that name to the members that still run."""
    for pid in living(members):
        signal_process(pid, name)


def signal_process(pid: int, name: str) -> None:
    """Sends the signal of that name, if the process exists."""
    try:
        os.kill(pid, getattr(signal, name))
    except OSError:  # gone already
        pass


def living(members: Iterable[Member]) -> List[int]:
    """The ids of the members that still run; zombies do not count."""
    return [pid for pid, started in members if _is_same(_stat_fields(pid), started)]


def members_of(pids: Iterable[int]) -> Set[Member]:
    """The processes with these ids that exist."""
    found = ((pid, _stat_fields(pid)) for pid in pids)
    return {(pid, fields[_START_TIME]) for pid, fields in found if fields}


def start_time(pid: int) -> bytes:
    """When the process was started, in the system's own unit; empty if unknown."""
    return b"".join(_stat_fields(pid)[_START_TIME:_START_TIME + 1])


def session_of(pid: int) -> int:
    """The session of the process; 0 if it is gone."""
    return int(b"".join(_stat_fields(pid)[_SESSION:_SESSION + 1]) or 0)


def all_pids() -> List[int]:
    """The ids of all processes."""
    return [int(name) for name in _names_in("/proc") if name.isdigit()] if HAS_PROC else []


def tree_of(pid: int) -> Set[int]:
    """The process and all its descendants."""
    found, fresh = {pid}, [pid]
    while fresh:
        fresh = [child for parent in fresh for child in children_of(parent) if child not in found]
        found.update(fresh)
    return found


def children_of(pid: int) -> List[int]:
    """The direct children of the process."""
    return [int(child) for thread in _threads(pid)
            for child in _read("/proc/%d/task/%s/children" % (pid, thread)).split()]


def environment_of(pid: int) -> Sequence[bytes]:
    """The environment the process was started with."""
    return _read("/proc/%d/environ" % pid).split(b"\0")


def _is_same(fields: Sequence[bytes], started: bytes) -> bool:
    return fields[_START_TIME:_START_TIME + 1] == [started] and fields[_STATE] != b"Z"


def _threads(pid: int) -> List[str]:
    return _names_in("/proc/%d/task" % pid)


def _names_in(folder: str) -> List[str]:
    try:
        return os.listdir(folder)
    except OSError as error:
        _excuse(error)
        return []


def _kilobytes_mb(text: bytes, key: bytes) -> float:
    for line in text.splitlines():
        if line.startswith(key):
            return int(line.split()[1]) / 1024.0
    return 0.0


def _stat_fields(pid: int) -> List[bytes]:
    return _fields(_read("/proc/%d/stat" % pid))


def _fields(stat: bytes) -> List[bytes]:
    """The fields of a stat file from the state on; the name before them may contain anything."""
    return stat.rpartition(b")")[2].split()


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError as error:
        _excuse(error)
        return b""


def _excuse(error: OSError) -> None:
    """Ignores that a process is gone or belongs to somebody else."""
    if is_shortage(error):
        raise JudgeTrouble("cannot measure a bot: %s" % error.strerror) from None
