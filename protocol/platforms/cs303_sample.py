"""A sample bot in one file for the CS303 course of SUSTech; the module of protocol/samples below chooses the moves.

Upload this file, which contains the class AI.
"""

from protocol.answering.choice_thinker import ChoiceThinker
from protocol.platforms.cs303_class import CoursePlayer
from protocol.samples.random_bot import make_sample


class AI(CoursePlayer):
    """The sample as a class."""

    def make_thinker(self) -> ChoiceThinker:
        """The sample's thinker."""
        return make_sample()
