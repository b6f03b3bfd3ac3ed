"""A sample bot in one file for MO (momodel.cn, "miniAlphaGo for Reversi").

The module of protocol/samples below chooses the moves. Paste this file, which contains the class AIPlayer, into the
platform's main.py.
"""

from protocol.answering.choice_thinker import ChoiceThinker
from protocol.platforms.mo_class import MoPlayer
from protocol.samples.random_bot import make_sample


class AIPlayer(MoPlayer):
    """The sample as a class."""

    def make_thinker(self) -> ChoiceThinker:
        """The sample's thinker."""
        return make_sample()
