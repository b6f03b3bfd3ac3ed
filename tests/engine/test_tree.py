"""The four stages of the tree search, its arithmetic by hand, its proofs and its memory."""

from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import (
    START,
    board_from_text,
    count_discs,
    final_score,
    is_over,
    iterate_squares,
    legal_moves,
    play_move,
)
from engine.coordinates import PASS, square_from_text
from engine.endgame import EndgameSolver
from engine.evaluators import PatternEvaluator, PlayoutEvaluator
from engine.node import CLOSED, Node
from engine.oriented import FIRST_COPY, fold
from engine.seams import MOVE_MASK
from engine.tree import SOLVED_EMPTIES, Tree
from tests.positions import random_position, reachable_positions
from tests.stub_evaluator import StubEvaluator


def move_of(node, pick):
    return node.ranking[pick] & MOVE_MASK


def test_the_first_visits_by_hand():
    # d3 is estimated 6 discs better than the others: priors e^0 and three times e^-1, of exploration 0.5.
    d3 = square_from_text("d3")
    after_d3 = play_move(*START, d3)
    evaluator = StubEvaluator(values={after_d3: -0.4}, estimates={(START, d3): 6})
    tree = Tree(evaluator)
    root = tree.set_root(*START)
    total = 1 + 3 * 0.36787944117
    assert move_of(root, 0) == d3
    assert tree.priors(root) == pytest.approx([1 / total] + [0.36787944117 / total] * 3)
    assert root.pull == pytest.approx([0.5 / total])
    assert root.quality == [0.0] and root.visits == [0] and root.best == 0.0  # the first move has the node's value

    tree.simulate()  # takes d3: N=1, W=0.4, minimax 0.4, Q=0.4; the next move becomes visible
    assert root.total == 1
    assert root.visits == [1, 0] and root.sums == [0.4, 0.0] and root.minimax == [0.4, 0.0]
    assert root.quality == pytest.approx([0.4, 0.0])
    assert root.pull == pytest.approx([0.25 / total, 0.5 * 0.36787944117 / total])
    assert root.best == 0.4

    tree.simulate()  # 0.4 + sqrt(2)*0.119 beats 0 + sqrt(2)*0.087: d3 again, its first reply is even
    # the reply is worth 0 to us: N=2, W=0.4, mean 0.2; the opponent's best is now even too: minimax 0, Q=0.1
    assert root.visits == [2, 0] and root.sums == [0.4, 0.0]
    assert root.minimax[0] == 0.0
    assert root.quality[0] == pytest.approx(0.1)
    assert tree.best_pick(root) == 0


def test_minimax_of_a_node_falls_when_its_best_line_does():
    tree = Tree(StubEvaluator(values={play_move(*START, 19): -0.9}))
    root = tree.set_root(*START)
    while root.visits[-1] == 0 or len(root.visits) < 4:
        tree.simulate()
    assert root.best == max(root.minimax)


@given(reachable_positions, st.integers(1, 120))
@settings(max_examples=40)
def test_the_statistics_add_up_after_any_number_of_visits(position, simulations):
    if not legal_moves(*position):
        return
    tree = Tree(PlayoutEvaluator(Random(1)))
    root = tree.set_root(*position)
    done = 0
    while done < simulations and root.proven is None:
        tree.simulate()
        done += 1
    assert root.total == done == sum(root.visits)
    for node in tree.nodes.values():
        if node.children:
            assert node.total == sum(node.visits)
            assert len(node.visits) == len(node.sums) == len(node.quality) == len(node.pull) == len(node.children)
            assert all(abs(total) <= 1.65 * visits + 1e-9 for total, visits in zip(node.sums, node.visits))
            if node.proven is None:
                assert node.best == max(node.minimax)


def test_a_wipe_out_in_one_is_proven_and_chosen():
    position = board_from_text("""
        XO------
        --------
        --------
        --------
        --------
        --------
        --------
        --------""")
    tree = Tree(StubEvaluator())
    root = tree.set_root(*position)
    tree.simulate()
    assert root.proven == pytest.approx(1.64)  # all squares to the winner
    assert root.ranking[tree.best_pick(root)] & MOVE_MASK == square_from_text("c1")


