"""The games open on the page: a limited number, each under a key that cannot be guessed.

A game that no page has asked for in a while stops thinking; when there are too many, the one left alone for longest is
forgotten.
"""

import binascii
import os
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Dict, List, Optional, Sequence

from engine.coordinates import squares_from_transcript
from protocol.judging.bot_names import Opponents
from protocol.page.game_view import (
    record_evaluations,
    record_notes,
    record_problems,
    record_seconds,
    record_view_result,
)
from protocol.page.open_game import OpenGame
from protocol.page.refusal import Refusal
from protocol.page.seats import NOBODY, PERSON, Past, Seats, shown_bot
from protocol.page.set_up import USUAL_START, read_start
from protocol.page.thinking import THINKING_AT_ONCE
from protocol.records.record import Record

GAMES_AT_ONCE = 16
#: A browser asks at least once a minute for a page that is open but not looked at.
ALONE_SECONDS = 90.0

LEAST_SECONDS, MOST_SECONDS = 0.05, 300.0


class Lobby:
    """All open games."""

    def __init__(self, opponents: Opponents, games_at_once: int = GAMES_AT_ONCE,
                 alone_seconds: float = ALONE_SECONDS) -> None:
        self.opponents = opponents
        self._games_at_once, self._alone_seconds = games_at_once, alone_seconds
        self._games: Dict[str, OpenGame] = {}
        self._lock = Lock()
        self._slots = BoundedSemaphore(THINKING_AT_ONCE)

    def begin_game(self, players: Sequence[str], seconds: float, transcript: str = "", position: str = "") -> str:
        """Begins a game from a position and after the moves of a transcript; ValueError if that is impossible."""
        for player in players:
            if player != PERSON and player not in self.opponents.about:
                raise ValueError("no such player: %.60s" % (player,))
        check_seconds(seconds)
        start = read_start(position) if position else USUAL_START
        if start is None:
            raise ValueError("bad position: expected 64 squares and the side to move, X or O")
        if start != USUAL_START:
            self._check_knows_positions(players)
        game = start.game()
        for square in squares_from_transcript(transcript):
            game.play_with_passes(square)
        black, white = players
        return self._add(OpenGame(self.opponents, Seats(black, white), seconds, game.moves, slots=self._slots,
                                  start=start))

    def _check_knows_positions(self, players: Sequence[str]) -> None:
        for player in players:
            if player != PERSON and self.opponents.kind(player) not in ("engine", "level"):
                raise Refusal("%.60s cannot play from a position that was set up: the platform tells a bot moves from "
                              "the usual start" % player, "usualStart", name=shown_bot(player))

    def open_record(self, record: Record, source: str = "") -> str:
        """Opens a recorded game; `source` is the name of its file."""
        past = Past(record.names, record_seconds(record), record_notes(record), record_evaluations(record),
                    record_problems(record), record_view_result(record), source, record.explanation,
                    record.game.fewest_wins)
        return self._add(OpenGame(self.opponents, Seats(NOBODY, NOBODY), 0.0, record.game.moves, past, self._slots))

    def game(self, key: str) -> OpenGame:
        """The open game of that key; KeyError if there is none."""
        with self._lock:
            return self._games[key]

    def sweep(self) -> None:
        """Stops the thinking about games that nobody looks at."""
        now = monotonic()
        for session in self._sessions():
            if now - session.last_seen > self._alone_seconds:
                session.sleep()

    def close(self) -> None:
        """Ends all thinking."""
        for session in self._sessions():
            session.sleep()

    def _sessions(self) -> List[OpenGame]:
        with self._lock:
            return list(self._games.values())

    def _add(self, session: OpenGame) -> str:
        key = binascii.hexlify(os.urandom(8)).decode()
        forgotten: Optional[OpenGame] = None
        with self._lock:
            if len(self._games) >= self._games_at_once:
                oldest = min(self._games, key=lambda other: self._games[other].last_seen)
                forgotten = self._games.pop(oldest)
            self._games[key] = session
        if forgotten is not None:
            forgotten.sleep()
        return key


def check_seconds(seconds: float) -> float:
    """Returns `seconds`; ValueError unless it is a possible time for a move."""
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise ValueError("bad time %g: expected %g to %g seconds" % (seconds, LEAST_SECONDS, MOST_SECONDS))
    return seconds
