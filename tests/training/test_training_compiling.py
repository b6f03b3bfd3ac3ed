"""64-bit words, and the same labels on every interpreter."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training import compiling, teacher
from engine.training.bits import to_word
from engine.training.compiling import int_add, int_lshift, int_mul, int_sub, uint_rshift
from engine.training.perfect import exact_value
from engine.training.teacher import CUT_UNITS, search_units
from tests.training.test_training_teacher import random_position, random_weights

words = st.integers(-(1 << 63), (1 << 63) - 1)


def cut(value):
    value %= 1 << 64
    return value - (1 << 64) if value >> 63 else value


@given(words, words, st.integers(0, 63))
def test_arithmetic_is_cut_to_a_word(left, right, by):
    assert int_add(left, right) == cut(left + right)
    assert int_sub(left, right) == cut(left - right)
    assert int_mul(left, right) == cut(left * right)
    assert int_lshift(left, by) == cut(left << by)
    assert uint_rshift(left, by) == cut((left % (1 << 64)) >> by)


@pytest.mark.parametrize("plies, depth, units", [(12, 3, -169), (28, 4, -1235), (40, 4, -730)])
def test_a_label_is_the_same_number_in_every_interpreter(plies, depth, units):
    random = Random(plies)
    position = tuple(map(to_word, random_position(plies, random)))
    assert search_units(random_weights(random), *position, plies, depth, CUT_UNITS) == units


def test_perfect_play_gives_the_same_score_in_every_interpreter():
    assert exact_value(random_weights(Random(1)), *map(to_word, random_position(52, Random(1))), 0.0) == -2


def test_numba_compiles_the_hot_functions():
    pytest.importorskip("numba", reason="Numba is not installed (make numba)")
    assert compiling.COMPILER == "Numba"
    assert all(hasattr(function, "nopython_signatures") for function in (teacher.search, exact_value))
