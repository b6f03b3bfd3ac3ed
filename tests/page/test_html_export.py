"""A game as one HTML file: complete, closed, and safe whatever the names are. tests/page/test_browser.py opens it."""

import base64
import hashlib
import json
import re

import pytest

from protocol.page.game_view import view_record
from protocol.page.html_export import GameRow, make_index, make_page
from protocol.records.record import make_record
from protocol.records.record_reader import read_record
from tests.recordings import judged
from tests.records.test_record import FINISHED


def make_record_of(names=("one", "two")):
    record = read_record("memory", 1, make_record(judged(FINISHED)))
    record.names = names
    return record


def make_view(names=("one", "two")):
    return view_record(make_record_of(names))


def embedded_game(page):
    return json.loads(re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL).group(1))


def test_the_page_holds_the_whole_game():
    view = make_view()
    assert embedded_game(make_page(view)) == view


def test_the_page_names_nothing_outside_of_itself():
    page = make_page(make_view())
    assert not re.search(r'(src|href)=', page)
    assert not re.search(r"@import|url\(", page)
    addresses = set(re.findall(r"https?://[^\"' ]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, not an address


def test_the_policy_allows_the_scripts_and_the_style_of_the_page_alone():
    page = make_page(make_view())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
    parts = re.findall(r"<script>(.*?)</script>|<style>(.*?)</style>", page, re.DOTALL)
    assert len(parts) == 12 and policy.startswith("default-src 'none'; ") and "unsafe" not in policy
    for script, style in parts:
        digest = base64.b64encode(hashlib.sha256((script or style).encode()).digest()).decode()
        assert "'sha256-%s'" % digest in policy


@pytest.mark.parametrize("name", [
    "</script><script>alert(1)</script>", "<!--", "{{game}}", "{{title}}", "\\1", "ü\u2028"])
def test_a_name_is_text_and_never_markup(name):
    page = make_page(make_view((name, name)))
    assert page.count("<script") == make_page(make_view()).count("<script")
    assert embedded_game(page)["names"] == [name, name]
    assert "<!--" not in page


def test_the_index_of_a_match_lists_its_games_and_escapes_everything():
    rows = [GameRow("game-1.html", ("<one>", "two"), (40, 24), 60, "Black wins 40 to 24")]
    page = make_index("<one> - two", [("", "games"), ("<one>", "1")], rows)
    assert '<tr><th scope="col"></th><th scope="col">games</th></tr>' in page
    assert '<tr><td data-label="">&lt;one&gt;</td><td data-label="games">1</td></tr>' in page
    assert '<a href="game-1.html">1</a>' in page and "<td>40 - 24</td><td>60</td><td>Black wins 40 to 24</td>" in page
    assert "<one>" not in page and "script-src 'none'" in page and "{{" not in page
