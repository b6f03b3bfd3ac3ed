"""One deep search for the opening book, for any process to run."""

from functools import lru_cache
from typing import List, NamedTuple, Tuple

from engine.board import final_score, is_over, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.evaluators import PatternEvaluator
from engine.report import Limit
from engine.thinker import Thinker

#: Moves with a smaller share of the visits are not alternatives.
LEAST_SHARE = 0.002

Position = Tuple[int, int]


class Search(NamedTuple):
    """The search of a position: the chosen move, then others by visits, each with its expected disc difference."""

    position: Position
    moves: List[Tuple[int, float]]


@lru_cache(maxsize=1)
def _evaluator() -> PatternEvaluator:
    """One for all searches of a process, because its memory of moves fills as it is used."""
    return PatternEvaluator()


def search_position(simulations: int, position: Position) -> Search:
    """One deep search of a position with a legal move."""
    return Search(position, _moves_worth(position, simulations))


def _moves_worth(position: Position, simulations: int) -> List[Tuple[int, float]]:
    """The moves, best first; a forced move has the value of the position after it."""
    if is_over(*position):
        return [(PASS, float(final_score(*position)))]
    moves = list(iterate_squares(legal_moves(*position)))
    if len(moves) < 2:
        move = moves[0] if moves else PASS
        return [(move, -_moves_worth(play_move(*position, move), simulations)[0][1])]
    report = Thinker(evaluator=_evaluator()).think(*position, Limit(simulations=simulations))
    return [(candidate.move, round(candidate.discs, 2)) for candidate in report.candidates
            if candidate.visits >= LEAST_SHARE * simulations or candidate.move == report.move]
