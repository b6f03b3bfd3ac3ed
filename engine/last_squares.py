"""The last few squares of a game, played out exactly and as fast as the interpreter allows.

With LAST_SQUARES empty squares or fewer there is no scan for moves. A *plan* is the tuple of the moves on one set of
empty squares, in the order in which they are tried. Positions are oriented (`engine.oriented`), the mover first, so one
plan serves both sides. The effect of a move is looked up by its anchors in a memory that fills on demand. For the very
last square, the discs of the waiting side are enough:

    move memory   (opponent + starts) & player   -> (flipped, flipped and placed, discs gained: 2 * flips + 1) or None
    last memory   (opponent + starts) ^ opponent -> discs gained, 0 if the move is illegal

Scores here are *relative*: the final difference minus the present one, for the mover. A search answers whether the
score is above `needed` with a bound on the score that lies on the right side of `needed`; parity keeps the two from
being equal.
"""

from typing import Any, List, Optional, Tuple

from engine.oriented import ALL_COPIES, COPIES, FIRST_COPY, RAY_STARTS, FlipMemory, KnownEntries

#: Most empty squares that this module handles.
LAST_SQUARES = 5

#: Below every relative score.
_NO_RELATIVE_SCORE = -999

#: Order of play among quadrants of equal parity, by square: corners first, squares beside a corner last.
_SQUARE_RANKS = [
    0, 8, 3, 4, 4, 3, 8, 0,
    8, 9, 6, 5, 5, 6, 9, 8,
    3, 6, 2, 4, 4, 2, 6, 3,
    4, 5, 4, 4, 4, 4, 5, 4,
]
_SQUARE_RANKS += _SQUARE_RANKS[::-1]

#: (rank, rows-copy bit, bit of the quadrant, ray starts, known moves, known last moves)
PlannedSquare = Tuple[int, int, int, int, KnownEntries, KnownEntries]
#: (ray starts, known moves, and two items for what comes after it: see PlanMemory)
PlannedMove = Tuple[int, KnownEntries, Any, Any]
Plan = Tuple[PlannedMove, ...]

count_ones = getattr(int, "bit_count", None) or (lambda number: bin(number).count("1"))


class MoveMemory(FlipMemory):
    """The moves on one square: anchors -> (flipped, flipped and placed, discs gained), or None if illegal."""

    def __init__(self, square: int, goal: int) -> None:
        super().__init__(square)
        self.copies = COPIES[square]
        self.goal = goal

    def entry(self, anchors: int) -> Optional[Tuple[int, int, int]]:
        """The move that the anchors stand for."""
        flipped: int = super().entry(anchors)
        if not flipped:
            return None
        return flipped, flipped | self.copies, self.goal * (2 * count_ones(flipped & FIRST_COPY) + 1)

    def unplayed(self, player: int, empties: int) -> int:
        """The relative score if neither side can move: the empty squares count for the side with more discs."""
        difference = 2 * count_ones(player & FIRST_COPY) - 64 + empties
        return self.goal * (empties if difference > 0 else -empties if difference < 0 else 0)


class LastMemory(FlipMemory):
    """The gain on the last empty square: the waiting side's runs, each with the square behind it -> discs gained."""

    def __init__(self, square: int, goal: int) -> None:
        super().__init__(square)
        self.goal = goal

    def entry(self, runs: int) -> int:
        """The discs gained; a run that reaches the edge has no square behind it."""
        flipped = super().entry(runs & ~(runs >> 1) & ALL_COPIES)
        return self.goal * (2 * count_ones(flipped & FIRST_COPY) + 1) if flipped else 0

    def unplayed(self, player: int) -> int:
        """The relative score if neither side can play here; with 63 discs one side has more."""
        return self.goal if count_ones(player & FIRST_COPY) > 31 else -self.goal


