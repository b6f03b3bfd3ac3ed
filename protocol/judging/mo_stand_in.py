"""MO's board and game as a class for that platform sees them: the same names, the same results.

    board = Board()
    list(board.get_legal_actions("X"))      ['D3', 'C4', 'F5', 'E6']
    board._move("D3", "X")                  ['D4'], the discs that were flipped; False if the move is illegal
    Game(HumanPlayer("X"), RandomPlayer("O")).run()

`X` is black and begins, `O` is white, `.` is empty; `_board[row][column]`. This file imports nothing from the project:
it is loaded into a bot's process, which imports it as `board` and as `game`, as on the platform.
"""

import random
from copy import deepcopy
from typing import Any, Iterator, List, Optional, Sequence, Tuple, Union

ILLEGAL_MOVES_THAT_LOSE = 3

_DIRECTIONS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
_LETTERS, _DIGITS = "ABCDEFGH", "12345678"

#: `'D3'`, or (row, column) from 0.
Action = Union[str, Sequence[int]]


class Board(object):
    """The board given to a player, who may copy it but must not change it."""

    def __init__(self) -> None:
        self.empty = "."
        self._board = [[self.empty] * 8 for _ in range(8)]
        self._board[3][4] = self._board[4][3] = "X"
        self._board[3][3] = self._board[4][4] = "O"

    def __getitem__(self, index: int) -> List[str]:
        return self._board[index]

    def display(self, step_time: object = None, total_time: object = None) -> None:
        """Prints the board and each side's discs, with the times of this step and in total if they are given."""
        print("  " + " ".join(_LETTERS))
        for digit, row in zip(_DIGITS, self._board):
            print(digit + " " + " ".join(row))
        for color, name in (("X", "black"), ("O", "white")):
            times = "".join(", %s %s s" % (what, known[color]) for what, known in
                            (("this step", step_time), ("in total", total_time)) if isinstance(known, dict))
            print("%s (%s): %d discs%s" % (name, color, self.count(color), times))
        print()

    def count(self, color: str) -> int:
        """How many squares are `X`, `O` or `.`."""
        return sum(row.count(color) for row in self._board)

    def get_winner(self) -> Tuple[int, int]:
        """(0 black, 1 white, 2 a draw; the difference in discs)."""
        black, white = self.count("X"), self.count("O")
        return (0 if black > white else 1 if white > black else 2), abs(black - white)

    def get_legal_actions(self, color: str) -> Iterator[str]:
        """Yields the legal moves as text."""
        for row in range(8):
            for column in range(8):
                if self._can_fliped((row, column), color):
                    yield self.num_board((row, column))

    def _move(self, action: Action, color: str) -> Union[List[str], bool]:
        """Plays the move; returns the flipped discs as text, or False if it is illegal."""
        flipped = self._can_fliped(action, color)
        if not isinstance(flipped, list):
            return False
        for text in [action, *flipped]:
            row, column = self._numbers(text)
            self._board[row][column] = color
        return flipped

    def backpropagation(self, action: Action, flipped_pos: Sequence[Action], color: str) -> None:
        """Takes the move back that flipped these discs."""
        row, column = self._numbers(action)
        self._board[row][column] = self.empty
        for text in flipped_pos:
            row, column = self._numbers(text)
            self._board[row][column] = "O" if color == "X" else "X"

    def is_on_board(self, x: int, y: int) -> bool:
        """True if that row and column exist."""
        return 0 <= x < 8 and 0 <= y < 8

    def board_num(self, action: str) -> Tuple[int, int]:
        """(row, column) of `'D3'`."""
        return _DIGITS.index(str(action[1])), _LETTERS.index(str(action[0]).upper())

    def num_board(self, action: Sequence[int]) -> str:
        """`'D3'` of (row, column)."""
        return _LETTERS[action[1]] + _DIGITS[action[0]]

    def _numbers(self, action: Action) -> Tuple[int, int]:
        return self.board_num(action) if isinstance(action, str) else (action[0], action[1])

    def _can_fliped(self, action: Action, color: str) -> Union[List[str], bool]:
        """The discs the move would flip; False if it is illegal."""
        row, column = self._numbers(action)
        if not self.is_on_board(row, column) or self._board[row][column] != self.empty:
            return False
        flipped = [self.num_board(square) for direction in _DIRECTIONS
                   for square in self._run(row, column, direction, color)]
        return flipped or False

    def _run(self, row: int, column: int, direction: Tuple[int, int], color: str) -> List[Tuple[int, int]]:
        """The other side's discs in one direction, if a disc of this color ends them."""
        run: List[Tuple[int, int]] = []
        row, column = row + direction[0], column + direction[1]
        while self.is_on_board(row, column) and self._board[row][column] not in (self.empty, color):
            run.append((row, column))
            row, column = row + direction[0], column + direction[1]
        return run if self.is_on_board(row, column) and self._board[row][column] == color else []


class RandomPlayer(object):
    """Plays any legal move."""

    def __init__(self, color: str = "X") -> None:
        self.color = color

    def get_move(self, board: Board) -> Optional[str]:
        """The move; None if there is none."""
        moves = list(board.get_legal_actions(self.color))
        return random.choice(moves) if moves else None


class HumanPlayer(object):
    """A person at the keyboard."""

    def __init__(self, color: str = "X") -> None:
        self.color = color

    def get_move(self, board: Board) -> str:
        """Asks until a legal move is typed, or `Q`, which ends the game."""
        moves = list(board.get_legal_actions(self.color))
        while True:
            action = input("%s, your move (e.g. %s; Q ends the game): " % (self.color, moves[0])).strip().upper()
            if action in moves or action == "Q":
                return action
            print("not legal; you can play " + " ".join(moves))


class Game(object):
    """A game between two players, shown move by move."""

    def __init__(self, black_player: Any, white_player: Any) -> None:
        self.board = Board()
        self.current_player: Any = None
        self.black_player, self.white_player = black_player, white_player
        self.black_player.color, self.white_player.color = "X", "O"

    def switch_player(self, black_player: Any, white_player: Any) -> Any:
        """The other player; black at the start of a game."""
        return black_player if self.current_player in (None, white_player) else white_player

    def run(self) -> Tuple[str, int]:
        """Plays to the end; returns (`black_win`, `white_win` or `draw`, the difference in discs)."""
        self.board.display()
        while any(self._moves_of(player) for player in (self.black_player, self.white_player)):
            self.current_player = self.switch_player(self.black_player, self.white_player)
            if not self._moves_of(self.current_player):
                print("%s has no move and passes\n" % self.current_player.color)
            elif not self._take_turn():
                return self._end(1 if self.current_player is self.black_player else 0, 0)
        return self._end(*self.board.get_winner())

    def _moves_of(self, player: Any) -> List[str]:
        return list(self.board.get_legal_actions(player.color))

    def _take_turn(self) -> bool:
        """Asks the current player for one move; False if it loses the game by it."""
        player = self.current_player
        for _ in range(ILLEGAL_MOVES_THAT_LOSE):
            before = deepcopy(self.board._board)
            action = player.get_move(self.board)
            if self.board._board != before:
                print("%s has changed the board" % player.color)
                return False
            if action == "Q":
                return False
            if action in self._moves_of(player):
                self.board._move(action, player.color)
                print("%s plays %s" % (player.color, action))
                self.board.display()
                return True
            print("%s: %r is not legal" % (player.color, action))
        return False

    def _end(self, winner: int, difference: int) -> Tuple[str, int]:
        result = ("black_win", "white_win", "draw")[winner]
        print("%s, by %d discs" % (result, difference) if difference else result)
        return result, difference
