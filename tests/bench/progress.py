"""Compares the endgame with that of an earlier commit, without its code: both are measured in the same unit.

The unit is the speed of the lists of tests/oracle.py, which play random games alternately with the engine. So the
figures of REFERENCE_COMMIT are ratios too, measured by running this file in a checkout of that commit on CPython 3.11.
A busy machine slows lists and long integers unequally, so differences of a tenth mean nothing. On another interpreter
the figures are a rough guide. If a workload changes, that commit has to be measured again.
"""

from random import Random
from typing import Iterator, List, Tuple

from engine.board import board_from_text, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.endgame import EndgameSolver
from engine.evaluators import PatternEvaluator
from engine.oriented import OrientedPosition, orient
from engine.report import Limit
from engine.thinker import Thinker
from tests import oracle
from tests.bench.measure import Ratio, compare
from tests.bench.rules import position_after

REFERENCE_COMMIT = "c4e4eea"
#: Units of work that the engine of that commit does while the lists play one game from the start.
REFERENCE_SOLVES = 0.94
REFERENCE_SIMULATIONS = 12.9

#: Games of the lists per round, to run about as long as the engine, and rounds: for solving and for searching.
SOLVING_GAMES, SOLVING_ROUNDS = 40, 25
SEARCHING_GAMES, SEARCHING_ROUNDS = 200, 5

#: Positions like those that the tree solves: a few random moves after a late turn of a game.
SOLVED_EMPTIES = 11
SOLVED_POSITIONS = 80
#: Close positions from the bot's own games with 30 to 20 empty squares, X to move.
SEARCHED_BOARDS = (
    "--X-OO--X-OOOO---XOOXXXXOOOXXXX-OXOXXX--O-O-XX--O-O-------------",
    "--OOOOO---OOO-----OOOOOX--OXXXX--XXXXXXO-XXXXX-O--XXX--O--------",
    "-----------OOO----OOOOXX-XXXXOX--OOOOOXX--OOOOXX--OXOOX---XOOO-X",
    "--XXXX----XXXXO--XXXXOO--XXOOXO---OOOOOO-OOOXXXO---OOX----XO----",
    "--XXXX--X-XXXO--XXXXOO--XOXOOOOO-OXXOOO-OXXOXOX---OXX--------X--",
    "--OO-X----OOX---XOOOOXX-XOOXXO--OOXXXOO-OOXXXO---XXXXX--X-XX--X-",
    "----XX---OXXXX--OXOXXX--XXXOOOO-OXXOOOO--XXOOOO-XXOOOO----OOO---",
    "-OOOOO----XOXO--XXXXOXXXXXXOXOX-XXXOXOOXXXXXOO-O-OXOOO----------",
)
SEARCH_SIMULATIONS = 1000


def progress_section() -> Iterator[str]:
    """The speed relative to that commit."""
    positions = late_positions()
    solving = compare("win, draw or loss with %d empties, solves" % SOLVED_EMPTIES,
                      lambda: play_by_lists(SOLVING_GAMES), lambda: solve(positions), rounds=SOLVING_ROUNDS)
    yield progress_line(solving, REFERENCE_SOLVES)
    searching = compare("search with 30 to 20 empties, simulations",
                        lambda: play_by_lists(SEARCHING_GAMES), search_middle_game, rounds=SEARCHING_ROUNDS)
    yield progress_line(searching, REFERENCE_SIMULATIONS)


def progress_line(ratio: Ratio, reference: float) -> str:
    """The measurement beside the reference."""
    return "%-52s %8.2f per game of the lists, %s %.2f: %.2fx" % (
        ratio.name, ratio.times, REFERENCE_COMMIT, reference, ratio.times / reference)


def play_by_lists(games: int) -> int:
    """Random games from the start, always the same."""
    choice = Random(1).choice
    for _ in range(games):
        oracle.playout(oracle.start_board(), "X", choice)
    return games


def late_positions() -> List[OrientedPosition]:
    """The positions to solve, always the same."""
    random = Random(1)
    found: List[Tuple[int, int]] = []
    while len(found) < SOLVED_POSITIONS:
        plies = random.randrange(38, 48)
        position = position_after(plies)
        for _ in range(60 - SOLVED_EMPTIES - plies):
            moves = list(iterate_squares(legal_moves(*position)))
            position = play_move(*position, random.choice(moves) if moves else PASS)
        if bin(position[0] | position[1]).count("1") == 64 - SOLVED_EMPTIES and position not in found:
            found.append(position)
    return [orient(*position) for position in found]


def solve(positions: List[OrientedPosition]) -> int:
    """Finds the winner of each position with one new solver."""
    solver = EndgameSolver()
    for player, opponent, empty in positions:
        solver.score_oriented(player, opponent, empty, SOLVED_EMPTIES, -1, 1)
    return len(positions)


def search_middle_game() -> int:
    """The number of simulations done; fewer than asked for if a position is decided early."""
    simulations = 0
    evaluator = PatternEvaluator()
    for board in SEARCHED_BOARDS:
        thinker = Thinker(clock=lambda: 0.0, evaluator=evaluator)
        simulations += thinker.think(*board_from_text(board), Limit(simulations=SEARCH_SIMULATIONS)).simulations
    return simulations
