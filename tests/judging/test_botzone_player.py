import json

import pytest

from protocol.judging.bot_names import open_player
from protocol.judging.rules import BOTZONE, CLASSIC
from protocol.judging.sandbox import Sandbox
from tests.opponents import fixture_bot, own_turns, play, plays_first_legal


@pytest.mark.parametrize("options", [[], ["--to-end"], ["--text"], ["--text", "--to-end"], ["--keep", "99"],
                                     ["--text", "--keep", "99"], ["--keep", "3"]])
@pytest.mark.parametrize("colour", [0, 1])
def test_format_and_mode_of_a_bot_are_detected(options, colour):
    player = open_player(fixture_bot("legal.py", *options))
    judged = play(player, colour, turns=6)
    assert judged.scores == ((2, 0) if colour == 0 else (0, 2)), judged
    assert len(own_turns(judged, colour)) >= 3 and plays_first_legal(judged, colour)
    assert player.text == ("--text" in options)


def test_a_bot_kept_running_plays_a_whole_game_in_one_process():
    player = open_player(fixture_bot("legal.py", "--keep", "99", "--echo"))
    judged = play(player, colour=1)
    assert judged.error is None and plays_first_legal(judged, 1)
    lines = judged.stderr[1].splitlines()
    assert lines[0].startswith('{"requests":') and lines[1].startswith('{"x":')
    assert sum(line.startswith('{"requests"') for line in lines) == 1
    assert len(lines) == len(own_turns(judged, 1))


def test_a_bot_that_stops_running_is_restarted_with_the_whole_game():
    judged = play(open_player(fixture_bot("legal.py", "--keep", "2", "--echo")), turns=14)
    lines = judged.stderr[0].splitlines()
    assert ['"requests"' in line for line in lines] == [True, False, False, True, False, False, True, False]
    assert len(json.loads(lines[3])["requests"]) == 4


@pytest.mark.slow
def test_a_running_bot_that_forgets_the_line_runs_out_of_time():
    player = open_player(fixture_bot("legal.py", "--keep", "9", "--forget-line", "2"))
    judged = play(player, rules=BOTZONE.with_limits(2.0))
    assert judged.error == "INVALID_INPUT_VERDICT_TLE" and len(own_turns(judged)) == 2


def test_a_patient_judge_accepts_late_answers(tmp_path):
    bot = tmp_path / "late.py"
    bot.write_text("import json, time\ninput()\ntime.sleep(0.6)\nprint(json.dumps({'response': {'x': 2, 'y': 3}}))\n")
    strict, patient = (play(open_player(str(bot)), turns=1, rules=BOTZONE.with_limits(0.5, None, patience))
                       for patience in (0.0, 5.0))
    assert strict.error == "INVALID_INPUT_VERDICT_TLE"
    assert patient.turns[0].error is None and patient.turns[0].answer.seconds > 0.5


def test_a_running_bot_that_dies_is_a_crash():
    judged = play(open_player(fixture_bot("legal.py", "--keep", "9", "--fail-on", "2")))
    assert judged.error == "INVALID_INPUT_VERDICT_RE" and len(own_turns(judged)) == 2


def test_a_bot_can_be_forced_to_restart():
    judged = play(open_player("restart:" + fixture_bot("legal.py", "--keep", "9", "--echo")), turns=8)
    assert all('"requests"' in line for line in judged.stderr[0].splitlines())
    assert plays_first_legal(judged)


def test_data_lasts_for_a_game_and_globaldata_forever():
    player = open_player(fixture_bot("legal.py", "--count"))
    for game in (1, 2):
        judged = play(player, turns=6)
        debugs = [turn.answer.debug for turn in own_turns(judged)]
        before = "None" if game == 1 else "{'games': 1}"
        assert debugs == ["None %s" % before] + ["%d {'games': %d}" % (turn, game) for turn in (1, 2, 3)]


