"""Plays the fixtures of a match, several at a time, until all are done or somebody has seen enough."""

from typing import Callable, Generator, Sequence, Tuple

from engine.cluster.assignments import Assignments
from protocol.judging.referee import JudgedGame
from protocol.matches.executors import Venue
from protocol.matches.schedule import Fixture

#: A wait without end cannot be interrupted from the keyboard everywhere.
_WAIT_SECONDS = 0.2


class MatchRunner:
    """Hands the fixtures, in order, to a venue. Each game counts once, whatever becomes of those who play it."""

    def __init__(self, venue: Venue, fixtures: Sequence[Fixture]) -> None:
        self._venue, self._fixtures = venue, fixtures
        self._games = Assignments(venue.executor, venue.play, *venue.shared)

    def games(self, on_wait: Callable[[], None] = lambda: None) -> Generator[Tuple[Fixture, JudgedGame], None, None]:
        """Each game as it ends; `on_wait` is called every now and then in between.

        When the iterator is closed, what is still being played is broken off.
        """
        try:
            for fixture in self._fixtures:
                self._games.assign(fixture)
            while self._games:
                ended = self._games.next_result(_WAIT_SECONDS)
                if ended is None:
                    on_wait()
                else:
                    yield ended[0], self._venue.take(ended[1])
        finally:
            self._venue.losses = self._games.losses
            self._venue.executor.shutdown()
