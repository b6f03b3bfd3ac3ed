"""An isolated bot plays as usual and reaches nothing outside."""

import os
import socket
import subprocess
import sys

import pytest

import protocol.judging.isolation as isolation
from protocol.judge import main
from protocol.judging.bot_names import open_player
from protocol.judging.isolation import isolated, why_not_isolated
from protocol.judging.referee import judge_game
from protocol.judging.rules import BOTZONE
from protocol.judging.sandbox import Sandbox
from protocol.judging.trouble import JudgeTrouble
from tests.opponents import fixture_bot, own_turns

LEGAL = fixture_bot("legal.py")
needs_namespaces = pytest.mark.skipif(why_not_isolated() is not None, reason="bots cannot be isolated here")


@pytest.fixture
def crimes(tmp_path, monkeypatch):
    """A file, a port and a process of somebody else, as arguments of the bot; its folder is writable."""
    monkeypatch.chdir(tmp_path)
    listener = socket.create_server(("127.0.0.1", 0)) if hasattr(socket, "create_server") else None
    if listener is None:
        pytest.skip("needs Python 3.8")
    sleeper = subprocess.Popen(["sleep", "3600"])
    yield "%s %d %d" % (tmp_path / "file", listener.getsockname()[1], sleeper.pid)
    sleeper.kill()
    sleeper.wait()
    listener.close()


def crimes_of(crimes, rules):
    players = [open_player(fixture_bot("misbehaving.py", "intrude", crimes)), open_player(LEGAL)]
    try:
        judged = judge_game(players, rules)
    finally:
        for player in players:
            player.close()
    assert judged.error == "INVALID_MOVE" and len(own_turns(judged)) == 2, judged.stderr
    return own_turns(judged)[0].answer.debug


def test_without_isolation_a_bot_can_do_what_its_user_can(crimes):
    assert set(crimes_of(crimes, BOTZONE)) >= {"change_file", "connect", "signal_somebody"}


@needs_namespaces
def test_an_isolated_bot_changes_sees_and_reaches_nothing(crimes, tmp_path):
    assert crimes_of(crimes, BOTZONE._replace(isolates=True)) == []
    assert list(tmp_path.iterdir()) == [], "its own file went into its own folder"


@needs_namespaces
def test_an_isolated_bot_is_limited_and_ended_like_any_other():
    def start(program, **limits):
        return Sandbox([sys.executable, "-c", program], isolate=True, **limits)

    assert start("print(input())").exchange(b"hello\n", 20).output == b"hello\n"
    for code in (1, 2, 125):
        assert start("raise SystemExit(%d)" % code).exchange(b"", 20).verdict == "RE"
    assert start("import time; time.sleep(3600)").exchange(b"", 1.0).verdict == "TLE"
    hungry = start("block = bytearray(b'x') * (200 << 20); import time; time.sleep(3600)", memory_mb=150)
    assert hungry.exchange(b"", 30).verdict == "MLE"
    kept = start("while True: print(input(), flush=True)")
    for _ in range(2):
        assert kept.exchange(b"again\n", 20, lambda line: True).output == b"again\n"
        kept.pause()
    kept.close()
    assert not kept.alive


@needs_namespaces
def test_isolation_that_fails_is_the_judges_trouble(monkeypatch):
    monkeypatch.setattr(isolation, "_folder", lambda: "/nonexistent/folder")
    with pytest.raises(JudgeTrouble, match="cannot start a bot: .*/nonexistent/folder"):
        Sandbox([sys.executable, "-c", "pass"], isolate=True).exchange(b"", 20)


def test_without_isolation_the_command_says_what_it_cannot_prevent(monkeypatch, capsys):
    why_not_isolated.cache_clear()
    which = isolation.shutil.which
    monkeypatch.setattr(isolation.shutil, "which", lambda name: None if name == "unshare" else which(name))
    try:
        with pytest.raises(SystemExit) as caught:
            main(["random", "random", "--isolate"])
    finally:
        why_not_isolated.cache_clear()
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "unshare is not installed" in error
    assert "read and change your files, use the network and signal the judge" in error


def test_file_names_become_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("")
    assert isolated(["python3", "bot.py", "--seed", "1"])[-4:] == ["python3", str(tmp_path / "bot.py"), "--seed", "1"]
    assert os.path.isdir(isolation._folder())
