"""A thinker made of one function, for bots that choose without searching or without reporting their search."""

from random import Random
from typing import Callable, Optional

from engine.report import Limit, Report
from engine.seams import MoveThinker, OnProgress

#: From a position with at least one legal move, a limit and a source of chance to a legal move.
Choose = Callable[[int, int, Limit, Random], int]


class ChoiceThinker(MoveThinker):
    """Answers with the function's choice. `run_bot(lambda seed: ChoiceThinker(choose, seed))` makes it a bot."""

    def __init__(self, choose: Choose, seed: Optional[int] = None) -> None:
        self._choose = choose
        self._generator = Random(seed)

    def think(self, player: int, opponent: int, limit: Limit, on_progress: OnProgress = None) -> Report:
        """The function's choice; it keeps to the limit by itself, or not at all."""
        move = self._choose(player, opponent, limit, self._generator)
        self.report = Report(move, 0.0, 0.0, False, "choice", 0, 0.0, (move,))
        return self.report
