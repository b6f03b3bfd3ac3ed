"""Botzone's protocol: turns in all four formats, good and bad, and answers in both styles."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coordinates import PASS, square_from_text, square_to_xy
from protocol.answering import botzone_bot_end
from protocol.answering.botzone_bot_end import (
    DEBUG_LIMIT_BYTES,
    JSON_STYLE,
    KEEP_RUNNING_LINE,
    TEXT_STYLE,
    BotzoneTurn,
    answer_text,
    default_time_limit,
    read_turn,
)
from tests.positions import games


def squares(text):
    return [square_from_text(word) for word in text.split()]


class Lines:
    """Reads these lines. Reading beyond the last would block on a real stream, so it fails the test."""

    def __init__(self, text, ended):
        self.waiting = text.splitlines(keepends=True)
        self.ended = ended

    def __call__(self):
        if not self.waiting:
            assert self.ended, "asked for a line that nobody has sent"
            return ""
        return self.waiting.pop(0)


def read(text, known="", ended=False):
    return read_turn(Lines(text, ended), squares(known))


def json_turn(moves, **more):
    """The line that sends the side to move all moves so far."""
    told = [PASS, *moves] if len(moves) % 2 == 0 else moves
    points = [dict(zip("xy", square_to_xy(move))) for move in told]
    return json.dumps(dict(requests=points[::2], responses=points[1::2], **more)) + "\n"


def text_turn(moves, more=""):
    told = [PASS, *moves] if len(moves) % 2 == 0 else moves
    lines = [str((len(told) + 1) // 2)] + ["%d %d" % square_to_xy(move) for move in told]
    return "\n".join(lines) + "\n" + more


FIRST_REQUEST_TO_BLACK = '{"requests":[{"x":-1,"y":-1}],"responses":[]}'

UNDERSTOOD = {
    "black's first turn": (FIRST_REQUEST_TO_BLACK + "\n", "", JSON_STYLE, ""),
    "black's first turn without a newline": (FIRST_REQUEST_TO_BLACK, "", JSON_STYLE, ""),
    "blank lines before it": ("\n \n\r\n" + FIRST_REQUEST_TO_BLACK + "\r\n", "", JSON_STYLE, ""),
    "a byte order mark before it": ("\ufeff" + FIRST_REQUEST_TO_BLACK + "\n", "", JSON_STYLE, ""),
    "white's first turn": ('{"requests":[{"x":3,"y":2}],"responses":[]}\n', "", JSON_STYLE, "d3"),
    "no responses at all": ('{"requests":[{"x":3,"y":2}]}\n', "", JSON_STYLE, "d3"),
    "black's second turn": ('{"requests":[{"x":-1,"y":-1},{"x":2,"y":4}],"responses":[{"x":3,"y":2}]}\n', "",
                            JSON_STYLE, "d3 c5"),
    "the opponent passed": ('{"requests":[{"x":3,"y":2},{"x":-1,"y":-1}],"responses":[{"x":2,"y":2}]}\n', "",
                            JSON_STYLE, "d3 c3 pass"),
    "a pass by its x alone": ('{"requests":[{"x":3,"y":2},{"x":-1,"y":5}],"responses":[{"x":2,"y":2}]}\n', "",
                              JSON_STYLE, "d3 c3 pass"),
    "a response that was a pass": ('{"requests":[{"x":3,"y":2},{"x":2,"y":2}],"responses":[{"x":-1,"y":-1}]}\n', "",
                                   JSON_STYLE, "d3 pass c3"),
    "data, which is ignored": ('{"requests":[{"x":3,"y":2}],"responses":[],"data":{"tree":[1,"\\u0000"]},'
                                     '"globaldata":"{","memory_limit":256}\n', "", JSON_STYLE, "d3"),
    "JSON laid out over lines": ('{\n "requests": [\n  {"x": 3,\n   "y": 2}\n ],\n "responses": []\n}', "",
                                 JSON_STYLE, "d3"),
    "a bare request": ('{"x":2,"y":4}\n', "d3", JSON_STYLE, "d3 c5"),
    "a bare request after blank lines": ('\n\n{"x":2,"y":4}\n', "d3", JSON_STYLE, "d3 c5"),
    "a bare pass": ('{"x":-1,"y":-1}\n', "d3 c5 b6", JSON_STYLE, "d3 c5 b6 pass"),
    "a whole history to a kept process": ('{"requests":[{"x":3,"y":2}],"responses":[]}\n', "f5 d6", JSON_STYLE, "d3"),
    "text, black's first turn": ("1\n-1 -1\n", "", TEXT_STYLE, ""),
    "text, black's first turn without a newline": ("1\n-1 -1", "", TEXT_STYLE, ""),
    "text, white's first turn": ("1\n3 2\n", "", TEXT_STYLE, "d3"),
    "text, white's second turn": ("2\n3 2\n2 4\n5 5\n", "", TEXT_STYLE, "d3 c5 f6"),
    "text, black's second turn": ("2\n-1 -1\n3 2\n2 4\n", "", TEXT_STYLE, "d3 c5"),
    "text, blank lines between": ("\n2\n\n-1 -1\r\n3 2 \n\n  2\t4\n", "", TEXT_STYLE, "d3 c5"),
    "text, with data and globaldata": ("1\n3 2\nsome data\n{}\nglobal\n", "", TEXT_STYLE, "d3"),
    "text, a bare request": ("2 4\n", "d3", TEXT_STYLE, "d3 c5"),
    "text, a bare request after blank lines": ("\n \n2 4\n", "d3", TEXT_STYLE, "d3 c5"),
    "text, a bare pass": ("-1 -1\n", "d3 c5 b6", TEXT_STYLE, "d3 c5 b6 pass"),
}


@pytest.mark.parametrize("sent, known, style, moves", UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_a_turn_is_read_without_reading_too_far(sent, known, style, moves):
    turn = read(sent, known)
    assert (turn.style, turn.moves) == (style, squares(moves))


REFUSED = {
    "no JSON": ('{"requests":[}\n', "bad JSON"),
    "JSON that breaks off": ('{"requests":[', "bad JSON"),
    "a list": ("[]\n", "expected an object"),
    "an empty object": ("{}\n", "the request"),
    "deep nesting": ('{"requests":' + "[" * 100000 + "\n", "bad JSON"),
    "requests that are not a list": ('{"requests":3,"responses":[]}\n', "bad history"),
    "as many responses as requests": ('{"requests":[{"x":3,"y":2}],"responses":[{"x":2,"y":2}]}\n', "bad history"),
    "no requests": ('{"requests":[],"responses":[]}\n', "bad history"),
    "a request without y": ('{"requests":[{"x":3}],"responses":[]}\n', "request 1"),
    "a response that is not a move": ('{"requests":[{"x":3,"y":2},{"x":2,"y":2}],"responses":["c3"]}\n', "response 1"),
    "a square off the board": ('{"requests":[{"x":3,"y":8}],"responses":[]}\n', "request 1"),
    "a fraction": ('{"requests":[{"x":3.5,"y":2}],"responses":[]}\n', "request 1"),
    "a truth value": ('{"requests":[{"x":true,"y":2}],"responses":[]}\n', "request 1"),
    "words": ("hello\n", "bad first line 'hello'"),
    "turn number 0": ("0\n", "bad first line"),
    "a turn number beyond any game": ("121\n", "bad first line"),
    "a negative turn number": ("-1\n", "bad first line"),
    "three numbers": ("1 2 3\n", "bad move line"),
    "text off the board": ("1\n8 0\n", "bad x,y"),
    "text that is not a move": ("1\nd3\n", "bad move line 'd3'"),
    "text that breaks off": ("2\n-1 -1\n3 2\n", "ends after 2 of the 3 moves of turn 2"),
}


@pytest.mark.parametrize("sent, complaint", REFUSED.values(), ids=REFUSED)
def test_nonsense_is_refused_with_an_explanation_in_one_short_line(sent, complaint):
    with pytest.raises(ValueError) as caught:
        read(sent, ended=True)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 250


@pytest.mark.parametrize("rest", ["", "\n", " \n\r\n\n"])
def test_at_the_end_of_the_input_there_is_no_turn(rest):
    assert read(rest, "d3", ended=True) is None


@given(games)
def test_every_history_can_be_read_in_both_styles(moves):
    assert read(json_turn(moves)) == BotzoneTurn(JSON_STYLE, moves)
    assert read(text_turn(moves, "\n\n")) == BotzoneTurn(TEXT_STYLE, moves)


@given(games.filter(bool))
def test_a_bare_request_adds_one_move_to_the_known_moves(moves):
    point = square_to_xy(moves[-1])
    expected = [] if moves == [PASS] else moves
    assert read_turn(Lines(json.dumps(dict(zip("xy", point))), False), moves[:-1]).moves == expected
    assert read_turn(Lines("%d %d" % point, False), moves[:-1]).moves == expected


@given(st.text())
def test_any_text_is_a_turn_or_empty_or_refused(text):
    try:
        turn = read(text, ended=True)
    except ValueError:
        return
    assert turn is None or all(0 <= move <= PASS for move in turn.moves)


@pytest.mark.parametrize("given_limit, seconds", [
    (1, 1.0), (2.5, 2.5), ("4", 4.0), (120, 120.0),
    (0, None), (-1, None), (1000, None), (6000, None), (True, None), (None, None), ("soon", None), ([], None),
    ({}, None), (float("nan"), None), (float("inf"), None), (10 ** 400, None),
])
def test_a_time_limit_counts_if_it_makes_sense_in_seconds(given_limit, seconds):
    assert read(json_turn([], time_limit=given_limit)).time_limit == seconds


@pytest.mark.parametrize("moves, kept, seconds", [
    ("", False, 12), ("d3", False, 12), ("d3 c5", False, 6), ("d3 c5 b6", False, 6), ("d3 c5", True, 4),
])
def test_the_platform_gives_more_time_to_the_first_turn_and_less_to_a_kept_process(moves, kept, seconds):
    assert default_time_limit(squares(moves), kept) == seconds


ANSWERS = [
    ((JSON_STYLE, 19), '{"response":{"x":3,"y":2}}\n'),
    ((JSON_STYLE, PASS), '{"response":{"x":-1,"y":-1}}\n'),
    ((JSON_STYLE, 19, 'so "it"\nis'), '{"response":{"x":3,"y":2},"debug":"so \\"it\\" is"}\n'),
    ((JSON_STYLE, 19, "why", True), '{"response":{"x":3,"y":2},"debug":"why"}\n' + KEEP_RUNNING_LINE + "\n"),
    ((TEXT_STYLE, 19), "3 2\n"),
    ((TEXT_STYLE, PASS), "-1 -1\n"),
    ((TEXT_STYLE, 19, "so\nit is"), "3 2\nso it is\n"),
    ((TEXT_STYLE, 19, "why", True), "3 2\nwhy\n" + KEEP_RUNNING_LINE + "\n"),
]


@pytest.mark.parametrize("arguments, printed", ANSWERS)
def test_an_answer_is_printed_as_the_platform_reads_it(arguments, printed):
    assert answer_text(*arguments) == printed


@given(st.sampled_from([JSON_STYLE, TEXT_STYLE]), st.integers(0, PASS), st.text(max_size=3000))
def test_debug_output_stays_on_its_line_and_below_its_limit(style, move, debug):
    lines = answer_text(style, move, debug).splitlines()
    if style == JSON_STYLE:
        [answer] = [json.loads(line) for line in lines]
        assert answer["response"] == dict(zip("xy", square_to_xy(move)))
        shown = answer.get("debug", "")
    else:
        assert lines[0] == "%d %d" % square_to_xy(move)
        assert len(lines) <= 2
        shown = lines[1] if len(lines) > 1 else ""
    assert len(shown.encode()) <= DEBUG_LIMIT_BYTES


def test_a_long_json_value_on_many_lines_is_not_parsed_again_for_each_line(monkeypatch):
    tries = []
    turn = {"requests": [{"x": -1, "y": -1}], "responses": [], "data": [{"a": '"}]', "b": [1]}] * 2000}
    lines = iter(json.dumps(turn, indent=1).splitlines(True) + ["{\n"])
    loads = json.loads
    monkeypatch.setattr(botzone_bot_end.json, "loads", lambda text: tries.append(1) or loads(text))
    assert read_turn(lambda: next(lines)).moves == []
    assert next(lines) == "{\n", "a line of the next turn was read"
    assert len(tries) < 20
