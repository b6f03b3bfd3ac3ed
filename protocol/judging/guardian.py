"""A process that outlives the judge for a moment and ends the bots of a judge that was killed.

The judge tells it over a pipe which processes exist. When the judge is gone, for whatever reason, the pipe ends.
"""

import os
import subprocess
import sys
from typing import Iterable, Optional, Set, Tuple

from protocol.judging.processes import Member
from protocol.judging.strays import forget_child, kill_all, kill_marked, program_mark, start_child, start_lock
from protocol.judging.trouble import JudgeTrouble

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from protocol.judging.guardian import watch
watch(sys.argv[2])
"""
#: The only variables an interpreter may need to start.
_VARIABLES = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")


class Guardian:
    """The judge's end of the pipe. If it fails, the game goes on: the guardian is only for the worst case."""

    def __init__(self) -> None:
        self._process: "Optional[subprocess.Popen[bytes]]" = None

    def tell(self, members: Iterable[Member], here: bool) -> None:
        """Reports that these processes exist, or are gone; starts the guardian if there is none."""
        lines = b"".join(b"%s %d %s\n" % (b"+" if here else b"-", pid, started) for pid, started in members)
        if not lines or os.name != "posix" or not here and self._process is None:
            return
        with start_lock:
            try:
                stream = self._running().stdin
                assert stream is not None
                stream.write(lines)
            except (OSError, JudgeTrouble):  # killed, or out of processes; the next call tries again
                self._process = None

    def dismiss(self) -> None:
        """Ends it when nothing is left to guard."""
        with start_lock:
            process, self._process = self._process, None
            if process is not None:
                process.kill()
                process.wait()
                assert process.stdin is not None
                process.stdin.close()
                forget_child(process.pid)

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._process = start_child(
                [sys.executable, "-S", "-E", "-c", _PROGRAM, _ROOT, program_mark()],
                {name: os.environ[name] for name in _VARIABLES if name in os.environ}, subprocess.DEVNULL)
            assert self._process.stdin is not None
            os.set_blocking(self._process.stdin.fileno(), False)  # a stopped guardian must not block the judge
        return self._process


def watch(mark: str) -> None:
    """The guardian itself: listens until the judge is gone, then ends what is left of its bots."""
    members: Set[Member] = set()
    for line in sys.stdin:
        change, member = read_line(line)
        members = members | {member} if change == "+" else members - {member}
    for pid in sorted(pid for pid, _ in members):
        kill_all(pid, mark, [member for member in members if member[0] == pid])
    kill_marked(mark)


def read_line(line: str) -> Tuple[str, Member]:
    """(`+` or `-`, the process) of one line."""
    change, pid, started = (line.split(" ") + [""])[:3]
    return change, (int(pid), started.strip().encode())
