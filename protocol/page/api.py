"""The requests that the page can make, as functions from JSON values to JSON values or files.

    GET  /api/options                        who can be played against
    POST /api/games                          begin a game: players, seconds, moves, position
    POST /api/records                        open a recorded game: name (empty: pasted), data in base64, game
    GET  /api/games/KEY?version=N            its state, without what version N already had
    POST /api/games/KEY/COMMAND              move, undo, resign, pause, hint, analysis, review
    GET  /api/games/KEY/page                 the game as one HTML file
    GET  /api/games/KEY/record               the game as a record of the platform

ValueError means a bad request, KeyError an unknown game, StaleVersionError a command that comes too late.
"""

import base64
import binascii
import json
import os
import tempfile
from itertools import islice
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence
from urllib.parse import parse_qs

from protocol.judging.levels import LEVELS
from protocol.page.game_view import final_counts
from protocol.page.html_export import make_page
from protocol.page.lobby import Lobby, check_seconds
from protocol.page.open_game import OpenGame
from protocol.page.refusal import Refusal
from protocol.page.seats import PERSON, shown_bot
from protocol.page.set_up import read_start
from protocol.records.record import Record, make_record, record_line
from protocol.records.record_reader import read_records

#: At most this many games of a file are listed.
GAMES_LISTED = 200
#: The name of a pasted text in messages.
PASTED_NAME = "pasted text"
#: Time for a position to study: two people sit at its board, and a bot that joins brings its own.
STUDY_SECONDS = 1.0
#: A longer name from outside is cut.
NAME_CHARACTERS = 80

JSON_KIND = "application/json; charset=utf-8"
HTML_KIND = "text/html; charset=utf-8"


class HttpReply(NamedTuple):
    """An answer to be sent."""

    status: int
    body: bytes
    kind: str = JSON_KIND
    file_name: Optional[str] = None  #: to save it under


class NoSuchPathError(Exception):
    """There is nothing at that path."""


class WrongMethodError(Exception):
    """The path takes another method."""


def json_reply(value: Any, status: int = 200) -> HttpReply:
    """A JSON value as an answer."""
    return HttpReply(status, json.dumps(value, separators=(",", ":")).encode())


class Api:
    """The requests under /api/, on the games of a lobby. Paths come as their parts behind /api/."""

    def __init__(self, lobby: Lobby, defaults: Dict[str, Any]) -> None:
        """`defaults` fill in the form for a new game."""
        self.lobby, self.defaults = lobby, defaults

    def get(self, parts: Sequence[str], query: str) -> HttpReply:
        """The answer to a GET."""
        if parts == ["options"]:
            return json_reply({"opponents": self._view_opponents(), "defaults": self.defaults})
        if parts[0] in _COLLECTIONS and len(parts) == 1 or len(parts) == 3 and parts[2] in _COMMANDS:
            raise WrongMethodError("this takes POST")
        if parts[0] != "games" or len(parts) > 3 or len(parts) == 3 and parts[2] not in _FILES:
            raise NoSuchPathError
        session = self.lobby.game(parts[1])
        if len(parts) == 3:
            return _FILES[parts[2]](session)
        return json_reply(session.view(_known_version(query)))

    def post(self, parts: Sequence[str], read_body: Callable[[], Dict[str, Any]]) -> HttpReply:
        """The answer to a POST; the body is read only if the path exists."""
        if parts == ["games"]:
            return self._begin_game(read_body())
        if parts == ["records"]:
            return self._open_record(read_body())
        if parts == ["options"] or parts[0] == "games" and (len(parts) == 2 or parts[2:3] in [["page"], ["record"]]):
            raise WrongMethodError("this takes GET")
        if parts[0] != "games" or len(parts) != 3 or parts[2] not in _COMMANDS:
            raise NoSuchPathError
        session = self.lobby.game(parts[1])
        _COMMANDS[parts[2]](session, read_body())
        return json_reply(session.view())

    def _view_opponents(self) -> List[Dict[str, Any]]:
        opponents = self.lobby.opponents
        return [{"name": name, "shown": shown_bot(name), "kind": opponents.kind(name),
                 "level": _view_level(name)} for name in opponents.about]

    def _begin_game(self, body: Dict[str, Any]) -> HttpReply:
        players = field(body, "players", list)
        if len(players) != 2 or not all(isinstance(player, str) for player in players):
            raise ValueError("bad players: expected two names")
        key = self.lobby.begin_game(players, field(body, "seconds", float), field(body, "moves", str, ""),
                                    field(body, "position", str, ""))
        return json_reply({"key": key, "state": self.lobby.game(key).view()})

    def _open_record(self, body: Dict[str, Any]) -> HttpReply:
        name = os.path.basename(field(body, "name", str).replace("\\", "/"))[:NAME_CHARACTERS]
        number = field(body, "game", int, 1)
        try:
            data = base64.b64decode(field(body, "data", str), validate=True)
        except binascii.Error as error:
            raise ValueError("bad data: %s" % error) from None
        pasted = "" if name else data.decode("utf-8", "replace")
        if read_start(pasted) is not None:
            key = self.lobby.begin_game([PERSON, PERSON], STUDY_SECONDS, position=pasted)
            return json_reply({"key": key, "state": self.lobby.game(key).view(), "games": []})
        records = parse_records(name, data)
        if not 1 <= number <= len(records):
            raise ValueError("%s has no game %d" % (name or PASTED_NAME, number))
        key = self.lobby.open_record(records[number - 1], name)
        return json_reply({"key": key, "state": self.lobby.game(key).view(),
                           "games": [_describe(record) for record in records]})


