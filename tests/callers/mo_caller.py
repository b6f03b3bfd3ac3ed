"""MO as an AIPlayer sees it: the platform's board and game, alone in a folder with the upload.

Run as `mo_caller.py X SECONDS`: the upload plays that side against random moves. Prints one JSON object.
"""

import json
import random
import sys
import time
from copy import deepcopy

import mo
import oracle


class Board(object):
    """The platform's board, with the platform's names."""

    def __init__(self):
        self._board = oracle.start_board()

    def __getitem__(self, row):
        return self._board[row]

    def display(self):
        print("  A B C D E F G H")
        for number, row in enumerate(self._board, 1):
            print(number, " ".join(row))

    def count(self, color):
        return sum(row.count(color) for row in self._board)

    def get_winner(self):
        """0 black, 1 white, 2 a draw, and the difference."""
        difference = oracle.difference(self._board, "X")
        return (0 if difference > 0 else 1 if difference < 0 else 2), abs(difference)

    def _move(self, action, color):
        row, column = self.board_num(action)
        if not oracle.flips(self._board, color, row, column):
            return False
        self._board = oracle.play(self._board, color, row, column)
        return True

    def get_legal_actions(self, color):
        for row, column in oracle.legal_moves(self._board, color):
            yield self.num_board((row, column))

    def board_num(self, action):
        return int(action[1]) - 1, ord(action[0]) - ord("A")

    def num_board(self, square):
        return chr(square[1] + ord("A")) + str(square[0] + 1)


def play_game(side, seconds):
    mo.MOVE_SECONDS = seconds
    generator = random.Random(1)
    board, player, color = Board(), mo.AIPlayer(side), "X"
    told = {"moves": [], "illegal": 0, "touched": False, "longest": 0.0, "kept": True}
    tree = None
    while not oracle.is_over(board._board):
        legal = list(board.get_legal_actions(color))
        if legal and color == side:
            before, started = deepcopy(board), time.time()
            action = player.get_move(board)
            told["longest"] = max(told["longest"], time.time() - started)
            told["touched"] |= before._board != board._board or set(vars(board)) != set(vars(before))
            told["illegal"] += action not in legal
            told["kept"] &= tree is None or tree is getattr(player._thinker, "tree", None)
            tree = getattr(player._thinker, "tree", None)
        elif legal:
            action = generator.choice(legal)
        if legal:
            told["moves"].append(action)
            board._move(action, color)
        color = "O" if color == "X" else "X"
    told["winner"], told["difference"] = board.get_winner()
    return told


print(json.dumps(play_game(sys.argv[1], float(sys.argv[2]))))
