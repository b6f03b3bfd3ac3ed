import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.coordinates import squares_from_transcript
from protocol.commentary import summarize
from protocol.judge import main
from protocol.judging.bot_names import open_player
from protocol.judging.processes import HAS_PROC
from protocol.judging.referee import judge_game
from protocol.judging.rules import BOTZONE
from protocol.records.record import make_record, record_line
from protocol.records.record_reader import read_records
from tests.opponents import ROOT, fixture_bot, own_turns
from tests.recordings import log_of

LEGAL, MISBEHAVING = fixture_bot("legal.py"), fixture_bot("misbehaving.py", "")

#: Set in the environment of every bot here, so that stray processes are found without the judge's help.
TOKEN_VARIABLE, TOKEN = "REVERSI_TEST_TOKEN", "%d-%d" % (os.getpid(), time.time())

SHORT_SECONDS, LONG_SECONDS = 1.0, 8.0
#: What a busy machine may add to the second in which the judge ends a bot.
NOISE_SECONDS = 6.0

VERDICT = "INVALID_INPUT_VERDICT_"
WRONG_PASS = "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN"

#: The verdict on each misbehaving bot as black, and the turn on which it falls.
FATES = {
    "crash": ("RE", 1), "crash_after_answer": ("RE", 1), "kill_itself": ("RE", 1), "fork_on": ("RE", 1),
    "hang": ("TLE", 1), "spin": ("TLE", 1), "stubborn": ("TLE", 1), "late": ("TLE", 1),
    "stay_after_answer": ("TLE", 1), "close_stdout_and_hang": ("TLE", 1),
    "close_everything": ("NJ", 1), "silent": ("NJ", 1), "garbage": ("NJ", 1), "chatty": ("NJ", 1),
    "answer_twice": ("NJ", 1), "deep": ("NJ", 1), "not_a_number": ("NJ", 1),
    "bare_number": ("OK", 1), "no_response": ("OK", 1), "text_coordinates": ("OK", 1), "fraction": ("OK", 1),
    "truth": ("OK", 1), "wide_number": ("OK", 1), "beyond_bounds_move": ("OK", 1), "nest_response 400": ("OK", 1),
    "nest_response 981": ("NJ", 1), "nest_data 972": ("NJ", 1), "nest_globaldata 990": ("NJ", 1),
    "nest_debug 9994": ("NJ", 1), "markers": ("NJ", 1), "drip": ("NJ", 1),
    "stop_parent": ("RE", 1), "kill_parent": ("RE", 1), "terminate_parent": ("RE", 1), "feign_failed_start": ("RE", 1),
    "negative_zero": ("INVALID_MOVE", 1), "float_pass": (WRONG_PASS, 1),
    "illegal": ("INVALID_MOVE", 1), "outside": ("INVALID_MOVE", 1), "wrong_pass": (WRONG_PASS, 1),
    "flood": ("OLE", 1), "long_answer": ("OLE", 1), "hungry": ("MLE", 1), "hungry_child": ("MLE", 1),
    # These answer d3, which is legal, and fail with a second d3: whatever they leave behind does not stop the game.
    "close_stdin_and_answer": ("INVALID_MOVE", 2), "leave_child": ("INVALID_MOVE", 2),
    "leave_daemon": ("INVALID_MOVE", 2), "leave_stranger": ("INVALID_MOVE", 2), "shout": ("INVALID_MOVE", 2),
    "limit_parent": ("INVALID_MOVE", 2), "nest_debug 400": ("INVALID_MOVE", 2), "nest_data 400": ("INVALID_MOVE", 2),
    "beyond_bounds": ("INVALID_MOVE", 2), "string_response": ("INVALID_MOVE", 2),
    "float_response": ("INVALID_MOVE", 2), "bare_response": ("INVALID_MOVE", 2),
}
ONLY_WITH_PROC = {"fork_on", "hungry", "hungry_child", "stop_parent", "limit_parent"}


def limit_of(name):
    return SHORT_SECONDS if FATES[name][0] == "TLE" else LONG_SECONDS


def play_against_legal(name):
    players = [open_player(MISBEHAVING + name), open_player(LEGAL)]
    try:
        return judge_game(players, BOTZONE.with_limits(limit_of(name), 100))
    finally:
        for player in players:
            player.close()


@pytest.fixture(scope="module")
def judged_games():
    """Every misbehaving bot's game, several at once because most of them wait."""
    os.environ[TOKEN_VARIABLE] = TOKEN
    try:
        names = [name for name in FATES if HAS_PROC or name not in ONLY_WITH_PROC]
        with ThreadPoolExecutor(6) as pool:
            yield dict(zip(names, pool.map(play_against_legal, names)))
    finally:
        del os.environ[TOKEN_VARIABLE]


