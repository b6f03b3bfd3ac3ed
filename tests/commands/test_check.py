import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from protocol.check import main
from tests.opponents import ROOT, fixture_bot

LEGAL, MISBEHAVING = fixture_bot("legal.py"), fixture_bot("misbehaving.py", "")
GTP = "gtp:" + fixture_bot("gtp_engine.py")

#: Uses only the standard library; knows two answers, black's first move and f3 after c4e3f2c6e6.
ALONE = """
import json
turn = json.loads(input())
first = len(turn["requests"]) == 1
print(json.dumps({"response": {"x": 3, "y": 2} if first else {"x": 5, "y": 2}}))
"""

RUNS = {
    "kept JSON": [LEGAL + " --keep 99"],
    "kept text": [LEGAL + " --text --keep 99"],
    "reads to the end": [LEGAL + " --to-end", "--no-games"],
    "chatty": [MISBEHAVING + "chatty"],
    "hang": ["json:" + MISBEHAVING + "hang", "--time-limit", "0.8"],
    "wrong pass": [LEGAL + " --pass-y 0", "--no-games"],
    "forgets line": [LEGAL + " --keep 9 --forget-line 3", "--time-limit", "2", "--no-games"],
    "crash in game": [LEGAL + " --keep 99 --fail-on 12"],
    "newer Python": ["{folder}/newer.py", "--no-games"],
    "alone": ["{folder}/alone.py", "--no-games"],
    "gtp": [GTP],
    "sample": ["json:random", "--no-games"],
}


def check(arguments):
    run = subprocess.run([sys.executable, "-m", "protocol.check", *arguments], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, universal_newlines=True, timeout=300, cwd=ROOT)
    assert run.stderr == ""
    return run


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bots")
    (folder / "newer.py").write_text(ALONE + "\nif (n := 1): pass\n")
    (folder / "alone.py").write_text(ALONE)
    arguments = [[word.format(folder=folder) for word in run] for run in RUNS.values()]
    with ThreadPoolExecutor(6) as pool:
        return dict(zip(RUNS, pool.map(check, arguments)))


def steps(run, result):
    return [line.split("  ", 1)[1] for line in run.stdout.splitlines() if result in line[:12]]


@pytest.mark.parametrize("name, count", [("kept JSON", 18), ("kept text", 15), ("reads to the end", 13),
                                         ("sample", 16), ("gtp", 2)])
@pytest.mark.slow
def test_a_good_bot_passes_every_step(runs, name, count):
    run = runs[name]
    lines = run.stdout.splitlines()
    assert run.returncode == 0, run.stdout
    assert lines[-1] == "%d steps, %d passed, 0 failed" % (count, count)
    numbers = [int(line.split(".")[0]) for line in lines if "Passed" in line[:12]]
    assert numbers == list(range(1, count + 1))


def test_only_the_formats_and_modes_that_a_bot_offers_are_checked(runs):
    assert "Skipped text" in runs["kept JSON"].stdout and "Skipped JSON" in runs["kept text"].stdout
    assert "kept running" in runs["kept JSON"].stdout and "kept running" not in runs["reads to the end"].stdout
    assert "Skipped" not in runs["sample"].stdout, "its format is given"


def test_output_beside_the_answer_fails(runs):
    run = runs["chatty"]
    assert run.returncode == 1 and run.stdout.endswith("2 steps, 0 passed, 2 failed\n")
    lines = [line.strip() for line in run.stdout.splitlines()]
    what = "there is text before the JSON answer, 12 bytes: thinking..."
    assert "ply 1, black: %s [INVALID_INPUT_VERDICT_NJ]" % what in lines
    assert 'expected one line such as {"response":{"x":3,"y":2}}, and nothing else' in lines
    assert any(line.startswith("repeat this turn: ") and line.endswith("chatty < records/check-1.turn.json")
               for line in lines)


def test_a_hanging_bot_fails_soon(runs):
    run = runs["hang"]
    assert run.returncode == 1 and run.stdout.endswith("2 steps, 0 passed, 2 failed\n")
    assert re.search(r"out of time: 0\.\d\d s, the limit is 0.8 s; it was waiting \(busy for 0\.\d\d s\)", run.stdout)
    assert "it had written nothing: does it wait for more input, or not flush its output?" in run.stdout


def test_a_pass_must_be_minus_one_twice(runs):
    run = runs["wrong pass"]
    assert run.returncode == 1
    assert any("passes when it cannot move" in step for step in steps(run, "Failed"))
    assert 'passed with {"x": -1, "y": 0}; expected -1 twice' in run.stdout


def test_a_missing_keep_running_line_is_explained(runs):
    run = runs["forgets line"]
    assert run.returncode == 1
    assert "a bot ends after its answer, or prints >>>BOTZONE_REQUEST_KEEP_RUNNING<<<" in run.stdout


def test_a_bot_that_dies_in_the_middle_of_a_game_fails(runs):
    run = runs["crash in game"]
    failed = steps(run, "Failed")
    assert run.returncode == 1
    assert [step for step in failed if "whole game" in step] == ["JSON: plays a whole game as black",
                                                                 "JSON: plays a whole game as white"]


def test_a_file_is_checked_as_an_upload(runs):
    passed, newer = steps(runs["alone"], "Passed"), steps(runs["newer Python"], "Failed")
    assert passed[0].startswith("source: Python 3.6 can read it") and passed[1] == (
        "source: answers as the only file in a folder")
    if sys.version_info >= (3, 8):
        assert newer[0].startswith("source: Python 3.6 can read it")


def test_a_bot_that_cannot_be_found_is_bad_usage(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["nowhere.py"])
    assert caught.value.code == 2
    assert capsys.readouterr().err == "python3 -m protocol.check: no such file: nowhere.py (see --help)\n"
