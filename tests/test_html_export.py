"""A game as one HTML file: complete, closed, and safe whatever the names are. tests/test_browser.py opens it."""

import base64
import hashlib
import json
import re

import pytest

from protocol.game_view import view_record
from protocol.html_export import make_page, write_page
from protocol.record import make_record
from protocol.record_reader import read_record
from tests.recordings import judged
from tests.test_record import FINISHED


def make_view(names=("one", "two")):
    record = read_record("memory", 1, make_record(judged(FINISHED)))
    record.names = names
    return view_record(record)


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
    assert len(parts) == 6 and policy.startswith("default-src 'none'; ") and "unsafe" not in policy
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


def test_the_page_is_written_in_utf_8(tmp_path):
    path = tmp_path / "game.html"
    write_page(str(path), make_view(("黑", "白")))
    assert "黑 - 白" in path.read_text(encoding="utf-8")
