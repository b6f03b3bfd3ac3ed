"""Every form of recorded games, and every way in which a file can be broken."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.coordinates import PASS, squares_from_transcript
from protocol.game import Game
from protocol.judging.botzone_judge_end import encode_json_turn
from protocol.records.record import make_archive_record, make_record, record_line
from protocol.records.record_reader import read_record, read_records
from tests import ROOT
from tests.opponents import moves_with_passes
from tests.positions import games
from tests.recordings import display_list, judged, log_of, player_input, transcript, wthor, wthor_game
from tests.records.test_record import FINISHED

OPENING = squares_from_transcript("f5d6c3d3c4")
SHARED = ROOT.parent / "shared"


def read_bytes(folder, data, name="games.txt"):
    """The records of a file with this content."""
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return list(read_records(str(path)))


def without_last_passes(moves):
    """The moves as a form without passes can store them."""
    kept = list(moves)
    while kept and kept[-1] == PASS:
        kept.pop()
    return kept


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One folder for all examples of a property."""
    return tmp_path_factory.mktemp("records")


@settings(max_examples=25)
@given(moves=st.lists(games, min_size=1, max_size=3))
def test_a_game_is_the_same_in_every_form(folder, moves):
    played = [judged(game) for game in moves]
    forms = {
        "archive": "".join(record_line(make_archive_record(game, {})) for game in played),
        "list of downloads": json.dumps([make_record(game) for game in played], indent=1),
        "log": "\n\n".join(json.dumps(log_of(game)) for game in played),
        "display lists": json.dumps([display_list(game) for game in moves if game]),
        "inputs": "\n".join(json.dumps(player_input(game)) for game in moves),
    }
    for form, text in forms.items():
        records = read_bytes(folder, text)
        expected = [game for game in moves if game or form != "display lists"]
        assert [record.game.moves for record in records] == (expected or [[]]), form
        assert [record.problems for record in records] == [[]] * len(expected) or not expected, form
        assert [record.number for record in records] == list(range(1, len(records) + 1)), form


@settings(max_examples=25)
@given(moves=st.lists(games.filter(len), min_size=1, max_size=3))
def test_a_game_without_passes_is_the_same_in_transcripts_and_wthor(folder, moves):
    expected = [without_last_passes(game) for game in moves]
    lines = "# a comment\n\n" + "".join(transcript(game) + "  # and another\n" for game in moves)
    for data, name in ((lines, "games.txt"), (lines.upper(), "games.txt"), (wthor(moves), "games.wtb")):
        records = read_bytes(folder, data, name)
        assert [record.game.moves for record in records] == expected
        assert [record.problems for record in records] == [[]] * len(moves)


def test_a_download_formatted_over_many_lines_is_read(tmp_path):
    (record,) = read_bytes(tmp_path, json.dumps(make_record(judged(FINISHED)), indent=2))
    assert (record.game.moves, record.names, record.problems) == (FINISHED, ("one", "two"), [])


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    (record,) = read_bytes(tmp_path, "\ufefff5d6")
    assert (record.game.moves, record.problems) == (OPENING[:2], [])


def test_the_error_of_a_display_list_counts_as_a_result():
    for error in ("INVALID_MOVE", "INVALID_INPUT_VERDICT_RE", "INVALID_INPUT_VERDICT_OK",
                  "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN"):
        record = read_record("file", 1, display_list(OPENING) + [{"err": error, "winner": 0}])
        assert (record.scores, record.error, record.problems) == ((2, 0), error, [])


#: Broken contents: what it is, the content, the number of moves kept, the problem reported.
BROKEN = [
    ("empty", " \n", 0, "the file has no game"),
    ("no game at all", "\n\nhello", 0, "game 1: line 3: bad transcript"),
    ("not a square", "f5x9", 0, "game 1: line 1: bad move 'x9'"),
    ("an illegal move", "\n# one\nf5d6\nf5f5", 1, "game 2, ply 2 (white): illegal move f5"),
    ("numbers", "[1, 2]", 0, "game 1, ply 1 (black): not a display of a move"),
    ("another object", '{"a": 1}', 0, "game 1: no game"),
    ("half a JSON", '{"requests": [', 0, "game 1: bad JSON"),
    ("nested too deeply", "[" * 100000, 0, "game 1: bad JSON"),
    ("logs that are not a list", '{"logs": 5}', 0, "the log is empty"),
    ("an empty log", '{"log": []}', 0, "the log is empty"),
    ("requests that are not a list", '{"requests": 5}', 0, "bad input"),
    ("no requests", '{"requests": [], "responses": []}', 0, "bad input"),
    ("a request that is not a move", '{"requests": [{"x": 5, "y": 4}, 7], "responses": [{"x": 3, "y": 5}]}', 2,
     "game 1, ply 3 (black): bad move 7"),
    ("a move outside", '{"requests": [{"x": 5, "y": 9}]}', 0, "game 1, ply 1 (black): bad x,y"),
    ("responses missing", '{"requests": [{"x": -1, "y": -1}, {"x": 5, "y": 3}, 0]}', 0, "ply 1 (black)"),
    ("a wrong player", '[null, {"x": 5, "y": 4, "player": 1}]', 1, "ply 1 (black): a move of player 1"),
    ("a wrong winner", '[null, {"x": 5, "y": 4, "winner": 1}]', 1, "ply 1 (black): the judge's display"),
    ("binary", bytes(range(256)), 0, "bad move"),
]


