"""Proven values and the keys of positions."""

from hypothesis import given
from hypothesis import strategies as st

from engine.board import START
from engine.node import position_key, proven_discs, proven_value
from engine.oriented import orient

scores = st.integers(-32, 32).map(lambda half: 2 * half)


@given(scores)
def test_a_proven_value_holds_its_disc_difference(score):
    assert proven_discs(proven_value(score)) == score
    assert proven_value(-score) == -proven_value(score)


@given(scores, scores)
def test_a_larger_win_has_a_higher_value_and_every_win_beats_every_estimate(one, other):
    assert (proven_value(one) > proven_value(other)) == (one > other)
    assert proven_value(one) > 1.0 or one <= 0


def test_the_key_depends_on_the_side_to_move():
    player, opponent, _ = orient(*START)
    assert position_key(player, opponent) != position_key(opponent, player)
