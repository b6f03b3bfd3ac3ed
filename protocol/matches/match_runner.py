"""Plays the fixtures of a match, several at a time, until all are done or the caller stops."""

from typing import Callable, Generator, Sequence, Tuple

from engine.cluster.assignments import Assignments
from protocol.judging.referee import JudgedGame
from protocol.matches.executors import Venue
from protocol.matches.schedule import Fixture

#: An endless wait cannot be interrupted from the keyboard on every system.
_WAIT_SECONDS = 0.2


class MatchRunner:
    """Hands the fixtures, in order, to a venue. Each game counts once, whatever happens to its worker."""

    def __init__(self, venue: Venue, fixtures: Sequence[Fixture]) -> None:
        self._venue, self._fixtures = venue, fixtures
        self._games = Assignments(venue.executor, venue.play, *venue.shared)

    def games(self, on_wait: Callable[[], None] = lambda: None) -> Generator[Tuple[Fixture, JudgedGame], None, None]:
        """Yields each game as it ends; `on_wait` is called now and then in between.

        Closing the iterator breaks off the games in progress.
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
