import threading
import time

import pytest

from engine.board import board_from_text, count_discs, play_move
from engine.coordinates import PASS
from engine.endgame import EndgameSolver
from protocol.game import Game
from protocol.judging.engine_player import EnginePlayer, Memory, follow_forced_moves
from protocol.judging.player import CalledOff
from protocol.judging.rules import BOTZONE
from protocol.records.bot_view import read_view
from tests.test_game import KNOWN_GAMES, game_from_transcript
from tests.thinkers import BLACK_PASSES, PatientThinker, QuickThinker, wait_until

MINUTE = BOTZONE.with_limits(60.0)


def test_the_engine_answers_and_reports():
    reports = []
    player = EnginePlayer("bot", QuickThinker)
    player.on_report = reports.append
    answer = player.ask(Game(), MINUTE)
    assert answer.verdict == "OK" and answer.response == {"x": 3, "y": 2} and reports[-1].move == 19
    assert read_view(answer.debug) == (19, 0.5, 8.0, False, False, (19,))


def test_an_engine_called_off_stops_when_it_next_reads_the_clock():
    engine = EnginePlayer("bot", PatientThinker)
    threading.Timer(0.05, engine.call_off).start()
    start = time.monotonic()
    with pytest.raises(CalledOff):
        engine.ask(Game(), MINUTE)
    assert time.monotonic() - start < 30


def test_without_a_choice_the_engine_looks_at_what_follows():
    game = Game(BLACK_PASSES)
    forced, player, opponent = follow_forced_moves(game.player, game.opponent)
    assert forced == [PASS]
    reports = []
    report = EnginePlayer("bot", QuickThinker).assess(game.player, game.opponent, 1.0, reports.append)
    assert (report.move, report.value, report.discs, report.source) == (PASS, -0.5, -8.0, "forced")
    assert [candidate.move for candidate in report.candidates] == [PASS]
    assert report.line[0] == PASS and len(report.line) == 2
    assert reports == [report]


def test_a_forced_end_is_exact():
    player, opponent = board_from_text("XO" + "-" + 61 * "X")
    assert follow_forced_moves(player, opponent)[0] == [2]
    report = EnginePlayer("bot", QuickThinker).assess(player, opponent, 1.0, lambda report: None)
    assert (report.move, report.value, report.discs, report.exact, report.line) == (2, 1.0, 64.0, True, (2,))


def test_once_the_best_move_is_proven_the_others_are_too():
    game = Game(game_from_transcript(KNOWN_GAMES["full board without a pass"][0]).moves[:52])
    reports = []
    report = EnginePlayer("bot").assess_moves(game.player, game.opponent, 60.0, reports.append)
    assert report.exact and len(report.candidates) == count_discs(game.legal) > 2
    for candidate in report.candidates:
        solved = EndgameSolver().solve(*play_move(game.player, game.opponent, candidate.move))
        assert candidate.exact and candidate.discs == -solved.score
    assert reports[-1] == report and report.discs == max(candidate.discs for candidate in report.candidates)


def test_few_engines_remember_and_the_one_idle_for_longest_forgets_first():
    memory = Memory(2)
    first, second, third = engines = [EnginePlayer("bot", QuickThinker, memory=memory) for _ in range(3)]
    for engine in (first, second, first, third):
        engine.ask(Game(), MINUTE)
    assert [engine.remembers for engine in engines] == [True, False, True]
    second.ask(Game(), MINUTE)
    assert [engine.remembers for engine in engines] == [False, True, True]


def test_a_thinking_engine_does_not_forget():
    memory = Memory(1)
    thinking, other = EnginePlayer("bot", PatientThinker, memory), EnginePlayer("bot", QuickThinker, memory=memory)
    thread = threading.Thread(target=thinking.ask, args=(Game(), BOTZONE.with_limits(1.0)))
    thread.start()
    wait_until(lambda: thinking.thinking)
    other.ask(Game(), MINUTE)
    assert thinking._thinker is not None
    thread.join()


def test_an_engine_that_forgot_still_answers():
    engine = EnginePlayer("bot", QuickThinker, Memory(1))
    engine.ask(Game(), MINUTE)
    engine.close()
    assert engine.ask(Game(), MINUTE).verdict == "OK"
