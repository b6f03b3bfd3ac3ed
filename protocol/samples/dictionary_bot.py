"""`dictionary`: Monte-Carlo tree search in three dictionaries, 200 rollouts per move.

The keys of `children`, `rewards` and `visits` are positions, so a position reached in two ways is one node. A rollout
walks down by `reward / visits + 1.414 * sqrt(ln(parent's visits) / visits)`, stops at the first unexplored position,
explores it, plays at random to the end and adds the result to the whole path. The answer is the most visited move. The
number of rollouts is fixed; the time limit has no effect.

Differences from the report, whose code has slips that make it lose:
- it moves the same colour at every depth of the tree; here the sides alternate, and a side without a move passes;
- it gives every node of a path the same reward; here a reward belongs to the side that moved to the node;
- a draw, coded as winner 2, is worth 2 to one side and -1 to the other; here 1/2 to both;
- it answers after the first rollout; here after the last;
- its keys are board objects, all distinct; here equal positions are one node;
- it takes any of the unexplored children; here a random one.
"""

from math import log, sqrt
from random import Random
from typing import Dict, List, Optional

from engine.oriented import OrientedPosition, list_moves, orient, oriented_moves, play_oriented
from engine.playout import uniform_playout
from engine.report import Limit
from protocol.answering.bot_process import run_bot
from protocol.answering.choice_thinker import ChoiceThinker

DICTIONARY_EXPLORATION = 1.414
ROLLOUTS = 200


class DictionaryTree:
    """The tree of one turn."""

    def __init__(self, generator: Random) -> None:
        self.generator = generator
        self.children: Dict[OrientedPosition, List[OrientedPosition]] = {}
        self.rewards: Dict[OrientedPosition, float] = {}
        self.visits: Dict[OrientedPosition, int] = {}

    def roll_out(self, root: OrientedPosition) -> None:
        """Adds one position to the tree, or plays out a finished game's path again."""
        path = self.select(root)
        leaf = path[-1]
        if leaf not in self.children:
            self.children[leaf] = _successors(leaf)
        difference = uniform_playout(*leaf, self.generator.random)
        reward = 0.5 if difference == 0 else 0.0 if difference > 0 else 1.0
        for position in reversed(path):
            self.visits[position] = self.visits.get(position, 0) + 1
            self.rewards[position] = self.rewards.get(position, 0.0) + reward
            reward = 1.0 - reward

    def select(self, position: OrientedPosition) -> List[OrientedPosition]:
        """The path to an unexplored position or to the end of a game."""
        path = [position]
        while self.children.get(position):
            unexplored = [child for child in self.children[position] if child not in self.children]
            if unexplored:
                return path + [self.generator.choice(unexplored)]
            position = self.follow_bound(position)
            path.append(position)
        return path

    def follow_bound(self, position: OrientedPosition) -> OrientedPosition:
        """The child with the highest upper bound, which balances good children with little-known ones."""
        spread = log(self.visits[position])
        return max(self.children[position], key=lambda child: (
            self.rewards[child] / self.visits[child] + DICTIONARY_EXPLORATION * sqrt(spread / self.visits[child])))


def choose_by_dictionary(player: int, opponent: int, limit: Limit, generator: Random) -> int:
    """The most visited move after all rollouts."""
    root = orient(player, opponent)
    tree = DictionaryTree(generator)
    for _ in range(ROLLOUTS):
        tree.roll_out(root)
    moves = list_moves(oriented_moves(*root))
    return max(moves, key=lambda move: tree.visits.get(play_oriented(*root, move), 0))


def _successors(position: OrientedPosition) -> List[OrientedPosition]:
    player, opponent, empty = position
    moves = list_moves(oriented_moves(player, opponent, empty))
    if moves:
        return [play_oriented(player, opponent, empty, move) for move in moves]
    return [(opponent, player, empty)] if oriented_moves(opponent, player, empty) else []


def make_sample(seed: Optional[int] = None) -> ChoiceThinker:
    """The thinker, for a process or a class."""
    return ChoiceThinker(choose_by_dictionary, seed)


if __name__ == "__main__":
    run_bot(make_sample)
