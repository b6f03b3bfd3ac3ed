"""Games and matches as HTML files: complete, closed, safe whatever the names are. tests/page/test_browser.py opens
them."""

import base64
import hashlib
import json
import re

import pytest

from protocol.page.game_view import view_record
from protocol.page.html_export import make_index, make_page, read_page_file
from protocol.page.match_view import COLUMNS, About, view_match
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


@pytest.mark.parametrize("template", ["replay.html", "match.html"])
def test_the_policy_allows_the_scripts_and_the_style_of_the_page_alone(template):
    page = make_page(make_view()) if template == "replay.html" else make_index(make_match_view())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
    parts = re.findall(r"<script>(.*?)</script>|<style>(.*?)</style>", page, re.DOTALL)
    assert len(parts) == policy.count("sha256-") == read_page_file(template).count("<script src=") + 1
    assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
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


def make_match_view(names=("one", "two")):
    records = [make_record_of(names), make_record_of(names[::-1])]
    rows = [[name, *["%d" % place for place in range(len(COLUMNS) - 1)]] for name in names]
    games = [("game-%d.html" % number, record) for number, record in enumerate(records, 1)]
    return view_match(names, rows, games, About(2, "botzone", "2024-05-06 07:08"))


def embedded_match(page):
    return json.loads(re.search(r'<script type="application/json" id="match">(.*?)</script>', page, re.DOTALL).group(1))


def test_the_index_holds_the_whole_match_and_escapes_everything():
    view = make_match_view(("<one>", "</script>"))
    page = make_index(view)
    assert embedded_match(page) == view
    assert "<title>&lt;one&gt; - &lt;/script&gt;</title>" in page
    assert "<one>" not in page and "{{" not in page
    assert page.count("<script") == page.count("</script>") == make_index(make_match_view()).count("<script")


def test_the_index_carries_both_languages_and_names_nothing_outside():
    page = make_index(make_match_view())
    assert "const ENGLISH = {" in page and "const CHINESE = {" in page
    assert not re.search(r"(src|href)=\"", page)
