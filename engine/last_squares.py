"""The last few squares of a game, played out exactly and as fast as the interpreter allows.

Up to LAST_SQUARES empty squares a position is one integer, the *board*: the first side's discs in the rows copy of
`engine.oriented`, the second side's in the columns copy. A move is one XOR, the same for both sides but for the new
disc, and depends only on the lines through its square, so it is looked up in a *memory* filled as need arises:

    move memory (square, side)   board & lines -> (what to XOR, discs gained: 2 * flips + 1), or None if illegal
    last memory (square, side)   board & lines -> discs gained by `side`, to move, when no other square is empty

The squares that are left are known beforehand, so nothing is scanned. A *plan* is the tuple of a side's moves on one
set of empty squares, odd regions first; each move carries the two sides' plans for the set without its square.

Scores here are *relative*: the final difference minus the present one, for the mover. A search answers whether the
score is above `needed`, by a bound on the score that lies on the proper side of `needed`; parity keeps the score and
`needed` from being equal.
"""

from typing import Any, Callable, Dict, List, Optional, Tuple

from engine.oriented import COPIES, FIRST_COPY

#: The columns copy follows the rows copy.
SECOND_COPY = FIRST_COPY << 72
BOTH_COPIES = FIRST_COPY | SECOND_COPY

#: Most empty squares that are left to this module.
LAST_SQUARES = 5

#: Entries after which a memory is emptied. A move takes about 150 bytes, a plan 1,100; with twenty squares left to play
#: that is 25 and 13 megabytes.
MOVE_MEMORY_ENTRIES = 2000
PLAN_ENTRIES = 12000

#: Below every relative score.
_NO_RELATIVE_SCORE = -999

#: Order of play within regions of equal parity, by square: corners first, squares beside a corner last.
_SQUARE_RANKS = [
    0, 8, 3, 4, 4, 3, 8, 0,
    8, 9, 6, 5, 5, 6, 9, 8,
    3, 6, 2, 4, 4, 2, 6, 3,
    4, 5, 4, 4, 4, 4, 5, 4,
]
_SQUARE_RANKS += _SQUARE_RANKS[::-1]
_EVEN_REGION_RANK = 10

Plan = Tuple[Any, ...]

count_ones = getattr(int, "bit_count", None) or (lambda number: bin(number).count("1"))


class LineMemory(dict):  # type: ignore[type-arg]
    """For one line through a square, and a side: board & line -> what the side flips there, in both copies."""

    __slots__ = ("rays",)

    def __init__(self, rays: List[List[int]], own_copy: int, other_copy: int) -> None:
        super().__init__()
        self.rays = [[(COPIES[square] & own_copy, COPIES[square] & other_copy, COPIES[square] & BOTH_COPIES)
                      for square in ray] for ray in rays]

    def __missing__(self, discs: int) -> int:
        flipped = 0
        for ray in self.rays:
            run = 0
            for own, other, both in ray:
                if discs & other:
                    run |= both
                    continue
                if discs & own:
                    flipped |= run
                break
        self[discs] = flipped
        return flipped


class MoveTeacher:
    """One square and side: fills `memory`, board & lines -> (what to XOR, discs gained), None if the move is illegal.

    The memories are plain dicts, because subclasses with a `__missing__` are slow to subscript in old interpreters;
    under the key None each holds its teacher, who is asked for what is missing.
    """

    __slots__ = ("lines", "disc", "outcomes", "own_copy", "goal", "memory")

    def __init__(self, square: int, own_copy: int, other_copy: int, goal: int) -> None:
        self.own_copy = own_copy
        self.goal = goal
        self.disc = COPIES[square] & own_copy
        self.lines = [(mask, LineMemory(rays, own_copy, other_copy)) for mask, rays in _square_lines(square)]
        self.outcomes: Dict[int, Optional[Tuple[int, int]]] = {0: None}
        self.memory: Dict[Optional[int], Any] = {None: self}

    def learn(self, discs: int) -> Optional[Tuple[int, int]]:
        """The missing entry, also put into the memory."""
        memory = self.memory
        if len(memory) >= MOVE_MEMORY_ENTRIES:
            memory.clear()
            memory[None] = self
        outcome = memory[discs] = self.play(discs)
        return outcome

    def play(self, discs: int) -> Optional[Tuple[int, int]]:
        """What the memory says of these discs, worked out; equal outcomes are one object."""
        flipped = 0
        for mask, line in self.lines:
            flipped |= line[discs & mask]
        if flipped not in self.outcomes:
            self.outcomes[flipped] = (flipped | self.disc, self.goal * (count_ones(flipped) + 1))
        return self.outcomes[flipped]

    def unplayed(self, board: int, empties: int) -> int:
        """The side's relative score when nobody can move: the squares left over count for the side with more discs."""
        difference = 2 * count_ones(board & self.own_copy) - 64 + empties
        return self.goal * (empties if difference > 0 else -empties if difference < 0 else 0)


