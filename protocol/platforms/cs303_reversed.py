"""A bot in one file for the reversed Reversi of SUSTech's CS303 course, in which the fewest discs win; no packages.

Upload this file: the platform makes AI(chessboard_size, color, time_out) and calls go(chessboard) for every turn; the
last entry of candidate_list is the move. Search and endgame solver play for the fewest discs, with careful random games
as the evaluation.
"""

from engine.thinker import Thinker
from protocol.platforms.cs303_class import SMALL_TREE_NODES, CoursePlayer


class AI(CoursePlayer):
    """The engine with its goal turned round; the search tree is kept from move to move."""

    def make_thinker(self) -> Thinker:
        """A thinker for the fewest discs, without a book: what it knows is for the other goal."""
        return Thinker(fewest_wins=True, node_limit=SMALL_TREE_NODES)
