"""How long to think: from the limit of a turn to the moment to stop and the moment to answer no matter what.

    0 ........................ optimum ........ maximum ........ limit
    start-up, then the search        the search      the answer      the judge's
    and its result                   should be over  must be out     patience

A judge may count wall time or processor time, so a turn has used the larger of the two. The time sources are
parameters, so that tests can bring their own. Whatever they show, the time used never shrinks, and the time left is
never negative and never more than the turn began with.

The margin is the time between optimum and limit. It covers what no search can foresee: a shared machine that stands
still, and the way to the judge, which the process cannot measure. A process begins with the *cautious* margin. If it is
kept running, it learns from its turns (`LearnedMargin`): the overhead of a turn is the larger of

    lateness   the time used when the answer is ready, less the optimum
    idleness   the longest wall time without processor time between two looks at the clock

A turn that is searched to its optimum with an overhead of at most least / 8 is quiet. After q quiet turns in a row,
w being the worst overhead of all turns so far,

    margin = max(least + (cautious - least) * 0.75 ** q, 8 * w), but never more than cautious
    least  = max(0.45 * cautious, 0.1 s),                        but never more than cautious

So a stall widens the margin at once: the turn is not quiet, which resets q, and w never shrinks. In seconds:

    limit  cautious  least   margin for q = 0, 1, 2, 4, 8          for q = 8 and w = 0.02, 0.04, 0.08
      0.3     0.072  0.072   0.072  0.072  0.072  0.072  0.072     0.072  0.072  0.072
      1       0.145  0.100   0.145  0.134  0.125  0.114  0.105     0.145  0.145  0.145
      4       0.580  0.261   0.580  0.500  0.440  0.362  0.293     0.293  0.320  0.580

The risk: a stall overruns the limit if it begins before the answer is out and outlasts the rest of the turn, so a stall
of s seconds is fatal in s - margin seconds of a turn. A learned margin adds cautious - margin to that, until the first
stall. A machine that stalls often shows it early; a rare stall out of the blue is what the risk consists of.
"""

from time import perf_counter, process_time
from typing import Callable, NamedTuple, Optional

#: The cautious margin is the least of three: a share of short limits, of which start-up and pipes take their part, a
#: smaller share of limits from a second on, and for long limits a fixed time with a small share.
SHORT_MARGIN_SHARE = 0.24
MARGIN_SHARE = 0.145
FIXED_MARGIN_SECONDS = 0.5
LONG_MARGIN_SHARE = 0.05

#: A learned margin is never below this share of the cautious one, nor below this time, which a busy machine can take
#: without a warning.
LEAST_MARGIN_SHARE = 0.45
LEAST_MARGIN_SECONDS = 0.1
#: Nor below the worst overhead seen, times this.
OVERHEAD_FACTOR = 8.0
#: Each quiet turn leaves this share of the distance to the least margin.
QUIET_TURN_FACTOR = 0.75

#: The answer is sent, finished or not, when this share of the margin is left.
LAST_CALL_SHARE = 0.6

#: Turns to keep time for beyond half of the empty squares.
SPARE_TURNS = 2


class Allotment(NamedTuple):
    """Two moments, counted from the start of the turn."""

    optimum_seconds: float  #: the search stops here
    maximum_seconds: float  #: an answer is sent here whether or not the search has stopped


def cautious_margin(limit_seconds: float) -> float:
    """The margin when nothing is known about the machine; at most 15 % of a limit of a second or more."""
    return min(SHORT_MARGIN_SHARE * limit_seconds, MARGIN_SHARE * max(1.0, limit_seconds),
               FIXED_MARGIN_SECONDS + LONG_MARGIN_SHARE * limit_seconds)


def least_margin(limit_seconds: float) -> float:
    """The margin that no number of quiet turns goes below."""
    cautious = cautious_margin(limit_seconds)
    return min(cautious, max(LEAST_MARGIN_SHARE * cautious, LEAST_MARGIN_SECONDS))


