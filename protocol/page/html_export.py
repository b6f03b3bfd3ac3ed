"""HTML files that need nothing else: no server, no network, no other file.

A game is the page's own replay: the same style and scripts, pasted into `replay.html`, with the game as JSON beside
them. A match is `match.html`, made in the same way. A policy allows the browser the pasted style and scripts alone, by
their hashes, and forbids it to fetch anything.
"""

import base64
import hashlib
import json
import os
import re
from html import escape
from typing import Any, Dict, List, NamedTuple, Sequence

PAGE_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_STYLE_LINK = re.compile(r'<link rel="stylesheet" href="(\w+\.css)">')
_SCRIPT_LINK = re.compile(r'<script src="([\w.]+\.js)"></script>')


class Link(NamedTuple):
    """A link to another page of the same folder; its word is one of words.*.js."""

    address: str
    word: str
    arrow: str = ""  #: shown instead of the word, which becomes the label


def make_page(view: Dict[str, Any], links: Sequence[Link] = ()) -> str:
    """The HTML file of a game as `protocol.page.game_view` describes it."""
    title = "%s - %s" % tuple(view["names"])
    return _fill(_paste(read_page_file("replay.html")), {
        "title": escape(title), "game": _embed(view),
        "links": " ".join('<a class="button quiet" href="%s" data-%s="%s">%s</a>' % (
            escape(link.address), "label" if link.arrow else "word", link.word, link.arrow) for link in links)})


def make_index(view: Dict[str, Any]) -> str:
    """The HTML file of a match as `protocol.page.match_view` describes it."""
    title = " - ".join(view["names"])
    return _fill(_paste(read_page_file("match.html")), {"title": escape(title), "match": _embed(view)})


def _embed(view: Dict[str, Any]) -> str:
    """JSON for a script element. A "<" could end the element; as an escape it means the same to JSON."""
    return json.dumps(view, separators=(",", ":"), sort_keys=True).replace("<", "\\u003c")


def read_page_file(name: str) -> str:
    """The text of one of the page's files."""
    with open(os.path.join(PAGE_FOLDER, name), encoding="utf-8") as stream:
        return stream.read()


def _paste(page: str) -> str:
    """The page with its style and scripts pasted in, and a policy that allows no others."""
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


def _fill(page: str, texts: Dict[str, str]) -> str:
    """The page with its places filled in, once: places in the texts stay as they are."""
    return _PLACE.sub(lambda place: texts[place.group(1)], page)


def _hashes(texts: List[str]) -> str:
    digests = (hashlib.sha256(text.encode("utf-8")).digest() for text in texts)
    return " ".join("'sha256-%s'" % base64.b64encode(digest).decode() for digest in digests) or "'none'"
