"""A sample bot in one file for MO (momodel.cn, "miniAlphaGo for Reversi"): the one of protocol/samples below chooses.

Paste this file into the platform's main.py: it holds the class AIPlayer.
"""

from protocol.answering.choice_thinker import ChoiceThinker
from protocol.platforms.mo_class import MoPlayer
from protocol.samples.random_bot import make_sample


class AIPlayer(MoPlayer):
    """The sample as a class."""

    def make_thinker(self) -> ChoiceThinker:
        """The sample's own."""
        return make_sample()
