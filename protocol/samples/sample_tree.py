"""The tree node and the simulation budget that the tree-searching sample bots share."""

from time import perf_counter
from typing import Iterator, List, Optional

from engine.coordinates import PASS
from engine.oriented import OrientedPosition, list_moves, oriented_moves, play_oriented
from engine.report import Limit


class TreeNode:
    """A position in a search tree, with the results seen below it.

    A forced pass is a move like any other. Children are created one by one, so that a large tree fits in memory.
    """

    __slots__ = ("move", "position", "parent", "untried", "children", "visits", "reward")

    def __init__(self, position: OrientedPosition, move: int = PASS, parent: "Optional[TreeNode]" = None) -> None:
        self.move = move  #: the move that led here
        self.position = position
        self.parent = parent
        self.untried = _moves_or_pass(position)
        self.children: List[TreeNode] = []
        self.visits = 0
        self.reward = 0.0  #: sum over the visits; each bot defines whose reward it is

    def add_child(self, index: int) -> "TreeNode":
        """Tries the untried move of that index and returns its node."""
        move = self.untried.pop(index)
        player, opponent, empty = self.position
        child = TreeNode((opponent, player, empty) if move == PASS else play_oriented(*self.position, move), move, self)
        self.children.append(child)
        return child

    def path_to_root(self) -> "Iterator[TreeNode]":
        """This node, its parent, and so on up to the root."""
        node: Optional[TreeNode] = self
        while node is not None:
            yield node
            node = node.parent


def simulations_within(limit: Limit, root: TreeNode) -> Iterator[int]:
    """Counts simulations from 0 until the limit is reached: at least one, and only one for a forced move."""
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