def minimax_score(player, opponent):
    """The disc difference under perfect play, by brute force."""
    if is_over(player, opponent):
        return final_score(player, opponent)
    moves = list(iterate_squares(legal_moves(player, opponent))) or [PASS]
    return max(-minimax_score(*play_move(player, opponent, move)) for move in moves)


@pytest.mark.parametrize("seed", range(12))
def test_a_small_endgame_is_proven_with_the_right_winner(seed):
    random = Random(seed)
    position = START
    while 64 - count_discs(position[0] | position[1]) > 5 and not is_over(*position):
        moves = list(iterate_squares(legal_moves(*position))) or [PASS]
        position = play_move(*position, random.choice(moves))
    if not legal_moves(*position):
        position = position[::-1]
    if not legal_moves(*position):
        return
    tree = Tree(PlayoutEvaluator(random))
    root = tree.set_root(*position)
    for _ in range(20000):
        if root.proven is not None:
            break
        tree.simulate()
    score = minimax_score(*position)
    assert root.proven is not None
    assert (root.proven > 0) - (root.proven < 0) == (score > 0) - (score < 0)


def test_positions_near_the_end_are_proven_by_the_solver_at_their_second_visit():
    random = Random(4)
    position = START
    while 64 - count_discs(position[0] | position[1]) > SOLVED_EMPTIES + 1:
        moves = list(iterate_squares(legal_moves(*position))) or [PASS]
        position = play_move(*position, random.choice(moves))
    tree = Tree(PlayoutEvaluator(random), solver=EndgameSolver())
    root = tree.set_root(*position)
    solved = []
    while root.proven is None:
        before = [(child, visits) for child, visits in zip(root.children, root.visits) if child is not None]
        tree.simulate()
        solved += [visits for child, visits in before if child.proven is not None]
        assert all(child.proven is None for child, visits in zip(root.children, root.visits) if visits == 1)
    assert solved and min(solved) == 1
    score = EndgameSolver().solve(*position).score
    assert (root.proven > 0) - (root.proven < 0) == (score > 0) - (score < 0)
    child = root.children[tree.best_pick(root)]
    assert tree.set_root(fold(child.player), fold(child.opponent)).ranking  # a proven position can become the root


def test_the_goal_can_be_reversed():
    # The only move wipes the opponent out, which loses when the fewest discs win.
    position = board_from_text("XO------" + "-" * 56)
    tree = Tree(StubEvaluator(), goal=-1)
    root = tree.set_root(*position)
    tree.simulate()
    assert root.proven == pytest.approx(-1.64)


def test_a_position_reached_in_two_ways_is_one_node():
    tree = Tree(StubEvaluator())
    tree.set_root(*START)
    for _ in range(400):
        tree.simulate()
    keys = {(node.player & FIRST_COPY, node.opponent & FIRST_COPY) for node in tree.nodes.values()}
    assert len(keys) == len(tree.nodes)
    parents = {}
    for node in tree.nodes.values():
        for child in node.children or ():
            if child is not None:
                parents.setdefault(id(child), set()).add(id(node))
    assert any(len(above) > 1 for above in parents.values())


def test_the_tree_is_kept_from_turn_to_turn():
    tree = Tree(StubEvaluator())
    root = tree.set_root(*START)
    for _ in range(500):
        tree.simulate()
    child = root.children[0]
    position = fold(child.player), fold(child.opponent)
    before = child.total
    assert tree.set_root(*position) is child
    assert child.total == before > 50
    assert all(count_discs(fold(node.player | node.opponent)) > 4 for node in tree.nodes.values())


def test_a_tree_that_outgrows_its_bound_forgets_the_least_visited_nodes_and_goes_on():
    tree = Tree(StubEvaluator(), node_limit=300)
    root = tree.set_root(*START)
    for _ in range(2000):
        tree.simulate()
        tree.trim()
        assert len(tree.nodes) <= 301
    assert root.total == 2000 == sum(root.visits)


