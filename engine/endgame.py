"""The exact end of a game: who wins, by how many discs, and with which move.

Scores are final disc differences for the mover, with empty squares given to the winner (`engine.board.final_score`).
They are even, so a search asks whether the score lies above an odd *threshold*: above -1 is at least a draw, above +1 a
win. It answers with a bound on the score that lies on the right side of the threshold. `solve` narrows the score down
by a series of these questions, each profiting from the positions that earlier ones remembered.

From the root down:

    solve          closes the interval (alpha, beta) around the score
    _search        fewest replies first; remembered positions, and cut-offs by the children's remembered bounds
    _search_low    the same, minus the parts that do not pay off with few empty squares
    LastSquares    ready-made plans for the last five squares (engine.last_squares)

Memory is bounded, nothing is thrown away between calls, and a call that runs out of time leaves everything usable.
"""

from time import perf_counter
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from engine.coordinates import PASS
from engine.effort import Effort
from engine.evaluation import UNITS_PER_DISC
from engine.last_squares import LAST_SQUARES, LastSquares, count_ones
from engine.oriented import (
    COPIES,
    FIRST_COPY,
    OTHER_SQUARES,
    RAY_STARTS,
    SQUARE_OF_LENGTH,
    OrientedPosition,
    fold,
    list_moves,
    orient,
    oriented_difference,
    oriented_moves,
    play_oriented,
)
from engine.seams import MOVE_BITS, PositionEvaluator

#: The columns copy of `engine.oriented`: with FIRST_COPY, one integer identifies a position.
SECOND_COPY = FIRST_COPY << 72

#: With this many empty squares or more, the clock is checked and the children's remembered bounds may cut off.
HIGH_EMPTIES = 8

#: With this many or more, the evaluator, if any, influences the order of moves; below, it costs more than it saves.
ESTIMATED_EMPTIES = 14
#: The value there of leaving one reply fewer, in the evaluator's units: two discs.
REPLY_UNITS = 2 * UNITS_PER_DISC

#: Most positions remembered for each number of empty squares, at about 220 bytes each.
TABLE_ENTRIES = 10000
#: Most plans for the last squares remembered for each of these, at about 600 bytes each.
PLANS_PER_TABLE_ENTRY = 2

#: Moves that leave few replies are tried first. A reply counts once for each direction in which it flips; any reply in
#: a corner adds this many.
CORNER_REPLY_COUNT = 4
#: Sorts before every other rank.
_FIRST_RANK = -9999
_CORNERS = COPIES[0] | COPIES[7] | COPIES[56] | COPIES[63]

_LOWEST_SCORE = -64
_HIGHEST_SCORE = 64
#: Below every score.
_NO_SCORE = -99

#: Of a position: (least score, greatest score, move to try first).
_Entry = Tuple[int, int, int]
#: Of a move: (rank, square, position after it).
_Child = Tuple[int, int, int, int, int]
_UNKNOWN = (_LOWEST_SCORE, _HIGHEST_SCORE, PASS)


class EndgameResult(NamedTuple):
    """The value of a solved position to its mover."""

    score: int  #: exact if strictly inside the window asked for; otherwise a bound at or beyond that end of the window
    move: int  #: a move that reaches the score; PASS if there is none
    line: Tuple[int, ...]  #: best play as far as it is remembered, beginning with `move`
    nodes: int  #: positions visited with more than LAST_SQUARES empty squares
    seconds: float


class OutOfTime(Exception):
    """The deadline passed inside a search."""


