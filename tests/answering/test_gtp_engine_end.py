"""The GTP engine: scripts of lines in and lines out, its clock, and games against another engine."""

import io
import os
import re
import shutil
import subprocess
import sys

import pytest
from hypothesis import given, settings

from engine.board import iterate_squares
from engine.coordinates import PASS, square_to_text
from engine.report import Report
from protocol.answering.decision import plain_move
from protocol.answering.gtp_engine_end import GtpConversation, SideClock
from protocol.game import COLOUR_NAMES, Game
from protocol.judging.gtp_player import GtpPlayer
from protocol.judging.player import FunctionPlayer
from protocol.judging.referee import judge_game
from tests.alone import lay_out
from tests.positions import games

RHINO = shutil.which("gtp-rhino", path=os.environ.get("PATH", "") + ":/usr/games")

COMMANDS = ("protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove "
            "undo showboard time_settings time_left final_score set_game list_games").split()


class PlainThinker:
    """Plays the plain move and records its limits."""

    def __init__(self):
        self.report = None
        self.limits = []

    def think(self, player, opponent, limit, on_progress=None):
        self.limits.append(limit)
        move = plain_move(player, opponent)
        self.report = Report(move, 0.0, 0.0, False, "search", 1, 0.0, (move,))
        return self.report


class Talk:
    """A conversation over this script, run to its end."""

    def __init__(self, script, thinker=None, **options):
        self.thinker = thinker or PlainThinker()
        self.answers, self.log = io.StringIO(), io.StringIO()
        lines = io.StringIO(script if script.endswith("\n") else script + "\n")
        self.session = GtpConversation(lambda: self.thinker, lines.readline, self.answers, self.log, **options)
        self.code = self.session.run()
        text = self.answers.getvalue()
        assert not text or text.endswith("\n\n")
        self.replies = text.split("\n\n")[:-1]


def replies(script):
    return Talk(script).replies


def test_quarrys_sequence():
    script = """
        1 list_games
        2 set_game Othello
        3 boardsize 8
        4 clear_board
        5 time_settings 300 0 0
        6 time_left black 300 0
        7 genmove black
        8 play white c3
        9 time_left black 298 0
        10 genmove black
        11 quit"""
    first, *rest = replies(script)
    assert first == "=1 Othello"
    assert rest[:5] == ["=2", "=3", "=4", "=5", "=6"]
    assert rest[5] == "=7 D3" and rest[6] == "=8" and rest[7] == "=9"
    assert re.fullmatch(r"=10 [A-H][1-8]", rest[8]) and rest[9:] == ["=11"]


def test_all_commands_are_listed_and_known():
    listed, *known = replies("list_commands\n" + "".join("known_command %s\n" % name for name in [*COMMANDS, "fly"]))
    assert listed == "= " + "\n".join(COMMANDS)
    assert known == ["= true"] * len(COMMANDS) + ["= false"]


def test_name_and_version():
    assert replies("protocol_version\nname\nversion") == ["= 2", "= Reversi bot", "= 1.0"]


EXCHANGES = {
    "an unknown command": ("fly home", "? unknown command"),
    "an unknown command with a number": ("12 fly", "?12 unknown command"),
    "a number alone": ("12", "?12 unknown command"),
    "no colour": ("genmove", "? syntax error"),
    "a wrong colour": ("genmove green", "? syntax error"),
    "no square": ("play b", "? syntax error"),
    "a bad square": ("play b i9", "? syntax error"),
    "another size": ("boardsize 10", "? unacceptable size"),
    "no size": ("boardsize big", "? syntax error"),
    "another game": ("set_game Go", "? game not supported"),
    "the game by its other name": ("set_game REVERSI", "="),
    "komi": ("komi 6.5", "="),
    "komi that is not a number": ("komi much", "? syntax error"),
    "endless time": ("time_left b inf 0", "? syntax error"),
    "too little about time": ("time_settings 300", "? syntax error"),
    "an illegal move": ("play b a1", "? illegal move"),
    "an illegal pass": ("play b pass", "? illegal move"),
    "the wrong turn": ("play w d3", "? illegal move: it is black's turn"),
    "the wrong turn to think": ("genmove w", "? illegal move: it is black's turn"),
    "upper case and a comment": ("3 play BLACK D3 # the opening", "=3"),
    "control characters and tabs": ("\x013\tplay\tb\x7f\td3\r", "=3"),
    "nothing to undo": ("undo", "? cannot undo"),
    "a score too early": ("final_score", "? cannot score: the game is not over"),
}


@pytest.mark.parametrize("line, reply", EXCHANGES.values(), ids=EXCHANGES)
def test_a_command_and_its_reply(line, reply):
    assert replies(line) == [reply]


def test_blank_lines_and_comments_get_no_reply():
    assert replies("\n  \n# hello\nname\n") == ["= Reversi bot"]


def test_nothing_is_obeyed_after_quit():
    assert replies("quit\nname\n") == ["="]


