"""How long to think: from the limit of a turn to the moment to stop and the moment to answer come what may.

    0 ........................ optimum ........ maximum ........ limit
    start-up, then the search        the search      the answer      the judge's
    and its result                   should be over  must be out     patience

A judge may count wall time or processor time, so a turn has used the larger of the two. The time sources are
parameters: a test brings its own.
"""

from time import perf_counter, process_time
from typing import Callable, NamedTuple, Optional

#: Kept free for what no search can foresee: a shared machine may stand still for half a second and more, and start-up
#: and pipes take their part of very short limits. The least of three: a share of short limits, a smaller share of
#: limits from a second on, and of long ones a fixed time with a small share.
SHORT_MARGIN_SHARE = 0.24
MARGIN_SHARE = 0.145
FIXED_MARGIN_SECONDS = 0.5
LONG_MARGIN_SHARE = 0.05

#: The answer goes out when this share of the margin is left.
LAST_CALL_SHARE = 0.6

#: Turns a game's time is kept for beyond those that alternation gives.
SPARE_TURNS = 2


class Allotment(NamedTuple):
    """Both count from the start of the turn."""

    optimum_seconds: float  #: the search stops here
    maximum_seconds: float  #: an answer is sent here whether or not the search has stopped


def allot(limit_seconds: float) -> Allotment:
    """The two moments for a turn of that limit; the optimum is at least 85 % of a limit of a second or more."""
    margin = min(SHORT_MARGIN_SHARE * limit_seconds, MARGIN_SHARE * max(1.0, limit_seconds),
                 FIXED_MARGIN_SECONDS + LONG_MARGIN_SHARE * limit_seconds)
    return Allotment(limit_seconds - margin, limit_seconds - LAST_CALL_SHARE * margin)


def turn_share(seconds_left: float, empties: int) -> float:
    """The limit of a turn when a whole game has one: an equal share for each turn that is left to the mover.

    Passes of the other side give it more turns than half of the empty squares; a couple in reserve cover the usual
    few, and the shares become smaller when there are more.
    """
    return max(0.0, seconds_left) / ((empties + 1) // 2 + SPARE_TURNS)


class TurnClock:
    """The clock of one turn; without a limit it never runs out.

    `wall_start` and `cpu_start` are readings of the two sources at which the turn began; now, if they are left out.
    """

    def __init__(self, limit_seconds: Optional[float], wall_start: Optional[float] = None,
                 cpu_start: Optional[float] = None, wall: Callable[[], float] = perf_counter,
                 cpu: Callable[[], float] = process_time) -> None:
        self.allotment = None if limit_seconds is None else allot(limit_seconds)
        self._wall = wall
        self._cpu = cpu
        self._wall_start = wall() if wall_start is None else wall_start
        self._cpu_start = cpu() if cpu_start is None else cpu_start

    def used_seconds(self) -> float:
        """What the turn has used so far, wall or processor time, whichever is more."""
        return max(self._wall() - self._wall_start, self._cpu() - self._cpu_start)

    def search_seconds(self) -> Optional[float]:
        """What is left for the search, never below 0; None without a limit."""
        return None if self.allotment is None else max(0.0, self.allotment.optimum_seconds - self.used_seconds())

    def answer_seconds(self) -> Optional[float]:
        """What is left until an answer must be sent, never below 0; None without a limit."""
        return None if self.allotment is None else max(0.0, self.allotment.maximum_seconds - self.used_seconds())
