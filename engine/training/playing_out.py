"""Plays positions on until perfect play takes over, and carries its value back to them.

An evaluation errs most where it is used: of many moves a search picks those that it overrates. Labels by search share
that error; the value at the end of a game played by the search does not. But it is blurred by the mistakes on the way,
so earlier positions trust it less, as they do the known values of recorded games.
"""

import os
from array import array
from itertools import chain
from random import Random
from time import time
from typing import Callable, Iterable, List, NamedTuple, Sequence, Tuple

from engine.training.bits import count_bits, final_value
from engine.training.compiling import compile_here
from engine.training.perfect import exact_value
from engine.training.positions import LabelSet, Position, PositionSet, carried_trust, mover_first
from engine.training.storage import load_labels, load_positions, save_labels, save_positions
from engine.training.teacher import UNITS, Teacher, best_next, estimate
from engine.training.workers import Workers

#: The plies at which games begin.
FIRST_PLIES = range(6, 41)
#: Search depth of both sides; the time for one ply more is better spent on more games.
DEPTH = 4
#: In squared discs: the error of the best fit where perfect play takes over, and the drift of a game for every ply
#: before that; measured on held-out games.
FIT_VARIANCE = 90.0
MISTAKE_VARIANCE = 8.0
#: An interrupted run loses at most one round.
ROUND_GAMES = 10000
#: Games handed to a process at a time.
BATCH_GAMES = 50


class _Playing(NamedTuple):
    teacher: Teacher
    exact_empties: int


def play_out(teacher: Teacher, position: Position, depth: int, exact_empties: int) -> List[Tuple[int, int, int]]:
    """The positions of a game from here on: player, opponent, and the value at its end for that player."""
    way: List[Tuple[int, int, int]] = []
    player, opponent = position
    side = 1
    while True:
        way.append((player, opponent, side))
        empties = 64 - count_bits(player | opponent)
        if empties <= exact_empties:
            score = side * exact_value(
                teacher, player, opponent, estimate(teacher, player, opponent, 60 - empties) / UNITS)
            break
        after = best_next(teacher, player, opponent, 60 - empties, depth)
        following = mover_first(*after)
        if following is None:
            score = -side * teacher.sign * final_value(*after)
            break
        side = -side if following == after else side
        player, opponent = following
    return [(player, opponent, side * score) for player, opponent, side in way]


def _choose_start(positions: PositionSet, seed: int) -> List[Position]:
    """The first position of the game with this seed, in a list that is empty if its ply has no positions."""
    random = Random(seed)
    starts = positions[FIRST_PLIES[int(random.random() * len(FIRST_PLIES))]]
    if not starts:
        return []
    start = 2 * int(random.random() * (len(starts) // 2))
    return [(starts[start], starts[start + 1])]


def _play_batch(playing: _Playing, starts: Sequence[Position]) -> List[Tuple[int, int, int]]:
    return [valued for start in starts for valued in play_out(playing.teacher, start, DEPTH, playing.exact_empties)]


def _play_games(playing: _Playing, positions: PositionSet, seeds: Iterable[int],
                workers: Workers) -> Tuple[PositionSet, LabelSet]:
    """The positions and values of these games; ValueError if a worker returns an impossible value."""
    found: PositionSet = {}
    values: LabelSet = {}
    starts = [start for seed in seeds for start in _choose_start(positions, seed)]
    batches = [starts[first:first + BATCH_GAMES] for first in range(0, len(starts), BATCH_GAMES)]
    compile_here(_play_batch, playing, starts[:1])
    for player, opponent, value in chain.from_iterable(workers.results(_play_batch, playing, batches)):
        if not -64 <= value <= 64:
            raise ValueError("a worker returned the value %r for a game" % value)
        ply = count_bits(player | opponent) - 4
        found.setdefault(ply, array("q")).extend((player, opponent))
        values.setdefault(ply, array("f")).append(value)
    return found, values


def played_out_values(folder: str, teacher: Teacher, positions: PositionSet, games: int, exact_empties: int,
                      workers: Workers, log: Callable[[str], None]) -> Tuple[PositionSet, LabelSet]:
    """The positions and values of this many games, each begun at one of the given positions.

    Games go in rounds, each played now or read if an earlier run played it.
    """
    all_found: PositionSet = {}
    all_values: LabelSet = {}
    for first in range(0, games, ROUND_GAMES):
        begun = time()
        seeds = range(first, min(games, first + ROUND_GAMES))
        place = os.path.join(folder, "played-out-%d-%d" % (seeds[0], seeds[-1]))
        if not os.path.isdir(place):
            found, values = _play_games(_Playing(teacher, exact_empties), positions, seeds, workers)
            os.makedirs(place + ".part", exist_ok=True)
            save_positions(place + ".part", found)
            for ply in values:
                save_labels(place + ".part", ply, values[ply])
            os.rename(place + ".part", place)
            log("%d games played out in %.0f s" % (len(seeds), time() - begun))
        found, values = load_positions(place), load_labels(place)
        for ply in values:
            all_found.setdefault(ply, array("q")).extend(found[ply])
            all_values.setdefault(ply, array("f")).extend(values[ply])
    return all_found, all_values


def played_out_trust(plies: int) -> float:
    """The trust in the value of a game for a position this many plies before perfect play takes over."""
    return carried_trust(plies, FIT_VARIANCE, MISTAKE_VARIANCE)
