"""The yardstick as a command: its report, comparisons, saved lines, bad input, and an interrupted run."""

import signal
import subprocess
import sys

import pytest

from engine.coordinates import square_from_text
from engine.report import Limit
from engine.training import regret
from engine.training.choices import PLAYED, RULE_NAMES, TODAY, SearchOutcome
from engine.training.regret import Examined, Plan, examine, main, parse_plies, report_lines, select_positions
from engine.training.valued_positions import parse_position, read_positions
from tests import ROOT
from tests.thinkers import wait_until
from tests.valued_endgames import LINES

POSITIONS = [parse_position(line, number) for number, line in enumerate(LINES.splitlines(), 1)]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "positions.txt"
    path.write_text(LINES)
    return str(path)


def answer_of(moves, decided=False, discs=0.0):
    """All rules choose the first move, except the tree's own, which chooses the last."""
    squares = [square_from_text(name) for name in moves.split()]
    chosen = dict.fromkeys([PLAYED] + RULE_NAMES, squares[0])
    chosen[TODAY] = squares[-1]
    return SearchOutcome(chosen, decided, discs, 100, 0.5)


def row(lines, name, after=""):
    """The numbers in the first row of that name after the line that begins with `after`."""
    start = next(place for place, line in enumerate(lines) if line.startswith(after))
    return next(line for line in lines[start:] if line.startswith(name))[len(name):].split()


#: Three positions: plies 48, 51 and 52, worth 0, +16 and 0. Most rules are right in the first and wrong in the second.
DONE = [
    Examined(POSITIONS[0], [[answer_of("h8 a1", discs=3.0)], [answer_of("b8", discs=0.0)]]),
    Examined(POSITIONS[6], [[answer_of("g7 a7", discs=10.0)], [answer_of("a7", discs=12.0)]]),
    Examined(POSITIONS[7], [[answer_of("a8 h7", True, 0.0)], [answer_of("a8 g8", False, -2.0)]]),
]
PLAN = Plan([(), (("doubt", 0.2),)], [Limit(simulations=100)])


def test_the_report_by_hand():
    lines = list(report_lines(DONE, PLAN))
    assert "== as committed, 100 simulations: 1 of 3 decided, 100 simulations and 0.50 s on average" in lines
    # Undecided: regret 0 and 22, mean 11, 1.96 * sqrt(242 / 2) = 21.56; a win became a loss: 1 point.
    assert row(lines, "played", "undecided")[-3:] == ["11.00", "+-21.56", "1.0"]
    # The tree's own: 2 and 0, a draw became a loss.
    assert row(lines, TODAY, "undecided")[-3:] == ["1.00", "+-1.96", "0.5"]
    # |3 - 0| and |10 - 16|
    assert row(lines, "error of the reported discs", "undecided")[-2:] == ["4.50", "+-2.94"]
    # The others minus the tree's own: -2 and +22, points -0.5 and 1.
    assert row(lines, "most visits", "the same minus")[-3:] == ["+10.00", "+-23.52", "+0.5"]
    assert row(lines, "played", "decided")[-3:] == ["0.00", "+-?", "0.0"]
    assert row(lines, TODAY, "decided")[-3:] == ["4.00", "+-?", "0.5"]
    # All: 0, 22 and 0; mean 7.33, variance 161.3, 1.96 * sqrt(161.3 / 3) = 14.37
    assert row(lines, "played", "all")[-3:] == ["7.33", "+-14.37", "1.0"]


def test_a_comparison_by_hand():
    lines = list(report_lines(DONE, PLAN))
    start = next(place for place, line in enumerate(lines) if line.startswith("-- doubt=0.2, 100 simulations, minus"))
    assert "0 of 3 decided" in lines[start]
    # Regret 6 - 0 and 0 - 22: mean -8, deviations 14 each, 1.96 * sqrt(392 / 2) = 27.44; points 0.5 - 1.
    assert row(lines[start:], "played", "positions: undecided in both")[-3:] == ["-8.00", "+-27.44", "-0.5"]
    # The errors of the discs: 0 - 3 and 4 - 6.
    assert row(lines[start:], "error of the reported discs")[-2:] == ["-2.50", "+-0.98"]
    # All three: 6, -22 and 0.
    assert row(lines[start:], "played", "positions: all")[-3] == "-5.33"


def test_nothing_is_reported_twice():
    lines = list(report_lines(DONE[:2], PLAN))
    assert not any(line.startswith(("decided", "all", "positions: all")) for line in lines)


def test_a_run_judges_every_position_by_the_values_of_the_file(file, tmp_path, capsys):
    saved = tmp_path / "saved.tsv"
    assert main([file, "--simulations", "1", "20", "--jobs", "2", "--save", str(saved)]) == 0
    output = capsys.readouterr()
    assert "8 of 8 positions" in output.err
    lines = output.out.splitlines()
    # With twelve empty squares or fewer the thinker plays perfectly; its tree, after one simulation, does not.
    played = row(lines, PLAYED, "== as committed, 1 sim")
    assert played[-3:] == ["0.00", "+-0.00", "0.0"]
    assert row(lines, "error of the reported discs", "== as committed, 1 sim")[-2:] == ["0.00", "+-0.00"]
    head, *rows = [line.split("\t") for line in saved.read_text().splitlines()]
    assert len(rows) == 16 and sorted({int(fields[0]) for fields in rows}) == list(range(1, 9))
    regrets = []
    for fields in rows:
        stated = dict(word.split(":") for word in LINES.splitlines()[int(fields[0]) - 1].split()[3].split(","))
        best = max(map(int, stated.values()))
        for place in range(head.index(PLAYED), len(head), 2):
            assert int(fields[place + 1]) == best - int(stated[fields[place]])
        if fields[head.index("limit")] == "1 simulations":
            regrets.append(int(fields[head.index(TODAY) + 1]))
    assert len(regrets) == 8 and sum(regrets) > 0
    assert row(lines, TODAY, "== as committed, 1 sim")[-3] == "%.2f" % (sum(regrets) / 8)


