"""`mobility`: the move that leaves the opponent the fewest replies; ties are broken at random."""

from random import Random
from typing import Optional

from engine.board import count_discs, iterate_squares, legal_moves, play_move
from engine.report import Limit
from protocol.answering.bot_process import run_bot
from protocol.answering.choice_thinker import ChoiceThinker


def choose_fewest_replies(player: int, opponent: int, limit: Limit, generator: Random) -> int:
    """A legal move after which the opponent has the fewest moves."""
    replies = {square: count_discs(legal_moves(*play_move(player, opponent, square)))
               for square in iterate_squares(legal_moves(player, opponent))}
    fewest = min(replies.values())
    return generator.choice([square for square in replies if replies[square] == fewest])


def make_sample(seed: Optional[int] = None) -> ChoiceThinker:
    """The thinker, for a process or a class."""
    return ChoiceThinker(choose_fewest_replies, seed)


if __name__ == "__main__":
    run_bot(make_sample)
