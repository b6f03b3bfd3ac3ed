"""The file to upload for each platform: its contents, and the command that writes it."""

import ast
import os
import re
import subprocess
import sys

import pytest

from protocol import uploads
from protocol.upload.bundling import PROJECT_FOLDER, bundle
from protocol.upload.upload_files import ENTRIES
from protocol.uploads import main
from tests.alone import lay_out, made

BANNER = re.compile(r"^    (\S+/\S+\.py)  ", re.MULTILINE)

PROCESS = ["protocol/answering/%s.py" % name for name in ("bot_process", "botzone_bot_end", "gtp_engine_end")]
#: Modules that the platform's class or process does not need.
NOT_IN = {
    "botzone": ["protocol/platforms/mo.py", "protocol/judge.py", "engine/small_weights.py"],
    "botzone-small": ["protocol/answering/gtp_engine_end.py", "protocol/drawing.py", "engine/small_weights.py"],
    "mo": PROCESS + ["protocol/answering/guarded_turn.py"],
    "cs303": PROCESS + ["protocol/answering/guarded_turn.py"],
    "cs303-reversed": PROCESS + ["protocol/answering/guarded_turn.py", "protocol/platforms/cs303.py",
                                 "engine/weights.py", "engine/book.py"],
    "codingame": PROCESS + ["engine/weights.py"],
}

#: What the platform does with the upload first.
BEGIN = {
    "mo": "import mo; mo.AIPlayer('X')",
    "cs303": "import cs303; cs303.AI(8, -1, 5)",
    "cs303-reversed": "from importlib import import_module; import_module('cs303-reversed').AI(8, 1, 5)",
    "codingame": "import codingame; codingame.Contest",
    "botzone": "import botzone; botzone.run_bot",
    "botzone-small": "from importlib import import_module; import_module('botzone-small').run_bot",
}


@pytest.mark.parametrize("name", ENTRIES)
def test_an_upload_holds_what_it_needs_and_no_more(name):
    contents = BANNER.findall(ast.get_docstring(ast.parse(made(name)), clean=False))
    assert ENTRIES[name].replace(".", "/") + ".py" in contents
    assert "engine/thinker.py" in contents
    assert not set(NOT_IN[name]) & set(contents)


@pytest.mark.parametrize("name", ENTRIES)
def test_an_upload_can_be_read_by_python_3_6(name):
    ast.parse(made(name), feature_version=(3, 6))


@pytest.mark.parametrize("name", ENTRIES)
def test_an_upload_can_be_imported_alone_in_an_empty_folder(tmp_path, name):
    lay_out(tmp_path, name)
    result = subprocess.run([sys.executable, "-E", "-s", "-c", BEGIN[name]], cwd=str(tmp_path), timeout=60,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert (result.returncode, result.stdout) == (0, b"")


def test_the_botzone_upload_is_bot_py():
    assert made("botzone") == bundle()


def test_the_command_writes_all_uploads_or_only_those_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(uploads, "upload_text", made)
    folder = str(tmp_path / "dist")
    assert main(["--folder", folder, "cs303"]) == 0
    assert os.listdir(folder) == ["cs303.py"]
    assert re.search(r"cs303\.py: \d+ lines, \d+ characters\n", capsys.readouterr().out)
    assert main(["--folder", folder]) == 0
    assert sorted(os.listdir(folder)) == sorted(name + ".py" for name in ENTRIES)
    for name in ENTRIES:
        with open(os.path.join(folder, name + ".py"), encoding="utf-8", newline="") as stream:
            assert stream.read() == made(name)


def test_an_unknown_name_is_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["chess"])
    assert caught.value.code == 2
    assert "no such upload: chess" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_refused_in_one_line(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit) as caught:
        main(["--folder", str(tmp_path / "file" / "dist"), "mo"])
    message = capsys.readouterr().err
    assert caught.value.code == 2
    assert message.startswith("python3 -m protocol.uploads: cannot write ") and message.count("\n") == 1


def test_the_makefile_runs_the_command():
    with open(os.path.join(PROJECT_FOLDER, "Makefile")) as stream:
        assert "-m protocol.uploads" in stream.read()
