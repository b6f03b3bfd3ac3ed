"""Evaluations from black's point of view, and the mistakes they reveal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coordinates import PASS, squares_from_transcript
from engine.report import Report
from protocol.answering.report_text import report_note
from protocol.game import BLACK, WHITE, Game
from protocol.page.mistakes import (
    Evaluation,
    carry_over,
    evaluation_of_end,
    evaluation_of_report,
    evaluation_of_view,
    find_mistakes,
)
from protocol.records.bot_view import read_view
from tests.test_game import KNOWN_GAMES, game_from_transcript

MOVES = squares_from_transcript("f5d6c3")


def report(value=0.25, discs=3.5, exact=False, move=19, source="search"):
    return Report(move, value, discs, exact, source, 1234, 0.5, (move,), ())


def evaluation(value, best=None, discs=0.0, exact=False):
    return Evaluation(value, discs, exact, best)


@pytest.mark.parametrize("colour, sign", [(BLACK, 1), (WHITE, -1)])
def test_a_report_is_turned_to_black(colour, sign):
    assert evaluation_of_report(report(), colour) == (0.25 * sign, 3.5 * sign, False, 19, (19,))


@given(st.floats(-1, 1), st.floats(-64, 64), st.booleans(), st.integers(0, 63), st.sampled_from([BLACK, WHITE]))
def test_what_a_bot_notes_is_read_again(value, discs, exact, move, colour):
    discs = float(int(discs)) if exact else discs
    given = report(value, discs, exact, move)
    noted = evaluation_of_view(read_view(report_note(given)), colour)
    assert noted is not None
    assert noted.value == pytest.approx(evaluation_of_report(given, colour).value, abs=0.001)
    assert noted.discs == pytest.approx(evaluation_of_report(given, colour).discs, abs=0.06)
    assert (noted.exact, noted.best) == (exact, move)


def test_where_a_bot_noted_nothing_there_is_no_evaluation():
    assert evaluation_of_view(None, BLACK) is None


def test_the_end_is_worth_its_result_with_the_empty_squares_for_the_winner():
    wiped = game_from_transcript(KNOWN_GAMES["white wipes black out in ten moves"][0])
    assert evaluation_of_end(wiped) == (-1.0, -64.0, True, None, ())
    drawn = game_from_transcript(KNOWN_GAMES["full board drawn"][0])
    assert evaluation_of_end(drawn) == (0.0, 0.0, True, None, ())
    assert evaluation_of_end(drawn).chance == 0.5


def test_the_best_move_carries_the_evaluation_over_a_gap():
    first = evaluation(0.4, best=MOVES[0])
    assert carry_over(MOVES, [first, None, None, None]) == [first, evaluation(0.4), None, None]


def test_an_evaluation_that_is_known_is_not_overwritten():
    known = [evaluation(0.4, best=MOVES[0]), evaluation(-0.2), None, None]
    assert carry_over(MOVES, known) == known


@pytest.mark.parametrize("ply", [1, 2])
def test_a_mistake_is_the_mover_s_loss(ply):
    sign = 1 if ply == 1 else -1
    evaluations = [None] * 4
    evaluations[ply - 1], evaluations[ply] = evaluation(0.5 * sign, best=0), evaluation(0.0)
    mistake, = find_mistakes(MOVES, evaluations)
    assert (mistake.ply, mistake.best, mistake.chance, mistake.blunder) == (ply, 0, 0.25, False)
    evaluations[ply] = evaluation(-0.5 * sign)
    assert find_mistakes(MOVES, evaluations)[0].blunder


def test_a_gain_a_small_loss_and_the_best_move_are_no_mistakes():
    assert find_mistakes(MOVES, [evaluation(0.0, best=0), evaluation(0.9), None, None]) == []
    assert find_mistakes(MOVES, [evaluation(0.2, best=0), evaluation(0.0), None, None]) == []
    assert find_mistakes(MOVES, [evaluation(0.9, best=MOVES[0]), evaluation(-0.9), None, None]) == []


def test_discs_given_away_for_certain_are_a_mistake_though_the_game_stays_won():
    before, after = evaluation(1.0, 0, 20.0, True), evaluation(1.0, None, 10.0, True)
    mistake, = find_mistakes(MOVES, [before, after, None, None])
    assert (mistake.discs, mistake.exact, mistake.blunder) == (10.0, True, False)
    assert find_mistakes(MOVES, [before, after._replace(discs=12.0, exact=False), None, None]) == []


def test_a_lost_game_has_its_mistakes_too():
    """White is lost from the start and loses by more and more: -20, -20, -45."""
    evaluations = [evaluation(value, 0, discs)
                   for value, discs in ((0.9, 20.0), (0.9, 20.0), (0.99, 45.0), (0.99, 44.0))]
    mistake, = find_mistakes(MOVES, evaluations)
    assert (mistake.ply, mistake.discs, mistake.blunder, mistake.exact) == (2, 25.0, True, False)
    assert mistake.chance < 0.05


def test_where_only_the_winner_is_proven_discs_are_not_compared():
    before, after = evaluation(-1.0, 0, -2.0), evaluation(-1.0, 0, -44.0, True)
    assert find_mistakes(MOVES, [before, after, None, None]) == []
    assert find_mistakes(MOVES, [before._replace(exact=True), after, None, None])[0].discs == 42.0


def test_a_mistake_knows_the_line_that_was_better():
    before = Evaluation(0.5, 8.0, False, 19, (19, 18, 34))
    mistake, = find_mistakes(MOVES, [before, evaluation(-0.5), None, None])
    assert mistake.best == 19 and mistake.line == (19, 18, 34)


def test_where_white_moves_first_the_first_loss_is_white_s():
    evaluations = [evaluation(-0.5, best=0), evaluation(0.5), None, None]
    assert find_mistakes(MOVES, evaluations) == []
    assert find_mistakes(MOVES, evaluations, WHITE)[0].ply == 1


def test_a_bot_s_views_alone_show_the_mistakes_of_its_opponent():
    """The bot is white; it plays what it likes best, so its view holds until black has answered."""
    moves = MOVES[:2] + [MOVES[2]]
    views = [None, evaluation(0.0, best=moves[1]), None, evaluation(-0.6, best=PASS)]
    mistake, = find_mistakes(moves, views)
    assert mistake.ply == 3 and mistake.chance == pytest.approx(0.3)


@given(st.lists(st.one_of(st.none(), st.floats(-1, 1)), min_size=4, max_size=4))
def test_any_evaluations_can_be_judged(values):
    evaluations = [None if value is None else evaluation(value, best=0) for value in values]
    for mistake in find_mistakes(Game(MOVES).moves, evaluations):
        assert 1 <= mistake.ply <= 3 and mistake.chance >= 0.12
