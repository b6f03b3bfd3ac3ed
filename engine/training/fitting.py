"""Fits one table of weights to labelled positions by plain stochastic gradient descent.

The model is linear: the sum of one weight per lane, mirrored contents sharing a weight, plus a constant per ply. The
table that comes in is the starting point, and contents that no position here shows keep the weight they have there. One
position in `VALIDATION_EVERY` is never trained on; the error on those is what the run reports.
"""

from array import array
from random import Random
from typing import Dict, List, NamedTuple, Tuple

from engine.patterns import LANE_COUNT
from engine.training.features import FOLD, TABLE_SIZE, features

VALIDATION_EVERY = 20
#: The step falls geometrically to this share of the first over the epochs.
LAST_RATE_SHARE = 0.1


class Samples(NamedTuple):
    """Labelled positions: folded features (LANE_COUNT each), ply, label in discs and trust of every position.

    Trust is the share of a full step that a position's error causes: 1 unless its label is blurred.
    """

    features: "array[int]"
    plies: "array[int]"
    labels: "array[float]"
    trust: "array[float]"


def empty_samples() -> Samples:
    """No samples yet."""
    return Samples(array("i"), array("b"), array("f"), array("f"))


def add_samples(samples: Samples, ply: int, positions: "array[int]", labels: "array[float]",
                trust: "array[float]") -> None:
    """Adds the labelled positions of one ply."""
    folded = samples.features
    for index in range(len(labels)):
        for feature in features(positions[2 * index], positions[2 * index + 1]):
            folded.append(FOLD[feature])
        samples.plies.append(ply)
    samples.labels.extend(labels)
    samples.trust.extend(trust)


def fit_table(samples: Samples, table: "array[float]", constants: List[float], epochs: int, rate: float,
              random: Random) -> Tuple["array[float]", Dict[int, float]]:
    """The fitted table, unfolded, and the validation error by ply; `constants` are fitted in place.

    `rate` is the share of an error that each of the lanes takes over in the first epoch.
    """
    folded = array("f", [table[FOLD[entry]] for entry in range(TABLE_SIZE)])
    order = [index for index in range(len(samples.labels)) if index % VALIDATION_EVERY]
    _start_constants(samples, folded, constants, order)
    for epoch in range(epochs):
        random.shuffle(order)
        descend(samples, folded, constants, order, rate * LAST_RATE_SHARE ** (epoch / max(1, epochs - 1)))
    errors = validation_errors(samples, folded, constants)
    return array("f", [folded[FOLD[entry]] for entry in range(TABLE_SIZE)]), errors


def _start_constants(samples: Samples, folded: "array[float]", constants: List[float], order: List[int]) -> None:
    """Sets each ply's constant to its mean remaining error, so that descent starts unbiased."""
    sums: Dict[int, float] = {}
    counts: Dict[int, int] = {}
    for index in order[:50000]:
        ply = samples.plies[index]
        sums[ply] = sums.get(ply, 0.0) + samples.labels[index] - _lane_sum(samples, folded, index)
        counts[ply] = counts.get(ply, 0) + 1
    for ply, total in sums.items():
        constants[ply] = total / counts[ply]


def _lane_sum(samples: Samples, folded: "array[float]", index: int) -> float:
    flat = samples.features
    total = 0.0
    for place in range(index * LANE_COUNT, (index + 1) * LANE_COUNT):
        total += folded[flat[place]]
    return total


def descend(samples: Samples, folded: "array[float]", constants: List[float], order: List[int],
            rate: float) -> None:
    """One step for each of the positions, in that order."""
    flat, plies, labels, trust = samples
    for index in order:
        ply = plies[index]
        step = rate * trust[index] * (labels[index] - _lane_sum(samples, folded, index) - constants[ply])
        constants[ply] += 0.1 * step
        for place in range(index * LANE_COUNT, (index + 1) * LANE_COUNT):
            folded[flat[place]] += step


def validation_errors(samples: Samples, folded: "array[float]", constants: List[float]) -> Dict[int, float]:
    """The root mean square error in discs on the positions kept aside, by ply; blurred labels would tell nothing."""
    squares: Dict[int, float] = {}
    counts: Dict[int, int] = {}
    for index in range(0, len(samples.labels), VALIDATION_EVERY):
        if samples.trust[index] < 1.0:
            continue
        ply = samples.plies[index]
        error = samples.labels[index] - _lane_sum(samples, folded, index) - constants[ply]
        squares[ply] = squares.get(ply, 0.0) + error * error
        counts[ply] = counts.get(ply, 0) + 1
    return {ply: (squares[ply] / counts[ply]) ** 0.5 for ply in sorted(squares)}
