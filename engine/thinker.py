"""Chooses a move: forced, by exact endgame, or by tree search.

The search comes first, always: it gives an answer at once, and its favourite line and value make the exact solver
several times faster. When the end of the game is within reach, most of the time goes to the solver, which asks who
wins before it asks by how much; what it cannot finish goes back to the search.
"""

from math import atanh
from random import Random
from time import perf_counter
from typing import Any, Callable, List, NamedTuple, Optional

from engine.board import FULL_BOARD, count_discs, disc_difference, is_over, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.endgame import EndgameResult, EndgameSolver
from engine.evaluators import DISCS_OF_VALUE, MOVE_BITS, MOVE_MASK, PatternEvaluator, PlayoutEvaluator
from engine.report import Candidate, Limit, Report
from engine.tree import CLOSED, NODE_LIMIT, PROVEN_DISCS_SCALE, Node, Tree, best_pick
from engine.weights import UNITS_PER_DISC

#: Simulations between two looks at the clock: a millisecond or two.
BATCH_SIMULATIONS = 32
#: Time between two calls of `on_progress` and two renewals of `report`.
PROGRESS_SECONDS = 0.1
#: Thinking without a clock solves exactly from here.
UNTIMED_EXACT_EMPTIES = 12

OnProgress = Optional[Callable[[Report], bool]]


