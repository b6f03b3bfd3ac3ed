"""CodinGame's Othello: the referee's lines in, one move out, and whole games of a process alone in a folder."""

import io
import random
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings

from engine.report import Report
from protocol.answering.decision import plain_move
from protocol.platforms.codingame import FIRST_ANSWER_SECONDS, NEXT_ANSWER_SECONDS, Contest
from tests import oracle
from tests.alone import lay_out, made
from tests.positions import games


def action_text(square):
    return chr(ord("a") + square[1]) + str(square[0] + 1)


def turn_lines(board, mark):
    """The referee's lines for the side with that mark."""
    rows = ["".join({"X": "0", "O": "1", ".": "."}[cell] for cell in row) for row in board]
    actions = [action_text(square) for square in oracle.legal_moves(board, mark)]
    return "\n".join([*rows, str(len(actions)), *actions]) + "\n"


def start_lines(mark):
    return "%d\n8\n" % "XO".index(mark)


class PlainThinker:
    """Plays the plain move and remembers positions and limits."""

    def __init__(self):
        self.report = None
        self.asked = []

    def think(self, player, opponent, limit, on_progress=None):
        self.asked.append((player, opponent, limit.seconds))
        move = plain_move(player, opponent)
        return Report(move, 0.0, 0.0, False, "search", 1, 0.0, (move,))


def talk(script, thinker=None, used_seconds=0.0):
    """(answers, log, thinker) of a finished contest."""
    answers, log, thinker = io.StringIO(), io.StringIO(), thinker or PlainThinker()
    Contest(io.StringIO(script).readline, answers, log, lambda: thinker, used_seconds).run()
    return answers.getvalue().splitlines(), log.getvalue(), thinker


def test_black_opens():
    answers, log, thinker = talk(start_lines("X") + turn_lines(oracle.start_board(), "X"))
    assert (answers, log) == (["d3"], "")
    assert thinker.asked[0][:2] == oracle.bits_from_board(oracle.start_board())


def test_white_sees_its_own_discs_first():
    board = oracle.play(oracle.start_board(), "X", 2, 3)
    _, _, thinker = talk(start_lines("O") + turn_lines(board, "O"))
    assert thinker.asked[0][:2] == oracle.bits_from_board(board)[::-1]


def test_the_first_answer_has_more_time_than_the_others():
    turn = turn_lines(oracle.start_board(), "X")
    answers, _, thinker = talk(start_lines("X") + turn * 6)
    assert answers == ["d3"] * 6
    first, *others = (seconds for _, _, seconds in thinker.asked)
    assert 0.8 * FIRST_ANSWER_SECONDS < first < FIRST_ANSWER_SECONDS
    assert 0.05 < max(others) < 0.13  # a busy machine may delay some of them


def test_the_start_up_time_counts_only_for_the_first_answer():
    turn = turn_lines(oracle.start_board(), "X")
    _, _, thinker = talk(start_lines("X") + turn * 6, used_seconds=1.0)
    first, *others = (seconds for _, _, seconds in thinker.asked)
    assert first < FIRST_ANSWER_SECONDS - 1.0
    assert max(others) > 0.05


@settings(max_examples=30)
@given(games)
def test_several_moves_in_a_row_by_the_opponent_need_no_special_case(moves):
    """Every turn shows the whole board, so the moves in between do not matter."""
    board, mark = oracle.start_board(), "X"
    for move in moves:
        if move < 64:
            board = oracle.play(board, mark, move // 8, move % 8)
        mark = oracle.other(mark)
    if not oracle.legal_moves(board, mark):
        mark = oracle.other(mark)
    if oracle.legal_moves(board, mark):
        answers, log, _ = talk(start_lines(mark) + turn_lines(board, mark))
        assert log == "" and answers[0] in map(action_text, oracle.legal_moves(board, mark))


def test_a_fault_costs_no_move_and_is_reported_on_stderr():
    class Broken(PlainThinker):
        def think(self, *arguments):
            raise MemoryError("tree")

    answers, log, _ = talk(start_lines("X") + turn_lines(oracle.start_board(), "X") * 2, Broken())
    assert answers == ["d3", "d3"]
    assert log.count("MemoryError: tree") == 2


def test_the_referees_list_of_actions_has_the_last_word():
    lines = turn_lines(oracle.start_board(), "X").replace("4\nd3\nc4\nf5\ne6\n", "2\ne6\nf5\n")
    answers, log, _ = talk(start_lines("X") + lines)
    assert answers == ["e6"]
    assert log == "d3 is not one of the actions e6 f5\n"


@pytest.mark.parametrize("script", ["", "2\n8\n", "0\n6\n", "black\n8\n"])
def test_a_bad_start_is_refused_in_one_line(script):
    with pytest.raises(SystemExit, match="bad start: expected the number 0 or 1 and the size 8"):
        talk(script)


class Referee:
    """The platform's end of the wire: two seconds for the first answer, 150 ms for the others, passes are automatic."""

    def __init__(self, path, mark):
        self.process = subprocess.Popen([sys.executable, "-I", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=path.rpartition("/")[0])
        self.mark = mark
        self.seconds = []
        self.process.stdin.write(start_lines(mark).encode())

    def ask(self, board):
        started = time.perf_counter()
        self.process.stdin.write(turn_lines(board, self.mark).encode())
        self.process.stdin.flush()
        answer = self.process.stdout.readline().decode()
        self.seconds.append(time.perf_counter() - started)
        return int(answer[1]) - 1, ord(answer[0]) - ord("a")

    def finish(self):
        """Ends the input, waits for the process, and returns its stderr."""
        _, errors = self.process.communicate(timeout=60)
        assert self.process.returncode == 0
        return errors.decode()


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["X", "O"])
def test_the_upload_plays_a_whole_game_alone_in_a_folder(tmp_path, mark):
    referee = Referee(lay_out(tmp_path, "codingame"), mark)
    generator = random.Random(2)
    board, mover = oracle.start_board(), "X"
    try:
        while not oracle.is_over(board):
            legal = oracle.legal_moves(board, mover)
            if legal:
                move = referee.ask(board) if mover == mark else generator.choice(legal)
                assert move in legal
                board = oracle.play(board, mover, *move)
            mover = oracle.other(mover)
        errors = referee.finish()
    finally:
        referee.process.kill()
    assert "Error" not in errors and "actions" not in errors
    assert oracle.difference(board, mark) > 0
    # The machine may be busy; a bot without a clock would take far longer than this.
    assert sorted(referee.seconds)[len(referee.seconds) // 2] < 4 * NEXT_ANSWER_SECONDS


def test_the_upload_has_fewer_characters_than_the_limit_however_they_are_counted():
    text = made("codingame")
    assert len(text) < 100000
    assert max(map(ord, text)) < 0x10000
