import json
import os
import random
import shutil
import sys
import time

import pytest

from engine.board import iterate_squares
from engine.coordinates import PASS
from protocol.botzone_player import BotzonePlayer
from protocol.game import Game
from protocol.gtp_player import GtpPlayer, find_reply, read_reply
from protocol.player import FunctionPlayer
from protocol.players import bot_command, open_player
from protocol.processes import HAS_PROC
from protocol.referee import judge_game
from protocol.rules import BOTZONE, CLASSIC
from protocol.samples import SAMPLES

BOTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bots")
LEGAL = [sys.executable, os.path.join(BOTS, "legal.py")]
RHINO = shutil.which("gtp-rhino") or "/usr/games/gtp-rhino"



def first_legal(game):
    return next(iterate_squares(game.legal), PASS)


def random_opponent(seed=1):
    generator = random.Random(seed)
    return FunctionPlayer("random", lambda game: generator.choice(list(iterate_squares(game.legal)) or [PASS]))


def spec(*options, bot="legal.py"):
    return " ".join([sys.executable, os.path.join(BOTS, bot), *options])


def play(player, colour=0, rules=BOTZONE, opening=(), turns=None, opponent=None):
    """A game against a random player, or its beginning: the opponent crashes after some turns."""
    opponent = opponent or random_opponent()
    if turns is not None:
        inner = opponent._choose

        def choose(game):
            if len(game.moves) >= turns:
                raise RuntimeError("enough")
            return inner(game)

        opponent = FunctionPlayer("random", choose)
    players = [player, opponent] if colour == 0 else [opponent, player]
    try:
        return judge_game(players, rules, opening)
    finally:
        player.close()


def own_turns(judged, colour=0):
    return [turn for turn in judged.turns if turn.colour == colour]


def plays_first_legal(judged, colour=0):
    """True if every answer of the bot was the one it would give, so it has always known the position."""
    return all(move == first_legal(Game(judged.game.moves[:ply]))
               for ply, move in enumerate(judged.game.moves) if ply % 2 == colour)


@pytest.mark.parametrize("options", [[], ["--to-end"], ["--text"], ["--text", "--to-end"], ["--keep", "99"],
                                     ["--text", "--keep", "99"], ["--keep", "3"]])
@pytest.mark.parametrize("colour", [0, 1])
def test_format_and_mode_of_a_bot_are_found_out(options, colour):
    player = open_player(spec(*options))
    judged = play(player, colour, turns=6)
    assert judged.scores == ((2, 0) if colour == 0 else (0, 2)), judged
    assert len(own_turns(judged, colour)) >= 3 and plays_first_legal(judged, colour)
    assert player.text == ("--text" in options)


def test_a_bot_kept_running_plays_a_whole_game_in_one_process():
    player = open_player(spec("--keep", "99", "--echo"))
    judged = play(player, colour=1)
    assert judged.error is None and plays_first_legal(judged, 1)
    lines = judged.stderr[1].splitlines()
    assert lines[0].startswith('{"requests":') and lines[1].startswith('{"x":')
    assert sum(line.startswith('{"requests"') for line in lines) == 1
    assert len(lines) == len(own_turns(judged, 1))


def test_a_bot_that_stops_to_run_is_started_again_with_the_whole_game():
    judged = play(open_player(spec("--keep", "2", "--echo")), turns=14)
    lines = judged.stderr[0].splitlines()
    assert ['"requests"' in line for line in lines] == [True, False, False, True, False, False, True, False]
    assert len(json.loads(lines[3])["requests"]) == 4


def test_a_running_bot_that_forgets_the_line_runs_out_of_time():
    judged = play(open_player(spec("--keep", "9", "--forget-line", "2")), rules=BOTZONE.with_limits(1.5))
    assert judged.error == "INVALID_INPUT_VERDICT_TLE" and len(own_turns(judged)) == 2


def test_a_running_bot_that_dies_is_a_crash():
    judged = play(open_player(spec("--keep", "9", "--fail-on", "2")))
    assert judged.error == "INVALID_INPUT_VERDICT_RE" and len(own_turns(judged)) == 2


def test_a_bot_can_be_kept_from_running_on():
    judged = play(open_player("restart:" + spec("--keep", "9", "--echo")), turns=8)
    assert all('"requests"' in line for line in judged.stderr[0].splitlines())
    assert plays_first_legal(judged)


