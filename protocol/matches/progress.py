"""Shows the progress of a match: the games in progress, the standing, the time left.

On a terminal it is one line that is overwritten; elsewhere there is a line for each game that ends, and one in between
if no game has ended for a while.
"""

from shutil import get_terminal_size
from time import monotonic
from typing import Callable, Sequence, TextIO

#: Roughly the length of a game, to estimate how long the games in progress will take.
_TURNS_OF_A_GAME = 60
_SECONDS_BETWEEN_LINES = 30.0
_SECONDS_BETWEEN_UPDATES = 0.5


class Progress:
    """Shows how many of the games are done. `done` of them were done before it began."""

    def __init__(self, games: int, done: int, stream: TextIO, clock: Callable[[], float] = monotonic,
                 activity: Callable[[], str] = lambda: "") -> None:
        """`activity` says who is working; empty if there is nothing to say."""
        self._activity = activity
        self._games, self._done_before, self._stream, self._clock = games, done, stream, clock
        self._start = self._said_at = clock()
        self._done, self._standing = done, ""
        self._width = 0

    def show(self, done: int, standing: str) -> None:
        """Another game has ended."""
        self._done, self._standing = done, standing
        self._write(())

    def wait(self, plies: Sequence[int]) -> None:
        """No game has ended; `plies` is how many turns each game in progress has."""
        pause = _SECONDS_BETWEEN_UPDATES if self._stream.isatty() else _SECONDS_BETWEEN_LINES
        if self._clock() - self._said_at >= pause:
            self._write(plies)

    def say(self, message: str) -> None:
        """Leaves the line and prints a message below it."""
        self._stream.write(("\n" if self._width else "") + (message + "\n" if message else ""))
        self._stream.flush()
        self._width = 0

    def _write(self, plies: Sequence[int]) -> None:
        self._said_at = self._clock()
        parts = ["%d/%d" % (self._done, self._games), self._standing, _describe_running(plies),
                 self._describe_activity(), self._time_left(plies)]
        line = "  ".join(part for part in parts if part)
        if self._stream.isatty():
            line = line[:get_terminal_size().columns - 1]
            self._stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
        else:
            self._stream.write(line + "\n")
        self._stream.flush()

    def _describe_activity(self) -> str:
        """Who is working, and how fast."""
        activity, seconds = self._activity(), self._clock() - self._start
        if activity and self._done > self._done_before and seconds > 0:
            activity += ", %.1f games a minute" % (60 * (self._done - self._done_before) / seconds)
        return activity

    def _time_left(self, plies: Sequence[int]) -> str:
        begun = sum(min(ply / _TURNS_OF_A_GAME, 1.0) for ply in plies)
        played = self._done - self._done_before + begun
        if not played:
            return ""
        seconds = (self._clock() - self._start) / played * max(0.0, self._games - self._done - begun)
        return "%d:%02d:%02d left" % (seconds // 3600, seconds // 60 % 60, seconds % 60)


def _describe_running(plies: Sequence[int]) -> str:
    return "playing: ply " + ", ".join(map(str, plies)) if plies else ""