def test_settings_are_compared_on_the_same_positions(file, capsys):
    assert main([file, "--simulations", "30", "--jobs", "1", "--limit", "3", "--set", "doubt=0.3", "solved_empties=6",
                 "--against", "doubt=0.3", "--against", "doubt=0.5", "minimax_share=0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("== doubt=0.3 solved_empties=6, 30 simulations: ") for line in lines)
    # The same settings again make no difference.
    same = next(place for place, line in enumerate(lines) if line.startswith("-- doubt=0.3 solved_empties=6, "))
    assert {value for name in [PLAYED] + RULE_NAMES for value in row(lines[same:], name)} == {"+0.00", "+-0.00", "+0.0"}
    assert any(line.startswith("-- doubt=0.5 minimax_share=0 solved_empties=6, 30 simulations, ") for line in lines)


def test_seconds_are_a_limit_too(file, capsys):
    assert main([file, "--seconds", "0.2", "--jobs", "1", "--limit", "2", "--plies", "51-52"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("== as committed, 0.2 s: 2 of 2 decided")
    assert row(lines, PLAYED)[-3:] == ["0.00", "+-0.00", "0.0"]


def test_a_smaller_selection_is_part_of_a_larger_one():
    chosen = [select_positions(POSITIONS, (0, 60), count) for count in (3, 5, None)]
    assert [len(positions) for positions in chosen] == [3, 5, 8]
    assert chosen[2][:5] == chosen[1] and chosen[1][:3] == chosen[0]
    assert chosen[2] != POSITIONS and sorted(chosen[2]) == POSITIONS
    assert {position.ply for position in select_positions(POSITIONS, (49, 51), None)} == {49, 50, 51}
    assert parse_plies("49-51") == (49, 51) and parse_plies("49") == (49, 49)


@pytest.mark.parametrize("options, complaint", [
    (["--set", "speed=1"], "unknown setting 'speed=1'"),
    (["--against", "doubt=a"], "bad setting 'doubt=a'"),
    (["--plies", "late"], "bad plies 'late': expected a range such as 30-42"),
    (["--plies", "5-9"], "no position of plies 5-9"),
    (["--limit", "0"], "--jobs and --limit must be 1 or more"),
    (["--jobs", "0"], "--jobs and --limit must be 1 or more"),
    (["--simulations", "0"], "limits must be greater than 0"),
    (["--save", "/"], "directory"),
])
def test_bad_options_are_named_in_one_line(file, capsys, options, complaint):
    assert main([file, "--simulations", "5"] + options) == 2
    told = capsys.readouterr().err
    assert told.startswith("regret: ") and complaint in told and told.count("\n") == 1


def test_a_bad_line_is_named(file, capsys):
    with open(file, "a") as stream:
        stream.write("51 O XXO\n")
    assert main([file, "--simulations", "5"]) == 2
    told = capsys.readouterr().err
    assert told == "regret: %s:9: expected ply, side to move, board and values, got 3 fields\n" % file


@pytest.mark.parametrize("options", [[], ["--simulations", "5", "--seconds", "1"], ["--seconds", "soon"]])
def test_there_must_be_one_kind_of_limit(file, options):
    with pytest.raises(SystemExit) as error:
        main([file] + options)
    assert error.value.code == 2


def test_an_interrupted_run_reports_what_was_done(file, tmp_path, capsys, monkeypatch):
    def two_and_interrupt(positions, plan, jobs):
        yield from map(examine, [(position, plan) for position in positions[:2]])
        raise KeyboardInterrupt

    monkeypatch.setattr(regret, "examine_all", two_and_interrupt)
    saved = tmp_path / "saved.tsv"
    assert main([file, "--simulations", "20", "--save", str(saved)]) == 130
    output = capsys.readouterr()
    assert "interrupted after 2 of 8 positions" in output.err
    assert "all (2)" in output.out
    assert len(saved.read_text().splitlines()) == 3


def test_ctrl_c_ends_the_whole_run(tmp_path):
    path, saved = tmp_path / "positions.txt", tmp_path / "saved.tsv"
    path.write_text(LINES * 500)
    process = subprocess.Popen([sys.executable, "-m", "engine.training.regret", str(path), "--simulations", "500",
                                "--jobs", "1", "--save", str(saved)], cwd=str(ROOT), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, universal_newlines=True)
    try:
        wait_until(lambda: saved.exists() and saved.read_text().count("\n") > 1)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "interrupted after" in errors and "Traceback" not in errors
    assert "regret in discs, total points lost" in output


def test_the_positions_of_a_file_are_read(file):
    assert read_positions(file) == POSITIONS
