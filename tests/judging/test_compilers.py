"""Bots as source files, really compiled if the tool is installed."""

import os
import shutil

import pytest

from protocol.judging.bot_names import bot_version, open_player
from protocol.judging.compilers import cache_folder, content_hash, source_command
from tests.opponents import own_turns, play

#: In the style of Botzone's users; it knows only the first legal move of the first turn.
JSONCPP = """\
#include <iostream>
#include <string>
#include "jsoncpp/json.h"
#include "answer.h"
using namespace std;
int main() {
    string line;
    getline(cin, line);
    Json::Reader reader;
    Json::Value input, reply;
    reader.parse(line, input);
    reply["response"]["x"] = X;
    reply["response"]["y"] = int(input["requests"].size()) + 1;
    Json::FastWriter writer;
    cout << writer.write(reply);
}
"""

C = '#include <stdio.h>\nint main(void) { puts("{\\"response\\":{\\"x\\":3,\\"y\\":2}}"); return 0; }\n'
JAVA = 'public class Main { public static void main(String[] words) { System.out.println("' \
       '{\\"response\\":{\\"x\\":3,\\"y\\":2}}"); } }\n'
JAVASCRIPT = 'console.log(JSON.stringify({response: {x: 3, y: 2}}));\n'
RUST = 'fn main() { println!("{{\\"response\\":{{\\"x\\":3,\\"y\\":2}}}}"); }\n'
GO = 'package main\nimport "fmt"\nfunc main() { fmt.Println(`{"response":{"x":3,"y":2}}`) }\n'


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A separate cache for each test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def write(folder, name, text):
    path = folder / name
    path.write_text(text)
    return str(path)


def first_answer(path):
    return own_turns(play(open_player(path), turns=1))[0].answer.response


@pytest.mark.skipif(not shutil.which("g++") or not os.path.isdir("/usr/include/jsoncpp"),
                    reason="needs g++ and jsoncpp")
def test_cpp_with_jsoncpp_is_compiled_once_for_each_content(tmp_path, capfd):
    write(tmp_path, "answer.h", "#define X 3\n")
    path = write(tmp_path, "my bot.cpp", JSONCPP)
    assert first_answer(path) == {"x": 3, "y": 2}
    assert open_player(path).name == "my bot"
    assert capfd.readouterr().err == "compiling my bot.cpp with g++\n"
    first = source_command(path)
    before = bot_version(path)
    write(tmp_path, "answer.h", "#define X 5\n")  # included files count as well
    assert source_command(path) != first and bot_version(path) != before
    assert set(os.listdir(str(tmp_path))) == {"answer.h", "my bot.cpp", "cache"}


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
def test_the_compilers_message_is_shown(tmp_path, capfd):
    path = write(tmp_path, "bot.cpp", "int main() { return oops; }\n")
    with pytest.raises(ValueError) as caught:
        open_player(path)
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("%s does not compile (g++ -O2 -g -std=c++17 -o " % path)
    assert any("oops" in line for line in lines[1:])
    assert os.listdir(cache_folder()) == []


@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
def test_a_long_message_is_cut(tmp_path, capfd):
    path = write(tmp_path, "bot.cpp", "".join("int f%d() { return a%d; }\n" % (n, n) for n in range(99)))
    with pytest.raises(ValueError) as caught:
        open_player(path)
    assert len(str(caught.value).splitlines()) == 32 and " more lines" in str(caught.value).splitlines()[-1]


def test_a_missing_tool_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(ValueError) as caught:
        source_command(write(tmp_path, "bot.rs", RUST))
    assert str(caught.value) == "%s is Rust, and rustc is not on this machine" % (tmp_path / "bot.rs")


def test_a_missing_source_is_reported():
    with pytest.raises(ValueError, match="no such file: nowhere.cpp"):
        open_player("nowhere.cpp")


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_a_script_is_run_as_it_is(tmp_path):
    path = write(tmp_path, "bot.js", JAVASCRIPT)
    assert source_command(path) == ["node", path]


@pytest.mark.slow
@pytest.mark.parametrize("name, text, tool", [
    ("bot.c", C, "gcc"), ("MyBot.java", JAVA, "javac"), ("bot.js", JAVASCRIPT, "node"), ("bot.rs", RUST, "rustc"),
    ("bot.go", GO, "go")])
def test_a_bot_in_this_language_answers(tmp_path, name, text, tool):
    if not shutil.which(tool):
        pytest.skip("needs " + tool)
    assert first_answer(write(tmp_path, name, text)) == {"x": 3, "y": 2}


def test_a_bots_version_depends_on_its_files(tmp_path):
    path = write(tmp_path, "bot.py", "a")
    version = bot_version(path)
    assert version == bot_version("text:" + path) == bot_version("python3 '%s' --fast" % path) == content_hash(path)
    write(tmp_path, "bot.py", "b")
    assert bot_version(path) != version
    assert bot_version("random") == bot_version("'unclosed") == ""
