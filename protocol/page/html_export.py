"""HTML files that need nothing else: no server, no network, no other file.

A game is the page's own replay: the same style and scripts, pasted into `replay.html`, with the game as JSON beside
them. A match is `match.html` with its table and its games. The browser is told to use the pasted style and scripts
alone, by their hashes, and to fetch nothing.
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


class GameRow(NamedTuple):
    """A game in the list of a match."""

    address: str  #: of its own page
    names: Sequence[str]
    discs: Sequence[int]
    moves: int
    result: str
    verdict: str = ""  #: the error that decided it, if one did


class Link(NamedTuple):
    """A way to another page of the same folder; its word is one of words.*.js."""

    address: str
    word: str
    arrow: str = ""  #: shown in place of the word, which is then its name


def make_page(view: Dict[str, Any], links: Sequence[Link] = ()) -> str:
    """The HTML file of a game as `protocol.page.game_view` describes it."""
    title = "%s - %s" % tuple(view["names"])
    # A "<" could end the script element; as an escape it means the same to JSON.
    data = json.dumps(view, separators=(",", ":"), sort_keys=True).replace("<", "\\u003c")
    return _fill(_paste(read_page_file("replay.html")), {
        "title": escape(title), "game": data,
        "links": " ".join('<a class="button quiet" href="%s" data-%s="%s">%s</a>' % (
            escape(link.address), "label" if link.arrow else "word", link.word, link.arrow) for link in links)})


def make_index(title: str, table: Sequence[Sequence[str]], games: Sequence[GameRow],
               about: Sequence[str] = ()) -> str:
    """The HTML file of a match: its table, headings first, paragraphs about it, and its games."""
    rows = [_row("th", table[0], ' scope="col"')] + [_labelled_row(table[0], cells) for cells in table[1:]]
    return _fill(_paste(read_page_file("match.html")), {
        "title": escape(title), "table": "\n".join(rows),
        "about": "\n".join("<p>%s</p>" % escape(text) for text in about),
        "games": "\n".join(_game_row(number, game) for number, game in enumerate(games, 1))})


def _row(tag: str, cells: Sequence[str], more: str = "") -> str:
    return "<tr>%s</tr>" % "".join("<%s%s>%s</%s>" % (tag, more, escape(cell), tag) for cell in cells)


def _labelled_row(labels: Sequence[str], cells: Sequence[str]) -> str:
    """Cells that know their column's heading: where the table is too wide, each stands on a line of its own."""
    return "<tr>%s</tr>" % "".join('<td data-label="%s">%s</td>' % (escape(label), escape(cell))
                                   for label, cell in zip(labels, cells))


def _game_row(number: int, game: GameRow) -> str:
    cells = [game.names[0], game.names[1], "%d - %d" % tuple(game.discs), str(game.moves), game.result,
             game.verdict]
    return '<tr><td><a href="%s">%d</a></td>%s' % (escape(game.address), number, _row("td", cells)[len("<tr>"):])


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


def _fill(page: str, texts: Dict[str, str]) -> str:
    """The page with its places filled in; what is filled in is not looked at again."""
    return _PLACE.sub(lambda place: texts[place.group(1)], page)


def _hashes(texts: List[str]) -> str:
    digests = (hashlib.sha256(text.encode("utf-8")).digest() for text in texts)
    return " ".join("'sha256-%s'" % base64.b64encode(digest).decode() for digest in digests) or "'none'"