class PlanMemory(dict):  # type: ignore[type-arg]  # a generic base takes time to make on Python 3.6
    """Empty squares (rows copy, two or more) -> plan.

    After its ray starts and known moves, a planned move holds:

    - with two squares: the ray starts and known last moves of the other square;
    - with three: the plan and the set of the other two;
    - with more: the set of the others, and the function that searches it.
    """

    def __init__(self, goal: int, entries: int) -> None:
        super().__init__()
        self.entries = entries
        #: By the bit_length of the rows-copy bit.
        self.squares = {(COPIES[square] & FIRST_COPY).bit_length(): _planned_square(square, goal)
                        for square in range(64)}

    def __missing__(self, empty: int) -> Plan:
        if len(self) >= self.entries:
            self.clear()
        plan = self[empty] = self._plan(empty, self._in_order(empty))
        return plan

    def _in_order(self, empty: int) -> List[PlannedSquare]:
        """The squares in the order of play: those in quadrants with an odd number of empty squares come first."""
        squares = []
        parity = 0
        while empty:
            square = self.squares[empty.bit_length()]
            squares.append(square)
            empty ^= square[1]
            parity ^= square[2]
        squares.sort()
        return ([square for square in squares if parity & square[2]]
                + [square for square in squares if not parity & square[2]])

    def _plan(self, empty: int, squares: List[PlannedSquare]) -> Plan:
        if len(squares) == 2:
            (_, _, _, starts, known, last_known), (_, _, _, other_starts, other_known, other_last_known) = squares
            return (starts, known, other_starts, other_last_known), (other_starts, other_known, starts, last_known)
        if len(squares) == 3:
            return tuple([(starts, known, self[empty ^ bit], empty ^ bit)
                          for _, bit, _, starts, known, _ in squares])
        search = search_three if len(squares) == 4 else search_few
        return tuple([(starts, known, empty ^ bit, search) for _, bit, _, starts, known, _ in squares])


def _planned_square(square: int, goal: int) -> PlannedSquare:
    row, column = divmod(square, 8)
    return (_SQUARE_RANKS[square], COPIES[square] & FIRST_COPY, 1 << row // 4 * 2 + column // 4, RAY_STARTS[square],
            MoveMemory(square, goal).known, LastMemory(square, goal).known)


class LastSquares:
    """Searches positions with at most LAST_SQUARES empty squares. The goal is 1, or -1 if the fewest discs win."""

    def __init__(self, goal: int, plan_entries: int) -> None:
        self._goal = goal
        self._plans = PlanMemory(goal, plan_entries)

    def known_moves(self, square: int) -> KnownEntries:
        """The move memory of a square, for searches with more empty squares."""
        return self._plans.squares[(COPIES[square] & FIRST_COPY).bit_length()][4]

    def search(self, player: int, opponent: int, empty: int, empties: int, threshold: int) -> int:
        """A bound on the final score for the mover of an oriented position, on the right side of an odd threshold."""
        difference = self._goal * (2 * count_ones(player & FIRST_COPY) - 64 + empties)
        needed = threshold - difference
        empty &= FIRST_COPY
        if empties > 3:
            return difference + search_few(player, opponent, empty, self._plans, needed)
        if empties == 3:
            return difference + search_three(player, opponent, empty, self._plans, needed)
        if empties == 2:
            return difference + search_two(player, opponent, empty, self._plans, needed)
        return difference + self._last_gain(player, opponent, empty) if empties else difference

    def _last_gain(self, player: int, opponent: int, empty: int) -> int:
        """The relative score with one empty square."""
        _, _, _, starts, _, known = self._plans.squares[empty.bit_length()]
        gained: int = known[None].learn((opponent + starts) ^ opponent)
        return gained or -_gain_after_pass(opponent, player, starts, known)


