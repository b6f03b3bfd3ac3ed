"""Hypothesis strategies for positions and games, and boards drawn as text."""

from random import Random
from typing import List, Tuple

from hypothesis import strategies as st

from engine.board import FULL_BOARD, START, count_discs, is_over, iterate_squares, legal_moves, must_pass, play_move
from engine.coordinates import PASS

Position = Tuple[int, int]

_any_squares = st.integers(0, FULL_BOARD)
#: Sets of squares from sparse to dense; plain integers alone would fill about half of the board each time.
squares = st.one_of(
    _any_squares,
    st.builds(int.__and__, _any_squares, _any_squares),
    st.builds(int.__or__, _any_squares, _any_squares),
    st.just(FULL_BOARD),
    st.sets(st.integers(0, 63), max_size=6).map(lambda empty: FULL_BOARD & ~sum(1 << square for square in empty)),
)

#: Any two disjoint sets of squares, reachable in a game or not.
arbitrary_positions = st.builds(lambda taken, own: (taken & own, taken & ~own), squares, squares)


def crowded_positions(fewest: int, most: int) -> "st.SearchStrategy[Position]":
    """Any discs around this many empty squares, including blocked, wiped out and unreachable positions."""
    discs = st.one_of(_any_squares, st.builds(int.__or__, _any_squares, _any_squares),
                      st.builds(int.__and__, _any_squares, _any_squares), st.sampled_from((0, FULL_BOARD)))
    taken = st.sets(st.integers(0, 63), min_size=fewest, max_size=most).map(
        lambda empty: FULL_BOARD & ~sum(1 << square for square in empty))
    return st.builds(lambda taken, own: (taken & own, taken & ~own), taken, discs)


#: Choices of moves that `play_choices` turns into a game.
choices = st.lists(st.integers(0, 59), max_size=70)


def play_choices(picks: List[int]) -> Tuple[Position, List[int]]:
    """The position and moves, including passes, of a game in which pick n means the n-th legal move, cyclically."""
    position, moves = START, []
    for pick in picks:
        legal = list(iterate_squares(legal_moves(*position)))
        if not legal and not must_pass(*position):
            break
        moves.append(legal[pick % len(legal)] if legal else PASS)
        position = play_move(*position, moves[-1])
    return position, moves


#: Move lists of games, finished or not, including passes.
games = choices.map(lambda picks: play_choices(picks)[1])
reachable_positions = choices.map(lambda picks: play_choices(picks)[0])
positions = st.one_of(arbitrary_positions, reachable_positions)


def random_position(empties: int, seed: int) -> Position:
    """A position from a random game, with this many empty squares and at least two moves."""
    random = Random(seed)
    position = START
    while 64 - count_discs(position[0] | position[1]) > empties:
        if is_over(*position):
            return random_position(empties, seed + 1000)
        moves = list(iterate_squares(legal_moves(*position))) or [PASS]
        position = play_move(*position, random.choice(moves))
    return position if count_discs(legal_moves(*position)) > 1 else random_position(empties, seed + 1000)
