"""The choices of the bot's search in a position, under other settings and by other rules for the final choice.

All rules look at the same search. "played" is the answer of the whole thinker, including its exact endgame; "best_pick"
is the tree's own rule; the others are in RULES, where a new rule is one more line. There is no book and no randomness:
searches limited by simulations give the same answers every time.
"""

from copy import copy
from functools import lru_cache
from time import process_time
from typing import Callable, Dict, List, NamedTuple, Sequence, Tuple

from engine.evaluators import PatternEvaluator
from engine.node import CLOSED, Node
from engine.report import Limit, Report
from engine.seams import MOVE_MASK
from engine.thinker import Thinker
from engine.tree import OFTEN_SHARE, Tree

#: The settings and their ranges. All but `solved_empties` belong to the evaluator.
SETTING_RANGES = {
    "minimax_share": (0.0, 1.0),
    "value_discs": (5.0, 1000.0),
    "exploration": (0.0, 10.0),
    "doubt": (0.0, 10.0),
    "prior_discs": (0.5, 100.0),
    "solved_empties": (4.0, 20.0),
}
PLAYED = "played"
TODAY = "best_pick"

#: Names and values, sorted by name.
Settings = Tuple[Tuple[str, float], ...]
#: Takes the root and the places of its unproven moves, and returns one of the places.
Rule = Callable[[Node, List[int]], int]


class SearchOutcome(NamedTuple):
    """The outcome of one search."""

    moves: Dict[str, int]  #: the move chosen by each rule
    decided: bool  #: True if the winner is proven
    discs: float  #: the reported disc difference
    simulations: int
    seconds: float  #: of processor time


def parse_settings(words: Sequence[str], base: Settings = ()) -> Settings:
    """The settings of `NAME=VALUE` words on top of others; ValueError if one is bad."""
    settings = dict(base)
    for word in words:
        name, _, text = word.partition("=")
        if name not in SETTING_RANGES:
            raise ValueError("unknown setting %r: expected NAME=VALUE with one of %s"
                             % (word, ", ".join(sorted(SETTING_RANGES))))
        low, high = SETTING_RANGES[name]
        try:
            value = int(text) if name == "solved_empties" else float(text)
        except ValueError:
            value = high + 1
        if not low <= value <= high:
            raise ValueError("bad setting %r: expected a %snumber from %g to %g"
                             % (word, "whole " if name == "solved_empties" else "", low, high))
        settings[name] = value
    return tuple(sorted(settings.items()))


def settings_to_text(settings: Settings) -> str:
    """`doubt=0.2 exploration=0.3`."""
    return " ".join("%s=%g" % setting for setting in settings) or "as committed"


@lru_cache(maxsize=1)
def _evaluator() -> PatternEvaluator:
    """One for all searches of a process, because its memory of moves fills as it is used."""
    return PatternEvaluator()


def new_thinker(settings: Settings) -> Thinker:
    """The bot's own thinker without a book, with these settings; its clock is processor time."""
    evaluator = copy(_evaluator())  # has attributes of its own and shares the tables
    solved_empties = None
    for name, value in settings:
        if name == "solved_empties":
            solved_empties = int(value)
        else:
            setattr(evaluator, name, value)
    thinker = Thinker(evaluator=evaluator, clock=process_time)
    if solved_empties is not None:
        thinker.tree.solved_ply = 60 - solved_empties
    return thinker


def search(player: int, opponent: int, settings: Settings, limits: Sequence[Limit]) -> List[SearchOutcome]:
    """An answer for each limit, in a position with more than one move.

    One continuing search reaches all limits by simulations, so these must be ascending. A thinker plans its time in
    advance, so every limit by seconds is a search of its own.
    """
    answers = []
    thinker = new_thinker(settings)
    before = simulations = 0
    seconds = 0.0
    for limit in limits:
        if limit.simulations is None:
            thinker = new_thinker(settings)
            report = thinker.think(player, opponent, limit)
            answers.append(_answer(thinker.tree, report, report.simulations, report.seconds))
        else:
            report = thinker.think(player, opponent, Limit(simulations=limit.simulations - before))
            before = limit.simulations
            simulations += report.simulations
            seconds += report.seconds
            answers.append(_answer(thinker.tree, report, simulations, seconds))
    return answers


def _answer(tree: Tree, report: Report, simulations: int, seconds: float) -> SearchOutcome:
    moves = {PLAYED: report.move}
    for name in RULE_NAMES:
        pick = tree.best_pick(tree.root) if name == TODAY else choose(tree, RULES[name])
        moves[name] = tree.root.ranking[pick] & MOVE_MASK
    decided = report.exact or tree.root.proven is not None
    return SearchOutcome(moves, decided, report.discs, simulations, seconds)


def choose(tree: Tree, rule: Rule) -> int:
    """The place of the move that a rule plays; proofs come first, as in `Tree.best_pick`."""
    root = tree.root
    if root.proven is not None:
        return tree.best_pick(root)
    favourite = rule(root, [pick for pick, quality in enumerate(root.quality) if quality != CLOSED])
    draws = [pick for pick, quality in enumerate(root.quality) if quality == CLOSED and root.minimax[pick] == 0.0]
    return draws[0] if draws and root.quality[favourite] < 0.0 else favourite


def most_visits(root: Node, picks: List[int]) -> int:
    """The most visited move, and of equals the better."""
    return max(picks, key=lambda pick: (root.visits[pick], root.quality[pick]))


def best_quality(root: Node, picks: List[int]) -> int:
    """The best mix of mean and best line among the moves visited at all."""
    return max(picks, key=lambda pick: (root.visits[pick] > 0, root.quality[pick]))


def best_mean_of_half(root: Node, picks: List[int]) -> int:
    """The best mean among moves with at least half of the most visits."""
    return max(_often_visited(root, picks), key=lambda pick: root.sums[pick] / max(1, root.visits[pick]))


def best_line_of_half(root: Node, picks: List[int]) -> int:
    """The best end of a line among moves with at least half of the most visits."""
    return max(_often_visited(root, picks), key=lambda pick: root.minimax[pick])


def _often_visited(root: Node, picks: List[int]) -> List[int]:
    most = max(root.visits[pick] for pick in picks)
    return [pick for pick in picks if root.visits[pick] >= OFTEN_SHARE * most]


RULES: Dict[str, Rule] = {
    "most visits": most_visits,
    "quality, any visits": best_quality,
    "mean, half the visits": best_mean_of_half,
    "best line, half the visits": best_line_of_half,
}
RULE_NAMES = [TODAY] + list(RULES)
