"""A Dask cluster as an executor. The only module that imports `dask`; import it only where a cluster is asked for.

    export PYTHONPATH=THIS_FOLDER             everywhere: a copy of the project, or a shared folder
    dask scheduler                            on one machine
    dask worker tcp://THERE:8786              on each working machine

Dask queues tasks, gives those of a dead worker to another and moves results. This module adds a client that reconnects
to a restarted scheduler, reports lost work as lost instead of cancelled, lets tasks notice that they are no longer
needed, and shares values among tasks. Anyone who can reach a scheduler can run anything on its workers: use one inside
a closed network, or tls:// addresses with certificates in Dask's configuration.
"""

import logging
import threading
from concurrent.futures import Executor, Future
from importlib import import_module
from typing import Any, Callable, Dict, NamedTuple

from engine.cluster.assignments import LostWorkError, Shared, run_while_wanted
from engine.cluster.project import UnfitWorkerError

#: Untyped, so that type checking does not depend on whether Dask is installed.
distributed: Any = import_module("distributed")

CONNECT_SECONDS = 10.0
#: How long to wait for a scheduler to be restarted.
RETURN_SECONDS = 120.0
CENSUS_SECONDS = 2.0
#: Shared values kept on the cluster for the next piece of work that needs them.
SHARED_KEPT = 4


class Census(NamedTuple):
    """The state of the cluster a moment ago."""

    workers: int
    threads: int  #: pieces of work that can run at once
    running: int  #: pieces of work that are running


class DaskExecutor(Executor):
    """`submit` runs a function on some worker of the cluster; its arguments may be `Shared`."""

    def __init__(self, address: str, return_seconds: float = RETURN_SECONDS) -> None:
        """OSError if there is no scheduler at the address."""
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # callers report what happens
        import_module("dask.config").set({"distributed.admin.large-graph-warning-threshold": "1GB"})
        self.address, self._return_seconds = address, return_seconds
        self._client = self._connect(CONNECT_SECONDS)
        self.dashboard: str = self._client.dashboard_link
        self.census = Census(0, 0, 0)
        self._shared: Dict[str, Any] = {}
        self._closing = threading.Event()
        self._take_census()
        threading.Thread(target=self._keep_census, daemon=True).start()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":  # type: ignore[override]
        """The future raises LostWorkError if the cluster loses the call. OSError if the scheduler stays away."""
        if self._client.status == "closed":
            self._client = self._connect(self._return_seconds)
        places = [self._share(argument) if isinstance(argument, Shared) else argument for argument in arguments]
        task = self._client.get_executor(pure=False).submit(_run_task, function, *places)
        future: "Future[Any]" = Future()
        future.add_done_callback(lambda done: task.cancel() if done.cancelled() else None)
        task.add_done_callback(lambda done: _hand_over(done, future))
        return future

    def shutdown(self, wait: bool = True, **options: Any) -> None:
        """Cancels everything; workers notice it and stop."""
        self._closing.set()
        self._client.close()

    def _connect(self, seconds: float) -> Any:
        try:
            return distributed.Client(self.address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ConnectionError("no Dask scheduler at %s (%s)" % (self.address, error)) from None

    def _share(self, shared: Shared) -> Any:
        """The value as the result of a task, which Dask computes again elsewhere if the worker that holds it dies."""
        place = self._shared.get(shared.key)
        if place is None or place.client is not self._client or place.status in ("cancelled", "lost", "error"):
            place = self._shared[shared.key] = self._client.submit(_keep, shared, pure=False)
            for key in list(self._shared)[:-SHARED_KEPT]:
                del self._shared[key]
        return place

    def _keep_census(self) -> None:
        while not self._closing.wait(CENSUS_SECONDS):
            try:
                self._take_census()
            except Exception:  # the scheduler is gone, or the client is closing
                self.census = Census(0, 0, 0)

    def _take_census(self) -> None:
        threads = self._client.nthreads()
        tasks = self._client.processing()
        running = sum(min(count, len(tasks.get(worker, ()))) for worker, count in threads.items())
        self.census = Census(len(threads), sum(threads.values()), running)


def _hand_over(task: "Future[Any]", future: "Future[Any]") -> None:
    """Copies the outcome of Dask's future to ours, which only its owner cancels."""
    if not future.set_running_or_notify_cancel():
        return
    if task.cancelled():
        future.set_exception(LostWorkError("the Dask scheduler has lost a piece of work"))
        return
    error = task.exception()
    if isinstance(error, distributed.KilledWorker):
        future.set_exception(LostWorkError("a piece of work has killed its workers: %s" % error))
    elif isinstance(error, ImportError) or "deserializ" in str(error):
        future.set_exception(UnfitWorkerError("the scheduler or a worker cannot import this project: start them with "
                                              "PYTHONPATH=FOLDER (%s)" % str(error).splitlines()[0]))
    elif error is not None:
        future.set_exception(error)
    else:
        future.set_result(task.result())


def _keep(shared: Shared) -> Shared:
    return shared


def _run_task(function: Callable[..., Any], *arguments: Any) -> Any:
    """The task that a worker runs."""
    worker = distributed.get_worker()
    key = worker.get_current_task()

    def is_executing() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state in ("executing", "long-running")

    return run_while_wanted(is_executing, function, *arguments)
