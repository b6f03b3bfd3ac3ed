import json

import pytest

from engine.report import Candidate, Report
from protocol.answering.report_text import answer_note, report_note
from protocol.records.bot_view import describe_note, read_view

REPORT = Report(19, 0.25, 3.5, False, "search", 1234, 0.5, (19, 18), (Candidate(19, 1000, 0.25, 0.5, 3.5, False),))


def test_a_view_has_the_numbers_of_the_report():
    assert read_view(report_note(REPORT)) == (19, 0.25, 3.5, False, False, (19, 18))
    assert read_view(json.loads(report_note(REPORT))) == (19, 0.25, 3.5, False, False, (19, 18))


@pytest.mark.parametrize("debug", [
    None, 17, "", "hello", "{", {"x": 1}, "[" * 5000,
    '{"move":"k9","value":0.1,"discs":1}', '{"move":"d3","value":0.1}',
    '{"move":"d3","value":true,"discs":1}', '{"move":"d3","value":1e300,"discs":1}', answer_note(19, None, "broke"),
])
def test_other_notes_contain_no_view(debug):
    assert read_view(debug) is None


@pytest.mark.parametrize("source", ["forced", "choice"])
def test_a_move_made_without_a_search_says_nothing_about_the_position(source):
    assert read_view(report_note(REPORT._replace(source=source))) is None


@pytest.mark.parametrize("debug, text", [
    (report_note(REPORT), "d3 +0.250 (+3.5 discs) search 1234 sims 0.5 s | d3c3"),
    (report_note(REPORT._replace(exact=True, discs=-6.0)), "d3 +0.250 (=-6 discs) search 1234 sims 0.5 s | d3c3"),
    (report_note(REPORT._replace(proven=True)), "d3 +0.250 (won +3.5 discs) search 1234 sims 0.5 s | d3c3"),
    (answer_note(19, None, "MemoryError: tree"), "fell back: MemoryError: tree"),
    ("two\n  lines", "two lines"), ([1, None], "[1, null]"),
])
def test_a_note_is_described_in_words_if_it_is_understood(debug, text):
    assert describe_note(debug) == text


@pytest.mark.parametrize("line", [None, 7, "d3c", "k9"])
def test_a_line_that_cannot_be_read_is_left_out(line):
    assert read_view({"move": "d3", "value": 0.1, "discs": 1, "line": line}).line == ()