def search_few(player: int, opponent: int, empty: int, plans: PlanMemory, needed: int, passed: bool = False) -> int:
    """The relative score with four or more empty squares; `passed`: the opponent has just passed."""
    best = _NO_RELATIVE_SCORE
    for starts, known, left, search in plans[empty]:
        anchors = (opponent + starts) & player
        try:
            move = known[anchors]
        except KeyError:
            move = known[None].learn(anchors)
        if move:
            flipped, change, gained = move
            score: int = gained - search(opponent ^ flipped, player ^ change, left, plans, gained - needed)
            if score > best:
                if score > needed:
                    return score
                best = score
    if best == _NO_RELATIVE_SCORE:
        if passed:
            return _unplayed(player, plans[empty])
        return -search_few(opponent, player, empty, plans, -needed, True)
    return best


def search_three(player: int, opponent: int, empty: int, plans: PlanMemory, needed: int, passed: bool = False) -> int:
    """The relative score with three empty squares; `search_two` is inlined."""
    best = _NO_RELATIVE_SCORE
    score: int
    for starts, known, replies, left in plans[empty]:
        anchors = (opponent + starts) & player
        try:
            move = known[anchors]
        except KeyError:
            move = known[None].learn(anchors)
        if move:
            flipped, change, gained = move
            mover = opponent ^ flipped
            waiting = player ^ change
            limit = gained - needed
            reply = _NO_RELATIVE_SCORE
            for starts, known, last_starts, last_known in replies:
                anchors = (waiting + starts) & mover
                try:
                    move = known[anchors]
                except KeyError:
                    move = known[None].learn(anchors)
                if move:
                    flipped, change, score = move
                    discs = mover ^ change
                    runs = (discs + last_starts) ^ discs
                    try:
                        last_gained = last_known[runs]
                    except KeyError:
                        last_gained = last_known[None].learn(runs)
                    if last_gained:
                        score -= last_gained
                    else:
                        other = waiting ^ flipped
                        runs = (other + last_starts) ^ other
                        try:
                            score += last_known[runs] or last_known[None].unplayed(discs)
                        except KeyError:
                            score += last_known[None].learn(runs) or last_known[None].unplayed(discs)
                    if score > reply:
                        reply = score
                        if score > limit:
                            break
            if reply == _NO_RELATIVE_SCORE:
                reply = -search_two(waiting, mover, left, plans, -limit, True)
            score = gained - reply
            if score > best:
                if score > needed:
                    return score
                best = score
    if best == _NO_RELATIVE_SCORE:
        if passed:
            return _unplayed(player, plans[empty])
        return -search_three(opponent, player, empty, plans, -needed, True)
    return best


def search_two(player: int, opponent: int, empty: int, plans: PlanMemory, needed: int, passed: bool = False) -> int:
    """The relative score with two empty squares."""
    best = _NO_RELATIVE_SCORE
    score: int
    for starts, known, last_starts, last_known in plans[empty]:
        anchors = (opponent + starts) & player
        try:
            move = known[anchors]
        except KeyError:
            move = known[None].learn(anchors)
        if move:
            flipped, change, score = move
            discs = player ^ change
            runs = (discs + last_starts) ^ discs
            try:
                last_gained = last_known[runs]
            except KeyError:
                last_gained = last_known[None].learn(runs)
            if last_gained:
                score -= last_gained
            else:
                score += _gain_after_pass(discs, opponent ^ flipped, last_starts, last_known)
            if score > best:
                if score > needed:
                    return score
                best = score
    if best == _NO_RELATIVE_SCORE:
        if passed:
            return _unplayed(player, plans[empty])
        return -search_two(opponent, player, empty, plans, -needed, True)
    return best


def _gain_after_pass(player: int, opponent: int, starts: int, known: KnownEntries) -> int:
    """The relative score on the last square if the opponent could not play there."""
    gained: int = known[None].learn((opponent + starts) ^ opponent)
    return gained or known[None].unplayed(player)


def _unplayed(player: int, plan: Plan) -> int:
    """The relative score if neither side can play on any square of the plan."""
    score: int = plan[0][1][None].unplayed(player, len(plan))
    return score