@pytest.mark.parametrize("name", sorted(FATES))
def test_a_misbehaving_bot_gets_its_verdict(judged_games, name):
    if name not in judged_games:
        pytest.skip("needs /proc, which is Linux's")
    fate, turn = FATES[name]
    judged = judged_games[name]
    assert judged.error == (VERDICT + fate if len(fate) <= 3 else fate)
    assert judged.scores == (0, 2)
    own = [turn.answer for turn in judged.turns if turn.colour == 0]
    assert len(own) == turn
    assert own[-1].seconds < limit_of(name) + 1 + NOISE_SECONDS
    assert log_of(judged)[-1]["output"] == {"command": "finish", "content": {"0": 0, "1": 2},
                                        "display": {"err": judged.error, "winner": 1}}


def test_every_game_can_be_written_and_read_again(judged_games, tmp_path):
    path = tmp_path / "games.matches"
    path.write_bytes("".join(record_line(make_record(judged)) for judged in judged_games.values()).encode("utf-8"))
    records = list(read_records(str(path)))
    assert [record.problems for record in records] == [[] for _ in judged_games]
    for line in path.read_text(encoding="utf-8").splitlines():
        json.loads(line, parse_constant=pytest.fail)
    debug = own_turns(judged_games["beyond_bounds"])[0].answer.debug
    assert debug == [None, None, "\ufffd"]


def test_no_misbehaving_bot_leaves_anything_running(judged_games):
    if not HAS_PROC:
        pytest.skip("needs /proc, which is Linux's")
    assert judged_games
    assert left_running() == []


def left_running():
    needle = ("%s=%s" % (TOKEN_VARIABLE, TOKEN)).encode()
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/environ" % pid, "rb") as stream:
                if needle in stream.read() and int(pid) != os.getpid():
                    found.append(pid)
        except OSError:
            continue
    return found


def test_stderr_of_a_bot_is_kept_bounded(judged_games):
    assert "this bot crashes" in judged_games["crash"].stderr[0]
    shouted = judged_games["shout"].stderr[0]
    assert shouted.endswith("the end\n") and len(shouted) <= 1 << 14


def run_judge(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "protocol.judge", *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, timeout=120, cwd=ROOT, **options)


def test_a_game_is_printed_saved_and_finished(tmp_path):
    path = str(tmp_path / "game.json")
    run = run_judge(LEGAL + " --keep 99", "random", "--save", path, "--opening", "f5d6c3", "--rules", "classic")
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    with open(path) as stream:
        record = json.load(stream)
    turns = sum(len(entry) for entry in record["logs"][1::2])
    assert turns > 8 and "   a b c d e f g h" in lines and any("   %d. " % turns in line for line in lines)
    content = record["logs"][-1]["output"]["content"]
    assert lines[-1] == "finish %d %d" % (content["0"], content["1"])
    assert lines[-3:-1] == ["record: " + path, "watch it: python3 -m protocol.play " + path]
    assert [player["name"] for player in record["players"]] == [LEGAL + " --keep 99", "random"]
    assert record["status"] == "finished" and record["initdata"] == ""


def test_quiet_prints_only_the_result_and_stderr_is_shown_on_demand():
    run = run_judge(MISBEHAVING + "crash", LEGAL, "--quiet", "--stderr")
    lines = run.stdout.splitlines()
    assert run.returncode == 3 and lines[-1] == "finish 0 2"
    assert lines[0].startswith("stderr of black") and "  RuntimeError: this bot crashes" in lines
    assert "white wins because of black's INVALID_INPUT_VERDICT_RE: " + LEGAL in lines
    assert sum("a b c d e f g h" in line for line in lines) == 1  # the position of the crash


@pytest.mark.parametrize("arguments, message", [
    (["nowhere.py", "random"], "no such file: nowhere.py"),
    (["random"], "the following arguments are required"),
    (["random", "random", "--rules", "house"], "invalid choice"),
    (["random", "random", "--time-limit", "0"], "bad number '0'"),
    (["random", "random", "--time-limit", "soon"], "bad number 'soon'"),
    (["random", "random", "--memory-limit", "-1"], "bad number '-1'"),
    (["random", "random", "--opening", "f5f5"], "ply 2 (white): illegal move f5"),
    (["random", "random", "--opening", "f5x"], "bad transcript"),
    (["random", "random", "--save", "/nonexistent/game.json"], "cannot write /nonexistent/game.json"),
    (["random", "random", "--python", "no-such-python"], "no such interpreter: no-such-python"),
    (["random", "random", "--frobnicate"], "unrecognized arguments"),
])
def test_bad_usage_is_one_line_and_exit_code_2(capsys, arguments, message):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    printed = capsys.readouterr()
    assert caught.value.code == 2 and printed.out == ""
    assert message in printed.err and printed.err.count("\n") == 1


