"""`uct`: plain UCT with short random playouts, until the time is up.

Every node counts the bot's own wins. When the bot is to move, selection follows the child with the greatest
`wins / visits + 0.1 * sqrt(2 * ln(parent's visits) / visits)`; when the opponent is, the child with the least
`wins / visits - 0.1 * sqrt(...)`. Children without a visit come first, in random order. A playout is uniformly random
and stops after its move at depth 32, counted from 0; it is a win if the bot has more discs, so a draw is not a win.
The answer is the move with the greatest share of wins.

The report does not show how its tree grows or how it treats a pass: here each simulation adds one child, and a forced
pass is a node like any other.
"""

from math import log, sqrt
from random import Random
from typing import Optional

from engine.oriented import OrientedPosition, list_moves, orient, oriented_difference, oriented_moves, play_oriented
from engine.report import Limit
from protocol.answering.bot_process import run_bot
from protocol.answering.choice_thinker import ChoiceThinker
from protocol.samples.sample_tree import TreeNode, simulations_within

UCT_EXPLORATION = 0.1
DEEPEST_PLAYOUT_MOVE = 32


def choose_by_uct(player: int, opponent: int, limit: Limit, generator: Random) -> int:
    """The move with the greatest share of wins when the limit is reached."""
    root = TreeNode(orient(player, opponent))
    for _ in simulations_within(limit, root):
        node, own_turn = root, True
        while node.children and not node.untried:
            node = _follow_bound(node, 1 if own_turn else -1)
            own_turn = not own_turn
        if node.untried:
            node = node.add_child(generator.randrange(len(node.untried)))
            own_turn = not own_turn
        difference = _play_to_depth(node.position, generator)
        won = difference > 0 if own_turn else difference < 0
        for visited in node.path_to_root():
            visited.visits += 1
            visited.reward += won
    return max(root.children, key=lambda child: child.reward / child.visits).move


def _follow_bound(node: TreeNode, sign: int) -> TreeNode:
    """The child with the best bound for the bot (sign 1) or for its opponent (sign -1)."""
    spread = 2 * log(node.visits)
    return max(node.children, key=lambda child: (
        sign * child.reward / child.visits + UCT_EXPLORATION * sqrt(spread / child.visits)))


def _play_to_depth(position: OrientedPosition, generator: Random) -> int:
    """The disc difference for the mover of the position after a random playout."""
    sign = 1
    for _ in range(DEEPEST_PLAYOUT_MOVE + 1):
        moves = list_moves(oriented_moves(*position))
        if not moves:
            player, opponent, empty = position
            position, sign = (opponent, player, empty), -sign
            moves = list_moves(oriented_moves(*position))
            if not moves:
                break
        position = play_oriented(*position, moves[int(generator.random() * len(moves))])
        sign = -sign
    return sign * oriented_difference(position[0], position[1])


def make_sample(seed: Optional[int] = None) -> ChoiceThinker:
    """The thinker, for a process or a class."""
    return ChoiceThinker(choose_by_uct, seed)


if __name__ == "__main__":
    run_bot(make_sample)
