"""Labels: the value of a position, in discs for its mover, by a deeper look than the evaluation's own.

Alpha-beta over the current weights. The tables of weights are given by ply, so that the leaves of a search may lie in
a phase that is already fitted while the root's is not. `perfect` handles the last squares.

Inside a search values are whole `UNITS` of a disc, so that every interpreter finds the same ones, and everything that
compiled functions need lies in the flat arrays of a `Teacher`.
"""

from array import array
from typing import Callable, NamedTuple, Sequence, Tuple

from engine.training import goal
from engine.training.bits import final_value, lowest_bit, play_word, word_moves
from engine.training.compiling import compiled, int_mul, uint_rshift
from engine.training.features import LANE_WORDS, TABLE_SIZE, evaluate

#: Fractions of a disc that searches count in; a weight is a 16-bit word.
UNITS = 256
LARGEST_WEIGHT = 32767
#: A bound that no value reaches.
INFINITE = 1000 * UNITS
#: Half the width of the window for a deeper search around the value of a shallower one.
ASPIRATION_UNITS = 2 * UNITS
#: ProbCut: from this depth on, a labelling search gives up a position if a search two plies shallower is outside the
#: window by this much. Two plies change a value by 2 to 4 discs (standard deviation).
CUT_DEPTH = 3
CUT_UNITS = 4 * UNITS

PLY_COUNT = 61
#: The memory begins with the number of the search, which tells old entries apart. Then come the sorted moves of every
#: level of the recursion, each as rank, next player, next opponent.
LEVELS = 64
MOST_MOVES = 34
MOVE_WORDS = 3
_MOVES = 1
#: Then the entries remembered by searches, at a hash of the position: player, opponent, number of the search and depth,
#: lower and upper bound, and the mover's discs after the best move, which identify the move.
_ENTRIES = _MOVES + LEVELS * MOST_MOVES * MOVE_WORDS
_ENTRY_BITS = 16
_ENTRY_WORDS = 6
#: Then the entries remembered by perfect play, used by `perfect`.
PERFECT_ENTRIES = _ENTRIES + (_ENTRY_WORDS << _ENTRY_BITS)
PERFECT_BITS = 18
PERFECT_WORDS = 4
_MEMORY_SIZE = PERFECT_ENTRIES + (PERFECT_WORDS << PERFECT_BITS)


class Teacher(NamedTuple):
    """The evaluation as a table and a constant for each ply 0-60, the goal, and the memory of a search."""

    lanes: "array[int]"
    weights: "array[int]"  #: all tables, in units
    plies: "array[int]"  #: where each ply's table begins, then each ply's constant in units
    memory: "array[int]"
    sign: int  #: 1 if the most discs win, -1 if the fewest do

    def __reduce__(self) -> Tuple[Callable[..., "Teacher"], Tuple["array[int]", "array[int]", int]]:
        """Other processes are sent only what they cannot make themselves."""
        return with_memory, (self.weights, self.plies, self.sign)


def with_memory(weights: "array[int]", plies: "array[int]", sign: int) -> Teacher:
    """A teacher that has searched nothing yet."""
    return Teacher(LANE_WORDS, weights, plies, array("q", [0]) * _MEMORY_SIZE, sign)


def make_teacher(tables: Sequence["array[int]"], constants: Sequence[float]) -> Teacher:
    """A teacher with a table in units and a constant for each ply, and with the program's goal.

    A table that serves several plies is stored once.
    """
    weights = array("h")
    places = {}
    for table in tables:
        if id(table) not in places:
            places[id(table)] = len(weights)
            weights.extend(table)
    starts = [places[id(table)] for table in tables]
    plies = array("q", starts + [int(round(constant * UNITS)) for constant in constants])
    return with_memory(weights, plies, goal.sign)


def blank_teacher() -> Teacher:
    """A teacher that knows nothing."""
    return make_teacher([array("h", [0]) * TABLE_SIZE] * PLY_COUNT, [0.0] * PLY_COUNT)


def in_units(table: "array[float]") -> "array[int]":
    """A table of weights in a teacher's units."""
    units: "array[int]" = array("h", [0]) * TABLE_SIZE
    _write_units(table, units)
    return units


