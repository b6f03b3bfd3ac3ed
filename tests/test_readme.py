"""The English and the Chinese README have the same headings and commands, and what they refer to exists."""

import re

from protocol.judging.levels import LEVELS
from tests import ROOT

ENGLISH, CHINESE = ROOT / "README.md", ROOT / ".github" / "README.zh-CN.md"
PICTURE = ROOT / ".github" / "page.jpg"
#: Keeps clones small.
PICTURE_BYTES = 150_000

_COMMAND = re.compile(r"(?:make|python3|git) [^`]*|\.ci/run")


def read(path):
    return path.read_text(encoding="utf-8")


def headings(path):
    return [line.split(" ")[0] for line in read(path).split("\n") if line.startswith("#")]


def commands(path):
    """The commands in code spans and indented lines."""
    text = read(path)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text)]
    indented = [line.split("#")[0].strip() for line in text.split("\n") if line.startswith("    ")]
    return {command for command in spans + indented if _COMMAND.match(command)}


def test_both_languages_have_the_same_sections():
    assert headings(ENGLISH) == headings(CHINESE) and len(headings(ENGLISH)) > 5


def test_both_languages_have_the_same_commands():
    ours, theirs = commands(ENGLISH), commands(CHINESE)
    assert ours - theirs == set() and theirs - ours == set() and len(ours) > 12


def test_the_first_line_links_to_the_other_language():
    assert read(ENGLISH).split("\n")[0] == "[中文](.github/README.zh-CN.md)"
    assert read(CHINESE).split("\n")[0] == "[English](../README.md)"


def test_the_picture_of_the_page_exists_and_is_small():
    assert ".github/page.jpg" in read(ENGLISH) and "(page.jpg)" in read(CHINESE)
    assert 20_000 < PICTURE.stat().st_size < PICTURE_BYTES


def test_every_make_target_mentioned_exists():
    targets = set(re.findall(r"^([a-z][a-z.-]*):", read(ROOT / "Makefile"), re.MULTILINE))
    named = {word for command in commands(ENGLISH) if command.startswith("make ")
             for word in command.split()[1:] if re.fullmatch(r"[a-z][a-z.-]*", word)}
    assert named <= targets and "play" in named


def test_the_levels_are_described_correctly():
    for path in (ENGLISH, CHINESE):
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in read(path).split("\n")]
        rows = [row for row in rows if row and row[0].split(" ")[-1] in LEVELS]
        assert [row[0].split(" ")[-1] for row in rows] == list(LEVELS)
        for row, level in zip(rows, LEVELS.values()):
            assert (float(row[1]), float(row[3])) == (level.seconds, level.randomness)
            assert row[2] == str(level.simulations) or level.simulations is None
