"""A bot in one file for the reversed Reversi of SUSTech's CS303 course, where the fewest discs win; no packages.

Upload this file: the platform makes AI(chessboard_size, color, time_out) and calls go(chessboard) for every turn; the
last entry of candidate_list is the move. Search, evaluation and endgame solver all play for the fewest discs.
"""

from engine.evaluation import PatternEvaluation
from engine.evaluators import PatternEvaluator
from engine.reversed_store import stored_weights
from engine.reversed_weights import PLY_CONSTANTS
from engine.thinker import Thinker
from protocol.platforms.cs303_class import SMALL_TREE_NODES, CoursePlayer


class AI(CoursePlayer):
    """The engine with the reversed goal; it keeps its search tree from move to move."""

    def make_thinker(self) -> Thinker:
        """A thinker with weights trained for the reversed goal; there is no book for it."""
        evaluation = PatternEvaluation(stored_weights, PLY_CONSTANTS)
        evaluation.unpack_all()
        return Thinker(evaluator=PatternEvaluator(evaluation, goal=-1), fewest_wins=True, node_limit=SMALL_TREE_NODES)
