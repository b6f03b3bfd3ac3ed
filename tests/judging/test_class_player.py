"""Classes for MO and CS303 as players: their platforms' limits and rules, and the ways to lose."""

import sys
import textwrap

import pytest

from engine.coordinates import squares_from_transcript
from protocol.game import Game
from protocol.judging.bot_names import open_player
from protocol.judging.class_player import CLASS_PLATFORMS, ClassPlayer, refused_word
from protocol.judging.referee import judge_game
from protocol.judging.rules import BOTZONE, CS303, CS303_REVERSED, MO
from protocol.records.record import make_archive_record, make_record
from protocol.records.record_reader import read_record
from tests.opponents import moves_with_passes, own_turns, play, random_player

MO_CLASS = """
from board import Board
from game import Game
class AIPlayer(object):
    def __init__(self, color):
        self.color, self.calls = color, 0
    def get_move(self, board):
        self.calls += 1
        moves = list(board.get_legal_actions(self.color))
        {body}
        return moves[0]
"""

CS303_CLASS = """
import random
class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.size, self.color, self.time_out = chessboard_size, color, time_out
        self.candidate_list = []
    def go(self, chessboard):
        self.candidate_list.clear()
        {body}
        for row in range(8):
            for column in range(8):
                if flips(chessboard, self.color, row, column):
                    self.candidate_list.append((row, column))
        self.candidate_list.reverse()
def flips(board, color, row, column):
    if board[row][column] != 0:
        return False
    for down, right in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]:
        length, r, c = 0, row + down, column + right
        while 0 <= r < 8 and 0 <= c < 8 and board[r][c] == -color:
            length, r, c = length + 1, r + down, c + right
        if length and 0 <= r < 8 and 0 <= c < 8 and board[r][c] == color:
            return True
    return False
"""


@pytest.fixture
def bot(tmp_path):
    """Writes a class to a file and opens it: bot("mo", body) and bot("cs303", body)."""
    players = []

    def write(platform, body="pass", source=None):
        template = source or (MO_CLASS if platform == "mo" else CS303_CLASS)
        path = tmp_path / ("bot%d.py" % len(players))
        path.write_text(template.replace("{body}", textwrap.indent(body, " " * 8).strip()))
        players.append(open_player("%s:%s" % (platform, path)))
        return players[-1]

    yield write
    for player in players:
        player.close()


@pytest.mark.parametrize("platform", ["mo", "cs303"])
@pytest.mark.parametrize("colour", [0, 1])
def test_a_class_plays_games_with_passes_and_always_knows_the_position(bot, platform, colour):
    moves = list(moves_with_passes(colour))
    judged = play(bot(platform), colour, choose=lambda game: moves[len(game.moves)])
    assert judged.error is None and judged.game.moves == moves


def test_the_platforms_rules_apply_whatever_the_games(bot):
    player = bot("mo")
    assert (player.platform, player.turn_seconds(BOTZONE.with_limits(1.0))) == (MO, 60.0)
    assert MO.illegal_moves_allowed == 2 and not MO.asks_for_passes
    player = bot("cs303")
    assert player.turn_seconds(BOTZONE) == 5.0 and player.limits.memory_mb == 100
    assert player.turn_seconds(BOTZONE.with_limits(0.5)) == 0.5, "it is told its time, so the time can be changed"


def test_the_third_illegal_move_in_a_row_loses_on_mo(bot):
    judged = play(bot("mo", "return None"))
    assert judged.error == "INVALID_MOVE"
    assert [turn.answer.debug for turn in own_turns(judged)] == ["get_move returned None"] * 3
    judged = play(bot("mo", "if self.calls % 3: return 'A9'"), turns=8)
    assert judged.scores == (2, 0), "two in a row are forgiven, every time"


@pytest.mark.parametrize("body, said", [
    ("board._move(moves[0], self.color)", "(D3 was '.' and is 'X')"),
    ("board._board[7][7] = 'O'", "(H8 was '.' and is 'O')"),
    ("board._board = []", "its rows changed"),
    ("board[0].append('.')", "its rows changed"),
])
def test_a_class_that_changes_the_board_loses(bot, body, said):
    judged = play(bot("mo", body))
    assert judged.error == "INVALID_INPUT_VERDICT_RE"
    assert "AIPlayer changed the board" in judged.stderr[0] and said in judged.stderr[0]


def test_the_output_of_a_class_is_not_its_answer_and_its_input_is_empty(bot):
    judged = play(bot("mo", "import sys; print('D3', flush=True); assert sys.stdin.read() == ''"), turns=4)
    assert own_turns(judged)[0].error is None
    assert judged.stderr[0].startswith("D3\n")


