"""Chooses a move: forced, from the book, by tree search, or by exact endgame.

Outside the book the tree search comes first, always: it has an answer at once, and near the end it proves who wins (the
tree solves its last squares exactly). Once the winner is known, or the exact solver will surely finish, the rest of the
time goes to that solver, which finds the move with the most discs; the search's favourite line makes it several times
faster.
"""

from math import atanh, tanh
from random import Random
from time import perf_counter
from typing import Any, Callable, List, Optional

from engine.board import count_discs, iterate_squares, legal_moves
from engine.coordinates import PASS
from engine.endgame import EndgameResult, EndgameSolver
from engine.evaluation import UNITS_PER_DISC
from engine.evaluators import DISCS_OF_RESULT, MOVE_BITS, MOVE_MASK, PatternEvaluator, PlayoutEvaluator
from engine.report import Candidate, Limit, Report
from engine.seams import MoveThinker, OnProgress
from engine.tree import CLOSED, NODE_LIMIT, Tree, proven_discs

#: Simulations between two looks at the clock; near the end each may solve an endgame and take ten milliseconds.
BATCH_SIMULATIONS = 2
#: Time between two calls of `on_progress` and two renewals of `report`.
PROGRESS_SECONDS = 0.1
#: The exact solver is started at once if 19 of 20 positions like this one take less than this share of the time.
SURE_SHARE = 0.5
#: It begins with the line found by a search of this share of the time.
FIRST_SEARCH_SHARE = 0.05
#: Without a clock it is started from here.
UNTIMED_EXACT_EMPTIES = 12
#: With more empties than this a search may stop early; with fewer, a proof may still overturn a clear favourite.
PROOF_EMPTIES = 28
#: A favourite is safe if it leads by the simulations still to come, and this much more in case they speed up.
SAFE_LEAD_FACTOR = 1.2
#: And if nearly all visits are its own; otherwise the time is better spent on the tree, which the next turn may use.
SAFE_SHARE = 0.95


