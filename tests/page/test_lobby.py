"""The open games: found by their key, bounded, and quiet when nobody looks."""

import pytest

from protocol.judging.bot_names import Opponents
from protocol.page.lobby import Lobby, check_seconds
from protocol.page.seats import PERSON
from protocol.records.record import Record
from tests.thinkers import BLACK_PASSES, PatientThinker


def open_lobby(**options):
    return Lobby(Opponents(make_thinker=PatientThinker), **options)


def test_a_game_is_found_by_its_key_alone():
    lobby = open_lobby()
    keys = [lobby.begin_game([PERSON, PERSON], 1.0) for _ in range(3)]
    assert len(set(keys)) == 3 and lobby.game(keys[1]) is not lobby.game(keys[2])
    with pytest.raises(KeyError):
        lobby.game("0" * 16)


def test_a_game_can_begin_in_the_middle_of_another_passes_implied():
    lobby = open_lobby()
    key = lobby.begin_game([PERSON, PERSON], 1.0, "d3c3e6d2d1e1b2c1" + "d6")
    assert lobby.game(key).moves[:8] == tuple(BLACK_PASSES) and lobby.game(key).moves[8] == 64


@pytest.mark.parametrize("players, seconds, moves, message", [
    (["person", "nobody"], 1.0, "", "no such player: nobody"),
    (["record", "person"], 1.0, "", "no such player: record"),
    (["person", "bot"], 0.0, "", "bad time 0"),
    (["person", "bot"], 1e9, "", "bad time 1e"),
    (["person", "bot"], float("nan"), "", "bad time nan"),
    (["person", "bot"], 1.0, "f5f5", "illegal move f5"),
    (["person", "bot"], 1.0, "f", "bad transcript"),
])
def test_what_cannot_be_played_is_refused(players, seconds, moves, message):
    with pytest.raises(ValueError, match=message):
        open_lobby().begin_game(players, seconds, moves)


def test_a_possible_time_is_returned():
    assert check_seconds(0.5) == 0.5


def test_the_game_left_alone_for_longest_gives_way():
    lobby = open_lobby(games_at_once=2)
    first = lobby.begin_game(["bot", PERSON], 60.0)
    second = lobby.begin_game([PERSON, PERSON], 1.0)
    forgotten = lobby.game(first)
    lobby.game(second).view()
    third = lobby.begin_game([PERSON, PERSON], 1.0)
    with pytest.raises(KeyError):
        lobby.game(first)
    assert forgotten._thinking.moving is None
    assert lobby.game(second) and lobby.game(third)


def test_a_game_that_nobody_looks_at_stops_thinking():
    lobby = open_lobby(alone_seconds=0.0)
    session = lobby.game(lobby.begin_game(["bot", PERSON], 60.0))
    assert session._thinking.moving is not None
    session.last_seen -= 1.0
    lobby.sweep()
    assert session._thinking.moving is None


def test_closing_ends_all_thinking():
    lobby = open_lobby()
    session = lobby.game(lobby.begin_game(["bot", PERSON], 60.0))
    lobby.close()
    assert session._thinking.moving is None


def test_a_record_is_opened():
    record = Record("file", 1, ("one", "two"))
    record.play_moves(BLACK_PASSES, passes_implied=False)
    lobby = open_lobby()
    session = lobby.game(lobby.open_record(record))
    assert session.names == ("one", "two") and session.moves == tuple(BLACK_PASSES)


SET_UP = "-" * 27 + "OX------XO" + "-" * 27 + " O"


def test_a_position_that_was_set_up_is_played_by_people_and_the_engine_alone():
    lobby = open_lobby()
    for players in ([PERSON, PERSON], [PERSON, "bot"], ["beginner", PERSON]):
        assert lobby.game(lobby.begin_game(players, 1.0, position=SET_UP)).view()["game"]["first"] == 1
    with pytest.raises(ValueError, match="greedy cannot play from a position that was set up"):
        lobby.begin_game([PERSON, "greedy"], 1.0, position=SET_UP)
    lobby.close()


@pytest.mark.parametrize("position, message", [
    ("X" * 64 + " O", "nobody can move"), ("X" * 63 + " O", "bad position"), ("hello", "bad position")])
def test_a_position_in_which_nothing_can_be_played_is_refused(position, message):
    with pytest.raises(ValueError, match=message):
        open_lobby().begin_game([PERSON, PERSON], 1.0, position=position)
