"""A game as values for the page."""

import json

import pytest
from hypothesis import given, settings

from engine.board import iterate_squares
from engine.coordinates import square_to_text, squares_from_transcript
from protocol.game import Game, describe_result
from protocol.page.game_view import (
    final_counts,
    record_problems,
    view_evaluations,
    view_game,
    view_record,
    view_report,
)
from protocol.page.mistakes import evaluation_of_end
from protocol.page.set_up import read_start
from protocol.records.record import Record, make_record
from protocol.records.record_reader import read_record
from tests.page.test_mistakes import evaluation, report
from tests.positions import games
from tests.recordings import judged
from tests.records.test_record import FINISHED
from tests.test_game import KNOWN_GAMES, game_from_transcript


@settings(max_examples=25)
@given(games)
def test_every_position_is_drawn_out(moves):
    view = view_game(["one", "two"], moves)
    assert len(view["positions"]) == len(moves) + 1
    for ply, position in enumerate(view["positions"]):
        game = Game(moves[:ply])
        assert (position["board"].count("X"), position["board"].count("O")) == game.counts
        assert position["legal"].split() == [square_to_text(square) for square in iterate_squares(game.legal)]
    assert (view["over"], view["mustPass"]) == (game.over, game.must_pass)
    assert (view["result"] is None) == (not game.over)
    assert json.loads(json.dumps(view)) == view


@pytest.mark.parametrize("name, text", [
    ("black wipes white out in nine moves", "Black wins 13 to 0"),
    ("full board without a pass", "White wins 52 to 12"),
    ("full board drawn", "A draw, 32 to 32"),
])
def test_the_result_is_described(name, text):
    assert describe_result(game_from_transcript(KNOWN_GAMES[name][0])) == text


@pytest.mark.parametrize("name, winner, counts", [
    ("black wipes white out in nine moves", 0, [64, 0]), ("full board without a pass", 1, [12, 52]),
    ("full board drawn", None, [32, 32]),
])
def test_a_result_counts_empty_squares_for_the_winner_as_evaluations_do(name, winner, counts):
    game = game_from_transcript(KNOWN_GAMES[name][0])
    result = view_game(["one", "two"], game.moves)["result"]
    assert (result["winner"], result["counts"], result["reason"]) == (winner, counts, "score")
    assert result["empties"] == 64 - sum(game.counts) and list(final_counts(game)) == counts
    assert evaluation_of_end(game).discs == counts[0] - counts[1]


def test_an_unfinished_game_has_no_result_and_no_empty_squares_given_away():
    assert view_game(["one", "two"], [37, 43])["result"] is None and final_counts(Game([37, 43])) == (3, 3)


def test_problems_name_a_file_without_its_folders():
    record = Record("/home/somebody/games/lost.txt", 1)
    record.add_problem("no game")
    assert record_problems(record) == ["lost.txt: game 1: no game"]


def test_a_game_from_a_position_that_was_set_up_is_drawn_out_from_there():
    start = read_start("-" * 27 + "XO------OX" + "-" * 27 + " O")
    view = view_game(["one", "two"], [], start=start)
    assert (view["first"], view["setUp"], view["openings"]) == (1, True, [])
    assert view["positions"][0]["board"].count("X") == 2 and view["positions"][0]["legal"].split()


def test_the_openings_a_game_goes_through_are_named_with_the_position_where_they_begin():
    view = view_game(["one", "two"], squares_from_transcript("f5d6c3d3c4"))
    assert [(opening["ply"], opening["en"]) for opening in view["openings"]] == [
        (2, "Perpendicular opening"), (5, "Tiger")]
    assert view["openings"][1]["zh"] == "虎定式"


def test_evaluations_and_mistakes_go_together():
    view = view_evaluations([37, 43], [evaluation(0.5, best=19), evaluation(-0.5, discs=-6.0), None])
    assert view["evaluations"] == [{"chance": 0.75, "discs": 0.0, "exact": False, "line": []},
                                   {"chance": 0.25, "discs": -6.0, "exact": False, "line": []}, None]
    assert view["mistakes"] == [{"ply": 1, "best": "d3", "chance": 0.5, "discs": 6.0, "exact": False, "blunder": True,
                                 "line": []}]


def test_a_report_is_written_with_squares_as_text():
    view = view_report(report(0.5, 6.0, True))
    assert (view["move"], view["line"], view["chance"], view["discs"], view["exact"]) == ("d3", ["d3"], 0.75, 6.0, True)


def test_a_record_brings_names_times_and_what_its_bots_noted():
    value = make_record(judged(FINISHED))
    value["logs"][1]["0"].update(time=1500, debug='{"move":"d3","value":0.5,"discs":8.0,"exact":false}')
    view = view_record(read_record("memory", 1, value))
    assert view["names"] == ["one", "two"]
    assert view["seconds"][:2] == [1.5, None]
    assert view["notes"][0].startswith("d3 +0.500")
    assert view["evaluations"][0] == {"chance": 0.75, "discs": 8.0, "exact": False, "line": []}
    assert view["evaluations"][-1]["exact"] and view["problems"] == []
    assert len(view["evaluations"]) == len(FINISHED) + 1


def test_a_game_that_an_error_decided_says_so():
    value = make_record(judged(FINISHED))
    display = {"err": "INVALID_INPUT_VERDICT_TLE", "winner": 0}
    value["logs"][3:] = [{"1": {"verdict": "TLE"}},
                         {"output": {"command": "finish", "content": {"0": 2, "1": 0}, "display": display}}]
    view = view_record(read_record("memory", 1, value))
    assert view["result"] == {"reason": "error", "winner": 0, "error": "TLE", "counts": [4, 1],
                              "empties": 59}
    assert len(view["positions"]) == 2 and view["problems"] == []
