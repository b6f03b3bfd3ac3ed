"""A thinker made of one function, for bots that do not search or do not report their search."""

from random import Random
from typing import Callable, Optional

from engine.report import Limit, Report
from engine.seams import MoveThinker, OnProgress

#: Chooses a legal move, given a position that has one, a limit and a random generator.
Choose = Callable[[int, int, Limit, Random], int]


class ChoiceThinker(MoveThinker):
    """Answers with the function's choice. `run_bot(lambda seed: ChoiceThinker(choose, seed))` makes it a bot."""

    def __init__(self, choose: Choose, seed: Optional[int] = None) -> None:
        self._choose = choose
        self._generator = Random(seed)

    def think(self, player: int, opponent: int, limit: Limit, on_progress: OnProgress = None) -> Report:
        """The function's choice. Keeping to the limit is up to the function."""
        move = self._choose(player, opponent, limit, self._generator)
        self.report = Report(move, 0.0, 0.0, False, "choice", 0, 0.0, (move,))
        return self.report
