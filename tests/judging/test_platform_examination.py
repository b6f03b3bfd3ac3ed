"""The examination of classes and of CodinGame's bots."""

import pytest

from protocol.check import report
from protocol.judging.bot_names import open_player
from protocol.judging.platform_examination import platform_steps
from protocol.judging.rules import BOTZONE
from tests.judging.test_class_player import CS303_CLASS, MO_CLASS
from tests.judging.test_codingame_player import BOT

GOOD = {"mo": MO_CLASS, "cs303": CS303_CLASS, "cs303-reversed": CS303_CLASS, "codingame": BOT}


def examine(capsys, tmp_path, platform, source, games=True):
    path = tmp_path / "bot.py"
    path.write_text(source.replace("{body}", "pass"))
    player = open_player("%s:%s" % (platform, path))
    code = report(platform_steps(player, BOTZONE._replace(patience_seconds=5.0), games))
    player.close()
    return code, capsys.readouterr().out


@pytest.mark.parametrize("platform", GOOD)
def test_a_good_bot_passes_every_step(capsys, tmp_path, platform):
    code, told = examine(capsys, tmp_path, platform, GOOD[platform])
    assert code == 0 and told.count("Passed") == 4
    assert "%s: plays a whole game as white" % platform in told


@pytest.mark.parametrize("platform, source, words", [
    ("mo", MO_CLASS + "\nif (n := 1): pass\n", "source: the platform takes it"),
    ("mo", "import neighbour\n" + MO_CLASS, "No module named 'neighbour'"),
    ("mo", MO_CLASS.replace("return moves[0]", "return 'A1'"), "INVALID_MOVE"),
    ("cs303", CS303_CLASS + "\n# executed\n", "it contains `exec`"),
    ("codingame", BOT + "#" * 100000, "expected at most 100000"),
])
def test_a_file_the_platform_would_reject_fails_a_step(capsys, tmp_path, platform, source, words):
    code, told = examine(capsys, tmp_path, platform, source, games=False)
    assert code == 1 and "Failed" in told and words in told
