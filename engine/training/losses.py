"""Means with their error bars, and tables of them by the phase of the game.

A row of a table is a name and its samples, one for each position, with the same positions in all rows: regret in discs
and points lost, or the differences between two searches in both. Errors are two-sided 95 % intervals of the mean.
"""

from math import sqrt
from typing import List, NamedTuple, Optional, Sequence, Tuple

#: Normal quantile of a two-sided 95 % interval.
NORMAL_95 = 1.96

#: Names of the columns, each with its first and last ply.
PHASES = (("plies to 19", 0, 19), ("20-29", 20, 29), ("30-42", 30, 42), ("from 43", 43, 60), ("all", 0, 60))

_NAME_WIDTH = 28
_CELL_WIDTH = 23


class Sample(NamedTuple):
    """The measurement of one position."""

    ply: int
    discs: float
    points: Optional[float]  #: None if meaningless


#: A name and its samples.
Row = Tuple[str, List[Sample]]


class Estimate(NamedTuple):
    """A mean and half of its 95 % interval, which takes at least two values."""

    mean: float
    margin: Optional[float]


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of at least one independently drawn value."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Estimate(mean, None)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, NORMAL_95 * sqrt(variance / count))


def differences(samples: Sequence[Sample], others: Sequence[Sample]) -> List[Sample]:
    """The samples minus others of the same positions."""
    return [Sample(one.ply, one.discs - other.discs,
                   None if one.points is None or other.points is None else one.points - other.points)
            for one, other in zip(samples, others)]


def table(rows: Sequence[Row], signed: bool = False) -> List[str]:
    """The lines of a table: for each phase present, the number of positions, the mean in discs, the sum of points."""
    lines = [_line("", ["%s (%d)" % (name, len(phase)) for name, phase in _by_phase(rows[0][1])])]
    return lines + [_line(name, [_cell(phase, signed) for _, phase in _by_phase(samples)]) for name, samples in rows]


def _by_phase(samples: Sequence[Sample]) -> List[Tuple[str, List[Sample]]]:
    phases = [(name, [sample for sample in samples if low <= sample.ply <= high]) for name, low, high in PHASES]
    return [(name, phase) for name, phase in phases if phase]


def _line(name: str, cells: Sequence[str]) -> str:
    return (name.ljust(_NAME_WIDTH) + "".join(cell.rjust(_CELL_WIDTH) for cell in cells)).rstrip()


def _cell(samples: Sequence[Sample], signed: bool) -> str:
    """`0.59 +-0.12    8.5`, with signs if zero means "no difference"."""
    sign = "+" if signed else ""
    mean, margin = estimate([sample.discs for sample in samples])
    text = ("%" + sign + ".2f") % mean + (" +-%.2f" % margin if margin is not None else " +-?   ")
    points = [sample.points for sample in samples if sample.points is not None]
    return text + (("%" + sign + ".1f") % sum(points) if points else "").rjust(7)