def parse_records(name: str, data: bytes) -> List[Record]:
    """The first games of an uploaded file; Refusal if it has none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sent.wtb" if name.lower().endswith(".wtb") else "sent")
        with open(path, "wb") as stream:
            stream.write(data)
        records = list(islice(read_records(path), GAMES_LISTED))
    for record in records:
        record.source = name or PASTED_NAME
        record.problems = [problem.replace(path, record.source) for problem in record.problems]
    if not any(record.game.moves for record in records):
        problems = records[0].problems if records else []
        problem = problems[0] if problems else "%s has no game" % (name or PASTED_NAME)
        raise Refusal(problem, "unreadable", detail=problem)
    return records


def _describe(record: Record) -> Dict[str, Any]:
    return {"number": record.number, "names": list(record.names), "moves": len(record.game.moves),
            "counts": list(final_counts(record.game)) if record.game.over else None, "problems": len(record.problems)}


def _view_level(name: str) -> Optional[Dict[str, Any]]:
    level = LEVELS.get(name)
    return None if level is None else {
        "seconds": level.seconds, "simulations": level.simulations, "randomness": level.randomness}


def _known_version(query: str) -> Optional[int]:
    text = parse_qs(query).get("version", [""])[0]
    return int(text) if text.isdigit() and len(text) < 20 else None


def field(body: Dict[str, Any], name: str, kind: type, default: Any = None) -> Any:
    """A field of a body; ValueError unless it is of that kind. A whole number may stand for a float."""
    value = body.get(name, default)
    if kind is float and isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 53:
        return float(value)
    if not isinstance(value, kind) or isinstance(value, bool) and kind is not bool:
        raise ValueError("bad %s: %.60r" % (name, value))
    return value


def _optional(body: Dict[str, Any], name: str, kind: type) -> Any:
    return None if body.get(name) is None else field(body, name, kind)


def _move(session: OpenGame, body: Dict[str, Any]) -> None:
    session.play(field(body, "version", int), field(body, "square", str))


def _undo(session: OpenGame, body: Dict[str, Any]) -> None:
    session.undo(field(body, "version", int))


def _resign(session: OpenGame, body: Dict[str, Any]) -> None:
    session.resign(field(body, "version", int))


def _hint(session: OpenGame, body: Dict[str, Any]) -> None:
    session.hint(field(body, "on", bool))


def _pause(session: OpenGame, body: Dict[str, Any]) -> None:
    session.pause(field(body, "version", int), field(body, "paused", bool))


def _analysis(session: OpenGame, body: Dict[str, Any]) -> None:
    session.analyse(field(body, "on", bool), _optional(body, "ply", int))


def _review(session: OpenGame, body: Dict[str, Any]) -> None:
    seconds = _optional(body, "seconds", float)
    session.review(None if seconds is None else check_seconds(seconds))


def _page(session: OpenGame) -> HttpReply:
    return HttpReply(200, make_page(session.page_view()).encode(), HTML_KIND, "reversi.html")


def _record(session: OpenGame) -> HttpReply:
    line = record_line(make_record(session.judged()))
    return HttpReply(200, line.encode(), file_name="reversi.json")


_COLLECTIONS = ("games", "records")
_COMMANDS: Dict[str, Callable[[OpenGame, Dict[str, Any]], None]] = {
    "move": _move, "undo": _undo, "resign": _resign, "pause": _pause, "hint": _hint, "analysis": _analysis,
    "review": _review}
_FILES: Dict[str, Callable[[OpenGame], HttpReply]] = {"page": _page, "record": _record}
