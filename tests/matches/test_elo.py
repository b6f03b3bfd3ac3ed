"""Elo, likelihood of superiority and the sequential test, against published results and their own laws."""

from math import hypot, inf, isfinite, log, nan, sqrt

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.matches.elo import (
    LARGEST_NORMALISED_ELO,
    LLR_BOUND,
    PAIR_SCORES,
    _likeliest_shares,
    elo_from_score,
    log_likelihood_ratio,
    measure_strength,
    score_from_elo,
    sprt_decision,
)

pair_counts = st.lists(st.integers(0, 300), min_size=5, max_size=5).filter(any)
#: Zeros, single pairs and enormous counts side by side.
extreme_count = st.sampled_from([0, 0, 1, 2, 7, 300, 10**5, 10**9, 10**15])
extreme_counts = st.lists(extreme_count, min_size=5, max_size=5).filter(any)
any_counts = pair_counts | extreme_counts
#: A ratio takes milliseconds, so its properties are tried on fewer examples.
few_examples = settings(max_examples=20, deadline=None)
bounds = st.tuples(st.floats(-50, 50), st.floats(1, 60)).map(lambda pair: (pair[0], pair[0] + pair[1]))

#: Results published by the Stockfish project, with their normalised bounds: counts, elo0, elo1, ratio.
PUBLISHED = [
    ((372, 17511, 39320, 17934, 399), 0, 2, 2.93),
    ((521, 17154, 37050, 17170, 489), 0, 2, -2.94),
]


@pytest.mark.parametrize("counts, elo0, elo1, expected", PUBLISHED)
def test_the_ratio_of_published_tests_is_reproduced(counts, elo0, elo1, expected):
    assert round(log_likelihood_ratio(counts, elo0, elo1), 2) == expected


def test_the_bounds_are_those_of_five_percent_errors():
    assert round(LLR_BOUND, 2) == 2.94
    assert [sprt_decision(llr) for llr in (2.95, 2.93, 0, -2.93, -2.95)] == ["H1", "", "", "", "H0"]


@pytest.mark.parametrize("score, elo", [(0.5, 0.0), (0.75, 190.85), (0.25, -190.85), (0.0, -inf), (1.0, inf)])
def test_elo_of_known_scores(score, elo):
    assert elo_from_score(score) == pytest.approx(elo, abs=0.01)


@pytest.mark.parametrize("elo, score", [(-inf, 0), (-1e6, 0), (0, 0.5), (1e6, 1), (inf, 1)])
def test_scores_of_extreme_elo(elo, score):
    assert score_from_elo(elo) == score


@given(st.floats(-800, 800))
def test_elo_and_score_are_inverse(elo):
    assert elo_from_score(score_from_elo(elo)) == pytest.approx(elo, abs=1e-6)


def test_nothing_is_known_without_a_pair():
    assert measure_strength((0, 0, 0, 0, 0)) == (0.0, -inf, inf, 0.5)
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 5) == 0


def test_unanimous_pairs_leave_a_finite_doubt():
    few, many = measure_strength((0, 0, 0, 0, 4)), measure_strength((0, 0, 0, 0, 400))
    assert few.elo == many.elo == inf
    assert 0 < few.low < many.low < inf
    assert 0.9 < few.superiority < many.superiority <= 1


@pytest.mark.parametrize("outcome, elo", [(0, -inf), (1, -190.85), (2, 0), (3, 190.85), (4, inf)])
def test_a_single_pair_proves_nothing(outcome, elo):
    strength = measure_strength([int(index == outcome) for index in range(5)])
    assert strength.elo == pytest.approx(elo, abs=0.01)
    assert strength.low < 0 < strength.high
    assert 0.05 < strength.superiority < 0.95


@given(any_counts)
def test_only_a_perfect_score_has_infinite_elo_and_its_near_bound_is_finite(counts):
    strength = measure_strength(counts)
    assert isfinite(strength.elo) == (any(counts[1:]) and any(counts[:4]))
    assert strength.low < inf
    assert strength.high > -inf
    assert 0 <= strength.superiority <= 1


