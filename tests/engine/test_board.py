"""The plain rules: drawn boards for each rule, the oracle for every other position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import (
    FULL_BOARD,
    START,
    SYMMETRIES,
    board_from_text,
    board_to_text,
    canonical_position,
    canonical_symmetry,
    check_position,
    count_discs,
    disc_difference,
    final_score,
    flipped_discs,
    is_over,
    iterate_squares,
    legal_moves,
    moves_to_text,
    must_pass,
    play_move,
    transform_squares,
)
from engine.coordinates import PASS
from tests import oracle
from tests.drawings import FINISHED, FLIPPING, NOT_FLIPPING, PASSES
from tests.perft import PUBLISHED, plain_perft
from tests.positions import arbitrary_positions, positions, reachable_positions, squares

# Drawn boards: X is to move.

@pytest.mark.parametrize("drawing", FLIPPING.values(), ids=list(FLIPPING))
def test_a_move_flips(drawing):
    assert legal_moves(*drawing.before) >> drawing.move & 1
    assert board_to_text(flipped_discs(*drawing.before, drawing.move), 0) == board_to_text(drawing.flipped, 0)
    assert play_move(*drawing.before, drawing.move) == drawing.after[::-1]


@pytest.mark.parametrize("drawing", NOT_FLIPPING.values(), ids=list(NOT_FLIPPING))
def test_nothing_flips(drawing):
    assert flipped_discs(*drawing.before, drawing.move) == 0
    assert not legal_moves(*drawing.before) >> drawing.move & 1
    with pytest.raises(ValueError, match="illegal move"):
        play_move(*drawing.before, drawing.move)


@pytest.mark.parametrize("drawing", PASSES.values(), ids=list(PASSES))
def test_a_pass_is_forced(drawing):
    player, opponent = drawing.before
    assert must_pass(player, opponent) and not is_over(player, opponent)
    assert play_move(player, opponent, PASS) == (opponent, player)
    assert legal_moves(opponent, player) == 1 << drawing.move
    with pytest.raises(ValueError, match="expected a pass"):
        play_move(player, opponent, drawing.move)


@pytest.mark.parametrize("board, difference, score", FINISHED.values(), ids=list(FINISHED))
def test_the_game_is_over(board, difference, score):
    player, opponent = board_from_text(board)
    assert is_over(player, opponent) and is_over(opponent, player)
    assert not must_pass(player, opponent)
    assert disc_difference(player, opponent) == difference == -disc_difference(opponent, player)
    assert final_score(player, opponent) == score == -final_score(opponent, player)
    with pytest.raises(ValueError, match="illegal pass: the game is over"):
        play_move(player, opponent, PASS)
    for square in iterate_squares(FULL_BOARD & ~(player | opponent)):
        with pytest.raises(ValueError, match="illegal move ..: the game is over"):
            play_move(player, opponent, square)


def test_black_moves_first_and_has_four_moves():
    assert board_to_text(*START, player_mark="B", opponent_mark="W").split() == [
        "--------", "--------", "--------", "---WB---", "---BW---", "--------", "--------", "--------"]
    assert moves_to_text(legal_moves(*START)) == "d3 c4 f5 e6"


def test_a_pass_is_illegal_while_there_is_a_move():
    with pytest.raises(ValueError, match="illegal pass: d3 c4 f5 e6 can be played"):
        play_move(*START, PASS)


def test_a_level_score_does_not_end_the_game():
    assert disc_difference(*START) == final_score(*START) == 0
    assert not is_over(*START)


# Perft: the convention is stated in tests/perft.py.

@pytest.mark.parametrize("depth", range(1, 7))
def test_perft_matches_the_published_numbers(depth):
    assert plain_perft(*START, depth=depth) == PUBLISHED[depth - 1]


# The oracle, on any two disjoint sets of squares and on positions of games.

@given(positions)
def test_legal_moves_match_the_oracle(position):
    board = oracle.board_from_bits(*position)
    assert legal_moves(*position) == oracle.bits_of(oracle.legal_moves(board, "X"))
    assert is_over(*position) == oracle.is_over(board)
    assert must_pass(*position) == (not oracle.legal_moves(board, "X") and bool(oracle.legal_moves(board, "O")))


@given(positions)
def test_flips_and_next_position_match_the_oracle_on_every_square(position):
    board = oracle.board_from_bits(*position)
    for square in range(64):
        row, column = divmod(square, 8)
        flipped = flipped_discs(*position, square)
        assert flipped == oracle.bits_of(oracle.flips(board, "X", row, column))
        if flipped:
            mover, other = oracle.bits_from_board(oracle.play(board, "X", row, column))
            assert play_move(*position, square) == (other, mover)
        else:
            with pytest.raises(ValueError, match="illegal move"):
                play_move(*position, square)


@given(positions)
def test_scores_match_the_oracle(position):
    board = oracle.board_from_bits(*position)
    assert disc_difference(*position) == oracle.difference(board, "X")
    assert final_score(*position) == oracle.score(board, "X")


@given(reachable_positions)
def test_a_move_adds_one_disc_and_keeps_the_rest(position):
    player, opponent = position
    for move in iterate_squares(legal_moves(player, opponent)):
        next_player, next_opponent = play_move(player, opponent, move)
        assert next_player | next_opponent == player | opponent | 1 << move
        assert player | 1 << move == next_opponent & ~flipped_discs(player, opponent, move)
        check_position(next_player, next_opponent)


# Symmetry.

def test_there_are_eight_symmetries_and_the_first_changes_nothing():
    assert SYMMETRIES[0] == list(range(64))
    assert len({tuple(symmetry) for symmetry in SYMMETRIES}) == 8
    for symmetry in SYMMETRIES:
        assert sorted(symmetry) == list(range(64))
        assert all([symmetry[square] for square in other] in SYMMETRIES for other in SYMMETRIES)


@given(positions, st.sampled_from(SYMMETRIES))
def test_the_rules_look_the_same_from_every_side_of_the_board(position, symmetry):
    image = tuple(transform_squares(side, symmetry) for side in position)
    assert legal_moves(*image) == transform_squares(legal_moves(*position), symmetry)
    assert is_over(*image) == is_over(*position)
    assert final_score(*image) == final_score(*position)
    for move in iterate_squares(legal_moves(*position)):
        after = tuple(transform_squares(side, symmetry) for side in play_move(*position, move))
        assert play_move(*image, symmetry[move]) == after


@given(positions)
def test_all_images_share_one_canonical_position(position):
    images = [tuple(transform_squares(side, symmetry) for side in position) for symmetry in SYMMETRIES]
    assert len({canonical_position(*image) for image in images}) == 1
    assert canonical_position(*position) in images
    assert canonical_position(*position) == tuple(
        transform_squares(side, canonical_symmetry(*position)) for side in position)


@given(positions)
def test_swapping_the_colours_negates_the_score_and_keeps_the_end(position):
    player, opponent = position
    assert is_over(opponent, player) == is_over(player, opponent)
    assert final_score(opponent, player) == -final_score(player, opponent)
    assert disc_difference(opponent, player) == -disc_difference(player, opponent)
    swapped = oracle.board_from_bits(opponent, player)
    assert legal_moves(player, opponent) == oracle.bits_of(oracle.legal_moves(swapped, "O"))


# Sets of squares and boards as text.

@given(squares)
def test_a_set_counts_and_lists_its_squares(some):
    listed = list(iterate_squares(some))
    assert listed == [square for square in range(64) if some >> square & 1]
    assert count_discs(some) == len(listed)


@given(arbitrary_positions)
def test_a_board_reads_back_from_its_text(position):
    assert board_from_text(board_to_text(*position)) == position
    assert board_from_text(board_to_text(*position, "0", "1"), "0", "1") == position
    assert board_from_text(board_to_text(*position).replace("-", ".").replace("\n", "")) == position


@pytest.mark.parametrize("text, complaint", [
    ("", "expected 64 squares, got 0"),
    ("-" * 63, "expected 64 squares, got 63"),
    ("-" * 65, "expected 64 squares, got 65"),
    ("-" * 10 + "x" + "-" * 53, "bad mark 'x' on c2: expected X, O, - or ."),
])
def test_a_bad_board_is_explained(text, complaint):
    with pytest.raises(ValueError) as caught:
        board_from_text(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("player, opponent, complaint", [
    (-1, 0, "bad discs -1: expected a set of squares from 0 to 2**64 - 1"),
    (0, 1 << 64, "bad discs 18446744073709551616"),
    (1.0, 0, "bad discs 1.0"),
    ("X", 0, "bad discs 'X'"),
    (True, 0, "bad discs True"),
    (None, 0, "bad discs None"),
    (1 << 19, 1 << 19 | 1, "bad position: d3 holds a disc of both sides"),
])
def test_a_bad_position_is_explained_by_every_rule(player, opponent, complaint):
    for rule in (check_position, legal_moves, is_over, must_pass, board_to_text):
        with pytest.raises(ValueError) as caught:
            rule(player, opponent)
        assert complaint in str(caught.value)
    for rule in (flipped_discs, play_move):
        with pytest.raises(ValueError) as caught:
            rule(player, opponent, 0)
        assert complaint in str(caught.value)


@pytest.mark.parametrize("move", [-1, 65, "d3", None, 19.0, True])
def test_a_bad_square_is_explained_by_the_rules(move):
    for rule in (flipped_discs, play_move):
        with pytest.raises(ValueError, match="expected a whole number from 0 to 63") as caught:
            rule(*START, move)
        assert repr(move) in str(caught.value)


def test_an_illegal_move_error_names_the_move_and_the_legal_ones():
    with pytest.raises(ValueError, match="^illegal move a1: expected d3 c4 f5 e6$"):
        play_move(*START, 0)
    with pytest.raises(ValueError, match="^illegal move d4: expected d3 c4 f5 e6$"):
        play_move(*START, 27)
