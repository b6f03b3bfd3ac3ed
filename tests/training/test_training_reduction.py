"""The reduction of weights: the cheapest levels, and a module that is read back."""

import itertools
import runpy
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import sparse_weights
from engine.evaluation import PHASE_COUNT, WEIGHT_OFFSET
from engine.patterns import SHAPE_SIZES
from engine.training.features import FOLD, TABLE_SIZE, features
from engine.training.reduction import (
    STEP_UNITS,
    content_shares,
    encode_bytes,
    encode_levels,
    main,
    settle,
    write_small_module,
)
from engine.training.storage import PLY_COUNT, save_positions

numbers = st.integers(-3, 3).map(float)
shares = st.sampled_from([0.0, 0.1, 1.0])


def cost(levels, weights, shares, price):
    changes = sum(before != after for before, after in zip([0, *levels], levels))
    return sum(share * (weight - level) ** 2 for weight, share, level in zip(weights, shares, levels)) + price * changes


@given(st.lists(st.tuples(numbers, shares), min_size=3, max_size=3), st.sampled_from([0.0, 0.3, 2.0]))
def test_no_other_levels_cost_less(pairs, price):
    weights, how_often = zip(*pairs)
    settled = settle(weights, how_often, price)
    least = min(cost(levels, weights, how_often, price) for levels in itertools.product(range(-3, 4), repeat=3))
    assert cost(settled, weights, how_often, price) == pytest.approx(least)


def test_weights_that_never_occur_cost_nothing():
    assert settle([5.0, 5.0, -7.0], [1.0, 1.0, 0.0], 0.5) == [5, 5, 5]
    assert settle([5.0, -7.0, 5.0], [1.0, 0.0, 1.0], 0.5) == [5, 5, 5]
    assert settle([5.0, 4.0, 5.0], [0.01, 0.0, 0.01], 0.6) == [0, 0, 0]


@given(st.binary(max_size=60))
def test_bytes_become_characters_and_come_back(data):
    assert sparse_weights._bytes_of(encode_bytes(data)) == data


levels = st.lists(st.integers(-42, 42), min_size=PHASE_COUNT, max_size=PHASE_COUNT).filter(any)


@settings(max_examples=15)
@given(st.dictionaries(st.integers(0, TABLE_SIZE - 2), levels, min_size=1, max_size=8))
def test_the_module_is_read_back(tmp_path_factory, found):
    path = str(tmp_path_factory.mktemp("small") / "small.py")
    write_small_module(path, encode_levels(found), [0.5] * PLY_COUNT)
    module = runpy.run_path(path)
    assert module["PLY_CONSTANTS"] == (0.5,) * PLY_COUNT and module["STEP_UNITS"] == STEP_UNITS
    read = sparse_weights.unpack_streams(module["SPARSE_STREAMS"])
    for phase in range(PHASE_COUNT):
        expected = bytearray([WEIGHT_OFFSET]) * sum(SHAPE_SIZES)
        for content, by_phase in found.items():
            expected[content] = WEIGHT_OFFSET + STEP_UNITS * by_phase[phase]
        assert read[phase] == bytes(expected)


START_WORDS = array("q", [0x0000000810000000, 0x0000001008000000])


def test_contents_are_counted_by_phase():
    shares = content_shares({1: START_WORDS, 30: array("q")}, 0)
    found = features(*START_WORDS)
    assert sum(shares) == pytest.approx(len(found))
    assert all(shares[FOLD[entry]] for entry in found)


def test_the_command_reduces_the_bot_s_weights(tmp_path, capsys, monkeypatch):
    save_positions(str(tmp_path), dict.fromkeys(range(1, 60), START_WORDS))
    weights = [array("f", [1.0]) * TABLE_SIZE] * PHASE_COUNT, [0.0] * PLY_COUNT
    monkeypatch.setattr("engine.training.reduction.committed_weights", lambda: weights)
    out = str(tmp_path / "small.py")
    assert main(["--folder", str(tmp_path), "--out", out]) == 0
    assert "%s written: " % out in capsys.readouterr().out
    read = sparse_weights.unpack_streams(runpy.run_path(out)["SPARSE_STREAMS"])
    contents = {FOLD[entry] for entry in features(*START_WORDS)}
    assert {content for content, weight in enumerate(read[4]) if weight != WEIGHT_OFFSET} == contents


def test_a_folder_without_a_run_is_refused_in_one_line(tmp_path, capsys):
    assert main(["--folder", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "no positions in %s\n" % tmp_path