def test_interval_of_a_hundred_pairs_by_hand():
    # 20 lost, 60 even, 20 won: mean 1/2; with the extra pair the variance is (40.4 * 1/4 + 0.4 * 1/16) / 101 = 0.10025,
    # the error sqrt(0.10025 / 100) = 0.03166, and 0.5 + 1.96 * 0.03166 = 0.56206 is worth 43.3 Elo.
    strength = measure_strength((20, 0, 60, 0, 20))
    assert strength.elo == 0
    assert strength.high == pytest.approx(43.3, abs=0.1)
    assert strength.low == pytest.approx(-43.3, abs=0.1)
    assert strength.superiority == pytest.approx(0.5)


@given(pair_counts)
def test_swapping_the_bots_swaps_every_number(counts):
    strength, swapped = measure_strength(counts), measure_strength(counts[::-1])
    assert swapped.elo == pytest.approx(-strength.elo, abs=1e-6)
    assert swapped.low == pytest.approx(-strength.high, abs=1e-6)
    assert swapped.superiority == pytest.approx(1 - strength.superiority, abs=1e-9)


@given(pair_counts)
def test_the_interval_holds_the_estimate(counts):
    strength = measure_strength(counts)
    assert strength.low <= strength.elo <= strength.high
    assert (strength.superiority > 0.5) == (strength.elo > 0) or strength.superiority == pytest.approx(0.5)


