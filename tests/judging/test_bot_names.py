import sys

import pytest

from protocol.judging.bot_names import (
    LEAST_LIMIT_SECONDS,
    Opponents,
    bot_command,
    name_bots,
    open_player,
    open_players,
    platform_of,
    shown_name,
)
from protocol.judging.botzone_player import BotzonePlayer
from protocol.judging.class_player import ClassPlayer
from protocol.judging.codingame_player import CodingamePlayer
from protocol.judging.gtp_player import GtpPlayer
from protocol.judging.levels import LEVELS
from protocol.samples import SAMPLES
from tests.opponents import play


@pytest.mark.parametrize("text, message", [
    ("nowhere.py", "no such file: nowhere.py"), ("no-such-bot", "no such bot"), ("", "bad bot"), ("gtp:", "bad bot"),
    ("'unclosed", "bad command line"), ("json,text:random", "exclude each other"),
    ("mo:nowhere.py", "no such file: nowhere.py .mo: takes"), ("cs303:random", "no such file"),
    ("codingame:", "bad bot"), ("cs303-reversed:", "no such file"),
    ("gtp:no-such-engine -l 3", "no such bot"), ("restart,keep-running:random", "exclude each other"),
])
def test_a_bot_that_does_not_exist_is_reported_in_one_line(text, message):
    with pytest.raises(ValueError, match=message) as caught:
        open_player(text)
    assert "\n" not in str(caught.value)


def test_a_file_must_be_python_or_executable(tmp_path):
    file = tmp_path / "bot.txt"
    file.write_text("")
    with pytest.raises(ValueError, match="neither a .py file nor executable"):
        open_player(str(file))


def test_a_users_words_become_a_command(tmp_path):
    file = tmp_path / "my bot.py"
    file.write_text("")
    assert bot_command(str(file)) == [sys.executable, str(file)]
    assert bot_command(sys.executable + " -u 'my bot.py'") == [sys.executable, "-u", "my bot.py"]
    player = open_player("text,keep-running:" + str(file))
    assert (player.text, player.keep_running, player.name) == (True, True, "my bot")
    assert isinstance(open_player("gtp:" + sys.executable), GtpPlayer)
    player = open_player("random")
    assert isinstance(player, BotzonePlayer) and (player.text, player.keep_running) == (None, None)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_sample_bot_is_opened_by_its_name(name):
    assert name in SAMPLES
    judged = play(open_player(name), turns=4)
    assert judged.scores == (2, 0)


def test_levels_engine_and_samples_can_be_chosen_as_opponents():
    opponents = Opponents(["text:random"])
    assert list(opponents.about) == [*LEVELS, "bot", *SAMPLES, "text:random"]
    kinds = [opponents.kind(name) for name in ("beginner", "bot", "uct", "text:random")]
    assert kinds == ["level", "engine", "sample", "own"]


def test_a_bot_from_the_command_line_is_added_if_it_exists():
    assert "text:random" in Opponents(["text:random"]).about
    with pytest.raises(ValueError, match="no such file: nowhere.py"):
        Opponents(["nowhere.py"])


def test_no_other_opponent_can_be_opened():
    with pytest.raises(KeyError):
        Opponents().open("rm -rf", 1.0)


def test_a_sample_bot_keeps_its_time_by_itself_and_a_users_bot_is_told_it():
    opponents = Opponents(["text:random"])
    assert "--time-limit" in opponents.open("greedy", 1.5).command
    assert not opponents.rules_for("greedy", 1.5).tells_limits and opponents.rules_for("text:random", 1.5).tells_limits


def test_bots_keep_different_names(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.py").write_text("")
    one, two = (str(tmp_path / folder / "bot.py") for folder in ("a", "b"))
    assert name_bots([one, "random"], sys.executable) == ["bot", "random"]
    assert name_bots([one, two], sys.executable) == [one, two]
    assert name_bots(["random", "random", "random"], sys.executable) == ["random", "random#2", "random#3"]
    assert [player.name for player in open_players([one, two])] == [one, two]


def test_a_users_bot_is_told_a_time_it_can_keep_and_is_not_ended_for_a_slow_start():
    rules = Opponents(["text:random"]).rules_for("text:random", 0.1)
    assert rules.turn_seconds == rules.first_turn_seconds == LEAST_LIMIT_SECONDS and rules.patience_seconds > 5


def test_a_level_has_its_own_time():
    assert Opponents().rules_for("beginner", 30.0).turn_seconds == LEVELS["beginner"].seconds


def test_a_file_is_shown_without_its_folders(tmp_path):
    (tmp_path / "mine.py").write_text("")
    assert shown_name(str(tmp_path / "mine.py")) == "mine.py" and shown_name("gtp:engine -l 3") == "gtp:engine -l 3"


def test_bots_of_other_platforms_are_named_by_their_platform(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("")
    for platform, kind in (("mo", ClassPlayer), ("cs303", ClassPlayer), ("cs303-reversed", ClassPlayer),
                           ("codingame", CodingamePlayer)):
        spec = "%s:%s" % (platform, file)
        player = open_player(spec)
        assert isinstance(player, kind) and (player.name, player.platform.name) == ("mine", platform)
        assert platform_of(spec) == Opponents([spec]).rules_for(spec, 1.0) == player.platform
        assert Opponents([spec]).plays_for_fewest(spec) == (platform == "cs303-reversed")
    assert platform_of("random") is None and open_player("random").platform is None
