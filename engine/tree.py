"""Monte-Carlo tree search in four stages: select, expand, evaluate, back up.

Every number is seen by the mover of the node that holds it. A node ranks its moves when it is made; since a better
estimate means both a better value and a larger prior, the best move that was never visited is always the next in the
ranking. So a node's lists hold only the moves visited so far and one more, and a selection looks at those alone.

    ranking   all moves, best estimate first (see engine.evaluators)
    visits    how often each was taken
    sums      of the values that came back
    minimax   the value at the end of the best line behind it
    quality   what selection compares: sums / visits mixed with minimax; CLOSED once the move is proven
    pull      exploration * prior / (1 + visits)

Proofs (MCTS-Solver): the end of a game is a proof. A move that leads to a proven position is closed; a node with a
proven win, or with all moves proven, is proven itself. A proven value is the sign of the result with the disc
difference behind it: a win by 12 is 1 + 12/100, so that a larger proven win is the better one.

Positions reached in several ways are one node. When the tree outgrows its bound, the least visited nodes are
forgotten and the statistics about them, which their parents hold, stay.
"""

from math import exp, sqrt
from typing import Any, Dict, List, Optional, Tuple

from engine.board import count_discs, final_score
from engine.coordinates import PASS
from engine.endgame import EndgameSolver
from engine.evaluation import UNITS_PER_DISC
from engine.evaluators import MOVE_BITS, MOVE_MASK, Ranking
from engine.oriented import ALL_COPIES, COPIES, FIRST_COPY, flipped_copies, fold, orient

#: The quality of a closed move: never selected while another is open.
CLOSED = -9.0
#: Above every sum: selection has to compare all moves.
UNKNOWN_RIVAL = 99.0
#: The visits that a first estimate counts as when the move to play is chosen: any visited move is surer.
UNVISITED = 0.0001
#: Positions kept, at a kilobyte or more each.
NODE_LIMIT = 40000
#: From here a new position is solved (who wins) instead of estimated: it costs a few simulations and is a proof.
SOLVED_EMPTIES = 11
#: Proven values lie beyond what an estimate can reach.
PROVEN_DISCS_SCALE = 100.0


class Node:
    """A position and what is known about its moves. The lists exist once `children` is not None."""

    __slots__ = ("player", "opponent", "packed", "ply", "ranking", "best", "proven", "total", "open",
                 "priors", "visits", "sums", "minimax", "quality", "pull", "children",
                 "favourite", "rival", "slope")

    priors: List[float]
    visits: List[int]
    sums: List[float]
    minimax: List[float]
    quality: List[float]
    pull: List[float]
    #: Selection's memory: the move it took when it last compared all, the second highest sum then, extended back to a
    #: reach of zero by the greatest pull, and that pull. No other move's sum grows faster while only this one is taken.
    favourite: int
    rival: float
    slope: float

    def __init__(self, player: int, opponent: int, packed: int, ply: int, ranking: Ranking, best: float,
                 proven: Optional[float]) -> None:
        self.player = player
        self.opponent = opponent
        self.packed = packed
        self.ply = ply
        self.ranking = ranking
        self.best = best  #: the value of the best line from here
        self.proven = proven
        self.total = 0  #: visits of all moves
        self.open = len(ranking)  #: moves not proven
        self.children: Optional[List[Optional["Node"]]] = None  #: None until the node is visited again


