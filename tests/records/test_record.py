"""A judged game is written and checked again, and every lie in a record is found."""

import copy
import json

import pytest
from hypothesis import given, settings

from engine.coordinates import PASS, squares_from_transcript
from protocol.game import Game
from protocol.records.record import Record, make_archive_record, make_record, record_line, save_record
from protocol.records.record_reader import read_record, read_records
from tests.positions import games
from tests.recordings import judged

OPENING = squares_from_transcript("f5d6c3d3c4")


def finished_game():
    """A whole game, passes included, in which every turn plays the lowest legal square."""
    game = Game()
    while not game.over:
        game.play((game.legal & -game.legal).bit_length() - 1 if game.legal else PASS)
    return game.moves


FINISHED = finished_game()


@settings(max_examples=30)
@given(games)
def test_a_judged_game_is_the_same_game_when_read_again(moves):
    for value in (make_record(judged(moves)), make_archive_record(judged(moves), {})):
        record = read_record("memory", 1, json.loads(record_line(value)))
        assert record.game.moves == moves
        assert record.problems == []
        assert record.scores == judged(moves).scores


def test_names_times_and_debug_are_kept(tmp_path):
    game = judged(FINISHED)
    first = game.turns[0]
    game.turns[0] = first._replace(answer=first.answer._replace(seconds=1.5, memory_mb=12.0, debug="hello"))
    path = tmp_path / "game.json"
    save_record(str(path), game)
    (record,) = read_records(str(path))
    assert record.names == ("one", "two")
    assert record.turns[0].answer == game.turns[0].answer._replace(cpu_seconds=0.0)
    assert record.problems == []


def changed(path, value, moves=FINISHED):
    """The download form of a game with one thing changed in its log."""
    record = copy.deepcopy(make_record(judged(moves)))
    place = record["logs"]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return read_record("file", 3, record)


LAST = 2 * len(FINISHED)

#: Changes to the log of a good game: what it is, where, the new value, the problem reported.
LIES = [
    ("a move that is not legal", [5, "0", "response"], {"x": 0, "y": 0}, "game 3, ply 3 (black): the judge's command"),
    ("another legal move", [1, "0", "response"], {"x": 2, "y": 3}, "game 3, ply 1 (black): the judge's content"),
    ("a pass with moves to play", [3, "1", "response"], {"x": -1, "y": -1},
     "game 3, ply 2 (white): the judge's command"),
    ("a verdict", [3, "1", "verdict"], "TLE", "game 3, ply 2 (white): the judge's command"),
    ("an answer of the other player", [3], {"0": {"verdict": "OK", "response": {"x": 5, "y": 3}}},
     "game 3, ply 2 (white): an answer from player 0, expected player 1"),
    ("an answer without a player", [3], {}, "game 3, ply 2 (white): not an answer"),
    ("an answer without verdict", [3], {"1": {}}, "game 3, ply 2 (white): the answer has no verdict"),
    ("a judge without output", [4], {"verdict": "RE"}, "game 3, ply 3 (black): the judge's entry has no output"),
    ("the scores", [LAST, "output", "content"], {"0": 1, "1": 1}, "the judge's content is"),
    ("the winner", [LAST, "output", "display", "winner"], 7, "the judge's display is"),
    ("the first request", [0, "output", "content"], {"1": {"x": -1, "y": -1}}, "game 3: the judge's content is"),
]


@pytest.mark.parametrize("what, path, value, problem", LIES, ids=[lie[0] for lie in LIES])
def test_a_lie_is_found_in_its_place(what, path, value, problem):
    record = changed(path, value)
    assert len(record.problems) >= 1
    assert record.problems[0].startswith("file: game 3")
    assert problem in record.problems[0]
    assert record.game.moves == FINISHED[:len(record.game.moves)] or what == "another legal move"


def test_a_game_lost_by_the_judges_ruling_is_no_problem():
    value = make_record(judged(OPENING))
    value["logs"].append({"1": {"verdict": "TLE"}})
    display = {"err": "INVALID_INPUT_VERDICT_TLE", "winner": 0}
    value["logs"].append({"output": {"command": "finish", "content": {"0": 2, "1": 0}, "display": display}})
    record = read_record("file", 1, value)
    assert record.problems == []
    assert (record.scores, record.error) == ((2, 0), "INVALID_INPUT_VERDICT_TLE")


def test_a_log_may_end_early_only_with_the_right_status():
    value = make_record(judged(OPENING))
    assert read_record("file", 1, value).problems == []
    value["status"] = "finished"
    assert read_record("file", 1, value).problems == ["file: game 1, ply 6 (white): the log ends without a result"]


def test_an_answer_after_the_end_is_a_problem():
    value = make_record(judged(FINISHED))
    value["logs"] += value["logs"][1:3]
    (problem,) = read_record("file", 1, value).problems
    assert problem.endswith("answers after the end of the game: 1")


def test_scores_beside_the_log_are_compared():
    value = make_archive_record(judged(FINISHED), {})
    value["scores"] = value["scores"][::-1]
    (problem,) = read_record("file", 1, value).problems
    assert "are recorded" in problem


@given(games)
def test_moves_are_played_until_one_is_illegal(moves):
    record = Record("file", 1)
    record.play_moves(moves + [PASS, PASS], passes_implied=False)
    assert record.game.moves[:len(moves)] == moves
    assert len(record.problems) == 1
    assert "ply %d" % (len(record.game.moves) + 1) in record.problems[0]
    assert [turn.move for turn in record.turns] == record.game.moves
