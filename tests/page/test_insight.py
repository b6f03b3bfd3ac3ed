"""The engine's view of a game, and the next position to think about."""

from engine.coordinates import squares_from_transcript
from engine.report import Candidate
from protocol.game import Game
from protocol.page.insight import ANALYSIS_SECONDS, HINT_SECONDS, Insight, Task
from protocol.page.set_up import read_start
from tests.page.test_mistakes import evaluation, report
from tests.test_game import KNOWN_GAMES, game_from_transcript

GAME = Game(squares_from_transcript("f5d6c3"))
ENDED = game_from_transcript(KNOWN_GAMES["black wipes white out in nine moves"][0])


def test_without_a_request_there_is_no_task():
    assert Insight().next_task(GAME, None) is None


def test_the_analysis_follows_the_last_position_or_stays_where_the_reader_is():
    insight = Insight()
    insight.want(True, None)
    assert insight.next_task(GAME, None) == Task(3, ANALYSIS_SECONDS, True)
    insight.want(True, 1)
    assert insight.next_task(GAME, None) == Task(1, ANALYSIS_SECONDS, True)
    insight.want(False, 1)
    assert insight.next_task(GAME, None) is None


def test_what_the_engine_thinks_about_as_a_player_is_not_analysed_beside_it():
    insight = Insight()
    insight.want(True, None)
    assert insight.next_task(GAME, 3) is None
    assert insight.next_task(GAME, 2) is not None


def test_the_end_of_a_game_needs_no_analysis():
    insight = Insight()
    insight.want(True, None)
    assert insight.next_task(ENDED, None) is None


def test_a_task_is_done_once():
    insight = Insight()
    insight.want(True, 1)
    insight.finish(Task(1, ANALYSIS_SECONDS), report())
    assert insight.next_task(GAME, None) is None


def test_the_analysis_ends_when_every_move_is_proven_the_review_when_the_best_is():
    best, other = Candidate(19, 10, 1.0, 0.5, 6.0, True), Candidate(26, 1, -1.0, 0.5, -2.0, False)
    half, whole = (report(1.0, 6.0, True)._replace(candidates=(best, other._replace(exact=known)))
                   for known in (False, True))
    insight = Insight()
    insight.want(True, 1)
    insight.keep(1, half)
    assert insight.next_task(GAME, None) == Task(1, ANALYSIS_SECONDS, True)
    insight.keep(1, whole)
    assert insight.next_task(GAME, None) is None
    insight.keep(1, half._replace(simulations=10 ** 6))
    assert insight.reports[1] == whole
    insight.want(False, None)
    insight.keep(0, half)
    insight.begin_review(1, 1.0)
    assert insight.next_task(GAME, None) is None


def test_the_review_goes_from_the_end_to_the_start_and_counts():
    insight = Insight()
    insight.begin_review(4, 0.5)
    plies = []
    while True:
        task = insight.next_task(GAME, None)
        if task is None:
            break
        assert insight.view_review() == {"done": len(plies), "total": 4}
        plies.append(task.ply)
        insight.finish(task, report())
    assert plies == [3, 2, 1, 0] and insight.view_review() is None


def test_the_position_that_is_looked_at_comes_before_the_review():
    insight = Insight()
    insight.begin_review(4, 0.5)
    insight.want(True, 1)
    assert insight.next_task(GAME, None).ply == 1
    insight.end_review()
    insight.want(False, None)
    assert insight.next_task(GAME, None) is None


def test_the_more_credible_report_is_kept():
    insight = Insight()
    weak, strong, proven = report(0.1)._replace(simulations=10), report(0.2), report(0.3, exact=True)
    insight.keep(1, strong)
    insight.keep(1, weak)
    assert insight.reports[1] == strong
    insight.keep(1, proven)
    insight.keep(1, strong)
    assert insight.reports[1] == proven


def test_positions_that_were_taken_back_are_forgotten():
    insight = Insight()
    for ply in range(4):
        insight.finish(Task(ply, 1.0), report())
    insight.want(True, 3)
    insight.forget_after(1)
    assert sorted(insight.reports) == [0, 1]
    assert insight.next_task(Game(GAME.moves[:1]), None).ply == 1


def test_the_engine_s_view_replaces_notes_and_the_result_replaces_both():
    insight = Insight([evaluation(0.1), evaluation(0.2)])
    insight.keep(1, report(0.5))
    values = [found and found.value for found in insight.evaluations(ENDED)]
    assert values[:3] == [0.1, -0.5, None] and values[-1] == 1.0


def test_the_analysis_is_shown_with_what_it_says():
    insight = Insight()
    assert insight.view_analysis(GAME, None) is None
    insight.want(True, None)
    assert insight.view_analysis(GAME, 3) == {"ply": 3, "working": True, "report": None}
    insight.keep(3, report())
    view = insight.view_analysis(GAME, None)
    assert (view["working"], view["report"]["move"]) == (False, "d3")


def test_a_hint_comes_first_and_says_its_move_when_it_is_found():
    insight = Insight()
    insight.begin_review(4, 0.5)
    insight.hint(3)
    assert insight.next_task(GAME, None) == Task(3, HINT_SECONDS)
    assert insight.view_hint() == {"ply": 3, "move": None}
    insight.keep(3, report())
    assert insight.view_hint() == {"ply": 3, "move": None}  # still thinking
    insight.finish(Task(3, HINT_SECONDS), report())
    assert insight.view_hint() == {"ply": 3, "move": "d3"}
    insight.hint(None)
    assert insight.view_hint() is None


def test_where_white_moved_first_reports_are_turned_to_black_all_the_same():
    start = read_start("-" * 27 + "OX------XO" + "-" * 27 + " O")
    insight = Insight()
    insight.keep(0, report(0.5))
    assert insight.evaluations(start.game())[0].value == -0.5