class Tree:
    """A growing tree, kept from turn to turn."""

    def __init__(self, evaluator: Any, node_limit: int = NODE_LIMIT, goal: int = 1,
                 solver: Optional[EndgameSolver] = None) -> None:
        self.evaluator = evaluator
        self.node_limit = node_limit
        self.goal = goal
        self.solver = solver
        self.solved_ply = 60 - SOLVED_EMPTIES if solver is not None else 99
        self.nodes: Dict[int, Node] = {}
        self.root: Node = None  # type: ignore[assignment]
        self._falloff = [exp(-units / (UNITS_PER_DISC * evaluator.prior_discs)) for units in range(1024)]

    def set_root(self, player: int, opponent: int) -> Node:
        """Makes a plain 64-bit position the root, with all that is known about it."""
        own, other, _ = orient(player, opponent)
        root = self.nodes.get(position_key(own, other))
        if root is None or not root.ranking:
            ply = count_discs(player | opponent) - 4
            root = self._evaluated(own, other, self.evaluator.pack(player, opponent), ply)
        if root.children is None and root.ranking:
            self._open(root)
        self.root = root
        self._forget_unreachable()
        return root

    def simulate(self) -> None:
        """One visit: from the root to a position that is new, and back."""
        node = self.root
        path: List[Node] = []
        picks: List[int] = []
        while True:
            # Select: the hottest loop of the search.
            reach = sqrt(node.total + 1)
            pick = node.favourite
            if node.quality[pick] + reach * (node.pull[pick] - node.slope) <= node.rival:
                highest = second = -99.0
                index = 0
                for quality, pull in zip(node.quality, node.pull):
                    quality += reach * pull
                    if quality > highest:
                        second = highest
                        highest = quality
                        pick = index
                    elif quality > second:
                        second = quality
                    index += 1
                node.favourite = pick
                node.slope = slope = max(node.pull)
                node.rival = second - reach * slope
            path.append(node)
            picks.append(pick)
            child = node.children[pick]  # type: ignore[index]
            if child is None:
                child = self._expand(node, pick)
                if child.children is None or child.proven is not None:
                    break
            elif child.proven is not None:
                break
            elif child.children is None:
                self._open(child)
            node = child
        self._back_up(path, picks, child)

    def _expand(self, node: Node, pick: int) -> Node:
        """Links the position behind a move, a new one or one that was reached another way; ranks one move more."""
        square = node.ranking[pick] & MOVE_MASK
        player, opponent = node.player, node.opponent
        next_player, next_opponent = opponent, player
        if square != PASS:
            flipped = flipped_copies(player, opponent, square)
            next_player, next_opponent = opponent ^ flipped, player ^ flipped ^ COPIES[square]
        key = position_key(next_player, next_opponent)
        child = self.nodes.get(key)
        if child is None:
            if square == PASS:
                packed, ply = self.evaluator.packed_after_pass(node.packed), node.ply
            else:
                packed, ply = self.evaluator.packed_after(player, opponent, node.packed, square), node.ply + 1
            judge = self._evaluated if ply < self.solved_ply else self._solved
            child = self.nodes[key] = judge(next_player, next_opponent, packed, ply)
        node.children[pick] = child  # type: ignore[index]
        if pick + 1 == len(node.quality) < len(node.ranking):
            self._rank_next(node)
        return child

    def _solved(self, player: int, opponent: int, packed: int, ply: int) -> Node:
        """A position near the end, with the proof of who wins."""
        empty = ALL_COPIES ^ player ^ opponent
        score = self.solver.score_oriented(player, opponent, empty, 60 - ply, -1, 1)  # type: ignore[union-attr]
        return Node(player, opponent, packed, ply, [], proven_value(score), proven_value(score))

    def _evaluated(self, player: int, opponent: int, packed: int, ply: int) -> Node:
        """A position with the evaluator's opinion, or with the result if the game is over."""
        empty = ALL_COPIES ^ player ^ opponent
        moves = (opponent + (opponent & (player << 1))) & empty
        proven = None
        if moves:
            value, ranking = self.evaluator(player, opponent, moves, packed, ply)
        else:
            replies = (player + (player & (opponent << 1))) & empty
            if replies:
                value = -self.evaluator(opponent, player, replies, self.evaluator.packed_after_pass(packed), ply)[0]
                ranking = [PASS]
            else:
                value = proven = proven_value(self.goal * final_score(fold(player), fold(opponent)))
                ranking = []
        return Node(player, opponent, packed, ply, ranking, value, proven)

    def _open(self, node: Node) -> None:
        """Prepares a node for its first selection."""
        best = node.ranking[0] >> MOVE_BITS
        falloff = self._falloff
        attention = [falloff[min(best - (move >> MOVE_BITS), 1023)] for move in node.ranking]
        scale = self.evaluator.exploration / sum(attention)
        node.priors = [share * scale for share in attention]
        node.visits = []
        node.sums = []
        node.minimax = []
        node.quality = []
        node.pull = []
        node.children = []
        node.favourite = 0
        node.slope = 0.0
        self._rank_next(node)

    def _rank_next(self, node: Node) -> None:
        """Lets selection see one move more."""
        place = len(node.quality)
        value = self.evaluator.value_of_units(node.ranking[place] >> MOVE_BITS) if place else node.best
        if value > node.best:
            node.best = value
        node.visits.append(0)
        node.sums.append(0.0)
        node.minimax.append(value)
        node.quality.append(value)
        node.pull.append(node.priors[place])
        node.rival = UNKNOWN_RIVAL
        node.children.append(None)  # type: ignore[union-attr]

    def _back_up(self, path: List[Node], picks: List[int], child: Node) -> None:
        """Carries the new position's value, and proofs, to the root."""
        value = child.best
        share = self.evaluator.minimax_share
        while path:
            node = path.pop()
            pick = picks.pop()
            value = -value
            visits = node.visits[pick] + 1
            total = node.sums[pick] + value
            node.visits[pick] = visits
            node.sums[pick] = total
            node.total += 1
            minimax = node.minimax
            before = minimax[pick]
            after = minimax[pick] = -child.best
            if after >= node.best:
                node.best = after
            elif before == node.best:
                node.best = max(minimax)
            if child.proven is None:
                mean = total / visits
                node.quality[pick] = mean + share * (after - mean)
                node.pull[pick] = node.priors[pick] / (1 + visits)
            elif node.quality[pick] != CLOSED:
                self._close(node, pick, -child.proven)
                # A refuted move says nothing about the node that can do without it.
                value = node.best
            child = node

    def _close(self, node: Node, pick: int, value: float) -> None:
        """Marks a move as proven, and the node when that settles it."""
        node.quality[pick] = CLOSED
        node.pull[pick] = 0.0
        node.minimax[pick] = value
        node.open -= 1
        if value > 0.0 or not node.open:
            node.proven = node.best = max(move for move, quality in zip(node.minimax, node.quality)
                                          if quality == CLOSED)

    def _forget_unreachable(self) -> None:
        """Keeps only what the root leads to."""
        reached: Dict[int, Node] = {}
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            key = position_key(node.player, node.opponent)
            if key not in reached:
                reached[key] = node
                if node.children is not None:
                    waiting.extend(child for child in node.children if child is not None)
        self.nodes = reached

    def trim(self) -> None:
        """Makes room when the tree has outgrown its bound: unlinks its least visited nodes, a third of all or more."""
        if len(self.nodes) <= self.node_limit:
            return
        totals = sorted(node.total for node in self.nodes.values())
        rare = totals[len(totals) // 3]
        for node in self.nodes.values():
            if node.children is not None:
                node.children = [None if child is not None and child.total <= rare else child
                                 for child in node.children]
        self._forget_unreachable()

    def best_pick(self, node: Node) -> int:
        """The place of the move to play.

        A proven win; else the open move with the highest lower bound (the most visited one has often just been found
        out) unless a proven draw is better than it looks; and when all is lost, the move whose loss took the most
        visits to prove.
        """
        closed = [pick for pick, quality in enumerate(node.quality) if quality == CLOSED]
        if closed:
            best = max(closed, key=lambda pick: (max(node.minimax[pick], -1.0), node.visits[pick]))
            if node.minimax[best] > 0.0 or not node.open:
                return best
        doubt = self.evaluator.doubt
        favourite = max((pick for pick, quality in enumerate(node.quality) if quality != CLOSED),
                        key=lambda pick: node.quality[pick] - doubt / sqrt(node.visits[pick] or UNVISITED))
        if closed and node.minimax[best] == 0.0 and node.quality[favourite] < 0.0:
            return best
        return favourite

    def principal_line(self, length: int = 20) -> Tuple[int, ...]:
        """The line of best moves from the root."""
        line: List[int] = []
        node: Optional[Node] = self.root
        while node is not None and node.children and len(line) < length:
            pick = self.best_pick(node)
            line.append(node.ranking[pick] & MOVE_MASK)
            node = node.children[pick]
        return tuple(line)


def position_key(player: int, opponent: int) -> int:
    """What names an oriented position in the tree."""
    return player & FIRST_COPY | (opponent & FIRST_COPY) << 72


def proven_value(score: int) -> float:
    """The value of a proven disc difference: a larger win is the better one, and every win beats every estimate."""
    return (score > 0) - (score < 0) + score / PROVEN_DISCS_SCALE


def proven_discs(value: float) -> int:
    """The disc difference inside a proven value."""
    return round((value - (value > 0) + (value < 0)) * PROVEN_DISCS_SCALE)
