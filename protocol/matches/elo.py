"""Which of two bots is better, and how certain that is: Elo, likelihood of superiority, sequential test.

The unit is the pair: one opening played twice with the colours swapped. A pair's score is 0, 1/4, 1/2, 3/4 or 1, and
`counts` is the number of pairs with each of the five results (pentanomial), worst first. Pairs, not games, because the
two games of a pair share an opening and are not independent.

The sequential test compares two strengths given in *normalised* Elo, as Stockfish's test farm does: the expected score
above one half, divided by the standard deviation of a game, times 800 / ln 10. It equals usual Elo where draws are rare
and pairs vary freely, and needs the same number of games whatever the draw rate. The log-likelihood ratio is that of
the generalised test: each hypothesis is represented by the likeliest distribution over the five results that has its
strength (M. Van den Bergh, "The generalized sequential probability ratio test for trinomials/pentanomials").

A result that has not occurred gets a share only if the strength is impossible without it. Seven even pairs alone, for
example, have no spread and so no strength: above zero some pairs must be won, and the likeliest way is to win just
enough of them. Every strength can be reached this way from any counts, so the ratio is always finite, and ten times the
pairs give ten times the ratio. Test farms instead count a thousandth of a pair for an unseen result; nothing is
invented here. A won pair usually raises the ratio, but not always: it also raises the spread.
"""

from math import acosh, asinh, ceil, erf, exp, hypot, inf, isnan, log, log10, sqrt
from typing import Callable, List, NamedTuple, Sequence, Tuple

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)

#: Both kinds of wrong decision have a chance of 5 %.
ERROR_CHANCE = 0.05
LLR_BOUND = log((1 - ERROR_CHANCE) / ERROR_CHANCE)

#: Normalised Elo is capped here, infinity included: beyond it, floats cannot tell it from never losing a point.
LARGEST_NORMALISED_ELO = 100_000.0

#: Normal quantile of a two-sided 95 % interval.
_QUANTILE_95 = 1.959964
_NORMALISED_ELO_UNIT = 800 / log(10)
#: Each result relative to an even pair.
_GAINS = tuple(score - 0.5 for score in PAIR_SCORES)
#: A smaller ratio of mean to deviation counts as zero.
_SMALLEST_RATIO = 1e-9
#: The search for the likeliest distribution starts on a grid of log sizes with this step and at least this many points.
_SIZE_STEP = 0.1
_FEWEST_SIZES = 12
_GOLDEN_SECTION = (sqrt(5) - 1) / 2
_GOLDEN_ROUNDS = 32
_ROOT_ROUNDS = 100
_ROOT_PRECISION = 1e-15


class Strength(NamedTuple):
    """Logistic Elo of the first bot over the second, and the chance that it is better."""

    elo: float  #: infinite if every point was won, or lost
    low: float  #: lower end of the 95 % interval; -inf and inf are possible
    high: float
    superiority: float  #: likelihood of superiority, 0-1


def elo_from_score(score: float) -> float:
    """The Elo difference with this expected share of the points; infinite at 0 and 1 and beyond."""
    if score <= 0.0:
        return -inf
    if score >= 1.0:
        return inf
    return 400 * log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    """The share of the points expected from an Elo difference."""
    odds = exp(-abs(elo) * log(10) / 400)
    return (1 if elo > 0 else odds) / (1 + odds)


def measure_strength(counts: Sequence[int]) -> Strength:
    """Elo and its certainty from the pairs; unknown without a pair.

    The spread is estimated with one extra pair, a fifth of it in each result: a few unanimous pairs prove little.
    """
    pairs = sum(counts)
    if not pairs:
        return Strength(0.0, -inf, inf, 0.5)
    score = _mean(counts, PAIR_SCORES) / pairs
    shares = [(count + 0.2) / (pairs + 1) for count in counts]
    center = _mean(shares, PAIR_SCORES)
    error = sqrt(_mean(shares, [(value - center) ** 2 for value in PAIR_SCORES]) / pairs)
    return Strength(elo_from_score(score), elo_from_score(score - _QUANTILE_95 * error),
                    elo_from_score(score + _QUANTILE_95 * error), (1 + erf((score - 0.5) / error / sqrt(2))) / 2)


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """How much better normalised Elo `elo1` explains the pairs than `elo0`, as a logarithm; 0 without a pair.

    Always finite. Equal strengths give 0, and swapped strengths the opposite sign. ValueError if a strength is not a
    number.
    """
    ratios = [_score_over_deviation(elo) for elo in (elo0, elo1)]
    pairs = sum(counts)
    if not pairs:
        return 0.0
    shares = [count / pairs for count in counts]
    null, alternative = (_likeliest_shares(shares, ratio) for ratio in ratios)
    return pairs * sum(share * log(b / a) for share, a, b in zip(shares, null, alternative) if share)


def sprt_decision(llr: float) -> str:
    """`H1` if the higher strength is accepted, `H0` if the lower one is, empty while undecided."""
    return "H1" if llr >= LLR_BOUND else "H0" if llr <= -LLR_BOUND else ""


def _score_over_deviation(elo: float) -> float:
    """For pairs: a game's deviation is sqrt(2) times that of the pair's mean."""
    if isnan(elo):
        raise ValueError("a strength of the sequential test is not a number")
    return max(-LARGEST_NORMALISED_ELO, min(LARGEST_NORMALISED_ELO, elo)) / _NORMALISED_ELO_UNIT * sqrt(2)


def _mean(shares: Sequence[float], values: Sequence[float]) -> float:
    return sum(share * value for share, value in zip(shares, values))


