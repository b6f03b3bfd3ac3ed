"""Perfect play in the training agrees with the bot's own solver."""

from random import Random

import pytest

from engine.board import board_from_text
from engine.endgame import EndgameSolver
from engine.training import goal
from engine.training.bits import to_word
from engine.training.perfect import exact_value, odd_quarters
from engine.training.teacher import blank_teacher
from tests.training.test_training_teacher import random_position


@pytest.mark.parametrize("plies, positions", [(57, 6), (53, 6), (50, 2)])
def test_exact_labels_are_perfect_play(plies, positions):
    random = Random(3)
    solver, teacher = EndgameSolver(), blank_teacher()
    for _ in range(positions):
        position = random_position(plies, random)
        score = solver.solve(*position).score
        for guess in (score, -64, 64, score + 7.6, 0.0):
            assert exact_value(teacher, *map(to_word, position), float(guess)) == score


def test_perfect_play_for_the_fewest_discs_agrees_with_the_reversed_solver(monkeypatch):
    monkeypatch.setattr(goal, "sign", -1)
    random, solver, teacher = Random(4), EndgameSolver(fewest_wins=True), blank_teacher()
    for plies in (57, 56, 55, 54, 51) * 3:
        position = random_position(plies, random)
        assert exact_value(teacher, *map(to_word, position), 0.0) == solver.solve(*position).score


def test_odd_quarters_are_those_with_an_odd_number_of_squares():
    squares, _ = board_from_text(
        "XX--X---"
        "--------"
        "--------"
        "--------"
        "--------"
        "--------"
        "X-----X-"
        "X-----XX")
    odd, _ = board_from_text("----XXXX" * 4 + "----XXXX" * 4)
    assert odd_quarters(to_word(squares)) == to_word(odd)
