"""Perfect play: the exact value of positions with few empty squares.

Null-window searches around a guess. Moves that leave few replies come first, and among equals those in quarters of the
board with an odd number of empty squares.
"""

from engine.training.bits import count_bits, final_value, lowest_bit, play_word, to_word, word_flips, word_moves
from engine.training.compiling import compiled
from engine.training.teacher import (
    INFINITE,
    MOVE_WORDS,
    PERFECT_BITS,
    PERFECT_ENTRIES,
    PERFECT_WORDS,
    Teacher,
    hashed,
    insert_move,
    level_start,
)

#: With this many empty squares or fewer the search tries them one by one; with more it sorts the moves by the replies
#: they leave, a reply in a corner counting for CORNER_REPLY_COUNT more.
UNSORTED_EMPTIES = 4
CORNERS = to_word(1 | 1 << 7 | 1 << 56 | 1 << 63)
CORNER_REPLY_COUNT = 2
#: With this many empty squares or more it remembers positions; with fewer, solving again is faster.
REMEMBERED_EMPTIES = 8
#: Both bounds are stored in one word; this is added to each to make it positive.
_BOUND_OFFSET = 128

_QUARTER = 0x0F0F0F0F
_FIRST_QUARTER, _SECOND_QUARTER = _QUARTER, _QUARTER << 4
_THIRD_QUARTER, _FOURTH_QUARTER = _QUARTER << 32, to_word(_QUARTER << 36)


@compiled
def odd_quarters(empty: int) -> int:
    """The quarters of the board with an odd number of these squares."""
    odd = _FIRST_QUARTER * (count_bits(empty & _FIRST_QUARTER) & 1)
    odd |= _SECOND_QUARTER * (count_bits(empty & _SECOND_QUARTER) & 1)
    odd |= _THIRD_QUARTER * (count_bits(empty & _THIRD_QUARTER) & 1)
    odd |= _FOURTH_QUARTER * (count_bits(empty & _FOURTH_QUARTER) & 1)
    return odd


@compiled
def _last_bound(sign: int, player: int, opponent: int, empty: int, threshold: int, passed: bool) -> int:
    """`_bound` with few empty squares, trying each in turn; the sign is the teacher's."""
    best = -99
    waiting = empty
    while waiting:
        disc = lowest_bit(waiting)
        waiting ^= disc
        flipped = word_flips(player, opponent, disc)
        if flipped:
            next_opponent = player | flipped | disc
            rest = empty ^ disc
            if rest:
                score = -_last_bound(sign, opponent ^ flipped, next_opponent, rest, -threshold, False)
            else:
                score = sign * (2 * count_bits(next_opponent) - 64)
            if score > best:
                best = score
                if score > threshold:
                    return best
    if best > -99:
        return best
    if passed:
        return sign * final_value(player, opponent)
    return -_last_bound(sign, opponent, player, empty, -threshold, True)


@compiled
def _sort_moves(teacher: Teacher, player: int, opponent: int, moves: int, level: int, preferred: int) -> int:
    """Puts the moves into the level's place, fewest replies first; returns their number.

    The move after which `preferred` are the mover's discs comes before all others.
    """
    first = level_start(level)
    odd = odd_quarters(~(player | opponent))
    count = 0
    while moves:
        disc = lowest_bit(moves)
        moves ^= disc
        next_player, next_opponent = play_word(player, opponent, disc)
        replies = word_moves(next_player, next_opponent)
        rank = 2 * count_bits(replies) + 2 * count_bits(replies & CORNERS) * CORNER_REPLY_COUNT
        if not disc & odd:
            rank += 1
        if next_opponent == preferred:
            rank = -INFINITE
        insert_move(teacher.memory, first, count, rank, next_player, next_opponent)
        count += 1
    return count


@compiled
def _bound(teacher: Teacher, player: int, opponent: int, empties: int, threshold: int, level: int) -> int:
    """A bound on the score, on the same side of the odd threshold as the score itself."""
    if empties <= UNSORTED_EMPTIES:
        return _last_bound(teacher.sign, player, opponent, ~(player | opponent), threshold, False)
    moves = word_moves(player, opponent)
    if not moves:
        if not word_moves(opponent, player):
            return teacher.sign * final_value(player, opponent)
        return -_bound(teacher, opponent, player, empties, -threshold, level + 1)
    memory = teacher.memory
    entry = PERFECT_ENTRIES + PERFECT_WORDS * hashed(player, opponent, PERFECT_BITS)
    low, high, chosen = -64, 64, 0
    if empties >= REMEMBERED_EMPTIES and memory[entry] == player and memory[entry + 1] == opponent:
        low, high = (memory[entry + 2] >> 8) - _BOUND_OFFSET, (memory[entry + 2] & 255) - _BOUND_OFFSET
        if low > threshold:
            return low
        if high < threshold:
            return high
        chosen = memory[entry + 3]
    place = level_start(level)
    best = -99
    for _ in range(_sort_moves(teacher, player, opponent, moves, level, chosen)):
        next_player, next_opponent = memory[place + 1], memory[place + 2]
        place += MOVE_WORDS
        score = -_bound(teacher, next_player, next_opponent, empties - 1, -threshold, level + 1)
        if score > best:
            best, chosen = score, next_opponent
            if score > threshold:
                break
    if empties >= REMEMBERED_EMPTIES:
        if best > threshold:
            low = best
        else:
            high = best
        memory[entry], memory[entry + 1], memory[entry + 3] = player, opponent, chosen
        memory[entry + 2] = low + _BOUND_OFFSET << 8 | high + _BOUND_OFFSET
    return best


@compiled
def exact_value(teacher: Teacher, player: int, opponent: int, guess: float) -> int:
    """The final disc difference under perfect play by both sides, as it counts towards the teacher's goal.

    A good guess saves time.
    """
    empties = 64 - count_bits(player | opponent)
    low, high = -64, 64
    threshold = int(guess) | 1
    while low < high:
        threshold = max(low + 1, min(high - 1, threshold))
        score = _bound(teacher, player, opponent, empties, threshold, 0)
        if score > threshold:
            low = score
            threshold = score + 1
        else:
            high = score
            threshold = score - 1
    return low
