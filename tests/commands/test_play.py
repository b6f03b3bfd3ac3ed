"""The play command, driven as a user does it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

from protocol.judging.processes import HAS_PROC, measure_tree
from protocol.page.server import MEMORY_MB
from protocol.play import DEFAULT_PORT, has_screen, main
from tests import ROOT
from tests.judging.test_class_player import MO_CLASS


def start(*arguments, **options):
    return subprocess.Popen([sys.executable, "-m", "protocol.play", *arguments], cwd=str(ROOT), stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, **options)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_the_page_is_served_at_the_address_that_is_printed_until_ctrl_c():
    process = start("--no-browser")
    try:
        address = re.match(r"playing at (http://127\.0\.0\.1:\d+/) - Ctrl-C ends$", process.stdout.readline()).group(1)
        with urllib.request.urlopen(address, timeout=60) as page:
            assert b"<title>Reversi</title>" in page.read()
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0 and errors == ""


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_a_terminated_server_shuts_down_cleanly():
    process = start("--no-browser")
    process.stdout.readline()
    process.terminate()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 143 and errors == ""


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
def test_no_browser_is_opened_without_a_screen(monkeypatch):
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()


def test_a_game_in_the_terminal_against_a_sample_bot():
    output, errors = start("--text", "--opponent", "random", "--seconds", "0.5").communicate("d3\nquit\n", timeout=60)
    assert "You are black (X) against random" in output and output.count("a b c d e f g h") == 2
    assert errors == ""


def test_a_class_for_another_platform_is_asked_again_after_an_illegal_move(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(MO_CLASS.format(body="if self.calls == 1: return 'A1'"))
    opponent = "mo:%s" % path
    output, errors = start("--text", "--opponent", opponent).communicate("d3\nquit\n", timeout=60)
    assert errors == "" and "is asked again: INVALID_MOVE" in output
    assert output.count("a b c d e f g h") == 2 and "2. c3" in output


@pytest.mark.parametrize("arguments, message", [
    (["--opponent", "nobody"], "no such opponent: nobody"),
    (["--bot", "nowhere.py"], "no such file: nowhere.py"),
    (["--seconds", "0"], "bad time 0"),
    (["--seconds", "soon"], "could not convert"),
    (["--port", "-1"], "bad port '-1'"),
    (["--port", "65536"], "bad port '65536'"),
    (["--colour", "red"], "invalid choice"),
    (["stray"], "cannot read stray: No such file"),
])
def test_bad_usage_is_one_line_and_exit_code_2(capsys, arguments, message):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    printed = capsys.readouterr()
    assert caught.value.code == 2 and printed.out == ""
    assert message in printed.err and printed.err.count("\n") == 1


def test_a_port_in_use_is_reported(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        with pytest.raises(SystemExit) as caught:
            main(["--no-browser", "--port", str(taken.getsockname()[1])])
    assert caught.value.code == 2 and "cannot listen on port" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_a_record_is_opened_on_the_page_even_if_the_usual_port_is_in_use(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6\nf5f6e6\n")
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", DEFAULT_PORT))
            taken.listen(1)
        except OSError:
            pass  # another process has it, which serves as well
        process = start("--no-browser", str(path), "--game", "2")
        try:
            address, key = re.match(r"playing at (http://127\.0\.0\.1:\d+/)#(\w{16}) - Ctrl-C ends$",
                                    process.stdout.readline()).groups()
            assert not address.endswith(":%d/" % DEFAULT_PORT)
            with urllib.request.urlopen(address + "api/games/" + key, timeout=60) as answer:
                game = json.loads(answer.read().decode())["game"]
            assert game["moves"] == ["f5", "f6", "e6"] and game["source"] == "games.txt"
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)


def test_a_record_without_the_requested_game_is_bad_usage(tmp_path, capsys):
    path = tmp_path / "games.txt"
    for text, message in (("f5d6", "%s has no game 2" % path), ("f5d6\nx", "game 2: line 2: bad")):
        path.write_text(text)
        with pytest.raises(SystemExit) as caught:
            main([str(path), "--game", "2"])
        assert caught.value.code == 2 and message in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not HAS_PROC, reason="needs /proc, which is Linux's")
def test_the_memory_of_many_games_is_bounded():
    process = start("--no-browser")
    try:
        address = process.stdout.readline().split()[2]

        def post(path, body):
            request = urllib.request.Request(address + path, json.dumps(body).encode(),
                                             {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=60) as reply:
                return json.loads(reply.read().decode())

        for number in range(30):
            key = post("api/games", {"players": ["bot", "bot"], "seconds": 30 if number % 2 else 0.3})["key"]
            post("api/games/%s/analysis" % key, {"on": True, "ply": None})
            time.sleep(0.2)
        time.sleep(8)
        assert measure_tree(process.pid).memory_mb < MEMORY_MB
    finally:
        process.terminate()
        process.communicate(timeout=60)
