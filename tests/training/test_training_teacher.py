"""The teacher's searches agree with plain minimax."""

from array import array
from random import Random

import pytest

from engine.board import START, count_discs, final_score, is_over, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.endgame import EndgameSolver
from engine.evaluation import UNITS_PER_DISC, WEIGHT_OFFSET, PatternEvaluation
from engine.training import goal, teacher
from engine.training.bits import to_word
from engine.training.features import FOLD, TABLE_SIZE
from engine.training.teacher import CUT_DISCS, PlyWeights, best_next, exact_value, label_value, search_value
from engine.weights import PLY_CONSTANTS


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
    return PlyWeights([table] * 61, [0.0] * 61)


def minimax(weights, position, depth):
    if is_over(*position):
        return float(final_score(*position))
    moves = list(iterate_squares(legal_moves(*position)))
    if not moves:
        return -minimax(weights, play_move(*position, PASS), depth)
    if depth == 0:
        return weights.value(to_word(position[0]), to_word(position[1]), count_discs(position[0] | position[1]) - 4)
    return max(-minimax(weights, play_move(*position, move), depth - 1) for move in moves)


@pytest.mark.parametrize("plies, depth", [(8, 1), (20, 2), (30, 2), (54, 3), (57, 2)])
def test_alpha_beta_gives_the_value_of_minimax(plies, depth):
    random = Random(plies)
    weights = random_weights(random)
    for _ in range(3):
        position = random_position(plies, random)
        player, opponent = map(to_word, position)
        ply = count_discs(position[0] | position[1]) - 4
        assert search_value(weights, player, opponent, ply, depth) == pytest.approx(
            minimax(weights, position, depth), abs=1e-4)


@pytest.mark.parametrize("plies, depth", [(8, 2), (20, 2), (54, 3)])
def test_the_best_next_position_has_the_value_of_minimax(plies, depth):
    random = Random(plies)
    weights = random_weights(random)
    position = random_position(plies, random)
    ply = count_discs(position[0] | position[1]) - 4
    chosen = best_next(weights, *map(to_word, position), ply, depth)
    values = {tuple(map(to_word, after)): -minimax(weights, after, depth - 1)
              for after in (play_move(*position, move) for move in iterate_squares(legal_moves(*position)))}
    assert values[chosen] == pytest.approx(max(values.values()), abs=1e-4)


def test_a_guessed_window_does_not_change_the_label(monkeypatch):
    monkeypatch.setattr(teacher, "CUT_DISCS", 900.0)
    random = Random(5)
    weights = random_weights(random)
    position = random_position(50, random)
    player, opponent = map(to_word, position)
    ply = count_discs(position[0] | position[1]) - 4
    assert label_value(weights, player, opponent, ply, 4) == pytest.approx(
        search_value(weights, player, opponent, ply, 4), abs=1e-4)


def test_giving_up_the_hopeless_changes_labels_little():
    random = Random(6)
    evaluation = PatternEvaluation()
    tables = [array("f", [(byte - WEIGHT_OFFSET) / UNITS_PER_DISC for byte in evaluation.table(ply)]
                    + [0.0]) for ply in range(40, 46)]
    weights = PlyWeights([tables[0]] * 40 + tables, PLY_CONSTANTS)
    differences = []
    for _ in range(12):
        position = random_position(40, random)
        player, opponent = map(to_word, position)
        ply = count_discs(position[0] | position[1]) - 4
        differences.append(label_value(weights, player, opponent, ply, 4)
                           - search_value(weights, player, opponent, ply, 4))
    assert max(map(abs, differences)) < 2 * CUT_DISCS
    assert sum(abs(difference) < 0.5 for difference in differences) >= 8


@pytest.mark.parametrize("plies, positions", [(55, 6), (51, 2)])
def test_exact_labels_are_perfect_play(plies, positions):
    random = Random(3)
    solver = EndgameSolver()
    for _ in range(positions):
        position = random_position(plies, random)
        score = solver.solve(*position).score
        for guess in (score, -64, 64, score + 7.6, 0.0):
            assert exact_value(*map(to_word, position), guess) == score


def test_for_the_fewest_discs_perfect_play_is_that_of_the_reversed_solver(monkeypatch):
    monkeypatch.setattr(goal, "sign", -1)
    random, solver = Random(4), EndgameSolver(fewest_wins=True)
    for plies in (57, 56, 55, 54) * 3:
        position = random_position(plies, random)
        assert exact_value(*map(to_word, position)) == solver.solve(*position).score