@pytest.mark.skipif(not HAS_PROC, reason="needs /proc, which is Linux's")
def test_a_kept_bot_is_stopped_while_the_other_thinks():
    player = open_player(spec("--keep", "9"))
    states = []

    def choose(game):
        for _ in range(100):  # a signal takes its time
            with open("/proc/%d/stat" % player._sandbox._process.pid) as stream:
                state = stream.read().rpartition(")")[2].split()[0]
            if state == "T":
                break
            time.sleep(0.05)
        states.append(state)
        return first_legal(game)

    play(player, turns=6, opponent=FunctionPlayer("watcher", choose))
    assert states and set(states) == {"T"}


def test_data_lasts_for_a_game_and_globaldata_for_ever():
    player = open_player(spec("--count"))
    for game in (1, 2):
        judged = play(player, turns=6)
        debugs = [turn.answer.debug for turn in own_turns(judged)]
        before = "None" if game == 1 else "{'games': 1}"
        assert debugs == ["None %s" % before] + ["%d {'games': %d}" % (turn, game) for turn in (1, 2, 3)]


def test_data_that_the_platform_would_not_keep_is_dropped_with_a_warning(tmp_path):
    bot = tmp_path / "greedy for data.py"
    bot.write_text("import json; turn = json.loads(input()); answer = {'response': {'x': 3, 'y': 2}}\n"
                   "print(json.dumps(dict(answer, debug=str('data' in turn), data='x' * 200000)))")
    player = open_player(str(bot))
    judged = play(player)
    assert judged.turns[0].answer.debug == "False" and judged.turns[-1].answer.debug == "False"
    assert player.name == "greedy for data"
    assert player.warnings == ["data is longer than the platform keeps, dropped"]


def test_a_bot_is_told_limits_that_are_not_the_platforms():
    judged = play(open_player(spec("--echo")), turns=2)
    assert "time_limit" not in judged.stderr[0]
    judged = play(open_player(spec("--echo")), turns=2, rules=BOTZONE.with_limits(7.5, 300))
    turn = json.loads(judged.stderr[0].splitlines()[0])
    assert (turn["time_limit"], turn["memory_limit"]) == (7.5, 300)


def test_an_opening_is_history_to_the_bots():
    judged = play(open_player(spec("--echo")), turns=4, opening=[37, 43])
    assert json.loads(judged.stderr[0].splitlines()[0]) == {
        "requests": [{"x": -1, "y": -1}, {"x": 3, "y": 5}], "responses": [{"x": 5, "y": 4}]}


def test_a_broken_bot_is_not_mistaken_for_a_text_bot():
    for name, verdict in (("crash", "RE"), ("garbage", "NJ"), ("silent", "NJ"), ("chatty", "NJ")):
        judged = play(open_player(spec(name, bot="misbehaving.py")))
        assert judged.error == "INVALID_INPUT_VERDICT_" + verdict


def test_an_illegal_move_is_asked_again_in_a_new_process_by_classic_rules(tmp_path):
    for keep in ("0", "9"):
        counter = str(tmp_path / ("count" + keep))
        judged = play(open_player(spec("--keep", keep, "--illegal", "2", "--illegal-file", counter)),
                      rules=CLASSIC, turns=5)
        assert [turn.error for turn in own_turns(judged)][:4] == ["INVALID_MOVE", "INVALID_MOVE", None, None]
        assert plays_first_legal(judged)


def test_the_clock_of_each_turn_is_the_rules():
    assert BOTZONE.limit_seconds(first=True, keeps_running=False, running=False) == 12
    assert BOTZONE.limit_seconds(first=False, keeps_running=False, running=False) == 6
    assert BOTZONE.limit_seconds(first=False, keeps_running=True, running=True) == 4
    assert BOTZONE.limit_seconds(first=False, keeps_running=True, running=False) == 12
    assert BOTZONE.with_limits(1.5).limit_seconds(True, False, False) == 1.5
    assert (BOTZONE.memory_mb, BOTZONE.output_bytes, BOTZONE.illegal_moves_allowed) == (256, 1048576, 0)