@compiled
def _write_units(table: "array[float]", units: "array[int]") -> None:
    for entry in range(TABLE_SIZE):
        units[entry] = max(-LARGEST_WEIGHT, min(LARGEST_WEIGHT, int(round(table[entry] * UNITS))))


@compiled
def estimate(teacher: Teacher, player: int, opponent: int, ply: int) -> int:
    """The expected final disc difference for the mover, in units, at a glance."""
    plies = teacher.plies
    return evaluate(teacher.lanes, player, opponent, teacher.weights, plies[ply]) + plies[PLY_COUNT + ply]


@compiled
def hashed(player: int, opponent: int, bits: int) -> int:
    """A hash of a position, with this many bits."""
    mixed = int_mul(player ^ int_mul(opponent, 0x1E3779B97F4A7C15), 0x3F58476D1CE4E5B9)
    return uint_rshift(mixed ^ uint_rshift(mixed, 29), 64 - bits)


@compiled
def insert_move(memory: "array[int]", first: int, count: int, rank: int, player: int, opponent: int) -> None:
    """Inserts a move among the `count` sorted ones that begin at the place `first`, smallest rank first."""
    place = first + MOVE_WORDS * count
    while place > first and memory[place - MOVE_WORDS] > rank:
        memory[place] = memory[place - MOVE_WORDS]
        memory[place + 1] = memory[place + 1 - MOVE_WORDS]
        memory[place + 2] = memory[place + 2 - MOVE_WORDS]
        place -= MOVE_WORDS
    memory[place] = rank
    memory[place + 1] = player
    memory[place + 2] = opponent


@compiled
def level_start(level: int) -> int:
    """Where the moves of a level of the recursion begin."""
    return _MOVES + level * MOST_MOVES * MOVE_WORDS


@compiled
def sort_moves(teacher: Teacher, player: int, opponent: int, ply: int, level: int, preferred: int) -> int:
    """Puts the moves into the level's place, the mover's best by estimate first; returns their number.

    The move after which `preferred` are the mover's discs comes before all others.
    """
    first = level_start(level)
    moves = word_moves(player, opponent)
    count = 0
    while moves:
        disc = lowest_bit(moves)
        moves ^= disc
        next_player, next_opponent = play_word(player, opponent, disc)
        rank = -INFINITE if next_opponent == preferred else estimate(teacher, next_player, next_opponent, ply + 1)
        insert_move(teacher.memory, first, count, rank, next_player, next_opponent)
        count += 1
    return count


@compiled
def _leaf_value(teacher: Teacher, player: int, opponent: int, ply: int) -> int:
    """The estimate, taken for the side that can move, because the weights know no other positions."""
    if word_moves(player, opponent):
        return estimate(teacher, player, opponent, ply)
    if word_moves(opponent, player):
        return -estimate(teacher, opponent, player, ply)
    return UNITS * teacher.sign * final_value(player, opponent)


@compiled
def _best_reply(teacher: Teacher, player: int, opponent: int, ply: int, moves: int, beta: int) -> int:
    """The search of depth one."""
    best = -INFINITE
    while moves and best < beta:
        disc = lowest_bit(moves)
        moves ^= disc
        next_player, next_opponent = play_word(player, opponent, disc)
        best = max(best, -_leaf_value(teacher, next_player, next_opponent, ply + 1))
    return best


@compiled
def _recall(memory: "array[int]", entry: int, player: int, opponent: int, depth: int) -> Tuple[int, int, int]:
    """Bounds on the value of a search of that depth, and the mover's discs after the move to try first, or 0."""
    if memory[entry] != player or memory[entry + 1] != opponent or memory[entry + 2] >> 8 != memory[0]:
        return -INFINITE, INFINITE, 0
    if memory[entry + 2] & 255 != depth:
        return -INFINITE, INFINITE, memory[entry + 5]
    return memory[entry + 3], memory[entry + 4], memory[entry + 5]


@compiled
def _remember(memory: "array[int]", entry: int, player: int, opponent: int, depth: int, low: int, high: int,
              preferred: int) -> None:
    """Stores what `_recall` returns, until another position takes the place."""
    memory[entry], memory[entry + 1], memory[entry + 2] = player, opponent, memory[0] << 8 | depth
    memory[entry + 3], memory[entry + 4], memory[entry + 5] = low, high, preferred


