"""The replay command, driven as a user does it."""

import json
import os
import re
import subprocess
import sys

import pytest

from engine.coordinates import squares_to_transcript
from protocol.records.record import make_archive_record, record_line, save_record
from protocol.replay import main
from tests.opponents import ROOT
from tests.recordings import judged, player_input, wthor
from tests.records.test_record import FINISHED


@pytest.fixture
def archive(tmp_path):
    """A file of three games, the second of them broken at ply 4."""
    good, bad = (make_archive_record(judged(FINISHED), {}) for _ in range(2))
    bad["log"][7] = {"0": {"verdict": "OK", "response": {"x": 0, "y": 0}}}
    path = tmp_path / "1-100.matches"
    path.write_text(record_line(good) + record_line(bad) + record_line(good))
    return str(path)


def run(capsys, *arguments):
    """(exit code, lines of stdout, stderr)."""
    try:
        code = main(list(arguments))
    except SystemExit as leaving:
        code = leaving.code
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err


def test_good_games_end_with_no_problems(capsys, tmp_path):
    paths = [tmp_path / "game.json", tmp_path / "games.wtb", tmp_path / "games.txt"]
    save_record(str(paths[0]), judged(FINISHED))
    paths[1].write_bytes(wthor([FINISHED, FINISHED]))
    paths[2].write_text(squares_to_transcript(FINISHED))
    code, lines, _ = run(capsys, *map(str, paths))
    assert (code, lines) == (0, ["4 games, %d moves, 0 problems" % (4 * len(FINISHED))])


def test_a_problem_is_reported_with_file_game_and_ply(capsys, archive):
    code, lines, _ = run(capsys, archive)
    assert code == 1
    assert lines[0].startswith("%s: game 2, ply 4 (white): " % archive)
    assert lines[-1] == "3 games, %d moves, 1 problems" % (2 * len(FINISHED) + 3)


def test_one_game_can_be_selected(capsys, archive):
    assert run(capsys, archive, "--game", "3")[:2] == (0, ["1 games, %d moves, 0 problems" % len(FINISHED)])


def test_the_boards_are_shown(capsys, archive):
    code, lines, _ = run(capsys, archive, "--game", "1", "--show")
    boards = [line for line in lines if line.startswith("   a b c d e f g h")]
    assert len(boards) == len(FINISHED) + 1
    assert lines[0].endswith("game 1: one (X) - two (O)")
    assert any(re.match(r"\d+ - \d+, (black wins|white wins|a draw)$", line) for line in lines)


def test_two_bots_continue_from_a_ply(capsys, archive, tmp_path):
    saved = tmp_path / "new.json"
    code, lines, _ = run(capsys, archive, "--game", "1", "--from", "50", "--play", "random", "greedy",
                         "--save", str(saved))
    assert code == 0
    assert re.match("finish [012] [012]$", lines[-1])
    code, lines, _ = run(capsys, str(saved), "--show")
    assert code == 0
    assert "50. " in "\n".join(lines)


def test_odd_text_in_a_record_does_not_crash(capsys, tmp_path):
    value = make_archive_record(judged(FINISHED), {"players": [{"bot": "\ud800\x1b[2J"}, {"bot": 5}]})
    value["log"][1]["0"]["debug"] = {"a": "\udfff\n"}
    path = tmp_path / "odd.matches"
    path.write_text(record_line(value))
    code, lines, _ = run(capsys, str(path), "--show")
    assert code == 0
    assert not re.search("[\x00-\x1f\ud800-\udfff]", "".join(lines))


def test_a_game_is_written_as_a_page(capsys, archive, tmp_path):
    page = tmp_path / "game.html"
    code, lines, _ = run(capsys, archive, "--game", "1", "--html", str(page))
    assert (code, lines) == (0, ["page: %s" % page])
    assert '"names":["one","two"]' in page.read_text(encoding="utf-8")
    code, lines, _ = run(capsys, archive, "--game", "2", "--html", str(page))
    assert code == 1 and "game 2, ply 4" in lines[0]


#: Bad arguments, and a part of the one line that reports them.
MISTAKES = [
    (["nosuch.json"], "cannot read nosuch.json: No such file"),
    (["{archive}", "--game", "9"], "has no game 9"),
    (["{archive}", "--play", "random", "random"], "3 games to choose from"),
    (["{archive}", "--game", "1", "--play", "random", "random"], "the game is over after ply"),
    (["{archive}", "--game", "1", "--from", "99", "--play", "random", "random"], "bad ply 99"),
    (["{archive}", "--from", "3"], "--from needs --play"),
    (["{archive}", "--save", "x"], "--save needs --play"),
    (["{archive}", "--analyse", "1"], "--analyse needs --html"),
    (["{archive}", "--values"], "--values needs --transcripts"),
    (["{archive}", "--text"], "--text needs --input"),
    (["{archive}", "--transcripts", "{archive}"], "would overwrite a file to read"),
    (["{archive}", "--game", "0"], "expected a whole number above 0"),
    (["{archive}", "--game", "1", "--html", "."], "cannot write .: "),
    (["{archive}", "--game", "1", "--input", "99"], "bad ply 99: the game has turns 1 to"),
    (["{archive}", "--input", "1"], "3 games to choose from"),
    (["{archive}", "--html", "game.html"], "3 games to choose from"),
    (["{archive}", "--game", "1", "--html", "/nonexistent/game.html"], "cannot write /nonexistent/game.html"),
    (["{archive}", "--game", "1", "--from", "3", "--play", "random", "nosuchbot"], "no such bot"),
    ([], "required"),
]


