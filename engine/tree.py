"""Monte-Carlo tree search in four stages: select, expand, evaluate, back up.

The contents of a node are described in engine.node.

Proofs (MCTS-Solver): the end of a game is a proof. A move that leads to a proven position is closed; a node with a
proven win, or with all moves proven, is proven itself.

Values and margins differ only after a proof. A value is about the result: when all good moves of a node are proven to
lose, it falls to the value of the remaining moves. A margin is about discs: a closed move keeps its mean, moved to the
proven side if need be, and the best of these means is the node's floor, because a player who can lose by 4 does not
lose by more while the search looks at worse moves. A proven draw is a floor for values too.

A position reached in several ways is one node. When the tree outgrows its bound, the least visited nodes are forgotten;
their parents keep the statistics about them.
"""

from math import exp, sqrt, tanh
from typing import Dict, List, Optional, Tuple

from engine.board import count_discs, final_score
from engine.coordinates import PASS
from engine.endgame import EndgameSolver
from engine.evaluation import UNITS_PER_DISC
from engine.node import CLOSED, NO_FLOOR, NO_MOVES, UNKNOWN_RIVAL, Node, position_key, proven_discs, proven_value
from engine.oriented import ALL_COPIES, COPIES, flipped_copies, fold, orient
from engine.seams import MOVE_BITS, MOVE_MASK, PositionEvaluator

#: Visits that a first estimate counts for when the move to play is chosen: any visited move is more certain.
UNVISITED = 0.0001
#: A move is often visited with this share of the visits of the most visited one.
OFTEN_SHARE = 0.5
#: A proven win is played whatever the other moves promise.
WIN_BONUS = 9.0
#: Below this value (12 discs behind, or nearly proven) a game is as good as lost.
HOPELESS = -0.2
#: Positions kept, at one to two kilobytes each: a process needs 185 MB with Botzone's times, 205 with 45 s a turn.
NODE_LIMIT = 50000
#: With this many empties or fewer, a position is solved for the winner when the search comes back to it: that costs as
#: much as some simulations and gives a proof. Half of all new positions are never visited again.
SOLVED_EMPTIES = 11
#: This many plies later it is solved at once, which costs hardly more than an estimate and a second visit.
SECOND_VISIT_PLIES = 3
#: Moves further behind the best one than this, in units of a ranking, have the prior of this distance.
MOST_FALLOFF_UNITS = 1023


