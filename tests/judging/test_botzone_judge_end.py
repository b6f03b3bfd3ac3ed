import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coordinates import PASS
from protocol.answering.botzone_bot_end import read_turn
from protocol.game import Game
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import (
    DATA_CHARACTERS,
    encode_bare_request,
    encode_json_turn,
    encode_text_turn,
    fits_data,
    is_keep_running_line,
    read_json_answer,
    read_move,
    read_text_answer,
    shorten_debug,
    split_history,
    without_keep_running_line,
)
from protocol.judging.referee import find_error, move_of

LINE = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def test_black_is_asked_first_with_a_pass():
    assert encode_json_turn([], 0, {}) == b'{"requests":[{"x":-1,"y":-1}],"responses":[]}\n'
    assert encode_text_turn([], 0, None, None) == b"1\n-1 -1\n\n\n"


def test_white_sees_both_sides_moves_in_turn():
    moves = [19, 34, 45]  # d3 c5 f6
    assert encode_json_turn(moves, 1, {}) == (
        b'{"requests":[{"x":3,"y":2},{"x":5,"y":5}],"responses":[{"x":2,"y":4}]}\n')
    assert encode_text_turn(moves, 1, "kept", "for ever\nand ever") == b"2\n3 2\n2 4\n5 5\nkept\nfor ever\nand ever\n"


def test_keys_without_a_value_are_left_out_of_the_turn():
    turn = json.loads(encode_json_turn([], 0, {"data": None, "globaldata": {"a": 1}, "time_limit": 1.5}).decode())
    assert turn == {"requests": [{"x": -1, "y": -1}], "responses": [], "globaldata": {"a": 1}, "time_limit": 1.5}


def test_a_bare_request_is_the_last_move_alone():
    assert encode_bare_request([19], 1, text=False) == b'{"x":3,"y":2}\n'
    assert encode_bare_request([19, PASS], 0, text=True) == b"-1 -1\n"


@given(st.lists(st.integers(0, 63), max_size=70))
def test_the_bots_end_reads_what_the_judges_end_writes(moves):
    colour = len(moves) % 2
    requests, responses = split_history(moves, colour)
    assert len(requests) == len(responses) + 1
    for sent in (encode_json_turn(moves, colour, {}), encode_text_turn(moves, colour, "data", "globaldata")):
        lines = iter(sent.decode().splitlines(True))
        turn = read_turn(lambda lines=lines: next(lines, ""))
        assert turn is not None and list(turn.moves) == moves


@pytest.mark.parametrize("output", [
    b"", b"\n", b"hello", b"3 2", b"{'response':{}}", b'{"response":{"x":1,"y":2}', b'{"response":{"x":NaN,"y":2}}',
    b'\xff\xfe', b'\xef\xbb\xbf{}', b"{}{}", b"{}\n{}", b'{"response":\n{"x":3,"y":2}}', b"[" * 100000,
])
def test_output_that_is_not_one_line_of_json_is_refused(output):
    assert read_json_answer(output).verdict == "NJ"


@pytest.mark.parametrize("output", [b"5", b"[]", b"null", b'"text"', b"{}", b'{"x":3}', b'{"response":7}'])
def test_json_without_a_move_is_json_all_the_same(output):
    answer = read_json_answer(output)
    assert answer.verdict == "OK" and read_move(answer.response) is None


def test_a_json_answer_has_all_its_fields():
    answer = read_json_answer(b'  {"response":{"x":3,"y":2},"debug":[1],"data":"d","globaldata":{"g":2}}\r\n\n')
    assert answer == Answer("OK", {"x": 3, "y": 2}, [1], "d", {"g": 2})


def test_a_bare_point_counts_as_the_response():
    assert read_json_answer(b'{"x":3,"y":2}').response == {"x": 3, "y": 2}
    assert read_json_answer(b'{"x":3,"y":2,"response":7}').response == 7


@pytest.mark.parametrize("response, move", [
    ({"x": 2, "y": 3}, (2, 3)), ({"x": 2.0, "y": 3e0}, (2, 3)), ({"x": -1.0, "y": -1.0}, (-1, -1)),
    ('{"x":2,"y":3}', (2, 3)), (' {"x":2.0,"y":3} ', (2, 3)), ({"x": -0.0, "y": 3}, (8, 3)),
    ({"x": 2, "y": -0.0}, (2, 8)),
    ({"x": 2 ** 31 - 1, "y": 0}, (2 ** 31 - 1, 0)),
])
def test_moves_are_read_as_the_platforms_judge_reads_them(response, move):
    assert read_move(response) == move


@pytest.mark.parametrize("response", [
    None, [], {"x": 1}, {"x": "1", "y": 2}, {"x": 1.5, "y": 2}, {"x": True, "y": 2}, {"x": None, "y": 2}, {"x": -1},
    {"x": 2 ** 31, "y": 0}, {"x": 10 ** 400, "y": 0}, {"x": float("inf"), "y": 0}, "", "c4", '"{}"', "[" * 100000,
])
def test_a_move_needs_two_whole_numbers(response):
    assert read_move(response) is None


def test_a_text_answer_has_all_its_fields():
    assert read_text_answer(b"3 2\nwhy\nkept\nfor ever\nand ever\n") == Answer(
        "OK", {"x": 3, "y": 2}, "why", "kept", "for ever\nand ever")
    assert read_text_answer(b"-1 -1") == Answer("OK", {"x": -1, "y": -1})


@pytest.mark.parametrize("output", [b"", b"\n \n", b"3", b"3 2 1", b"d3", b"\xff", b"1_0 2", "\uff13 2".encode(),
                                    b"3 2x", b"3.0 2", b'{"response":{"x":3,"y":2}}'])
def test_a_text_reply_without_two_numbers_is_refused(output):
    assert read_text_answer(output).verdict == "NJ"


def test_the_keep_running_line_ends_an_answer_only_as_a_whole_line():
    answer = b'{"response":{}}\n'
    assert is_keep_running_line(LINE) and is_keep_running_line(LINE + b" \r")
    assert not is_keep_running_line(b"x" + LINE) and not is_keep_running_line(LINE + LINE)
    assert without_keep_running_line(answer + LINE + b"\n") == answer
    assert without_keep_running_line(answer) == answer


def test_debug_is_cut_and_data_is_measured_as_on_the_platform():
    assert shorten_debug(None) is None and shorten_debug({"a": 1}) == {"a": 1}
    assert len(shorten_debug("x" * 5000)) == 1024 and len(shorten_debug(["x" * 5000])) == 1024
    assert fits_data(None) and fits_data("x" * DATA_CHARACTERS) and not fits_data(["x" * DATA_CHARACTERS])


@given(st.binary() | st.text().map(str.encode) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.sampled_from(["response", "debug", "data", "x", "y"]), values),
).map(lambda value: json.dumps(value).encode()))
def test_any_output_is_read_or_refused(output):
    for read in (read_json_answer, read_text_answer):
        reply = read(output)
        assert reply.verdict in ("OK", "NJ")
        shorten_debug(reply.debug)
        fits_data(reply.data)
        answer = Answer(reply.verdict, reply.response)
        error = find_error(Game(), answer)
        if error is None:
            Game().play(move_of(answer))
        else:
            assert error.startswith(("INVALID", "HE_THOUGHT"))
