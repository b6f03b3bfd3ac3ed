"""The requests of the page, without a server around them. tests/page/test_server.py makes them over HTTP."""

import base64
import json

import pytest

from protocol.judging.bot_names import Opponents
from protocol.page.api import GAMES_LISTED, Api, NoSuchPathError, WrongMethodError, field, parse_records
from protocol.page.lobby import Lobby
from tests.thinkers import QuickThinker


def ask(api, method, path, body=None):
    """The JSON value of an answer."""
    parts = path.split("/")
    reply = api.get(parts, "") if method == "GET" else api.post(parts, lambda: body)
    assert reply.status == 200
    return json.loads(reply.body.decode())


@pytest.fixture
def api():
    made = Api(Lobby(Opponents(make_thinker=QuickThinker)), {"seconds": "2"})
    yield made
    made.lobby.close()


@pytest.mark.parametrize("value, kind", [(True, int), ("1", int), (1.5, int), (None, str), (1 << 60, float), (1, bool)])
def test_a_field_of_another_kind_is_refused(value, kind):
    with pytest.raises(ValueError, match="bad x: "):
        field({"x": value}, "x", kind)


def test_a_whole_number_stands_for_a_float_and_a_default_for_nothing():
    assert field({"x": 2}, "x", float) == 2.0 and isinstance(field({"x": 2}, "x", float), float)
    assert field({}, "x", str, "usual") == "usual"


def test_the_options_are_the_opponents_and_the_defaults(api):
    options = ask(api, "GET", "options")
    kinds = [opponent["kind"] for opponent in options["opponents"]]
    assert options["defaults"] == {"seconds": "2"} and {"level", "engine", "sample"} == set(kinds)


def test_the_body_is_read_only_for_a_path_that_exists(api):
    def read():
        raise AssertionError("nobody wants the body")

    with pytest.raises(NoSuchPathError):
        api.post(["nothing"], read)
    with pytest.raises(WrongMethodError):
        api.post(["options"], read)
    with pytest.raises(KeyError):
        api.post(["games", "0" * 16, "undo"], read)


def test_a_game_is_begun_and_changed(api):
    begun = ask(api, "POST", "games", {"players": ["person", "person"], "seconds": 1})
    path = "games/" + begun["key"]
    state = ask(api, "POST", path + "/move", {"version": begun["state"]["version"], "square": "f5"})
    assert state["game"]["moves"] == ["f5"] == ask(api, "GET", path)["game"]["moves"]


def test_a_long_file_is_listed_in_part():
    assert len(parse_records("games.txt", b"f5d6\n" * (GAMES_LISTED + 5))) == GAMES_LISTED


def test_an_opened_file_is_named_without_its_folders(api):
    data = base64.b64encode(b"f5d6\nf5d6c3\n").decode()
    opened = ask(api, "POST", "records", {"name": "/home/me/games.txt", "data": data, "game": 2})
    assert opened["state"]["game"]["source"] == "games.txt" and len(opened["games"]) == 2
    assert opened["state"]["game"]["moves"] == ["f5", "d6", "c3"]
