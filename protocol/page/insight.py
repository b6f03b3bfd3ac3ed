"""The engine's view of the positions of one game, and the next position to think about.

Three requests are possible: a hint for one move, the analysis of one position while somebody looks at it, and a review
of all positions, each for a while. Position n is the one after n moves. Nothing here thinks or locks.
"""

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from engine.coordinates import square_to_text
from engine.report import Report
from protocol.game import Game
from protocol.page.game_view import view_report
from protocol.page.mistakes import Evaluation, evaluation_of_end, evaluation_of_report

#: The analysis of one position ends after this time.
ANALYSIS_SECONDS = 60.0
#: Time for a hint.
HINT_SECONDS = 1.0


class Task(NamedTuple):
    """A position to think about, and for how long."""

    ply: int
    seconds: float
    every_move: bool = False  #: True if the exact scores of all moves are wanted, not only of the best


class Insight:
    """Reports by position, and the three requests."""

    def __init__(self, noted: Sequence[Optional[Evaluation]] = ()) -> None:
        """`noted` are evaluations from a record; the engine's own replace them."""
        self.reports: Dict[int, Report] = {}
        self._noted = list(noted)
        self._seconds: Dict[int, float] = {}  # how long each position was thought about
        self._hint_ply: Optional[int] = None
        self._wanted = False
        self._wanted_ply: Optional[int] = None  # None is the last position, whichever that is
        self._review: List[int] = []
        self._review_seconds = 0.0
        self._review_total = 0

    def hint(self, ply: Optional[int]) -> None:
        """Asks for the best move of one position; None withdraws that."""
        self._hint_ply = ply

    def want(self, on: bool, ply: Optional[int]) -> None:
        """Turns the analysis on or off, of that position or, if None, of the last."""
        self._wanted, self._wanted_ply = on, ply

    def begin_review(self, plies: int, seconds: float) -> None:
        """Reviews the first `plies` positions, last first: endings are certain and explain what comes before."""
        self._review, self._review_seconds, self._review_total = list(range(plies)), seconds, plies

    def end_review(self) -> None:
        """Ends the review."""
        self._review = []

    def keep(self, ply: int, report: Report) -> None:
        """Keeps the more credible of two reports on a position."""
        known = self.reports.get(ply)
        if known is None or _foundation(report) >= _foundation(known):
            self.reports[ply] = report

    def finish(self, task: Task, report: Report) -> None:
        """Keeps the final report of a task."""
        self.keep(task.ply, report)
        self._seconds[task.ply] = max(task.seconds, self._seconds.get(task.ply, 0.0))

    def forget_after(self, ply: int) -> None:
        """Forgets the positions after that one: the game takes another course."""
        self.reports = {place: report for place, report in self.reports.items() if place <= ply}
        self._seconds = {place: seconds for place, seconds in self._seconds.items() if place <= ply}
        self._review = [place for place in self._review if place <= ply]
        self._hint_ply = None
        if self._wanted_ply is not None and self._wanted_ply > ply:
            self._wanted_ply = None

    def next_task(self, game: Game, busy_ply: Optional[int]) -> Optional[Task]:
        """The next task; `busy_ply` is the position that the engine thinks about as a player."""
        ends = len(game.moves) if game.over else -1
        if self._hint_ply is not None and self._hint_ply != ends:
            task = Task(self._hint_ply, HINT_SECONDS)
            if self._is_open(task):
                return task
        if self._wanted:
            task = Task(self._focus(game), ANALYSIS_SECONDS, every_move=True)
            if task.ply not in (ends, busy_ply) and self._is_open(task):
                return task
        while self._review:
            task = Task(self._review[-1], self._review_seconds)
            if task.ply != ends and self._is_open(task):
                return task
            self._review.pop()
        return None

    def evaluations(self, game: Game) -> List[Optional[Evaluation]]:
        """An evaluation of each position: from the engine, the result, or the notes of a record."""
        evaluations: List[Optional[Evaluation]] = []
        for ply in range(len(game.moves) + 1):
            report = self.reports.get(ply)
            noted = self._noted[ply] if ply < len(self._noted) else None
            colour = (game.colour + len(game.moves) + ply) % 2
            evaluations.append(noted if report is None else evaluation_of_report(report, colour))
        if game.over:
            evaluations[-1] = evaluation_of_end(game)
        return evaluations

    def view_analysis(self, game: Game, thinking_ply: Optional[int]) -> Optional[Dict[str, Any]]:
        """The analysis for the page; None if nobody wants it. `thinking_ply` is the position being thought about."""
        if not self._wanted:
            return None
        ply = self._focus(game)
        report = self.reports.get(ply)
        return {"ply": ply, "working": ply == thinking_ply, "report": None if report is None else view_report(report)}

    def view_hint(self) -> Optional[Dict[str, Any]]:
        """The hint for the page: the position and its best move, null while it is looked for; None if nobody asked."""
        if self._hint_ply is None:
            return None
        report = self.reports.get(self._hint_ply)
        done = report is not None and not self._is_open(Task(self._hint_ply, HINT_SECONDS))
        return {"ply": self._hint_ply, "move": square_to_text(report.move) if done and report is not None else None}

    def view_review(self) -> Optional[Dict[str, int]]:
        """The progress of the review; None if there is none."""
        if not self._review:
            return None
        return {"done": self._review_total - len(self._review), "total": self._review_total}

    def _focus(self, game: Game) -> int:
        return len(game.moves) if self._wanted_ply is None else self._wanted_ply

    def _is_open(self, task: Task) -> bool:
        report = self.reports.get(task.ply)
        if report is None or self._seconds.get(task.ply, 0.0) >= task.seconds:
            return report is None
        return not report.exact or task.every_move and not all(candidate.exact for candidate in report.candidates)


def _foundation(report: Report) -> Tuple[bool, int, int]:
    """Orders reports by credibility."""
    return report.exact, sum(candidate.exact for candidate in report.candidates), report.simulations
