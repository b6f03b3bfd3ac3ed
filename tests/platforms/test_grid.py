"""Boards given as rows of cells."""

import pytest
from hypothesis import given

from engine.board import board_to_text
from protocol.platforms.grid import position_from_grid
from tests import oracle
from tests.positions import positions


@given(positions)
def test_a_grid_of_marks_is_read_as_drawn(position):
    grid = [list(row) for row in board_to_text(*position).split("\n")]
    assert position_from_grid(grid, "X", "O") == position
    assert position_from_grid(grid, "O", "X") == position[::-1]


@given(positions)
def test_a_grid_of_numbers_is_read_and_left_alone(position):
    grid = [[{"X": -1, "O": 1, ".": 0}[mark] for mark in row] for row in oracle.board_from_bits(*position)]
    before = [row[:] for row in grid]
    assert position_from_grid(grid, -1, 1) == position
    assert grid == before


def test_a_numpy_array_is_read_like_rows_of_ints():
    numpy = pytest.importorskip("numpy")
    grid = numpy.zeros((8, 8), dtype=numpy.int8)
    grid[2, 3], grid[7, 7] = -1, 1
    assert position_from_grid(grid, -1, 1) == (1 << 19, 1 << 63)
    assert all(type(discs) is int for discs in position_from_grid(grid, -1, 1))
