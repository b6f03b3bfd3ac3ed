"""The exact solver: equal to a plain minimax in every window, for both goals, whatever the clock does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import board_from_text, count_discs, is_over, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS, square_from_text
from engine.endgame import ESTIMATED_EMPTIES, HIGH_EMPTIES, EndgameSolver
from engine.evaluators import PatternEvaluator
from engine.oriented import orient
from tests.drawings import FINISHED, PASSES
from tests.endgames import PROBLEMS
from tests.minimax import minimax
from tests.positions import crowded_positions, play_choices
from tests.threads import in_threads


def minimax_of_fewest(player, opponent):
    """The score if the fewest discs win."""
    return minimax(player, opponent, goal=-1)


def score_after(oracle, position, line):
    """The oracle's score of the position reached by a line, for the side that began it."""
    for move in line:
        position = play_move(*position, move)
    return oracle(*position) * (-1) ** len(line)


def has_few_empties(position):
    return 64 - count_discs(position[0] | position[1]) <= 7


late = st.lists(st.integers(0, 59), min_size=60, max_size=70).flatmap(
    lambda picks: st.integers(53, 60).map(lambda plies: play_choices(picks[:plies])[0])).filter(has_few_empties)
positions_to_solve = st.one_of(crowded_positions(0, 7), late)
windows = st.tuples(st.integers(-66, 66), st.integers(1, 70)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@pytest.fixture(scope="module")
def solver():
    return EndgameSolver()


@pytest.fixture(scope="module")
def fewest_solver():
    return EndgameSolver(fewest_wins=True)


@given(positions_to_solve)
@settings(max_examples=200)
def test_the_score_equals_that_of_minimax(solver, position):
    assert solver.solve(*position).score == minimax(*position)


@given(positions_to_solve)
def test_the_move_and_the_line_reach_the_score(solver, position):
    result = solver.solve(*position)
    assert result.move == result.line[0]
    if is_over(*position):
        assert result.line == (PASS,)
    else:
        assert score_after(minimax, position, result.line[:1]) == result.score
        assert score_after(minimax, position, result.line) == result.score


@given(positions_to_solve, windows)
def test_outside_the_window_the_score_is_a_bound_beyond_it(solver, position, window):
    alpha, beta = window
    exact = minimax(*position)
    score = solver.solve(*position, alpha, beta).score
    if alpha < exact < beta:
        assert score == exact
    elif exact <= alpha:
        assert exact <= score <= alpha
    else:
        assert beta <= score <= exact


@given(positions_to_solve)
def test_win_draw_or_loss_agrees_with_the_score(solver, position):
    exact = minimax(*position)
    result = EndgameSolver().solve(*position, -1, 1)
    assert (result.score > 0) - (result.score < 0) == (exact > 0) - (exact < 0)
    if exact >= 0 and not is_over(*position):
        reached = score_after(minimax, position, result.line[:1])
        assert (reached > 0) == (exact > 0) and reached >= 0


@given(positions_to_solve)
def test_fewest_discs_can_be_the_goal(fewest_solver, position):
    result = fewest_solver.solve(*position)
    assert result.score == minimax_of_fewest(*position)
    if not is_over(*position):
        assert score_after(minimax_of_fewest, position, result.line) == result.score


@given(positions_to_solve, st.integers(-80, 80))
@settings(max_examples=50)
def test_hints_change_only_the_effort(position, estimate):
    moves = list(iterate_squares(legal_moves(*position)))
    for first_moves in ([], moves[-1:], moves, [PASS], [0, 64, 63]):
        hinted = EndgameSolver().solve(*position, first_moves=first_moves, estimate=estimate)
        assert hinted.score == minimax(*position)


@given(positions_to_solve)
def test_positions_inside_a_tree_get_the_same_score(solver, position):
    exact = minimax(*position)
    empties = 64 - count_discs(position[0] | position[1])
    assert solver.score_oriented(*orient(*position), empties) == exact
    won = solver.score_oriented(*orient(*position), empties, -1, 1)
    assert (won > 0) - (won < 0) == (exact > 0) - (exact < 0)


@pytest.mark.parametrize("board, difference, score", FINISHED.values(), ids=list(FINISHED))
def test_a_finished_game_has_its_final_score_and_no_move(solver, board, difference, score):
    result = solver.solve(*board_from_text(board))
    assert (result.score, result.move) == (score, PASS)


@pytest.mark.parametrize("name", ["with one square left", "locked out"])
def test_a_forced_pass_is_the_move(solver, name):
    position = PASSES[name].before
    result = solver.solve(*position)
    assert result.line[:2] == (PASS, PASSES[name].move)
    assert result.score == minimax(*position)


@pytest.mark.parametrize("board, score, best", PROBLEMS)
def test_known_endgames_are_solved(board, score, best):
    solver = EndgameSolver()
    result = solver.solve(*board_from_text(board))
    assert result.score == score
    assert result.move in [square_from_text(word) for word in best.split()]
    outcome = EndgameSolver().solve(*board_from_text(board), -1, 1).score
    assert (outcome > 0) - (outcome < 0) == (score > 0) - (score < 0)


class CountingEvaluator(PatternEvaluator):
    """Counts its calls."""

    calls = 0

    def __call__(self, *position):
        self.calls += 1
        return super().__call__(*position)


@pytest.mark.parametrize("board, score, best", PROBLEMS)
def test_an_evaluator_changes_only_the_effort(monkeypatch, board, score, best):
    monkeypatch.setattr("engine.endgame.ESTIMATED_EMPTIES", HIGH_EMPTIES)
    evaluator = CountingEvaluator()
    result = EndgameSolver(evaluator=evaluator).solve(*board_from_text(board))
    assert result.score == score
    assert result.move in [square_from_text(word) for word in best.split()]
    assert evaluator.calls > 0


def test_an_evaluator_is_not_asked_when_few_squares_are_empty():
    evaluator = CountingEvaluator()
    board, score, _ = max(PROBLEMS, key=lambda problem: problem[0].count("-"))
    assert board.count("-") < ESTIMATED_EMPTIES
    assert EndgameSolver(evaluator=evaluator).solve(*board_from_text(board)).score == score
    assert evaluator.calls == 0


class TickingClock:
    """A clock that advances by one at every look."""

    def __init__(self):
        self.looks = 0

    def __call__(self):
        self.looks += 1
        return self.looks


@pytest.mark.parametrize("ticks", [1, 2, 10, 100])
def test_a_passed_deadline_gives_no_result_and_leaves_the_solver_usable(ticks):
    board, score, _ = PROBLEMS[-1]
    clock = TickingClock()
    solver = EndgameSolver(clock=clock)
    assert solver.solve(*board_from_text(board), deadline=ticks) is None
    assert clock.looks == ticks + 2  # the look that was too late, and the look at the end
    assert solver.solve(*board_from_text(board), deadline=1e9).score == score


def test_the_clock_is_checked_often():
    """At a few hundred thousand positions a second, 40 of them are far less than a millisecond."""
    clock = TickingClock()
    solver = EndgameSolver(clock=clock)
    result = solver.solve(*board_from_text(PROBLEMS[-1][0]))
    assert result.nodes < 40 * clock.looks


def test_results_are_remembered():
    position = board_from_text(PROBLEMS[-1][0])
    solver = EndgameSolver()
    first = solver.solve(*position)
    again = solver.solve(*position)
    assert again.score == first.score
    assert again.nodes < first.nodes / 10
    solver.forget()
    assert solver.solve(*position).nodes == first.nodes


def test_a_full_memory_is_emptied_and_the_score_stays_right(monkeypatch):
    monkeypatch.setattr("engine.oriented.FLIP_MEMORY_ENTRIES", 10)
    for board, score, best in PROBLEMS[:6]:
        solver = EndgameSolver(table_entries=10)
        result = solver.solve(*board_from_text(board))
        assert result.score == score
        assert result.move in [square_from_text(word) for word in best.split()]
        assert max(map(len, solver._tables)) <= 10 and len(solver._last._plans) <= 20


def test_solvers_in_several_threads_do_not_disturb_each_other(monkeypatch):
    """They share the board's memories and an evaluator, whose memories are emptied all the time here."""
    monkeypatch.setattr("engine.oriented.FLIP_MEMORY_ENTRIES", 3)
    monkeypatch.setattr("engine.endgame.ESTIMATED_EMPTIES", HIGH_EMPTIES)
    evaluator = PatternEvaluator()
    problems = [problem for problem in PROBLEMS if problem[0].count("-") < 10]

    def solve_all():
        return [EndgameSolver(evaluator=evaluator).solve(*board_from_text(board)).score for board, _, _ in problems]

    assert in_threads(4, solve_all) == [[score for _, score, _ in problems]] * 4
