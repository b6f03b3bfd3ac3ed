"""A game as one HTML file that needs nothing else: no server, no network, no other file.

It is the page's own replay: the same style and scripts, pasted into `replay.html`, with the game as JSON beside them.
The browser is told to run these scripts alone, by their hashes, and to fetch nothing.
"""

import base64
import hashlib
import json
import os
import re
from html import escape
from typing import Any, Dict, List

PAGE_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page")

_PLACE = re.compile(r"\{\{(title|game)\}\}")
_STYLE_LINK = re.compile(r'<link rel="stylesheet" href="(\w+\.css)">')
_SCRIPT_LINK = re.compile(r'<script src="(\w+\.js)"></script>')


def make_page(view: Dict[str, Any]) -> str:
    """The HTML file of a game as `protocol.game_view` describes it."""
    title = "%s - %s" % tuple(view["names"])
    # A "<" could end the script element; as an escape it means the same to JSON.
    data = json.dumps(view, separators=(",", ":"), sort_keys=True).replace("<", "\\u003c")
    texts = {"title": escape(title), "game": data}
    return _PLACE.sub(lambda place: texts[place.group(1)], _paste(read_page_file("replay.html")))


def write_page(path: str, view: Dict[str, Any]) -> None:
    """Writes it there; OSError if that cannot be."""
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(make_page(view))


def read_page_file(name: str) -> str:
    """The text of one of the page's files."""
    with open(os.path.join(PAGE_FOLDER, name), encoding="utf-8") as stream:
        return stream.read()


def _paste(page: str) -> str:
    """The page with its style and scripts in it, and the policy that allows these alone."""
    styles: List[str] = []
    scripts: List[str] = []

    def style(link: Any) -> str:
        styles.append("\n" + read_page_file(link.group(1)))
        return "<style>%s</style>" % styles[-1]

    def script(link: Any) -> str:
        scripts.append("\n" + read_page_file(link.group(1)))
        return "<script>%s</script>" % scripts[-1]

    page = _SCRIPT_LINK.sub(script, _STYLE_LINK.sub(style, page))
    policy = "default-src 'none'; style-src %s; script-src %s" % (_hashes(styles), _hashes(scripts))
    return page.replace("{{policy}}", policy)


def _hashes(texts: List[str]) -> str:
    digests = (hashlib.sha256(text.encode("utf-8")).digest() for text in texts)
    return " ".join("'sha256-%s'" % base64.b64encode(digest).decode() for digest in digests) or "'none'"
