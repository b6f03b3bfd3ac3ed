"""The turn that lost a game is kept with the record; the input of every other turn can be rebuilt."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.game import Game
from protocol.judging.bot_names import open_player
from protocol.judging.botzone_judge_end import encode_json_turn
from protocol.judging.rules import BOTZONE
from protocol.records.record import make_archive_record, make_record
from protocol.records.record_reader import read_record
from protocol.records.saved_turn import hand_over, input_of_turn, read_failure, repeat_from
from tests.opponents import fixture_bot, play
from tests.positions import games
from tests.recordings import judged, player_input
from tests.records.test_record import FINISHED


def lost_game(spec, rules=BOTZONE, **more):
    return play(open_player(spec), rules=rules, **more)


@pytest.fixture(scope="module")
def crashed():
    return lost_game(fixture_bot("misbehaving.py", "crash"), BOTZONE.with_limits(7))


@pytest.mark.parametrize("make", [make_record, lambda judged: make_archive_record(judged, {})])
def test_a_record_keeps_the_explanation_and_the_exact_input(crashed, make):
    record = read_record("game.json", 1, json.loads(json.dumps(make(crashed))))
    assert record.problems == []
    assert record.explanation[0] == "ply 1, black: it crashed with exit code 1 [INVALID_INPUT_VERDICT_RE]"
    assert record.explanation[-1] == "  RuntimeError: this bot crashes"
    assert json.loads(input_of_turn(record, 1)) == {
        "requests": [{"x": -1, "y": -1}], "responses": [], "time_limit": 7.0, "memory_limit": 256.0}
    assert repeat_from(record) == ["repeat this turn: python3 -m protocol.replay game.json --game 1 --input 1 | "
                                   + fixture_bot("misbehaving.py", "crash")]


def test_a_text_bot_gets_its_turn_in_text(tmp_path):
    lost = lost_game("text:" + fixture_bot("legal.py", "--text", "--fail-on", "1"), opening=FINISHED[:2])
    record = read_record("game.json", 1, make_record(lost))
    first, second = FINISHED[:2]
    assert input_of_turn(record, 3).split("\n")[:3] == ["2", "-1 -1", "%d %d" % (first % 8, first // 8)]
    assert json.loads(input_of_turn(record, 3, text=False)) == player_input(FINISHED[:2])
    (line,) = hand_over(str(tmp_path / "game.json"), lost.turns[-1].answer.conduct)
    assert line == "repeat this turn: %s < %s" % (fixture_bot("legal.py", "--text", "--fail-on", "1"),
                                                  tmp_path / "game.turn.txt")
    assert (tmp_path / "game.turn.txt").read_text() == input_of_turn(record, 3)


def test_for_a_bot_kept_running_both_the_turn_and_its_session_are_saved(tmp_path):
    command = fixture_bot("legal.py", "--keep", "9", "--fail-on", "3")
    lost = lost_game(command)
    lines = hand_over(str(tmp_path / "game"), lost.turns[-1].answer.conduct)
    assert lines == ["repeat this turn: %s < %s" % (command, tmp_path / "game.turn.json"),
                     "repeat all turns of this process: %s < %s" % (command, tmp_path / "game.session.json")]
    assert (tmp_path / "game.turn.json").read_bytes() == encode_json_turn(lost.game.moves, 0, {})
    session = [json.loads(line) for line in (tmp_path / "game.session.json").read_text().splitlines()]
    assert [sorted(message) for message in session] == [["requests", "responses"], ["x", "y"], ["x", "y"]]


def test_a_game_not_lost_by_an_error_needs_no_explanation():
    value = make_record(judged(FINISHED))
    assert "failure" not in value
    record = read_record("game", 1, value)
    assert record.explanation == [] and repeat_from(record) == []


def test_a_record_from_the_platform_is_explained_by_its_log():
    value = make_record(judged(FINISHED[:4]))
    value["logs"] += [{"0": {"verdict": "OK", "response": {"x": 3, "y": 3}}},
                      {"output": {"command": "finish", "content": {"0": 0, "1": 2},
                                  "display": {"err": "INVALID_MOVE", "winner": 1}}}]
    record = read_record("game", 1, dict(value, status="finished"))
    assert record.problems == []
    assert record.explanation[0] == "ply 5, black: d4 (x=3 y=3) is illegal: the square is taken [INVALID_MOVE]"


@settings(max_examples=30)
@given(games, st.data())
def test_the_input_of_any_turn_is_rebuilt_as_it_was_sent(moves, data):
    record = read_record("game", 1, make_record(judged(moves)))
    ply = data.draw(st.integers(1, len(moves) + (not Game(moves).over)))
    assert json.loads(input_of_turn(record, ply)) == player_input(moves[:ply - 1])


@pytest.mark.parametrize("ply", [0, len(FINISHED) + 1])
def test_a_turn_that_was_not_played_has_no_input(ply):
    with pytest.raises(ValueError, match="bad ply %d: the game has turns 1 to %d" % (ply, len(FINISHED))):
        input_of_turn(read_record("game", 1, make_record(judged(FINISHED))), ply)


@pytest.mark.parametrize("entry", [None, 5, {}, {"ply": "1", "explanation": ["a"]}, {"ply": 1, "explanation": "a"},
                                   {"ply": 1, "explanation": [1]}])
def test_an_entry_that_is_not_a_failure_is_ignored(entry):
    assert read_failure(entry) is None


def test_a_long_entry_is_cut():
    saved = read_failure({"ply": 1, "explanation": ["x" * 9999] * 999, "input": 5})
    assert len(saved.explanation) == 60 and len(saved.explanation[0]) == 3000 and saved.input is None
