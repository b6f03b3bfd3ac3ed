"""Players for the tests of the judge: fixture bots as processes, and functions as their opponents."""

import random
import sys
from functools import lru_cache

from engine.board import iterate_squares
from engine.coordinates import PASS
from protocol.game import Game
from protocol.judging.player import FunctionPlayer
from protocol.judging.referee import judge_game
from protocol.judging.rules import BOTZONE
from tests import ROOT


def fixture_bot(file, *options):
    """The command line of a bot from tests/bots."""
    return " ".join([sys.executable, str(ROOT / "tests" / "bots" / file), *options])


def first_legal(game):
    return next(iterate_squares(game.legal), PASS)


def random_player(seed=1):
    generator = random.Random(seed)
    return FunctionPlayer("random", lambda game: generator.choice(list(iterate_squares(game.legal)) or [PASS]))


@lru_cache(maxsize=None)
def moves_with_passes(colour):
    """A game in which that colour always plays its first legal move, like tests/bots/legal.py, and both sides pass."""
    for seed in range(1000):
        bot, other = FunctionPlayer("first", first_legal), random_player(seed)
        moves = judge_game([bot, other] if colour == 0 else [other, bot]).game.moves
        if PASS in moves[0::2] and PASS in moves[1::2]:
            return tuple(moves)
    raise AssertionError("no such game")


def play(player, colour=0, rules=BOTZONE, opening=(), turns=None, choose=None):
    """A game against a function, or its beginning: after `turns` turns the function crashes."""
    choose = choose or random_player()._choose

    def choose_or_give_up(game):
        if turns is not None and len(game.moves) >= turns:
            raise RuntimeError("enough")
        return choose(game)

    opponent = FunctionPlayer("opponent", choose_or_give_up)
    try:
        return judge_game([player, opponent] if colour == 0 else [opponent, player], rules, opening)
    finally:
        player.close()


def own_turns(judged, colour=0):
    return [turn for turn in judged.turns if turn.colour == colour]


def plays_first_legal(judged, colour=0):
    """True if tests/bots/legal.py always gave the right answer, so it always knew the position."""
    return all(move == first_legal(Game(judged.game.moves[:ply]))
               for ply, move in enumerate(judged.game.moves) if ply % 2 == colour)