class Thinker:
    """Thinks about one game. `report` always holds the best answer so far, for whoever cannot wait.

    With `fewest_wins` the side with fewer discs wins: values and disc differences count towards that goal, and where
    nothing is learned for it, playouts are the evaluation.
    """

    def __init__(self, seed: Optional[int] = None, clock: Callable[[], float] = perf_counter,
                 evaluator: Any = None, fewest_wins: bool = False, node_limit: int = NODE_LIMIT) -> None:
        self.clock = clock
        self.random = Random(seed)
        goal = -1 if fewest_wins else 1
        if evaluator is None:
            evaluator = PlayoutEvaluator(self.random, goal) if fewest_wins else PatternEvaluator()
        self.tree = Tree(evaluator, node_limit, goal)
        self.solver = EndgameSolver(clock, fewest_wins)
        self.report: Optional[Report] = None
        self._start = 0.0
        self._deadline: Optional[float] = None
        self._simulations_left: Optional[int] = None
        self._simulations = 0
        self._on_progress: OnProgress = None
        self._stopped = False

    def think(self, player: int, opponent: int, limit: Limit, on_progress: OnProgress = None) -> Report:
        """The best move found within the limit; `on_progress` is called a few times a second and stops it by True."""
        self._start = self.clock()
        self._deadline = None if limit.seconds is None else self._start + limit.seconds
        self._simulations = 0
        self._simulations_left = limit.simulations
        self._on_progress = on_progress
        self._stopped = False
        self.report = None
        moves = list(iterate_squares(legal_moves(player, opponent)))
        if len(moves) <= 1:
            self.report = self._forced(moves[0] if moves else PASS)
            return self.report
        self.tree.set_root(player, opponent)
        self.report = self._search_report()
        empties = 64 - count_discs(player | opponent)
        self._search(self._first_search_deadline(empties))
        if not self._stopped and self.tree.root.proven is None:
            self._solve(player, opponent, empties)
        if not self._stopped and not self.report.exact:
            self._search(self._deadline)
        return self.report

    def _forced(self, move: int) -> Report:
        return Report(move, 0.0, 0.0, False, "forced", 0, self.clock() - self._start, (move,))

    # -- tree search

    def _search(self, deadline: Optional[float]) -> None:
        """Simulates until the deadline, the simulations or the doubts are used up; renews `report`."""
        tree = self.tree
        renewal = self.clock() + PROGRESS_SECONDS
        while tree.root.proven is None and not self._stopped:
            batch = BATCH_SIMULATIONS
            if self._simulations_left is not None:
                batch = min(batch, self._simulations_left - self._simulations)
                if batch <= 0:
                    break
            for _ in range(batch):
                if tree.root.proven is not None:
                    break
                tree.simulate()
                self._simulations += 1
            tree.trim()
            now = self.clock()
            if deadline is not None and now >= deadline:
                break
            if now >= renewal:
                renewal = now + PROGRESS_SECONDS
                self._renew(self._search_report())
                if self._cannot_change(now):
                    break
        self._renew(self._search_report())

    def _renew(self, report: Report) -> None:
        self.report = report
        if self._on_progress is not None and self._on_progress(report):
            self._stopped = True

    def _cannot_change(self, now: float) -> bool:
        """True when no other move can become the most visited in the time that is left."""
        if self._deadline is None or now <= self._start:
            return False
        rate = self._simulations / (now - self._start)
        remaining = rate * (self._deadline - now)
        visits = sorted(self.tree.root.visits, reverse=True) + [0]
        return visits[0] > visits[1] + 1.2 * remaining and best_pick(self.tree.root) == self.tree.root.visits.index(visits[0])

    def _search_report(self) -> Report:
        root = self.tree.root
        candidates = self._candidates(root)
        line = self.tree.principal_line()
        best = candidates[0]
        return Report(best.move, best.value, best.discs, root.proven is not None and best.exact, "search",
                      self._simulations, self.clock() - self._start, line or (best.move,), tuple(candidates))

    def _candidates(self, root: Node) -> List[Candidate]:
        """All moves of the root, the one to play first, then by visits and rank."""
        seen = len(root.quality)
        total = sum(root.priors)
        chosen = best_pick(root)
        candidates = []
        for place, ranked in enumerate(root.ranking):
            prior = root.priors[place] / total
            exact = place < seen and root.quality[place] == CLOSED
            if exact:
                value = max(-1.0, min(1.0, root.minimax[place]))
                discs = _proven_discs(root.minimax[place])
            else:
                value = (root.quality[place] if place < seen
                         else self.tree.evaluator.value_of_units(ranked >> MOVE_BITS))
                discs = discs_of_value(value)
            visits = root.visits[place] if place < seen else 0
            candidates.append((place != chosen, -visits, place,
                               Candidate(ranked & MOVE_MASK, visits, value, prior, discs, exact)))
        candidates.sort()
        return [candidate for _, _, _, candidate in candidates]

    # -- exact endgame

    def _first_search_deadline(self, empties: int) -> Optional[float]:
        """Until when to search before the solver is tried."""
        if self._deadline is None or empties > self._solvable_empties():
            return self._deadline
        return self._start + 0.15 * (self._deadline - self._start)

    def _solvable_empties(self) -> int:
        """Up to how many empties a solver started now has a good chance to finish."""
        if self._deadline is None:
            return UNTIMED_EXACT_EMPTIES
        seconds = self._deadline - self._start
        return 12 + (seconds > 0.1) + (seconds > 0.2) + (seconds > 0.45) + (seconds > 0.9) + (seconds > 2) + (seconds > 4) + (seconds > 12)

    def _solve(self, player: int, opponent: int, empties: int) -> None:
        """Asks the solver who wins, then by how much; `report` holds what it proves."""
        if empties > self._solvable_empties() or self.report is None:
            return
        deadline = self._deadline
        if deadline is not None:
            deadline -= 0.15 * (deadline - self._start)
        estimate = int(self.report.discs)
        line = self.report.line
        outcome = self.solver.solve(player, opponent, -1, 1, deadline, line, max(-1, min(1, estimate)))
        if outcome is None:
            return
        self._renew(self._endgame_report(outcome, False))
        exact = self.solver.solve(player, opponent, deadline=self._deadline, first_moves=outcome.line,
                                  estimate=estimate if (estimate > 0) == (outcome.score > 0) else outcome.score)
        if exact is not None:
            outcome = exact
        self._renew(self._endgame_report(outcome, exact is not None))

    def _endgame_report(self, result: EndgameResult, margin_known: bool) -> Report:
        assert self.report is not None
        value = float((result.score > 0) - (result.score < 0))
        others = tuple(candidate for candidate in self.report.candidates if candidate.move != result.move)
        chosen = next(candidate for candidate in self.report.candidates if candidate.move == result.move)
        chosen = chosen._replace(value=value, discs=float(result.score), exact=True)
        return Report(result.move, value, float(result.score), True, "endgame", self._simulations,
                      self.clock() - self._start, result.line, (chosen,) + others)


def discs_of_value(value: float) -> float:
    """The disc difference that an estimated value stands for."""
    return DISCS_OF_VALUE * atanh(max(-0.97, min(0.97, value)))


def _proven_discs(value: float) -> float:
    """The disc difference inside a proven value."""
    sign = (value > 0) - (value < 0)
    return round((value - sign) * PROVEN_DISCS_SCALE)
