"""A batch of work in a process of its own: what a worker of a cluster does with it.

So the threads of a worker do not share one interpreter, a batch that nobody wants any more can be ended at once, and
the work is done by PyPy where there is one, though the cluster's own software needs CPython.
"""

import os
import pickle
import shutil
import subprocess
import sys
import threading
from tempfile import TemporaryFile
from time import perf_counter, sleep
from typing import Any, BinaryIO, Callable, List, Tuple

from engine.cluster.assignments import is_wanted
from engine.cluster.project import PROJECT_FOLDER, UnfitWorkerError, check_project, worker_name

#: The newest that every Python since 3.4 reads, PyPy's included.
PICKLE_PROTOCOL = 4
WAIT_SECONDS = 1.0
MESSAGE_CHARACTERS = 2000

Work = Callable[[Any, Any], Any]


def run_batch(function: Work, shared: Any, batch: List[Any]) -> Tuple[float, List[Any]]:
    """(seconds, results), here and now."""
    begun = perf_counter()
    results = [function(shared, piece) for piece in batch]
    return perf_counter() - begun, results


def run_in_process(project: str, function: Work, shared: Any, batch: List[Any]) -> Tuple[float, List[Any]]:
    """The same, by another process; UnfitWorkerError if it fails or if the project is not the sender's."""
    check_project(project)
    with TemporaryFile() as work:
        pickle.dump((function, shared, batch), work, PICKLE_PROTOCOL)
        work.seek(0)
        process = subprocess.Popen([fast_python(), "-m", "engine.training.batch_process", str(os.getpid())], stdin=work,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=PROJECT_FOLDER)
    try:
        output, errors = _communicate(process)
    finally:
        process.kill()
        process.wait()
    if process.returncode != 0 or not output:
        raise UnfitWorkerError("worker %s: %s" % (
            worker_name(), errors.decode("utf-8", "replace")[-MESSAGE_CHARACTERS:] or "its process was ended"))
    seconds, results = pickle.loads(output)
    return seconds, results


def fast_python() -> str:
    """PyPy if there is one; Numba would have to compile anew for every batch."""
    return shutil.which("pypy3") or sys.executable


def _communicate(process: "subprocess.Popen[bytes]") -> Tuple[bytes, bytes]:
    """What the process says, or nothing if the work is not wanted any more."""
    while is_wanted():
        try:
            return process.communicate(timeout=WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    return b"", b"nobody wants this any more"


def _end_with_parent(parent: int) -> None:
    """A worker that is killed leaves nothing behind that computes on."""
    while os.getppid() == parent:
        sleep(WAIT_SECONDS)
    os._exit(1)


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Reads a batch, writes its results."""
    function, shared, batch = pickle.load(source)
    pickle.dump(run_batch(function, shared, batch), target, PICKLE_PROTOCOL)
    target.flush()


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, args=(int(sys.argv[1]),), daemon=True).start()
    with os.fdopen(os.dup(1), "wb") as results:
        os.dup2(2, 1)  # whatever the work prints is no result
        main(sys.stdin.buffer, results)
