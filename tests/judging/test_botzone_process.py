"""What a process knows of the game, and the games with passes in which that matters."""

import sys

import pytest

from engine.coordinates import PASS
from protocol.game import BLACK, WHITE, Game
from protocol.judging import botzone_player
from protocol.judging.bot_names import open_player
from protocol.judging.botzone_judge_end import encode_json_turn
from protocol.judging.botzone_process import BotzoneProcess
from protocol.judging.referee import judge_game
from protocol.judging.rules import BOTZONE, CLASSIC
from tests.opponents import fixture_bot, moves_with_passes, play, plays_first_legal

KEPT = fixture_bot("legal.py", "--keep", "99", "--echo")


def ask(process, game):
    return process.ask(game, False, encode_json_turn(game.moves, game.colour, {}), 20.0, None)


def test_a_kept_process_lacks_the_last_move_only_when_the_other_side_has_just_answered():
    process = BotzoneProcess(KEPT.split(), BOTZONE)
    try:
        assert not process.lacks_last_move_only(Game())
        assert ask(process, Game()).running
        assert not process.lacks_last_move_only(Game([19])), "it knows its own move already"
        assert process.lacks_last_move_only(Game([19, 18]))
        assert not process.lacks_last_move_only(Game([26, 18])), "it has played another move"
        assert not process.lacks_last_move_only(Game([19, 18, 17, 9])), "it has missed two turns"
    finally:
        process.close()
    assert not process.lacks_last_move_only(Game([19, 18])), "it no longer runs"


def test_a_process_that_answered_without_a_move_needs_the_whole_game_again():
    program = "input(); print('{}\\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<', flush=True); input()"
    process = BotzoneProcess([sys.executable, "-c", program], BOTZONE)
    try:
        assert ask(process, Game()).running
        assert not process.lacks_last_move_only(Game([19, 18]))
    finally:
        process.close()


@pytest.mark.parametrize("rules", [BOTZONE, CLASSIC], ids=lambda rules: rules.name)
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_kept_bot_knows_the_position_through_the_passes_of_both_sides(rules, colour, monkeypatch):
    moves, starts = list(moves_with_passes(colour)), []

    def count_start(*arguments):
        starts.append(arguments)
        return BotzoneProcess(*arguments)

    monkeypatch.setattr(botzone_player, "BotzoneProcess", count_start)
    judged = play(open_player(KEPT), colour, rules, choose=lambda game: moves[len(game.moves)])
    assert judged.error is None and judged.game.moves == moves
    own = moves[colour::2]
    anew = sum(own[turn - 1] == PASS != own[turn] for turn in range(1, len(own)))  # it moves again after its pass
    assert len(starts) == (1 if rules.asks_for_passes else 1 + anew)


@pytest.mark.parametrize("rules", [BOTZONE, CLASSIC], ids=lambda rules: rules.name)
def test_two_kept_bots_play_whole_games(rules):
    players = [open_player(KEPT), open_player(KEPT)]
    try:
        judged = judge_game(players, rules)
    finally:
        for player in players:
            player.close()
    assert judged.error is None and judged.game.over
    assert plays_first_legal(judged, BLACK) and plays_first_legal(judged, WHITE)
