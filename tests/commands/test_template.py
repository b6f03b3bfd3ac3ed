"""The bots to start from: written, compiled, checked, and played under the judge."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from protocol.judging.bot_names import open_player
from protocol.template import main
from tests.opponents import ROOT, play

HAS_CPP = bool(shutil.which("g++"))
HAS_JSONCPP = HAS_CPP and os.path.isdir("/usr/include/jsoncpp")
TEMPLATES = {"json_bot.py": True, "text_bot.py": True, "json_bot.cpp": HAS_JSONCPP, "text_bot.cpp": HAS_CPP}


def check(path):
    return subprocess.run([sys.executable, "-m", "protocol.check", path, "--no-games"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True, timeout=120, cwd=ROOT)


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    """name -> (path, finished check) of every template that this machine can run."""
    folder = tmp_path_factory.mktemp("templates")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    paths = {name: str(folder / name) for name in TEMPLATES if TEMPLATES[name]}
    for name, path in paths.items():
        assert main([path] + (["--text"] if name.startswith("text") else [])) == 0
    try:
        with ThreadPoolExecutor(2) as pool:
            yield {name: (path, run) for (name, path), run in zip(paths.items(), pool.map(check, paths.values()))}
    finally:
        del os.environ["XDG_CACHE_HOME"]


@pytest.fixture
def bot(bots, request):
    if request.param not in bots:
        pytest.skip("needs g++, and jsoncpp for JSON")
    return bots[request.param]


@pytest.mark.parametrize("bot", TEMPLATES, indirect=True)
def test_a_template_passes_every_step_of_the_check(bot):
    path, run = bot
    assert run.returncode == 0, run.stdout
    assert "passes when it cannot move" in run.stdout and run.stdout.endswith(" 0 failed\n")


@pytest.mark.parametrize("bot", TEMPLATES, indirect=True)
@pytest.mark.parametrize("colour", [0, 1])
@pytest.mark.slow
def test_a_template_plays_a_whole_game(bot, colour):
    judged = play(open_player(bot[0]), colour)
    assert judged.error is None and judged.scores is not None


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_needs_nothing_from_this_project_and_is_short(name):
    with open(os.path.join(ROOT, "protocol", "templates", name)) as stream:
        source = stream.read()
    assert source.count("\n") <= 105
    assert "import protocol" not in source and "from protocol" not in source and "engine" not in source


def test_the_next_steps_are_printed(tmp_path, capsys):
    path = str(tmp_path / "mine.py")
    assert main([path]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Wrote %s, a complete bot. Next:\n  python3 -m protocol.judge %s random" % (path, path))


@pytest.mark.parametrize("name, message", [
    ("mine", "bad name {path}: expected a name ending in .py or .cpp"),
    ("there.py", "{path} exists: choose another name"),
    ("json.py", "bad name {path}: the bot would hide Python's own module of that name"),
    ("sys.py", "bad name {path}: the bot would hide Python's own module of that name"),
    ("no/mine.py", "cannot write {path}: No such file or directory"),
])
def test_a_bad_name_is_reported_in_one_line(tmp_path, capsys, name, message):
    (tmp_path / "there.py").write_text("mine")
    with pytest.raises(SystemExit) as caught:
        main([str(tmp_path / name)])
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert message.format(path=tmp_path / name) in error and error.count("\n") == 1
    assert (tmp_path / "there.py").read_text() == "mine"
