"""Random games: they end when a game ends, count for the mover, and draw moves with the stated chances."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import START, board_from_text, iterate_squares, legal_moves
from engine.oriented import SQUARE_OF_LENGTH, fold, orient, oriented_moves, spread
from engine.playout import CAREFUL_CHANCES, UNIFORM_CHANCES, MaskedPlayouts, uniform_playout
from tests import oracle
from tests.drawings import FINISHED, PASSES
from tests.positions import positions

SIX_EMPTIES = board_from_text("""
    XXXXXXXX
    XOOOOOOX
    XOXOXOOX
    XOOXOXOX
    XOXOXOOX
    XOOOOXO-
    XOXXXO--
    XXXOO---""")

KINDS = ["uniform", "near-uniform masks", "careful masks"]
_generator = Random(20)
_masked = {"near-uniform masks": MaskedPlayouts(_generator, UNIFORM_CHANCES),
           "careful masks": MaskedPlayouts(_generator, CAREFUL_CHANCES)}


def playout(kind, position, generator):
    """One playout of that kind from a plain position."""
    if kind == "uniform":
        return uniform_playout(*orient(*position), generator.random)
    _masked[kind].random = generator.random
    return _masked[kind](*orient(*position))


def result_chances(board, mover):
    """{final difference for X: its chance} if all moves are equally likely; for few empty squares."""
    moves = oracle.legal_moves(board, mover)
    if not moves:
        return {oracle.difference(board, "X"): 1.0} if oracle.is_over(board) \
            else result_chances(board, oracle.other(mover))
    chances = Counter()
    for row, column in moves:
        after = oracle.play(board, mover, row, column)
        for result, chance in result_chances(after, oracle.other(mover)).items():
            chances[result] += chance / len(moves)
    return chances


def nearly_full(position, empties):
    """The position with all but that many of its empty squares filled by the player."""
    player, opponent = position
    for square in range(64):
        if 64 - bin(player | opponent).count("1") > empties:
            player |= ~opponent & 1 << square
    return player, opponent


@pytest.mark.parametrize("kind", KINDS)
@given(position=positions, seed=st.integers(0, 1000))
def test_a_playout_ends_with_a_result_that_the_rules_allow(kind, position, seed):
    position = nearly_full(position, 4)
    allowed = result_chances(oracle.board_from_bits(*position), "X")
    generator = Random(seed)
    for _ in range(5):
        assert playout(kind, position, generator) in allowed


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("board, difference, score", FINISHED.values(), ids=list(FINISHED))
def test_a_finished_game_is_counted_without_its_empty_squares(kind, board, difference, score):
    player, opponent = board_from_text(board)
    assert playout(kind, (player, opponent), Random(1)) == difference
    assert playout(kind, (opponent, player), Random(1)) == -difference


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("drawing", PASSES.values(), ids=list(PASSES))
def test_the_result_is_seen_by_the_mover_even_after_a_pass(kind, drawing):
    board = oracle.board_from_bits(*drawing.before)
    generator = Random(3)
    assert {playout(kind, drawing.before, generator) for _ in range(30)} <= set(result_chances(board, "X"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_playouts(kind):
    def results(seed):
        generator = Random(seed)
        return [playout(kind, START, generator) for _ in range(50)]
    assert results(5) == results(5) != results(6)


@pytest.mark.parametrize("kind, tolerance", [("uniform", 0.0), ("near-uniform masks", 0.1)])
def test_results_are_as_frequent_as_with_equally_likely_moves(kind, tolerance):
    chances = result_chances(oracle.board_from_bits(*SIX_EMPTIES), "X")
    assert len(chances) > 10
    generator, playouts = Random(7), 10000
    found = Counter(playout(kind, SIX_EMPTIES, generator) for _ in range(playouts))
    assert set(found) <= set(chances)
    for result, chance in chances.items():
        five_sigma = 5 * (chance * (1 - chance) / playouts) ** 0.5
        assert abs(found[result] / playouts - chance) <= five_sigma + tolerance


def first_moves(playouts, position):
    """How often each square is chosen first, over the whole pool of masks."""
    moves = oriented_moves(*orient(*position))
    return Counter(SQUARE_OF_LENGTH[(moves & first or moves & second or moves).bit_length()]
                   for first, second, _, _ in playouts.pool)


def test_near_uniform_masks_give_every_move_a_good_chance():
    counts = first_moves(_masked["near-uniform masks"], START)
    assert set(counts) == set(iterate_squares(legal_moves(*START)))
    assert min(counts.values()) > 0.1 * sum(counts.values())


def test_careful_masks_take_a_corner_and_avoid_the_square_beside_it():
    corner, beside = board_from_text("-OX-----" + "--X-----" + "--------" * 6), board_from_text(
        "--------" + "--O-----" + "--OX----" + "---XOX--" + "---OX---" + "--------" * 3)
    assert set(first_moves(_masked["careful masks"], corner)) == {0}
    assert legal_moves(*beside) >> 9 & 1
    counts = first_moves(_masked["careful masks"], beside)
    assert counts[9] < 0.02 * sum(counts.values())


@pytest.mark.parametrize("kind", sorted(_masked))
def test_masks_hold_all_copies_of_a_square_or_none(kind):
    for masks in _masked[kind].pool[:200]:
        assert all(mask == spread(fold(mask)) for mask in masks)
