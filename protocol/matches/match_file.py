"""The file of a match: an archive in the platform's form, one line per finished game, written as each game ends.

Besides the platform's entries, each game has a `match` entry: its bots, pair and opening, so that an interrupted match
can be resumed. It also holds the bots' versions, so that the games of a bot that has changed do not count for the new
one. A file has one writer: it is locked while it is open, if the system can, and changes from outside are noticed.
"""

import os
import stat
from typing import Any, BinaryIO, Dict, List, Optional, Sequence

from engine.coordinates import squares_to_transcript
from protocol.json_text import read_json
from protocol.judging.referee import JudgedGame
from protocol.judging.trouble import JudgeTrouble
from protocol.matches.schedule import Fixture
from protocol.matches.standings import Played, summarize_game
from protocol.records.record import make_archive_record, record_line
from protocol.records.record_reader import read_record

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


class MatchFile:
    """Where the finished games of a match go. The first use opens and locks the file; `close` releases it."""

    def __init__(self, path: str, names: Sequence[str], settings: Dict[str, Any],
                 versions: Optional[Sequence[str]] = None) -> None:
        """`settings` must be equal for two games to belong to one match; `versions` are the bots'."""
        self.path, self.names, self.settings = path, names, settings
        self.versions = list(versions or [""] * len(names))
        self._stream: Optional[BinaryIO] = None
        self._size = 0  # of the complete games

    def is_empty(self) -> bool:
        """True if there are no games yet; OSError if it cannot be written, ValueError if another match is writing."""
        self._opened()
        return self._size == 0

    def append(self, fixture: Fixture, judged: JudgedGame) -> Played:
        """Writes the finished game; OSError if that fails, and then the file is as before."""
        entry = dict(self._entry(fixture), versions=[self.versions[bot] for bot in fixture.bots])
        line = record_line(make_archive_record(judged, {"match": entry})).encode()
        stream = self._opened()
        self._check_unchanged(stream)
        try:
            stream.write(line)
            stream.flush()
        except OSError:
            self.close(self._size)
            raise
        self._size += len(line)
        return summarize_game(fixture, judged)

    def close(self, size: Optional[int] = None) -> None:
        """Releases the file; cuts it to `size`, if given."""
        stream, self._stream = self._stream, None
        if stream is None:
            return
        try:
            stream.close()
        except OSError:  # unwritten data is thrown away
            pass
        if size is not None and os.path.isfile(self.path):
            os.truncate(self.path, size)

    def read_games(self, fixtures: Sequence[Fixture]) -> List[Played]:
        """The games so far, after removing an incomplete last line; ValueError if they are of another match."""
        fixture_of = {record_line(self._entry(fixture)): fixture for fixture in fixtures}
        games = []
        for number, line in enumerate(self._complete_lines(), 1):
            try:
                value = read_json(line)
                versions = value["match"].pop("versions", None)
                fixture = fixture_of.pop(record_line(value["match"]))
                games.append(summarize_game(fixture, read_record(self.path, number, value)))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise ValueError("%s: line %d is not a game of this match: other bots, openings, seed or limits?"
                                 % (self.path, number)) from None
            self._check_versions(fixture, versions)
        return games

    def _check_versions(self, fixture: Fixture, versions: object) -> None:
        """ValueError if a bot has changed since it played the game; files without versions are accepted."""
        for bot, version in zip(fixture.bots, versions if isinstance(versions, list) else []):
            if version != self.versions[bot]:
                raise ValueError("%s has changed since its games in %s: start a new file" % (
                    self.names[bot], self.path))

    def _complete_lines(self) -> List[str]:
        stream = self._opened()
        stream.seek(0)
        data = stream.read()
        self._size = data.rfind(b"\n") + 1
        if self._size < len(data):
            stream.truncate(self._size)
        return data[:self._size].decode("utf-8", "replace").splitlines()

    def _opened(self) -> BinaryIO:
        if self._stream is None:
            stream = open(self.path, "a+b")
            try:
                _lock(stream)
            except BlockingIOError:
                stream.close()
                raise ValueError("another match is writing to %s" % self.path) from None
            self._stream, self._size = stream, os.fstat(stream.fileno()).st_size
        return self._stream

    def _check_unchanged(self, stream: BinaryIO) -> None:
        """JudgeTrouble if another program has changed, removed or replaced the file since the last game."""
        ours = os.fstat(stream.fileno())
        if not stat.S_ISREG(ours.st_mode):
            return
        try:
            same = os.path.samestat(ours, os.stat(self.path)) and ours.st_size == self._size
        except FileNotFoundError:
            same = False
        if not same:
            raise JudgeTrouble("%s was changed by another program" % self.path)

    def _entry(self, fixture: Fixture) -> Dict[str, Any]:
        entry = {"black": self.names[fixture.black], "white": self.names[fixture.white], "pair": fixture.pair,
                 "opening": squares_to_transcript(fixture.opening)}
        entry.update(self.settings)
        return entry


def _lock(stream: BinaryIO) -> None:
    """BlockingIOError if another process has locked the file."""
    if fcntl is None:
        return
    try:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # a file system without locks
        pass
