"""The benchmark: its arithmetic, the same work on both sides, and its command line."""

import json
import subprocess
import sys
from random import Random

import pytest

from engine.board import START, board_from_text, count_discs, legal_moves
from engine.oriented import fold
from tests import ROOT, oracle
from tests.bench import measure, process, progress, rules, search
from tests.bench.measure import Ratio, compare
from tests.perft import PUBLISHED


def test_the_median_round_counts_and_the_sides_take_turns(monkeypatch):
    # Rounds in seconds: plain 4, 2, 8 for 8 units each; engine 1, 2, 0.5 for 10 units each.
    # Rates: plain 2, 4, 1; engine 10, 5, 20; ratios 5, 1.25, 20.
    ticks = iter([0, 4, 4, 5, 5, 7, 7, 9, 9, 17, 17, 17.5])
    monkeypatch.setattr(measure, "process_time", lambda: next(ticks))
    turns = []
    ratio = compare("work", lambda: turns.append("plain") or 8, lambda: turns.append("engine") or 10, 5, rounds=3)
    assert turns == ["plain", "engine"] * 3
    assert ratio == Ratio("work", 2.0, 10.0, 5.0, 5)


@pytest.mark.parametrize("target, verdict", [(None, "5.0x"), (5, "5.0x  reaches 5x"), (6, "5.0x  MISSES 6x")])
def test_a_line_shows_both_rates_the_ratio_and_whether_the_target_is_met(target, verdict):
    line = str(Ratio("work", 4000, 20000, 5.0, target))
    assert line.split()[:3] == ["work", "4,000", "20,000"] and line.endswith(verdict)


def test_the_measured_positions_are_a_game_with_thirty_empties_in_the_middle():
    boards = [oracle.board_from_bits(*rules.position_after(plies)) for plies in (0, 30, 60)]
    assert [sum(row.count(".") for row in board) for board in boards] == [60, 30, 0]
    assert boards[0] == oracle.start_board()


def test_both_sides_count_the_same_leaves(monkeypatch):
    monkeypatch.setattr(rules, "PERFT_DEPTH", 3)
    monkeypatch.setattr(rules, "compare", lambda name, plain, engine, *rest, **more: (plain(), engine()))
    assert list(rules.measure_perft()) == [(PUBLISHED[2], PUBLISHED[2])]


def test_the_rules_are_far_faster_than_lists(monkeypatch):
    # The targets are for a quiet machine; a third of the smallest is enough here.
    monkeypatch.setattr(rules, "PERFT_DEPTH", 5)
    monkeypatch.setattr(rules, "PLAYOUTS", 5)
    ratios = [*rules.measure_perft(), *rules.measure_playouts()]
    assert len(ratios) == 5
    assert all(ratio.times > 10 for ratio in ratios), [str(ratio) for ratio in ratios]


def test_an_unknown_section_is_named_and_exits_with_2():
    bench = subprocess.run([sys.executable, "-m", "tests.bench", "nothing"], cwd=str(ROOT), stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE)
    assert bench.returncode == 2
    assert b"no section 'nothing': expected rules" in bench.stderr


def test_the_list_tree_counts_every_iteration_and_knows_the_winner():
    tree = search.ListTree(START, Random(1))
    tree.search(12)
    assert tree.root.visits == 12 == 1 + sum(child.visits for child in tree.root.children)
    assert 0 <= tree.root.wins <= 12
    wiped_out = search.ListNode(oracle.board_from_bits(7, 0), "O", None)
    assert tree.play_out(wiped_out) == "X"


def test_the_signature_is_the_same_every_time(monkeypatch):
    monkeypatch.setattr(search, "SIGNATURE_PLIES", (5, 50))
    monkeypatch.setattr(search, "SIGNATURE_SIMULATIONS", 40)
    first = search.signature()
    assert first == search.signature()
    monkeypatch.setattr(search, "SIGNATURE_SIMULATIONS", 41)
    assert first != search.signature()


def test_the_endgames_to_solve_are_different_and_have_eleven_empty_squares():
    positions = progress.late_positions()
    assert positions == progress.late_positions()
    assert len(set(positions)) == progress.SOLVED_POSITIONS
    assert {count_discs(fold(empty)) for _, _, empty in positions} == {11}


def test_the_searched_positions_have_thirty_to_twenty_empty_squares_and_several_moves():
    assert [board.count("-") for board in progress.SEARCHED_BOARDS] == [30, 28, 26, 25, 24, 23, 22, 20]
    assert all(count_discs(legal_moves(*board_from_text(board))) > 1 for board in progress.SEARCHED_BOARDS)


def test_progress_is_the_ratio_to_the_lists_divided_by_that_of_the_reference(monkeypatch):
    monkeypatch.setattr(progress, "compare", lambda name, plain, engine, rounds: Ratio(
        name, 10.0, 10.0 * engine(), float(engine())))
    monkeypatch.setattr(progress, "solve", lambda positions: 3)
    monkeypatch.setattr(progress, "search_middle_game", lambda: 20)
    monkeypatch.setattr(progress, "REFERENCE_SOLVES", 2.0)
    monkeypatch.setattr(progress, "REFERENCE_SIMULATIONS", 8.0)
    assert [line.rsplit(" ", 1)[1] for line in progress.progress_section()] == ["1.50x", "2.50x"]


def test_the_measured_turn_is_searched():
    seconds, megabytes, debug = process.take_turn(1)
    assert json.loads(debug)["simulations"] > 0
    assert seconds > 0 and megabytes > 0


def test_the_signature_is_the_committed_one():
    assert search.signature() == search.SIGNATURE
