"""The levels to play against: ordered, legal, and as careless as announced."""

from random import Random

import pytest

from engine.report import Candidate, Report
from protocol.game import Game
from protocol.judging.levels import LEVELS, LevelPlayer, choose_move
from protocol.judging.player import CalledOff, FunctionPlayer
from protocol.judging.referee import judge_game
from protocol.judging.rules import BOTZONE
from tests.bench.levels import describe, play_pairs
from tests.thinkers import QuickThinker

CANDIDATES = tuple(Candidate(square, 10, 0.0, 0.25, discs, False)
                   for square, discs in ((19, 6.0), (26, 3.0), (37, 0.0), (44, -9.0)))
REPORT = Report(19, 0.2, 6.0, False, "search", 40, 0.1, (19,), CANDIDATES)


def test_every_level_thinks_at_least_as_long_and_errs_less_than_the_level_below():
    levels = list(LEVELS.values())
    for weaker, stronger in zip(levels, levels[1:]):
        assert weaker.seconds <= stronger.seconds and weaker.randomness > stronger.randomness
        assert stronger.simulations is None or weaker.simulations <= stronger.simulations


def test_without_randomness_the_best_move_is_played():
    assert choose_move(REPORT, 0.0, Random(1)) == 19
    assert choose_move(REPORT._replace(candidates=()), 9.0, Random(1)) == 19


def test_randomness_spreads_the_choice_and_keeps_the_order():
    random = Random(1)
    chosen = [choose_move(REPORT, 4.0, random) for _ in range(1000)]
    counts = [chosen.count(square) for square in (19, 26, 37, 44)]
    assert counts == sorted(counts, reverse=True) and 500 < counts[0] < 800 and counts[2] > 50


def test_a_level_plays_a_whole_legal_game_and_notes_nothing():
    players = [LevelPlayer(name, LEVELS[name], QuickThinker, Random(2)) for name in ("beginner", "casual")]
    judged = judge_game(players, BOTZONE)
    assert judged.game.over and judged.error is None
    assert all(turn.answer.debug is None for turn in judged.turns)


def test_a_level_called_off_does_not_answer():
    player = LevelPlayer("beginner", LEVELS["beginner"], QuickThinker)
    player.call_off()
    with pytest.raises(CalledOff):
        player.ask(Game(), BOTZONE)


@pytest.mark.slow
def test_a_stronger_level_beats_a_much_weaker_one():
    results = list(play_pairs(("club", "beginner"), 4, 1))
    assert sum(score for score, _ in results) >= 3.5, describe(("club", "beginner"), results)


def test_the_beginner_loses_to_a_child_that_takes_corners():
    """The child takes a corner if it can, and otherwise the first legal square."""
    def first_corner(game):
        squares = [square for square in (0, 7, 56, 63, *range(64)) if game.legal >> square & 1]
        return squares[0] if squares else 64

    random, won = Random(3), 0
    for number in range(10):
        pair = [FunctionPlayer("child", first_corner), LevelPlayer("beginner", LEVELS["beginner"], random=random)]
        judged = judge_game(pair[::1 if number % 2 else -1], BOTZONE)
        won += judged.scores[1 - number % 2] == 2
    assert won >= 6
