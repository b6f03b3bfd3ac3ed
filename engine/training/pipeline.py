"""From nothing to weights: generations of positions, labels and fits.

A generation works backwards from the end of the game, in groups of at most as many plies as its teacher looks ahead, so
that every search ends in positions whose weights are already fitted; the last plies are labelled by perfect play. This
is how the truth about the end reaches the beginning: a search that ends in the weights of the previous generation,
however deep, only passes on their errors. Generation 0 starts from blank weights, each later one from those of the
previous one.
"""

import os
from array import array
from contextlib import closing
from itertools import chain, count
from random import Random
from time import time
from typing import Callable, Dict, Generator, Iterable, List, NamedTuple, Sequence, Tuple

from engine.evaluation import PHASE_COUNT, PLIES_PER_PHASE, phase_of_ply
from engine.training.compiling import compile_here, compiled
from engine.training.features import TABLE_SIZE
from engine.training.fitting import add_samples, empty_samples, fit_table
from engine.training.perfect import exact_value
from engine.training.playing_out import played_out_trust, played_out_values
from engine.training.positions import (
    LabelSet,
    Position,
    PositionSet,
    RecordedGame,
    collect,
    known_positions,
    recorded_positions,
    self_played_game,
)
from engine.training.storage import (
    load_labels,
    load_positions,
    load_weights,
    save_labels,
    save_positions,
    save_weights,
)
from engine.training.teacher import CUT_UNITS, INFINITE, PLY_COUNT, UNITS, Teacher, in_units, make_teacher, search_units
from engine.training.workers import Workers

#: The opening has few positions, and all of them lead to the first plies that are fitted.
FIRST_PLY = 4
#: A phase is also fitted to the positions of this many plies before and after it.
OVERLAP_PLIES = 2
#: Plies labelled and fitted together; at most the depth of any plan.
GROUP_PLIES = 3
CHUNK_POSITIONS = 500
#: Self-played games handed out together.
BATCH_GAMES = 50

Log = Callable[[str], None]


class Plan(NamedTuple):
    """The size of one generation."""

    per_ply: int
    depth: int
    exact_empties: int
    epochs: int
    rate: float  #: the first step of the descent; smaller in later generations, which only correct
    games: int = 0  #: played out with the weights of the previous generation
    game_depth: int = 1  #: how far self-play looks ahead


class _Labelling(NamedTuple):
    teacher: Teacher
    ply: int
    depth: int
    exact_empties: int


class _SelfPlay(NamedTuple):
    teacher: Teacher
    depth: int


@compiled
def write_labels(teacher: Teacher, words: "array[int]", ply: int, depth: int, exact_empties: int,
                 labels: "array[float]") -> None:
    """Fills `labels` with the values of positions of one ply: player, opponent, player, opponent ..."""
    for place in range(len(labels)):
        player, opponent = words[2 * place], words[2 * place + 1]
        value = search_units(teacher, player, opponent, ply, min(depth, 60 - ply), CUT_UNITS) / UNITS
        if 60 - ply <= exact_empties:
            value = float(exact_value(teacher, player, opponent, value))
        labels[place] = value


