"""Positions that a person sets up, as text and as the beginning of a game."""

import pytest
from hypothesis import given, settings

from protocol.game import BLACK, WHITE, Game
from protocol.page.set_up import USUAL_START, SetUpGame, position_text, read_start
from tests.positions import games

WHITE_FIRST = "-" * 27 + "OX------XO" + "-" * 27 + " O"


@settings(max_examples=25)
@given(games)
def test_a_position_is_read_back_from_its_text(moves):
    game = Game(moves)
    if game.over:
        with pytest.raises(ValueError, match="nobody can move"):
            read_start(position_text(game))
    else:
        assert read_start(position_text(game)) == (game.player, game.opponent, game.colour)


def test_the_usual_start_is_the_usual_game():
    assert read_start(position_text(Game())) == USUAL_START
    assert type(USUAL_START.game([37])) is Game and USUAL_START.game([37]).moves == [37]


def test_white_may_move_first():
    start = read_start(WHITE_FIRST)
    game = start.game()
    assert isinstance(game, SetUpGame) and game.colour == WHITE and game.counts == (2, 2)
    game.play(44 - 24)
    assert game.colour == BLACK and game.counts == (1, 4)


@pytest.mark.parametrize("text", [
    WHITE_FIRST.lower(), WHITE_FIRST.replace("X", "*"), WHITE_FIRST.replace("-", "."), WHITE_FIRST + "; d6:+3",
    "\n".join(WHITE_FIRST[row:row + 8] for row in range(0, 64, 8)) + "\nO\n"])
def test_the_usual_ways_to_write_a_position_are_read(text):
    assert read_start(text) == read_start(WHITE_FIRST)


@pytest.mark.parametrize("text", ["", "f5d6c3", "-" * 64, "-" * 63 + " X", WHITE_FIRST + " " * 10 ** 6 + "\na",
                                  WHITE_FIRST[:-1] + "Z", '{"logs":[]}'])
def test_anything_else_is_no_position(text):
    assert read_start(text) is None