def test_proven_nodes_are_forgotten_too_so_that_there_is_always_room():
    position = random_position(15, 3)
    tree = Tree(PatternEvaluator(), node_limit=40, solver=EndgameSolver())
    root = tree.set_root(*position)
    trimmed = visits = 0
    while root.proven is None:
        tree.simulate()
        visits += 1
        before = len(tree.nodes)
        tree.trim()
        if len(tree.nodes) < before:
            trimmed += 1
            assert len(tree.nodes) <= before - before // 3
        assert len(tree.nodes) <= 40
    assert trimmed > 3 and root.total == visits
    score = EndgameSolver().solve(*position).score
    assert (root.proven > 0) - (root.proven < 0) == (score > 0) - (score < 0)
    for move in tree.principal_line():
        position = play_move(*position, move)


class PlainSelection(Tree):
    """The same tree without a memory in selection: every visit compares all moves."""

    def simulate(self):
        node, path, picks = self.root, [], []
        while True:
            sums = [quality + sqrt(node.total + 1) * pull for quality, pull in zip(node.quality, node.pull)]
            path.append(node)
            picks.append(sums.index(max(sums)))
            child = node.children[picks[-1]]
            fresh = child is None
            if fresh:
                child = self._expand(node, picks[-1])
            elif child.proven is None and not child.children:
                self._revisit(child)
            if child.proven is not None or fresh and not child.children:
                break
            node = child
        self._back_up(path, picks, child)


@pytest.mark.parametrize("empties", [60, 52, 40, 26, 17])
def test_selection_takes_the_same_moves_with_a_memory_as_without(empties):
    position = START if empties == 60 else random_position(empties, empties)
    trees = [kind(PatternEvaluator(), 300, 1, EndgameSolver()) for kind in (Tree, PlainSelection)]
    for tree in trees:
        root = tree.set_root(*position)
        for _ in range(700):
            if root.proven is None:
                tree.simulate()
                tree.trim()
    assert trees[0].nodes.keys() == trees[1].nodes.keys()
    for key, node in trees[0].nodes.items():
        other = trees[1].nodes[key]
        assert (node.total, node.best, node.proven) == (other.total, other.best, other.proven)
        if node.children:
            assert (node.visits, node.sums, node.margins) == (other.visits, other.sums, other.margins)


def visited_once(tree):
    """The start position and its first child, both open; the child was visited once."""
    root = tree.set_root(*START)
    tree.simulate()
    child = root.children[0]
    tree._open(child)
    return root, child


def leaf(value):
    """A position with that value for its mover, for `_back_up`."""
    return Node(0, 0, 0, 0, 30, [0], value, None)


def proof(value):
    """A proven position."""
    return Node(0, 0, 0, 0, 30, [], value, value)


def test_a_proven_draw_is_a_floor_for_the_value_that_is_backed_up():
    tree = Tree(StubEvaluator())
    root, child = visited_once(tree)  # root: N=1, W=0; the child is even
    tree._rank_next(child)
    tree._back_up([root, child], [0, 0], proof(0.0))
    # child: its first move is a proven draw. root: N=2, W=0, minimax 0, Q=0
    assert child.quality[0] == CLOSED and child.floor == 0.0 and child.proven is None
    tree._back_up([root, child], [0, 1], leaf(0.6))
    # child: the second move N=1, W=-0.6, minimax -0.6, Q=-0.6; but its best is the draw.
    # root: the opponent takes the draw, so not +0.6 but 0 comes back: N=3, W=0, minimax 0, Q=0
    assert (child.visits[1], child.sums[1], child.minimax[1], child.quality[1]) == (1, -0.6, -0.6, -0.6)
    assert child.best == 0.0
    assert (root.visits[0], root.sums[0], root.minimax[0], root.quality[0]) == (3, 0.0, 0.0, 0.0)
    tree._back_up([root, child], [0, 1], leaf(-0.8))
    # child: N=2, W=-0.6+0.8, mean 0.1, minimax 0.8, Q=0.45. root: better than a draw for the opponent counts in full:
    # N=4, W=-0.8, mean -0.2, minimax -0.8, Q=-0.5
    assert child.quality[1] == pytest.approx(0.45)
    assert (root.visits[0], root.sums[0], root.quality[0]) == (4, -0.8, pytest.approx(-0.5))