@pytest.mark.parametrize("platform, source, words", [
    ("mo", "class Player: pass", "no class AIPlayer in bot0.py"),
    ("mo", "import engine.board", "No module named 'engine'"),
    ("cs303", "raise KeyError('here')", "KeyError: 'here'"),
    ("cs303", "# please do not import os\nclass AI: pass", "contains `import os`"),
    ("cs303", "# an executive summary\nclass AI: pass", "contains `exec`"),
])
def test_an_unusable_file_is_explained(bot, platform, source, words):
    judged = play(bot(platform, source=source))
    assert judged.error == "INVALID_INPUT_VERDICT_RE"
    assert words in judged.stderr[0]


def test_an_exception_in_a_turn_is_reported(bot):
    judged = play(bot("cs303", "1 / 0"))
    assert judged.error == "INVALID_INPUT_VERDICT_RE" and "ZeroDivisionError" in judged.stderr[0]


def test_the_last_candidate_counts_and_an_empty_list_is_a_pass(bot):
    judged = play(bot("cs303", "self.candidate_list += [(9, 9), (2, 3)]; return"), turns=2)
    assert judged.game.moves[0] == 19
    judged = play(bot("cs303", "return"))
    assert judged.error == "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN"
    judged = play(bot("cs303", "self.candidate_list.append((-1, 3)); return"))
    assert judged.error == "INVALID_MOVE"


def test_the_course_tells_size_colour_and_time(bot):
    check = "assert (self.size, self.color, self.time_out) == (8, %d, %s), self.time_out"
    assert play(bot("cs303", check % (-1, "5")), turns=2).scores == (2, 0)
    assert play(bot("cs303", check % (1, "0.5")), 1, BOTZONE.with_limits(0.5), turns=3).scores == (0, 2)


def test_a_class_that_is_too_slow_or_too_large_gets_a_verdict(bot):
    judged = play(bot("cs303", "while True: pass"), rules=BOTZONE.with_limits(0.3))
    assert judged.error == "INVALID_INPUT_VERDICT_TLE"
    judged = play(bot("cs303", "self.memory = bytearray(200 << 20)"))
    assert judged.error == "INVALID_INPUT_VERDICT_MLE"


def test_the_time_of_a_whole_game_is_limited(bot):
    player = bot("cs303", "import time; time.sleep(0.2)")
    player.platform = player.limits = CS303._replace(game_seconds=0.7)
    judged = play(player)
    assert judged.error == "INVALID_INPUT_VERDICT_TLE"
    assert 1 < len(own_turns(judged)) <= 4


def test_a_game_that_goes_back_and_a_new_game_restart_the_class(bot):
    player = bot("mo", "print(self.calls)")
    game = Game()
    player.start_game()
    for _ in range(2):
        player.ask(game, BOTZONE)
    game.play(19)
    game.play(18)
    player.ask(game, BOTZONE)
    player.ask(Game([19, 20]), BOTZONE)
    player.ask(Game([19]), BOTZONE)
    player.close()
    assert player.errors.split() == ["1", "2", "3", "1", "1"]


def test_the_fewest_discs_win_a_reversed_game_in_its_record_too(bot):
    player = bot("cs303-reversed")
    for opponent in (random_player(3), bot("mo")):
        judged = judge_game([player, opponent])
        black, white = judged.game.counts
        assert judged.game.fewest_wins and black != white
        assert judged.scores == ((2, 0) if black < white else (0, 2))
        for value in (make_record(judged), make_archive_record(judged, {})):
            record = read_record("file", 1, value)
            assert (record.problems, record.scores, record.game.fewest_wins) == ([], judged.scores, True)
            del value["fewest_wins"]
            assert read_record("file", 1, value).problems, "the result is wrong for a usual game"
    assert CS303_REVERSED.fewest_wins and not CS303.fewest_wins


def test_refused_words_are_plain_substrings(tmp_path):
    path = tmp_path / "a.py"
    for text, word in (("from os import path", None), ("import  os", None), ("import ossaudiodev", "import os"),
                       ("x.execute()", "exec")):
        path.write_text(text)
        assert refused_word(str(path), CLASS_PLATFORMS["cs303"]) == word
        assert refused_word(str(path), CLASS_PLATFORMS["mo"]) is None


def test_a_class_is_shown_an_array_where_numpy_is_installed(bot):
    pytest.importorskip("numpy", reason="numpy is not installed: the course's boards are rows of ints here")
    assert play(bot("cs303", "assert chessboard.shape == (8, 8)"), turns=2).scores == (2, 0)


def test_another_interpreter_can_be_named(tmp_path):
    path = tmp_path / "a.py"
    path.write_text(MO_CLASS.format(body="pass"))
    player = open_player("mo:%s" % path, sys.executable, "named")
    assert isinstance(player, ClassPlayer) and (player.name, player.python) == ("named", sys.executable)
    opening = list(squares_from_transcript("f5d6"))
    assert play(player, opening=opening, turns=4).scores == (2, 0)
