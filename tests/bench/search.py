"""The tree search against UCT written like most course work: lists of lists, `deepcopy`, one object per node."""

from copy import deepcopy
from math import log, sqrt
from random import Random
from typing import Iterator, List, Optional, Tuple
from zlib import crc32

from engine.board import START
from engine.evaluators import PatternEvaluator, PlayoutEvaluator
from engine.report import Limit
from engine.seams import PositionEvaluator
from engine.thinker import Thinker
from engine.tree import Tree
from tests import oracle
from tests.bench.measure import HEADING, compare
from tests.bench.rules import position_after

#: Target for the bot's search against the list tree on CPython 3.11, as a ratio of iterations per second.
SEARCH_TARGET = 150

#: Iterations of the lists per round; the engine's trees do ENGINE_FACTOR times as many, to run about as long.
ITERATIONS = 15
ENGINE_FACTOR = 100

#: The signature covers these plies of a fixed game, with this many simulations each.
SIGNATURE_PLIES = (0, 5, 11, 17, 23, 29, 35, 41, 47, 50)
SIGNATURE_SIMULATIONS = 400
#: The signature itself. A commit that changes how the bot plays changes it, and says so.
SIGNATURE = 713865450


def search_section() -> Iterator[str]:
    """Iterations per second of the trees."""
    yield HEADING

    def by_lists() -> int:
        ListTree(START, Random(1)).search(ITERATIONS)
        return ITERATIONS

    def by_engine(evaluator: PositionEvaluator) -> int:
        tree = Tree(evaluator)
        tree.set_root(*START)
        for _ in range(ENGINE_FACTOR * ITERATIONS):
            tree.simulate()
        return ENGINE_FACTOR * ITERATIONS

    playouts, patterns = PlayoutEvaluator(Random(1)), PatternEvaluator()
    yield str(compare("tree search with random playouts", by_lists, lambda: by_engine(playouts), None, 9))
    yield str(compare("tree search with learned patterns", by_lists, lambda: by_engine(patterns), SEARCH_TARGET, 9))


def signature_section() -> Iterator[str]:
    """A number that changes if and only if the search's behaviour does."""
    yield "Bench: %d" % signature()


def signature() -> int:
    """A checksum over the reports of both evaluators for fixed positions, seeds and simulations."""
    parts = []
    for ply in SIGNATURE_PLIES:
        for evaluator in (PatternEvaluator(), PlayoutEvaluator(Random(ply))):
            thinker = Thinker(seed=ply, clock=lambda: 0.0, evaluator=evaluator)
            report = thinker.think(*position_after(ply), Limit(simulations=SIGNATURE_SIMULATIONS))
            parts.append("%d %.6f %s" % (report.move, report.value, [
                (candidate.move, candidate.visits) for candidate in report.candidates]))
    return crc32("\n".join(parts).encode())


class ListTree:
    """UCT with uniformly random playouts, a deep copy of the board for every child and for every move of a playout."""

    def __init__(self, position: Tuple[int, int], random: Random) -> None:
        self.random = random
        self.root = ListNode(oracle.board_from_bits(*position), "X", None)

    def search(self, iterations: int) -> None:
        """Grows the tree by this many playouts."""
        for _ in range(iterations):
            node = self.root
            while node.children and all(child.visits for child in node.children):
                node = node.best_child()
            if node.children:
                node = self.random.choice([child for child in node.children if not child.visits])
            node.expand()
            won = self.play_out(node)
            up: Optional[ListNode] = node
            while up is not None:
                up.visits += 1
                up.wins += 0.5 if won is None else won != up.mover
                up = up.parent

    def play_out(self, node: "ListNode") -> Optional[str]:
        """The winner of a random game from the node; None for a draw."""
        board, mover = node.board, node.mover
        while not oracle.is_over(board):
            moves = oracle.legal_moves(board, mover)
            if moves:
                board = deepcopy(board)
                place(board, mover, self.random.choice(moves))
            mover = oracle.other(mover)
        lead = oracle.difference(board, "X")
        return None if lead == 0 else "X" if lead > 0 else "O"


class ListNode:
    """A board, its mover and the statistics of the side that moved there."""

    def __init__(self, board: oracle.Board, mover: str, parent: Optional["ListNode"]) -> None:
        self.board = board
        self.mover = mover
        self.parent = parent
        self.children: List[ListNode] = []
        self.visits = 0
        self.wins = 0.0

    def best_child(self) -> "ListNode":
        """The child with the highest upper confidence bound."""
        return max(self.children, key=lambda child: child.wins / child.visits
                   + sqrt(2 * log(self.visits) / child.visits))

    def expand(self) -> None:
        """Adds all children; a forced pass counts as one."""
        if self.children or oracle.is_over(self.board):
            return
        for move in oracle.legal_moves(self.board, self.mover) or [None]:
            board = deepcopy(self.board)
            if move is not None:
                place(board, self.mover, move)
            self.children.append(ListNode(board, oracle.other(self.mover), self))


def place(board: oracle.Board, mark: str, square: oracle.Square) -> None:
    """Plays a legal move on the board itself."""
    for row, column in oracle.flips(board, mark, *square) + [square]:
        board[row][column] = mark
