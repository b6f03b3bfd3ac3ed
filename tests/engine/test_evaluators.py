"""Both evaluators rank all moves and stay within their ranges."""

from random import Random

from hypothesis import given, settings

from engine.board import board_from_text, count_discs, iterate_squares, legal_moves, play_move
from engine.coordinates import square_from_text
from engine.evaluation import UNITS_PER_DISC, PatternEvaluation
from engine.evaluators import (
    FEW_DISCS_TO_MOVE,
    FEW_DISCS_WAITING,
    FEW_OPPONENT_DISCS,
    FEW_OWN_DISCS,
    PatternEvaluator,
    PlayoutEvaluator,
)
from engine.oriented import orient, oriented_moves
from engine.patterns import pack_patterns
from engine.report import Limit
from engine.reversed_store import stored_weights
from engine.reversed_weights import PLY_CONSTANTS
from engine.seams import MOVE_BITS, MOVE_MASK
from engine.thinker import Thinker
from tests.positions import random_position, reachable_positions

PATTERNS = PatternEvaluator()
PLAYOUTS = PlayoutEvaluator(Random(1))
REVERSED = PlayoutEvaluator(Random(1), goal=-1)
LEARNED_REVERSED = PatternEvaluator(PatternEvaluation(stored_weights, PLY_CONSTANTS), goal=-1)


def judged(evaluator, position):
    own, other, empty = orient(*position)
    ply = count_discs(position[0] | position[1]) - 4
    return evaluator(own, other, oriented_moves(own, other, empty), evaluator.pack(*position), ply)


@given(reachable_positions)
@settings(max_examples=60)
def test_every_evaluator_ranks_exactly_the_legal_moves(position):
    if not legal_moves(*position):
        return
    for evaluator in (PATTERNS, PLAYOUTS, REVERSED, LEARNED_REVERSED):
        value, ranking = judged(evaluator, position)
        assert sorted(move & MOVE_MASK for move in ranking) == list(iterate_squares(legal_moves(*position)))
        assert ranking == sorted(ranking, key=lambda move: -(move >> MOVE_BITS))
        assert -1.0 <= value <= 1.0


@given(reachable_positions)
@settings(max_examples=60)
def test_patterns_estimate_a_move_by_the_position_after_it(position):
    if not legal_moves(*position):
        return
    evaluation = PATTERNS.evaluation
    ply = count_discs(position[0] | position[1]) - 4
    for move in judged(PATTERNS, position)[1]:
        child = play_move(*position, move & MOVE_MASK)
        if child[0]:
            discs = -evaluation.discs(pack_patterns(*child), ply + 1)
            if count_discs(position[0]) <= FEW_OWN_DISCS or count_discs(position[1]) <= FEW_OPPONENT_DISCS:
                discs += price(FEW_DISCS_TO_MOVE, child[0]) - price(FEW_DISCS_WAITING, child[1])
            assert abs((move >> MOVE_BITS) / UNITS_PER_DISC - discs) <= 0.5 / UNITS_PER_DISC + 1e-9


def price(costs, side):
    """The cost of having few discs for that side."""
    return costs.get(count_discs(side), 0)


def test_a_search_does_not_run_out_of_discs_for_the_sake_of_mobility():
    # b3 loses: a3 follows, and whatever black does, white takes the last disc.
    position = board_from_text("""
        -------O
        --O----O
        --OOOOXO
        --OOOXO-
        --OOOOO-
        --O--OOO
        -O------
        --------""")
    report = Thinker(seed=1).think(*position, Limit(simulations=2000))
    assert report.move != square_from_text("b3")


def test_having_fewer_discs_costs_more():
    for costs in (FEW_DISCS_TO_MOVE, FEW_DISCS_WAITING):
        prices = [costs[count] for count in sorted(costs)]
        assert all(fewer > more > 0 for fewer, more in zip(prices, prices[1:]))


def test_a_wipe_out_is_worth_the_whole_board():
    position = board_from_text("-OX-----" + "--------" * 3 + "---X----" + "---O----" + "--------" * 2)
    assert len(judged(PATTERNS, position)[1]) == 2
    alone = board_from_text("-OX-----" + "--------" * 7)
    value, ranking = judged(PATTERNS, alone)
    assert ranking == [64 * UNITS_PER_DISC << MOVE_BITS | square_from_text("a1")]
    assert value == PATTERNS.value_of_units(64 * UNITS_PER_DISC) > 0.75


def test_the_value_of_an_estimate_is_odd_and_grows_with_it():
    units = int(PATTERNS.value_discs * UNITS_PER_DISC)
    assert 0.75 < PATTERNS.value_of_units(units) < 0.77
    assert PATTERNS.value_of_units(-units) == -PATTERNS.value_of_units(units)
    assert PATTERNS.value_of_units(0) == 0.0


def test_a_playout_near_the_end_knows_the_winner_and_the_goal_reverses_it():
    position = board_from_text("XXXXXXXX" * 7 + "XXXXXXO-")
    assert judged(PLAYOUTS, position)[0] == 1.0
    assert judged(REVERSED, position)[0] == -1.0


def test_taking_the_last_disc_wins_the_usual_game_and_loses_the_reversed_one():
    position = board_from_text("-OX" + "-" * 61)
    units = [judged(evaluator, position)[1][0] >> MOVE_BITS for evaluator in (PATTERNS, LEARNED_REVERSED)]
    assert units == [64 * UNITS_PER_DISC, -64 * UNITS_PER_DISC]


def test_the_evaluation_for_the_fewest_discs_shuns_corners():
    """White can take the corner a1 or play elsewhere; the two goals disagree about it."""
    corner = square_from_text("a1")
    disagreements = 0
    for position in corner_choices():
        usual, reversed_ = ([move & MOVE_MASK for move in judged(evaluator, position)[1]].index(corner)
                            for evaluator in (PATTERNS, LEARNED_REVERSED))
        disagreements += usual < reversed_
    assert disagreements >= 8


def corner_choices():
    """Ten positions of random games in which the mover may take a1 and has at least three other moves."""
    found, seed = [], 0
    while len(found) < 10:
        seed += 1
        position = random_position(20 + seed % 20, seed)
        moves = legal_moves(*position)
        if moves & 1 and count_discs(moves) >= 4:
            found.append(position)
    return found
