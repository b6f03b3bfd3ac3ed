"""The CS303 course's AI: candidates, clocks, the reversed game, and whole games in a process."""

import re
import sys

import pytest
from hypothesis import given, settings

from engine.board import iterate_squares, legal_moves
from engine.report import Report
from protocol.platforms import cs303_class
from protocol.platforms.cs303 import AI
from protocol.platforms.cs303_reversed import AI as ReversedAI
from tests import oracle
from tests.alone import call_upload, made
from tests.interpreters import find_interpreters
from tests.positions import positions, random_position

#: The course's Python if it is installed, otherwise this one.
PYTHON_3_7 = next((command for name, command in find_interpreters().items() if name.startswith("CPython 3.7")),
                  sys.executable)


UPLOADS = ["cs303", "cs303-reversed"]


def numbers(board):
    return [[{".": 0, "X": -1, "O": 1}[mark] for mark in row] for row in board]


START = numbers(oracle.start_board())
OUT_OF_BOOK = numbers(oracle.board_from_bits(*random_position(30, 1)))
QUICK = AI(8, -1, 0.02)


class ScriptedThinker:
    """Reports the moves one by one and records what the platform can read after each."""

    def __init__(self, ai, moves, fault=None):
        self.report = None
        self.seen = []
        self.limits = []
        self._ai, self._moves, self._fault = ai, moves, fault

    def think(self, player, opponent, limit, on_progress=None):
        self.limits.append(limit.seconds)
        self.seen.append(self._ai.candidate_list[:])
        for move in self._moves:
            self.report = Report(move, 0.0, 0.0, False, "search", 1, 0.0, (move,))
            on_progress(self.report)
            self.seen.append(self._ai.candidate_list[-1])
        if self._fault:
            raise self._fault
        return self.report


def scripted(moves, fault=None, time_out=5):
    ai = AI(8, -1, time_out)
    ai._thinker = ScriptedThinker(ai, moves, fault)
    return ai, ai._thinker


@pytest.mark.parametrize("color", [pytest.param(-1, marks=pytest.mark.slow), 1])
def test_the_upload_plays_a_whole_game_alone_in_a_folder(tmp_path, color):
    told = call_upload(tmp_path, "cs303", color, 0.1)
    assert told["wrong"] == []
    assert told["turns"] >= 20 and told["difference"] > 0
    assert told["longest"] < 5


@pytest.mark.slow
def test_the_upload_for_the_reversed_game_goes_for_the_fewest_discs(tmp_path):
    told = call_upload(tmp_path, "cs303-reversed", 1, 0.1)
    assert told["wrong"] == [] and told["difference"] < 0


@pytest.mark.slow
@pytest.mark.parametrize("upload", UPLOADS)
def test_a_game_with_longer_moves_stays_within_the_platforms_memory_and_time(tmp_path, upload):
    told = call_upload(tmp_path, upload, -1, 1, python=PYTHON_3_7)
    assert told["wrong"] == []
    assert told["longest"] < 5
    assert told["peak_mb"] < 80


@pytest.mark.slow
def test_with_numpy_loaded_as_on_the_platform_a_game_stays_below_90_mb(tmp_path):
    pytest.importorskip("numpy", reason="numpy is not installed: see tests/requirements-extras.txt")
    told = call_upload(tmp_path, "cs303", -1, 2, "numpy")  # enough for the tree to grow to its limit
    assert told["wrong"] == []
    assert told["peak_mb"] < 90


@pytest.mark.parametrize("upload", UPLOADS)
def test_nothing_in_the_upload_looks_like_an_import_of_the_operating_system(upload):
    text = made(upload)
    assert "import os" not in text and "exec" not in text
    assert not re.search(r"import\s+os|from\s+os|__import__|importlib|_thread|numpy|subprocess|\beval\(|\bexec\(", text)


@settings(max_examples=20)
@given(positions)
def test_all_legal_moves_come_first_and_a_legal_one_last(position):
    ai = QUICK
    ai.go(numbers(oracle.board_from_bits(*position)))
    legal = [(square // 8, square % 8) for square in iterate_squares(legal_moves(*position))]
    assert ai.candidate_list[:len(legal)] == legal
    assert set(ai.candidate_list) == set(legal)


def test_the_list_is_cleared_and_stays_empty_without_a_legal_move():
    ai = AI(8, 1, 0.02)
    ai.go(START)
    candidates = ai.candidate_list
    ai.go([[-1] * 8] + [[0] * 8] * 7)
    assert ai.candidate_list == [] and ai.candidate_list is candidates


def test_a_better_move_becomes_the_last_candidate_at_once():
    ai, thinker = scripted([26, 26, 44, 19])
    ai.go(START)
    assert thinker.seen == [[(2, 3), (3, 2), (4, 5), (5, 4)], (3, 2), (3, 2), (5, 4), (2, 3)]
    assert ai.candidate_list == [(2, 3), (3, 2), (4, 5), (5, 4), (3, 2), (5, 4), (2, 3)]


def test_a_thinker_that_fails_leaves_its_best_move_last_and_is_replaced(capsys):
    ai, _ = scripted([26, 44], MemoryError("tree"))
    ai.go(START)
    assert ai.candidate_list[-1] == (5, 4)
    assert ai._thinker is None and "MemoryError: tree" in capsys.readouterr().err


@pytest.mark.parametrize("time_out, most", [(5, 5), (100, 5), (1, 1), (0.5, 0.5)])
def test_a_move_takes_no_longer_than_the_platform_and_the_course_allow(time_out, most):
    ai, thinker = scripted([19], time_out=time_out)
    ai.go(START)
    assert 0.5 * most < thinker.limits[0] < 0.95 * most


def test_a_whole_game_fits_into_its_time():
    ai, thinker = scripted([19])
    for _ in range(60):
        thinker.limits.clear()
        ai.go(START)
        ai._seconds_left -= thinker.limits[0] + 0.2
    assert 0 < ai._seconds_left < cs303_class.GAME_SECONDS / 4


def test_the_tree_is_kept_and_is_a_small_one():
    ai = AI(8, -1, 0.02)
    ai.go(OUT_OF_BOOK)
    tree = ai._thinker.tree
    assert tree.root.total > 0
    ai.go(OUT_OF_BOOK)
    assert ai._thinker.tree is tree and tree.node_limit == cs303_class.SMALL_TREE_NODES


def test_the_opening_is_played_from_the_book():
    ai = AI(8, -1, 5)
    ai.go(START)
    assert ai._thinker.report.source == "book"


def test_search_and_solver_have_the_reversed_goal():
    ai = ReversedAI(8, -1, 0.02)
    ai.go(START)
    assert ai._thinker.tree.goal == -1 and ai._thinker.report.source == "search"


@pytest.mark.parametrize("size, color", [(6, -1), (8, 0), (8, "X")])
def test_other_games_are_refused(size, color):
    with pytest.raises(ValueError, match="expected size 8 and colour -1 or 1"):
        AI(size, color, 5)
