"""Labels: what a position is worth, in discs for its mover, by a deeper look than the evaluation's own.

Alpha-beta over the current weights, exact play to the end when few squares are empty. The tables of weights are given
by ply, so that the leaves of a search may lie in a phase that is fitted already while the root's is not.
"""

from array import array
from typing import Dict, List, Sequence, Tuple

from engine.training import goal
from engine.training.bits import count_bits, list_bits, lowest_bit, to_word, word_flips, word_moves
from engine.training.features import evaluate

#: A bound that no score reaches.
INFINITE = 1000.0
#: Half the width of the window that a shallower search sets for a deeper one.
ASPIRATION_DISCS = 2.0
#: ProbCut: a labelling search gives a position up from this depth on, if a search of two plies less is outside the
#: window by this much. Two plies change a value by 2 to 4 discs (deviation); this halves the time of depth 6 and
#: changes its values by 0.4 to 1 disc.
CUT_DEPTH = 3
CUT_DISCS = 4.0
#: The exact search tries so few empty squares one by one; with more it sorts the moves by the replies they leave, the
#: chance of a reply in a corner counting as some more.
UNSORTED_EMPTIES = 4
CORNERS = to_word(1 | 1 << 7 | 1 << 56 | 1 << 63)
CORNER_REPLY_COUNT = 2
#: From this many empties on it remembers positions; below, solving again is faster.
REMEMBERED_EMPTIES = 8


class PlyWeights:
    """The evaluation as a table and a constant for each ply 0-60."""

    def __init__(self, tables: Sequence["array[float]"], constants: Sequence[float]) -> None:
        self.tables = list(tables)
        self.constants = list(constants)

    def value(self, player: int, opponent: int, ply: int) -> float:
        """Estimated disc difference for the mover."""
        return evaluate(player, opponent, self.tables[ply]) + self.constants[ply]


def final_value(player: int, opponent: int) -> int:
    """The disc difference of a finished game, empties to the winner by discs, as it counts towards the goal."""
    own, other = count_bits(player), count_bits(opponent)
    if own == other:
        return 0
    return goal.sign * (64 - 2 * other if own > other else 2 * own - 64)


def label_value(weights: PlyWeights, player: int, opponent: int, ply: int, depth: int) -> float:
    """`search_value`, sooner: a shallower search says where to look for the value, ProbCut where not to."""
    moves = word_moves(player, opponent)
    if depth < 4 or not moves:
        return search_value(weights, player, opponent, ply, depth)
    guess = label_value(weights, player, opponent, ply, depth - 2)
    children = _sorted_children(weights, player, opponent, ply, moves)
    low, high = guess - ASPIRATION_DISCS, guess + ASPIRATION_DISCS
    value = _best_child(weights, children, ply, depth, low, high, CUT_DISCS)
    if value <= low:
        return _best_child(weights, children, ply, depth, -INFINITE, value + 0.001, CUT_DISCS)
    if value >= high:
        return _best_child(weights, children, ply, depth, value - 0.001, INFINITE, CUT_DISCS)
    return value


def search_value(weights: PlyWeights, player: int, opponent: int, ply: int, depth: int,
                 alpha: float = -INFINITE, beta: float = INFINITE, cut: float = INFINITE) -> float:
    """The alpha-beta value in discs for the mover; a pass costs no depth. `cut` is the margin of ProbCut."""
    moves = word_moves(player, opponent)
    if not moves:
        if not word_moves(opponent, player):
            return float(final_value(player, opponent))
        return -search_value(weights, opponent, player, ply, depth, -beta, -alpha, cut)
    if depth == 1:
        return _best_reply(weights, player, opponent, ply, moves, beta)
    children = _sorted_children(weights, player, opponent, ply, moves)
    if depth >= CUT_DEPTH and cut < INFINITE:
        estimate = -children[0][0] - weights.constants[ply + 1]
        if estimate >= beta and _reaches(weights, player, opponent, ply, depth - 2, beta + cut, estimate):
            return beta
        if estimate <= alpha and not _reaches(weights, player, opponent, ply, depth - 2, alpha - cut, estimate):
            return alpha
    return _best_child(weights, children, ply, depth, alpha, beta, cut)


def _best_child(weights: PlyWeights, children: List[tuple], ply: int, depth: int,  # type: ignore[type-arg]
                alpha: float, beta: float, cut: float) -> float:
    best = -INFINITE
    for _, next_player, next_opponent in children:
        value = -search_value(weights, next_player, next_opponent, ply + 1, depth - 1, -beta, -alpha, cut)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                if value >= beta:
                    break
    return best


def _reaches(weights: PlyWeights, player: int, opponent: int, ply: int, depth: int, bound: float,
             estimate: float) -> bool:
    """True if a search of that depth reaches the bound; the estimate is the search of depth one."""
    if depth == 1:
        return estimate >= bound
    return search_value(weights, player, opponent, ply, depth, bound - 0.001, bound, CUT_DISCS) >= bound