@pytest.mark.parametrize("text, message", [
    ("nowhere.py", "no such file: nowhere.py"), ("no-such-bot", "no such bot"), ("", "bad bot"), ("gtp:", "bad bot"),
    ("'unclosed", "bad command line"), ("json,text:random", "exclude each other"),
    ("gtp:no-such-engine -l 3", "no such bot"), ("restart,keep-running:random", "exclude each other"),
])
def test_a_bot_that_cannot_be_found_is_said_in_one_line(text, message):
    with pytest.raises(ValueError, match=message) as caught:
        open_player(text)
    assert "\n" not in str(caught.value)


def test_a_file_must_be_python_or_executable(tmp_path):
    file = tmp_path / "bot.txt"
    file.write_text("")
    with pytest.raises(ValueError, match="neither a .py file nor executable"):
        open_player(str(file))


def test_what_a_user_writes_becomes_a_command(tmp_path):
    file = tmp_path / "my bot.py"
    file.write_text("")
    assert bot_command(str(file)) == [sys.executable, str(file)]
    assert bot_command(sys.executable + " -u 'my bot.py'") == [sys.executable, "-u", "my bot.py"]
    player = open_player("text,keep-running:" + str(file))
    assert (player.text, player.keep_running, player.name) == (True, True, "my bot")
    assert isinstance(open_player("gtp:" + sys.executable), GtpPlayer)
    player = open_player("random")
    assert isinstance(player, BotzonePlayer) and (player.text, player.keep_running) == (None, None)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_sample_bot_is_called_by_its_name(name):
    assert name in SAMPLES
    judged = play(open_player(name), turns=4)
    assert judged.scores == (2, 0)


@pytest.mark.parametrize("quirk", ["none", "rhino", "edax", "egaroucid"])
@pytest.mark.parametrize("colour", [0, 1])
def test_gtp_engines_with_their_quirks_play_games_with_passes(quirk, colour):
    player = open_player("gtp:" + spec(quirk, bot="gtp_engine.py"))
    seen = set()
    try:
        for seed in range(200):
            opponent = random_opponent(seed)
            judged = judge_game([player, opponent] if colour == 0 else [opponent, player])
            assert judged.error is None and plays_first_legal(judged, colour)
            seen.update(ply % 2 for ply, move in enumerate(judged.game.moves) if move == PASS)
            if len(seen) == 2:
                return
        raise AssertionError("both sides should have had to pass somewhere")
    finally:
        player.close()


def test_an_engine_is_told_the_time():
    player = open_player("gtp:" + spec("none", bot="gtp_engine.py"))
    play(player, turns=2, rules=BOTZONE.with_limits(9))
    assert "time_settings 0 9 1" in player.errors


def test_an_engine_that_fails_gets_a_verdict():
    for program, verdict in (("pass", "RE"), ("import time; time.sleep(3600)", "TLE"),
                             ("while True: print('x' * 9999)", "OLE"),
                             ("while True: input(); print('= resign\\n', flush=True)", "NJ"),
                             ("while True: input(); print('? no\\n', flush=True)", "RE")):
        player = GtpPlayer("engine", [sys.executable, "-c", program])
        judged = play(player, rules=BOTZONE.with_limits(2.0))
        assert judged.error == "INVALID_INPUT_VERDICT_" + verdict, program


def test_replies_are_found_among_other_lines():
    assert find_reply(bytearray(b"= d3\n")) == -1
    assert find_reply(bytearray(b"= d3\n\n= e6\n\n")) == 6
    assert read_reply(b"hello\n\n=  D3 \r\n\r\n") == ("=", "D3")
    assert read_reply(b"= a\nb\nc\n\n") == ("=", "a\nb\nc")
    assert read_reply(b"=\n\n") == ("=", "")
    assert read_reply(b"? syntax error\n\n") == ("?", "syntax error")


@pytest.mark.skipif(not os.path.exists(RHINO), reason="gtp-rhino (Debian's grhino) is not installed")
def test_gtp_rhino_plays_games_with_passes():
    player = open_player("gtp:%s -l 1" % RHINO)
    try:
        for seed in range(8):
            for colour in (0, 1):
                players = [player, random_opponent(seed)]
                judged = judge_game(players if colour == 0 else players[::-1])
                assert judged.error is None
    finally:
        player.close()
