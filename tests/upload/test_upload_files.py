"""The uploads for Botzone: the small one plays exactly like the other."""

import ast
import io
import re
import subprocess
import sys
import tokenize

import pytest

from tests.alone import lay_out, made
from tests.answering.test_bot_file import RECORDED as GAME
from tests.answering.test_bot_file import KeptBot, json_request, note_of
from tests.answering.test_botzone_bot_end import json_turn, text_turn
from tests.interpreters import find_interpreters

INTERPRETERS = find_interpreters()
OLDEST_AND_NEWEST = [name for name in INTERPRETERS if name.startswith(("CPython 3.6.", "CPython 3.13."))]

FIXED = ["--simulations", "80", "--seed", "3"]


def answer(folder, upload, script, *options, python=sys.executable):
    """What the upload writes to stdout and stderr, and its exit code."""
    done = subprocess.run([python, "-I", upload + ".py", *options], cwd=str(folder), input=script.encode(), timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.stdout.decode(), done.stderr.decode(), done.returncode


def timeless(text):
    """The text without the seconds that a turn took and the difference between the file names."""
    return re.sub(r'(\\?"seconds\\?":)[0-9.]+', r"\1", text).replace("botzone-small.py", "botzone.py")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("uploads")
    for upload in ("botzone", "botzone-small"):
        lay_out(path, upload)
    return path


def test_the_uploads_for_botzone_stay_below_a_million_bytes():
    assert len(made("botzone-small").encode()) < len(made("botzone").encode()) < 1000000


def test_the_small_upload_has_no_types_and_no_remarks():
    text = made("botzone-small")
    tree = ast.parse(text)
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)
                or getattr(node, "annotation", None) or getattr(node, "returns", None)]
    assert "typing" not in [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [token for token in tokenize.generate_tokens(io.StringIO(text).readline)
                if token.type in (tokenize.COMMENT, tokenize.NL) and token.line.strip()[:1] in ("", "#")]
    assert "protocol/answering/no_gtp.py" in ast.get_docstring(tree)


@pytest.mark.parametrize("name", OLDEST_AND_NEWEST)
@pytest.mark.parametrize("plies", [0, 1, 12, 30, 46, 54])
@pytest.mark.slow
def test_both_give_the_same_answers_on(folder, name, plies):
    plain, small = (answer(folder, upload, json_turn(GAME[:plies]), *FIXED, python=INTERPRETERS[name])
                    for upload in ("botzone", "botzone-small"))
    assert timeless(small[0]) == timeless(plain[0]) != ""
    assert small[1:] == plain[1:] == ("", 0)


@pytest.mark.parametrize("name", OLDEST_AND_NEWEST)
def test_the_small_upload_keeps_running_on(folder, name):
    bot = KeptBot(folder, *FIXED, "--no-book", python=INTERPRETERS[name], file="botzone-small.py")
    notes = [note_of(bot.ask(json_turn(GAME[:20]))), note_of(bot.ask(json_request(GAME[21])))]
    assert [note["source"] for note in notes] == ["search", "search"]
    assert bot.close() == (0, "")


@pytest.mark.parametrize("script, options", [
    ("{]\n", ()), ("", ()), (text_turn(GAME[:10]), ("--simulations", "9", "--seed", "1")), ("", ("--help",)),
    ("", ("--simulations", "none")), (json_turn(GAME[:56]), ("--time-limit", "2", "--seed", "1")),
])
def test_both_take_the_same_input_and_options(folder, script, options):
    plain, small = (answer(folder, upload, script, *options) for upload in ("botzone", "botzone-small"))
    assert timeless(small[0]).split() == timeless(plain[0]).split()
    assert timeless(small[1]).split() == timeless(plain[1]).split()
    assert small[2] == plain[2]


def test_the_small_upload_does_not_speak_gtp(folder):
    assert answer(folder, "botzone-small", "name\n", "--gtp") == (
        "", "bot: this upload does not speak GTP; bot.py does\n", 2)
