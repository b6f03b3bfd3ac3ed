"""`random`: any legal move, each with equal chance. Whoever loses to it has a bug."""

from random import Random

from engine.board import iterate_squares, legal_moves
from engine.report import Limit
from protocol.answering.bot_process import run_bot
from protocol.answering.choice_thinker import ChoiceThinker


def choose_randomly(player: int, opponent: int, limit: Limit, generator: Random) -> int:
    """A legal move drawn at random."""
    return generator.choice(list(iterate_squares(legal_moves(player, opponent))))


if __name__ == "__main__":
    run_bot(lambda seed: ChoiceThinker(choose_randomly, seed))
