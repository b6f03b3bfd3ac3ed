"""MO's AIPlayer on the platform's board, in a process of its own and in this one."""

import pytest
from hypothesis import given, settings

from engine.board import legal_moves
from engine.coordinates import square_from_text
from engine.report import Report
from protocol.platforms import mo_class
from protocol.platforms.mo import AIPlayer
from tests import oracle
from tests.alone import call_upload
from tests.positions import positions, random_position


class Grid:
    """The part of the platform's board that a player needs."""

    def __init__(self, rows):
        self._board = rows


BLACK = AIPlayer("X")


@pytest.fixture(autouse=True)
def hurry(monkeypatch):
    monkeypatch.setattr(mo_class, "MOVE_SECONDS", 0.02)


@pytest.mark.parametrize("side", ["X", "O"])
def test_the_upload_plays_a_whole_game_alone_in_a_folder(tmp_path, side):
    told = call_upload(tmp_path, "mo", side, 0.05)
    assert (told["illegal"], told["touched"], told["kept"]) == (0, False, True)
    assert told["longest"] < 10
    assert told["winner"] == "XO".index(side)


@settings(max_examples=20)
@given(positions)
def test_every_position_gets_a_legal_move_in_capitals_and_the_board_is_unchanged(position):
    rows = oracle.board_from_bits(*position)
    before = [row[:] for row in rows]
    move = BLACK.get_move(Grid(rows))
    assert rows == before
    if move is None:
        assert not legal_moves(*position)
    else:
        assert move == move.upper() and legal_moves(*position) >> square_from_text(move) & 1


def test_white_moves_white_discs():
    rows = [list(row) for row in ["........"] * 3 + ["...XO...", "...OX..."] + ["........"] * 3]
    assert AIPlayer("O").get_move(Grid(rows)) in ("D3", "C4", "F5", "E6")
    rows[3][3] = rows[4][4] = "O"
    assert AIPlayer("O").get_move(Grid(rows)) is None


def test_the_tree_is_kept_between_moves():
    player = AIPlayer("X")
    board = oracle.board_from_bits(*random_position(30, 1))
    player.get_move(Grid(board))
    tree = player._thinker.tree
    assert tree.root.total > 0
    player.get_move(Grid(board))
    assert player._thinker.tree is tree


def test_the_opening_is_played_from_the_book():
    player = AIPlayer("X")
    player.get_move(Grid(oracle.start_board()))
    assert player._thinker.report.source == "book"


def test_a_thinker_that_fails_costs_no_move_and_is_replaced(capsys):
    class Broken:
        report = Report(44, 0.0, 0.0, False, "search", 1, 0.0, (44,))

        def think(self, *arguments):
            raise MemoryError("tree")

    player = AIPlayer("X")
    player._thinker = Broken()
    assert player.get_move(Grid(oracle.start_board())) == "D3"
    assert player._thinker is None
    assert "MemoryError: tree" in capsys.readouterr().err


@pytest.mark.parametrize("color", ["x", "B", 0, None])
def test_other_colours_are_refused(color):
    with pytest.raises(ValueError, match="expected 'X' for black or 'O' for white"):
        AIPlayer(color)
