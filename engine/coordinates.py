"""Squares, and all the ways in which the outside world writes them.

Inside, a square is its bit index 0-63, counted along the rows from the top left, and PASS is 64.
The same squares in each system:

    square   text   Botzone x,y   row,column   WTHOR
         0   a1     0,0           0,0             11
         7   h1     7,0           0,7             18
        19   d3     3,2           2,3             34
        56   a8     0,7           7,0             81
        63   h8     7,7           7,7             88
        64   pass   -1,-1         -               -

Text is read in either case and written in lower case. WTHOR stores no passes; MO and CS303 never ask for one.
A game as text is its moves run together, `f5d6c3`, without passes, because the rules imply them.
"""

from typing import Iterable, List, Tuple

PASS = 64

_COLUMNS = "abcdefgh"
_PASS_WORDS = ("pass", "pa", "ps", "--", "-1")


def check_square(square: int) -> int:
    """The square itself; ValueError unless it is 0-63."""
    if not _is_whole(square) or not 0 <= square < 64:
        raise ValueError("bad square %r: expected a whole number from 0 to 63" % (square,))
    return square


def square_to_text(square: int) -> str:
    """`d3` for 19, `pass` for PASS."""
    if square == PASS:
        return "pass"
    check_square(square)
    return _COLUMNS[square % 8] + str(square // 8 + 1)


def square_from_text(text: str) -> int:
    """19 for `d3` or `D3`, PASS for `pass` in any case."""
    word = text.strip().lower() if isinstance(text, str) else ""
    if word in _PASS_WORDS:
        return PASS
    if len(word) == 2 and word[0] in _COLUMNS and word[1] in "12345678":
        return _COLUMNS.index(word[0]) + 8 * (ord(word[1]) - ord("1"))
    raise ValueError("bad square %r: expected a column a-h and a row 1-8, such as d3, or pass" % (text,))


def square_to_xy(square: int) -> Tuple[int, int]:
    """Botzone's (x, y): column and row from the top left; (-1, -1) for PASS."""
    if square == PASS:
        return -1, -1
    check_square(square)
    return square % 8, square // 8


def square_from_xy(x: int, y: int) -> int:
    """The square of Botzone's (x, y); PASS for (-1, -1)."""
    if x == -1 and y == -1:
        return PASS
    return _square_from_pair("x,y", y, x, (x, y))


def square_to_row_column(square: int) -> Tuple[int, int]:
    """(row, column), both 0-7 from the top left."""
    check_square(square)
    return square // 8, square % 8


def square_from_row_column(row: int, column: int) -> int:
    """The square in that row and column, both 0-7 from the top left."""
    return _square_from_pair("row,column", row, column, (row, column))


def square_to_wthor(square: int) -> int:
    """10 * row + column, both counted from 1."""
    check_square(square)
    return 10 * (square // 8 + 1) + square % 8 + 1


def square_from_wthor(byte: int) -> int:
    """The square of a move byte 11-88 in a WTHOR record."""
    row, column = divmod(byte, 10) if _is_whole(byte) else (0, 0)
    if not (1 <= row <= 8 and 1 <= column <= 8):
        raise ValueError("bad WTHOR move %r: expected 10*row+column with both from 1 to 8" % (byte,))
    return 8 * (row - 1) + column - 1


def squares_from_transcript(text: str) -> List[int]:
    """The squares of a game's text such as `f5d6c3` (blanks allowed, either case, passes optional)."""
    word = "".join(text.split())
    if len(word) % 2:
        raise ValueError("bad transcript %r: expected two characters for each move" % _shortened(text))
    squares = []
    for start in range(0, len(word), 2):
        try:
            squares.append(square_from_text(word[start:start + 2]))
        except ValueError:
            raise ValueError("bad move %r at character %d of the transcript: expected a square such as d3"
                             % (word[start:start + 2], start + 1)) from None
    return squares


def squares_to_transcript(squares: Iterable[int]) -> str:
    """The game's text, without passes."""
    return "".join(square_to_text(square) for square in squares if square != PASS)


def _square_from_pair(kind: str, row: int, column: int, given: Tuple[int, int]) -> int:
    for part in (row, column):
        if not _is_whole(part) or not 0 <= part < 8:
            raise ValueError("bad %s %r: expected two whole numbers from 0 to 7" % (kind, given))
    return 8 * row + column


def _is_whole(number: object) -> bool:
    """True for an int; a bool is an answer, not a number."""
    return isinstance(number, int) and not isinstance(number, bool)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
