"""What the tree searches among the sample bots share: the node, and the budget of simulations."""

from time import perf_counter
from typing import Iterator, List, Optional

from engine.coordinates import PASS
from engine.oriented import OrientedPosition, list_moves, oriented_moves, play_oriented
from engine.report import Limit


class TreeNode:
    """A position in a search tree, and what was seen below it.

    A forced pass is a move like any other. Children come into being one by one, which keeps a large tree in memory.
    """

    __slots__ = ("move", "position", "parent", "untried", "children", "visits", "reward")

    def __init__(self, position: OrientedPosition, move: int = PASS, parent: "Optional[TreeNode]" = None) -> None:
        self.move = move  #: the move that led here
        self.position = position
        self.parent = parent
        self.untried = _moves_or_pass(position)
        self.children: List[TreeNode] = []
        self.visits = 0
        self.reward = 0.0  #: sum over the visits; whose reward it is, each bot says

    def add_child(self, index: int) -> "TreeNode":
        """The node after the untried move of that index, which is no longer untried."""
        move = self.untried.pop(index)
        player, opponent, empty = self.position
        child = TreeNode((opponent, player, empty) if move == PASS else play_oriented(*self.position, move), move, self)
        self.children.append(child)
        return child

    def path_to_root(self) -> "Iterator[TreeNode]":
        """The node, its parent and so on."""
        node: Optional[TreeNode] = self
        while node is not None:
            yield node
            node = node.parent


def simulations_within(limit: Limit, root: TreeNode) -> Iterator[int]:
    """Counts simulations from 0 until the limit is reached; the first is always granted, a forced move gets no more."""
    start, done = perf_counter(), 0
    seconds = float("inf") if limit.seconds is None else limit.seconds
    allowed = float("inf") if limit.simulations is None else limit.simulations
    if len(root.untried) < 2:
        allowed = 1
    while not done or done < allowed and perf_counter() - start < seconds:
        yield done
        done += 1


def _moves_or_pass(position: OrientedPosition) -> List[int]:
    """The legal moves, a forced pass, or nothing when the game is over."""
    player, opponent, empty = position
    moves = list_moves(oriented_moves(player, opponent, empty))
    return moves or ([PASS] if oriented_moves(opponent, player, empty) else [])