def _label_words(labelling: _Labelling, words: "array[int]") -> "array[float]":
    labels = array("f", [0.0]) * (len(words) // 2)
    teacher, ply, depth, exact_empties = labelling
    write_labels(teacher, words, ply, depth, exact_empties, labels)
    return labels


def label_ply(teacher: Teacher, positions: "array[int]", ply: int, plan: Plan, workers: Workers) -> "array[float]":
    """The labels of one ply's positions; ValueError if a worker returns missing or impossible labels."""
    pieces = [positions[start:start + 2 * CHUNK_POSITIONS] for start in range(0, len(positions), 2 * CHUNK_POSITIONS)]
    labelling = _Labelling(teacher, ply, plan.depth, plan.exact_empties)
    compile_here(_label_words, labelling, array("q"))
    labels = array("f")
    # The results come first so that zip exhausts them: only then are the workers released.
    for values, words in zip(workers.results(_label_words, labelling, pieces), pieces):
        if 2 * len(values) != len(words) or not all(abs(value) < INFINITE / UNITS for value in values):
            raise ValueError("ply %d: a worker returned wrong labels" % ply)
        labels.extend(values)
    return labels


def games_of(games: Sequence[RecordedGame], teacher: Teacher, depth: int, random: Random,
             workers: Workers) -> Generator[List[Position], None, None]:
    """An endless mix of recorded games, if any, and games that the teacher plays against itself."""
    recorded = list(games)
    random.shuffle(recorded)
    first = random.getrandbits(48)
    seeds = (range(start, start + BATCH_GAMES) for start in count(first, BATCH_GAMES))
    compile_here(self_played_game, teacher, depth, Random(first))
    with closing(workers.results(_self_play, _SelfPlay(teacher, depth), seeds)) as played:
        for turn, game in enumerate(chain.from_iterable(played)):
            if recorded:
                yield recorded_positions(recorded[turn % len(recorded)])
            yield game


def _self_play(playing: _SelfPlay, seeds: Iterable[int]) -> List[List[Position]]:
    """A game for each seed."""
    return [self_played_game(playing.teacher, playing.depth, Random(seed)) for seed in seeds]


def prepare_positions(folder: str, games: Sequence[RecordedGame], teacher: Teacher, plan: Plan,
                      random: Random, workers: Workers, log: Log) -> PositionSet:
    """The generation's positions, made now or read if an earlier run made them."""
    positions = load_positions(folder)
    if len(positions) < 60:
        os.makedirs(folder, exist_ok=True)
        with closing(games_of(games, teacher, plan.game_depth, random, workers)) as all_games:
            positions = collect(teacher, all_games, plan.per_ply, random)
        save_positions(folder, positions)
    log("%d positions" % (sum(len(words) for words in positions.values()) // 2))
    return positions


def run_generation(folder: str, earlier: Sequence[str], games: Sequence[RecordedGame], plan: Plan,
                   workers: Workers, random: Random, log: Log) -> None:
    """One sweep from the end of the game to its beginning.

    Each group of a few plies is labelled by searches that end in plies already fitted, joined by the known values, and
    fitted. At the end all phases are fitted to all labels.
    """
    tables = [array("f", [0.0]) * TABLE_SIZE] * PHASE_COUNT
    constants = [0.0] * PLY_COUNT
    if earlier:
        tables, constants = load_weights(os.path.join(earlier[-1], "weights.bin"))
    by_ply = [tables[phase_of_ply(ply)] for ply in range(PLY_COUNT)]
    in_phase = [in_units(table) for table in tables]
    units = [in_phase[phase_of_ply(ply)] for ply in range(PLY_COUNT)]
    teacher = make_teacher(units, constants)
    positions = prepare_positions(folder, games, teacher, plan, random, workers, log)
    labels = load_labels(folder)
    trust: LabelSet = {}
    known, known_labels, known_trust = known_values(earlier, games, plan, log)
    played, played_labels = played_out_values(folder, teacher, positions, plan.games, plan.exact_empties, workers, log)
    for ply in played:
        _add(known, known_labels, known_trust, ply, played[ply], played_labels[ply],
             played_out_trust(60 - ply - plan.exact_empties))
    groups = [list(range(max(FIRST_PLY, first), first + GROUP_PLIES))
              for first in range(60 - GROUP_PLIES, FIRST_PLY - GROUP_PLIES, -GROUP_PLIES)]
    for group in groups:
        label_group(folder, make_teacher(units, constants), positions, labels, group, plan, workers, log)
        samples = empty_samples()
        for ply in group:
            trust[ply] = array("f", [1.0]) * len(labels[ply])
            if ply in known:
                positions[ply].extend(known[ply])
                labels[ply].extend(known_labels[ply])
                trust[ply].extend(known_trust[ply])
        for ply in range(group[0], min(60, group[-1] + OVERLAP_PLIES + 1)):
            add_samples(samples, ply, positions[ply], labels[ply], trust[ply])
        start = by_ply[group[0] if earlier else min(group[-1] + 1, 59)]
        table, errors = fit_table(samples, start, constants, plan.epochs, plan.rate, random)
        fitted = in_units(table)
        for ply in group:
            by_ply[ply], units[ply] = table, fitted
        log("plies %d-%d fitted, error %s" % (group[0], group[-1], _errors_text(errors)))
    tables = [by_ply[min(59, PLIES_PER_PHASE * phase + 9)] for phase in range(PHASE_COUNT)]
    fit_phases(folder, tables, constants, positions, labels, trust, plan, random, log)


def known_values(earlier: Sequence[str], games: Sequence[RecordedGame], plan: Plan,
                 log: Log) -> Tuple[PositionSet, LabelSet, LabelSet]:
    """Values that stay true: labels by perfect play from earlier generations, and those of recorded games."""
    positions, labels, trust = known_positions(games)
    log("%d positions of recorded games with known values" % sum(len(values) for values in labels.values()))
    for folder in earlier:
        more_positions, more_labels = load_positions(folder), load_labels(folder)
        for ply in range(60 - plan.exact_empties, 60):
            if ply in more_labels:
                _add(positions, labels, trust, ply, more_positions[ply], more_labels[ply], 1.0)
    return positions, labels, trust


def _add(positions: PositionSet, labels: LabelSet, trust: LabelSet, ply: int, more_positions: "array[int]",
         more_labels: "array[float]", trust_of_all: float) -> None:
    positions.setdefault(ply, array("q")).extend(more_positions)
    labels.setdefault(ply, array("f")).extend(more_labels)
    trust.setdefault(ply, array("f")).extend(array("f", [trust_of_all]) * len(more_labels))


def label_group(folder: str, teacher: Teacher, positions: PositionSet, labels: LabelSet, plies: List[int],
                plan: Plan, workers: Workers, log: Log) -> None:
    """Labels the plies that an earlier run did not reach."""
    for ply in plies:
        if ply not in labels:
            begun = time()
            labels[ply] = label_ply(teacher, positions[ply], ply, plan, workers)
            save_labels(folder, ply, labels[ply])
            log("ply %d: %d labels in %.0f s" % (ply, len(labels[ply]), time() - begun))


def fit_phases(folder: str, tables: List["array[float]"], constants: List[float], positions: PositionSet,
               labels: LabelSet, trust: LabelSet, plan: Plan, random: Random, log: Log) -> None:
    """Fits the tables of all phases to all labels and saves them."""
    fitted = list(tables)
    for phase in reversed(range(PHASE_COUNT)):
        plies = [ply for ply in labels if phase_of_ply(ply) == phase]
        samples = empty_samples()
        for ply in range(min(plies) - OVERLAP_PLIES, max(plies) + OVERLAP_PLIES + 1):
            if ply in labels:
                add_samples(samples, ply, positions[ply], labels[ply], trust[ply])
        own_constants = list(constants)
        fitted[phase], errors = fit_table(samples, tables[phase], own_constants, plan.epochs, plan.rate, random)
        for ply in plies:
            constants[ply] = own_constants[ply]
        own_errors = {ply: error for ply, error in errors.items() if ply in plies}
        log("phase %d fitted, error %s" % (phase, _errors_text(own_errors)))
    constants[:FIRST_PLY] = [constants[FIRST_PLY + ply % 2] for ply in range(FIRST_PLY)]
    save_weights(os.path.join(folder, "weights.bin"), fitted, constants)


def _errors_text(errors: Dict[int, float]) -> str:
    return " ".join("%d:%.2f" % (ply, error) for ply, error in sorted(errors.items()))
