"""A Reversi bot in one file for MO (momodel.cn, "miniAlphaGo for Reversi"): Monte-Carlo tree search, no packages.

Paste this file into the platform's main.py. The platform makes one player per game, AIPlayer('X') for black or
AIPlayer('O') for white, and calls get_move(board) on every turn that has a legal move.
"""

from engine.book import Book
from engine.thinker import Thinker
from protocol.platforms.mo_class import MoPlayer


class AIPlayer(MoPlayer):
    """The engine; it keeps its search tree from move to move."""

    def make_thinker(self) -> Thinker:
        """The thinker of bot.py with its book."""
        thinker = Thinker()
        thinker.book = Book()
        return thinker
