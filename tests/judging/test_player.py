import time

from protocol.game import Game
from protocol.judging.player import FunctionPlayer, Player
from protocol.judging.referee import judge_game
from protocol.judging.rules import BOTZONE
from tests.opponents import first_legal


def test_a_function_that_raises_has_crashed_and_says_why():
    def fail(game):
        raise KeyError("lost")

    judged = judge_game([FunctionPlayer("black", fail), FunctionPlayer("white", first_legal)])
    assert judged.error == "INVALID_INPUT_VERDICT_RE" and "lost" in judged.stderr[0]


def test_a_function_that_changes_its_game_changes_only_its_copy():
    def spoil(game):
        move = first_legal(game)
        game.play(move)
        return move

    assert judge_game([FunctionPlayer("black", spoil), FunctionPlayer("white", spoil)]).error is None


def test_a_late_function_is_out_of_time():
    def sleep(game):
        time.sleep(0.05)
        return first_legal(game)

    answer = FunctionPlayer("black", sleep).ask(Game(), BOTZONE.with_limits(0.01))
    assert answer.verdict == "TLE" and answer.seconds >= 0.05


def test_a_warning_is_noted_once():
    player = Player("somebody")
    player.warn("too long")
    player.warn("too long")
    assert player.warnings == ["too long"]
