"""The opening book: entries are found for every image, and the committed book is consistent."""

from base64 import b64encode

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.board import (
    START,
    SYMMETRIES,
    canonical_position,
    iterate_squares,
    legal_moves,
    play_move,
    transform_squares,
)
from engine.book import LEVELS_A_DISC, Book, fingerprint
from engine.training.book_check import reachable_positions
from tests.opening_books import book_of
from tests.positions import positions


@given(positions, st.sampled_from(SYMMETRIES), st.integers(-128, 127), st.data())
def test_a_move_is_known_in_every_image_of_its_position(position, symmetry, level, data):
    legal = list(iterate_squares(legal_moves(*position)))
    assume(legal)
    move = data.draw(st.sampled_from(legal))
    book = book_of([(position, move, level / LEVELS_A_DISC)])
    image = tuple(transform_squares(side, symmetry) for side in position)
    (found,) = book.moves(*image)
    assert found.discs == level / LEVELS_A_DISC
    assert legal_moves(*image) >> found.move & 1
    after = tuple(transform_squares(side, symmetry) for side in play_move(*position, move))
    assert canonical_position(*play_move(*image, found.move)) == canonical_position(*after)
    assert book.choose(*image) == found


def test_an_unknown_position_has_no_move():
    book = book_of([(START, 19, 0.0)])
    assert len(book) == 1
    assert book.moves(*play_move(*START, 19)) == [] and book.choose(*play_move(*START, 19)) is None
    assert len(Book(entries="")) == 0 and Book(entries="").choose(*START) is None


def test_an_illegal_move_is_not_played():
    twin = fingerprint(canonical_position(*START)) + bytes((0, 128))
    assert Book(entries=b64encode(twin).decode("ascii")).choose(*START) is None


def test_values_that_do_not_fit_a_byte_are_clipped():
    worths = [book_of([(START, 19, discs)]).moves(*START)[0].discs for discs in (-64.0, 64.0)]
    assert worths == [-32.0, 31.75]


def test_all_moves_of_a_position_are_played_and_the_seed_decides():
    position = play_move(*START, 19)
    legal = list(iterate_squares(legal_moves(*position)))
    entries = [(position, move, 0.0) for move in legal]
    chosen = [book_of(entries, seed).choose(*position).move for seed in range(50)]
    assert set(chosen) == set(legal)
    assert [book_of(entries, seed).choose(*position).move for seed in range(50)] == chosen
    assert len({book_of(entries).choose(*position).move for _ in range(50)}) > 1
    book = book_of(entries, seed=1)
    assert len({book.choose(*position).move for _ in range(50)}) == 1  # taking back a turn does not change it


# The book that the bot plays from.

@pytest.fixture(scope="module")
def committed_positions():
    return reachable_positions(Book())


def test_every_position_of_the_committed_book_can_be_reached(committed_positions):
    assert len(committed_positions) == len(Book()) > 1000


def test_the_committed_book_varies(committed_positions):
    book = Book()
    assert sum(len(book.moves(*position)) > 1 for position in committed_positions) > 50
