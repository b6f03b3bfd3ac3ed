import io
import sys

from engine.coordinates import PASS
from protocol.drawing import draw_board, printable
from protocol.game import Game


def test_the_board_has_coordinates_the_last_move_in_brackets_and_notes_beside_it():
    assert draw_board(Game([19]), ["1. black d3", "note"]) == """\
   a b c d e f g h
1  . . . . . . . .     1. black d3
2  . . . . . . . .     note
3  . . .(X). . . .
4  . . . X X . . .
5  . . . X O . . .
6  . . . . . . . .
7  . . . . . . . .
8  . . . . . . . ."""


def test_the_brackets_do_not_run_over_the_edge():
    game = Game()
    for move, row in ((63, "8  . . . . . . .(.)"), (7, "1  . . . . . . .(.)"), (0, "1 (.). . . . . . ."),
                      (PASS, None)):
        game.moves = [move, move]
        drawn = draw_board(game)
        assert drawn.count("(") == (row is not None)
        assert row is None or row in drawn.splitlines()


def test_a_bots_text_cannot_disturb_the_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert printable("a\x1b[31m\tb\u00e9") == "a [31m b?"
