"""Thinkers for tests of the page: they answer at once or take all their time, with predictable reports."""

import time

from engine.board import iterate_squares, legal_moves
from engine.coordinates import squares_from_transcript
from engine.report import Candidate, Report

#: After these moves black has to pass.
BLACK_PASSES = squares_from_transcript("d3c3e6d2d1e1b2c1")
#: White can be wiped out in one move: c5.
LAST_MOVE = squares_from_transcript("e6f4e3f6g5d6e7f5")


class QuickThinker:
    """Prefers the first square; reports 0.5 and +8 for the side to move, after 100 simulations."""

    def __init__(self, clock):
        self.clock = clock

    def think(self, player, opponent, limit, on_progress=None):
        """Reports progress once, then answers."""
        self.clock()
        report = self.report(player, opponent, 100)
        on_progress(report)
        return report

    def report(self, player, opponent, simulations):
        """The report after this many simulations."""
        moves = list(iterate_squares(legal_moves(player, opponent)))
        candidates = tuple(Candidate(move, simulations // len(moves), 0.5 - 0.1 * place, 1 / len(moves), 8.0 - place,
                                     False) for place, move in enumerate(moves))
        return Report(moves[0], 0.5, 8.0, False, "search", simulations, 0.01, (moves[0],), candidates)


class PatientThinker(QuickThinker):
    """A QuickThinker that thinks until its time is up and reports progress all the while."""

    def think(self, player, opponent, limit, on_progress=None):
        """Looks at the clock as the engine does; an exception from the clock ends it."""
        start, simulations = self.clock(), 0
        while self.clock() - start < limit.seconds:
            simulations += 10
            on_progress(self.report(player, opponent, simulations))
            time.sleep(0.01)
        return self.report(player, opponent, simulations)


class BrokenThinker(QuickThinker):
    """A QuickThinker that fails."""

    def think(self, player, opponent, limit, on_progress=None):
        """Fails like a bot with a bug."""
        raise RuntimeError("out of ideas")


def wait_until(condition, seconds=30.0):
    """Waits for another thread or process; fails if the condition does not hold for a long time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.01)
