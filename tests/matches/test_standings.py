"""Points, pairs, discs, times and errors, counted by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coordinates import squares_from_transcript
from protocol.matches.schedule import Fixture
from protocol.matches.standings import Played, describe_test, draw_table, sum_up, summarize_game
from protocol.records.record import make_record
from protocol.records.record_reader import read_record
from tests.recordings import judged
from tests.records.test_record import FINISHED


def game(black, white, pair, scores, discs=(40, 24), error=None, seconds=((0.5,), (0.25,))):
    """A played fixture."""
    return Played(Fixture(black, white, pair, ()), scores, discs, error, tuple(map(list, seconds)))


GAMES = [
    game(0, 1, 0, (2, 0)), game(1, 0, 0, (2, 0)),  # bot 0 wins one, loses one: an even pair
    game(0, 1, 1, (2, 0), (33, 31)), game(1, 0, 1, (1, 1), (32, 32)),  # three points of four
    game(0, 1, 2, (0, 2), (2, 2), "INVALID_INPUT_VERDICT_TLE", ((6.5,), ())),  # half a pair
]


def test_the_row_of_a_bot_counts_its_games():
    row = sum_up(GAMES, 0)
    assert (row.wins, row.draws, row.losses, row.games, row.points) == (2, 1, 2, 5, 2.5)
    assert row.pairs == (0, 0, 1, 1, 0)
    assert row.disc_difference == (16 - 16 + 2 + 0) / 4
    assert row.seconds == ((0.5 + 0.25 + 0.5 + 0.25 + 6.5) / 5, 6.5)
    assert row.errors == {"TLE": 1}
    assert sum_up(GAMES, 1).errors == {}


@given(st.lists(st.tuples(st.permutations(range(3)), st.integers(0, 3), st.sampled_from([(2, 0), (1, 1), (0, 2)]))))
def test_every_point_belongs_to_a_bot(rows):
    games = [game(bots[0], bots[1], pair, scores) for bots, pair, scores in rows]
    assert sum(sum_up(games, bot).points for bot in range(3)) == len(games)
    assert sum(sum_up(games, bot).disc_difference or 0 for bot in range(3)) is not None
    for bot in range(3):
        meetings = [sum_up(games, bot, other) for other in range(3) if other != bot]
        assert sum(row.games for row in meetings) == sum_up(games, bot).games


def test_the_table_has_a_line_for_each_bot():
    lines = draw_table(["one", "two"], GAMES)
    assert len(lines) == 3
    assert [line.split()[0] for line in lines] == ["games", "one", "two"]
    assert lines[1].split()[1:7] == ["5", "2", "1", "2", "50.0", "%"]
    assert lines[1].endswith("TLE:1")
    assert len({len(line) for line in lines[:2]}) == 1


def test_with_more_bots_there_is_a_line_for_each_meeting_too():
    lines = draw_table(["a", "b", "c"], GAMES + [game(2, 0, 0, (2, 0))])
    assert lines[-2:] == ["a - b: +2 =1 -2", "a - c: +0 =0 -1"]


def test_without_a_game_the_table_claims_nothing():
    (_, first, second) = draw_table(["one", "two"], [])
    assert first.split() == ["one", "0", "0", "0", "0", "-", "-", "-", "-", "-", "0.00", "0.00", "-"]


def test_the_opening_takes_no_time():
    opening = tuple(squares_from_transcript("f5d6c3"))
    value = make_record(judged(FINISHED))
    for entry in value["logs"][1::2]:
        entry[next(iter(entry))]["time"] = 1000
    fixture = Fixture(0, 1, 0, opening)
    played = summarize_game(fixture, read_record("file", 1, value))
    assert [len(seconds) for seconds in played.seconds] == [len(FINISHED[4::2]), len(FINISHED[3::2])]
    assert set(played.seconds[0]) == {1.0}


def test_an_unfinished_game_does_not_count():
    with pytest.raises(ValueError):
        summarize_game(Fixture(0, 1, 0, ()), read_record("file", 1, make_record(judged([]))))


def test_a_sequential_test_is_put_into_words():
    names = ["new", "old"]
    assert describe_test(names, 0, 10, "H1", 80) == (
        "new is better than old: an advantage of 10 Elo or more fits these games, one of 0 or less does not "
        "(such a verdict is wrong at most once in twenty times)")
    assert describe_test(names, 0, 10, "H0", 80) == (
        "new is not clearly better than old: an advantage of 0 Elo or less fits these games, one of 10 or more does "
        "not (such a verdict is wrong at most once in twenty times)")
    assert describe_test(names, -5, 0, "H1", 80).startswith("new is not worse than old: an advantage of 0 Elo or more ")
    assert describe_test(names, -5, 0, "H0", 80).startswith("new is worse than old: an advantage of -5 Elo or less ")
    assert describe_test(names, 0, 10, "", 80) == (
        "undecided: 80 games are too few to tell an advantage of 10 Elo from one of 0; "
        "continue with --resume and a larger --games")
