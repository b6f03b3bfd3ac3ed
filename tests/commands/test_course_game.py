"""The MO course's game in the terminal, driven as a user does it."""

import re
import subprocess
import sys

import pytest

from protocol.course_game import main
from tests import ROOT
from tests.judging.test_class_player import MO_CLASS


def run(*arguments, typed=""):
    return subprocess.run([sys.executable, "-m", "protocol.course_game", *arguments], input=typed, cwd=str(ROOT),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=60)


def bot_file(tmp_path, body="pass"):
    path = tmp_path / "bot.py"
    path.write_text(MO_CLASS.format(body=body))
    return str(path)


def test_a_class_plays_against_random_to_the_end(tmp_path):
    played = run(bot_file(tmp_path), "random")
    assert (played.returncode, played.stderr) == (0, "")
    assert "  A B C D E F G H" in played.stdout and "X plays D3" in played.stdout
    assert played.stdout.splitlines()[-1].split(",")[0] in ("black_win", "white_win", "draw")


def test_a_person_plays_against_a_class_and_can_leave(tmp_path):
    played = run("human", bot_file(tmp_path), typed="a1\nd3\nq\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "not legal; you can play D3 C4 F5 E6" in played.stdout
    assert "X plays D3" in played.stdout and "O plays C3" in played.stdout
    assert played.stdout.splitlines()[-1].endswith("white_win")
    assert run("human", "random").returncode == 0, "the end of the input ends the game as well"


def test_a_class_that_changes_the_board_loses_at_once(tmp_path):
    played = run(bot_file(tmp_path, "board._board[0][0] = 'X'"), "random")
    assert played.stdout.splitlines()[-2:] == ["X has changed the board", "white_win"]


@pytest.mark.parametrize("source, message", [
    ("def get_move(", "SyntaxError: "), ("import json\n\njson.nothing\n", "AttributeError: .* \\(line 3\\)$"),
    ("", "no class AIPlayer in bot.py"),
])
def test_a_file_that_cannot_be_loaded_is_reported_in_one_line(tmp_path, source, message):
    path = tmp_path / "bot.py"
    path.write_text(source)
    failed = run(str(path), "random")
    assert failed.returncode == 1 and failed.stdout == "" and failed.stderr.count("\n") == 1
    assert re.search(message, failed.stderr.strip())


def test_an_unknown_player_is_refused_in_one_line(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["nobody.py"])
    assert caught.value.code == 2
    assert "no such player: nobody.py" in capsys.readouterr().err
