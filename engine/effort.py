"""How long the exact solver will take, before it is started.

The number of positions visited grows by a steady factor with every empty square and a little with the mover's choice of
moves; around that it varies a lot, so two answers are given: the mean, and what 19 of 20 positions stay within. The
constants are fitted to positions from tournament games (`engine/training/README.md`). Positions become seconds by the
speed seen so far, which begins as a cautious guess.
"""

from typing import NamedTuple

#: Positions visited on average for the exact score with REFERENCE_EMPTIES empty squares and REFERENCE_MOVES moves.
REFERENCE_NODES = 3300.0
REFERENCE_EMPTIES = 14
REFERENCE_MOVES = 9
#: Factor for each empty square more, and the power of the number of moves.
GROWTH_PER_EMPTY = 2.5
MOVES_POWER = 0.5
#: What 19 of 20 positions stay within, as a multiple of the mean.
HIGH_FACTOR = 2.7
#: The mean for a single question, whether the score is above some number, as a multiple of the exact score's.
ONE_QUESTION_FACTOR = 0.3

#: The speed assumed at first, and how many positions this guess weighs against what is seen.
GUESSED_NODES_PER_SECOND = 30000.0
GUESS_NODES = 2000.0


class ExpectedSeconds(NamedTuple):
    """The time a position will take."""

    mean: float
    high: float  #: enough for 19 of 20 positions


class Effort:
    """Predicts the solver's time from what it has done so far."""

    def __init__(self) -> None:
        self._nodes = GUESS_NODES
        self._seconds = GUESS_NODES / GUESSED_NODES_PER_SECOND

    def note(self, nodes: int, seconds: float) -> None:
        """Takes into account a piece of work that was done."""
        self._nodes += nodes
        self._seconds += max(0.0, seconds)

    def nodes_per_second(self) -> float:
        """The speed seen so far."""
        return self._nodes / self._seconds

    def expected_seconds(self, empties: int, moves: int, one_question: bool = False) -> ExpectedSeconds:
        """The time for the exact score of a position with that many empty squares and legal moves, or for one bound."""
        nodes = REFERENCE_NODES * GROWTH_PER_EMPTY ** (empties - REFERENCE_EMPTIES)
        nodes *= ((moves + 1.0) / (REFERENCE_MOVES + 1.0)) ** MOVES_POWER
        mean = (ONE_QUESTION_FACTOR if one_question else 1.0) * nodes / self.nodes_per_second()
        return ExpectedSeconds(mean, HIGH_FACTOR * mean)
