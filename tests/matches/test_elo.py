"""Elo, likelihood of superiority and the sequential test, against published results and by their own laws."""

from math import inf, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.matches.elo import (
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
bounds = st.tuples(st.floats(-50, 50), st.floats(1, 60)).map(lambda pair: (pair[0], pair[0] + pair[1]))

#: Results that the Stockfish project has published, with their normalised bounds: counts, elo0, elo1, ratio.
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


@given(pair_counts, bounds)
def test_seen_from_the_other_bot_the_ratio_changes_its_sign(counts, limits):
    elo0, elo1 = limits
    ratio = log_likelihood_ratio(counts, elo0, elo1)
    assert log_likelihood_ratio(counts[::-1], -elo1, -elo0) == pytest.approx(-ratio, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("elo1", [1, 10, 100, 400])
def test_winning_everything_is_soon_accepted_and_losing_everything_rejected(elo1):
    needed = next(pairs for pairs in range(1, 1000) if log_likelihood_ratio((0, 0, 0, 0, pairs), 0, elo1) > LLR_BOUND)
    assert sprt_decision(log_likelihood_ratio((0, 0, 0, 0, needed), 0, elo1)) == "H1"
    assert sprt_decision(log_likelihood_ratio((needed, 0, 0, 0, 0), 0, elo1)) == "H0"
    assert elo1 < 100 or needed < 20


@given(st.lists(st.integers(0, 300), min_size=5, max_size=5).filter(any), st.floats(-600, 600))
def test_the_likeliest_shares_have_the_strength_they_stand_for(counts, elo):
    shares = [(count or 0.001) / sum(count or 0.001 for count in counts) for count in counts]
    ratio = elo * log(10) / 800 * 2 ** 0.5
    solution = _likeliest_shares(shares, ratio)
    mean = sum(share * score for share, score in zip(solution, PAIR_SCORES))
    deviation = sum(share * (score - mean) ** 2 for share, score in zip(solution, PAIR_SCORES)) ** 0.5
    assert sum(solution) == pytest.approx(1, abs=1e-5)
    assert mean - 0.5 == pytest.approx(ratio * deviation, abs=1e-4)


@given(pair_counts, bounds)
def test_swapping_the_hypotheses_changes_the_sign(counts, limits):
    elo0, elo1 = limits
    assert log_likelihood_ratio(counts, elo1, elo0) == pytest.approx(-log_likelihood_ratio(counts, elo0, elo1))


@given(st.lists(st.integers(500, 650), min_size=5, max_size=5), bounds)
def test_many_pairs_agree_with_the_formula_for_normal_variables(counts, limits):
    pairs = sum(counts)
    mean = sum(count * score for count, score in zip(counts, PAIR_SCORES)) / pairs
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, PAIR_SCORES)) / pairs
    seen = (mean - 0.5) / (2 * variance) ** 0.5
    t0, t1 = (elo * log(10) / 800 for elo in limits)
    normal = pairs * log((1 + (seen - t0) ** 2) / (1 + (seen - t1) ** 2))
    assert log_likelihood_ratio(counts, *limits) == pytest.approx(normal, rel=0.1, abs=1.0)