def test_data_too_long_for_the_platform_is_dropped_with_a_warning(tmp_path):
    bot = tmp_path / "greedy for data.py"
    bot.write_text("import json; turn = json.loads(input()); answer = {'response': {'x': 3, 'y': 2}}\n"
                   "print(json.dumps(dict(answer, debug=str('data' in turn), data='x' * 200000)))")
    player = open_player(str(bot))
    judged = play(player)
    assert judged.turns[0].answer.debug == "False" and judged.turns[-1].answer.debug == "False"
    assert player.name == "greedy for data"
    assert player.warnings == ["data is longer than the platform keeps: dropped"]


def test_a_bot_is_told_limits_that_differ_from_the_platforms():
    judged = play(open_player(fixture_bot("legal.py", "--echo")), turns=2)
    assert "time_limit" not in judged.stderr[0]
    judged = play(open_player(fixture_bot("legal.py", "--echo")), turns=2, rules=BOTZONE.with_limits(7.5, 300))
    turn = json.loads(judged.stderr[0].splitlines()[0])
    assert (turn["time_limit"], turn["memory_limit"]) == (7.5, 300)


def test_an_opening_is_history_for_the_bots():
    judged = play(open_player(fixture_bot("legal.py", "--echo")), turns=4, opening=[37, 43])
    assert json.loads(judged.stderr[0].splitlines()[0]) == {
        "requests": [{"x": -1, "y": -1}, {"x": 3, "y": 5}], "responses": [{"x": 5, "y": 4}]}


def test_a_broken_bot_is_not_mistaken_for_a_text_bot():
    for name, verdict in (("crash", "RE"), ("garbage", "NJ"), ("silent", "NJ"), ("chatty", "NJ")):
        judged = play(open_player(fixture_bot("misbehaving.py", name)))
        assert judged.error == "INVALID_INPUT_VERDICT_" + verdict


def test_classic_rules_ask_again_after_an_illegal_move_in_a_new_process(tmp_path):
    for keep in ("0", "9"):
        counter = str(tmp_path / ("count" + keep))
        judged = play(open_player(fixture_bot("legal.py", "--keep", keep, "--illegal", "2", "--illegal-file", counter)),
                      rules=CLASSIC, turns=5)
        assert [turn.error for turn in own_turns(judged)][:4] == ["INVALID_MOVE", "INVALID_MOVE", None, None]
        assert plays_first_legal(judged)


SLEEPER = """
import sys, time
for answer in ((3, 2), (4, 5)):
    line = sys.stdin.readline()
    if not line:
        sys.exit(1)
    time.sleep(0.6)
    if line.startswith('{"req'):
        answer = (4, 5) if '"responses":[{' in line else (3, 2)
    print('{"response":{"x":%d,"y":%d},"debug":"%s"}' % (answer + (line[2],)))
    print('>>>BOTZONE_REQUEST_KEEP_RUNNING<<<', flush=True)
sys.stdin.readline()
"""


@pytest.mark.parametrize("prefix, second_input", [("keep-running:", "x"), ("", "r")])
@pytest.mark.slow
def test_a_sleeping_bot_is_kept_running_only_if_it_is_known_to(tmp_path, prefix, second_input):
    bot = tmp_path / "sleeper.py"
    bot.write_text(SLEEPER)
    judged = play(open_player(prefix + str(bot)), turns=3, choose=lambda game: 18)
    assert judged.game.moves == [19, 18, 44] and judged.scores == (2, 0)
    assert judged.turns[2].answer.debug == second_input


def test_the_first_turn_of_a_text_bot_has_the_time_of_a_first_turn(monkeypatch):
    limits = []
    real = Sandbox.exchange

    def watch(self, data, seconds, *rest):
        limits.append(seconds)
        return real(self, data, seconds, *rest)

    monkeypatch.setattr(Sandbox, "exchange", watch)
    play(open_player(fixture_bot("legal.py", "--text")), turns=3)
    assert limits == [12, 12, 6]
