"""Hands pieces of work to an executor until each has come back once.

The executor, as in `concurrent.futures`, runs them wherever it likes. A piece whose worker died is handed out again. A
result counts once, because each piece has only one open future.
"""

import queue
import threading
from concurrent.futures import Executor, Future
from typing import Any, Callable, Dict, Optional, Tuple

#: A piece lost more often than this probably kills its workers itself.
LOSSES_ALLOWED = 5


class LostWorkError(ConnectionError):
    """The worker that had the piece of work is gone, and its progress is unknown."""


class Shared:
    """A large value that many pieces of work need. An executor may send it once instead of with every piece."""

    def __init__(self, value: Any, key: str) -> None:
        """Values with the same key are equal."""
        self.value, self.key = value, key


class Assignments:
    """Pieces of work for one function: each is its last argument, after the arguments that all pieces share."""

    def __init__(self, executor: Executor, function: Callable[..., Any], *shared: Any) -> None:
        self._executor, self._function, self._shared = executor, function, shared
        self._open: "Dict[Future[Any], Tuple[Any, int]]" = {}  # pieces, and how often each was lost
        self.losses = 0  #: of all pieces so far
        self._done: "queue.Queue[Future[Any]]" = queue.Queue()

    def __len__(self) -> int:
        """The number of pieces that have not come back."""
        return len(self._open)

    def assign(self, piece: Any, losses: int = 0) -> None:
        """Hands out a piece; `losses` is how often it was lost before."""
        future = self._executor.submit(self._function, *self._shared, piece)
        self._open[future] = piece, losses
        future.add_done_callback(self._done.put)

    def next_result(self, seconds: float) -> Optional[Tuple[Any, Any]]:
        """(piece, result) of the next piece to come back; None if none does within this time.

        Raises what the function raised, and LostWorkError for a piece that is lost again and again.
        """
        try:
            future = self._done.get(timeout=seconds)
        except queue.Empty:
            return None
        piece, losses = self._open.pop(future)
        try:
            return piece, future.result()
        except LostWorkError:
            self.losses += 1
            if losses == LOSSES_ALLOWED:
                raise
            self.assign(piece, losses + 1)
            return None

    def cancel(self) -> None:
        """Drops all open pieces; the executor stays usable."""
        for future in list(self._open):
            future.cancel()
        self._open.clear()


_thread = threading.local()


def is_wanted() -> bool:
    """For a piece of work to ask every now and then: False once its result is no longer needed."""
    wanted: Callable[[], bool] = getattr(_thread, "wanted", lambda: True)
    return wanted()


def run_while_wanted(wanted: Callable[[], bool], function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls the function; until it returns, `is_wanted` asks `wanted` in this thread."""
    _thread.wanted = wanted
    try:
        return function(*arguments)
    finally:
        del _thread.wanted
