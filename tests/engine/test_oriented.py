"""The fast board: the same game as the plain board and the oracle, on any two disjoint sets of squares."""

import sys
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import (
    FULL_BOARD,
    START,
    SYMMETRIES,
    flipped_discs,
    iterate_squares,
    legal_moves,
    play_move,
    transform_squares,
)
from engine.oriented import (
    ALL_COPIES,
    COPIES,
    FIRST_COPY,
    FLIP_MEMORY_ENTRIES,
    MOVE_TABLES,
    OTHER_SQUARES,
    SQUARE_OF_LENGTH,
    FlipMemory,
    flipped_copies,
    fold,
    list_moves,
    orient,
    oriented_difference,
    oriented_moves,
    play_oriented,
    spread,
)
from tests import oracle
from tests.drawings import FINISHED, FLIPPING, NOT_FLIPPING, PASSES
from tests.perft import PUBLISHED, oriented_perft
from tests.positions import games, positions, squares
from tests.threads import in_threads


def squares_to_play(position):
    """The moves of a plain position by the fast board, as a set of squares."""
    return sum(1 << square for square in list_moves(oriented_moves(*orient(*position))))


def play_fast(position, square):
    """A move by the fast board; plain position in, plain position out."""
    player, opponent, empty = play_oriented(*orient(*position), square)
    assert empty == ALL_COPIES ^ player ^ opponent
    return fold(player), fold(opponent)


# Drawn boards: X is to move.

@pytest.mark.parametrize("drawing", FLIPPING.values(), ids=list(FLIPPING))
def test_a_move_flips(drawing):
    assert squares_to_play(drawing.before) >> drawing.move & 1
    assert play_fast(drawing.before, drawing.move) == drawing.after[::-1]


@pytest.mark.parametrize("drawing", NOT_FLIPPING.values(), ids=list(NOT_FLIPPING))
def test_nothing_flips(drawing):
    assert not squares_to_play(drawing.before) >> drawing.move & 1


@pytest.mark.parametrize("drawing", PASSES.values(), ids=list(PASSES))
def test_a_pass_is_forced(drawing):
    assert squares_to_play(drawing.before) == 0
    assert squares_to_play(drawing.before[::-1]) == 1 << drawing.move


@pytest.mark.parametrize("board, difference, score", FINISHED.values(), ids=list(FINISHED))
def test_the_game_is_over(board, difference, score):
    player, opponent, empty = orient(*oracle.bits_from_board([list(board[row:row + 8]) for row in range(0, 64, 8)]))
    assert oriented_moves(player, opponent, empty) == oriented_moves(opponent, player, empty) == 0
    assert oriented_difference(player, opponent) == difference == -oriented_difference(opponent, player)


# Perft: the convention is stated in tests/perft.py.

@pytest.mark.parametrize("depth", [*range(1, 9), pytest.param(9, marks=pytest.mark.slow),
                                   pytest.param(10, marks=pytest.mark.slow)])
def test_perft_matches_the_published_numbers(depth):
    assert oriented_perft(*orient(*START), depth=depth) == PUBLISHED[depth - 1]


# The oracle, on any two disjoint sets of squares and on positions of games.

@settings(max_examples=300)
@given(positions)
def test_moves_flips_next_position_and_difference_match_the_oracle(position):
    board = oracle.board_from_bits(*position)
    legal = oracle.legal_moves(board, "X")
    assert squares_to_play(position) == oracle.bits_of(legal)
    for row, column in legal:
        mover, other = oracle.bits_from_board(oracle.play(board, "X", row, column))
        assert play_fast(position, 8 * row + column) == (other, mover)
    assert oriented_difference(*orient(*position)[:2]) == oracle.difference(board, "X")


@given(positions)
def test_a_move_has_one_bit_for_each_direction_in_which_it_flips(position):
    board = oracle.board_from_bits(*position)
    moves = oriented_moves(*orient(*position))
    for row, column in oracle.legal_moves(board, "X"):
        neighbours = [(row + down, column + right) for down, right in oracle.DIRECTIONS]
        directions = len(set(neighbours) & set(oracle.flips(board, "X", row, column)))
        assert bin(moves & COPIES[8 * row + column]).count("1") == directions


