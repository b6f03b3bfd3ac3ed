"""Trouble of the judge itself, and bots that only a whole judge can contain; driven as a user does it."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from protocol.judging.processes import HAS_PROC
from tests.commands.test_judge import LEGAL, MISBEHAVING
from tests.opponents import ROOT, fixture_bot
from tests.thinkers import wait_until

pytestmark = pytest.mark.skipif(not HAS_PROC, reason="needs /proc, which is Linux's")

BOT = fixture_bot("legal.py", "--keep", "99")

#: Runs a command with few file descriptors: `python3 -c LOW NUMBER MODULE ARGUMENTS`.
LOW = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]),) * 2)
sys.argv = sys.argv[2:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def run(*arguments, program=("-m",), **options):
    return subprocess.run([sys.executable, *program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, timeout=120, cwd=ROOT, **options)


def command_lines():
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as stream:
                yield stream.read().decode("utf-8", "replace")
        except OSError:
            continue


def test_a_match_without_descriptors_stops_and_can_be_resumed(tmp_path):
    out = str(tmp_path / "games.matches")
    arguments = ["protocol.match", BOT, BOT, "--games", "4", "--out", out, "--time-limit", "20"]
    low = run("13", *arguments, "--jobs", "4", program=("-c", LOW))
    assert low.returncode == 2, low.stdout + low.stderr
    assert "Traceback" not in low.stderr
    lines = [line for line in low.stdout.splitlines() if line.startswith("cannot continue: ")]
    assert len(lines) == 1 and lines[0].endswith("--out %s --resume tries again" % out)
    assert "Too many open files" in lines[0] and "RE:" not in low.stdout
    run(*arguments, "--resume")
    with open(out) as stream:
        games = [json.loads(line) for line in stream]
    assert len(games) == 4 and all("err" not in game["log"][-1]["output"]["display"] for game in games)


def test_a_judge_without_descriptors_saves_what_was_played(tmp_path):
    path = str(tmp_path / "game.json")
    low = run("9", "protocol.judge", LEGAL, LEGAL, "--save", path, "--quiet", program=("-c", LOW))
    assert low.returncode == 2 and low.stderr.startswith("cannot continue after 0 moves: ")
    assert low.stderr.count("\n") == 1 and "finish" not in low.stdout


def test_a_bot_whose_file_vanishes_does_not_lose_the_game(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("import runpy, sys\nsys.argv = ['', 'delete_itself', %r]\nrunpy.run_path(%r, run_name='__main__')"
                   % (str(bot), MISBEHAVING.split()[-1]))
    path = str(tmp_path / "game.json")
    gone = run("protocol.judge", str(bot), LEGAL, "--quiet", "--save", path)
    assert gone.returncode == 2
    assert gone.stderr == "cannot continue after 2 moves: the bot's file %s has vanished\n" % bot
    with open(path) as stream:
        record = json.load(stream)
    assert record["status"] == "aborted" and len(record["logs"]) == 5


def test_a_bot_that_changes_the_match_file_stops_the_match(tmp_path):
    out = str(tmp_path / "games.matches")
    stopped = run("protocol.match", MISBEHAVING + "tamper", LEGAL, "--games", "2", "--out", out,
                  env=dict(os.environ, REVERSI_TEST_FILE=out))
    assert stopped.returncode == 2 and "Traceback" not in stopped.stderr
    assert "cannot continue: %s was changed by another program; " % out in stopped.stdout


def test_an_escaped_process_ends_with_the_game():
    token = "%d-%d" % (os.getpid(), time.time())
    judged = run("protocol.judge", MISBEHAVING + "escape", LEGAL, "--quiet",
                 env=dict(os.environ, REVERSI_TEST_TOKEN=token))
    assert "black's INVALID_MOVE" in judged.stdout, judged.stdout + judged.stderr
    assert not [line for line in command_lines() if "escapee" in line and token in line]


def test_a_bot_cannot_ponder(tmp_path):
    """Black's child process notes the time whenever it runs; white takes a second to answer."""
    path = str(tmp_path / "moments")
    slow = tmp_path / "slow.py"
    slow.write_text("import time; input(); time.sleep(1.0); print('{\"response\":{\"x\":2,\"y\":2}}')")
    judged = run("protocol.judge", MISBEHAVING + "ponder " + path, str(slow), "--quiet")
    assert "black's INVALID_MOVE" in judged.stdout, judged.stdout + judged.stderr
    with open(path) as stream:
        moments = [float(line) for line in stream if line.endswith("\n")]
    assert max(later - earlier for earlier, later in zip(moments, moments[1:] + [moments[-1] + 9])) > 0.8
    assert moments[-1] - moments[0] > 0.8, "it went on in its own turn"


@pytest.mark.parametrize("name", ["hang", "escape", "leave_stranger", "stubborn"])
def test_nothing_outlives_a_judge_that_is_killed(name):
    token = "killed-%d-%d" % (os.getpid(), time.time())
    judge = subprocess.Popen([sys.executable, "-m", "protocol.judge", MISBEHAVING + name + " " + token,
                              MISBEHAVING + "hang " + token, "--quiet", "--time-limit", "30"], cwd=ROOT,
                             stdout=subprocess.DEVNULL, env=dict(os.environ, REVERSI_TEST_TOKEN=token))
    waiting = "hang %s" % token if name in ("escape", "leave_stranger") else "%s %s" % (name, token)
    wait_until(lambda: any(waiting.replace(" ", "\0") in line for line in command_lines()))
    time.sleep(0.2)
    judge.send_signal(signal.SIGKILL)
    judge.wait()
    wait_until(lambda: not [line for line in command_lines() if token in line])


def test_a_second_match_on_the_same_file_is_refused(tmp_path):
    out = str(tmp_path / "games.matches")
    arguments = [sys.executable, "-m", "protocol.match", BOT, BOT, "--games", "200", "--out", out]
    first = subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: os.path.exists(out))
        time.sleep(0.2)
        second = run(*arguments[2:], "--resume", program=("-m",))
    finally:
        first.send_signal(signal.SIGINT)
        first.wait(60)
    assert second.returncode == 2 and second.stdout == ""
    assert second.stderr == "python3 -m protocol.match: another match is writing to %s (see --help)\n" % out
