"""A match as values for its index page."""

import json

from protocol.judging.bot_names import open_player
from protocol.matches.standings import table_cells
from protocol.page.match_view import COLUMNS, About, Fallbacks, SequentialTest, view_match
from protocol.records.record import make_record
from protocol.records.record_reader import read_record
from tests.opponents import fixture_bot, play
from tests.page.test_html_export import make_record_of
from tests.records.test_record import FINISHED

ABOUT = About(4, "botzone", "2024-05-06 07:08", 2, seconds=1.5,
              test=SequentialTest(0, 5, 1.2, 2.94, (0, 1, 2, 3, 4), ""),
              fallbacks=[Fallbacks("one", 3, 20)], remarks=["played by 2 workers"])


def test_every_column_of_the_standings_has_a_name():
    headings, row = table_cells(["one"], [])
    assert len(headings) == len(row) == len(COLUMNS)


def test_what_is_known_about_a_match_is_sent_as_values():
    view = view_match(["one", "two"], [("one", "4")], [], ABOUT)
    assert json.loads(json.dumps(view["about"])) == {
        "games": 4, "rules": "botzone", "date": "2024-05-06 07:08", "jobs": 2, "cluster": "", "seconds": 1.5,
        "test": {"elo0": 0, "elo1": 5, "llr": 1.2, "bound": 2.94, "pairs": [0, 1, 2, 3, 4], "decision": ""},
        "fallbacks": [{"name": "one", "fallbacks": 3, "answers": 20}], "remarks": ["played by 2 workers"]}
    assert view["rows"] == [["one", "4"]] and view["names"] == ["one", "two"]
    assert view_match([], [], [], ABOUT._replace(test=None))["about"]["test"] is None


def test_a_game_is_listed_with_its_address_and_result():
    record = make_record_of()
    game, = view_match(["one", "two"], [], [("game-1.html", record)], ABOUT)["games"]
    assert (game["address"], game["names"], game["moves"]) == ("game-1.html", ["one", "two"], len(FINISHED))
    assert game["result"]["counts"] == game["counts"] and sum(game["counts"]) == 64


def test_an_error_that_lost_a_game_is_listed_by_its_code():
    lost = read_record("game.json", 1, make_record(play(open_player(fixture_bot("misbehaving.py", "crash")))))
    game, = view_match(["one", "two"], [], [("game-1.html", lost)], ABOUT)["games"]
    assert (game["result"]["reason"], game["result"]["error"]) == ("error", "RE")