@pytest.mark.parametrize("arguments, message", MISTAKES, ids=[case[1] for case in MISTAKES])
def test_bad_usage_is_one_line_and_exit_code_2(capsys, archive, arguments, message):
    code, lines, error = run(capsys, *[argument.format(archive=archive) for argument in arguments])
    assert (code, lines) == (2, [])
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("data, message", [
    (b"", "game 1: the file has no game"),
    (b"hello\nworld\n", "game 1: line 1: bad transcript 'hello': expected two characters for each move; "
                         "no other game in the file can be read either"),
    (b'{"a":', "game 1: bad JSON: "),
    (b"{}", "game 1: no game: expected an object with logs, log or requests"),
    (bytes(range(256)), "game 1: line 1: bad "),
], ids=["empty", "words", "half JSON", "other JSON", "binary"])
@pytest.mark.parametrize("options", [[], ["--show"], ["--input", "1"], ["--html", "page.html"],
                                     ["--play", "random", "random"]], ids=lambda options: " ".join(options) or "check")
def test_a_file_without_a_readable_game_is_bad_input(capsys, tmp_path, monkeypatch, data, message, options):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.txt").write_bytes(data)
    code, lines, error = run(capsys, "games.txt", *options)
    assert (code, lines, error.count("\n")) == (2, [], 1)
    assert "games.txt: " + message in error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.txt"]


def test_games_are_written_as_transcripts_that_can_be_read_again(capsys, archive, tmp_path):
    out = tmp_path / "games.txt"
    assert run(capsys, archive, "--transcripts", str(out))[0] == 1  # one of the games has a problem
    whole = squares_to_transcript(FINISHED)
    assert out.read_text().split() == [whole, whole[:6], whole]
    assert run(capsys, str(out))[0] == 0
    assert "cannot write" in run(capsys, archive, "--transcripts", str(tmp_path / "no" / "where"))[2]


def test_values_of_perfect_play_follow_the_games_that_have_them(capsys, archive, tmp_path):
    games, out = tmp_path / "games.wtb", tmp_path / "games.txt"
    games.write_bytes(wthor([FINISHED]))
    assert run(capsys, str(games), "--transcripts", str(out), "--values")[0] == 0
    assert out.read_text() == squares_to_transcript(FINISHED) + " 22 0\n"
    run(capsys, archive, "--game", "1", "--transcripts", str(out), "--values")
    assert out.read_text() == squares_to_transcript(FINISHED) + "\n"


def test_the_input_of_a_turn_is_printed(capsys, archive):
    code, lines, _ = run(capsys, archive, "--game", "1", "--input", "3")
    assert (code, [json.loads(line) for line in lines]) == (0, [player_input(FINISHED[:2])])
    code, lines, _ = run(capsys, archive, "--game", "1", "--input", "1", "--text")
    assert (code, lines) == (0, ["1", "-1 -1", "", ""])


def test_a_game_lost_by_an_error_is_explained(capsys, archive, tmp_path):
    value = json.loads(open(archive).readline())
    value["log"] = value["log"][:1] + [{"0": {"verdict": "TLE"}}, {"output": {
        "command": "finish", "content": {"0": 0, "1": 2}, "display": {
            "err": "INVALID_INPUT_VERDICT_TLE", "winner": 1}}}]
    path = tmp_path / "lost.matches"
    path.write_text(record_line(dict(value, scores=[0, 2])))
    code, lines, _ = run(capsys, str(path), "--show")
    assert code == 0 and "ply 1, black: out of time [INVALID_INPUT_VERDICT_TLE]" in lines


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX pipes")
@pytest.mark.parametrize("arguments", [["protocol.replay", "{archive}", "--show"],
                                       ["protocol.play", "--text", "--opponent", "random"]])
def test_a_closed_pipe_ends_a_command_quietly(archive, arguments):
    command = [sys.executable, "-m"] + [argument.format(archive=archive) for argument in arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    try:
        process.stdin.write(b"d3\n" * 10000)
        process.stdin.close()
    except OSError:
        pass
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(60), errors) == (128 + 13, b"")


def test_a_full_disk_is_reported_with_the_name_of_the_file(capsys, archive):
    if not os.path.exists("/dev/full"):
        pytest.skip("needs a disk that is full")
    code, lines, error = run(capsys, archive, "--game", "1", "--html", "/dev/full")
    assert (code, lines) == (2, []) and "cannot write /dev/full: No space left on device" in error


def test_an_interrupted_analysis_reports_that_the_page_is_partial(capsys, archive, tmp_path, monkeypatch):
    def interrupt(done, total):
        raise KeyboardInterrupt

    monkeypatch.setattr("protocol.replay._show_review", interrupt)
    page = tmp_path / "game.html"
    code, lines, _ = run(capsys, archive, "--game", "1", "--html", str(page), "--analyse", "0.1")
    assert (code, lines[-2:]) == (130, [
        "page: %s" % page, "interrupted: the page is partial, some positions are not analysed"])
    assert page.exists()