class EndgameSolver:
    """Solves positions exactly and remembers what it has learned from one call to the next.

    `fewest_wins` reverses the goal (the side with fewer discs wins): scores are negated, nothing else changes.
    An `evaluator` improves the order of moves when many squares are empty.
    """

    def __init__(self, clock: Callable[[], float] = perf_counter, fewest_wins: bool = False,
                 evaluator: Optional[PositionEvaluator] = None, table_entries: int = TABLE_ENTRIES) -> None:
        """`table_entries` bounds the positions remembered for each number of empty squares, and with them the plans."""
        self.nodes = 0
        self._table_entries = table_entries
        self.effort = Effort()
        self.clock = clock
        self._deadline = float("inf")
        self._evaluator = evaluator
        self._goal = -1 if fewest_wins else 1
        self._corner_replies = self._goal * CORNER_REPLY_COUNT
        self._last = LastSquares(self._goal, PLANS_PER_TABLE_ENTRY * table_entries)
        tables = [(RAY_STARTS[square], self._last.known_moves(square), COPIES[square], OTHER_SQUARES[square], square)
                  for square in range(64)]
        #: Everything the scan for moves needs, by the bit_length of a set of moves.
        self._scan_tables = [tables[square] for square in SQUARE_OF_LENGTH]
        self._tables: List[Dict[int, _Entry]] = [{} for _ in range(65)]

    def solve(self, player: int, opponent: int, alpha: int = _LOWEST_SCORE, beta: int = _HIGHEST_SCORE,
              deadline: Optional[float] = None, first_moves: Sequence[int] = (),
              estimate: int = 0) -> Optional[EndgameResult]:
        """The score and a best move, or None if time ran out; the window (-1, 1) asks for win, draw or loss.

        `first_moves` is the expected line of play, tried first; `estimate` is a guess at the score. Both only save
        time.
        """
        start = self.clock()
        first_node = self.nodes
        self._deadline = float("inf") if deadline is None else deadline
        position = orient(player, opponent)
        self._expect(position, first_moves)
        try:
            score = self._close_in(position, alpha, beta, estimate)
        except OutOfTime:
            return None
        finally:
            self._deadline = float("inf")
            nodes, seconds = self.nodes - first_node, self.clock() - start
            self.effort.note(nodes, seconds)
        line = self._remembered_line(position)
        return EndgameResult(score, line[0], line, nodes, seconds)

    def score_oriented(self, player: int, opponent: int, empty: int, empties: int,
                       alpha: int = _LOWEST_SCORE, beta: int = _HIGHEST_SCORE) -> int:
        """The score alone, without set-up or deadline, for positions inside a search tree."""
        start = self.clock()
        first_node = self.nodes
        score = self._close_in((player, opponent, empty), alpha, beta, alpha, empties)
        self.effort.note(self.nodes - first_node, self.clock() - start)
        return score

    def forget(self) -> None:
        """Drops all remembered positions."""
        for table in self._tables:
            table.clear()

    def _close_in(self, position: OrientedPosition, alpha: int, beta: int, estimate: int,
                  empties: Optional[int] = None) -> int:
        """The score, narrowed down question by question, starting next to the estimate."""
        player, opponent, empty = position
        if empties is None:
            empties = count_ones(empty & FIRST_COPY)
        search = self._search if empties >= HIGH_EMPTIES else self._search_low
        low, high = _LOWEST_SCORE, _HIGHEST_SCORE
        least, most = alpha | 1, beta - 1 | 1
        threshold = estimate - 1 | 1
        while low < high and low < beta and high > alpha:
            threshold = max(least, min(most, threshold))
            score = search(player, opponent, empty, empties, threshold)
            if score > threshold:
                low = score
                threshold = score + 1
            else:
                high = score
                threshold = score - 1
        return high if high <= alpha else low

    def _search(self, player: int, opponent: int, empty: int, empties: int, threshold: int) -> int:
        """A bound on the score with HIGH_EMPTIES or more empty squares."""
        self.nodes += 1
        if self.clock() > self._deadline:
            raise OutOfTime
        moves = (opponent + (opponent & (player << 1))) & empty
        if not moves:
            return self._passed(self._search, player, opponent, empty, empties, threshold)
        table = self._tables[empties]
        key = player & FIRST_COPY | opponent & SECOND_COPY
        low, high, first = table.get(key, _UNKNOWN)
        if low > threshold:
            return low
        if high < threshold:
            return high
        next_table = self._tables[empties - 1]
        scan_tables = self._scan_tables
        corner_replies = self._corner_replies
        children: List[_Child] = []
        while moves:
            starts, known, copies, others, square = scan_tables[moves.bit_length()]
            moves &= others
            anchors = (opponent + starts) & player
            try:
                flipped, change, _ = known[anchors]
            except KeyError:
                flipped, change, _ = known[None].learn(anchors)
            next_player = opponent ^ flipped
            next_opponent = player ^ change
            next_empty = empty ^ copies
            remembered = next_table.get(next_player & FIRST_COPY | next_opponent & SECOND_COPY)
            if remembered and -remembered[1] > threshold:
                table[key] = (-remembered[1], high, square)
                return -remembered[1]
            replies = (next_opponent + (next_opponent & (next_player << 1))) & next_empty
            rank = count_ones(replies) + corner_replies if replies & _CORNERS else count_ones(replies)
            if square == first:
                rank = _FIRST_RANK
            children.append((rank, square, next_player, next_opponent, next_empty))
        if empties >= ESTIMATED_EMPTIES and self._evaluator is not None:
            children = _ranked_by_estimate(self._evaluator, player, opponent, empties, children)
        children.sort()
        search = self._search if empties > HIGH_EMPTIES else self._search_low
        best = _NO_SCORE
        for _, square, next_player, next_opponent, next_empty in children:
            score = -search(next_player, next_opponent, next_empty, empties - 1, -threshold)
            if score > best:
                best = score
                best_square = square
                if score > threshold:
                    break
        if len(table) >= self._table_entries:
            table.clear()
        table[key] = ((best, high, best_square) if best > threshold else
                      (low, best, best_square if low == _LOWEST_SCORE else first))
        return best

    def _search_low(self, player: int, opponent: int, empty: int, empties: int, threshold: int) -> int:
        """A bound on the score with fewer than HIGH_EMPTIES empty squares."""
        if empties <= LAST_SQUARES:
            return self._last.search(player, opponent, empty, empties, threshold)
        self.nodes += 1
        moves = (opponent + (opponent & (player << 1))) & empty
        if not moves:
            return self._passed(self._search_low, player, opponent, empty, empties, threshold)
        table = self._tables[empties]
        key = player & FIRST_COPY | opponent & SECOND_COPY
        low, high, first = table.get(key, _UNKNOWN)
        if low > threshold:
            return low
        if high < threshold:
            return high
        scan_tables = self._scan_tables
        corner_replies = self._corner_replies
        children: List[_Child] = []
        while moves:
            starts, known, copies, others, square = scan_tables[moves.bit_length()]
            moves &= others
            anchors = (opponent + starts) & player
            try:
                flipped, change, _ = known[anchors]
            except KeyError:
                flipped, change, _ = known[None].learn(anchors)
            next_player = opponent ^ flipped
            next_opponent = player ^ change
            next_empty = empty ^ copies
            replies = (next_opponent + (next_opponent & (next_player << 1))) & next_empty
            rank = count_ones(replies) + corner_replies if replies & _CORNERS else count_ones(replies)
            if square == first:
                rank = _FIRST_RANK
            children.append((rank, square, next_player, next_opponent, next_empty))
        children.sort()
        search = self._search_low if empties - 1 > LAST_SQUARES else self._last.search
        best = _NO_SCORE
        for _, square, next_player, next_opponent, next_empty in children:
            score = -search(next_player, next_opponent, next_empty, empties - 1, -threshold)
            if score > best:
                best = score
                best_square = square
                if score > threshold:
                    break
        if len(table) >= self._table_entries:
            table.clear()
        table[key] = ((best, high, best_square) if best > threshold else
                      (low, best, best_square if low == _LOWEST_SCORE else first))
        return best

    def _passed(self, search: Callable[[int, int, int, int, int], int],
                player: int, opponent: int, empty: int, empties: int, threshold: int) -> int:
        """The score if the mover has no move: the opponent moves, or the game is over."""
        if (player + (player & (opponent << 1))) & empty:
            return -search(opponent, player, empty, empties, -threshold)
        difference = oriented_difference(player, opponent)
        bonus = empties if difference > 0 else -empties if difference < 0 else 0
        return self._goal * (difference + bonus)

    def _expect(self, position: OrientedPosition, line: Sequence[int]) -> None:
        """Makes each move of the line the first one tried in its position."""
        player, opponent, empty = position
        for square in line:
            moves = list_moves(oriented_moves(player, opponent, empty))
            if square == PASS and not moves:
                player, opponent = opponent, player
                continue
            if square not in moves:
                return
            table = self._tables[count_ones(empty & FIRST_COPY)]
            key = player & FIRST_COPY | opponent & SECOND_COPY
            table.setdefault(key, (_LOWEST_SCORE, _HIGHEST_SCORE, square))
            player, opponent, empty = play_oriented(player, opponent, empty, square)

    def _remembered_line(self, position: OrientedPosition) -> Tuple[int, ...]:
        """Best play from a position just searched, as far as it is remembered."""
        line: List[int] = []
        player, opponent, empty = position
        while True:
            moves = list_moves(oriented_moves(player, opponent, empty))
            if moves:
                square = self._remembered_move(player, opponent, empty, moves)
                if square == PASS:
                    break
                player, opponent, empty = play_oriented(player, opponent, empty, square)
            elif oriented_moves(opponent, player, empty):
                square = PASS
                player, opponent = opponent, player
            else:
                break
            line.append(square)
        return tuple(line) or (PASS,)

    def _remembered_move(self, player: int, opponent: int, empty: int, moves: List[int]) -> int:
        """The best of the moves; PASS if it is unknown."""
        empties = count_ones(empty & FIRST_COPY)
        if empties > LAST_SQUARES:
            key = player & FIRST_COPY | opponent & SECOND_COPY
            return self._tables[empties].get(key, _UNKNOWN)[2]
        return min(moves, key=lambda square: self.score_oriented(
            *(play_oriented(player, opponent, empty, square) + (empties - 1,))))


