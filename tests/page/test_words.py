"""The words of the page: the same keys in every language, all of them used, and no text anywhere else."""

import json
import os
import re
from html.parser import HTMLParser

import pytest

from protocol.judging.bot_names import ENGINE
from protocol.judging.levels import LEVELS
from protocol.judging.rules import RULE_SETS
from protocol.judging.verdicts import INVALID_MOVE, MLE, NJ, OK, OLE, RE, TLE, WRONG_PASS, objection_to, short_objection
from protocol.page.html_export import PAGE_FOLDER, read_page_file
from protocol.page.match_view import COLUMNS
from protocol.page.pages import _links
from protocol.samples import SAMPLES

LANGUAGES = ("en", "zh")
SCRIPTS = sorted(name for name in os.listdir(PAGE_FOLDER) if name.endswith(".js") and not name.startswith("words."))
PAGES = ("index.html", "replay.html", "match.html")

_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_COMMENT = re.compile(r"^\s*//.*$|\s//\s.*$", re.MULTILINE)
#: Words that look like text and are names of keys, of parts of the browser, of formats.
NO_TEXT = {"INPUT", "SELECT", "TEXTAREA", "BUTTON", "OPTGROUP", "Files", "Content-Type", "Page", "GET", "POST",
           "use strict", "X", "O", "OX", "XO", "One", "Enter"}


def words(language):
    text = read_page_file("words.%s.js" % language)
    return json.loads(text[text.index("{"):text.rindex("}") + 1])


def strings(name):
    """Every piece of literal text in a script."""
    return list(_literals(_COMMENT.sub("", read_page_file(name))))


def _literals(text):
    for plain, template in _STRING.findall(text):
        yield from [plain] if plain else re.split(r"\$\{[^}]*\}", template)
        for computed in re.findall(r"\$\{([^}]*)\}", template):
            yield from _literals(computed)


class Texts(HTMLParser):
    """The literal texts of a page, and the keys that it names."""

    def __init__(self):
        super().__init__()
        self.texts, self.keys, self.silent = [], [], False

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.keys += [given[name] for name in ("data-word", "data-label") if name in given]
        self.texts += [given[name] for name in ("title", "aria-label", "placeholder", "alt") if given.get(name)]
        self.silent = tag in ("title", "script", "style", "noscript") or self.silent and tag == "p"

    def handle_endtag(self, tag):
        self.silent = False

    def handle_data(self, data):
        if data.strip() and not self.silent:
            self.texts.append(data.strip())


def read_texts(name):
    texts = Texts()
    texts.feed(read_page_file(name))
    return texts


def test_every_language_has_the_same_keys_with_the_same_places():
    english, chinese = (words(language) for language in LANGUAGES)
    assert list(english) == list(chinese)
    for key, text in english.items():
        assert text and chinese[key]
        places = set(re.findall(r"\{(\w+)\}", text))
        assert set(re.findall(r"\{(\w+)\}", chinese[key])) == places, key


def test_chinese_is_chinese():
    same = {"name.bot", "review.costChance", "open.gameScore", "open.sourceOne", "open.game", "help.stepsKeys",
            "help.anywhereKeys", "language.other", "match.played", "match.comma"}
    for key, text in words("zh").items():
        assert key in same or re.search(r"[\u4e00-\u9fff]", text), key


@pytest.mark.parametrize("name", [*LEVELS, ENGINE, *SAMPLES])
def test_every_opponent_is_described_in_every_language(name):
    for language in LANGUAGES:
        assert "about." + name in words(language)
        assert name in SAMPLES or "name." + name in words(language)


def test_every_error_every_rule_set_and_every_column_has_a_word():
    objections = [objection_to(verdict) for verdict in (OK, TLE, MLE, RE, NJ, OLE)] + [INVALID_MOVE, WRONG_PASS]
    keys = {"error." + short_objection(objection) for objection in objections} | {"error.fallback"}
    keys |= {"rules." + name for name in RULE_SETS} | {"column." + name for name in COLUMNS}
    assert keys <= set(words("en"))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_its_words_and_has_no_others(name):
    found = read_texts(name)
    assert set(found.keys) <= set(words("en"))
    assert [text for text in found.texts if len(text) > 1 and text not in ("n, o, s", "{{title}}", "{{links}}")] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_has_text_of_its_own(name):
    known = set(words("en"))
    for text in strings(name):
        said = text.strip()
        if said in NO_TEXT or said in known:
            continue
        assert not re.search(r"[\u3000-\u9fff]", said), said
        assert not re.match(r"[A-Z][a-z]+( |$)|[A-Z][a-z]+.* [a-z]+", said), said
        assert not re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}|[a-z]{3,}[!?]$|[a-z]+ [a-z]+\.$", said), said


def test_every_word_is_used():
    used = {text for name in SCRIPTS for text in strings(name)} | {
        key for name in PAGES for key in read_texts(name).keys} | {link.word for link in _links(2, 3)}
    beginnings = tuple(text for text in used if re.fullmatch(r"[a-z]+\.", text))
    suffixes = {"One"}
    for key in words("en"):
        plain = key[:-3] if key[-3:] in suffixes else key
        assert key in used or plain in used or beginnings and key.startswith(beginnings), key


def test_the_language_of_the_browser_decides_and_the_choice_is_remembered():
    script = read_page_file("language.js")
    assert "navigator.languages" in script and 'remember("language", code)' in script


@pytest.mark.parametrize("name", ["replay.html", "match.html"])
def test_an_exported_page_carries_both_languages(name):
    page = read_page_file(name)
    assert all('src="words.%s.js"' % language in page for language in LANGUAGES) and 'id="language"' in page
