"""Predicts how long the exact solver will take.

The number of positions visited grows by a steady factor with every empty square and a little with the number of moves.
It varies a lot around that, so there are two answers: the mean, and a time that 19 of 20 positions stay within. The
constants are fitted to positions from tournament games (`engine/training/README.md`). The speed seen so far, at first
a cautious guess, turns positions into seconds.
"""

from typing import NamedTuple

#: Positions visited on average for the exact score with REFERENCE_EMPTIES empty squares and REFERENCE_MOVES moves.
REFERENCE_NODES = 3300.0
REFERENCE_EMPTIES = 14
REFERENCE_MOVES = 9
#: Factor for each additional empty square, and the exponent of the number of moves.
GROWTH_PER_EMPTY = 2.5
MOVES_POWER = 0.5
#: 19 of 20 positions stay within this multiple of the mean.
HIGH_FACTOR = 2.7
#: The mean for a single question (is the score above some number?), as a multiple of the mean for the exact score.
ONE_QUESTION_FACTOR = 0.3

#: The speed assumed at first, and the number of positions seen that this guess counts for.
GUESSED_NODES_PER_SECOND = 30000.0
GUESS_NODES = 2000.0


class ExpectedSeconds(NamedTuple):
    """The time a position will take."""

    mean: float
    high: float  #: enough for 19 of 20 positions


class Effort:
    """Predicts the solver's time from its speed so far."""

    def __init__(self) -> None:
        self._nodes = GUESS_NODES
        self._seconds = GUESS_NODES / GUESSED_NODES_PER_SECOND

    def note(self, nodes: int, seconds: float) -> None:
        """Takes finished work into account."""
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
