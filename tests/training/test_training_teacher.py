"""The teacher's searches agree with plain minimax."""

import pickle
from array import array
from random import Random

import pytest

from engine.board import START, count_discs, final_score, is_over, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.evaluation import phase_of_ply
from engine.training import goal
from engine.training.bits import to_word
from engine.training.features import FOLD, TABLE_SIZE
from engine.training.storage import committed_weights
from engine.training.teacher import (
    CUT_UNITS,
    INFINITE,
    UNITS,
    best_next,
    estimate,
    in_units,
    make_teacher,
    search_units,
)


def random_position(plies, random):
    position = START
    for _ in range(plies):
        if is_over(*position):
            return random_position(plies, random)
        moves = list(iterate_squares(legal_moves(*position))) or [PASS]
        position = play_move(*position, random.choice(moves))
    return position if legal_moves(*position) else random_position(plies, random)


def random_weights(random):
    folded = [random.uniform(-2, 2) for _ in range(TABLE_SIZE)]
    folded[-1] = 0.0
    table = array("f", [folded[entry] for entry in FOLD])
    return make_teacher([in_units(table)] * 61, [0.0] * 61)


def minimax(weights, position, depth):
    if is_over(*position):
        return float(weights.sign * final_score(*position))
    moves = list(iterate_squares(legal_moves(*position)))
    if not moves:
        return -minimax(weights, play_move(*position, PASS), depth)
    if depth == 0:
        ply = count_discs(position[0] | position[1]) - 4
        return estimate(weights, to_word(position[0]), to_word(position[1]), ply) / UNITS
    return max(-minimax(weights, play_move(*position, move), depth - 1) for move in moves)


@pytest.mark.parametrize("plies, depth", [(8, 1), (20, 2), (30, 2), (50, 4), (54, 3), (57, 2)])
def test_alpha_beta_gives_the_value_of_minimax(plies, depth):
    random = Random(plies)
    weights = random_weights(random)
    for _ in range(3):
        position = random_position(plies, random)
        player, opponent = map(to_word, position)
        ply = count_discs(position[0] | position[1]) - 4
        value = search_units(weights, player, opponent, ply, depth, INFINITE) / UNITS
        assert value == minimax(weights, position, depth)


@pytest.mark.parametrize("plies, depth", [(8, 2), (20, 2), (54, 3)])
def test_the_best_next_position_has_the_value_of_minimax(plies, depth):
    random = Random(plies)
    weights = random_weights(random)
    position = random_position(plies, random)
    ply = count_discs(position[0] | position[1]) - 4
    chosen = best_next(weights, *map(to_word, position), ply, depth)
    values = {tuple(map(to_word, after)): -minimax(weights, after, depth - 1)
              for after in (play_move(*position, move) for move in iterate_squares(legal_moves(*position)))}
    assert values[chosen] == pytest.approx(max(values.values()))


def test_a_search_for_the_fewest_discs_negates_the_score_of_finished_games(monkeypatch):
    monkeypatch.setattr(goal, "sign", -1)
    random = Random(7)
    weights = random_weights(random)
    for _ in range(3):
        position = random_position(57, random)
        value = search_units(weights, *map(to_word, position), 57, 3, INFINITE) / UNITS
        assert value == minimax(weights, position, 3)


def test_a_teacher_is_pickled_with_its_goal_and_without_its_memory():
    random = Random(8)
    weights = random_weights(random)._replace(sign=-1)
    position = tuple(map(to_word, random_position(40, random)))
    value = search_units(weights, *position, 40, 3, CUT_UNITS)
    parcel = pickle.dumps(weights, 4)
    assert len(parcel) < len(weights.memory)
    assert search_units(pickle.loads(parcel), *position, 40, 3, CUT_UNITS) == value
    assert pickle.loads(parcel).sign == -1


def test_probcut_changes_labels_little():
    random = Random(6)
    tables, constants = committed_weights()
    units = [in_units(table) for table in tables]
    weights = make_teacher([units[phase_of_ply(ply)] for ply in range(61)], constants)
    differences = []
    for _ in range(12):
        position = random_position(40, random)
        player, opponent = map(to_word, position)
        ply = count_discs(position[0] | position[1]) - 4
        differences.append(search_units(weights, player, opponent, ply, 4, CUT_UNITS)
                           - search_units(weights, player, opponent, ply, 4, INFINITE))
    assert max(map(abs, differences)) < 2 * CUT_UNITS
    assert sum(abs(difference) < 0.5 * UNITS for difference in differences) >= 8