def allot(limit_seconds: float, margin_seconds: Optional[float] = None) -> Allotment:
    """The two moments of a turn with that limit and that margin, the cautious one if none is given."""
    margin = cautious_margin(limit_seconds) if margin_seconds is None else margin_seconds
    return Allotment(limit_seconds - margin, limit_seconds - LAST_CALL_SHARE * margin)


def turn_share(seconds_left: float, empties: int) -> float:
    """The limit of a turn when the whole game has one: an equal share for each turn the mover has left.

    The mover has more turns than half of the empty squares if the other side passes; the spare turns cover the usual
    few passes, and the shares shrink if there are more.
    """
    return max(0.0, seconds_left) / ((empties + 1) // 2 + SPARE_TURNS)


class TurnClock:
    """The clock of one turn; without a limit it never runs out.

    `wall_start` and `cpu_start` are the readings of the two sources when the turn began, by default those of now.
    `margin` gives the margin for a limit.
    """

    def __init__(self, limit_seconds: Optional[float], wall_start: Optional[float] = None,
                 cpu_start: Optional[float] = None, wall: Callable[[], float] = perf_counter,
                 cpu: Callable[[], float] = process_time, margin: Callable[[float], float] = cautious_margin) -> None:
        self.limit_seconds = limit_seconds
        self.allotment = None if limit_seconds is None else allot(limit_seconds, margin(limit_seconds))
        self._wall = wall
        self._cpu = cpu
        self._last_look = (wall(), cpu())
        self._wall_start = self._last_look[0] if wall_start is None else wall_start
        self._cpu_start = self._last_look[1] if cpu_start is None else cpu_start
        self._used_seconds = 0.0
        self.idle_seconds = 0.0  #: the longest wall time without processor time between two looks

    def used_seconds(self) -> float:
        """The time used so far, wall or processor time, whichever is more. This is a look at the clock."""
        (last_wall, last_cpu), self._last_look = self._last_look, (self._wall(), self._cpu())
        wall, cpu = self._last_look
        # The old value comes first: max() then ignores readings that are not numbers.
        self.idle_seconds = max(self.idle_seconds, (wall - last_wall) - max(0.0, cpu - last_cpu))
        self._used_seconds = max(self._used_seconds, wall - self._wall_start, cpu - self._cpu_start)
        return self._used_seconds

    def search_seconds(self) -> Optional[float]:
        """The time left for the search, never below 0; None without a limit."""
        return None if self.allotment is None else max(0.0, self.allotment.optimum_seconds - self.used_seconds())

    def answer_seconds(self) -> Optional[float]:
        """The time left until an answer must be sent, never below 0; None without a limit."""
        return None if self.allotment is None else max(0.0, self.allotment.maximum_seconds - self.used_seconds())


class LearnedMargin:
    """The margin of a process that is kept running, learned from the turns it has answered."""

    def __init__(self) -> None:
        self._worst_seconds = 0.0
        self._quiet_turns = 0

    def seconds(self, limit_seconds: float) -> float:
        """The margin for the next turn."""
        cautious, least = cautious_margin(limit_seconds), least_margin(limit_seconds)
        shrunk = cautious - (cautious - least) * (1.0 - QUIET_TURN_FACTOR ** self._quiet_turns)
        return min(cautious, max(least, shrunk, OVERHEAD_FACTOR * self._worst_seconds))

    def note(self, clock: TurnClock) -> None:
        """Learns from the clock of a turn whose answer is ready to be sent."""
        if clock.limit_seconds is None or clock.allotment is None:
            return
        late_seconds = clock.used_seconds() - clock.allotment.optimum_seconds
        overhead = max(0.0, late_seconds, clock.idle_seconds)
        self._worst_seconds = max(self._worst_seconds, overhead)
        if OVERHEAD_FACTOR * overhead > least_margin(clock.limit_seconds):
            self._quiet_turns = 0
        elif late_seconds >= 0.0:  # a turn that ends early proves little
            self._quiet_turns += 1
