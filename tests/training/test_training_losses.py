"""Means, error bars and tables, by hand."""

import pytest

from engine.training.losses import Sample, differences, estimate, table


def test_a_mean_and_its_error_by_hand():
    # Mean 3; squares of the deviations 4 + 0 + 4, divided by 2: variance 4; of the mean 4/3; 1.96 * sqrt(4/3) = 2.263
    assert estimate([1, 3, 5]) == pytest.approx((3.0, 2.2632), abs=1e-4)
    assert estimate([2, 2, 2, 2]) == (2.0, 0.0)


def test_one_value_has_no_error_bar():
    assert estimate([7.5]) == (7.5, None)


def test_differences_are_taken_position_by_position():
    before = [Sample(10, 4.0, 0.5), Sample(30, 0.0, 0.0), Sample(50, 2.0, None)]
    after = [Sample(10, 1.0, 0.0), Sample(30, 2.0, 1.0), Sample(50, 2.0, None)]
    assert differences(after, before) == [(10, -3.0, -0.5), (30, 2.0, 1.0), (50, 0.0, None)]


def test_a_table_has_a_column_for_each_phase_present():
    samples = [Sample(ply, float(ply), 0.5) for ply in (8, 19, 30, 42, 43, 60)]
    head, row = table([("rule", samples)])
    assert head.split("  ")[0] == "" and " ".join(head.split()) == "plies to 19 (2) 30-42 (2) from 43 (2) all (6)"
    # 8 and 19: mean 13.5, deviations 5.5 each, variance 60.5, 1.96 * sqrt(60.5 / 2) = 10.78
    # All: mean 33.67, the squares of the deviations sum to 1737.3, 1.96 * sqrt(1737.3 / 5 / 6) = 14.92
    assert row.split() == ["rule", "13.50", "+-10.78", "1.0", "36.00", "+-11.76", "1.0", "51.50", "+-16.66", "1.0",
                           "33.67", "+-14.92", "3.0"]


def test_differences_have_signs_and_errors_no_points():
    lines = table([("rule", [Sample(20, 0.5, -0.5)]), ("error", [Sample(20, -1.25, None)])], signed=True)
    assert [line.split() for line in lines[1:]] == [
        ["rule", "+0.50", "+-?", "-0.5", "+0.50", "+-?", "-0.5"],
        ["error", "-1.25", "+-?", "-1.25", "+-?"]]


def test_columns_are_aligned():
    samples = [Sample(ply, 3.25, 1.0) for ply in (10, 10, 25, 25, 35, 35, 50, 50)]
    head, first, second = table([("a rule", samples), ("another one", samples)])
    assert len(head) < len(first) + 4 and first[28:] == second[28:]
