"""`weighted`: a tree that grows breadth first until the time is up, with playouts that favour corners and edges.

Each simulation visits the next position of the game tree in level order, plays it out and adds the result to every
node above it: 1 if the bot ends with at least as many discs as the opponent, else 0. In a playout a corner is three
times and an edge square twice as likely as any other legal move. When the whole tree has been visited, the root's best
child is played out again and again. The best child, and the answer, has the greatest
`score / visits + 0.02 * sqrt(ln(all visits) / visits)`.

Differences from the report:
- its formula is a picture that is lost; this is the usual one;
- its search takes a `DEPTH` without explaining it, and no other part needs one; here the tree grows as deep as the time
  allows;
- it mentions a slight adjustment of the values of certain corners and edges, without a number or a place in the
  formula; here only the playouts favour them, as in its pseudocode;
- it creates all children of a node when the node is visited; here each child is created on its own first visit, which
  keeps the order and takes less memory.
"""

from collections import deque
from math import log, sqrt
from random import Random
from typing import Deque, Iterator, List, Optional

from engine.oriented import OrientedPosition, list_moves, orient, oriented_difference, oriented_moves, play_oriented
from engine.report import Limit
from protocol.answering.bot_process import run_bot
from protocol.answering.choice_thinker import ChoiceThinker
from protocol.samples.sample_tree import TreeNode, simulations_within

WEIGHTED_EXPLORATION = 0.02
CORNER_WEIGHT, EDGE_WEIGHT = 3, 2


def _weighted_square(square: int) -> List[int]:
    """The square, repeated by its weight."""
    borders = (square // 8 in (0, 7)) + (square % 8 in (0, 7))
    return [square] * (CORNER_WEIGHT if borders == 2 else EDGE_WEIGHT if borders == 1 else 1)


_WEIGHTED_SQUARES = [_weighted_square(square) for square in range(64)]


def choose_by_weights(player: int, opponent: int, limit: Limit, generator: Random) -> int:
    """The root's best child when the limit is reached."""
    root = TreeNode(orient(player, opponent))
    fresh_nodes = grow_by_levels(root)
    for _ in simulations_within(limit, root):
        node = next(fresh_nodes, None) or _best_child(root)
        path = list(node.path_to_root())
        difference = _play_weighted(node.position, generator)
        score = difference >= 0 if len(path) % 2 else difference <= 0
        for visited in path:
            visited.visits += 1
            visited.reward += score
    return _best_child(root).move


def grow_by_levels(root: TreeNode) -> Iterator[TreeNode]:
    """Creates and yields every node below the root, level by level."""
    queue: Deque[TreeNode] = deque([root])
    while queue:
        parent = queue.popleft()
        while parent.untried:
            child = parent.add_child(0)
            yield child
            queue.append(child)


def _best_child(root: TreeNode) -> TreeNode:
    spread = log(root.visits)
    return max(root.children, key=lambda child: (
        child.reward / child.visits + WEIGHTED_EXPLORATION * sqrt(spread / child.visits)))


def _play_weighted(position: OrientedPosition, generator: Random) -> int:
    """The disc difference for the mover of the position after a playout to the end."""
    player, opponent, empty = position
    sign = 1
    while True:
        moves = oriented_moves(player, opponent, empty)
        if moves:
            lots = [square for move in list_moves(moves) for square in _WEIGHTED_SQUARES[move]]
            player, opponent, empty = play_oriented(player, opponent, empty, lots[int(generator.random() * len(lots))])
        elif oriented_moves(opponent, player, empty):
            player, opponent = opponent, player
        else:
            return sign * oriented_difference(player, opponent)
        sign = -sign


def make_sample(seed: Optional[int] = None) -> ChoiceThinker:
    """The thinker, for a process or a class."""
    return ChoiceThinker(choose_by_weights, seed)


if __name__ == "__main__":
    run_bot(make_sample)