def test_the_board_is_shown():
    assert replies("play b d3\nshowboard")[1] == "\n".join([
        "=", "   a b c d e f g h",
        "1  . . . . . . . .     X black 4",
        "2  . . . . . . . .     O white 1",
        "3  . . .(X). . . .     white to move",
        "4  . . . X X . . .", "5  . . . X O . . .",
        "6  . . . . . . . .", "7  . . . . . . . .", "8  . . . . . . . ."])


def game_to_a_pass(colour):
    """A game up to the turn in which the colour must pass."""
    for choice in range(64):
        game = Game()
        while not game.over:
            if game.must_pass and game.colour == colour:
                return game
            legal = list(iterate_squares(game.legal)) or [PASS]
            game.play(legal[choice % len(legal)])
    raise AssertionError("no game with a pass")


def all_lines(moves):
    return "".join("play %s %s\n" % (COLOUR_NAMES[ply % 2], square_to_text(move)) for ply, move in enumerate(moves))


@pytest.mark.parametrize("colour", [0, 1])
def test_a_forced_pass_may_be_played_in_any_case_left_out_or_generated(colour):
    game = game_to_a_pass(colour)
    lead = all_lines(game.moves)
    mine, other = COLOUR_NAMES[colour], COLOUR_NAMES[1 - colour]
    follow = square_to_text(next(iterate_squares(Game([*game.moves, PASS]).legal)))
    boards = []
    for passing in ("play %s PASS\n" % mine, "play %s pass\n" % mine, "", "genmove %s\n" % mine):
        talk = Talk(lead + passing + "play %s %s\nshowboard\n" % (other, follow))
        assert all(reply.startswith("=") for reply in talk.replies)
        boards.append(talk.replies[-1])
    assert len(set(boards)) == 1
    assert Talk(lead + "genmove %s\n" % mine).replies[-1] == "= PASS"


@pytest.mark.parametrize("colour", [0, 1])
def test_the_bot_moves_twice_in_a_row_when_the_other_cannot(colour):
    game = game_to_a_pass(colour)
    talk = Talk(all_lines(game.moves) + "genmove %s\n" % COLOUR_NAMES[1 - colour])
    after = Game([*game.moves, PASS])
    assert talk.replies[-1] == "= " + square_to_text(plain_move(after.player, after.opponent)).upper()


@pytest.mark.parametrize("colour", [0, 1])
def test_a_generated_pass_may_be_played_again(colour):
    lead = all_lines(game_to_a_pass(colour).moves) + "genmove %s\n" % COLOUR_NAMES[colour]
    talk = Talk(lead + "showboard\nplay %s pass\nshowboard\nundo\nundo\nshowboard\n" % COLOUR_NAMES[colour])
    board, *mended, before = talk.replies[-6:]
    assert mended == ["=", board, "=", "="]
    assert before != board


@pytest.mark.parametrize("colour", [0, 1])
def test_undo_also_takes_back_a_pass_that_was_left_out(colour):
    game = game_to_a_pass(colour)
    lead = all_lines(game.moves)
    before, after = (Talk(lead + more + "showboard\n").replies[-1]
                     for more in ("", "genmove %s\nundo\n" % COLOUR_NAMES[1 - colour]))
    assert before == after


def finished_game():
    game = Game()
    while not game.over:
        game.play(plain_move(game.player, game.opponent))
    return game


def test_a_finished_game_has_a_score_and_takes_passes():
    game = finished_game()
    black, white = game.counts
    talk = Talk(all_lines(game.moves) + "final_score\ngenmove b\nplay w pass\nundo\nundo\nfinal_score\nundo\n"
                "final_score\n")
    winner, margin = ("B" if black > white else "W"), abs(black - white) + 64 - black - white
    assert talk.replies[-8] == talk.replies[-3] == "= %s+%d" % (winner, margin)
    assert talk.replies[-7:-3] == ["= PASS", "=", "=", "="]
    assert talk.replies[-1] == "? cannot score: the game is not over"


@settings(max_examples=8)
@given(games)
def test_every_legal_game_is_followed_and_undone(moves):
    game = Game(moves)
    lines = all_lines(game.moves)
    talk = Talk(lines + "undo\n" * len(game.moves) + "undo\nshowboard\n")
    assert all(reply == "=" for reply in talk.replies[:-2])
    assert talk.replies[-2] == "? cannot undo"
    assert talk.replies[-1] == replies("showboard")[0]


def seconds_of(script, **options):
    return [limit.seconds for limit in Talk(script, **options).thinker.limits]


@pytest.mark.parametrize("script, limit", [
    ("", 5.0),
    ("time_settings 320 0 0\n", 10.0),
    ("time_settings 0 30 1\n", 30.0),
    ("time_settings 0 30 10\n", 3.0),
    ("time_settings 320 30 10\n", 13.0),
    ("time_settings 0 30 0\n", 5.0),
    ("time_settings 0 0 0\n", 5.0),
    ("time_settings 320 0 0\ntime_left b 32 0\n", 1.0),
    ("time_settings 320 0 0\ntime_left w 32 0\n", 10.0),
    ("time_settings 320 30 10\ntime_left b 12 6\n", 2.0),
    ("time_left b 64 0\n", 2.0),
])
def test_the_controllers_clock_decides_how_long_to_think(script, limit):
    [seconds] = seconds_of(script + "genmove b")
    assert 0.6 * limit <= seconds <= 0.95 * limit