class Thinker(MoveThinker):
    """Thinks about one game by tree search, with a book and an exact endgame.

    With `fewest_wins` the side with fewer discs wins: values and disc differences count towards that goal, and where
    nothing is learned for it, playouts are the evaluation.
    """

    def __init__(self, seed: Optional[int] = None, clock: Callable[[], float] = perf_counter,
                 evaluator: Any = None, fewest_wins: bool = False, node_limit: int = NODE_LIMIT) -> None:
        goal = -1 if fewest_wins else 1
        if evaluator is None:
            evaluator = PlayoutEvaluator(Random(seed), goal) if fewest_wins else PatternEvaluator()
        self.clock = clock
        orderer = evaluator if isinstance(evaluator, PatternEvaluator) else None
        self.solver = EndgameSolver(clock, fewest_wins, orderer)
        self.tree = Tree(evaluator, node_limit, goal, self.solver)
        self._empties = 0
        self._start = 0.0
        self._deadline: Optional[float] = None
        self._limit = Limit()
        self._simulations = 0
        self._on_progress: OnProgress = None
        self._stopped = False

    def think(self, player: int, opponent: int, limit: Limit, on_progress: OnProgress = None) -> Report:
        """The best move found within the limit; `on_progress` is called a few times a second and stops it by True."""
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
            return self.report
        known = self.book.choose(player, opponent) if self.book is not None else None
        if known is not None:
            self.report = Report(known.move, tanh(known.discs / DISCS_OF_RESULT), known.discs, False, "book", 0,
                                 self.clock() - self._start, (known.move,))
            return self.report
        self._empties = 64 - count_discs(player | opponent)
        self.tree.set_root(player, opponent)
        self.report = self._search_report()
        if self._is_surely_solved(len(moves)):
            self._search(self._first_deadline())
            self._solve(player, opponent)
        if not self.report.exact:
            self._search(self._deadline)
            if self.tree.root.proven is not None and self._deadline is not None:
                self._solve(player, opponent)
        return self.report

    # -- tree search

    def _search(self, deadline: Optional[float]) -> None:
        """Simulates until the deadline, the limit, a proof or a safe favourite; renews `report`."""
        tree = self.tree
        renewal = self.clock() + PROGRESS_SECONDS
        while tree.root.proven is None and not self._stopped:
            for _ in range(self._batch()):
                if tree.root.proven is not None:
                    break
                tree.simulate()
                self._simulations += 1
            tree.trim()
            now = self.clock()
            if deadline is not None and now >= deadline or self._batch() == 0:
                break
            if now >= renewal:
                renewal = now + PROGRESS_SECONDS
                self._renew(self._search_report())
                if self._has_safe_favourite(now):
                    break
        self._renew(self._search_report())

    def _batch(self) -> int:
        if self._limit.simulations is None:
            return BATCH_SIMULATIONS
        return max(0, min(BATCH_SIMULATIONS, self._limit.simulations - self._simulations))

    def _renew(self, report: Report) -> None:
        self.report = report
        if self._on_progress is not None and self._on_progress(report):
            self._stopped = True

    def _has_safe_favourite(self, now: float) -> bool:
        """True when no other move can become the most visited in the time that is left."""
        if self._deadline is None or self._empties <= PROOF_EMPTIES:
            return False
        to_come = self._simulations / (now - self._start) * (self._deadline - now)
        root = self.tree.root
        most, second = (sorted(root.visits, reverse=True) + [0])[:2]
        return (most > second + SAFE_LEAD_FACTOR * to_come and most >= SAFE_SHARE * root.total
                and root.visits[self.tree.best_pick(root)] == most)

    def _search_report(self) -> Report:
        candidates = self._candidates()
        best = candidates[0]
        return Report(best.move, best.value, best.discs, best.exact, "search", self._simulations,
                      self.clock() - self._start, self.tree.principal_line() or (best.move,), tuple(candidates))

    def _candidates(self) -> List[Candidate]:
        """All moves of the root: the one to play, then by visits and rank."""
        root = self.tree.root
        chosen = self.tree.best_pick(root)
        total = sum(root.priors)
        visits = root.visits + [0] * (len(root.ranking) - len(root.visits))
        order = sorted(range(len(root.ranking)), key=lambda place: (place != chosen, -visits[place], place))
        return [self._candidate(place, visits[place], root.priors[place] / total) for place in order]

    def _candidate(self, place: int, visits: int, prior: float) -> Candidate:
        root = self.tree.root
        move = root.ranking[place] & MOVE_MASK
        if visits and root.quality[place] == CLOSED:
            value = max(-1.0, min(1.0, root.minimax[place]))
            # A proven win or loss is a bound on the margin; a proven draw is the margin.
            return Candidate(move, visits, value, prior, proven_discs(root.minimax[place]), value == 0.0)
        if visits:  # the mean: with 24 empties it errs by 5.6 discs where the mixture that the search uses errs by 7.0
            discs = discs_of_value(root.sums[place] / visits, self.tree.evaluator.value_discs)
        else:
            discs = (root.ranking[place] >> MOVE_BITS) / UNITS_PER_DISC
        return Candidate(move, visits, tanh(discs / DISCS_OF_RESULT), prior, discs, False)

    # -- exact endgame

    def _is_surely_solved(self, moves: int) -> bool:
        """True when the exact solver will finish with time to spare, as far as one can know."""
        if self._deadline is None:
            return self._empties <= UNTIMED_EXACT_EMPTIES
        expected = self.solver.effort.expected_seconds(self._empties, moves)
        return expected.high <= SURE_SHARE * (self._deadline - self._start)

    def _first_deadline(self) -> Optional[float]:
        """Until when to search for a line that the solver can begin with."""
        if self._deadline is None:
            return None
        return self._start + FIRST_SEARCH_SHARE * (self._deadline - self._start)

    def _solve(self, player: int, opponent: int) -> None:
        """Looks for the most discs in the time that is left; `report` holds what is proven."""
        found, proven = self.report, self.tree.root.proven
        if found is None or self._stopped:
            return
        alpha = 0 if proven is not None and proven > 0 else -64
        beta = 0 if proven is not None and proven < 0 else 64
        result = self.solver.solve(player, opponent, alpha, beta, self._deadline, found.line, int(found.discs))
        if result is not None:
            self._renew(self._endgame_report(result, found))

    def _endgame_report(self, result: EndgameResult, found: Report) -> Report:
        value = float((result.score > 0) - (result.score < 0))
        chosen = next(candidate for candidate in found.candidates if candidate.move == result.move)
        chosen = chosen._replace(value=value, discs=float(result.score), exact=True)
        others = tuple(candidate for candidate in found.candidates if candidate.move != result.move)
        return Report(result.move, value, float(result.score), True, "endgame", self._simulations,
                      self.clock() - self._start, result.line, (chosen,) + others)


def discs_of_value(value: float, value_discs: float) -> float:
    """The disc difference that an evaluator's value stands for."""
    return max(-64.0, min(64.0, value_discs * atanh(max(-0.97, min(0.97, value)))))
