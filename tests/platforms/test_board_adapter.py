"""One function for any board, and OpenSpiel's Othello played with it."""

import random
import time

import pytest
from hypothesis import given, settings

from engine.board import iterate_squares, legal_moves
from engine.coordinates import PASS, square_from_row_column
from protocol.game import Game
from protocol.platforms.board_adapter import BoardChooser, choose, position_of
from tests import oracle
from tests.answering.test_bot_process import PlainThinker
from tests.positions import positions

CELLS = {"letters": ("b", "w", " "), "numbers": (1, 2, 0), "signs": (-1, 1, 0), "marks": ("X", "O", "."),
         "upper": ("B", "W", "_"), "nothing": ("black", "white", None)}


def rows(position, cells):
    marks = dict(zip("XO.", cells))
    return [[marks[mark] for mark in row] for row in oracle.board_from_bits(*position)]


@pytest.mark.parametrize("cells", CELLS.values(), ids=CELLS)
@settings(max_examples=20)
@given(position=positions)
def test_a_board_is_read_for_any_type_of_cell(cells, position):
    board = rows(position, cells)
    before = [row[:] for row in board]
    assert position_of(board, cells[0]) == position
    assert position_of(board, cells[1]) == position[::-1]
    assert board == before


def test_strings_and_arrays_are_boards_too():
    assert position_of(["........"] * 3 + ["...OX...", "...XO..."] + ["........"] * 3, "X") == (
        1 << 28 | 1 << 35, 1 << 27 | 1 << 36)
    numpy = pytest.importorskip("numpy", reason="numpy is not installed: see tests/requirements-extras.txt")
    assert position_of(numpy.array(rows((1, 6), (1, -1, 0))), 1) == (1, 6)


@pytest.mark.parametrize("row, colour", [("xoz.....", "x"), ([1, 0, None] + [None] * 5, 1), ("xo.-....", "x")])
def test_an_ambiguous_board_is_refused(row, colour):
    with pytest.raises(ValueError, match="expected one kind of discs and one of empty cells"):
        position_of([row] + [row[-1:] * 8] * 7, colour)


@settings(max_examples=20)
@given(positions)
def test_the_answer_is_a_legal_square_or_none(position):
    square = BoardChooser(PlainThinker).choose(rows(position, (1, 2, 0)), 1, 5.0)
    legal = [(move // 8, move % 8) for move in iterate_squares(legal_moves(*position))]
    assert square in legal if legal else square is None


def test_the_engine_answers_in_time():
    choose(oracle.start_board(), "X", 0.5)
    started = time.perf_counter()
    assert choose(oracle.start_board(), "X", 0.5) in [(2, 3), (3, 2), (4, 5), (5, 4)]
    assert time.perf_counter() - started < 5


def spiel_rows(state):
    return [line.split()[1:9] for line in str(state).splitlines()[2:10]]


@pytest.fixture(scope="module")
def othello():
    spiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: see tests/requirements-extras.txt")
    return spiel.load_game("othello")


def test_openspiel_and_we_agree_on_the_rules_move_by_move(othello):
    generator = random.Random(1)
    for _ in range(100):
        state, game = othello.new_initial_state(), Game()
        while not state.is_terminal():
            actions = state.legal_actions()
            assert actions == (list(iterate_squares(game.legal)) or [PASS])
            assert position_of(spiel_rows(state), "xo"[state.current_player()]) == (game.player, game.opponent)
            assert state.current_player() == game.colour
            action = generator.choice(actions)
            state.apply_action(action)
            game.play(action)
        assert game.over
        assert [score - 1 for score in game.scores] == state.returns()


@pytest.mark.parametrize("colour", [0, 1])
def test_a_game_of_openspiels_othello_is_won(othello, colour):
    generator, chooser, state = random.Random(colour), BoardChooser(), othello.new_initial_state()
    while not state.is_terminal():
        action = generator.choice(state.legal_actions())
        if state.current_player() == colour:
            square = chooser.choose(spiel_rows(state), "xo"[colour], 0.05)
            action = PASS if square is None else square_from_row_column(*square)
        state.apply_action(action)
    assert state.returns()[colour] == 1.0