def test_with_no_time_left_the_answer_is_an_immediate_legal_move():
    assert replies("time_left b 0 0\ngenmove b")[-1] in ("= D3", "= C4", "= F5", "= E6")


def test_options_of_the_command_line_take_precedence():
    assert seconds_of("time_settings 320 0 0\ngenmove b", time_limit=1)[0] < 1
    assert seconds_of("time_settings 320 0 0\ngenmove b", simulations=10) == [None]


def test_a_clock_that_is_not_set_again_runs_down_by_itself():
    clock = SideClock(10.0, 6.0, 3)
    clock.spend(4.0)
    assert (clock.left, clock.moves) == (6.0, 0)
    clock.spend(7.0)
    assert (clock.left, clock.moves) == (6.0, 3)
    clock.spend(1.0)
    assert (clock.left, clock.moves) == (5.0, 2)
    clock.spend(4.0)
    clock.spend(4.0)
    assert (clock.left, clock.moves) == (6.0, 3)


def test_a_whole_game_fits_into_its_main_time():
    clock = SideClock(60.0, 0.0, 0)
    for empties in range(60, 0, -1):
        seconds = clock.turn_seconds(empties)
        assert 0 < seconds < clock.left
        clock.spend(seconds)
    assert clock.left > 0


def test_a_fault_still_gives_a_move_and_is_reported_on_stderr():
    class Broken(PlainThinker):
        def think(self, *arguments):
            raise MemoryError("tree")

    talk = Talk("genmove b\nname", Broken())
    assert talk.replies == ["= D3", "= Reversi bot"]
    assert talk.log.getvalue().startswith("bot: MemoryError: tree")


def test_a_late_thinker_is_kept_and_its_turn_is_answered():
    class Late(PlainThinker):
        def think(self, player, opponent, limit, on_progress=None):
            report = super().think(player, opponent, limit)
            while not on_progress(report) or len(talk_answers()) < 2:
                pass
            return report

    def talk_answers():
        return answers.getvalue().split("\n\n")

    late, answers = Late(), io.StringIO()
    lines = io.StringIO("genmove b\ngenmove w\n")
    made = []
    log = io.StringIO()
    GtpConversation(lambda: made.append(1) or late, lines.readline, answers, log, time_limit=0.05).run()
    assert re.fullmatch(r"= D3\n\n= [A-H][1-8]\n\n", answers.getvalue())
    assert made == [1]


def test_verbose_shows_the_report_on_stderr():
    assert Talk("genmove b", verbose=True).log.getvalue().startswith("d3 by search")


def test_a_controller_that_has_hung_up_ends_the_engine():
    class Closed(io.StringIO):
        def flush(self):
            raise BrokenPipeError(32, "Broken pipe")

    log = io.StringIO()
    assert GtpConversation(PlainThinker, io.StringIO("name\n").readline, Closed(), log).run() == 2
    assert log.getvalue() == "bot: cannot answer: [Errno 32] Broken pipe\n"


@pytest.fixture
def bot_command(tmp_path):
    """The upload alone in a folder, speaking GTP."""
    return [sys.executable, lay_out(tmp_path, "botzone"), "--gtp", "--simulations", "20"]


def test_the_upload_speaks_gtp(bot_command):
    talk = subprocess.run(bot_command, input=b"3 genmove b\nquit\n", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=60)
    assert re.fullmatch(r"=3 [A-H][1-8]\n\n=\n\n", talk.stdout.decode())
    assert (talk.returncode, talk.stderr) == (0, b"")


@pytest.mark.parametrize("options, source", [([], b" by book:"), (["--no-book"], b" by search:")])
def test_the_upload_uses_its_book_in_gtp_too(bot_command, options, source):
    talk = subprocess.run(bot_command + ["--verbose"] + options, input=b"genmove b\nquit\n", stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60)
    assert source in talk.stderr.splitlines()[0]


def judged(colour, bot, opponent):
    """The game of the bot, playing that colour, against the opponent."""
    try:
        return judge_game([bot, opponent] if colour == 0 else [opponent, bot])
    finally:
        bot.close()
        opponent.close()


@pytest.mark.parametrize("colour", [0, 1])
def test_the_upload_plays_a_whole_game_under_the_judge(bot_command, colour):
    opponent = FunctionPlayer("last", lambda game: (list(iterate_squares(game.legal)) or [PASS])[-1])
    result = judged(colour, GtpPlayer("bot", bot_command), opponent)
    assert (result.error, result.game.over) == (None, True)


@pytest.mark.skipif(RHINO is None, reason="gtp-rhino is not installed")
@pytest.mark.parametrize("colour", [0, 1])
def test_the_upload_plays_a_whole_game_against_gtp_rhino(bot_command, colour):
    result = judged(colour, GtpPlayer("bot", bot_command), GtpPlayer("rhino", [RHINO, "-l", "1"]))
    assert (result.error, result.game.over) == (None, True)