@compiled
def search(teacher: Teacher, player: int, opponent: int, ply: int, depth: int, alpha: int, beta: int, cut: int,
           level: int) -> int:
    """The alpha-beta value in units for the mover; a pass costs no depth. `cut` is the margin of ProbCut."""
    if depth == 0:
        return _leaf_value(teacher, player, opponent, ply)
    moves = word_moves(player, opponent)
    if not moves:
        if not word_moves(opponent, player):
            return UNITS * teacher.sign * final_value(player, opponent)
        return -search(teacher, opponent, player, ply, depth, -beta, -alpha, cut, level + 1)
    if depth == 1:
        return _best_reply(teacher, player, opponent, ply, moves, beta)
    memory = teacher.memory
    entry = _ENTRIES + _ENTRY_WORDS * hashed(player, opponent, _ENTRY_BITS)
    low, high, preferred = _recall(memory, entry, player, opponent, depth)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    if depth >= CUT_DEPTH and cut < INFINITE:
        glance = estimate(teacher, player, opponent, ply)
        if glance >= beta:
            bound = beta + cut
            if search(teacher, player, opponent, ply, depth - 2, bound - 1, bound, cut, level + 1) >= bound:
                return beta
        elif glance <= alpha:
            bound = alpha - cut
            if search(teacher, player, opponent, ply, depth - 2, bound, bound + 1, cut, level + 1) <= bound:
                return alpha
    count = sort_moves(teacher, player, opponent, ply, level, preferred)
    place = level_start(level)
    best, floor = -INFINITE, alpha
    for number in range(count):
        next_player, next_opponent = memory[place + 1], memory[place + 2]
        place += MOVE_WORDS
        ceiling = floor + 1 if number else beta
        value = -search(teacher, next_player, next_opponent, ply + 1, depth - 1, -ceiling, -floor, cut, level + 1)
        if floor < value < beta and number:
            value = -search(teacher, next_player, next_opponent, ply + 1, depth - 1, -beta, -value, cut, level + 1)
        if value > best:
            best = value
            preferred = next_opponent
            if value > floor:
                floor = value
                if value >= beta:
                    break
    _remember(memory, entry, player, opponent, depth, best if best > alpha else low, best if best < beta else high,
              preferred)
    return best


@compiled
def begin_search(teacher: Teacher) -> None:
    """Forgets all entries, so that a value does not depend on earlier searches."""
    teacher.memory[0] += 1


@compiled
def search_units(teacher: Teacher, player: int, opponent: int, ply: int, depth: int, cut: int) -> int:
    """The value of a search to this depth, in units; shallower searches set the window and the order of moves.

    `cut` is the margin of ProbCut; INFINITE gives the minimax value.
    """
    begin_search(teacher)
    shallow = depth - (depth - 1) // 2 * 2
    value = search(teacher, player, opponent, ply, shallow, -INFINITE, INFINITE, cut, 0)
    while shallow < depth:
        shallow += 2
        low, high = value - ASPIRATION_UNITS, value + ASPIRATION_UNITS
        value = search(teacher, player, opponent, ply, shallow, low, high, cut, 0)
        if value <= low:
            value = search(teacher, player, opponent, ply, shallow, -INFINITE, value + 1, cut, 0)
        elif value >= high:
            value = search(teacher, player, opponent, ply, shallow, value - 1, INFINITE, cut, 0)
    return value


@compiled
def best_next(teacher: Teacher, player: int, opponent: int, ply: int, depth: int) -> Tuple[int, int]:
    """The position after the best move, by a search to depth two or more; opponent first even if it must pass."""
    begin_search(teacher)
    best, chosen = -INFINITE, (0, 0)
    place = level_start(0)
    for _ in range(sort_moves(teacher, player, opponent, ply, 0, 0)):
        after = (teacher.memory[place + 1], teacher.memory[place + 2])
        place += MOVE_WORDS
        value = -search(teacher, after[0], after[1], ply + 1, depth - 1, -INFINITE, -best, CUT_UNITS, 1)
        if value > best:
            best, chosen = value, after
    return chosen