def _likeliest_shares(shares: Sequence[float], ratio: float) -> List[float]:
    """The shares that best explain the seen ones, among all whose mean gain is `ratio` standard deviations.

    Call the root of the mean squared gain the *size*. The condition is then: mean = cosine * size, where the cosine is
    ratio / sqrt(1 + ratio^2). For any guess g, size <= (size^2 / g + g) / 2, with equality at the right guess; with
    the right-hand side in place of the size, the condition is linear in the shares and easy to solve.

    - Seen shares too weak for the ratio: shares that meet the linear condition of any guess are at least strong enough.
      So the answer is the likeliest solution over all guesses. There may be several good guesses far apart.
    - Seen shares too strong: shares that are weak enough meet the linear condition of every guess. So the answer is the
      least likely solution over all guesses. The conditions enclose a convex set: there is only one such guess.
    """
    if ratio < 0:
        return _likeliest_shares(shares[::-1], -ratio)[::-1]
    if ratio < _SMALLEST_RATIO:
        return _shares_of_mean_zero(shares, _GAINS)
    cosine = ratio / hypot(1.0, ratio)

    def solution(log_size: float) -> List[float]:
        size = exp(log_size)
        return _shares_of_mean_zero(shares, [gain - cosine * (gain * gain / size + size) / 2 for gain in _GAINS])

    mean, seen_size = _mean(shares, _GAINS), sqrt(_mean(shares, [gain * gain for gain in _GAINS]))
    if mean > cosine * seen_size:
        reach = acosh(max(1.0, mean / (cosine * seen_size)))
        return solution(_lowest_point(lambda size: -_surprise(shares, solution(size)),
                                      log(seen_size) - reach, log(seen_size) + reach))
    sizes = _sizes_of_strong_solutions(lambda size: _surprise(shares, solution(size)), asinh(1 / ratio))
    return min((solution(size) for size in sizes), key=lambda found: _surprise(shares, found))


def _sizes_of_strong_solutions(surprise: Callable[[float], float], reach: float) -> List[float]:
    """Logarithms of the sizes at which the surprise has a local minimum.

    A size is possible only if a gain is within reach of it; otherwise no result is strong enough for its condition.
    """
    small, large = log(_GAINS[3]), log(_GAINS[4])
    return (_local_minima(surprise, small - reach, min(small + reach, large - reach))
            + _local_minima(surprise, large - reach, large))


def _surprise(shares: Sequence[float], solution: Sequence[float]) -> float:
    """How much less likely the seen shares are under the solution than under themselves: a logarithm, per pair."""
    return sum(share * log(share / solved) for share, solved in zip(shares, solution) if share)


def _shares_of_mean_zero(shares: Sequence[float], values: Sequence[float]) -> List[float]:
    """The likeliest shares under which the values have mean 0.

    Every share is divided by a number that grows with its value. If even the largest possible growth leaves the mean on
    the wrong side, the missing share goes to the result with the most helpful value, which has not occurred.
    """
    sign = 1 if _mean(shares, values) > 0 else -1
    lowest = min(range(len(values)), key=lambda index: sign * values[index])
    scale = max(-sign * values[lowest], 1e-30)
    heights = [0.0 if index == lowest else 1 + sign * value / scale for index, value in enumerate(values)]
    seen = [(share, height) for share, height in zip(shares, heights) if share]
    evenness = _evenness(seen)
    solution = [share / (height * (1 - evenness) + evenness) if share else 0.0
                for share, height in zip(shares, heights)]
    if not evenness:
        solution[lowest] = 1 - sum(solution)
    return solution


def _evenness(seen: Sequence[Tuple[float, float]]) -> float:
    """The e in 0-1 at which shares divided by (height * (1 - e) + e) bring the mean height down to 1.

    It is 0 if the mean stays above 1 even there. Newton's method on e times the excess, which has no pole at 0; a step
    outside the known bounds is replaced by bisection.
    """
    if all(height for _, height in seen) and sum(share * (height - 1) / height for share, height in seen) >= 0:
        return 0.0
    low, high, evenness = 0.0, 1.0, 1.0
    for _ in range(_ROOT_ROUNDS):
        excess = slope = 0.0
        for share, height in seen:
            divisor = height * (1 - evenness) + evenness
            pull = share * (height - 1) / divisor
            excess += pull
            slope += pull * height / divisor
        low, high = (low, evenness) if excess > 0 else (evenness, high)
        guess = evenness - evenness * excess / slope if slope else low
        last, evenness = evenness, guess if low < guess < high else (low + high) / 2
        if abs(evenness - last) <= _ROOT_PRECISION * last:
            break
    return evenness


def _local_minima(function: Callable[[float], float], low: float, high: float) -> List[float]:
    """Local minima of the function, found on a grid inside the bounds and then refined."""
    cells = _FEWEST_SIZES + ceil((high - low) / _SIZE_STEP)
    grid = [low + (high - low) * (cell + 0.5) / cells for cell in range(cells)]
    heights = [inf] + [function(point) for point in grid] + [inf]
    edges = [low] + grid + [high]
    return [_lowest_point(function, edges[index - 1], edges[index + 1]) for index in range(1, cells + 1)
            if heights[index] <= min(heights[index - 1], heights[index + 1])]


def _lowest_point(function: Callable[[float], float], low: float, high: float) -> float:
    """The minimum of a function that falls and then rises, by golden section; the bounds themselves are not tried."""
    left, right = high - _GOLDEN_SECTION * (high - low), low + _GOLDEN_SECTION * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(_GOLDEN_ROUNDS):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN_SECTION * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN_SECTION * (high - low)
            at_right = function(right)
    return (low + high) / 2
