"""Pattern contents from scratch, for a just-in-time compiler.

A position's features are one index per lane of `engine.patterns` into one flat table of weights: the shape's first
entry plus the lane's content. The contents are added up row by row: a row of the board is a number 0-6560 in ternary,
and a prepared table for each row holds what each number adds to all lanes, four lanes of 16 bits per machine word.
Padding lanes that fill the last word point at an entry of the table that is always zero.

All these tables lie in one flat array of words, `LANE_WORDS`, which is passed to compiled functions.

Reflections: a shape and its mirror image share one weight; `FOLD` maps every entry to the entry that stands for both.
"""

from array import array
from typing import List, Tuple

from engine.evaluation import stored_entries
from engine.patterns import LANE_COUNT, LANES, SHAPE_OF_LANE, SHAPE_SIZES, SHAPE_STARTS
from engine.training.bits import to_word
from engine.training.compiling import compiled, int_add, uint_rshift

#: The flat table's entries; the last is not a weight but the zero that padding lanes point at.
TABLE_SIZE = sum(SHAPE_SIZES) + 1

_WORDS = (LANE_COUNT + 3) // 4
#: Where the parts of LANE_WORDS begin: the first entry of each lane's shape; the row contents of one side's discs,
#: times the words per content; the additions of the eight rows, _ROW_WORDS each.
_STARTS = 0
_CODES = _STARTS + 4 * _WORDS
_ADDITIONS = _CODES + 256
_ROW_WORDS = 3 ** 8 * _WORDS
#: Above all indices. A compiler that sees this mask need not handle indices counted from the end.
_PLACE = 0x7FFFFFFF

Rows = Tuple[int, int, int, int, int, int, int, int]


def _row_additions(row: int) -> "array[int]":
    """For every content of the row, its addition to the lanes: an own disc is 2, an empty square 1 times its power."""
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


LANE_WORDS = array("q", [SHAPE_STARTS[shape] for shape in SHAPE_OF_LANE]
                   + [TABLE_SIZE - 1] * (4 * _WORDS - LANE_COUNT)
                   + [sum(3 ** column for column in range(8) if row >> column & 1) * _WORDS for row in range(256)])
for _row in range(8):
    LANE_WORDS.extend(_row_additions(_row))


@compiled
def _row_start(lanes: "array[int]", player: int, opponent: int, row: int) -> int:
    """Where the additions of a row's content begin; both sides as signed words."""
    return (_ADDITIONS + row * _ROW_WORDS + lanes[_CODES + (uint_rshift(player, 8 * row) & 255)]
            + 2 * lanes[_CODES + (uint_rshift(opponent, 8 * row) & 255)]) & _PLACE


@compiled
def row_starts(lanes: "array[int]", player: int, opponent: int) -> Rows:
    """Where the additions begin, for all rows."""
    return (_row_start(lanes, player, opponent, 0), _row_start(lanes, player, opponent, 1),
            _row_start(lanes, player, opponent, 2), _row_start(lanes, player, opponent, 3),
            _row_start(lanes, player, opponent, 4), _row_start(lanes, player, opponent, 5),
            _row_start(lanes, player, opponent, 6), _row_start(lanes, player, opponent, 7))


@compiled
def lane_word(lanes: "array[int]", rows: Rows, word: int) -> int:
    """The contents of four lanes, seen by the mover."""
    row_0, row_1, row_2, row_3, row_4, row_5, row_6, row_7 = rows
    return int_add(
        int_add(int_add(lanes[row_0 + word], lanes[row_1 + word]), int_add(lanes[row_2 + word], lanes[row_3 + word])),
        int_add(int_add(lanes[row_4 + word], lanes[row_5 + word]), int_add(lanes[row_6 + word], lanes[row_7 + word])))


@compiled
def write_features(lanes: "array[int]", player: int, opponent: int, found: "array[int]", first: int) -> None:
    """Puts the flat index of every lane, seen by the mover, into `found` from the place `first` on."""
    rows = row_starts(lanes, player, opponent)
    for lane in range(LANE_COUNT):
        contents = lane_word(lanes, rows, lane >> 2)
        found[first + lane] = lanes[_STARTS + lane] + (uint_rshift(contents, 16 * (lane & 3)) & 65535)


def features(player: int, opponent: int) -> List[int]:
    """The flat index of every lane, seen by the mover."""
    found = array("i", [0]) * LANE_COUNT
    write_features(LANE_WORDS, player, opponent, found, 0)
    return found.tolist()


@compiled
def evaluate(lanes: "array[int]", player: int, opponent: int, table: "array[int]", first: int) -> int:
    """The sum of the entries at the features, in the table that begins at the place `first`."""
    total = 0
    rows = row_starts(lanes, player, opponent)
    for word in range(_WORDS):
        contents = lane_word(lanes, rows, word)
        lane = 4 * word
        total += (table[(first + lanes[lane] + (contents & 65535)) & _PLACE]
                  + table[(first + lanes[lane + 1] + (uint_rshift(contents, 16) & 65535)) & _PLACE]
                  + table[(first + lanes[lane + 2] + (uint_rshift(contents, 32) & 65535)) & _PLACE]
                  + table[(first + lanes[lane + 3] + uint_rshift(contents, 48)) & _PLACE])
    return total


#: The entry that stands for a content and its mirror image.
FOLD = array("i", stored_entries() + [TABLE_SIZE - 1])
