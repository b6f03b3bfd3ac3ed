"""Runs several threads at once, with the interpreter switching between them as often as it can."""

import sys
from threading import Thread
from typing import Any, Callable, List


def in_threads(count: int, work: Callable[[], Any]) -> List[Any]:
    """The results of `work`, one per thread; None for a thread that failed, which pytest shows as a warning."""
    found: List[Any] = [None] * count

    def run(place: int) -> None:
        found[place] = work()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=run, args=(place,)) for place in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    return found
