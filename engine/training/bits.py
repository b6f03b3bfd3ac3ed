"""The rules again, on 64-bit machine words, for a just-in-time compiler.

On CPython the bot's oriented board is fastest, because it needs few operations, though on wide integers. A compiler
turns operations on machine words into single instructions, so many narrow ones win: several times the speed of either
board on CPython. Sets of squares are signed words (see `compiling`); `to_word` and `from_word` convert.
"""

from typing import List, Tuple

from engine.training.compiling import compiled, int_add, int_lshift, int_mul, int_sub, uint_rshift

_INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E


def to_word(squares: int) -> int:
    """A set of squares as a signed machine word."""
    return int(squares - (1 << 64) if squares >> 63 else squares)


def from_word(word: int) -> int:
    """The set of squares of a signed machine word."""
    return word & 0xFFFFFFFFFFFFFFFF


@compiled
def lowest_bit(word: int) -> int:
    """The lowest set bit alone."""
    return word & int_sub(0, word)


@compiled
def count_bits(word: int) -> int:
    """The number of set bits: in pairs, in fours, in eights, then all eights added by a multiplication."""
    word = int_sub(word, uint_rshift(word, 1) & 0x5555555555555555)
    word = int_add(word & 0x3333333333333333, uint_rshift(word, 2) & 0x3333333333333333)
    word = int_add(word, uint_rshift(word, 4)) & 0x0F0F0F0F0F0F0F0F
    return uint_rshift(int_mul(word, 0x0101010101010101), 56)


@compiled
def run_upwards(start: int, through: int, step: int) -> int:
    """The unbroken run of `through` that follows `start` in steps to higher bits, at most six long."""
    run = through & int_lshift(start, step)
    run |= through & int_lshift(run, step)
    pairs = through & int_lshift(through, step)
    run |= pairs & int_lshift(run, 2 * step)
    run |= pairs & int_lshift(run, 2 * step)
    return run


@compiled
def run_downwards(start: int, through: int, step: int) -> int:
    """The unbroken run of `through` that follows `start` in steps to lower bits, at most six long."""
    run = through & uint_rshift(start, step)
    run |= through & uint_rshift(run, step)
    pairs = through & uint_rshift(through, step)
    run |= pairs & uint_rshift(run, 2 * step)
    run |= pairs & uint_rshift(run, 2 * step)
    return run


@compiled
def word_moves(player: int, opponent: int) -> int:
    """The squares the player may play."""
    inner = opponent & _INNER_COLUMNS
    moves = int_lshift(run_upwards(player, inner, 1), 1) | uint_rshift(run_downwards(player, inner, 1), 1)
    moves |= int_lshift(run_upwards(player, opponent, 8), 8) | uint_rshift(run_downwards(player, opponent, 8), 8)
    moves |= int_lshift(run_upwards(player, inner, 7), 7) | uint_rshift(run_downwards(player, inner, 7), 7)
    moves |= int_lshift(run_upwards(player, inner, 9), 9) | uint_rshift(run_downwards(player, inner, 9), 9)
    return moves & ~(player | opponent)


@compiled
def _outflanked(player: int, disc: int, through: int, step: int) -> int:
    """The discs of `through` between `disc` and one of the player's, in both directions along a line."""
    upwards = run_upwards(disc, through, step)
    if not int_lshift(upwards, step) & player:
        upwards = 0
    downwards = run_downwards(disc, through, step)
    if not uint_rshift(downwards, step) & player:
        downwards = 0
    return upwards | downwards


@compiled
def word_flips(player: int, opponent: int, disc: int) -> int:
    """The discs that turn over when the player plays the single bit `disc`."""
    inner = opponent & _INNER_COLUMNS
    return (_outflanked(player, disc, inner, 1) | _outflanked(player, disc, opponent, 8)
            | _outflanked(player, disc, inner, 7) | _outflanked(player, disc, inner, 9))


@compiled
def play_word(player: int, opponent: int, disc: int) -> Tuple[int, int]:
    """The next position after a legal move."""
    flipped = word_flips(player, opponent, disc)
    return opponent ^ flipped, player | flipped | disc


@compiled
def final_value(player: int, opponent: int) -> int:
    """The disc difference of a finished game, empties to the winner."""
    own, other = count_bits(player), count_bits(opponent)
    if own == other:
        return 0
    return 64 - 2 * other if own > other else 2 * own - 64


def list_bits(word: int) -> List[int]:
    """The single bits of a set, lowest first."""
    bits = []
    while word:
        bit = lowest_bit(word)
        bits.append(bit)
        word ^= bit
    return bits
