"""Chooses a move: forced, from the book, by tree search, or by exact endgame.

Outside the book the tree search always comes first: it has an answer at once, and near the end it proves who wins (the
tree solves its last squares exactly). Once the winner is known, or the exact solver is sure to finish, the rest of the
time goes to the margin. The solver is asked for more and more discs, starting from the search's favourite line, which
makes it several times faster; every answer gives a better move. When a position is lost and the solver is unlikely to
answer in time, a second search, without proofs, looks for the move that loses by the fewest discs.

A forced move or one from the book needs no time. A thinker that will be asked again spends that time on the tree below
the move (`Limit.look_ahead`).
"""

from math import atanh
from random import Random
from time import perf_counter
from typing import Callable, List, Optional, Tuple

from engine.board import count_discs, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.endgame import TABLE_ENTRIES, EndgameSolver
from engine.evaluation import UNITS_PER_DISC
from engine.evaluators import PatternEvaluator, PlayoutEvaluator
from engine.node import CLOSED, Node, proven_discs
from engine.report import Candidate, Limit, Report, expected_result
from engine.seams import MOVE_BITS, MOVE_MASK, MoveThinker, OnProgress, PositionEvaluator
from engine.tree import NODE_LIMIT, Tree

#: Simulations between two looks at the clock; near the end each may solve an endgame and take ten milliseconds.
BATCH_SIMULATIONS = 2
#: Time between two renewals of `report`, each with a call of `on_progress`.
PROGRESS_SECONDS = 0.1
#: The exact solver takes over at once if 19 of 20 positions like this one take less than this share of the time.
SURE_SHARE = 0.5
#: It starts from the line found by a search of this share of the time.
FIRST_SEARCH_SHARE = 0.05
#: When the winner is known, it is asked for the margin if an answer is expected within this share of the time left.
ANSWER_SHARE = 0.5
#: It is first asked for a margin about this many discs below the expected one: the answer is probably yes, and proves a
#: move to be no worse.
CAUTIOUS_DISCS = 4
#: Without a time limit it takes over at this many empties.
UNTIMED_EXACT_EMPTIES = 12
#: Trimming a full tree takes less than this for each of its nodes, and cannot be interrupted.
TRIM_SECONDS_A_NODE = 5e-6
#: In the last moments of a turn a tree may outgrow its bound by this factor.
MOST_OVERGROWN = 1.25


