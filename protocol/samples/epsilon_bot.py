"""`epsilon`: UCT until the time is up, with selection that is sometimes random, less and less often.

On the way down, each step goes to a random child with probability epsilon and otherwise to the child with the greatest
`wins / visits + sqrt(2) * sqrt(ln(parent's visits) / visits)`; after every step epsilon shrinks by the factor gamma.
This keeps a child alive whose first playout went badly. A node is played out when it is first reached. A reward belongs
to the side that moved to the node: 1 for a win, 1/2 for a draw. The answer is the move with the greatest mean reward.

Differences from the report:
- it leaves the starting epsilon and gamma open; the values here let randomness fade within a few thousand steps;
- it adds all children of a leaf at once and plays each of them out; here each simulation adds one child, chosen at
  random, and selection passes a node only when all its children exist;
- it does not define the value of a draw; here it is half a win;
- it prepares for a neural network that it does not use in the end; here there is none.
"""

from math import log, sqrt
from random import Random
from typing import Optional

from engine.oriented import orient
from engine.playout import uniform_playout
from engine.report import Limit
from protocol.answering.bot_process import run_bot
from protocol.answering.choice_thinker import ChoiceThinker
from protocol.samples.sample_tree import TreeNode, simulations_within

EPSILON_EXPLORATION = sqrt(2)
EPSILON_AT_START = 0.3
GAMMA = 0.999


class EpsilonSearch:
    """The search of one turn."""

    def __init__(self, root: TreeNode, generator: Random) -> None:
        self.root = root
        self.generator = generator
        self.epsilon = EPSILON_AT_START

    def simulate(self) -> None:
        """One walk down the tree, one new node, one playout, one walk back."""
        node = self.select()
        if node.untried:
            node = node.add_child(self.generator.randrange(len(node.untried)))
        difference = uniform_playout(*node.position, self.generator.random)
        reward = 0.5 if difference == 0 else 0.0 if difference > 0 else 1.0
        for visited in node.path_to_root():
            visited.visits += 1
            visited.reward += reward
            reward = 1.0 - reward

    def select(self) -> TreeNode:
        """The first node on the way down with an untried move, or the end of a game."""
        node = self.root
        while node.children and not node.untried:
            if self.generator.random() > self.epsilon:
                node = _follow_value(node)
            else:
                node = self.generator.choice(node.children)
            self.epsilon *= GAMMA
        return node


def choose_by_epsilon(player: int, opponent: int, limit: Limit, generator: Random) -> int:
    """The move with the greatest mean reward when the limit is reached."""
    root = TreeNode(orient(player, opponent))
    search = EpsilonSearch(root, generator)
    for _ in simulations_within(limit, root):
        search.simulate()
    return max(root.children, key=lambda child: child.reward / child.visits).move


def _follow_value(node: TreeNode) -> TreeNode:
    spread = log(node.visits)
    return max(node.children, key=lambda child: (
        child.reward / child.visits + EPSILON_EXPLORATION * sqrt(spread / child.visits)))


def make_sample(seed: Optional[int] = None) -> ChoiceThinker:
    """The thinker, for a process or a class."""
    return ChoiceThinker(choose_by_epsilon, seed)


if __name__ == "__main__":
    run_bot(make_sample)
