"""Who a person can play against, and how they are called off."""

import threading
import time

import pytest

from engine.board import board_from_text, count_discs, play_move
from engine.coordinates import PASS
from engine.endgame import EndgameSolver
from protocol.game import Game
from protocol.page.opponents import CalledOff, EngineOpponent, Opponents, PlayerOpponent, follow_forced_moves
from protocol.judging.player import FunctionPlayer
from protocol.samples import SAMPLES
from tests.test_game import KNOWN_GAMES, game_from_transcript
from tests.thinkers import BLACK_PASSES, PatientThinker, QuickThinker


def test_the_engine_and_every_sample_bot_can_be_chosen():
    assert list(Opponents().about) == ["bot", *SAMPLES]


def test_a_bot_of_the_command_line_is_added_if_it_exists():
    assert "text:random" in Opponents(["text:random"]).about
    with pytest.raises(ValueError, match="no such file: nowhere.py"):
        Opponents(["nowhere.py"])


def test_nobody_else_can_be_opened():
    with pytest.raises(KeyError):
        Opponents().open("rm -rf", 1.0)


def test_a_sample_bot_answers_with_a_legal_move():
    opponent = Opponents().open("greedy", 1.0)
    choice = opponent.choose(Game(), 1.0, lambda report: None)
    assert Game().legal >> choice.move & 1 and choice.report is None


def test_the_engine_answers_and_reports():
    reports = []
    choice = Opponents(make_thinker=QuickThinker).open("bot", 1.0).choose(Game(), 1.0, reports.append)
    assert choice.move == 19 and choice.report == reports[-1]


def test_an_engine_that_is_called_off_stops_at_its_next_look_at_the_clock():
    engine = EngineOpponent(PatientThinker)
    threading.Timer(0.05, engine.call_off).start()
    start = time.monotonic()
    with pytest.raises(CalledOff):
        engine.choose(Game(), 60.0, lambda report: None)
    assert time.monotonic() - start < 30


def test_a_bot_that_is_called_off_is_ended():
    opponent = Opponents().open("uct", 60.0)
    threading.Timer(0.5, opponent.call_off).start()
    start = time.monotonic()
    with pytest.raises(CalledOff):
        opponent.choose(Game(), 60.0, lambda report: None)
    assert time.monotonic() - start < 30
    with pytest.raises(CalledOff):
        opponent.choose(Game(), 60.0, lambda report: None)


def test_a_bot_is_asked_for_its_pass_because_a_running_one_counts_turns():
    asked = []

    def choose(game):
        asked.append(len(game.moves))
        return PASS

    opponent = PlayerOpponent(FunctionPlayer("passes", choose), tells_limits=False)
    assert opponent.choose(Game(BLACK_PASSES), 1.0, lambda report: None) == (PASS, None)
    assert asked == [len(BLACK_PASSES)]


def test_a_bot_that_fails_is_named(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("print(1 / 0)")
    with pytest.raises(ValueError, match="broken gives up: INVALID_INPUT_VERDICT_RE ZeroDivisionError"):
        Opponents([str(broken)]).open(str(broken), 1.0).choose(Game(), 1.0, lambda report: None)


def test_where_nothing_is_to_be_chosen_the_engine_looks_at_what_follows():
    game = Game(BLACK_PASSES)
    forced, player, opponent = follow_forced_moves(game.player, game.opponent)
    assert forced == [PASS]
    reports = []
    report = EngineOpponent(QuickThinker).assess(game.player, game.opponent, 1.0, reports.append)
    assert (report.move, report.value, report.discs, report.source) == (PASS, -0.5, -8.0, "forced")
    assert [candidate.move for candidate in report.candidates] == [PASS]
    assert report.line[0] == PASS and len(report.line) == 2
    assert reports == [report]


def test_a_forced_end_is_exact():
    player, opponent = board_from_text("XO" + "-" + 61 * "X")
    assert follow_forced_moves(player, opponent)[0] == [2]
    report = EngineOpponent(QuickThinker).assess(player, opponent, 1.0, lambda report: None)
    assert (report.move, report.value, report.discs, report.exact, report.line) == (2, 1.0, 64.0, True, (2,))


def test_once_the_best_move_is_proven_the_others_are_too():
    game = Game(game_from_transcript(KNOWN_GAMES["full board without a pass"][0]).moves[:52])
    reports = []
    report = EngineOpponent().assess_moves(game.player, game.opponent, 60.0, reports.append)
    assert report.exact and len(report.candidates) == count_discs(game.legal) > 2
    for candidate in report.candidates:
        solved = EndgameSolver().solve(*play_move(game.player, game.opponent, candidate.move))
        assert candidate.exact and candidate.discs == -solved.score
    assert reports[-1] == report and report.discs == max(candidate.discs for candidate in report.candidates)