@few_examples
@given(any_counts, bounds)
def test_seen_from_the_other_bot_the_ratio_changes_sign(counts, limits):
    elo0, elo1 = limits
    ratio = log_likelihood_ratio(counts, elo0, elo1)
    assert log_likelihood_ratio(counts[::-1], -elo1, -elo0) == pytest.approx(-ratio, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("elo1", [1, 10, 100, 400])
def test_winning_everything_is_soon_accepted_and_losing_everything_rejected(elo1):
    needed = next(pairs for pairs in range(1, 1000) if log_likelihood_ratio((0, 0, 0, 0, pairs), 0, elo1) > LLR_BOUND)
    assert sprt_decision(log_likelihood_ratio((0, 0, 0, 0, needed), 0, elo1)) == "H1"
    assert sprt_decision(log_likelihood_ratio((needed, 0, 0, 0, 0), 0, elo1)) == "H0"
    assert elo1 < 100 or needed < 20


def score_over_deviation(elo):
    return elo * log(10) / 800 * sqrt(2)


def share(counts):
    return [count / sum(counts) for count in counts]


def surprise(shares, solution):
    """How much less likely the seen shares are under the solution than under themselves: a logarithm, per pair."""
    return sum(seen * log(seen / solved) for seen, solved in zip(shares, solution) if seen)


def highest(function, low, high, rounds=18):
    """The largest value of a concave function, by golden section."""
    cut = (sqrt(5) - 1) / 2
    points = [high - cut * (high - low), low + cut * (high - low)]
    values = [function(point) for point in points]
    best = max(values)
    for _ in range(rounds):
        if values[0] < values[1]:
            low = points[0]
            new = low + cut * (high - low)
            points, values = [points[1], new], [values[1], function(new)]
        else:
            high = points[1]
            new = high - cut * (high - low)
            points, values = [new, points[0]], [function(new), values[0]]
        best = max(best, *values)
    return best


def slow_log_likelihood(shares, mean, square):
    """The largest log-likelihood of the shares when gains have this mean and mean square.

    These two and the sum leave two of the five shares free: those of lost and won pairs. The likelihood is concave in
    them, and the other three follow:
        narrowly lost    8 square - 2 mean - 3 lost - won
        narrowly won     8 square + 2 mean - lost - 3 won
        even             1 - 16 square + 3 (lost + won)
    """
    down, up, even = 8 * square - 2 * mean, 8 * square + 2 * mean, 1 - 16 * square

    def likelihood(lost, won):
        solution = (lost, down - 3 * lost - won, even + 3 * (lost + won), up - lost - 3 * won, won)
        if any(solved <= 0 for seen, solved in zip(shares, solution) if seen):
            return -1e9 + min(solution)
        return sum(seen * log(solved) for seen, solved in zip(shares, solution) if seen)

    def best_won(lost):
        least, most = max(0, -even / 3 - lost), min(down - 3 * lost, (up - lost) / 3)
        return highest(lambda won: likelihood(lost, won), least, most)

    least = max(0, -(even + up) / 2)
    most = min(down / 3, up, (down + even / 3) / 2)
    return highest(best_won, least, most) if least < most else -inf


def slow_surprise(shares, ratio):
    """The least surprise of any distribution whose mean gain is `ratio` deviations, by trying every mean square.

    From mean = ratio * sqrt(square - mean^2) follows mean = ratio / sqrt(1 + ratio^2) * sqrt(square). Each peak on a
    grid of sizes, the roots of mean squares, is climbed in ever smaller steps.
    """
    def peak(size):
        return slow_log_likelihood(shares, ratio / hypot(1, ratio) * size, size * size), size

    grid = [peak(0.5 * 0.9 ** (index + 0.01)) for index in range(32)]
    peaks = [grid[index] for index in range(32) if grid[index] >= max(grid[max(0, index - 1):index + 2])]
    for step in (0.033, 0.01, 0.003, 0.001, 0.0003, 0.0001):
        factors = [1 + step * k for k in (-3, -2, -1, 1, 2, 3)]
        peaks = [max([(height, size)] + [peak(size * factor) for factor in factors if size * factor < 0.5])
                 for height, size in peaks if height > -inf]
    return sum(seen * log(seen) for seen in shares if seen) - max(peaks)[0]


HARD_COUNTS = [
    (0, 0, 7, 0, 0), (0, 2, 300, 0, 0), (0, 0, 300, 2, 0), (1, 0, 300, 0, 0), (0, 1, 0, 0, 0), (0, 0, 0, 50, 0),
    (5, 0, 0, 0, 0), (0, 0, 0, 0, 5), (1, 0, 10**9, 0, 1), (0, 10**9, 1, 0, 0), (3, 0, 0, 0, 3),
]


def check_against_slow_maximisation(counts, elo):
    ratio = score_over_deviation(elo)
    shares = share(counts)
    found, slow = surprise(shares, _likeliest_shares(shares, ratio)), slow_surprise(shares, ratio)
    assert found <= slow + 1e-9, "there is a likelier distribution"
    assert found == pytest.approx(slow, rel=0.02, abs=1e-3)


@pytest.mark.parametrize("counts", HARD_COUNTS)
@pytest.mark.parametrize("elo", [-300, 20])
def test_no_distribution_of_the_strength_is_likelier_in_hard_cases(counts, elo):
    check_against_slow_maximisation(counts, elo)


@settings(max_examples=8, deadline=None)
@given(any_counts, st.floats(-600, 600).filter(lambda elo: abs(elo) > 15))
def test_no_distribution_of_the_strength_is_likelier(counts, elo):
    check_against_slow_maximisation(counts, elo)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(any_counts, st.floats(-600, 600).filter(lambda elo: abs(elo) > 15))
def test_no_distribution_of_the_strength_is_likelier_in_many_cases(counts, elo):
    check_against_slow_maximisation(counts, elo)


@few_examples
@given(any_counts, st.floats(-600, 600) | st.floats(-LARGEST_NORMALISED_ELO, LARGEST_NORMALISED_ELO))
def test_the_likeliest_shares_have_the_requested_strength(counts, elo):
    ratio = score_over_deviation(elo)
    solution = _likeliest_shares(share(counts), ratio)
    mean = sum(share * score for share, score in zip(solution, PAIR_SCORES))
    deviation = sqrt(sum(share * (score - mean) ** 2 for share, score in zip(solution, PAIR_SCORES)))
    assert min(solution) >= 0
    assert sum(solution) == pytest.approx(1, abs=1e-9)
    assert mean - 0.5 == pytest.approx(ratio * deviation, abs=1e-6)


@pytest.mark.parametrize("counts, elo0, elo1, ratio", [
    # Even pairs alone: by Cauchy and Schwarz at most 1 / (1 + ratio^2) of all pairs can be even.
    ((0, 0, 7, 0, 0), 0, 20, -7 * log(1 + score_over_deviation(20) ** 2)),
    ((0, 0, 7, 0, 0), -20, 20, 0),
    # Won pairs alone: the likeliest others are lost, and a share of (1 + c) / 2 is won, c = ratio / sqrt(1 + ratio^2).
    ((0, 0, 0, 0, 9), 0, 20, 9 * log(1 + score_over_deviation(20) / hypot(1, score_over_deviation(20)))),
    # At strength 0 one won pair makes up for two narrowly lost ones, so they cost 2 log(3/2). The other strength needs
    # many more won pairs.
    ((0, 2, 300, 0, 0), 0, 20, -2.6513),
])
def test_known_ratios_of_one_sided_counts(counts, elo0, elo1, ratio):
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(ratio, abs=1e-4)


def test_even_pairs_eventually_decide_against_the_higher_strength_and_never_for_it():
    ratios = [log_likelihood_ratio((0, 0, pairs, 0, 0), 0, 20) for pairs in (1, 7, 300, 445, 446, 10**6)]
    assert [sprt_decision(ratio) for ratio in ratios] == ["", "", "", "", "H0", "H0"]
    assert sprt_decision(log_likelihood_ratio((0, 2, 300, 0, 0), 0, 20)) == ""


@few_examples
@given(any_counts, st.floats(), st.floats())
@example((0, 0, 1, 0, 0), 0.0, 5e-324)
@example((1, 0, 0, 0, 0), -inf, inf)
@example((1, 0, 0, 0, 10**15), -LARGEST_NORMALISED_ELO, 1e308)
def test_the_ratio_is_finite_for_all_counts_and_strengths(counts, elo0, elo1):
    if elo0 == elo0 and elo1 == elo1:
        assert isfinite(log_likelihood_ratio(counts, elo0, elo1))


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0), (1, 2, 3, 2, 1)])
def test_a_strength_that_is_not_a_number_is_refused(counts):
    with pytest.raises(ValueError, match="not a number"):
        log_likelihood_ratio(counts, 0, nan)


