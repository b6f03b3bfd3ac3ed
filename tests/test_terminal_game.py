"""The game in the terminal, as scripts of lines in and lines out."""

import pytest

from engine.board import moves_to_text
from engine.coordinates import square_to_text
from protocol.game import BLACK, WHITE
from protocol.judging.bot_names import Opponents
from protocol.records.record_reader import read_records
from protocol.terminal_game import TerminalGame
from tests.opponents import fixture_bot, moves_with_passes
from tests.thinkers import BLACK_PASSES, QuickThinker


def converse(lines, colour=BLACK, moves=()):
    """(exit code, output, game) after the person has typed the lines and left."""
    said, left = [], list(lines)

    def read(prompt):
        if not left:
            raise EOFError
        return left.pop(0)

    game = TerminalGame(Opponents(make_thinker=QuickThinker), "bot", colour, 1.0, read, said.append, moves)
    return game.run(), "\n".join(said), game.game


def test_a_move_is_answered_and_the_board_is_shown():
    code, said, game = converse(["f5"])
    assert code == 0 and len(game.moves) == 2 and game.moves[0] == 37
    assert "you can play d3 c4 f5 e6" in said
    assert said.count("   a b c d e f g h") == 2 and "X  2  you" in said and "bot thinks ..." in said
    assert "(+8.0 discs) search 100 sims" in said


def test_the_bot_moves_first_against_white():
    assert len(converse([], WHITE)[2].moves) == 1


def test_a_whole_game_ends_with_its_result():
    said, left = [], []

    def read(prompt):
        if game.game.over:
            left.append("over")
            raise EOFError
        return moves_to_text(game.game.legal).split()[0]

    game = TerminalGame(Opponents(make_thinker=QuickThinker), "bot", BLACK, 1.0, read, said.append)
    assert game.run() == 0 and left == ["over"]
    assert any(" wins " in line or "draw" in line for line in said)


@pytest.mark.parametrize("line, message", [
    ("a1", "ply 1 (black): illegal move a1: expected"), ("i9", "bad square 'i9'"), ("pass", "illegal pass"),
    ("undo", "no move to take back"), ("save", "save where?"), ("save /nonexistent/x", "cannot write /nonexistent/x"),
    ("help", "save FILE"), ("hint", "d3 by search: value +0.500"),
])
def test_a_line_that_is_not_a_legal_move_gets_an_answer_and_changes_nothing(line, message):
    code, said, game = converse([line])
    assert code == 0 and message in said and game.moves == []


def test_an_empty_line_prompts_again():
    assert converse(["", "  ", "quit"])[2].moves == []


def test_undo_and_new_go_back():
    assert converse(["f5", "undo"])[2].moves == []
    assert converse(["f5", "new"])[2].moves == []


def test_a_pass_is_announced_and_made():
    code, said, game = converse([], BLACK, moves=BLACK_PASSES)
    assert "Black has no move and passes" in said and game.moves[8] == 64 and len(game.moves) == 10


def test_the_game_can_be_saved(tmp_path):
    path = str(tmp_path / "game.json")
    said, game = converse(["f5", "save " + path])[1:]
    record, = read_records(path)
    assert "record: " + path in said and record.game.moves == game.moves and record.names == ("you", "bot")


def test_a_bot_that_fails_ends_the_game_with_an_explanation(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("print('what?')")
    said = []
    assert TerminalGame(Opponents([str(broken)]), str(broken), WHITE, 1.0, input, said.append).run() == 1
    assert said[-1].startswith("broken gives up: ply 1, black: its answer is not JSON: ")


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_bot_kept_running_is_told_of_every_pass(colour):
    """The person plays one side of a game in which both pass; undo restarts the bot."""
    moves, left = list(moves_with_passes(1 - colour)), []
    bot = "keep-running:" + fixture_bot("legal.py", "--keep", "99")

    def read(prompt):
        if game.game.over:
            raise EOFError
        if len(game.game.moves) > 20 and not left:
            left.append("undone")
            return "undo"
        return square_to_text(moves[len(game.game.moves)])

    game = TerminalGame(Opponents([bot]), bot, colour, 20.0, read, lambda line: None)
    assert game.run() == 0 and game.game.moves == moves and left == ["undone"]
