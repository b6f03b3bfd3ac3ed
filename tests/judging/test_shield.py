import os
import sys

import pytest

from protocol.judging.processes import HAS_PROC
from protocol.judging.sandbox import Sandbox
from protocol.judging.shield import check_files, files_in
from protocol.judging.trouble import JudgeTrouble

needs_shell = pytest.mark.skipif(not os.path.exists("/bin/sh"), reason="needs a shell")


@needs_shell
def test_a_bots_parent_is_not_the_judge():
    exchange = Sandbox([sys.executable, "-c", "import os; print(os.getppid())"]).exchange(b"", 20)
    assert exchange.verdict == "OK" and int(exchange.output) != os.getpid()


@needs_shell
@pytest.mark.parametrize("code, verdict", [(0, "OK"), (1, "RE"), (125, "RE"), (126, "RE"), (127, "RE")])
def test_no_exit_code_of_a_bot_is_taken_for_the_shields(code, verdict):
    assert Sandbox([sys.executable, "-c", "raise SystemExit(%d)" % code]).exchange(b"", 20).verdict == verdict


@needs_shell
def test_a_shield_that_cannot_start_the_bot_is_the_judges_trouble(monkeypatch):
    # Tests cannot make a shell run out of processes everywhere, but every shell fails like this.
    monkeypatch.setattr("protocol.judging.shield._SCRIPT", 'trap "exit 125" EXIT; . /nonexistent/file; "$@"')
    with pytest.raises(JudgeTrouble, match="cannot start a bot: .*nonexistent"):
        Sandbox([sys.executable, "-c", "pass"]).exchange(b"", 20)


@needs_shell
@pytest.mark.skipif(not HAS_PROC, reason="needs Linux's /proc")
def test_a_shield_that_starts_nothing_before_the_time_is_up_is_the_judges_trouble(monkeypatch):
    monkeypatch.setattr("protocol.judging.shield._SCRIPT", "while :; do :; done")
    with pytest.raises(JudgeTrouble, match="cannot start a bot"):
        Sandbox([sys.executable, "-c", "pass"]).exchange(b"", 0.5)


def test_missing_files_of_a_command_are_noticed(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("")
    files = files_in([sys.executable, str(bot), "--option"])
    assert files == [sys.executable, str(bot)]
    check_files(files)
    bot.unlink()
    with pytest.raises(JudgeTrouble, match="the bot's file .*bot.py has vanished"):
        check_files(files)
