"""JSON from outside becomes values that can be written back, or is refused in one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.json_text import NESTING_LIMIT, nests_deeper, read_json, whole_characters

VALUES = st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
                      | st.text(st.characters(blacklist_categories=["Cs"])),
                      lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(VALUES)
def test_what_was_written_is_read_back(value):
    assert read_json(json.dumps(value)) == value


@given(st.text(st.characters(whitelist_categories=["Cs", "L"])))
def test_every_text_can_be_written_as_utf_8(text):
    assert read_json(json.dumps([text]))[0].encode("utf-8").decode("utf-8") == whole_characters(text)
    assert read_json(json.dumps({text: 1})) == {whole_characters(text): 1}


def test_half_of_a_pair_is_replaced_and_a_pair_is_kept():
    assert read_json(r'["\ud800x", "\ude00", "\ud83d\ude00"]') == ["\ufffdx", "\ufffd", "\U0001f600"]
    assert whole_characters("a\udcff") == "a\ufffd"


def test_numbers_too_large_for_a_float_become_null():
    assert read_json("[1e400, -1e400, %s, -%s, 2.0, 2e0]" % ("9" * 5000, "9" * 5000)) == [None] * 4 + [2.0, 2.0]
    assert read_json("1" + "0" * 300) == 10 ** 300


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "-Infinity", "", "{", "[" * 100000, "'a'"])
def test_text_that_is_not_json_is_refused(text):
    with pytest.raises(ValueError):
        read_json(text)


@pytest.mark.parametrize("around", ["[%s]", '{"a":%s}'])
def test_nesting_is_bounded_below_what_the_interpreter_could_read(around):
    text = "1"
    for _ in range(NESTING_LIMIT):
        text = around % text
    value = read_json(text)
    assert json.dumps(value) and value == read_json(text) and repr(value)
    with pytest.raises(ValueError, match="nested deeper than %d" % NESTING_LIMIT):
        read_json(around % text)


def test_nesting_is_counted_by_containers():
    assert not nests_deeper(1, 0) and nests_deeper([], 0) and not nests_deeper([], 1)
    assert nests_deeper([1, {"a": []}], 2) and not nests_deeper([1, {"a": []}], 3)


@pytest.mark.parametrize("depth", range(NESTING_LIMIT, 1100, 7))
def test_nesting_near_the_recursion_limit_is_refused_without_a_crash(depth):
    with pytest.raises(ValueError):
        read_json("[" * (depth + 1) + "]" * (depth + 1))
