"""Pairings: colours swapped, openings shared, the right number of games."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from protocol.matches.schedule import Fixture, make_schedule

OPENINGS = [[n] for n in range(7)]


@given(bots=st.integers(2, 5), pairs=st.integers(1, 10), seed=st.integers(0, 5), gauntlet=st.booleans())
def test_every_pair_has_both_colours_and_one_opening(bots, pairs, seed, gauntlet):
    fixtures = make_schedule(bots, 2 * pairs, OPENINGS, seed, gauntlet)
    assert len(set(fixtures)) == len(fixtures)
    for fixture in fixtures:
        assert fixture._replace(black=fixture.white, white=fixture.black) in fixtures
    meetings = Counter(frozenset(fixture.bots) for fixture in fixtures)
    assert set(meetings.values()) == {2 * pairs}
    assert len(meetings) == (bots - 1 if gauntlet else bots * (bots - 1) // 2)
    assert not gauntlet or all(0 in fixture.bots for fixture in fixtures)


@given(pairs=st.integers(1, 7), seed=st.integers(0, 5))
def test_no_opening_is_repeated_before_all_are_used(pairs, seed):
    used = [fixture.opening for fixture in make_schedule(2, 2 * pairs, OPENINGS, seed) if fixture.black == 0]
    assert len(set(used)) == pairs


def test_a_longer_schedule_begins_with_the_shorter_one():
    assert make_schedule(3, 4, OPENINGS, 1) == make_schedule(3, 10, OPENINGS, 1)[:12]


def test_a_pair_is_played_back_to_back():
    assert make_schedule(2, 2, [[5]]) == [Fixture(0, 1, 0, (5,)), Fixture(1, 0, 0, (5,))]
