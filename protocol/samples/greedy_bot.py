"""`greedy`: the move that flips the most discs, as beginners play; ties are broken at random."""

from random import Random
from typing import Optional

from engine.board import count_discs, flipped_discs, iterate_squares, legal_moves
from engine.report import Limit
from protocol.answering.bot_process import run_bot
from protocol.answering.choice_thinker import ChoiceThinker


def choose_most_flips(player: int, opponent: int, limit: Limit, generator: Random) -> int:
    """A legal move with the most flips."""
    flips = {square: count_discs(flipped_discs(player, opponent, square))
             for square in iterate_squares(legal_moves(player, opponent))}
    most = max(flips.values())
    return generator.choice([square for square in flips if flips[square] == most])


def make_sample(seed: Optional[int] = None) -> ChoiceThinker:
    """The thinker, for a process or a class."""
    return ChoiceThinker(choose_most_flips, seed)


if __name__ == "__main__":
    run_bot(make_sample)
