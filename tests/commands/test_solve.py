"""`make solve`: reads problems, prints scores and moves, reports contradictions, and locates bad input."""

import os
import subprocess
import sys

import pytest

from engine.coordinates import PASS, square_from_text
from protocol.solve import main, parse_problem, read_problems
from tests import ROOT
from tests.endgames import PROBLEMS

FFO = str(ROOT.parent / "shared" / "data" / "ffo" / "fforum-1-19.obf")
BOARD, SCORE, BEST = PROBLEMS[0]
SWAPPED = BOARD.translate(str.maketrans("XO", "OX"))


@pytest.fixture
def solve(tmp_path, capsys):
    """Runs the command on a file with this text: (exit code, lines printed)."""
    def run(text, *options):
        path = tmp_path / "problems.obf"
        path.write_text(text)
        code = main([str(path), *options])
        return code, capsys.readouterr().out.splitlines()
    return run


def as_obf(board, score, best, side="X"):
    return "%s %s;%s\n" % (board, side, "".join(" %s:%+d;" % (move.upper(), score) for move in best.split()))


def test_a_problem_has_its_mover_and_scores():
    problem = parse_problem("%s O; G8:+18; H1:-12;" % board_of_ffo_one(swapped=True))
    assert problem == parse_problem("%s X; g8:18; h1:-12" % board_of_ffo_one())
    assert problem.scores == {square_from_text("g8"): 18, square_from_text("h1"): -12}
    assert problem.empties() == 14


def board_of_ffo_one(swapped=False):
    board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
    return board.translate(str.maketrans("XO", "OX")) if swapped else board


def test_the_problems_of_the_tests_agree_with_their_file(solve):
    code, lines = solve("% comment\n\n" + "".join(as_obf(*problem) for problem in PROBLEMS))
    assert code == 0
    assert len(lines) == len(PROBLEMS) + 2
    assert all(line.endswith("agrees") for line in lines[1:-1])
    assert lines[-1].startswith("%d solved, 0 wrong, 0 not solved in time" % len(PROBLEMS))
    assert lines[1].split()[:4] == ["3", "8", "%+d" % SCORE, BEST]


def test_wld_prints_win_or_loss_in_place_of_discs(solve):
    code, lines = solve("".join(as_obf(*problem) for problem in PROBLEMS), "--wld")
    assert code == 0
    assert [line.split()[2] for line in lines[1:-1]] == ["win" if score > 0 else "loss" for _, score, _ in PROBLEMS]


def test_the_other_side_can_be_the_mover(solve):
    code, lines = solve(as_obf(SWAPPED, SCORE, BEST, "O"))
    assert code == 0 and lines[1].split()[2:4] == ["%+d" % SCORE, BEST]


def test_a_forced_pass_is_a_move():
    board, score, best = next(problem for problem in PROBLEMS if problem[2] == "pass")
    assert parse_problem(as_obf(board, score, best)).scores == {PASS: score}


def test_a_position_without_scores_is_solved_and_not_compared(solve):
    code, lines = solve(BOARD + " X;\n" + BOARD + " X\n")
    assert code == 0
    assert [line.split()[2:4] for line in lines[1:-1]] == [["%+d" % SCORE, BEST]] * 2


@pytest.mark.parametrize("moves, complaint", [
    ("B7:+6", "WRONG: the file says +6"),
    ("B7:+4; G2:+8", "WRONG: the file says +8"),
    ("G2:+4", "WRONG: the file does not list b7"),
    ("B7:+2; G2:+4", "WRONG: the file says +2 for b7"),
])
def test_a_contradiction_is_reported_and_sets_the_exit_code(solve, moves, complaint):
    code, lines = solve("%s X; %s;\n" % (BOARD, moves))
    assert code == 1
    assert lines[1].endswith(complaint)
    assert "1 solved, 1 wrong" in lines[-1]


def test_a_position_that_takes_too_long_is_given_up(solve):
    code, lines = solve(board_of_ffo_one() + " X\n", "--limit", "0.000001")
    assert code == 1
    assert "not solved within 1e-06 s" in lines[1]
    assert lines[-1].startswith("0 solved, 0 wrong, 1 not solved in time")


def test_positions_with_many_empty_squares_can_be_skipped(solve):
    code, lines = solve("".join(as_obf(*problem) for problem in PROBLEMS), "--empties", "9")
    assert code == 0 and lines[-1].startswith("3 solved")


@pytest.mark.parametrize("text, complaint", [
    ("nonsense\n", ":1: expected 64 squares and the side to move, X or O, got 'nonsense'"),
    ("\n%s Y;\n" % BOARD, ":2: expected 64 squares and the side to move, X or O, got"),
    (BOARD[:-1] + " X;\n", ":1: bad board: expected 64 squares, got 63"),
    (BOARD[:-1] + "q X;\n", ":1: bad mark 'q' on h8"),
    (BOARD + " X; b7+4;\n", ":1: bad move 'b7+4': expected a move and its score such as G8:+18"),
    (BOARD + " X; b7:four;\n", ":1: bad move 'b7:four'"),
    (BOARD + " X; k9:+4;\n", ":1: bad move 'k9:+4'"),
    (BOARD + " X; a1:+4;\n", ":1: illegal move a1"),
    (BOARD + " X; pass:+4;\n", ":1: illegal move pass"),
    ("# nothing\n", ": no position in the file"),
    ("", ": no position in the file"),
])
def test_bad_input_is_reported_with_file_and_line(solve, capsys, tmp_path, text, complaint):
    with pytest.raises(SystemExit) as stopped:
        solve(text)
    assert stopped.value.code == 2
    assert "problems.obf" + complaint in capsys.readouterr().err


def test_a_missing_or_binary_file_is_bad_input(tmp_path):
    binary = tmp_path / "binary.obf"
    binary.write_bytes(b"\xff\xfe\x00")
    for path, complaint in ((tmp_path / "none.obf", "No such file"), (tmp_path, "directory"), (binary, "not a text")):
        with pytest.raises(ValueError, match=complaint):
            read_problems(str(path))


def test_the_command_runs_as_a_process(tmp_path):
    path = tmp_path / "one.obf"
    path.write_text(as_obf(*PROBLEMS[0]))

    def run(file):
        return subprocess.run([sys.executable, "-m", "protocol.solve", str(file)], cwd=str(ROOT), capture_output=True,
                              text=True, timeout=60)

    done, bad = run(path), run(tmp_path / "none.obf")
    assert done.returncode == 0 and "agrees" in done.stdout and not done.stderr
    assert bad.returncode == 2 and len(bad.stderr.splitlines()) == 1 and not bad.stdout


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists(FFO), reason="needs the FFO problems 1 to 19")
def test_the_ffo_problems_agree_with_their_file(capsys):
    assert main([FFO]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("19 solved, 0 wrong")
