"""Requests that cannot be met."""

import pytest

from protocol.page.api import parse_records
from protocol.page.refusal import Refusal
from protocol.page.set_up import read_start
from tests.page.test_words import words


def test_a_refusal_is_a_value_error_with_words_for_the_page():
    refusal = Refusal("nobody can move", "noMove", name="one")
    assert isinstance(refusal, ValueError) and str(refusal) == "nobody can move"
    assert (refusal.code, refusal.values) == ("noMove", {"name": "one"})


@pytest.mark.parametrize("name, shown", [("hello.txt", "hello.txt"), ("", "pasted text")])
def test_what_holds_no_game_is_refused_by_its_name(name, shown):
    with pytest.raises(Refusal) as refused:
        parse_records(name, b"good morning")
    assert refused.value.code == "unreadable" and refused.value.values["detail"].startswith(shown)


def test_every_refusal_has_words():
    with pytest.raises(Refusal) as refused:
        read_start("X" * 64 + " O")
    assert {"refused." + refused.value.code, "refused.unreadable", "refused.usualStart", "refused.forgotten"} == {
        key for key in words("zh") if key.startswith("refused.")}
