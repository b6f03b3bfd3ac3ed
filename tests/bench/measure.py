"""Two programs measured in turns, so that a noisy machine slows both.

A workload does a fixed amount of work and returns how many units of it were done. Each round runs the plain one and
then the engine's, in processor time; the fastest round of each counts, because noise only ever adds time.
"""

from time import process_time
from typing import Callable, NamedTuple, Optional

Workload = Callable[[], int]


class Ratio(NamedTuple):
    """Units per second of the plain program and of the engine, and how many times as fast the engine should be."""

    name: str
    plain_rate: float
    engine_rate: float
    target: Optional[float] = None

    @property
    def times(self) -> float:
        return self.engine_rate / self.plain_rate

    def __str__(self) -> str:
        line = "%-52s %11s %13s %8.1fx" % (self.name, format(round(self.plain_rate), ","),
                                           format(round(self.engine_rate), ","), self.times)
        if self.target is None:
            return line
        return "%s  %s %gx" % (line, "reaches" if self.times >= self.target else "MISSES", self.target)


HEADING = "%-52s %11s %13s %9s" % ("units per second", "plain", "engine", "ratio")


def compare(name: str, plain: Workload, engine: Workload, target: Optional[float] = None, rounds: int = 7) -> Ratio:
    """The best rate of either workload over rounds in turns."""
    plain_rate = engine_rate = 0.0
    for _ in range(rounds):
        plain_rate = max(plain_rate, _rate(plain))
        engine_rate = max(engine_rate, _rate(engine))
    return Ratio(name, plain_rate, engine_rate, target)


def _rate(workload: Workload) -> float:
    start = process_time()
    units = workload()
    return units / (process_time() - start)