class LastTeacher:
    """The only empty square and the side to move: fills `memory`, board & lines -> discs gained."""

    __slots__ = ("mover", "other", "memory")

    def __init__(self, mover: MoveTeacher, other: MoveTeacher) -> None:
        self.mover = mover
        self.other = other
        self.memory: Dict[Optional[int], Any] = {None: self}

    def learn(self, discs: int) -> int:
        """The missing entry, also put into the memory; 0 if neither side can play here."""
        memory = self.memory
        if len(memory) >= MOVE_MEMORY_ENTRIES:
            memory.clear()
            memory[None] = self
        move = self.mover.play(discs)
        reply = None if move else self.other.play(discs)
        gained = memory[discs] = move[1] if move else -reply[1] if reply else 0
        return gained

    def unplayed(self, board: int) -> int:
        """The relative score when neither side can play here."""
        return self.mover.unplayed(board, 1)


class SquareMemories(dict):  # type: ignore[type-arg]
    """Rows-copy bit of a square -> (its rank, its lines, (move memory, last memory) of either side)."""

    __slots__ = ("goal",)

    def __init__(self, goal: int) -> None:
        super().__init__()
        self.goal = goal

    def __missing__(self, bit: int) -> Tuple[int, int, Tuple[Any, Any]]:
        length = bit.bit_length() - 1
        square = 8 * (length // 9) + length % 9
        first = MoveTeacher(square, FIRST_COPY, SECOND_COPY, self.goal)
        second = MoveTeacher(square, SECOND_COPY, FIRST_COPY, self.goal)
        lines = 0
        for mask, _ in first.lines:
            lines |= mask
        entry = self[bit] = (_SQUARE_RANKS[square], lines,
                             ((first.memory, LastTeacher(first, second).memory),
                              (second.memory, LastTeacher(second, first).memory)))
        return entry


class PlanMemory(dict):  # type: ignore[type-arg]
    """Empty squares (rows copy, two or more) -> (plan of the first side, plan of the second side)."""

    __slots__ = ("squares",)

    def __init__(self, squares: SquareMemories) -> None:
        super().__init__()
        self.squares = squares

    def __missing__(self, empty: int) -> Tuple[Plan, Plan]:
        odd = _odd_regions(empty)
        ranked = []
        left = empty
        while left:
            bit = left & -left
            left ^= bit
            ranked.append((self.squares[bit][0] + (0 if bit & odd else _EVEN_REGION_RANK), bit))
        ranked.sort()
        plan = self._plan_of_two if len(ranked) == 2 else self._plan_of_many
        bits = [bit for _, bit in ranked]
        plans = plan(empty, bits, 0), plan(empty, bits, 1)
        if len(self) >= PLAN_ENTRIES:
            self.clear()
        self[empty] = plans
        return plans

    def _plan_of_two(self, empty: int, bits: List[int], side: int) -> Plan:
        """Moves (lines, move memory, lines of the other square, last memory of the reply there)."""
        moves = []
        for bit in bits:
            _, lines, memories = self.squares[bit]
            _, last_lines, last_memories = self.squares[empty ^ bit]
            moves.append((lines, memories[side][0], last_lines, last_memories[1 - side][1]))
        return tuple(moves)

    def _plan_of_many(self, empty: int, bits: List[int], side: int) -> Plan:
        """Moves (lines, move memory, plan of the reply, own plan in case the reply is a pass, search of the reply)."""
        search = search_three if len(bits) == 4 else search_few
        moves = []
        for bit in bits:
            _, lines, memories = self.squares[bit]
            later = self[empty ^ bit]
            moves.append((lines, memories[side][0], later[1 - side], later[side], search))
        return tuple(moves)


class LastSquares:
    """Searches positions of at most LAST_SQUARES empty squares. The goal is 1, or -1 if fewest discs win."""

    def __init__(self, goal: int = 1) -> None:
        self._goal = goal
        self._squares = SquareMemories(goal)
        self._plans = PlanMemory(self._squares)

    def search(self, player: int, opponent: int, empty: int, empties: int, threshold: int) -> int:
        """A bound on the final score for the mover of an oriented position, on the proper side of an odd threshold."""
        difference = self._goal * (2 * count_ones(player & FIRST_COPY) - 64 + empties)
        if not empties:
            return difference
        board = player & FIRST_COPY | opponent & SECOND_COPY
        if empties == 1:
            _, lines, memories = self._squares[empty & FIRST_COPY]
            memory = memories[0][1]
            gained: int = memory[None].learn(board & lines) or memory[None].unplayed(board)
            return difference + gained
        plan, other_plan = self._plans[empty & FIRST_COPY]
        search = search_few if empties > 3 else search_three if empties == 3 else search_two
        return difference + search(board, plan, other_plan, threshold - difference)


def search_few(board: int, plan: Plan, other_plan: Plan, needed: int) -> int:
    """The relative score with four or more empty squares."""
    best = _NO_RELATIVE_SCORE
    for lines, memory, replies, again, search in plan:
        try:
            move = memory[board & lines]
        except KeyError:
            move = memory[None].learn(board & lines)
        if move:
            change, gained = move
            score: int = gained - search(board ^ change, replies, again, gained - needed)
            if score > best:
                if score > needed:
                    return score
                best = score
    if best == _NO_RELATIVE_SCORE:
        return _pass_on(search_few, board, plan, other_plan, needed)
    return best


def search_three(board: int, plan: Plan, other_plan: Plan, needed: int) -> int:
    """The relative score with three empty squares: `search_two` is written out in it."""
    best = _NO_RELATIVE_SCORE
    score: int
    for lines, memory, replies, again, _ in plan:
        try:
            move = memory[board & lines]
        except KeyError:
            move = memory[None].learn(board & lines)
        if move:
            change, gained = move
            middle = board ^ change
            limit = gained - needed
            reply = _NO_RELATIVE_SCORE
            for lines, memory, last_lines, last_memory in replies:
                try:
                    move = memory[middle & lines]
                except KeyError:
                    move = memory[None].learn(middle & lines)
                if move:
                    change, score = move
                    after = middle ^ change
                    try:
                        score -= last_memory[after & last_lines] or last_memory[None].unplayed(after)
                    except KeyError:
                        score -= last_memory[None].learn(after & last_lines) or last_memory[None].unplayed(after)
                    if score > reply:
                        reply = score
                        if score > limit:
                            break
            if reply == _NO_RELATIVE_SCORE:
                reply = search_two(middle, replies, again, limit)
            score = gained - reply
            if score > best:
                if score > needed:
                    return score
                best = score
    if best == _NO_RELATIVE_SCORE:
        return _pass_on(search_three, board, plan, other_plan, needed)
    return best


def search_two(board: int, plan: Plan, other_plan: Plan, needed: int) -> int:
    """The relative score with two empty squares."""
    best = _NO_RELATIVE_SCORE
    score: int
    for lines, memory, last_lines, last_memory in plan:
        try:
            move = memory[board & lines]
        except KeyError:
            move = memory[None].learn(board & lines)
        if move:
            change, score = move
            after = board ^ change
            try:
                score -= last_memory[after & last_lines] or last_memory[None].unplayed(after)
            except KeyError:
                score -= last_memory[None].learn(after & last_lines) or last_memory[None].unplayed(after)
            if score > best:
                if score > needed:
                    return score
                best = score
    if best == _NO_RELATIVE_SCORE:
        return _pass_on(search_two, board, plan, other_plan, needed)
    return best


def _pass_on(search: Callable[[int, Plan, Plan, int], int],
             board: int, plan: Plan, other_plan: Plan, needed: int) -> int:
    """The relative score when the mover has no move."""
    for move in other_plan:
        lines, memory = move[:2]
        key = board & lines
        if memory[key] if key in memory else memory[None].learn(key):
            return -search(board, other_plan, plan, -needed)
    unplayed: int = plan[0][1][None].unplayed(board, len(plan))
    return unplayed


def _square_lines(square: int) -> List[Tuple[int, List[List[int]]]]:
    """The lines through a square: (its other squares in both copies, its rays: the squares nearest first)."""
    row, column = divmod(square, 8)
    lines = []
    for down, right in ((0, 1), (1, 1), (1, 0), (1, -1)):
        rays = []
        mask = 0
        for sign in (1, -1):
            ray = []
            r, c = row + sign * down, column + sign * right
            while 0 <= r < 8 and 0 <= c < 8:
                ray.append(8 * r + c)
                r, c = r + sign * down, c + sign * right
            if len(ray) >= 2:
                rays.append(ray)
                for seen in ray:
                    mask |= COPIES[seen] & BOTH_COPIES
        if rays:
            lines.append((mask, rays))
    return lines


def _odd_regions(empty: int) -> int:
    """Those of the squares (rows copy) that lie in a connected region of an odd number of them."""
    odd = 0
    left = empty
    while left:
        region = left & -left
        while True:
            wider = region | region << 1 | region >> 1
            wider = (wider | wider << 9 | wider >> 9) & empty
            if wider == region:
                break
            region = wider
        left ^= region
        if count_ones(region) & 1:
            odd |= region
    return odd
