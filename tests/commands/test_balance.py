"""Balanced openings: even by the judge's estimate, all different, and reproducible from the seed."""

from itertools import islice
from random import Random

import pytest

from engine.board import START, canonical_position
from protocol.balance import SIFTING, balanced_openings, expected_discs, main, random_opening
from protocol.game import Game


def parity_judge(player, opponent, simulations):
    """Calls some positions even and others not, without a search."""
    return 0.0 if player % 5 < 3 else 64.0


def test_only_openings_that_every_search_finds_even_are_kept():
    asked = []

    def judge(player, opponent, simulations):
        asked.append(simulations)
        return 4.0 if simulations < SIFTING[1][0] else parity_judge(player, opponent, simulations)

    openings = list(islice(balanced_openings(6, Random(1), judge), 10))
    assert len(openings) == 10
    for moves in openings:
        game = Game(moves)
        assert len(moves) == 6
        assert parity_judge(game.player, game.opponent, 0) == 0.0
    assert asked.count(SIFTING[0][0]) == asked.count(SIFTING[1][0]) > 10


def test_no_opening_is_the_image_of_another():
    openings = list(islice(balanced_openings(4, Random(1), lambda *_: 0.0), 20))
    assert len({canonical_position(game.player, game.opponent) for game in map(Game, openings)}) == 20


def test_the_same_seed_makes_the_same_openings():
    first, second = (list(islice(balanced_openings(8, Random(5), parity_judge), 5)) for _ in range(2))
    assert first == second


def test_a_random_opening_has_the_requested_length():
    assert [len(random_opening(plies, Random(plies)).moves) for plies in (1, 4, 8)] == [1, 4, 8]


def test_the_engine_finds_the_start_roughly_even():
    assert abs(expected_discs(*START, 50)) < 10


def test_the_command_prints_transcripts(capsys, monkeypatch):
    monkeypatch.setattr("protocol.balance.SIFTING", ((2, 64.0),))
    assert main(["--count", "3", "--plies", "5"]) == 0
    lines = capsys.readouterr().out.split()
    assert [len(line) for line in lines] == [10, 10, 10]
    assert all(line.startswith("f5") for line in lines)


def test_bad_usage_is_one_line_and_exit_code_2(capsys):
    with pytest.raises(SystemExit) as leaving:
        main(["--plies", "99"])
    assert leaving.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
