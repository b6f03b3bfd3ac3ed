"""Random moves in compiled code: the evaluation plays against itself or walks down a search tree.

A noisy player makes each move with a chance that falls by a factor of e for every `noise_discs` behind the best. With
little noise this is self-play that does not repeat itself; with the noise of the priors in the bot's tree it is a walk
down that tree; with endless noise it is a random move.
"""

from array import array
from math import log
from random import Random
from typing import Tuple

from engine.training.bits import count_bits, lowest_bit, play_word, word_moves
from engine.training.compiling import compiled, int_lshift, uint_rshift
from engine.training.teacher import CUT_UNITS, INFINITE, UNITS, Teacher, begin_search, search

#: Noise that makes all moves equally likely.
ENDLESS_DISCS = 1e9


def random_state(random: Random) -> "array[int]":
    """The state of a random generator for compiled code: one word, never zero."""
    return array("q", [random.getrandbits(62) + 1])


@compiled
def random_unit(state: "array[int]") -> float:
    """A number strictly between 0 and 1, by an xorshift generator."""
    word = state[0]
    word ^= int_lshift(word, 13)
    word ^= uint_rshift(word, 7)
    word ^= int_lshift(word, 17)
    state[0] = word
    return (uint_rshift(word, 12) + 0.5) / 4503599627370496.0


@compiled
def noisy_move(teacher: Teacher, player: int, opponent: int, depth: int, noise_discs: float,
               state: "array[int]") -> Tuple[int, int]:
    """The position after a move, opponent first; `depth` is the number of plies to look ahead, 0 for none."""
    begin_search(teacher)
    ply = count_bits(player | opponent) - 4
    moves = word_moves(player, opponent)
    best, chosen = -1e30, (0, 0)
    while moves:
        disc = lowest_bit(moves)
        moves ^= disc
        after = play_word(player, opponent, disc)
        value = 0.0
        if depth:
            value = -search(teacher, after[0], after[1], ply + 1, depth - 1, -INFINITE, INFINITE, CUT_UNITS, 0) / UNITS
        value -= noise_discs * log(-log(random_unit(state)))
        if value > best:
            best, chosen = value, after
    return chosen


@compiled
def mover_or_none(player: int, opponent: int) -> Tuple[int, int]:
    """The position with the side that can move first; two empty sides if the game is over."""
    if word_moves(player, opponent):
        return player, opponent
    if word_moves(opponent, player):
        return opponent, player
    return 0, 0


@compiled
def walk(teacher: Teacher, player: int, opponent: int, moves: int, depth: int, noise_discs: float,
         state: "array[int]") -> Tuple[int, int]:
    """The position after this many noisy moves, mover first; two empty sides if the game ends before."""
    for _ in range(moves):
        if player:
            player, opponent = noisy_move(teacher, player, opponent, depth, noise_discs, state)
            player, opponent = mover_or_none(player, opponent)
    return player, opponent


@compiled
def write_game(teacher: Teacher, player: int, opponent: int, depth: int, noise_discs: float, opening: int,
               random_chance: float, state: "array[int]", found: "array[int]") -> int:
    """Plays a game, with `opening` random moves first; puts its positions into `found` and returns their number."""
    count = 0
    while player:
        found[2 * count], found[2 * count + 1] = player, opponent
        noise = ENDLESS_DISCS if count < opening or random_unit(state) < random_chance else noise_discs
        player, opponent = noisy_move(teacher, player, opponent, depth, noise, state)
        player, opponent = mover_or_none(player, opponent)
        count += 1
    return count
