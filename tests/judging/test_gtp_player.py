import os
import shutil
import sys

import pytest

from protocol.judging.bot_names import open_player
from protocol.judging.gtp_player import GtpPlayer, read_reply, reply_end
from protocol.judging.player import FunctionPlayer
from protocol.judging.referee import judge_game
from protocol.judging.rules import BOTZONE
from tests.opponents import fixture_bot, moves_with_passes, play, random_player

RHINO = shutil.which("gtp-rhino") or "/usr/games/gtp-rhino"


@pytest.mark.parametrize("quirk", ["none", "rhino", "edax", "egaroucid"])
@pytest.mark.parametrize("colour", [0, 1])
def test_gtp_engines_with_their_quirks_play_games_with_passes(quirk, colour):
    player = open_player("gtp:" + fixture_bot("gtp_engine.py", quirk))
    moves = list(moves_with_passes(colour))
    opponent = FunctionPlayer("opponent", lambda game: moves[len(game.moves)])
    try:
        for _ in range(2):  # in one process
            judged = judge_game([player, opponent] if colour == 0 else [opponent, player])
            assert judged.error is None and judged.game.moves == moves
    finally:
        player.close()


def test_an_engine_is_told_the_time():
    player = open_player("gtp:" + fixture_bot("gtp_engine.py", "none"))
    play(player, turns=2, rules=BOTZONE.with_limits(9))
    assert "time_settings 0 9 1" in player.errors


def test_an_engine_that_starts_slowly_keeps_its_full_time_for_the_move():
    engine = fixture_bot("gtp_engine.py", "none").split()
    program = "import runpy, sys, time; time.sleep(1.5); sys.argv = %r; runpy.run_path(%r)" % (engine[1:], engine[1])
    player = GtpPlayer("engine", [sys.executable, "-c", program])
    judged = play(player, turns=2, rules=BOTZONE.with_limits(1.4))
    assert [turn.error for turn in judged.turns if turn.colour == 0] == [None, None]


@pytest.mark.slow
def test_an_engine_that_fails_gets_a_verdict(monkeypatch):
    monkeypatch.setattr("protocol.judging.gtp_player.START_UP_SECONDS", 0.0)
    for program, verdict in (("pass", "RE"), ("import time; time.sleep(3600)", "TLE"),
                             ("while True: print('x' * 9999)", "OLE"),
                             ("while True: input(); print('= resign\\n', flush=True)", "NJ"),
                             ("while True: input(); print('? no\\n', flush=True)", "RE")):
        player = GtpPlayer("engine", [sys.executable, "-c", program])
        judged = play(player, rules=BOTZONE.with_limits(2.0))
        assert judged.error == "INVALID_INPUT_VERDICT_" + verdict, program


def lines_to_end(output):
    """The number of lines up to the end of the first reply; None if it does not end."""
    is_end = reply_end()
    return next((number for number, line in enumerate(output.split(b"\n"), 1) if is_end(line)), None)


def test_replies_are_found_among_other_lines():
    assert lines_to_end(b"= d3\n ") is None
    assert lines_to_end(b"x = 1\n\n= d3\r\n\r\n") == 4
    assert lines_to_end(b"= d3\n\n= e6\n\n") == 2
    assert read_reply(b"hello\n\n=  D3 \r\n\r\n") == ("=", "D3")
    assert read_reply(b"= a\nb\nc\n\n") == ("=", "a\nb\nc")
    assert read_reply(b"=\n\n") == ("=", "")
    assert read_reply(b"? syntax error\n\n") == ("?", "syntax error")


@pytest.mark.skipif(not os.path.exists(RHINO), reason="gtp-rhino (Debian's grhino) is not installed")
def test_gtp_rhino_plays_games_with_passes():
    player = open_player("gtp:%s -l 1" % RHINO)
    try:
        for seed in range(4):
            for colour in (0, 1):
                players = [player, random_player(seed)]
                judged = judge_game(players if colour == 0 else players[::-1])
                assert judged.error is None
    finally:
        player.close()
