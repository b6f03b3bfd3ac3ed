"""MO's board and game: against the oracle, and a game with a person at the keyboard."""

import random
from copy import deepcopy

import pytest
from hypothesis import given

from protocol.judging.mo_stand_in import Board, Game, HumanPlayer, RandomPlayer
from tests import oracle
from tests.positions import positions


def board_of(position):
    board = Board()
    board._board = oracle.board_from_bits(*position)
    return board


@given(positions)
def test_moves_and_flips_follow_the_rules_and_can_be_taken_back(position):
    board = board_of(position)
    rows = deepcopy(board._board)
    legal = [board.num_board(square) for square in oracle.legal_moves(rows, "X")]
    assert list(board.get_legal_actions("X")) == legal and board._board == rows
    for action in legal:
        row, column = board.board_num(action)
        flipped = board._move(action, "X")
        assert board._board == oracle.play(rows, "X", row, column)
        assert sorted(map(board.board_num, flipped)) == sorted(oracle.flips(rows, "X", row, column))
        board.backpropagation(action, flipped, "X")
        assert board._board == rows


def test_an_illegal_move_changes_nothing():
    board = Board()
    assert [board._move(action, "X") for action in ("A1", "D4", "D6")] == [False] * 3
    assert board._board == oracle.start_board() == Board()._board
    assert (board.count("X"), board.count("."), board.get_winner()) == (2, 60, (2, 0))
    assert board[3][4] == "X" and board.is_on_board(0, 7) and not board.is_on_board(8, 0)


def test_the_board_is_shown_with_its_coordinates(capsys):
    Board().display({"X": 1, "O": 2}, {"X": 3, "O": 4})
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "  A B C D E F G H" and shown[4] == "4 . . . O X . . ."
    assert shown[9] == "black (X): 2 discs, this step 1 s, in total 3 s"


def test_random_players_play_to_the_end(capsys):
    random.seed(1)
    game = Game(RandomPlayer(), RandomPlayer())
    result, difference = game.run()
    assert oracle.is_over(game.board._board)
    assert (["black_win", "white_win", "draw"].index(result), difference) == game.board.get_winner()
    assert "X plays" in capsys.readouterr().out


class Scripted:
    def __init__(self, *actions):
        self.actions = list(actions)

    def get_move(self, board):
        action = self.actions.pop(0)
        return action(board) if callable(action) else action


@pytest.mark.parametrize("actions, result, said", [
    (["D3", "A1", "A1", None], "white_win", "X: None is not legal"),
    (["Q"], "white_win", ""),
    ([lambda board: board._move("D3", "X") and "D3"], "white_win", "X has changed the board"),
])
def test_a_game_can_be_lost_before_its_end(capsys, actions, result, said):
    assert Game(Scripted(*actions), Scripted("C3")).run() == (result, 0)
    assert said in capsys.readouterr().out


def test_a_person_is_asked_until_the_move_is_legal(monkeypatch, capsys):
    typed = iter(["z9", "a1", " d3 "])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert HumanPlayer("X").get_move(Board()) == "D3"
    assert capsys.readouterr().out.count("you can play D3 C4 F5 E6") == 2
