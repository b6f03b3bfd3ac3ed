"""CodinGame's bots as players: their input, their clock, their failures."""

import sys

import pytest

from protocol.game import Game
from protocol.judging.bot_names import open_player
from protocol.judging.codingame_player import CodingamePlayer
from protocol.judging.rules import BOTZONE, CODINGAME
from protocol.judging.trouble import JudgeTrouble
from tests.opponents import moves_with_passes, own_turns, play

BOT = """
import sys, time
number, size = int(input()), int(input())
turn = 0
while True:
    rows = [input() for _ in range(size)]
    actions = [input() for _ in range(int(input()))]
    turn += 1
    {body}
    print(actions[0], flush=True)
"""
PATIENT = BOTZONE._replace(patience_seconds=5.0)


def bot(body="pass"):
    return CodingamePlayer("bot", [sys.executable, "-c", BOT.replace("{body}", body)])


@pytest.mark.parametrize("colour", [0, 1])
def test_a_bot_plays_games_with_passes_that_are_made_for_it(colour):
    moves = list(moves_with_passes(colour))
    judged = play(bot(), colour, PATIENT, choose=lambda game: moves[len(game.moves)])
    assert judged.error is None and judged.game.moves == moves


def test_a_turn_is_the_board_and_the_legal_actions():
    player = bot()
    assert player._greeting(Game([19])) == b"1\n8\n"
    assert player._encode_turn(Game([19])) == (
        b"........\n........\n...0....\n...00...\n...01...\n........\n........\n........\n3\nc3\ne3\nc5\n")


def test_the_first_answer_has_two_seconds_and_the_others_150_milliseconds():
    player = bot()
    assert player.turn_seconds(BOTZONE) == 2.0
    play(player, turns=3, rules=PATIENT)
    assert player._asked and player.turn_seconds(BOTZONE) == 0.15
    assert (CODINGAME.memory_mb, CODINGAME.illegal_moves_allowed, CODINGAME.asks_for_passes) == (768, 0, False)
    judged = play(bot("if turn == 2: time.sleep(1)"))
    assert judged.error == "INVALID_INPUT_VERDICT_TLE" and len(own_turns(judged)) == 2


@pytest.mark.parametrize("body, error", [
    ("print('a1')", "INVALID_MOVE"), ("print('hello')", "INVALID_MOVE"), ("print(-1)", "INVALID_MOVE"),
    ("sys.exit()", "INVALID_INPUT_VERDICT_RE"), ("1 / 0", "INVALID_INPUT_VERDICT_RE"),
])
def test_a_failure_has_the_judges_code(body, error):
    assert play(bot(body), rules=PATIENT).error == error


def test_a_bot_that_ends_after_an_answer_fails_in_its_next_turn():
    judged = play(bot("print(actions[0]); sys.exit()"), rules=PATIENT)
    assert judged.error == "INVALID_INPUT_VERDICT_RE" and len(own_turns(judged)) == 2
    assert "it ended without an answer" in judged.stderr[0]


def test_the_text_after_the_move_is_a_message():
    judged = play(bot("print(actions[0] + ' good luck', flush=True); continue"), turns=2, rules=PATIENT)
    assert own_turns(judged)[0].answer.debug == "good luck"


def test_a_command_that_does_not_exist_is_reported_in_one_line():
    with pytest.raises(ValueError, match="no such bot"):
        open_player("codingame:no-such-bot")
    player = open_player("codingame:%s -u bot.py" % sys.executable)
    assert player.command == [sys.executable, "-u", "bot.py"]
    with pytest.raises(JudgeTrouble, match="cannot start /nowhere/at/all"):
        play(CodingamePlayer("gone", ["/nowhere/at/all"]))