class Thinker(MoveThinker):
    """Thinks about one game by tree search, with a book and an exact endgame.

    With `fewest_wins` the side with fewer discs wins: values and disc differences count towards that goal, and playouts
    are the evaluator unless another is given.
    """

    def __init__(self, seed: Optional[int] = None, clock: Callable[[], float] = perf_counter,
                 evaluator: Optional[PositionEvaluator] = None, fewest_wins: bool = False,
                 node_limit: int = NODE_LIMIT) -> None:
        goal = -1 if fewest_wins else 1
        if evaluator is None:
            evaluator = PlayoutEvaluator(Random(seed), goal) if fewest_wins else PatternEvaluator()
        self.clock = clock
        orderer = evaluator if isinstance(evaluator, PatternEvaluator) else None
        self.solver = EndgameSolver(clock, fewest_wins, orderer, min(TABLE_ENTRIES, node_limit))
        self.tree = Tree(evaluator, node_limit, goal, self.solver)
        self._empties = 0
        self._start = 0.0
        self._deadline: Optional[float] = None
        self._limit = Limit()
        self._simulations = 0
        self._on_progress: OnProgress = None
        self._stopped = False

    def think(self, player: int, opponent: int, limit: Limit, on_progress: OnProgress = None) -> Report:
        """The best move found within the limit; `on_progress` is called a few times a second and may end it."""
        self._start = self.clock()
        self._limit = limit
        self._deadline = None if limit.seconds is None else self._start + limit.seconds
        self._simulations = 0
        self._on_progress = on_progress
        self._stopped = False
        moves = list(iterate_squares(legal_moves(player, opponent)))
        if len(moves) <= 1:
            move = moves[0] if moves else PASS
            self.report = Report(move, 0.0, 0.0, False, "forced", 0, self.clock() - self._start, (move,))
            return self._look_ahead(player, opponent, self.report)
        self._empties = 64 - count_discs(player | opponent)
        known = self.book.choose(player, opponent) if self.book is not None else None
        if known is not None:
            self.report = Report(known.move, expected_result(known.discs, self._empties), known.discs, False, "book", 0,
                                 self.clock() - self._start, (known.move,))
            return self._look_ahead(player, opponent, self.report)
        self.tree.set_root(player, opponent)
        self.report = self._search_report(self.tree)
        # A short search finds the line that the solver starts from, and the solver's speed on this machine.
        found = self._search(self.tree, self._first_deadline())
        if self._is_surely_solved(len(moves)):
            self._solve(player, opponent, found)
        else:
            found = self._search(self.tree, self._deadline)
            if self.tree.root.proven is not None and self._deadline is not None:
                self._look_for_discs(player, opponent, len(moves), found)
        return self.report

    def _look_ahead(self, player: int, opponent: int, answer: Report) -> Report:
        """The answer, after the time that is left has gone into the position it leads to, if it may."""
        if self._limit.look_ahead and self._deadline is not None and answer.move != PASS:
            self.tree.set_root(*play_move(player, opponent, answer.move))
            self._search(self.tree, self._deadline, lambda tree: answer)
        return answer

    # -- tree search

    def _search(self, tree: Tree, deadline: Optional[float],
                make_report: Optional[Callable[[Tree], Report]] = None) -> Report:
        """Simulates until the deadline, the limit or a proof; the last report."""
        make_report = make_report or self._search_report
        renewal = self.clock() + PROGRESS_SECONDS
        while tree.root.proven is None and not self._stopped:
            for _ in range(self._batch()):
                if tree.root.proven is not None:
                    break
                tree.simulate()
                self._simulations += 1
            now = self.clock()
            self._make_room(tree, now)
            if deadline is not None and now >= deadline or self._batch() == 0:
                break
            if now >= renewal:
                renewal = now + PROGRESS_SECONDS
                self._renew(make_report(tree))
        return self._renew(make_report(tree))

    def _make_room(self, tree: Tree, now: float) -> None:
        """Trims the tree if it is full, but not as the last thing in a turn, which it could make late."""
        hurried = self._deadline is not None and self._deadline - now < TRIM_SECONDS_A_NODE * tree.node_limit
        if not hurried or len(tree.nodes) > MOST_OVERGROWN * tree.node_limit:
            tree.trim()

    def _batch(self) -> int:
        if self._limit.simulations is None:
            return BATCH_SIMULATIONS
        return max(0, min(BATCH_SIMULATIONS, self._limit.simulations - self._simulations))

    def _renew(self, report: Report) -> Report:
        self.report = report
        if self._on_progress is not None and self._on_progress(report):
            self._stopped = True
        return report

    def _search_report(self, tree: Tree) -> Report:
        candidates = self._candidates(tree)
        best = candidates[0]
        return Report(best.move, best.value, best.discs, best.exact, "search", self._simulations,
                      self.clock() - self._start, tree.principal_line() or (best.move,), tuple(candidates),
                      best.proven)

    def _candidates(self, tree: Tree) -> List[Candidate]:
        """All moves of the root: the move to play, then the others by visits and rank."""
        root = tree.root
        chosen = tree.best_pick(root)
        priors = tree.priors(root)
        visits = root.visits + [0] * (len(root.ranking) - len(root.visits))
        order = sorted(range(len(root.ranking)), key=lambda place: (place != chosen, -visits[place], place))
        candidates = [self._candidate(root, place, visits[place], priors[place]) for place in order]
        return [_as_lost(candidate) for candidate in candidates] if self._is_lost() else candidates

    def _candidate(self, root: Node, place: int, visits: int, prior: float) -> Candidate:
        move = root.ranking[place] & MOVE_MASK
        if visits:
            discs = discs_of_value(root.margins[place] / visits, self.tree.evaluator.value_discs)
        else:
            discs = (root.ranking[place] >> MOVE_BITS) / UNITS_PER_DISC
        if not visits or root.quality[place] != CLOSED:
            return Candidate(move, visits, expected_result(discs, self._empties), prior, discs, False)
        result = float((root.minimax[place] > 0.0) - (root.minimax[place] < 0.0))
        return Candidate(move, visits, result, prior, discs, result == 0.0, True)

    # -- exact endgame

    def _is_surely_solved(self, moves: int) -> bool:
        """True if the exact solver is all but sure to finish with time to spare."""
        if self._deadline is None:
            return self._empties <= UNTIMED_EXACT_EMPTIES
        expected = self.solver.effort.expected_seconds(self._empties, moves)
        return expected.high <= SURE_SHARE * (self._deadline - self._start)

    def _first_deadline(self) -> Optional[float]:
        """When the solver may take over from the search."""
        if self._deadline is None:
            return None
        return self._start + FIRST_SEARCH_SHARE * (self._deadline - self._start)

    def _look_for_discs(self, player: int, opponent: int, moves: int, found: Report) -> None:
        """Spends the rest of the time on the margin once the winner is known."""
        if self._is_lost():
            # Proofs are about who wins, so they hardly tell lost moves apart; a tree without them counts discs.
            tree = Tree(self.tree.evaluator, self.tree.node_limit // 4, self.tree.goal)
            tree.set_root(player, opponent)
            found = self._search(tree, self._margin_deadline(moves))
        self._solve(player, opponent, found)

    def _margin_deadline(self, moves: int) -> float:
        """When to stop searching for the margin: at the end, or early if the exact solver will probably answer."""
        now, end = self.clock(), self._deadline or 0.0
        expected = self.solver.effort.expected_seconds(self._empties, moves, one_question=True)
        return now + FIRST_SEARCH_SHARE * (end - now) if expected.mean <= ANSWER_SHARE * (end - now) else end

    def _is_lost(self) -> bool:
        proven = self.tree.root.proven
        return proven is not None and proven < 0.0

    def _solve(self, player: int, opponent: int, found: Report) -> None:
        """Asks for more and more discs in the time left, starting from what the search found; renews `report`."""
        low, high = self._proven_bounds()
        threshold = int(found.discs) - CAUTIOUS_DISCS | 1
        while low < high and not self._stopped:
            threshold = max(low + 1, min(high - 1, threshold))
            answer = self.solver.solve(player, opponent, threshold - 1, threshold + 1, self._deadline, found.line,
                                       threshold)
            if answer is None:
                return
            if answer.score > threshold:
                low, threshold = answer.score, answer.score + 1
                found = found._replace(move=answer.move, line=answer.line)
            else:
                high, threshold = answer.score, answer.score - 1 - CAUTIOUS_DISCS
            found = self._renew(self._endgame_report(found, low, high))

    def _proven_bounds(self) -> Tuple[int, int]:
        """The bounds that the tree has proved for the score. A winning move is only known to win by 2 discs or more."""
        proven = self.tree.root.proven
        if proven is None:
            return -64, 64
        return (2, 64) if proven > 0.0 else (-64, proven_discs(proven)) if proven < 0.0 else (0, 0)

    def _endgame_report(self, found: Report, low: int, high: int) -> Report:
        """The report once the score of the best move is known to lie between two bounds."""
        discs = max(float(low), min(float(high), found.discs))
        exact, proven = low == high, low > 0 or high < 0 or low == high
        value = float((discs > 0) - (discs < 0)) if proven else expected_result(discs, self._empties)
        candidates = [candidate._replace(discs=min(candidate.discs, float(high)))
                      for candidate in found.candidates if candidate.move != found.move]
        chosen = next(candidate for candidate in found.candidates if candidate.move == found.move)
        candidates.insert(0, chosen._replace(value=value, discs=discs, exact=exact, proven=proven))
        return Report(found.move, value, discs, exact, "endgame", self._simulations, self.clock() - self._start,
                      found.line, tuple(candidates), proven)


def _as_lost(candidate: Candidate) -> Candidate:
    """A move of a lost position, whose disc estimate may not know that it is lost."""
    return candidate._replace(value=-1.0, discs=min(candidate.discs, -2.0), exact=False, proven=True)


def discs_of_value(value: float, value_discs: float) -> float:
    """The disc difference that an evaluator's value stands for."""
    return max(-64.0, min(64.0, value_discs * atanh(max(-0.97, min(0.97, value)))))
