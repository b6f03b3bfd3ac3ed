"""Pattern contents from scratch, for a just-in-time compiler.

A position's features are one index per lane of `engine.patterns` into one flat table of weights: the shape's first
entry plus the lane's content. The contents come row by row: a row of the board is a number 0-6560 in ternary, and for
every row a ready table holds what that content adds to all lanes, four lanes of 16 bits to a machine word. Lanes that
fill up the last word point at an entry of the table that is always zero.

Reflections: a shape and its mirror image share one weight; `FOLD` maps every entry to the one that stands for both.
"""

from array import array
from typing import List, Tuple

from engine.evaluation import stored_entries
from engine.patterns import LANE_COUNT, LANES, SHAPE_OF_LANE, SHAPE_SIZES, SHAPE_STARTS
from engine.training.bits import int_add, to_word, uint_rshift

#: The flat table's entries; the last is not a weight but the zero that padding lanes point at.
TABLE_SIZE = sum(SHAPE_SIZES) + 1

_WORDS = (LANE_COUNT + 3) // 4

Rows = Tuple[int, int, int, int, int, int, int, int]

_LANE_STARTS = array("i", [SHAPE_STARTS[shape] for shape in SHAPE_OF_LANE]
                     + [TABLE_SIZE - 1] * (4 * _WORDS - LANE_COUNT))
#: Row content of one side, times the words that a row's table holds for each content.
_ROW_CODES = array("i", [sum(3 ** column for column in range(8) if row >> column & 1) * _WORDS
                         for row in range(256)])


def _row_additions(row: int) -> "array[int]":
    """For every content of the row, what it adds to the lanes: an own disc 2, an empty square 1 times its power."""
    powers = [[0] * 8 for _ in range(4 * _WORDS)]
    for lane, squares in enumerate(LANES):
        for digit, square in enumerate(squares):
            if square // 8 == row:
                powers[lane][square % 8] = 3 ** digit
    words = [[sum(powers[4 * word + part][column] << 16 * part for part in range(4)) for column in range(8)]
             for word in range(_WORDS)]
    additions = array("q")
    for content in range(3 ** 8):
        digits = [content // 3 ** column % 3 for column in range(8)]
        for by_column in words:
            additions.append(to_word(sum((1, 2, 0)[digit] * by_column[column]
                                         for column, digit in enumerate(digits))))
    return additions


_ROW_0, _ROW_1, _ROW_2, _ROW_3, _ROW_4, _ROW_5, _ROW_6, _ROW_7 = [_row_additions(_row) for _row in range(8)]


def row_starts(player: int, opponent: int) -> Rows:
    """Where the additions of each row's content begin in that row's table; both sides as signed words."""
    codes = _ROW_CODES
    return (codes[player & 255] + 2 * codes[opponent & 255],
            codes[uint_rshift(player, 8) & 255] + 2 * codes[uint_rshift(opponent, 8) & 255],
            codes[uint_rshift(player, 16) & 255] + 2 * codes[uint_rshift(opponent, 16) & 255],
            codes[uint_rshift(player, 24) & 255] + 2 * codes[uint_rshift(opponent, 24) & 255],
            codes[uint_rshift(player, 32) & 255] + 2 * codes[uint_rshift(opponent, 32) & 255],
            codes[uint_rshift(player, 40) & 255] + 2 * codes[uint_rshift(opponent, 40) & 255],
            codes[uint_rshift(player, 48) & 255] + 2 * codes[uint_rshift(opponent, 48) & 255],
            codes[uint_rshift(player, 56)] + 2 * codes[uint_rshift(opponent, 56)])


def lane_word(rows: Rows, word: int) -> int:
    """The contents of four lanes seen by the mover."""
    row_0, row_1, row_2, row_3, row_4, row_5, row_6, row_7 = rows
    return int_add(
        int_add(int_add(_ROW_0[row_0 + word], _ROW_1[row_1 + word]),
                int_add(_ROW_2[row_2 + word], _ROW_3[row_3 + word])),
        int_add(int_add(_ROW_4[row_4 + word], _ROW_5[row_5 + word]),
                int_add(_ROW_6[row_6 + word], _ROW_7[row_7 + word])))


def features(player: int, opponent: int) -> List[int]:
    """The flat index of every lane, seen by the mover."""
    rows = row_starts(player, opponent)
    words = [lane_word(rows, word) for word in range(_WORDS)]
    return [_LANE_STARTS[lane] + (uint_rshift(words[lane >> 2], 16 * (lane & 3)) & 65535)
            for lane in range(LANE_COUNT)]


def evaluate(player: int, opponent: int, table: "array[float]") -> float:
    """The sum of the table's entries at the features."""
    total = 0.0
    starts = _LANE_STARTS
    rows = row_starts(player, opponent)
    lane = 0
    for word in range(_WORDS):
        contents = lane_word(rows, word)
        total += (table[starts[lane] + (contents & 65535)]
                  + table[starts[lane + 1] + (uint_rshift(contents, 16) & 65535)]
                  + table[starts[lane + 2] + (uint_rshift(contents, 32) & 65535)]
                  + table[starts[lane + 3] + uint_rshift(contents, 48)])
        lane += 4
    return total


#: The entry that stands for a content and its mirror image.
FOLD = stored_entries() + [TABLE_SIZE - 1]
