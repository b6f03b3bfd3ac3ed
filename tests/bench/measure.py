"""Measures two programs alternately, so that a noisy machine slows both.

A workload does a fixed amount of work and returns the number of units done. Each round runs the plain workload and then
the engine's, in processor time, and gives a ratio; the median ratio counts. A shared machine changes its speed from
second to second, so the best rounds of the two sides need not be comparable.
"""

from statistics import median
from time import process_time
from typing import Callable, NamedTuple, Optional

Workload = Callable[[], int]


class Ratio(NamedTuple):
    """Units per second of the plain program and of the engine, their ratio and its target."""

    name: str
    plain_rate: float
    engine_rate: float
    times: float
    target: Optional[float] = None

    def __str__(self) -> str:
        line = "%-52s %11s %13s %8.1fx" % (self.name, format(round(self.plain_rate), ","),
                                           format(round(self.engine_rate), ","), self.times)
        if self.target is None:
            return line
        return "%s  %s %gx" % (line, "reaches" if self.times >= self.target else "MISSES", self.target)


HEADING = "%-52s %11s %13s %9s" % ("units per second", "plain", "engine", "ratio")


def compare(name: str, plain: Workload, engine: Workload, target: Optional[float] = None, rounds: int = 15) -> Ratio:
    """The medians of both rates and of their ratio over all rounds."""
    rates = [(_rate(plain), _rate(engine)) for _ in range(rounds)]
    return Ratio(name, median(slow for slow, _ in rates), median(fast for _, fast in rates),
                 median(fast / slow for slow, fast in rates), target)


def _rate(workload: Workload) -> float:
    start = process_time()
    units = workload()
    return units / (process_time() - start)
