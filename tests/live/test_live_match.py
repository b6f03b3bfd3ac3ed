"""One match: requests in, answers out, a record at the end."""

import pytest

from engine.coordinates import PASS, squares_from_transcript
from protocol.game import Game
from protocol.judging.player import FunctionPlayer, Player
from protocol.judging.rules import BOTZONE
from protocol.live.live_match import LiveMatch
from protocol.live.local_ai_wire import MatchResult
from protocol.records.record_reader import read_record
from tests.opponents import first_legal


def match(choose=first_legal):
    return LiveMatch("m1", FunctionPlayer("ours", choose), BOTZONE, "theirs")


def test_black_and_white_are_told_apart_by_the_first_request():
    black, white = match(), match()
    black.take_request('{"x":-1,"y":-1}')
    white.take_request("3 2")
    assert (black.colour, black.response) == (0, '{"x":3,"y":2}')
    assert (white.colour, white.response) == (1, "2 2")


def test_the_game_goes_on_from_request_to_request():
    live = match()
    live.take_request("-1 -1")
    live.take_request("2 2")
    assert live.game.moves == [19, 18, first_legal(Game([19, 18]))]


def test_a_repeated_request_gets_the_same_answer_and_is_not_played_twice():
    live = match()
    live.take_request("3 2")
    first, live.response = live.response, None
    live.take_request("3 2")
    assert live.response == first and len(live.game.moves) == 2 and live.error == ""


@pytest.mark.parametrize("request_text, words", [
    ("7 7", "cannot follow the game: ply 1 (black): illegal move h8"), ("hello", "cannot follow the game"),
    ("", "an empty request"), ('{"x":9,"y":9}', "cannot follow the game"), ('[1,2]', "cannot follow the game"),
])
def test_a_request_that_does_not_fit_is_reported_and_not_answered(request_text, words):
    live = match()
    live.take_request(request_text)
    assert live.response is None and words in live.error


def test_a_match_joined_late_may_begin_with_the_whole_history():
    live = match()
    live.take_request('{"requests":[{"x":3,"y":2},{"x":2,"y":3}],"responses":[{"x":2,"y":2}]}')
    assert live.game.moves[:3] == [19, 18, 26] and live.colour == 1 and live.response is not None


def test_a_bot_that_fails_gives_no_answer_and_says_why():
    live = match(lambda game: 1 // 0)
    live.take_request("-1 -1")
    assert live.response is None and live.error.startswith("RE ZeroDivisionError")
    live = match(lambda game: 0)
    live.take_request("-1 -1")
    assert live.error == "INVALID_MOVE"


def play_out(end_with_ours):
    """(match, true game): a whole game as the platform reveals it, whose last move is ours or theirs."""
    for first in range(40):
        live, generator, game = match(), first, Game()
        while not game.over:
            legal = [square for square in range(64) if game.legal >> square & 1]
            if game.colour == 1:
                live.take_request("%d %d" % ((game.moves[-1] % 8, game.moves[-1] // 8)
                                             if game.moves[-1] != PASS else (-1, -1)))
                game.play(live.game.moves[-1])
            else:
                generator = (generator * 7 + 3) % 101
                game.play(legal[generator % len(legal)] if legal else PASS)
        if (game.colour == 0) == end_with_ours:
            return live, game
    raise AssertionError("no such game")


@pytest.mark.parametrize("end_with_ours", [True, False])
def test_the_record_of_a_finished_game_can_be_replayed(end_with_ours):
    live, game = play_out(end_with_ours)
    live.end(MatchResult("m1", 1, tuple(float(score) for score in game.scores)))
    record = read_record("file", 1, live.record())
    assert record.problems == [] and record.names == ("theirs", "ours")
    assert record.game.moves == game.moves[:len(record.game.moves)]
    assert len(record.game.moves) >= len(game.moves) - 1
    if end_with_ours:
        assert (record.scores, record.game.moves) == (game.scores, game.moves)
    assert live.result == ("won" if game.scores[1] == 2 else "lost" if game.scores[1] == 0 else "drawn")


def test_the_opponents_last_move_is_known_if_there_is_only_one():
    moves = squares_from_transcript("f5d6c5f4e3f6g5e6e7")  # the last move takes every white disc
    live = match(lambda game: moves[len(game.moves)])
    for ply in (0, 2, 4, 6):
        live.take_request("%d %d" % (moves[ply] % 8, moves[ply] // 8))
    live.end(MatchResult("m1", 1, (2.0, 0.0)))
    assert live.game.moves == list(moves) and live.result == "lost"
    assert read_record("file", 1, live.record()).scores == (2, 0)


def test_an_unexpected_end_leaves_a_record_of_what_was_played():
    live = match()
    live.take_request("-1 -1")
    live.end(MatchResult("m1", 0, ()))
    value = live.record()
    assert (live.result, value["status"]) == ("aborted", "aborted")
    assert read_record("file", 1, value).problems == [] and live.line().moves == 1
    live = match()
    live.take_request("-1 -1")
    live.end(MatchResult("m1", 0, (2.0, 0.0)))  # the opponent has failed
    assert live.result == "won" and live.record()["scores"] == [2, 0]
    assert read_record("file", 1, live.record()).problems == []


def test_closing_a_match_calls_its_bot_off():
    player = Player("ours")
    live = LiveMatch("m1", player, BOTZONE)
    live.break_off()
    assert player._called_off.is_set() and live.result == "aborted" and live.line().colour == "?"