def _ranked_by_estimate(evaluator: PositionEvaluator, player: int, opponent: int, empties: int,
                        children: List[_Child]) -> List[_Child]:
    """The children with the evaluator's opinion, two plies ahead, in their ranks."""
    packed = evaluator.pack(fold(player), fold(opponent))
    ranked = []
    for rank, square, next_player, next_opponent, next_empty in children:
        if rank != _FIRST_RANK:
            next_packed = evaluator.packed_after(player, opponent, packed, square)
            rank *= REPLY_UNITS
            rank += _estimate_units(evaluator, next_player, next_opponent, next_empty, next_packed, 61 - empties)
        ranked.append((rank, square, next_player, next_opponent, next_empty))
    return ranked


def _estimate_units(evaluator: PositionEvaluator, player: int, opponent: int, empty: int, packed: int,
                    ply: int) -> int:
    """The evaluator's estimate for the mover after the best move."""
    moves = oriented_moves(player, opponent, empty)
    if moves:
        return evaluator(player, opponent, moves, packed, ply)[1][0] >> MOVE_BITS
    moves = oriented_moves(opponent, player, empty)
    if moves:
        return -(evaluator(opponent, player, moves, evaluator.packed_after_pass(packed), ply)[1][0] >> MOVE_BITS)
    return UNITS_PER_DISC * oriented_difference(player, opponent)