@given(games)
def test_a_whole_game_is_the_same_on_both_boards(moves):
    plain, fast = START, orient(*START)
    for move in moves:
        assert list_moves(oriented_moves(*fast)) == [] or legal_moves(*plain)
        plain = play_move(*plain, move)
        fast = play_oriented(*fast, move) if move < 64 else (fast[1], fast[0], fast[2])
        assert fast == orient(*plain)


@given(positions, st.sampled_from(SYMMETRIES))
def test_the_rules_look_the_same_from_every_side_of_the_board(position, symmetry):
    image = tuple(transform_squares(side, symmetry) for side in position)
    assert squares_to_play(image) == transform_squares(squares_to_play(position), symmetry)
    for move in iterate_squares(squares_to_play(position)):
        after = tuple(transform_squares(side, symmetry) for side in play_fast(position, move))
        assert play_fast(image, symmetry[move]) == after


# Copies, tables and the memory of flips.

@given(squares)
def test_spreading_and_folding_keep_the_set(some):
    assert fold(spread(some)) == some
    assert bin(spread(some) & FIRST_COPY).count("1") == bin(some).count("1")


def test_every_copy_belongs_to_one_square_and_the_rest_are_sentinels():
    assert ALL_COPIES == spread(FULL_BOARD) == sum(COPIES)
    for square in range(64):
        assert OTHER_SQUARES[square] & ALL_COPIES == ALL_COPIES ^ COPIES[square]
        for bit in iterate_squares(COPIES[square]):
            assert SQUARE_OF_LENGTH[bit + 1] == square
    sentinels = (1 << len(SQUARE_OF_LENGTH) - 1) - 1 ^ ALL_COPIES
    assert bin(sentinels).count("1") == 2 * 38


@given(squares)
def test_each_square_of_a_set_is_listed_once(some):
    assert sorted(list_moves(spread(some))) == list(iterate_squares(some))


@given(positions)
def test_remembered_and_computed_flips_are_the_same(position):
    player, opponent, _ = orient(*position)
    for square in iterate_squares(legal_moves(*position)):
        expected = spread(flipped_discs(*position, square))
        assert flipped_copies(player, opponent, square) == flipped_copies(player, opponent, square) == expected
        starts, known, _ = MOVE_TABLES[square]
        anchors = (opponent + starts) & player
        assert known[anchors] == FlipMemory(square).learn(anchors) == expected


def test_the_memory_of_flips_is_bounded_and_still_right_after_being_emptied():
    memory = FlipMemory(27)
    most = 0
    for lengths in combinations(memory.runs, 4):
        flipped = memory.learn(sum(1 << length - 1 for length in lengths))
        expected = 0
        for length in lengths:
            expected |= memory.runs[length]
        assert flipped == expected
        most = max(most, len(memory.known))
    assert most == FLIP_MEMORY_ENTRIES + 1 > len(memory.known)  # one of them is the memory itself


def test_a_memory_can_be_asked_for_an_entry_at_any_moment(monkeypatch):
    """Another thread may look between any two lines, so a trace looks there."""
    monkeypatch.setattr("engine.oriented.FLIP_MEMORY_ENTRIES", 2)
    memory = FlipMemory(27)
    seen = []

    def look(frame, event, argument):
        seen.append(memory.known.get(None))
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        for length in memory.runs:
            memory.learn(1 << length - 1)
    finally:
        sys.settrace(before)
    assert len(seen) > len(memory.runs) and set(seen) == {memory}


def test_threads_may_share_a_memory_that_is_emptied_all_the_time(monkeypatch):
    """A memory with room for two entries, lookups that nearly always miss, and thread switches at every chance."""
    monkeypatch.setattr("engine.oriented.FLIP_MEMORY_ENTRIES", 2)
    known = FlipMemory(27).known
    anchors = [1 << length - 1 for length in known[None].runs]
    expected = [known[None].entry(anchor) for anchor in anchors]
    found = in_threads(4, lambda: [look_up(known, anchor) for _ in range(1000) for anchor in anchors])
    assert found == [expected * 1000] * 4
    assert known[None].known is known


def look_up(known, anchors):
    """Looks up an entry as hot loops do."""
    try:
        return known[anchors]
    except KeyError:
        return known[None].learn(anchors)
