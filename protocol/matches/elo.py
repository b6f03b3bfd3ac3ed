"""Which of two bots is better, and how sure that is: Elo, likelihood of superiority, sequential test.

The unit is the pair: one opening played twice with the colours swapped. A pair's score is 0, 1/4, 1/2, 3/4 or 1, and
`counts` is how many pairs ended in each of the five ways (pentanomial), worst first. Pairs, not games, because the two
games of a pair share an opening and are not independent.

The sequential test compares two strengths given in *normalised* Elo, as Stockfish's test farm does: the expected score
above one half, divided by the standard deviation of a game, times 800 / ln 10. It equals usual Elo where draws are rare
and pairs vary freely, and asks for the same number of games whatever the draw rate. The log-likelihood ratio is that of
the generalised test: each hypothesis is represented by the likeliest of all distributions over the five results which
have its strength (M. Van den Bergh, "The generalized sequential probability ratio test for trinomials/pentanomials").
"""

from math import erf, exp, inf, log, log10, sqrt
from typing import Callable, List, NamedTuple, Sequence, Tuple

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)

#: Both kinds of wrong decision have a chance of 5 %.
ERROR_CHANCE = 0.05
LLR_BOUND = log((1 - ERROR_CHANCE) / ERROR_CHANCE)

#: Normal quantile of a two-sided 95 % interval.
_QUANTILE_95 = 1.959964
_NORMALISED_ELO_UNIT = 800 / log(10)
#: A result that has not occurred counts as this many pairs, so that no hypothesis is impossible.
_UNSEEN_PAIRS = 1e-3
#: Each round gains about two digits.
_ROUNDS_PER_STEP = 6
_LARGEST_RATIO_STEP = 0.1
_BISECTIONS = 45
#: How near to a pole a root is looked for, as a part of the distance between the poles.
_POLE_MARGIN = 1e-12


class Strength(NamedTuple):
    """Logistic Elo of the first bot over the second, and the chance that it is the better one."""

    elo: float
    low: float  #: lower end of the 95 % interval; -inf and inf are possible
    high: float
    superiority: float  #: likelihood of superiority, 0-1


def elo_from_score(score: float) -> float:
    """The Elo difference that expects this share of the points; infinite at 0 and 1 and beyond."""
    if score <= 0.0:
        return -inf
    if score >= 1.0:
        return inf
    return 400 * log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    """The share of the points expected from an Elo difference."""
    return 1 / (1 + exp(-elo * log(10) / 400))


def measure_strength(counts: Sequence[int]) -> Strength:
    """Elo and its certainty from the pairs; without a pair nothing is known.

    The spread is estimated as if one more pair had ended a fifth in each way: a few unanimous pairs prove little.
    """
    pairs = sum(counts)
    if not pairs:
        return Strength(0.0, -inf, inf, 0.5)
    score = sum(count * score for count, score in zip(counts, PAIR_SCORES)) / pairs
    _, variance = _moments([(value, (count + 0.2) / (pairs + 1)) for count, value in zip(counts, PAIR_SCORES)])
    error = sqrt(variance / pairs)
    return Strength(elo_from_score(score), elo_from_score(score - _QUANTILE_95 * error),
                    elo_from_score(score + _QUANTILE_95 * error), (1 + erf((score - 0.5) / error / sqrt(2))) / 2)


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """How much better normalised Elo `elo1` explains the pairs than `elo0`, as a logarithm; 0 without a pair."""
    if not sum(counts):
        return 0.0
    seen = [count or _UNSEEN_PAIRS for count in counts]
    pairs = sum(seen)
    shares = [count / pairs for count in seen]
    null, alternative = (_likeliest_shares(shares, _score_over_deviation(elo)) for elo in (elo0, elo1))
    return pairs * sum(share * log(b / a) for share, a, b in zip(shares, null, alternative))


def sprt_decision(llr: float) -> str:
    """`H1` when the better strength is accepted, `H0` when the lower one is, empty while undecided."""
    return "H1" if llr >= LLR_BOUND else "H0" if llr <= -LLR_BOUND else ""


def _score_over_deviation(elo: float) -> float:
    """For pairs: a game's deviation is sqrt(2) times that of the pair's mean."""
    return elo / _NORMALISED_ELO_UNIT * sqrt(2)


def _moments(distribution: Sequence[Tuple[float, float]]) -> Tuple[float, float]:
    mean = sum(value * share for value, share in distribution)
    return mean, sum(share * (value - mean) ** 2 for value, share in distribution)


def _likeliest_shares(shares: Sequence[float], ratio: float) -> List[float]:
    """The shares under which those seen are likeliest, among all with (mean - 1/2) = ratio * standard deviation.

    But for the deviation the condition is linear in the shares, so it is linearised at the last solution and solved
    again. A large ratio is approached in small steps, so that the last solution is never far from the next.
    """
    steps = 1 + int(abs(ratio) / _LARGEST_RATIO_STEP)
    solution = _shares_of_mean_zero(shares, [value - 0.5 for value in PAIR_SCORES])
    for step in range(1, steps + 1):
        for _ in range(_ROUNDS_PER_STEP):
            solution = _shares_of_mean_zero(shares, _linearised(solution, ratio * step / steps))
    return solution


def _linearised(solution: Sequence[float], ratio: float) -> List[float]:
    """What each result adds to (mean - 1/2) - ratio * deviation, near the solution."""
    mean, variance = _moments(list(zip(PAIR_SCORES, solution)))
    deviation = sqrt(variance)
    return [value - 0.5 - ratio * deviation * (1 + ((value - mean) / deviation) ** 2) / 2 for value in PAIR_SCORES]


def _shares_of_mean_zero(shares: Sequence[float], values: Sequence[float]) -> List[float]:
    """The likeliest shares under which the values have mean 0: share / (1 + t * value), with one unknown t."""
    def slope(t: float) -> float:
        return sum(share * value / (1 + t * value) for share, value in zip(shares, values))

    t = _falling_root(slope, -1 / max(values), -1 / min(values))
    return [share / (1 + t * value) for share, value in zip(shares, values)]


def _falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function crosses 0 between two poles of it, which are never touched."""
    margin = (high - low) * _POLE_MARGIN
    low, high = low + margin, high - margin
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
