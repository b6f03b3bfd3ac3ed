"""The file of a match: an archive in the platform's form, one finished game a line, written as each one ends.

Each game has a `match` entry beside the platform's own: which pair of which bots it was and from which opening. By it a
match that was broken off goes on.
"""

import os
from typing import Any, Dict, List, Sequence

from engine.coordinates import squares_to_transcript
from protocol.json_text import read_json
from protocol.judging.referee import JudgedGame
from protocol.matches.schedule import Fixture
from protocol.matches.standings import Played, summarize_game
from protocol.records.record import make_archive_record, record_line
from protocol.records.record_reader import read_record


class MatchFile:
    """Where the finished games of a match go."""

    def __init__(self, path: str, names: Sequence[str], settings: Dict[str, Any]) -> None:
        """`settings` is what two games must have in common to belong to one match."""
        self.path, self.names, self.settings = path, names, settings

    def append(self, fixture: Fixture, judged: JudgedGame) -> Played:
        """Writes the finished game."""
        value = make_archive_record(judged, {"match": self._entry(fixture)})
        with open(self.path, "a", encoding="utf-8") as stream:
            stream.write(record_line(value))
        return summarize_game(fixture, judged)

    def read_games(self, fixtures: Sequence[Fixture]) -> List[Played]:
        """The games played so far, a line cut off in the middle removed; ValueError if they are of another match."""
        fixture_of = {record_line(self._entry(fixture)): fixture for fixture in fixtures}
        games = []
        for number, line in enumerate(self._complete_lines(), 1):
            try:
                value = read_json(line)
                games.append(summarize_game(fixture_of.pop(record_line(value["match"])),
                                            read_record(self.path, number, value)))
            except (ValueError, TypeError, KeyError):
                raise ValueError("%s: line %d is no game of this match: other bots, openings, seed or limits?"
                                 % (self.path, number)) from None
        return games

    def _complete_lines(self) -> List[str]:
        if not os.path.exists(self.path):
            return []
        with open(self.path, "rb+") as stream:
            data = stream.read()
            complete = data.rfind(b"\n") + 1
            stream.truncate(complete)
        return data[:complete].decode("utf-8", "replace").splitlines()

    def _entry(self, fixture: Fixture) -> Dict[str, Any]:
        entry = {"black": self.names[fixture.black], "white": self.names[fixture.white], "pair": fixture.pair,
                 "opening": squares_to_transcript(fixture.opening)}
        entry.update(self.settings)
        return entry
