"""Solves endgame problems and compares the results with the scores in the file.

    python3 -m protocol.solve problems.obf

Each line is one problem in the OBF format: 64 squares from a1 along the rows (`X` black, `O` white, `-` empty), the
side to move, and optionally, separated by semicolons, moves with their scores in discs for the side to move:

    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;

Blank lines and lines that begin with `%` or `#` are skipped.
"""

import argparse
import sys
from typing import Any, Dict, List, NamedTuple, Optional, Sequence

from engine.board import board_from_text, count_discs, legal_moves
from engine.coordinates import PASS, square_from_text, square_to_text
from engine.endgame import EndgameResult, EndgameSolver
from engine.evaluators import PatternEvaluator
from engine.training.position_file import read_position_file
from protocol.command_line import INTERRUPTED, OneLineParser, positive_integer, positive_number, run_command

_OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


class Problem(NamedTuple):
    """A position to solve, with the scores that the file gives."""

    line_number: int
    player: int
    opponent: int
    scores: Dict[int, int]  #: move -> score for the mover; may be empty

    def empties(self) -> int:
        """The number of empty squares."""
        return 64 - count_discs(self.player | self.opponent)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code: 0 if every result agrees with the file, 1 if not, 2 for bad input."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        problems = read_problems(options.file)
    except ValueError as error:
        parser.exit(2, "%s: %s\n" % (parser.prog, error))
    if options.empties is not None:
        problems = [problem for problem in problems if problem.empties() <= options.empties]
    return solve_problems(problems, options.wld, options.limit)


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.solve", description="Solves endgame problems exactly and "
                           "compares the results with the scores in the file. Nodes are positions visited with more "
                           "than five empty squares.")
    parser.add_argument("file", metavar="FILE", help="problems in the OBF format, one per line")
    parser.add_argument("--wld", action="store_true", help="find only win, draw or loss, which is faster")
    parser.add_argument("--limit", metavar="SECONDS", type=positive_number, help="time limit per position")
    parser.add_argument("--empties", metavar="N", type=positive_integer,
                        help="skip positions with more than N empty squares")
    return parser


def read_problems(path: str) -> List[Problem]:
    """The problems of a file; ValueError names the file and line of what cannot be read."""
    return read_position_file(path, parse_problem)


def parse_problem(line: str, line_number: int = 1) -> Problem:
    """The problem on a line."""
    position, *moves = line.strip().split(";")
    words = position.split()
    if len(words) != 2 or words[1] not in ("X", "O"):
        raise ValueError("expected 64 squares and the side to move, X or O, got %r" % position)
    black, white = board_from_text(words[0])
    player, opponent = (black, white) if words[1] == "X" else (white, black)
    scores = {}
    for text in moves:
        if text.strip():
            move, score = _parse_score(text.strip())
            if not _is_legal(player, opponent, move):
                raise ValueError("illegal move %s" % square_to_text(move))
            scores[move] = score
    return Problem(line_number, player, opponent, scores)


def _parse_score(text: str) -> Sequence[int]:
    name, _, number = text.partition(":")
    try:
        return square_from_text(name), int(number)
    except ValueError:
        raise ValueError("bad move %r: expected a move and its score such as G8:+18" % text) from None


def _is_legal(player: int, opponent: int, move: int) -> bool:
    moves = legal_moves(player, opponent)
    return not moves if move == PASS else bool(moves >> move & 1)


def solve_problems(problems: Sequence[Problem], wld: bool = False, limit: Optional[float] = None) -> int:
    """Solves and prints the problems one by one, then the totals; returns the exit code."""
    solver = EndgameSolver(evaluator=PatternEvaluator())
    totals = {"solved": 0, "nodes": 0, "seconds": 0.0, "wrong": 0, "late": 0}
    print("line empties score move      nodes  seconds")
    try:
        for problem in problems:
            solver.forget()
            _solve_one(solver, problem, wld, limit, totals)
    except KeyboardInterrupt:
        print("\ninterrupted")
        _print_totals(totals)
        return INTERRUPTED
    _print_totals(totals)
    return 1 if totals["wrong"] or totals["late"] else 0


def _solve_one(solver: EndgameSolver, problem: Problem, wld: bool, limit: Optional[float], totals: Any) -> None:
    alpha, beta = (-1, 1) if wld else (-64, 64)
    deadline = None if limit is None else solver.clock() + limit
    result = solver.solve(problem.player, problem.opponent, alpha, beta, deadline)
    head = "%4d %7d " % (problem.line_number, problem.empties())
    if result is None:
        totals["late"] += 1
        print(head + "not solved within %g s" % (limit or 0))
        return
    mistake = find_mistake(problem, result, wld)
    totals["solved"] += 1
    totals["nodes"] += result.nodes
    totals["seconds"] += result.seconds
    totals["wrong"] += bool(mistake)
    print(head + "%5s %-4s %10d %8.3f  %s" % (_score_to_text(result.score, wld), square_to_text(result.move),
                                              result.nodes, result.seconds, mistake or _verdict(problem)))
    sys.stdout.flush()


def find_mistake(problem: Problem, result: EndgameResult, wld: bool) -> str:
    """How the result contradicts the file, in words; empty if it does not."""
    if not problem.scores:
        return ""
    sign = _sign if wld else int
    stated = max(problem.scores.values())
    if sign(result.score) != sign(stated):
        return "WRONG: the file says %s" % _score_to_text(stated, wld)
    if result.move not in problem.scores:  # a file may list only the best moves, not every winning one
        return "" if wld else "WRONG: the file does not list %s" % square_to_text(result.move)
    if sign(problem.scores[result.move]) != sign(stated):
        return "WRONG: the file says %s for %s" % (_score_to_text(problem.scores[result.move], wld),
                                                    square_to_text(result.move))
    return ""


def _verdict(problem: Problem) -> str:
    return "agrees" if problem.scores else ""


def _score_to_text(score: int, wld: bool) -> str:
    return _OUTCOMES[_sign(score)] if wld else "%+d" % score


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _print_totals(totals: Any) -> None:
    rate = totals["nodes"] / totals["seconds"] if totals["seconds"] else 0
    print("%d solved, %d wrong, %d not solved in time; %d nodes in %.2f s (%.0f nodes/s)"
          % (totals["solved"], totals["wrong"], totals["late"], totals["nodes"], totals["seconds"], rate))


if __name__ == "__main__":
    run_command(main)
