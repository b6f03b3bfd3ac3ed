"""The command, driven as a user does it."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from protocol.play import has_screen, main
from tests import ROOT


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
def test_a_terminated_server_ends_in_order():
    process = start("--no-browser")
    process.stdout.readline()
    process.terminate()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 143 and errors == ""


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
def test_no_browser_is_opened_where_there_is_no_screen(monkeypatch):
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()


def test_a_game_in_the_terminal_against_a_sample_bot():
    output, errors = start("--text", "--opponent", "random", "--seconds", "0.5").communicate("d3\nquit\n", timeout=60)
    assert "You are black (X) against random" in output and output.count("a b c d e f g h") == 2
    assert errors == ""


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


def test_a_port_that_is_taken_is_said(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        with pytest.raises(SystemExit) as caught:
            main(["--no-browser", "--port", str(taken.getsockname()[1])])
    assert caught.value.code == 2 and "cannot listen on port" in capsys.readouterr().err
