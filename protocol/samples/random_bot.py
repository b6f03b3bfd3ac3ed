"""`random`: any legal move, all equally likely. A bot that loses to it has a bug."""

from random import Random
from typing import Optional

from engine.board import iterate_squares, legal_moves
from engine.report import Limit
from protocol.answering.bot_process import run_bot
from protocol.answering.choice_thinker import ChoiceThinker


def choose_randomly(player: int, opponent: int, limit: Limit, generator: Random) -> int:
    """A random legal move."""
    return generator.choice(list(iterate_squares(legal_moves(player, opponent))))


def make_sample(seed: Optional[int] = None) -> ChoiceThinker:
    """The thinker, for a process or a class."""
    return ChoiceThinker(choose_randomly, seed)


if __name__ == "__main__":
    run_bot(make_sample)