class Tree:
    """A growing tree, kept from turn to turn. With a solver it solves positions near the end."""

    root: Node  #: from the first `set_root` on

    def __init__(self, evaluator: PositionEvaluator, node_limit: int = NODE_LIMIT, goal: int = 1,
                 solver: Optional[EndgameSolver] = None) -> None:
        self.evaluator = evaluator
        self.node_limit = node_limit
        self.goal = goal
        self.solver = solver
        self.solved_ply = 60 - SOLVED_EMPTIES
        self.nodes: Dict[int, Node] = {}
        self._falloff = [exp(-units / (UNITS_PER_DISC * evaluator.prior_discs))
                         for units in range(MOST_FALLOFF_UNITS + 1)]

    def set_root(self, player: int, opponent: int) -> Node:
        """Makes a plain 64-bit position the root and keeps everything known about it."""
        own, other, _ = orient(player, opponent)
        key = position_key(own, other)
        root = self.nodes.get(key)
        if root is None or not root.ranking:
            ply = count_discs(player | opponent) - 4
            root = self._evaluated(key, own, other, self.evaluator.pack(player, opponent), ply)
        if not root.children and root.ranking:
            self._open(root)
        self.root = root
        self._forget_unreachable()
        return root

    def simulate(self) -> None:
        """One visit: from the root to a new position and back."""
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
            child = node.children[pick]
            if child is None:
                child = self._expand(node, pick)
                if not child.children or child.proven is not None:
                    break
            elif child.proven is not None:
                break
            elif not child.children:
                self._revisit(child)
                if child.proven is not None:
                    break
            node = child
        self._back_up(path, picks, child)

    def _expand(self, node: Node, pick: int) -> Node:
        """Links the position after a move, new or already reached another way; lets selection see one more move."""
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
            if self.solver is not None and ply >= self.solved_ply + SECOND_VISIT_PLIES:
                child = Node(key, next_player, next_opponent, packed, ply, (), 0.0, None)
                self._solve(child, self.solver)
            else:
                child = self._evaluated(key, next_player, next_opponent, packed, ply)
            self.nodes[key] = child
        node.children[pick] = child
        if pick + 1 == len(node.quality) < len(node.ranking):
            self._rank_next(node)
        return child

    def _revisit(self, node: Node) -> None:
        """Prepares a node for its second visit: solves it near the end, opens it otherwise."""
        if self.solver is not None and node.ply >= self.solved_ply:
            self._solve(node, self.solver)
        else:
            self._open(node)

    def _solve(self, node: Node, solver: EndgameSolver) -> None:
        """Proves who wins a position near the end."""
        empty = ALL_COPIES ^ node.player ^ node.opponent
        score = solver.score_oriented(node.player, node.opponent, empty, 60 - node.ply, -1, 1)
        node.best = node.proven = proven_value(score)
        node.ranking = NO_MOVES

    def _evaluated(self, key: int, player: int, opponent: int, packed: int, ply: int) -> Node:
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
        return Node(key, player, opponent, packed, ply, ranking, value, proven)

    def _open(self, node: Node) -> None:
        """Prepares a node for its first selection."""
        node.scale = self.evaluator.exploration / sum(self._falloffs(node))
        node.visits = []
        node.sums = []
        node.margins = []
        node.minimax = []
        node.quality = []
        node.pull = []
        node.children = []
        node.favourite = 0
        node.slope = 0.0
        self._rank_next(node)

    def _falloffs(self, node: Node) -> List[float]:
        """How much each move's prior is below the best one's, as a factor."""
        ranking, falloff = node.ranking, self._falloff
        best = ranking[0] >> MOVE_BITS
        return [falloff[min(best - (move >> MOVE_BITS), MOST_FALLOFF_UNITS)] for move in ranking]

    def priors(self, node: Node) -> List[float]:
        """Each move's share of attention before any visit."""
        falloffs = self._falloffs(node)
        total = sum(falloffs)
        return [falloff / total for falloff in falloffs]

    def _rank_next(self, node: Node) -> None:
        """Lets selection see one more move."""
        place = len(node.quality)
        units = node.ranking[place] >> MOVE_BITS
        behind = (node.ranking[0] >> MOVE_BITS) - units
        value = self.evaluator.value_of_units(units) if place else node.best
        if value > node.best:
            node.best = value
        node.visits.append(0)
        node.sums.append(0.0)
        node.margins.append(0.0)
        node.minimax.append(value)
        node.quality.append(value)
        node.pull.append(node.scale * self._falloff[min(behind, MOST_FALLOFF_UNITS)])
        node.rival = UNKNOWN_RIVAL
        node.children.append(None)

    def _back_up(self, path: List[Node], picks: List[int], child: Node) -> None:
        """Carries the new position's value, and proofs, to the root."""
        value = margin = child.best
        share = self.evaluator.minimax_share
        while path:
            node = path.pop()
            pick = picks.pop()
            visits = node.visits[pick] + 1
            node.visits[pick] = visits
            node.total += 1
            if child.proven is None:
                value = -value
                margin = -margin
                total = node.sums[pick] = node.sums[pick] + value
                node.margins[pick] += margin
                minimax = node.minimax
                before = minimax[pick]
                after = minimax[pick] = -child.best
                if after >= node.best:
                    node.best = after
                elif before == node.best:
                    node.best = max(minimax)
                mean = total / visits
                node.quality[pick] = mean + share * (after - mean)
                node.pull[pick] *= visits / (1 + visits)
                if node.floor != NO_FLOOR:
                    margin = max(margin, node.floor)
                    value = max(value, 0.0) if node.floor == 0.0 else value
            else:
                if node.quality[pick] != CLOSED:
                    self._close(node, pick, -child.proven)
                # A refuted move does not lower the node: the mover can avoid it.
                value = node.best
                margin = node.floor if node.proven is not None else max(node.floor, value)
            child = node

    def _close(self, node: Node, pick: int, value: float) -> None:
        """Marks a move just visited as proven, and the node too if that settles it."""
        visits = node.visits[pick]
        mean = node.margins[pick] / (visits - 1) if visits > 1 else node.minimax[pick]
        mean = self._proven_mean(mean, value)
        node.margins[pick] = mean * visits
        node.floor = max(node.floor, mean)
        node.quality[pick] = CLOSED
        node.pull[pick] = 0.0
        node.minimax[pick] = value
        node.open -= 1
        node.best = max(node.minimax)
        if value > 0.0 or not node.open:
            node.proven = node.best = max(move for move, quality in zip(node.minimax, node.quality)
                                          if quality == CLOSED)

    def _proven_mean(self, mean: float, value: float) -> float:
        """The mean margin, moved to where it does not contradict the proof."""
        bound = tanh(proven_discs(value) / self.evaluator.value_discs)
        return max(mean, bound) if value > 0.0 else min(mean, bound) if value < 0.0 else 0.0

    def _forget_unreachable(self) -> None:
        """Keeps only the positions that the root leads to."""
        reached: Dict[int, Node] = {}
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.key not in reached:
                reached[node.key] = node
                waiting.extend(child for child in node.children if child is not None)
        self.nodes = reached

    def trim(self) -> None:
        """Makes room when the tree has outgrown its bound: unlinks the least visited nodes, at least a third of all."""
        if len(self.nodes) <= self.node_limit:
            return
        totals = sorted(node.total for node in self.nodes.values())
        rare = totals[len(totals) // 3]
        for node in self.nodes.values():
            if node.children:
                node.children = [None if child is not None and child.total <= rare else child
                                 for child in node.children]
        self._forget_unreachable()

    def best_pick(self, node: Node) -> int:
        """The place of the move to play: the highest lower bound, since the most visited move may just be refuted.

        A move with few visits is often praised for a line that the search has not tested yet, so a move with less than
        half of the most visits counts as visited once. A proven win beats everything. When all is as good as lost,
        discs decide: a move is no better for not being proven to lose yet.
        """
        often = OFTEN_SHARE * max(0 if quality == CLOSED else visits
                                  for quality, visits in zip(node.quality, node.visits))
        bounds = [self._lower_bound(node, pick, often) for pick in range(len(node.quality))]
        if max(bounds) <= HOPELESS:
            bounds = [self._lower_margin(node, pick) for pick in range(len(node.quality))]
        return bounds.index(max(bounds))

    def _lower_bound(self, node: Node, pick: int, often: float) -> float:
        """A cautious estimate of a move's value."""
        if node.quality[pick] != CLOSED:
            visits = node.visits[pick]
            return node.quality[pick] - self._doubt(visits if visits >= often else min(visits, 1))
        result = node.minimax[pick]
        return WIN_BONUS + self._lower_margin(node, pick) if result > 0.0 else result

    def _lower_margin(self, node: Node, pick: int) -> float:
        """A cautious estimate of a move's margin, as a value."""
        return node.margins[pick] / (node.visits[pick] or 1) - self._doubt(node.visits[pick])

    def _doubt(self, visits: int) -> float:
        return self.evaluator.doubt / sqrt(visits or UNVISITED)

    def principal_line(self, length: int = 20) -> Tuple[int, ...]:
        """The line of best moves from the root."""
        line: List[int] = []
        node: Optional[Node] = self.root
        while node is not None and node.children and len(line) < length:
            pick = self.best_pick(node)
            line.append(node.ranking[pick] & MOVE_MASK)
            node = node.children[pick]
        return tuple(line)
