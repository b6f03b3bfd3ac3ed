"""Fits one table of weights to labelled positions by plain stochastic gradient descent.

The model is linear: the sum of one weight per lane, mirrored contents sharing a weight, plus a constant per ply. The
given table is the starting point, and contents that occur in no position keep their weight. One position in
`VALIDATION_EVERY` is never trained on; the run reports the error on those.
"""

from array import array
from random import Random
from typing import Dict, List, NamedTuple, Tuple

from engine.patterns import LANE_COUNT
from engine.training.compiling import compiled
from engine.training.features import FOLD, LANE_WORDS, write_features
from engine.training.walks import random_state, random_unit

VALIDATION_EVERY = 20
#: Over the epochs the step shrinks geometrically to this share of the first.
LAST_RATE_SHARE = 0.1
#: Steps are halved where the given table estimates this many discs: a search seldom has to choose there.
DECIDED_DISCS = 20.0
#: A ply's constant takes this share of the step of each lane.
CONSTANT_SHARE = 0.1


class Samples(NamedTuple):
    """Labelled positions: folded features (LANE_COUNT each), ply, label in discs and trust of every position.

    Trust is the share of a full step that a position's error causes: 1 unless its label is noisy.
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
    found = array("i", [0]) * (len(labels) * LANE_COUNT)
    _write_folded(LANE_WORDS, FOLD, positions, found, len(labels))
    samples.features.extend(found)
    samples.plies.extend(array("b", [ply]) * len(labels))
    samples.labels.extend(labels)
    samples.trust.extend(trust)


@compiled
def _write_folded(lanes: "array[int]", fold: "array[int]", positions: "array[int]", found: "array[int]",
                  count: int) -> None:
    """Puts the folded features of `count` positions into `found`."""
    for index in range(count):
        first = index * LANE_COUNT
        write_features(lanes, positions[2 * index], positions[2 * index + 1], found, first)
        for place in range(first, first + LANE_COUNT):
            found[place] = fold[found[place]]


def fit_table(samples: Samples, table: "array[float]", constants: List[float], epochs: int, rate: float,
              random: Random) -> Tuple["array[float]", Dict[int, float]]:
    """The fitted table, unfolded, and the validation error by ply; `constants` are fitted in place.

    `rate` is the share of an error that each lane corrects in the first epoch.
    """
    folded = array("f", [table[entry] for entry in FOLD])
    order = array("i", [index for index in range(len(samples.labels)) if index % VALIDATION_EVERY])
    state = random_state(random)
    fitted = array("d", constants)
    shuffle(order, state)
    _start_constants(samples, folded, fitted, order)
    steps = samples._replace(trust=array("f", samples.trust))
    distrust_decided(steps, folded, fitted)
    for epoch in range(epochs):
        shuffle(order, state)
        descend(steps, folded, fitted, order, rate * LAST_RATE_SHARE ** (epoch / max(1, epochs - 1)))
    constants[:] = fitted
    return array("f", [folded[entry] for entry in FOLD]), validation_errors(samples, folded, fitted)


@compiled
def shuffle(order: "array[int]", state: "array[int]") -> None:
    """Puts the numbers into random order."""
    for last in range(len(order) - 1, 0, -1):
        other = int(random_unit(state) * (last + 1))
        order[last], order[other] = order[other], order[last]


def _start_constants(samples: Samples, folded: "array[float]", constants: "array[float]",
                     order: "array[int]") -> None:
    """Sets each ply's constant to its mean remaining error, so that descent starts unbiased."""
    sums: Dict[int, float] = {}
    counts: Dict[int, int] = {}
    for index in order[:50000]:
        ply = samples.plies[index]
        sums[ply] = sums.get(ply, 0.0) + samples.labels[index] - _lane_sum(samples.features, folded, index)
        counts[ply] = counts.get(ply, 0) + 1
    for ply, total in sums.items():
        constants[ply] = total / counts[ply]


@compiled
def distrust_decided(samples: Samples, folded: "array[float]", constants: "array[float]") -> None:
    """Lowers the trust in positions the further they are from even, by their estimate, because labels are noisy."""
    for index in range(len(samples.trust)):
        discs = _lane_sum(samples.features, folded, index) + constants[samples.plies[index]]
        samples.trust[index] /= 1.0 + (discs / DECIDED_DISCS) ** 2


@compiled
def _lane_sum(flat: "array[int]", folded: "array[float]", index: int) -> float:
    total = 0.0
    for place in range(index * LANE_COUNT, (index + 1) * LANE_COUNT):
        total += folded[flat[place]]
    return total


@compiled
def descend(samples: Samples, folded: "array[float]", constants: "array[float]", order: "array[int]",
            rate: float) -> None:
    """One step for each position, in the given order."""
    flat, plies, labels, trust = samples.features, samples.plies, samples.labels, samples.trust
    for index in order:
        ply = plies[index]
        step = rate * trust[index] * (labels[index] - _lane_sum(flat, folded, index) - constants[ply])
        constants[ply] += CONSTANT_SHARE * step
        for place in range(index * LANE_COUNT, (index + 1) * LANE_COUNT):
            folded[flat[place]] += step


def validation_errors(samples: Samples, folded: "array[float]", constants: "array[float]") -> Dict[int, float]:
    """The root mean square error in discs on the held-out positions, by ply; noisy labels are left out."""
    squares: Dict[int, float] = {}
    counts: Dict[int, int] = {}
    for index in range(0, len(samples.labels), VALIDATION_EVERY):
        if samples.trust[index] < 1.0:
            continue
        ply = samples.plies[index]
        error = samples.labels[index] - _lane_sum(samples.features, folded, index) - constants[ply]
        squares[ply] = squares.get(ply, 0.0) + error * error
        counts[ply] = counts.get(ply, 0) + 1
    return {ply: (squares[ply] / counts[ply]) ** 0.5 for ply in sorted(squares)}
