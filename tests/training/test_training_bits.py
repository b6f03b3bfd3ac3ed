"""The machine-word rules of the training agree with the plain ones."""

from hypothesis import given

from engine.board import FULL_BOARD, count_discs, flipped_discs, iterate_squares, legal_moves
from engine.training.bits import (
    count_bits,
    from_word,
    list_bits,
    lowest_bit,
    to_word,
    word_flips,
    word_moves,
)
from tests.positions import positions, squares


@given(squares)
def test_words_convert_back(board):
    word = to_word(board)
    assert from_word(word) == board
    assert -(1 << 63) <= word < 1 << 63
    assert count_bits(word) == count_discs(board)
    assert [from_word(bit) for bit in list_bits(word)] == [1 << square for square in iterate_squares(board)]


def test_the_lowest_bit_of_a_full_board_is_a1_and_of_h8_alone_is_h8():
    assert lowest_bit(to_word(FULL_BOARD)) == 1
    assert from_word(lowest_bit(to_word(1 << 63))) == 1 << 63


@given(positions)
def test_moves_and_flips_follow_the_rules(position):
    player, opponent = position
    own, other = to_word(player), to_word(opponent)
    assert from_word(word_moves(own, other)) == legal_moves(player, opponent)
    for square in iterate_squares(legal_moves(player, opponent)):
        assert from_word(word_flips(own, other, to_word(1 << square))) == flipped_discs(player, opponent, square)
