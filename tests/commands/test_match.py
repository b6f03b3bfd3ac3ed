"""The match command, driven as a user does it, with real processes."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from protocol.match import main, new_file
from protocol.replay import main as replay_main
from tests import ROOT

#: Answers at once without a search, so that a whole match takes seconds. The sign makes it strong or weak.
QUICK_BOT = """
import json, sys
sys.path.insert(0, %r)
from engine.board import iterate_squares, play_move, legal_moves, count_discs
from engine.coordinates import PASS, square_from_xy, square_to_xy
from protocol.game import Game
moves, request = [], None
for line in sys.stdin:
    value = json.loads(line)
    if "requests" in value:
        points = [point for pair in zip(value["requests"], value["responses"] + [None]) for point in pair if point]
        moves = [square_from_xy(point["x"], point["y"]) for point in points]
        moves = moves[1:] if moves[0] == PASS else moves
    else:
        moves.append(square_from_xy(value["x"], value["y"]))
    game = Game(moves)
    key = lambda move: %s * count_discs(legal_moves(*play_move(game.player, game.opponent, move)))
    moves.append(min(iterate_squares(game.legal), key=key, default=PASS))
    x, y = square_to_xy(moves[-1])
    print(json.dumps({"response": {"x": x, "y": y}}))
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
"""


@pytest.fixture
def bots(tmp_path):
    """[good.py, bad.py]: the moves that leave the fewest and the most replies."""
    for name, sign in (("good", "1"), ("bad", "-1")):
        (tmp_path / (name + ".py")).write_text(QUICK_BOT % (str(ROOT), sign))
    return [str(tmp_path / "good.py"), str(tmp_path / "bad.py")]


def run(capsys, *arguments):
    """(exit code, stdout, stderr)."""
    try:
        code = main(list(arguments))
    except SystemExit as leaving:
        code = leaving.code
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_match_is_played_counted_and_recorded(capsys, tmp_path, bots):
    out = tmp_path / "games.matches"
    pages = tmp_path / "pages"
    code, text, _ = run(capsys, *bots, "--games", "4", "--jobs", "2", "--out", str(out), "--html", str(pages))
    assert code == 0
    assert re.search(r"^4/4  good \S+  bad \S+  Elo .* 0:00:00 left$", text, re.MULTILINE)
    assert re.search(r"^good +4 ", text, re.MULTILINE)
    assert text.splitlines()[-1] == "records: %s (4 games)" % out
    assert replay_main([str(out)]) == 0
    assert "pages: %s\n" % (pages / "index.html") in text
    assert len(list(pages.iterdir())) == 5


def test_an_interrupted_match_resumes_where_it_stopped(capsys, tmp_path, bots):
    out = tmp_path / "games.matches"
    assert run(capsys, *bots, "--games", "2", "--out", str(out))[0] == 0
    code, _, error = run(capsys, *bots, "--games", "4", "--out", str(out))
    assert (code, "exists: --resume continues it" in error) == (2, True)
    code, text, _ = run(capsys, *bots, "--games", "4", "--out", str(out), "--resume")
    assert code == 0
    assert "resuming after 2 of 4 games" in text
    assert "3/4" in text and "1/4" not in text
    assert len(out.read_text().splitlines()) == 4


def test_ctrl_c_keeps_the_games_and_prints_the_table(tmp_path, bots):
    out = tmp_path / "games.matches"
    process = subprocess.Popen([sys.executable, "-m", "protocol.match", *bots, "--games", "200", "--out", str(out)],
                               cwd=str(ROOT), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (out.exists() and out.read_text().count("\n") >= 1):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    text, error = (stream.decode() for stream in process.communicate(timeout=60))
    assert (process.returncode, error) == (130, "")
    games = out.read_text().count("\n")
    assert games >= 1
    assert "interrupted; --out %s --resume continues" % out in text
    assert text.splitlines()[-1] == "records: %s (%d games)" % (out, games)


def test_a_sequential_test_stops_by_itself(capsys, tmp_path, bots):
    crasher = tmp_path / "crasher.py"
    crasher.write_text("raise SystemExit(1)")
    out = tmp_path / "games.matches"
    code, text, _ = run(capsys, bots[0], str(crasher), "--games", "200", "--sprt", "0", "400", "--out", str(out),
                        "--jobs", "2")
    assert code == 3  # games were lost by an error
    assert re.search(r"^SPRT 0 400: LLR \S+ \(-2.94 .. 2.94\), pairs \(.*\): H1 accepted$", text, re.MULTILINE)
    assert "good is better than crasher: an advantage of 400 Elo or more fits these games, one of 0 or less does not " \
           "(such a verdict is wrong at most once in twenty times)" in text.splitlines()
    assert len(out.read_text().splitlines()) < 100
    assert re.search(r"^crasher .*RE:\d+$", text, re.MULTILINE)


def test_openings_of_a_file_are_used(capsys, tmp_path, bots):
    openings, out = tmp_path / "openings.txt", tmp_path / "games.matches"
    openings.write_text("f5d6c3d3c4f4c5b3c2 # one\n")
    assert run(capsys, *bots, "--games", "2", "--openings", str(openings), "--out", str(out))[0] == 0
    assert out.read_text().count('"opening":"f5d6c3d3c4f4c5b3c2"') == 2


#: Bad arguments, and a part of the one line that reports them.
MISTAKES = [
    (["random"], "two bots or more"),
    (["random", "nosuchbot"], "no such bot"),
    (["random", "nosuch.py"], "no such file"),
    (["random", "greedy", "--games", "3"], "expected an even number"),
    (["random", "greedy", "--games", "0"], "expected a whole number above 0"),
    (["random", "greedy", "--jobs", "x"], "expected a whole number above 0"),
    (["random", "greedy", "--openings", "nosuch"], "cannot read nosuch: No such file"),
    (["random", "greedy", "--html", "{folder}/bad.txt"], "cannot write pages to {folder}/bad.txt: not a folder"),
    (["random", "greedy", "--openings", "{folder}/bad.txt"], "bad.txt: game 1, ply 2"),
    (["random", "greedy", "--sprt", "5", "0"], "ELO0 below ELO1"),
    (["random", "greedy", "uct", "--sprt", "0", "5"], "two bots"),
    (["random", "greedy", "--resume"], "--resume needs --out"),
    (["random", "greedy", "--out", "{folder}"], "cannot write {folder}: "),
    (["random", "greedy", "--time-limit", "-1"], "bad number"),
]


@pytest.mark.parametrize("arguments, message", MISTAKES, ids=[" ".join(case[0]) for case in MISTAKES])
def test_bad_usage_is_one_line_and_exit_code_2(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text("f5f5")
    code, text, error = run(capsys, *[argument.format(folder=tmp_path) for argument in arguments])
    assert (code, text) == (2, "")
    assert message.format(folder=tmp_path) in error
    assert error.count("\n") == 1
    assert not (tmp_path / "records").exists()


def test_a_new_file_is_new(tmp_path):
    first = new_file(str(tmp_path), ["bot", "./a.out x"])
    assert os.path.basename(first) == "bot-__a_out_x-1.matches"
    Path(first).write_text("")
    assert os.path.basename(new_file(str(tmp_path), ["bot", "./a.out x"])) == "bot-__a_out_x-2.matches"


def test_a_match_announces_itself_and_explains_the_first_error_of_each_kind(capsys, tmp_path, bots):
    crasher, out = tmp_path / "crasher.py", tmp_path / "games.matches"
    crasher.write_text("raise SystemExit('no idea')")
    pages = tmp_path / "pages"
    code, text, _ = run(capsys, bots[0], str(crasher), "--games", "4", "--out", str(out), "--html", str(pages))
    lines = text.splitlines()
    assert code == 3
    assert lines[0] == "good - crasher: 4 games, 1 at a time, botzone rules, the platform's limits; " \
                       "every game goes to %s as it ends" % out
    assert sum("it crashed with exit code 1 [INVALID_INPUT_VERDICT_RE]" in line for line in lines) == 1
    assert "  no idea" in lines and "   a b c d e f g h" in lines
    (repeat,) = [line for line in lines if line.startswith("repeat this turn: ")]
    command = repeat.partition(": ")[2]
    again = subprocess.run(command, shell=True, cwd=str(ROOT), stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    assert (again.returncode, again.stderr) == (1, b"no idea\n")
    assert lines[-2] == "watch a game: python3 -m protocol.play %s --game 1" % out
    page = (pages / "game-2.html").read_text(encoding="utf-8")
    assert "it crashed with exit code 1 [INVALID_INPUT_VERDICT_RE]" in page
    assert "repeat this turn: python3 -m protocol.replay %s --game 2 --input " % out in page
    assert 'href="game-1.html"' in page and 'href="index.html"' in page and 'href="game-3.html"' in page
    index = (pages / "index.html").read_text(encoding="utf-8")
    assert '"rules":"botzone"' in index and '"error":"RE"' in index and time.strftime("%Y-%m-%d") in index


def test_games_of_an_older_version_of_a_bot_are_not_resumed(capsys, tmp_path, bots):
    out = tmp_path / "games.matches"
    assert run(capsys, *bots, "--games", "2", "--out", str(out))[0] == 0
    with open(bots[1], "a") as stream:
        stream.write("# better\n")
    code, _, error = run(capsys, *bots, "--games", "4", "--out", str(out), "--resume")
    assert code == 2 and "bad has changed since its games in %s: start a new file" % out in error


def test_a_bot_that_changes_during_a_match_stops_it(capsys, tmp_path, bots):
    out = tmp_path / "games.matches"
    changing = tmp_path / "changing.py"
    changing.write_text((tmp_path / "good.py").read_text() + "\nopen(__file__, 'a').write('# again\\n')\n")
    code, text, _ = run(capsys, "restart:%s" % changing, bots[1], "--games", "4", "--out", str(out))
    assert code == 1
    assert "stopped: changing has changed during the match; the game just played does not count" in text
    assert text.splitlines()[-1] == "records: %s (0 games)" % out


def test_answers_by_a_fallback_are_counted_in_the_table(capsys, tmp_path, bots):
    tired = tmp_path / "tired.py"
    tired.write_text((tmp_path / "bad.py").read_text().replace(
        'print(json.dumps({"response": {"x": x, "y": y}}))',
        'print(json.dumps({"response": {"x": x, "y": y}, "debug": \'{"move":"d3","fault":"no time"}\'}))'))
    out = tmp_path / "games.matches"
    code, text, _ = run(capsys, bots[0], str(tired), "--games", "2", "--out", str(out))
    fallbacks, answers = re.search(r"^warning: tired says that (\d+) of its (\d+) answers were fallbacks", text,
                                   re.MULTILINE).groups()
    assert fallbacks == answers
    assert re.search(r"^tired .* fallback:%s$" % fallbacks, text, re.MULTILINE)
    resumed = run(capsys, bots[0], str(tired), "--games", "2", "--out", str(out), "--resume")[1]
    assert "fallback:%s" % fallbacks in resumed
