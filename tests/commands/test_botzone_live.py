"""The live command, driven as a user does it, against a stand-in platform on this machine."""

import os
import signal
import subprocess
import sys

import pytest

from protocol.botzone_live import main
from tests import ROOT
from tests.live.stand_in_platform import SECRET, StandInPlatform
from tests.opponents import fixture_bot


def start(*arguments, **options):
    return subprocess.Popen([sys.executable, "-m", "protocol.botzone_live", *arguments], cwd=str(ROOT),
                            env=dict(os.environ, no_proxy="*"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, universal_newlines=True, **options)


def test_each_match_is_played_by_its_own_process(tmp_path):
    out = str(tmp_path / "games.matches")
    with StandInPlatform(matches=2, styles=("json", "text")) as platform:
        process = start(platform.url, fixture_bot("legal.py", "--keep", "99"), "--games", "2", "--out", out)
        output, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")
    assert [match.wrong for match in platform.matches.values()] == [None, None]
    assert "listening at http://127.0.0.1:%d/api/5565ee11/***/localai" % platform.server.server_port in output
    assert "2 games: " in output and SECRET not in output
    replay = subprocess.run([sys.executable, "-m", "protocol.replay", out], cwd=str(ROOT), stdout=subprocess.PIPE)
    assert replay.returncode == 0 and b"0 problems" in replay.stdout
    with open(out) as stream:
        assert SECRET not in stream.read()


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_ctrl_c_ends_a_waiting_session_and_shows_the_table():
    with StandInPlatform(poll_seconds=30.0) as platform:
        process = start("-", "random")
        process.stdin.write(platform.url + "\n")
        process.stdin.flush()
        assert "listening at" in process.stdout.readline()
        while not platform.polls:
            pass
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "") and "0 games: 0 won, 0 drawn, 0 lost, 0 aborted" in output


def test_a_wrong_address_is_reported_in_one_line_without_the_secret():
    with StandInPlatform() as platform:
        process = start(platform.url.replace(SECRET, "wrong-one"), "random", "--out", os.devnull)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 2 and "wrong-one" not in output + errors
    assert errors == "the platform answers 403 Forbidden: is the address right, and still valid?\n"


@pytest.mark.parametrize("arguments", [
    ["https://www.botzone.org.cn/api/user/top-secret/other"],
    ["https://www.botzone.org.cn/api/user/top-secret/localai", "no-such-bot"],
    ["random", "bot.py", "https://www.botzone.org.cn/api/user/top-secret/localai"],
    ["https://www.botzone.org.cn/api/user/top-secret/localai", "--games", "0"],
])
def test_bad_options_are_refused_without_showing_the_secret(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    told = capsys.readouterr()
    assert caught.value.code == 2 and told.err.count("\n") == 1
    assert "top-secret" not in told.out + told.err
