"""A Reversi bot in one file for the CS303 course of SUSTech: Monte-Carlo tree search, no packages.

Upload this file: the platform makes AI(chessboard_size, color, time_out) and calls go(chessboard) for every turn; the
last entry of candidate_list is the move. Most discs win here; the course's reversed Reversi has its own file.
"""

from engine.book import Book
from engine.evaluators import PatternEvaluator
from engine.thinker import Thinker
from protocol.platforms.cs303_class import SMALL_TREE_NODES, CoursePlayer


class AI(CoursePlayer):
    """The engine; it keeps its search tree from move to move."""

    def make_thinker(self) -> Thinker:
        """The thinker of bot.py with its book and a small tree."""
        evaluator = PatternEvaluator()
        evaluator.evaluation.unpack_all()
        thinker = Thinker(evaluator=evaluator, node_limit=SMALL_TREE_NODES)
        thinker.book = Book()
        return thinker
