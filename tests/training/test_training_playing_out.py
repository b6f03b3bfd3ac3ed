"""Positions played on until perfect play takes over."""

from array import array
from random import Random

import pytest

from engine.training import playing_out
from engine.training.bits import count_bits, list_bits, play_word, word_moves
from engine.training.perfect import exact_value
from engine.training.playing_out import FIRST_PLIES, play_out, played_out_values
from engine.training.positions import mover_first, parse_game, recorded_positions, self_played_game
from engine.training.teacher import blank_teacher
from engine.training.workers import LocalWorkers

BLANK = blank_teacher()


def random_position(ply, random):
    positions = self_played_game(BLANK, 0, random)
    return positions[ply] if len(positions) > ply else random_position(ply, random)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_moves_are_legal_and_the_value_is_that_of_perfect_play_at_the_end(seed):
    way = play_out(BLANK, random_position(44, Random(seed)), 2, 7)
    for (player, opponent, value), (next_player, next_opponent, next_value) in zip(way, way[1:]):
        after = [play_word(player, opponent, disc) for disc in list_bits(word_moves(player, opponent))]
        assert (next_player, next_opponent) in [mover_first(*position) for position in after]
        same_side = (next_player, next_opponent) not in after
        assert next_value == (value if same_side else -value)
    player, opponent, value = way[-1]
    assert 64 - count_bits(player | opponent) == 7
    assert value == exact_value(BLANK, player, opponent, 0.0)


def test_a_side_that_moves_twice_in_a_row_keeps_its_value():
    ways = [play_out(BLANK, random_position(50, Random(seed)), 2, 4) for seed in range(80)]
    values = [[value for _, _, value in way] for way in ways]
    assert any(before == after != 0 for game in values for before, after in zip(game, game[1:]))


def test_a_game_that_ends_early_gives_its_result():
    black_to_wipe_out = recorded_positions(parse_game("f5d6c5f4e7f6g5e6e3"))[-1]
    assert play_out(BLANK, black_to_wipe_out, 2, 12) == [black_to_wipe_out + (64,)]
    assert play_out(BLANK._replace(sign=-1), black_to_wipe_out, 2, 12)[0] != black_to_wipe_out + (64,)


def test_a_second_run_reads_the_games_of_the_first(tmp_path, monkeypatch):
    random = Random(5)
    positions = {ply: array("q") for ply in FIRST_PLIES}
    monkeypatch.setattr(playing_out, "FIRST_PLIES", (48, 50))
    monkeypatch.setattr(playing_out, "ROUND_GAMES", 4)
    positions[48] = array("q", random_position(48, random))
    positions[50] = array("q")  # a ply without positions gives no games
    lines = []
    first = played_out_values(str(tmp_path), BLANK, positions, 10, 8, LocalWorkers(2), lines.append)
    assert len(lines) == 3
    found, values = first
    assert all(len(found[ply]) == 2 * len(values[ply]) for ply in values)
    assert 1 <= len(values[48]) <= 10
    assert (found[48][0], found[48][1]) == (positions[48][0], positions[48][1])

    def fail(*arguments):
        raise AssertionError("played again")

    monkeypatch.setattr(playing_out, "_play_games", fail)
    assert played_out_values(str(tmp_path), BLANK, positions, 10, 8, LocalWorkers(2), lines.append) == first
