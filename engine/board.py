"""The rules of Reversi on two 64-bit sets of squares: plain and checked, for callers that are not in a hurry.

A position is `(player, opponent)`: the discs of the side to move and of the other side, bit n for square n.
The mover always comes first, so colour does not exist here. `engine.oriented` is the same game for the searches.

Whether a game is over and what it scores are two functions: a draw scores 0, and so do many positions in which the
game goes on.
"""

from typing import Iterator, List, Tuple

from engine.coordinates import PASS, check_square, square_to_text

FULL_BOARD = (1 << 64) - 1

#: Black, who moves first, stands on e4 and d5; white on d4 and e5.
START = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36)

_NOT_COLUMN_A = 0xFEFEFEFEFEFEFEFE
_NOT_COLUMN_H = 0x7F7F7F7F7F7F7F7F

#: One step in each direction: the shift (up the bits if positive) and the squares that it can reach.
_STEPS = (
    (1, _NOT_COLUMN_A), (-1, _NOT_COLUMN_H), (8, FULL_BOARD), (-8, FULL_BOARD),
    (9, _NOT_COLUMN_A), (-9, _NOT_COLUMN_H), (7, _NOT_COLUMN_H), (-7, _NOT_COLUMN_A),
)


def count_discs(squares: int) -> int:
    """The number of squares in the set."""
    return bin(squares).count("1")


def iterate_squares(squares: int) -> Iterator[int]:
    """The squares of the set, lowest first."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def check_position(player: int, opponent: int) -> None:
    """ValueError unless the two are disjoint sets of squares."""
    for side in (player, opponent):
        if isinstance(side, bool) or not isinstance(side, int) or not 0 <= side <= FULL_BOARD:
            raise ValueError("bad discs %r: expected a set of squares from 0 to 2**64 - 1" % (side,))
    if player & opponent:
        both = square_to_text(next(iterate_squares(player & opponent)))
        raise ValueError("bad position: %s holds a disc of both sides" % both)


def legal_moves(player: int, opponent: int) -> int:
    """The set of squares on which the player may place a disc: each flips at least one."""
    check_position(player, opponent)
    empty = FULL_BOARD & ~(player | opponent)
    moves = 0
    for shift, arrivals in _STEPS:
        run = _step(player, shift, arrivals) & opponent
        while run:
            beyond = _step(run, shift, arrivals)
            moves |= beyond & empty
            run = beyond & opponent
    return moves


def flipped_discs(player: int, opponent: int, square: int) -> int:
    """The opponent's discs that turn over when the player plays there; 0 if the move is illegal."""
    check_position(player, opponent)
    disc = 1 << check_square(square)
    if disc & (player | opponent):
        return 0
    flipped = 0
    for shift, arrivals in _STEPS:
        run = 0
        beyond = _step(disc, shift, arrivals)
        while beyond & opponent:
            run |= beyond
            beyond = _step(beyond, shift, arrivals)
        if beyond & player:
            flipped |= run
    return flipped


def play_move(player: int, opponent: int, move: int) -> Tuple[int, int]:
    """The next position, seen by the next mover. PASS is legal exactly when only the opponent can move."""
    if move == PASS:
        if legal_moves(player, opponent):
            raise ValueError("illegal pass: %s can be played" % moves_to_text(legal_moves(player, opponent)))
        if not legal_moves(opponent, player):
            raise ValueError("illegal pass: the game is over")
        return opponent, player
    flipped = flipped_discs(player, opponent, move)
    if not flipped:
        raise ValueError("illegal move %s: %s" % (square_to_text(move), _expectation(player, opponent)))
    return opponent ^ flipped, player | flipped | 1 << move


def _expectation(player: int, opponent: int) -> str:
    legal = moves_to_text(legal_moves(player, opponent))
    return "the game is over" if is_over(player, opponent) else "expected " + (legal or "a pass")


def moves_to_text(moves: int) -> str:
    """A set of squares for a message: `c4 d3 e6 f5`."""
    return " ".join(square_to_text(square) for square in iterate_squares(moves))


def is_over(player: int, opponent: int) -> bool:
    """True if neither side can move: full board, wipe-out, or both blocked."""
    return not legal_moves(player, opponent) and not legal_moves(opponent, player)


def must_pass(player: int, opponent: int) -> bool:
    """True if the player cannot move and the opponent can."""
    return not legal_moves(player, opponent) and bool(legal_moves(opponent, player))


def disc_difference(player: int, opponent: int) -> int:
    """The player's discs minus the opponent's, as counted on the board."""
    return count_discs(player) - count_discs(opponent)


def final_score(player: int, opponent: int) -> int:
    """The disc difference of a finished game with its empty squares given to the winner; 0 for a draw."""
    difference = disc_difference(player, opponent)
    empties = 64 - count_discs(player | opponent)
    return difference + empties if difference > 0 else difference - empties if difference < 0 else 0


def board_from_text(text: str, player_mark: str = "X", opponent_mark: str = "O") -> Tuple[int, int]:
    """The position drawn with 64 marks from a1 along the rows; `-` or `.` is empty, white space is ignored."""
    marks = "".join(text.split())
    if len(marks) != 64:
        raise ValueError("bad board: expected 64 squares, got %d" % len(marks))
    player = opponent = 0
    for square, mark in enumerate(marks):
        if mark == player_mark:
            player |= 1 << square
        elif mark == opponent_mark:
            opponent |= 1 << square
        elif mark not in "-.":
            raise ValueError("bad mark %r on %s: expected %s, %s, - or ."
                             % (mark, square_to_text(square), player_mark, opponent_mark))
    return player, opponent


def board_to_text(player: int, opponent: int, player_mark: str = "X", opponent_mark: str = "O") -> str:
    """Eight lines of eight marks, `-` for an empty square; `board_from_text` reads it back."""
    check_position(player, opponent)
    marks = [player_mark if player >> square & 1 else opponent_mark if opponent >> square & 1 else "-"
             for square in range(64)]
    return "\n".join("".join(marks[row:row + 8]) for row in range(0, 64, 8))


#: The eight symmetries of the board, each a list that holds the image of square n; the identity comes first.
SYMMETRIES: List[List[int]] = [
    [8 * (column if swap else row) + (row if swap else column)
     for row in rows for column in columns]
    for swap in (False, True)
    for rows in (range(8), range(7, -1, -1))
    for columns in (range(8), range(7, -1, -1))
]


def transform_squares(squares: int, symmetry: List[int]) -> int:
    """The set of squares after one of the SYMMETRIES."""
    image = 0
    for square in iterate_squares(squares):
        image |= 1 << symmetry[square]
    return image


def canonical_symmetry(player: int, opponent: int) -> List[int]:
    """The symmetry that takes a position to its canonical image, the least of the eight."""
    return min(SYMMETRIES, key=lambda symmetry: (transform_squares(player, symmetry),
                                                 transform_squares(opponent, symmetry)))


def canonical_position(player: int, opponent: int) -> Tuple[int, int]:
    """The canonical image of a position, which it shares with its seven other images."""
    symmetry = canonical_symmetry(player, opponent)
    return transform_squares(player, symmetry), transform_squares(opponent, symmetry)


def _step(squares: int, shift: int, arrivals: int) -> int:
    return (squares << shift if shift > 0 else squares >> -shift) & arrivals
