"""Every notation of a square, there and back, and errors for bad text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import coordinates
from engine.coordinates import (
    PASS,
    check_square,
    square_from_row_column,
    square_from_text,
    square_from_wthor,
    square_from_xy,
    square_to_row_column,
    square_to_text,
    square_to_wthor,
    square_to_xy,
    squares_from_transcript,
    squares_to_transcript,
)

SAME_SQUARES = [
    # square, text, x and y, row and column, WTHOR
    (0, "a1", (0, 0), (0, 0), 11),
    (7, "h1", (7, 0), (0, 7), 18),
    (19, "d3", (3, 2), (2, 3), 34),
    (44, "e6", (4, 5), (5, 4), 65),
    (56, "a8", (0, 7), (7, 0), 81),
    (63, "h8", (7, 7), (7, 7), 88),
]

squares = st.integers(0, 63)


@pytest.mark.parametrize("square, text, xy, row_column, wthor", SAME_SQUARES)
def test_a_square_is_the_same_in_every_notation(square, text, xy, row_column, wthor):
    assert square_to_text(square) == text and square_from_text(text) == square
    assert square_to_xy(square) == xy and square_from_xy(*xy) == square
    assert square_to_row_column(square) == row_column and square_from_row_column(*row_column) == square
    assert square_to_wthor(square) == wthor and square_from_wthor(wthor) == square


def test_the_table_in_the_docstring_is_true():
    rows = [line.split() for line in coordinates.__doc__.splitlines() if line.strip()[:1].isdigit()]
    assert len(rows) == 6
    for square, text, xy, row_column, wthor in rows:
        assert square_to_text(int(square)) == text
        assert "%d,%d" % square_to_xy(int(square)) == xy
        if int(square) != PASS:
            assert "%d,%d" % square_to_row_column(int(square)) == row_column
            assert str(square_to_wthor(int(square))) == wthor


@given(squares)
def test_every_square_comes_back_from_every_notation(square):
    assert square_from_text(square_to_text(square)) == square
    assert square_from_xy(*square_to_xy(square)) == square
    assert square_from_row_column(*square_to_row_column(square)) == square
    assert square_from_wthor(square_to_wthor(square)) == square


@pytest.mark.parametrize("text", ["D3", " d3 ", "d3\n"])
def test_text_is_read_in_either_case_and_with_blanks_around(text):
    assert square_from_text(text) == 19


@pytest.mark.parametrize("text", ["pass", "PASS", "Pass", "pa", "ps", "--", "-1"])
def test_a_pass_has_many_spellings(text):
    assert square_from_text(text) == PASS


def test_a_pass_is_written_as_pass_and_as_minus_one():
    assert square_to_text(PASS) == "pass"
    assert square_to_xy(PASS) == (-1, -1) and square_from_xy(-1, -1) == PASS


@pytest.mark.parametrize("text", [
    "", "d", "d9", "d0", "i1", "3d", "dd3", "d33", "d\u0663", "\u00e93", "passs", None, 19, b"d3"])
def test_bad_text_is_named_in_the_error(text):
    with pytest.raises(ValueError) as caught:
        square_from_text(text)
    assert repr(text) in str(caught.value) and "d3" in str(caught.value)


@pytest.mark.parametrize("square", [-1, 64, 65, 1 << 64, True, 3.0, "d3", None])
def test_a_number_that_is_not_a_square_is_named_in_the_error(square):
    for function in (check_square, square_to_row_column, square_to_wthor):
        with pytest.raises(ValueError, match="expected a whole number from 0 to 63") as caught:
            function(square)
        assert repr(square) in str(caught.value)


@pytest.mark.parametrize("square", [-1, 65, True, 3.0, "d3", None])
def test_text_and_xy_accept_only_squares_and_the_pass(square):
    for function in (square_to_text, square_to_xy):
        with pytest.raises(ValueError, match="bad square"):
            function(square)


@pytest.mark.parametrize("x, y", [
    (8, 0), (0, 8), (-1, 0), (0, -1), (-1, 8), (1.0, 2), ("1", "2"), (None, 1), (True, 1)])
def test_a_bad_pair_is_named_in_the_error(x, y):
    for function in (square_from_xy, square_from_row_column):
        with pytest.raises(ValueError, match="expected two whole numbers from 0 to 7") as caught:
            function(x, y)
        assert repr((x, y)) in str(caught.value)


@pytest.mark.parametrize("byte", [0, 10, 19, 20, 90, 89, 98, 255, -11, 34.0, "34", None, True])
def test_a_bad_wthor_byte_is_named_in_the_error(byte):
    with pytest.raises(ValueError, match="WTHOR") as caught:
        square_from_wthor(byte)
    assert repr(byte) in str(caught.value)


@given(st.lists(st.integers(0, 64), max_size=70))
def test_a_transcript_reads_back_without_its_passes(moves):
    text = squares_to_transcript(moves)
    assert squares_from_transcript(text) == [move for move in moves if move != PASS]


def test_a_transcript_may_have_blanks_capitals_and_passes():
    assert squares_from_transcript(" F5 d6\nC3 -- d3") == [37, 43, 18, PASS, 19]


@pytest.mark.parametrize("text, complaint", [
    ("f5d", "'f5d': expected two characters for each move"),
    ("f5 d9", "'d9' at character 3"),
    ("f5d6x1", "'x1' at character 5"),
])
def test_an_error_in_a_transcript_names_the_text_and_its_place(text, complaint):
    with pytest.raises(ValueError) as caught:
        squares_from_transcript(text)
    assert complaint in str(caught.value)


@given(st.text())
def test_any_text_is_a_transcript_or_a_value_error(text):
    try:
        moves = squares_from_transcript(text)
    except ValueError as error:
        assert str(error)
    else:
        assert all(0 <= move <= PASS for move in moves)