@pytest.mark.parametrize("what, data, kept, problem", BROKEN, ids=[case[0] for case in BROKEN])
def test_a_broken_file_is_reported_and_its_legal_moves_are_kept(what, data, kept, problem, tmp_path):
    records = read_bytes(tmp_path, data)
    assert len(records) >= 1
    assert len(records[-1].game.moves) == kept
    assert problem in "\n".join(records[-1].problems)
    assert "games.txt" in records[-1].problems[0]


def test_a_broken_line_does_not_spoil_its_neighbours(tmp_path):
    good = record_line(make_archive_record(judged(FINISHED), {}))
    for lines in ([good, good[:500] + "\n", good], [good[:500] + "\n", good, good]):
        records = read_bytes(tmp_path, "".join(lines))
        assert sorted(len(record.problems) for record in records) == [0, 0, 1]
        assert sum(record.game.moves == FINISHED for record in records) == 2


#: Broken WTHOR files: what it is, the content, the problem reported.
BROKEN_WTHOR = [
    ("too short for a header", wthor([])[:10], "the file ends within its header"),
    ("cut within a game", wthor([FINISHED, FINISHED])[:-9], "game 2: the file ends within the game"),
    ("fewer games than announced", wthor([FINISHED], announced=2), "announces 2 games, the file has 1"),
    ("another board", wthor([FINISHED]).replace(b"\x08", b"\x0a", 1), "a board of 10 x 10"),
    ("a wrong count", wthor([]) + wthor_game(FINISHED, black_discs=1), "but 1 are recorded"),
    ("not a square", wthor([OPENING])[:-55] + b"\x63" + bytes(54), "ply 6 (white): bad WTHOR move 99"),
    ("a hole", wthor([OPENING])[:-54] + b"\x0b" + bytes(53), "ply 6 (white): bad WTHOR move 0"),
]


@pytest.mark.parametrize("what, data, problem", BROKEN_WTHOR, ids=[case[0] for case in BROKEN_WTHOR])
def test_a_broken_wthor_file_is_reported(what, data, problem, tmp_path):
    records = read_bytes(tmp_path, data, "games.WTB")
    assert problem in "\n".join(text for record in records for text in record.problems)


@settings(max_examples=60)
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(str.encode)),
       name=st.sampled_from(["x", "x.wtb"]))
def test_nothing_in_a_file_causes_a_crash(folder, data, name):
    for record in read_bytes(folder, data, name):
        assert record.game is not None


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 9), st.floats(), st.text(max_size=3)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(
        st.sampled_from(["log", "logs", "output", "0", "1", "x", "y", "requests", "responses", "verdict", "response",
                         "display", "content", "command", "players", "scores", "status", "err", "winner", "player",
                         "name", "bot", "time"]), inner, max_size=4)), max_leaves=12)


@settings(max_examples=300)
@given(json_values)
def test_nothing_in_a_json_value_causes_a_crash(value):
    assert read_record("file", 1, value).number == 1


@pytest.mark.parametrize("colour", [0, 1])
def test_the_input_of_a_player_that_had_to_pass_is_legal(tmp_path, colour):
    game = Game(moves_with_passes(colour))
    moves = game.moves[:-1] if game.colour != colour else game.moves  # up to a turn of that colour
    path = tmp_path / "input.json"
    path.write_bytes(encode_json_turn(moves, colour, {}))
    (record,) = read_records(str(path))
    assert (record.game.moves, record.problems) == (moves, [])


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared recordings are not beside the project")
def test_an_input_recorded_on_the_site_is_legal():
    (record,) = read_records(str(SHARED / "botzone-recorded-input.json"))
    assert (len(record.game.moves), record.problems) == (59, [])
