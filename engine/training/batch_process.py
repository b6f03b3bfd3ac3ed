"""Runs a batch of work in a process of its own, for a worker of a cluster.

This way the threads of a worker do not share one interpreter, a batch that is no longer needed can be stopped at once,
and PyPy, where installed, does the work, though the cluster's own software needs CPython.
"""

import os
import pickle
import shutil
import subprocess
import sys
import threading
from tempfile import TemporaryFile
from time import perf_counter, sleep
from typing import BinaryIO, Callable, List, Tuple, TypeVar

from engine.cluster.assignments import is_wanted
from engine.cluster.project import PROJECT_FOLDER, UnfitWorkerError, check_project, worker_name

#: The newest that every Python since 3.4 reads, PyPy included.
PICKLE_PROTOCOL = 4
WAIT_SECONDS = 1.0
MESSAGE_CHARACTERS = 2000

#: A value that all pieces of work share, one piece, and its result.
Common = TypeVar("Common")
Piece = TypeVar("Piece")
Result = TypeVar("Result")
Work = Callable[[Common, Piece], Result]


def run_batch(function: Work[Common, Piece, Result], shared: Common,
              batch: List[Piece]) -> Tuple[float, List[Result]]:
    """(seconds, results), in this process."""
    begun = perf_counter()
    results = [function(shared, piece) for piece in batch]
    return perf_counter() - begun, results


def run_in_process(project: str, function: Work[Common, Piece, Result], shared: Common,
                   batch: List[Piece]) -> Tuple[float, List[Result]]:
    """(seconds, results), by another process; UnfitWorkerError if it fails or if the project is not the sender's."""
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
            worker_name(), errors.decode("utf-8", "replace")[-MESSAGE_CHARACTERS:] or "its process was killed"))
    seconds, results = pickle.loads(output)
    return seconds, results


def fast_python() -> str:
    """PyPy if installed; Numba would have to compile again for every batch."""
    return shutil.which("pypy3") or sys.executable


def _communicate(process: "subprocess.Popen[bytes]") -> Tuple[bytes, bytes]:
    """The output and errors of the process, or a message if the work is no longer needed."""
    while is_wanted():
        try:
            return process.communicate(timeout=WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    return b"", b"this work is no longer needed"


def _end_with_parent(parent: int) -> None:
    """Ends this process with its parent, so that a killed worker leaves nothing running."""
    while os.getppid() == parent:
        sleep(WAIT_SECONDS)
    os._exit(1)


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Reads a batch and writes its results."""
    function, shared, batch = pickle.load(source)
    pickle.dump(run_batch(function, shared, batch), target, PICKLE_PROTOCOL)
    target.flush()


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, args=(int(sys.argv[1]),), daemon=True).start()
    with os.fdopen(os.dup(1), "wb") as results:
        os.dup2(2, 1)  # keeps what the work prints out of the results
        main(sys.stdin.buffer, results)