@few_examples
@given(any_counts, st.floats(-600, 600))
def test_equal_strengths_explain_the_pairs_equally_well(counts, elo):
    assert log_likelihood_ratio(counts, elo, elo) == 0


@few_examples
@given(pair_counts, bounds, st.sampled_from([2, 1000, 10**12]))
def test_the_ratio_grows_with_the_pairs(counts, limits, times):
    multiplied = log_likelihood_ratio([count * times for count in counts], *limits)
    assert multiplied / times == pytest.approx(log_likelihood_ratio(counts, *limits), rel=1e-6, abs=1e-6)


@few_examples
@given(pair_counts, bounds)
def test_the_strength_nearer_to_the_seen_one_is_never_less_likely(counts, limits):
    elo0, elo1 = limits
    mean = sum(count * (score - 0.5) for count, score in zip(counts, PAIR_SCORES)) / sum(counts)
    square = sum(count * (score - 0.5) ** 2 for count, score in zip(counts, PAIR_SCORES)) / sum(counts)

    def is_weaker_than_seen(elo):
        ratio = score_over_deviation(elo)
        return mean > ratio / hypot(1, ratio) * sqrt(square)

    if is_weaker_than_seen(elo1):
        assert log_likelihood_ratio(counts, *limits) > -1e-6
    if not is_weaker_than_seen(elo0):
        assert log_likelihood_ratio(counts, *limits) < 1e-6


def test_one_more_won_pair_can_lower_the_ratio_by_raising_the_spread():
    assert log_likelihood_ratio((0, 5, 2, 5, 1), 100, 300) < log_likelihood_ratio((0, 5, 2, 5, 0), 100, 300)


@few_examples
@given(any_counts, bounds)
def test_swapping_the_hypotheses_changes_the_sign(counts, limits):
    elo0, elo1 = limits
    assert log_likelihood_ratio(counts, elo1, elo0) == pytest.approx(-log_likelihood_ratio(counts, elo0, elo1))


@few_examples
@given(st.lists(st.integers(500, 650), min_size=5, max_size=5), bounds)
def test_many_pairs_agree_with_the_formula_for_normal_variables(counts, limits):
    pairs = sum(counts)
    mean = sum(count * score for count, score in zip(counts, PAIR_SCORES)) / pairs
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, PAIR_SCORES)) / pairs
    seen = (mean - 0.5) / (2 * variance) ** 0.5
    t0, t1 = (elo * log(10) / 800 for elo in limits)
    normal = pairs * log((1 + (seen - t0) ** 2) / (1 + (seen - t1) ** 2))
    assert log_likelihood_ratio(counts, *limits) == pytest.approx(normal, rel=0.1, abs=1.0)
