"""The rules once more, on 64-bit machine words, for a just-in-time compiler.

The bot's oriented board wins on CPython because it makes few operations on wide integers. PyPy compiles operations on
machine words to single instructions, so there many narrow operations win: several times the speed of either board
under CPython. Sets of squares are *signed* 64-bit here, because a PyPy integer is a machine word only as long as it
fits; `to_word` and `from_word` convert. Under CPython all this is correct and slow.
"""

from typing import List


def _wrap(value: int) -> int:
    value &= 0xFFFFFFFFFFFFFFFF
    return value - (1 << 64) if value >> 63 else value


def int_add(left: int, right: int) -> int:
    """The sum, cut to a word."""
    return _wrap(left + right)


def int_sub(left: int, right: int) -> int:
    """The difference, cut to a word."""
    return _wrap(left - right)


def int_mul(left: int, right: int) -> int:
    """The product, cut to a word."""
    return _wrap(left * right)


def int_lshift(value: int, by: int) -> int:
    """The bits moved up, cut to a word."""
    return _wrap(value << by)


def uint_rshift(value: int, by: int) -> int:
    """The bits moved down, zeros coming in."""
    return _wrap((value & 0xFFFFFFFFFFFFFFFF) >> by)


try:
    from __pypy__.intop import int_add, int_lshift, int_mul, int_sub, uint_rshift  # type: ignore # noqa: F401, F811
except ImportError:
    pass  # CPython: the definitions above stay

_INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E
_DE_BRUIJN = 0x03F79D71B4CB0A89
_SQUARE_OF_HASH = [0] * 64
for _square in range(64):
    _SQUARE_OF_HASH[((_DE_BRUIJN << _square) & 0xFFFFFFFFFFFFFFFF) >> 58] = _square
_COUNTS = [bin(_half).count("1") for _half in range(1 << 16)]


def to_word(squares: int) -> int:
    """A set of squares as a signed machine word."""
    return int(int_sub(squares - (1 << 64) if squares >> 63 else squares, 0))


def from_word(word: int) -> int:
    """The set of squares of a signed machine word."""
    return word & 0xFFFFFFFFFFFFFFFF


def lowest_bit(word: int) -> int:
    """The lowest set bit alone."""
    return word & int_sub(0, word)


def square_of_bit(bit: int) -> int:
    """The index of a single set bit."""
    return _SQUARE_OF_HASH[uint_rshift(int_mul(bit, _DE_BRUIJN), 58)]


def count_bits(word: int) -> int:
    """How many bits are set."""
    return (_COUNTS[word & 65535] + _COUNTS[uint_rshift(word, 16) & 65535]
            + _COUNTS[uint_rshift(word, 32) & 65535] + _COUNTS[uint_rshift(word, 48)])


def run_upwards(start: int, through: int, step: int) -> int:
    """The unbroken run of `through` that follows `start` in steps to higher bits, six long at most."""
    run = through & int_lshift(start, step)
    run |= through & int_lshift(run, step)
    pairs = through & int_lshift(through, step)
    run |= pairs & int_lshift(run, 2 * step)
    run |= pairs & int_lshift(run, 2 * step)
    return run


def run_downwards(start: int, through: int, step: int) -> int:
    """The unbroken run of `through` that follows `start` in steps to lower bits, six long at most."""
    run = through & uint_rshift(start, step)
    run |= through & uint_rshift(run, step)
    pairs = through & uint_rshift(through, step)
    run |= pairs & uint_rshift(run, 2 * step)
    run |= pairs & uint_rshift(run, 2 * step)
    return run


def word_moves(player: int, opponent: int) -> int:
    """The squares the player may play."""
    inner = opponent & _INNER_COLUMNS
    moves = int_lshift(run_upwards(player, inner, 1), 1) | uint_rshift(run_downwards(player, inner, 1), 1)
    moves |= int_lshift(run_upwards(player, opponent, 8), 8) | uint_rshift(run_downwards(player, opponent, 8), 8)
    moves |= int_lshift(run_upwards(player, inner, 7), 7) | uint_rshift(run_downwards(player, inner, 7), 7)
    moves |= int_lshift(run_upwards(player, inner, 9), 9) | uint_rshift(run_downwards(player, inner, 9), 9)
    return moves & ~(player | opponent)


def word_flips(player: int, opponent: int, disc: int) -> int:
    """The discs that turn over when the player plays the single bit `disc`."""
    inner = opponent & _INNER_COLUMNS
    return (_outflanked(player, disc, inner, 1) | _outflanked(player, disc, opponent, 8)
            | _outflanked(player, disc, inner, 7) | _outflanked(player, disc, inner, 9))


def _outflanked(player: int, disc: int, through: int, step: int) -> int:
    """The discs of `through` between `disc` and one of the player's, along both senses of a line."""
    upwards = run_upwards(disc, through, step)
    if not int_lshift(upwards, step) & player:
        upwards = 0
    downwards = run_downwards(disc, through, step)
    if not uint_rshift(downwards, step) & player:
        downwards = 0
    return upwards | downwards


def list_bits(word: int) -> List[int]:
    """The single bits of a set, lowest first."""
    bits = []
    while word:
        bit = lowest_bit(word)
        bits.append(bit)
        word ^= bit
    return bits
