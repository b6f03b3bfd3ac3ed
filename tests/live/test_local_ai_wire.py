"""The messages of the local-AI interface, and a secret that is never shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coordinates import PASS
from protocol.live.local_ai_wire import (
    encode_response,
    mask_secret,
    read_match_id,
    read_poll,
    response_headers,
    run_match_headers,
    split_address,
)

URL = "https://www.botzone.org.cn/api/5565ee/top-secret/localai"


def test_an_address_is_split_and_its_secret_masked():
    assert split_address(URL) == ("https://www.botzone.org.cn/api/5565ee", "top-secret")
    assert split_address(" http://127.0.0.1:80/api/a/b/localai/\n") == ("http://127.0.0.1:80/api/a", "b")
    assert mask_secret("GET %s failed" % URL) == "GET https://www.botzone.org.cn/api/5565ee/***/localai failed"
    assert mask_secret("top-secret here", "top-secret") == "*** here"


@pytest.mark.parametrize("url", ["", "bot.py", "https://www.botzone.org.cn/", URL + "/more", URL.replace("api", "x"),
                                 "ftp://a/api/b/top-secret/localai", "https://a/api/top-secret/localai"])
def test_another_address_is_refused_without_repeating_it(url):
    with pytest.raises(ValueError) as caught:
        split_address(url)
    assert "top-secret" not in str(caught.value)


def test_requests_and_results_are_read():
    poll = read_poll('2 2\nabc\n{"x":2,"y":3}\ndef\n-1 -1\r\nghi 0 2 2 0\njkl 1 0\n')
    assert poll.requests == [("abc", '{"x":2,"y":3}'), ("def", "-1 -1")]
    assert poll.results == [("ghi", 0, (2.0, 0.0)), ("jkl", 1, ())]
    assert poll.problems == []
    assert read_poll("") == read_poll("0 0\n") == ([], [], [])


@pytest.mark.parametrize("text, problem", [
    ("<html>", "not two numbers"), ("1\n", "not two numbers"), ("2 0\na\n0 0\n", "1 missing"),
    ("1 0\nno match!\n0 0", "bad match id"), ("0 1\na 0 2 1\n", "makes no sense"),
    ("0 1\na 5 2 1 1\n", "makes no sense"), ("0 1\na\n", "makes no sense"), ("99999 0\n", "not two numbers"),
])
def test_nonsense_is_reported(text, problem):
    assert any(problem in line for line in read_poll(text).problems)


@given(st.text())
def test_any_text_can_be_read(text):
    poll = read_poll(text)
    assert all("\n" not in problem for problem in poll.problems)


def test_answers_have_the_form_of_the_request_and_go_in_headers():
    assert [encode_response(19, "json"), encode_response(PASS, "text")] == ['{"x":3,"y":2}', "-1 -1"]
    assert response_headers({"abc": "3 2"}) == {"X-Match-abc": "3 2"}
    assert run_match_headers("b0t", 1) == {"X-Game": "Reversi", "X-Player-1": "me", "X-Player-0": "b0t"}


def test_a_started_match_has_an_id():
    assert read_match_id(" 5f1c\n") == "5f1c"
    with pytest.raises(ValueError, match="no match was started: 'you are too fast'"):
        read_match_id("you are too fast")
