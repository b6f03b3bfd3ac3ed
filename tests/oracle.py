"""Reversi on an 8x8 list of lists, as obvious and as slow as it gets.

It shares nothing with the engine, so the tests trust it, and the benchmark compares with it. A board is eight rows of
eight marks: "X", "O" or "." for empty; a square is (row, column). Python 3.6 code, like the engine it is compared with.
"""

from typing import Callable, List, Tuple

Board = List[List[str]]
Square = Tuple[int, int]

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def start_board() -> Board:
    """Black is X and moves first."""
    board = [["."] * 8 for _ in range(8)]
    board[3][4] = board[4][3] = "X"
    board[3][3] = board[4][4] = "O"
    return board


def other(mark: str) -> str:
    """The other side's mark."""
    return "O" if mark == "X" else "X"


def flips(board: Board, mark: str, row: int, column: int) -> List[Square]:
    """The squares that turn over when `mark` is placed there; none if the move is illegal."""
    if board[row][column] != ".":
        return []
    flipped = []
    for row_step, column_step in DIRECTIONS:
        line = []
        r, c = row + row_step, column + column_step
        while 0 <= r < 8 and 0 <= c < 8 and board[r][c] == other(mark):
            line.append((r, c))
            r, c = r + row_step, c + column_step
        if line and 0 <= r < 8 and 0 <= c < 8 and board[r][c] == mark:
            flipped.extend(line)
    return flipped


def legal_moves(board: Board, mark: str) -> List[Square]:
    """The squares on which `mark` may be placed."""
    return [(row, column) for row in range(8) for column in range(8) if flips(board, mark, row, column)]


def play(board: Board, mark: str, row: int, column: int) -> Board:
    """The board after a legal move; the given board is left unchanged."""
    after = [line[:] for line in board]
    after[row][column] = mark
    for r, c in flips(board, mark, row, column):
        after[r][c] = mark
    return after


def is_over(board: Board) -> bool:
    """True if neither side can move."""
    return not legal_moves(board, "X") and not legal_moves(board, "O")


def difference(board: Board, mark: str) -> int:
    """The discs of `mark` minus those of the other side."""
    marks = [square for line in board for square in line]
    return marks.count(mark) - marks.count(other(mark))


def score(board: Board, mark: str) -> int:
    """The difference with the empty squares given to the side that has more discs."""
    lead = difference(board, mark)
    empties = sum(line.count(".") for line in board)
    if lead > 0:
        return lead + empties
    if lead < 0:
        return lead - empties
    return 0


def perft(board: Board, mark: str, depth: int) -> int:
    """The number of games of `depth` turns, by the convention of tests/perft.py."""
    if depth == 0:
        return 1
    moves = legal_moves(board, mark)
    if not moves:
        return 1 if is_over(board) else perft(board, other(mark), depth - 1)
    if depth == 1:
        return len(moves)
    return sum(perft(play(board, mark, row, column), other(mark), depth - 1) for row, column in moves)


def playout(board: Board, mark: str, choice: Callable[[List[Square]], Square]) -> int:
    """The difference for `mark` at the end of a game of moves picked by `choice`."""
    mover, passed = mark, False
    while True:
        moves = legal_moves(board, mover)
        if moves:
            row, column = choice(moves)
            board = play(board, mover, row, column)
        elif passed:
            return difference(board, mark)
        passed = not moves
        mover = other(mover)


def board_from_bits(player: int, opponent: int) -> Board:
    """The engine's position as a board, the player's discs as X."""
    return [["X" if player >> 8 * row + column & 1 else "O" if opponent >> 8 * row + column & 1 else "."
             for column in range(8)] for row in range(8)]


def bits_of(squares: List[Square]) -> int:
    """Squares as one of the engine's sets."""
    return sum(1 << 8 * row + column for row, column in squares)


def bits_from_board(board: Board) -> Tuple[int, int]:
    """(X's, O's) discs as the engine's sets."""
    squares = [(row, column) for row in range(8) for column in range(8)]
    player, opponent = ([(r, c) for r, c in squares if board[r][c] == mark] for mark in "XO")
    return bits_of(player), bits_of(opponent)
