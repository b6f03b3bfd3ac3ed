"""A game as the page gets it."""

import json

import pytest
from hypothesis import given, settings

from engine.board import iterate_squares
from engine.coordinates import square_to_text
from protocol.game import Game, describe_result
from protocol.page.game_view import view_evaluations, view_game, view_record, view_report
from protocol.records.record import make_record
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
def test_the_result_is_told(name, text):
    assert describe_result(game_from_transcript(KNOWN_GAMES[name][0])) == text


def test_evaluations_and_mistakes_go_together():
    view = view_evaluations([37, 43], [evaluation(0.5, best=19), evaluation(-0.5, discs=-6.0), None])
    assert view["evaluations"] == [{"chance": 0.75, "discs": 0.0, "exact": False},
                                   {"chance": 0.25, "discs": -6.0, "exact": False}, None]
    assert view["mistakes"] == [{"ply": 1, "best": "d3", "chance": 0.5, "discs": 6.0, "exact": False, "blunder": True}]


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
    assert view["evaluations"][0] == {"chance": 0.75, "discs": 8.0, "exact": False}
    assert view["evaluations"][-1]["exact"] and view["problems"] == []
    assert len(view["evaluations"]) == len(FINISHED) + 1


def test_a_game_that_an_error_decided_says_so():
    value = make_record(judged(FINISHED))
    display = {"err": "INVALID_INPUT_VERDICT_TLE", "winner": 0}
    value["logs"][3:] = [{"1": {"verdict": "TLE"}},
                         {"output": {"command": "finish", "content": {"0": 2, "1": 0}, "display": display}}]
    view = view_record(read_record("memory", 1, value))
    assert view["result"] == "Black wins because of white's INVALID_INPUT_VERDICT_TLE"
    assert len(view["positions"]) == 2 and view["problems"] == []