def test_a_proven_loss_bounds_the_margin_and_not_the_value():
    tree = Tree(StubEvaluator())  # its values are tanh(discs / 30)
    root, child = visited_once(tree)  # root: N=1, W=0, margin 0
    tree._rank_next(child)
    child.minimax[0] = -0.2  # the first move is estimated 6 discs behind
    tree._back_up([root, child], [0, 0], proof(1.02))
    # child: the first move is lost by 2 or more, its margin stays -0.2: the floor. The other move is even.
    # root: N=2, W=0, margin 0
    assert child.margins[0] == child.floor == -0.2 and child.minimax[0] == -1.02
    assert (root.sums[0], root.margins[0]) == (0.0, 0.0)
    tree._back_up([root, child], [0, 1], leaf(0.7))
    # child: the second move N=1, W=-0.7. root: a win is near, W=0.7; the discs are not, for the opponent can still
    # lose by the first move instead: margin 0.2
    assert (root.visits[0], root.sums[0], root.margins[0]) == (3, 0.7, 0.2)
    tree._rank_next(child)
    tree._back_up([root, child], [0, 1], proof(1.02))
    # child: N=2, lost too, and by more: the floor stays. A third move, even, is all that is left to the opponent.
    assert child.margins[1] == 2 * -0.7 and child.floor == -0.2 and child.best == 0.0 and child.proven is None
    tree._back_up([root, child], [0, 2], proof(1.02))
    # child: the third is lost by at least 2, tanh(-2 / 30), the floor now; with all moves lost so is the child.
    # root: the move wins. Its margin is still the mean of what came back, 0, 0, 0.2 and 0, moved to the proven side.
    assert child.proven == -1.02 and child.floor == pytest.approx(-0.066568, abs=1e-6)
    assert root.proven == 1.02 and root.visits[0] == 5
    assert root.margins[0] == pytest.approx(5 * 0.066568, abs=1e-6)


def test_a_margin_lies_on_the_proven_side():
    tree = Tree(StubEvaluator())
    root, child = visited_once(tree)
    tree._rank_next(child)
    tree._back_up([root, child], [0, 0], proof(1.12))  # estimated even, lost by 12 or more: tanh(-12 / 30)
    assert child.margins[0] == child.floor == pytest.approx(-0.379949)


@pytest.mark.parametrize("seed", range(6))
def test_no_proof_enters_a_margin(seed):
    tree = Tree(PatternEvaluator(), solver=EndgameSolver())
    root = tree.set_root(*random_position(15, seed))
    for _ in range(1500):
        if root.proven is None:
            tree.simulate()
    closed = 0
    for node in tree.nodes.values():
        for pick in range(len(node.visits) if node.children else 0):
            margin = node.margins[pick]
            assert abs(margin) <= node.visits[pick]
            if node.quality[pick] == CLOSED:
                closed += 1
                proven = node.minimax[pick]
                assert (margin > 0) - (margin < 0) == (proven > 0) - (proven < 0)
    assert closed > 5


def test_a_forced_pass_is_one_move():
    position = board_from_text("""
        OX-----O
        --------
        --------
        --------
        --------
        --------
        --------
        --------""")
    assert not legal_moves(*position)
    tree = Tree(StubEvaluator())
    root = tree.set_root(*position)
    assert list(root.ranking) == [PASS]
    tree.simulate()
    assert root.visits == [1]
    assert -root.children[0].best == root.best


def test_closed_moves_are_not_visited_while_others_are_open():
    tree = Tree(PatternEvaluator())
    root = tree.set_root(*START)
    for _ in range(50):
        tree.simulate()
    visits = root.visits[0]
    tree._close(root, 0, -1.2)
    for _ in range(50):
        tree.simulate()
    assert root.visits[0] == visits and root.quality[0] == CLOSED
    assert tree.best_pick(root) != 0