def test_help_explains_what_a_bot_is(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0 and "gtp:COMMAND" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_ctrl_c_keeps_what_was_played_and_ends_the_bots(tmp_path):
    path = str(tmp_path / "game.json")
    environment = dict(os.environ, **{TOKEN_VARIABLE: TOKEN})
    judge = subprocess.Popen([sys.executable, "-m", "protocol.judge", LEGAL, MISBEHAVING + "hang", "--save", path],
                             stdout=subprocess.PIPE, universal_newlines=True, cwd=ROOT, env=environment)
    for line in judge.stdout:
        if line.startswith("8 "):
            break
    time.sleep(0.3)
    judge.send_signal(2)
    rest = judge.communicate(timeout=30)[0]
    assert judge.returncode == 130 and "interrupted after 1 moves" in rest and "finish" not in rest
    with open(path) as stream:
        record = json.load(stream)
    assert record["status"] == "aborted" and len(record["logs"]) == 3
    assert not HAS_PROC or left_running() == []


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_a_judge_that_is_ended_by_a_signal_ends_its_bots(name):
    environment = dict(os.environ, **{TOKEN_VARIABLE: TOKEN})
    number = getattr(signal, name)
    judge = subprocess.Popen([sys.executable, "-m", "protocol.judge", LEGAL + " --keep 9", MISBEHAVING + "hang"],
                             stdout=subprocess.PIPE, universal_newlines=True, cwd=ROOT, env=environment)
    for line in judge.stdout:
        if line.startswith("8 "):
            break
    judge.send_signal(number)
    judge.communicate(timeout=30)
    assert judge.returncode == 128 + number
    assert not HAS_PROC or left_running() == []


def test_the_summary_names_the_winner_the_loser_and_the_draw():
    players = [open_player("random"), open_player("random")]
    won = judge_game(players, BOTZONE, squares_from_transcript("f5d6c5f4e3f6g5e6e7"))
    assert summarize(won)[-1] == "black wins: random"
    assert summarize(won._replace(scores=(1, 1)))[-1] == "a draw"
    assert summarize(won)[0].startswith("black  13 discs")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_record_that_cannot_be_written_is_reported_and_the_result_still_printed(capsys):
    assert main(["random", "random", "--quiet", "--opening", "f5d6c5f4e3f6g5e6e7", "--save", "/dev/full"]) == 1
    printed = capsys.readouterr()
    assert printed.err == "cannot write /dev/full: No space left on device\n"
    assert printed.out.splitlines()[-1] == "finish 2 0"


def test_two_bots_of_the_same_name_are_told_apart(tmp_path):
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.py").write_text("raise SystemExit(1)")
    old, new = (str(tmp_path / folder / "bot.py") for folder in ("old", "new"))
    run = run_judge(old, new, "--quiet", "--save", str(tmp_path / "game.json"))
    assert "white wins because of black's INVALID_INPUT_VERDICT_RE: " + new in run.stdout.splitlines()


def test_stderr_of_both_bots_can_be_followed(tmp_path):
    black, white = (tmp_path / name for name in ("black.py", "white.py"))
    black.write_text("import sys; print('one\\x07\\ntwo', file=sys.stderr); print('{\"response\":{\"x\":3,\"y\":2}}')")
    white.write_text("import sys; sys.stderr.write('three'); print('what?')")
    run = run_judge("json:%s" % black, "json:%s" % white, "--follow", "--quiet", "--save", str(tmp_path / "game.json"))
    assert run.stderr.splitlines() == ["black| one ", "black| two", "white| three"]


def test_no_limits_lets_a_bot_take_its_time_and_does_not_tell_it(tmp_path):
    bot = tmp_path / "slow.py"
    bot.write_text("import sys, time; print(input(), file=sys.stderr); time.sleep(0.5)\n"
                   "block = bytearray(300 << 20)\nprint('what?')")
    run = run_judge("json:%s" % bot, "random", "--no-limits", "--time-limit", "0.1", "--memory-limit", "20", "--quiet",
                    "--stderr", "--save", str(tmp_path / "game.json"))
    assert "ply 1, black: its answer is not JSON: " in run.stdout
    assert '  {"requests":[{"x":-1,"y":-1}],"responses":[]}' in run.stdout.splitlines()


def test_a_game_is_saved_as_the_last_game_by_default(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["random", "random", "--quiet", "--opening", "f5d6c5f4e3f6g5e6e7"]) == 0
    assert "watch it: python3 -m protocol.play " + os.path.join("records", "last-game.json") in capsys.readouterr().out
    assert os.listdir("records") == ["last-game.json"]


def test_the_result_is_printed_even_where_nothing_can_be_written(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "records").write_text("")
    assert main(["random", "random", "--quiet", "--opening", "f5d6c5f4e3f6g5e6e7"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("cannot write records") and printed.out.splitlines()[-1] == "finish 2 0"


def test_the_help_documents_the_exit_code_of_a_failure(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "Exit code 3: a bot lost a game by an error (a crash, a time-out, " in capsys.readouterr().out
