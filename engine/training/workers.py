"""The workers of a training run: the processors of this machine, or a cluster.

The work is a function of a value that all pieces share and of one piece. Its results come in the order of the pieces
and depend on nothing else, so a run gives the same data on one processor and on a thousand.
"""

import hashlib
from concurrent.futures import Executor, Future
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from pickle import dumps
from signal import SIG_IGN, SIGINT, signal
from typing import Any, Callable, Dict, Generator, Iterable, Iterator, List, Optional, Sized, Tuple

from engine.cluster.assignments import Assignments, Shared
from engine.cluster.project import project_digest
from engine.training.batch_process import Common, Piece, Result, Work, run_batch, run_in_process

#: On a cluster, pieces are sent in batches that take about this long.
BATCH_SECONDS = 60.0
#: Batches waiting or running for every process that can run one.
BATCHES_AHEAD = 2
#: Most pieces in a batch, however little time they take.
LARGEST_BATCH = 1000
#: On some systems an endless wait cannot be interrupted from the keyboard.
WAIT_SECONDS = 0.2

Results = Generator[Result, None, None]


class Workers:
    """Does pieces of work."""

    about = ""  #: a description for the log

    def results(self, function: Work[Common, Piece, Result], shared: Common,
                pieces: Iterable[Piece]) -> Results[Result]:
        """function(shared, piece) for every piece, in order. Pieces may be endless: then close the generator."""
        raise NotImplementedError

    def close(self) -> None:
        """Releases the workers."""


class LocalWorkers(Workers):
    """Processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.about = "%d processes" % jobs

    def results(self, function: Work[Common, Piece, Result], shared: Common,
                pieces: Iterable[Piece]) -> Results[Result]:
        executor = ProcessExecutor(self._jobs, shared)
        try:
            yield from in_order(Assignments(executor, _run_inherited, function), pieces, lambda: self._jobs,
                                lambda seconds: 1)
        finally:
            executor.shutdown()


class ClusterWorkers(Workers):
    """An executor whose processes are elsewhere. `places` returns the number of pieces that can run there at once."""

    def __init__(self, executor: Executor, places: Callable[[], int], about: str = "a cluster") -> None:
        self._executor, self._places, self.about = executor, places, about

    def results(self, function: Work[Common, Piece, Result], shared: Common,
                pieces: Iterable[Piece]) -> Results[Result]:
        luggage = Shared(shared, hashlib.sha256(dumps(shared)).hexdigest())
        assignments = Assignments(self._executor, _run_shared, project_digest(), function, luggage)
        try:
            yield from in_order(assignments, pieces, self._places, batch_size)
        finally:
            assignments.cancel()

    def close(self) -> None:
        self._executor.shutdown()


def open_workers(jobs: int, cluster: Optional[str] = None) -> Workers:
    """Processes here, or those of the Dask scheduler at an address; OSError or ImportError if unavailable."""
    if cluster is None:
        return LocalWorkers(jobs)
    from engine.cluster.dask_executor import DaskExecutor  # nothing else needs Dask
    executor = DaskExecutor(cluster)
    return ClusterWorkers(executor, lambda: executor.census.threads,
                          "the Dask cluster at %s, now %d workers (dashboard: %s)" % (
                              cluster, executor.census.workers, executor.dashboard))


def batch_size(piece_seconds: float) -> int:
    """The number of pieces in a batch, given the time for one."""
    return max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(piece_seconds, 1e-9))))


def in_order(assignments: Assignments, pieces: Iterable[Any], places: Callable[[], int],
             size: Callable[[float], int]) -> Iterator[Any]:
    """The results of the pieces in their order. Pieces are handed out in batches, a few ahead of those running."""
    batches = _Batches(pieces)
    early: Dict[int, List[Any]] = {}  # results that came before their turn, by the number of their batch
    turn = 0
    while True:
        ahead = BATCHES_AHEAD * max(1, places())
        while len(assignments) < ahead and not batches.exhausted:
            for batch in batches.next_batch(ahead):
                assignments.assign(batch)
        while turn in early:
            yield from early.pop(turn)
            turn += 1
        if batches.exhausted and turn == batches.count:
            return
        ended = assignments.next_result(WAIT_SECONDS)
        if ended is not None:
            (number, work), (seconds, results) = ended
            if len(results) != len(work):
                raise ValueError("%d results for %d pieces of work" % (len(results), len(work)))
            early[number] = results
            # One unusual piece must not lead to a huge batch.
            batches.length = min(2 * batches.length, size(seconds / len(work)))


class _Batches:
    """Pieces, several at a time."""

    def __init__(self, pieces: Iterable[Any]) -> None:
        self._left = iter(pieces)
        self._known = len(pieces) if isinstance(pieces, Sized) else None  # the number left
        self.length = 1
        self.count = 0
        self.exhausted = False

    def next_batch(self, among: int) -> List[Tuple[int, List[Any]]]:
        """The next batch with its number, in a list that is empty at the end.

        The last batches are small enough to be shared out `among` processes.
        """
        length = self.length
        if self._known is not None:
            length = max(1, min(length, self._known // among))
            self._known -= length
        batch = list(islice(self._left, length))
        self.exhausted = not batch
        self.count += bool(batch)
        return [(self.count - 1, batch)] if batch else []


class ProcessExecutor(Executor):
    """Processes of this machine that all hold one shared value, inherited if they can be forked."""

    def __init__(self, jobs: int, shared: Any) -> None:
        context = get_context("fork" if "fork" in get_all_start_methods() else None)
        self._pool = context.Pool(jobs, _begin_process, (shared,))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":  # type: ignore[override]
        future: "Future[Any]" = Future()
        self._pool.apply_async(function, arguments, callback=future.set_result, error_callback=future.set_exception)
        return future

    def shutdown(self, wait: bool = True, **options: Any) -> None:
        """Ends the processes, whatever they are doing."""
        self._pool.terminate()
        self._pool.join()


_inherited: Any = None


def _begin_process(shared: Any) -> None:
    global _inherited
    _inherited = shared
    signal(SIGINT, SIG_IGN)  # only the parent process handles Ctrl-C


def _run_inherited(function: Work[Any, Piece, Result],
                   numbered: Tuple[int, List[Piece]]) -> Tuple[float, List[Result]]:
    return run_batch(function, _inherited, numbered[1])


def _run_shared(project: str, function: Work[Any, Piece, Result], luggage: Shared,
                numbered: Tuple[int, List[Piece]]) -> Tuple[float, List[Result]]:
    return run_in_process(project, function, luggage.value, numbered[1])
