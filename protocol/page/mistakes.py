"""Evaluations of the positions of a game, and the mistakes they reveal.

Everything is from black's point of view, so that the numbers of one game can be compared and drawn as one line.
"""

from typing import List, NamedTuple, Optional, Sequence, Tuple

from engine.board import final_score
from engine.report import Report
from protocol.game import BLACK, Game
from protocol.records.bot_view import BotView

#: A move that costs this much of the chance to win is a mistake, or even a blunder.
MISTAKE_CHANCE, BLUNDER_CHANCE = 0.12, 0.3
#: So is one that certainly gives away this many discs, even in a game that is won or lost anyway,
MISTAKE_DISCS, BLUNDER_DISCS = 6.0, 16.0
#: or this many by estimate: two searches differ by a few discs about the same position.
ESTIMATED_MISTAKE_DISCS, ESTIMATED_BLUNDER_DISCS = 7.0, 18.0
#: At most this many moves of a better line are shown.
LINE_MOVES = 8


class Evaluation(NamedTuple):
    """A position's worth to black."""

    value: float  #: expected result in [-1, 1]
    discs: float  #: expected final disc difference
    exact: bool  #: True if `discs` is proven
    best: Optional[int]  #: the best move; None at the end of a game
    line: Tuple[int, ...] = ()  #: the expected moves, beginning with the best

    @property
    def chance(self) -> float:
        """Black's chance to win, a draw counted as half a win."""
        return (self.value + 1.0) / 2.0

    @property
    def margin_known(self) -> bool:
        """False where only the winner is proven: `discs` is a bound there and cannot be compared."""
        return self.exact or abs(self.value) < 1.0


class Mistake(NamedTuple):
    """A move that was much worse than the best one."""

    ply: int  #: counted from 1, as in messages
    best: Optional[int]
    chance: float  #: loss of chance to win
    discs: float  #: loss in discs
    exact: bool  #: True if the loss is proven
    blunder: bool
    line: Tuple[int, ...] = ()  #: the expected moves, beginning with the best


def evaluation_of_report(report: Report, colour: int) -> Evaluation:
    """The evaluation in a report about a position in which that colour is to move."""
    sign = 1.0 if colour == BLACK else -1.0
    return Evaluation(sign * report.value, sign * report.discs, report.exact, report.move, report.line[:LINE_MOVES])


def evaluation_of_end(game: Game) -> Evaluation:
    """The result of a finished game, empty squares given to the winner as the engine counts."""
    score = final_score(game.player, game.opponent) * (1 if (game.colour == BLACK) != game.fewest_wins else -1)
    return Evaluation(float((score > 0) - (score < 0)), float(score), True, None)


def evaluation_of_view(view: Optional[BotView], colour: int) -> Optional[Evaluation]:
    """The evaluation that a bot of that colour noted about its position, if it did."""
    if view is None:
        return None
    sign = 1.0 if colour == BLACK else -1.0
    return Evaluation(sign * view.value, sign * view.discs, view.exact, view.best, view.line[:LINE_MOVES])


def carry_over(moves: Sequence[int], evaluations: Sequence[Optional[Evaluation]]) -> List[Optional[Evaluation]]:
    """The evaluations, gaps after best moves filled: a best move leads to a position of the same worth."""
    filled = list(evaluations)
    for ply, move in enumerate(moves):
        before = filled[ply]
        if filled[ply + 1] is None and before is not None and before.best == move:
            filled[ply + 1] = before._replace(best=None, line=before.line[1:])
    return filled


def find_mistakes(moves: Sequence[int], evaluations: Sequence[Optional[Evaluation]],
                  first: int = BLACK) -> List[Mistake]:
    """The mistakes among moves whose positions before and after are evaluated; there is one more position than moves.

    `first` is the colour of the first move.
    """
    filled = carry_over(moves, evaluations)
    mistakes = []
    for ply, move in enumerate(moves):
        before, after = filled[ply], filled[ply + 1]
        if before is not None and after is not None and before.best != move:
            mistake = _judge_move(ply, (first + ply) % 2, before, after)
            if mistake is not None:
                mistakes.append(mistake)
    return mistakes


def _judge_move(ply: int, colour: int, before: Evaluation, after: Evaluation) -> Optional[Mistake]:
    sign = 1.0 if colour == BLACK else -1.0
    chance = sign * (before.chance - after.chance)
    discs = sign * (before.discs - after.discs) if before.margin_known and after.margin_known else 0.0
    exact = before.exact and after.exact
    mistake_discs = MISTAKE_DISCS if exact else ESTIMATED_MISTAKE_DISCS
    if chance < MISTAKE_CHANCE and discs < mistake_discs:
        return None
    blunder = chance >= BLUNDER_CHANCE or discs >= (BLUNDER_DISCS if exact else ESTIMATED_BLUNDER_DISCS)
    return Mistake(ply + 1, before.best, chance, discs, exact, blunder, before.line)
