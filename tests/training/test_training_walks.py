"""Random moves: legal, with the right chances, and the same in every interpreter."""

from array import array
from random import Random

import pytest

from engine.board import START
from engine.training.bits import list_bits, play_word, to_word, word_moves
from engine.training.positions import parse_game, recorded_positions
from engine.training.teacher import blank_teacher
from engine.training.walks import ENDLESS_DISCS, noisy_move, random_state, random_unit, walk
from tests.training.test_training_teacher import random_position, random_weights

BLANK = blank_teacher()
ROOT = tuple(map(to_word, START))


def after_each_move(position):
    return [play_word(*position, disc) for disc in list_bits(word_moves(*position))]


def test_the_generator_gives_the_same_numbers_whatever_compiles_it():
    state = array("q", [1])
    numbers = [random_unit(state), random_unit(state)]
    assert state[0] == 1152992998833853505  # the second word of xorshift64 with 13, 7, 17 from 1 on
    assert numbers[1] == pytest.approx(state[0] / 2 ** 64)


def test_random_numbers_fill_the_unit_interval():
    state = random_state(Random(1))
    numbers = [random_unit(state) for _ in range(1000)]
    assert 0.0 < min(numbers) < 0.01 and 0.99 < max(numbers) < 1.0
    assert sum(numbers) / 1000 == pytest.approx(0.5, abs=0.05)


def test_endless_noise_takes_all_moves_and_no_noise_takes_the_best():
    weights = random_weights(Random(2))
    position = tuple(map(to_word, random_position(20, Random(2))))
    state = random_state(Random(3))
    moves = after_each_move(position)
    taken = {noisy_move(weights, *position, 1, ENDLESS_DISCS, state) for _ in range(40 * len(moves))}
    assert taken == set(moves)
    assert len({noisy_move(weights, *position, 1, 0.0, state) for _ in range(20)}) == 1


def test_a_walk_of_no_moves_stays_and_one_beyond_the_end_is_empty():
    state = random_state(Random(4))
    assert walk(BLANK, *ROOT, 0, 1, 6.0, state) == ROOT
    black_to_wipe_out = recorded_positions(parse_game("f5d6c5f4e7f6g5e6e3"))[-1]
    assert walk(BLANK, *black_to_wipe_out, 1, 2, 0.0, state) == (0, 0)
    assert walk(BLANK, *ROOT, 70, 0, ENDLESS_DISCS, state) == (0, 0)
