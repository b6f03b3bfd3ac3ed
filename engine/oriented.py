"""The fast board: eight copies of the squares in one integer, so that one addition looks in all eight directions.

CPython adds two 600-bit integers almost as fast as two 64-bit ones. So the board's 38 lines of three or more squares
(8 rows, 8 columns, 22 diagonals) are written one after another, each closed by a sentinel bit that is never set, and
then all again with every line reversed. In each copy "the next square in this direction" is "the next higher bit":

    line a1-h1 in the first copy     bit 0 = a1, 1 = b1, ... 7 = h1, 8 = sentinel
    the same line reversed           bit k = h1, k+1 = g1, ... k+7 = a1, k+8 = sentinel

A position is `(player, opponent, empty)`, three of these integers, the mover first. Names in capitals are tables over
the squares 0-63. A disc on a square sets all its copies. A carry drops out where the opponent's run next to an own disc
ends:

    moves   = (opponent + (opponent & (player << 1))) & empty
    anchors = (opponent + RAY_STARTS[square]) & player

A carry that enters beside `square` runs through the opponent's discs there and leaves the others alone, so `anchors`
are the own discs next to `square` or beyond a run of the opponent's. They determine the flips completely, and few
different sets of them occur, so the flips are remembered per square instead of computed.
"""

from typing import Any, Dict, List, Optional, Tuple

from engine.board import iterate_squares

OrientedPosition = Tuple[int, int, int]
#: Anchors -> entry, and None -> the FlipMemory that makes the entries.
KnownEntries = Dict[Optional[int], Any]

#: Entries a square's memory of flips may hold before it is emptied; rarely reached.
FLIP_MEMORY_ENTRIES = 4000


def _board_lines() -> List[List[int]]:
    """All rows, columns and diagonals of three or more squares."""
    lines = [[8 * row + column for column in range(8)] for row in range(8)]
    lines += [[8 * row + column for row in range(8)] for column in range(8)]
    for step in (1, -1):
        for offset in range(-14, 15):
            diagonal = [8 * row + offset + step * row for row in range(8) if 0 <= offset + step * row < 8]
            if len(diagonal) >= 3:
                lines.append(diagonal)
    return lines


#: All copies of each square, and the complement of that.
COPIES = [0] * 64
OTHER_SQUARES = [0] * 64
#: For each square the next bit in each direction, except directions too short to outflank.
RAY_STARTS = [0] * 64
#: The square of the highest bit of a set, indexed by the set's bit_length.
SQUARE_OF_LENGTH = [0]
#: For each square: bit_length of an anchor -> the discs between the square and that anchor, as copies.
_RUNS: List[Dict[int, int]] = [{} for _ in range(64)]


def _build_tables() -> None:
    lines = _board_lines()
    placed = []
    base = 0
    for line in lines + [line[::-1] for line in lines]:
        placed.append((base, line))
        for index, square in enumerate(line):
            bit = base + index
            COPIES[square] |= 1 << bit
            beyond = len(line) - 1 - index
            if beyond >= 2:
                RAY_STARTS[square] |= 1 << bit + 1
        SQUARE_OF_LENGTH.extend(line + [0])
        base += len(line) + 1
    for square in range(64):
        OTHER_SQUARES[square] = ~COPIES[square]
    for base, line in placed:
        for index, square in enumerate(line[:-1]):
            runs = _RUNS[square]
            between = 0
            for anchor in range(index + 1, len(line)):
                runs[base + anchor + 1] = between
                between |= COPIES[line[anchor]]


_build_tables()

ALL_COPIES = 0
for _copies in COPIES:
    ALL_COPIES |= _copies
#: The first copy of the rows, 9 bits a row: enough to count discs and to name a position.
FIRST_COPY = sum(0xFF << 9 * row for row in range(8))


class FlipMemory:
    """The flips of the moves on one square met so far: `known` maps anchors to copies of the flipped discs.

    `known` is a plain dict, because a lookup there is faster than in a dict that fills itself. `known[None]` is this
    object, so a caller that misses an entry gets it by `known[None].learn(anchors)`. All threads share it: an entry may
    vanish at any moment, so read it in a single lookup; the object itself stays. Subclasses override `entry` to
    remember something else.
    """

    def __init__(self, square: int) -> None:
        self.runs = _RUNS[square]
        self.known: KnownEntries = {None: self}

    def learn(self, anchors: int) -> Any:
        """The entry for these anchors, remembered from now on."""
        if len(self.known) > FLIP_MEMORY_ENTRIES:
            self.forget()
        entry = self.known[anchors] = self.entry(anchors)
        return entry

    def forget(self) -> None:
        """Drops the entries one by one, but never this object."""
        for anchors in list(self.known):
            if anchors is not None:
                self.known.pop(anchors, None)

    def entry(self, anchors: int) -> Any:
        """The copies of all discs between the square and the anchors."""
        flipped = 0
        runs = self.runs
        while anchors:
            length = anchors.bit_length()
            flipped |= runs[length]
            anchors ^= 1 << length - 1
        return flipped


#: Everything a move on a square needs: ray starts, known flips, copies.
MOVE_TABLES = [(RAY_STARTS[square], FlipMemory(square).known, COPIES[square]) for square in range(64)]


def flipped_copies(player: int, opponent: int, square: int) -> int:
    """The copies of the discs that turn over when the player plays there; hot loops inline this."""
    starts, known, _ = MOVE_TABLES[square]
    anchors = (opponent + starts) & player
    try:
        flipped: int = known[anchors]
    except KeyError:
        flipped = known[None].learn(anchors)
    return flipped


def spread(squares: int) -> int:
    """All copies of a 64-bit set of squares."""
    copies = 0
    for square in iterate_squares(squares):
        copies |= COPIES[square]
    return copies


def fold(copies: int) -> int:
    """The 64-bit set of squares that has these copies."""
    squares = 0
    for row in range(8):
        squares |= (copies >> 9 * row & 0xFF) << 8 * row
    return squares


def orient(player: int, opponent: int) -> OrientedPosition:
    """The fast form of a position."""
    own, other = spread(player), spread(opponent)
    return own, other, ALL_COPIES & ~(own | other)


def oriented_moves(player: int, opponent: int, empty: int) -> int:
    """The legal moves, one bit for each direction in which a move flips; nonzero means "can move"."""
    return (opponent + (opponent & (player << 1))) & empty


def list_moves(moves: int) -> List[int]:
    """The squares of `oriented_moves`, each once."""
    squares = []
    while moves:
        square = SQUARE_OF_LENGTH[moves.bit_length()]
        squares.append(square)
        moves &= OTHER_SQUARES[square]
    return squares


def play_oriented(player: int, opponent: int, empty: int, square: int) -> OrientedPosition:
    """The next position, seen by the next mover. The move must be legal."""
    flipped = flipped_copies(player, opponent, square)
    copies = COPIES[square]
    return opponent ^ flipped, player ^ flipped ^ copies, empty ^ copies


def oriented_difference(player: int, opponent: int) -> int:
    """The player's discs minus the opponent's."""
    return bin(player & FIRST_COPY).count("1") - bin(opponent & FIRST_COPY).count("1")