def _best_reply(weights: PlyWeights, player: int, opponent: int, ply: int, moves: int, beta: float) -> float:
    best = -INFINITE
    for disc in list_bits(moves):
        flipped = word_flips(player, opponent, disc)
        value = -_leaf_value(weights, opponent ^ flipped, player | flipped | disc, ply + 1)
        if value > best:
            best = value
            if value >= beta:
                break
    return best


def _leaf_value(weights: PlyWeights, player: int, opponent: int, ply: int) -> float:
    """The estimate; seen by the side that can move, because the weights know no other positions."""
    if word_moves(player, opponent):
        return weights.value(player, opponent, ply)
    if word_moves(opponent, player):
        return -weights.value(opponent, player, ply)
    return float(final_value(player, opponent))


def _sorted_children(weights: PlyWeights, player: int, opponent: int, ply: int, moves: int) -> List[tuple]:  # type: ignore[type-arg]
    """(estimate for the opponent, next player, next opponent) of every move, the mover's best first."""
    children = []
    table = weights.tables[ply + 1]
    for disc in list_bits(moves):
        flipped = word_flips(player, opponent, disc)
        next_player = opponent ^ flipped
        next_opponent = player | flipped | disc
        children.append((evaluate(next_player, next_opponent, table), next_player, next_opponent))
    children.sort()
    return children


def best_next(weights: PlyWeights, player: int, opponent: int, ply: int, depth: int) -> Tuple[int, int]:
    """The position after the best move of a search of that depth, two or more; opponent first even if it must pass."""
    best = -INFINITE
    chosen: Tuple[int, int] = (0, 0)
    for _, next_player, next_opponent in _sorted_children(weights, player, opponent, ply, word_moves(player, opponent)):
        value = -search_value(weights, next_player, next_opponent, ply + 1, depth - 1, -INFINITE, -best, CUT_DISCS)
        if value > best:
            best, chosen = value, (next_player, next_opponent)
    return chosen


def exact_value(player: int, opponent: int, guess: float = 0.0) -> int:
    """The final disc difference under perfect play by both sides; a good guess at it saves time."""
    empties = 64 - count_bits(player | opponent)
    memory: Dict[Tuple[int, int], Tuple[int, int]] = {}
    low, high = -64, 64
    threshold = int(guess) | 1
    while low < high:
        threshold = max(low + 1, min(high - 1, threshold))
        score = _exact_bound(player, opponent, empties, threshold, memory)
        if score > threshold:
            low = score
        else:
            high = score
        threshold = score + 1 if score > threshold else score - 1
    return low


def _exact_bound(player: int, opponent: int, empties: int, threshold: int,
                 memory: Dict[Tuple[int, int], Tuple[int, int]]) -> int:
    """A bound on the score, on the same side of the odd threshold as the score itself."""
    if empties <= UNSORTED_EMPTIES:
        return _last_bound(player, opponent, ~(player | opponent), threshold, False)
    moves = word_moves(player, opponent)
    if not moves:
        if not word_moves(opponent, player):
            return final_value(player, opponent)
        return -_exact_bound(opponent, player, empties, -threshold, memory)
    low, high = -64, 64
    if empties >= REMEMBERED_EMPTIES:
        low, high = memory.get((player, opponent), (-64, 64))
        if low > threshold:
            return low
        if high < threshold:
            return high
    children = []
    for disc in list_bits(moves):
        flipped = word_flips(player, opponent, disc)
        next_player = opponent ^ flipped
        next_opponent = player | flipped | disc
        replies = word_moves(next_player, next_opponent)
        rank = count_bits(replies) + (CORNER_REPLY_COUNT if replies & CORNERS else 0)
        children.append((rank, next_player, next_opponent))
    children.sort()
    best = -99
    for _, next_player, next_opponent in children:
        score = -_exact_bound(next_player, next_opponent, empties - 1, -threshold, memory)
        if score > best:
            best = score
            if score > threshold:
                break
    if empties >= REMEMBERED_EMPTIES:
        memory[player, opponent] = (best, high) if best > threshold else (low, best)
    return best


def _last_bound(player: int, opponent: int, empty: int, threshold: int, passed: bool) -> int:
    """The same for so few empty squares that each is simply tried."""
    best = -99
    waiting = empty
    while waiting:
        disc = lowest_bit(waiting)
        waiting ^= disc
        flipped = word_flips(player, opponent, disc)
        if flipped:
            next_opponent = player | flipped | disc
            rest = empty ^ disc
            if rest:
                score = -_last_bound(opponent ^ flipped, next_opponent, rest, -threshold, False)
            else:
                score = goal.sign * (2 * count_bits(next_opponent) - 64)
            if score > best:
                best = score
                if score > threshold:
                    return best
    if best > -99:
        return best
    if passed:
        return final_value(player, opponent)
    return -_last_bound(opponent, player, empty, -threshold, True)
