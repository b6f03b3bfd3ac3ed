"""How fast a machine is for a bot: a fixed piece of plain Python, timed in a process like a bot.

By the clock, a busy machine looks like a slow one; the processor time tells the two apart. A worker's times are
compared with those of the others, not with a constant.
"""

import subprocess
from statistics import median, median_low
from typing import Dict, List, NamedTuple, Sequence

#: Workers whose calibration differs from the usual one by more than this share are named.
NOTICED_SHARE = 0.25
#: A worker is calibrated again after this long.
CALIBRATION_AGE_SECONDS = 60.0
#: Up to this many workers are listed one by one.
LISTED_WORKERS = 8

#: Arithmetic on integers of 64 bits, like a board's; the median of three short runs counts.
_WORK = """
import platform, time
def work():
    word, total = 0x8100000000000081, 0
    for step in range(50000):
        word = (word * 6364136223846793005 + step) & 0xffffffffffffffff
        total += word >> 40 & word << 8 & 0x7e7e7e7e7e7e7e7e
    return total
def measure():
    wall, used = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - used
seconds, cpu_seconds = sorted(measure() for _ in range(3))[1]
print(seconds, cpu_seconds, platform.python_implementation(), platform.python_version())
"""


class Calibration(NamedTuple):
    """How long the piece of work took."""

    seconds: float
    cpu_seconds: float
    python: str  #: `CPython 3.11.7`, the interpreter of the bots


class WorkerNote(NamedTuple):
    """Who played a game."""

    worker: str  #: a machine and a process
    calibration: Calibration


def calibrate(python: str) -> Calibration:
    """Does the work in a process of that interpreter; OSError if it does not run."""
    done = subprocess.run([python, "-S", "-c", _WORK], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    words = done.stdout.decode("utf-8", "replace").split()
    if len(words) != 4:
        raise OSError("%s cannot be calibrated" % python)
    return Calibration(float(words[0]), float(words[1]), " ".join(words[2:]))


def describe_workers(notes: Sequence[WorkerNote]) -> List[str]:
    """A line about all workers, and one about each that differs."""
    by_worker: Dict[str, List[Calibration]] = {}
    for note in notes:
        by_worker.setdefault(note.worker, []).append(note.calibration)
    if not by_worker:
        return []
    usual = median_low([median(one.seconds for one in found) for found in by_worker.values()])
    lines = ["played by %d worker%s; calibration usually %.0f ms, noted below if it differs by more than %.0f %%" % (
        len(by_worker), "" if len(by_worker) == 1 else "s", 1000 * usual, 100 * NOTICED_SHARE)]
    pythons = sorted({one.python for found in by_worker.values() for one in found})
    if len(pythons) > 1:
        lines.append("warning: bots were run by different interpreters: %s" % ", ".join(pythons))
    for worker, found in sorted(by_worker.items()):
        remark = _describe_difference(found, usual)
        if remark or len(by_worker) <= LISTED_WORKERS:
            lines.append("%s  %d game%s, %s" % (worker, len(found), "" if len(found) == 1 else "s",
                                                remark or "like the others"))
    return lines


def _describe_difference(found: Sequence[Calibration], usual: float) -> str:
    seconds, cpu_seconds = median(one.seconds for one in found), median(one.cpu_seconds for one in found)
    if seconds < (1 - NOTICED_SHARE) * usual:
        return "%.0f %% faster than usual" % (100 * (1 - seconds / usual))
    if seconds <= (1 + NOTICED_SHARE) * usual:
        return ""
    reason = "busy with something else" if seconds > (1 + NOTICED_SHARE) * cpu_seconds else "a slower machine"
    return "warning: takes %.0f %% longer than usual: %s" % (100 * (seconds / usual - 1), reason)