def test_the_highest_lower_bound_is_played_and_few_visits_count_as_one():
    tree = Tree(StubEvaluator())
    root = tree.set_root(*START)
    while len(root.visits) < 4:
        tree.simulate()
    root.quality[:], root.visits[:] = [-0.1, 0.05, 0.14, 0.9], [900, 450, 449, 0]
    assert tree.best_pick(root) == 1  # lower bounds -0.10, 0.045, 0.14 - 0.1, and an untested estimate
    root.quality[2] = 0.16
    assert tree.best_pick(root) == 2  # 0.16 - 0.1: better than the others by more than that is doubted
    root.quality[:], root.visits[:] = [0.05, 0.08, 0.12, 0.9], [8, 4, 3, 0]
    assert tree.best_pick(root) == 1  # 0.015, 0.03, 0.02
    tree.evaluator.doubt = 0.3
    assert tree.best_pick(root) == 0  # -0.06, -0.07, -0.18


def test_a_proven_win_or_draw_needs_no_visits():
    assert four_moves([-0.1, CLOSED, 0.0, 0.0], [-0.1, 1.02, 0.0, 0.0], [-0.1, 0.1, 0.0, 0.0], [900, 1, 0, 0]) == 1
    assert four_moves([-0.1, CLOSED, 0.0, 0.0], [-0.1, 0.0, 0.0, 0.0], [-0.1, 0.0, 0.0, 0.0], [900, 1, 0, 0]) == 1


def four_moves(quality, minimax, margins, visits):
    """The start position with these statistics of its moves."""
    tree = Tree(StubEvaluator())
    root = tree.set_root(*START)
    while len(root.visits) < 4:
        tree.simulate()
    root.quality[:], root.minimax[:], root.visits[:] = quality, minimax, visits
    root.margins[:] = [mean * count for mean, count in zip(margins, visits)]
    return tree.best_pick(root)


def test_among_proven_moves_of_equal_result_the_expected_discs_decide():
    closed, visits = [CLOSED] * 4, [100] * 4
    assert four_moves(closed, [-1.02, -1.3, -1.02, -1.02], [-0.4, -0.5, -0.1, -0.2], [900, 100, 100, 100]) == 2
    assert four_moves(closed, [1.02, 1.3, -1.02, 0.0], [0.1, 0.3, -0.1, 0.0], visits) == 1
    assert four_moves(closed, [-1.02, -1.02, -1.02, 0.0], [-0.1, -0.2, -0.1, 0.0], visits) == 3
    # An estimate hardly tested is not trusted: -0.2 - 0.1 against -0.25 - 0.01.
    assert four_moves(closed, [-1.02] * 4, [-0.2, -0.25, -0.9, -0.9], [1, 100, 100, 100]) == 1


def test_in_a_lost_position_discs_decide_and_not_whether_a_loss_is_proven():
    visits = [100] * 4
    one_open = [CLOSED, -0.1, CLOSED, CLOSED]  # which might not lose
    assert four_moves(one_open, [-1.02, -0.1, -1.02, -1.02], [-0.05, -0.2, -0.2, -0.2], visits) == 1
    one_open[1] = -0.5
    assert four_moves(one_open, [-1.02, -0.5, -1.02, -1.02], [-0.05, -0.5, -0.2, -0.2], visits) == 0
    assert four_moves([-0.52, -0.55, -0.48, -0.53], [-0.6] * 4, [-0.16, -0.33, -0.45, -0.4], visits) == 0
    assert four_moves([-0.15, -0.19, -0.18, -0.17], [-0.2] * 4, [-0.3, -0.2, -0.3, -0.3], visits) == 0


def test_a_proven_draw_is_better_than_an_open_move_expected_to_lose():
    closed = [CLOSED] * 4
    minimax, margins = [0.0, 0.05, -1.02, -1.02], [0.0, 0.05, -0.2, -0.2]
    assert four_moves(closed[:1] + [-0.05] + closed[2:], minimax, margins, [100] * 4) == 0
    assert four_moves(closed[:1] + [0.05] + closed[2:], minimax, margins, [100] * 4) == 1
