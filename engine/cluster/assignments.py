"""Pieces of work that are handed to an executor until each has come back once.

An executor in the manner of `concurrent.futures` runs them, wherever it likes. A piece whose worker died is handed out
again; a result counts once, because a piece is known by the one future that is open for it.
"""

import queue
import threading
from concurrent.futures import Executor, Future
from typing import Any, Callable, Dict, Optional, Tuple

#: A piece that is lost so often ends its workers itself, more likely than not.
LOSSES_ALLOWED = 5


class LostWorkError(ConnectionError):
    """Whoever had the piece of work is gone, and nobody knows how far it was."""


class Shared:
    """A large value that many pieces of work need. An executor may send it once instead of with every piece."""

    def __init__(self, value: Any, key: str) -> None:
        """Values with the same key are the same."""
        self.value, self.key = value, key


class Assignments:
    """All pieces are arguments of one function, after the arguments that they share."""

    def __init__(self, executor: Executor, function: Callable[..., Any], *shared: Any) -> None:
        self._executor, self._function, self._shared = executor, function, shared
        self._open: "Dict[Future[Any], Tuple[Any, int]]" = {}  # pieces, and how often they were lost
        self.losses = 0  #: how many times a piece was lost
        self._done: "queue.Queue[Future[Any]]" = queue.Queue()

    def __len__(self) -> int:
        """How many pieces have not come back."""
        return len(self._open)

    def assign(self, piece: Any, losses: int = 0) -> None:
        """Hands out a piece that was lost so often before."""
        future = self._executor.submit(self._function, *self._shared, piece)
        self._open[future] = piece, losses
        future.add_done_callback(self._done.put)

    def next_result(self, seconds: float) -> Optional[Tuple[Any, Any]]:
        """(piece, result) of one that has come back; None if none does in this time. Raises what the function raised,
        and LostWorkError for a piece that is lost again and again."""
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
        """Nobody waits for what is open any more; the executor can be used on."""
        for future in list(self._open):
            future.cancel()
        self._open.clear()


_thread = threading.local()


def is_wanted() -> bool:
    """Asked by a piece of work every now and then: False if nobody waits for its result any more."""
    wanted: Callable[[], bool] = getattr(_thread, "wanted", lambda: True)
    return wanted()


def run_while_wanted(wanted: Callable[[], bool], function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls the function; `is_wanted` asks `wanted` meanwhile, in this thread."""
    _thread.wanted = wanted
    try:
        return function(*arguments)
    finally:
        del _thread.wanted
