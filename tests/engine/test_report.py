"""The expected result of a lead in discs."""

from math import tanh

from hypothesis import given
from hypothesis import strategies as st

from engine.report import expected_result


def test_the_same_lead_counts_for_more_later_in_the_game():
    assert expected_result(4.0, 60) == expected_result(4.0, 40) == tanh(4.0 / 24)
    assert expected_result(4.0, 30) == tanh(4.0 / 14)
    assert expected_result(4.0, 21) == expected_result(4.0, 1) == tanh(4.0 / 5)


@given(st.floats(0.0, 64.0), st.integers(0, 60))
def test_an_expected_result_is_odd_and_in_range(discs, empties):
    assert 0.0 <= expected_result(discs, empties) == -expected_result(-discs, empties) <= 1.0
