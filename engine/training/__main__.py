"""Command line of the training: `python3 -m engine.training --help`; PyPy is many times faster here than CPython."""

import argparse
import os
import sys
from random import Random
from time import time
from typing import List, Optional

from engine.training.compiling import COMPILER
from engine.training.goal import play_for_fewest
from engine.training.pipeline import Plan, run_generation
from engine.training.positions import RecordedGame, parse_game
from engine.training.storage import committed_weights, load_weights, save_weights, write_weights_module
from engine.training.workers import Workers, open_workers

#: The generations of each size: positions per ply, teacher's depth, exact empties, epochs, rate, games played out,
#: depth of self-play. All generations of a size label the same last plies exactly, because those labels are reused.
SIZES = {
    "tiny": (Plan(50, 3, 6, 2, 0.008), Plan(50, 3, 6, 2, 0.002, 3)),
    "mini": (Plan(3000, 3, 8, 8, 0.008), Plan(3000, 4, 8, 4, 0.003, 2000)),
    "small": (Plan(5000, 3, 9, 8, 0.008), Plan(5000, 4, 9, 4, 0.003, 10000)),
    "medium": (Plan(20000, 3, 10, 10, 0.008), Plan(30000, 5, 10, 6, 0.003, 40000)),
    "large": (Plan(64000, 4, 14, 12, 0.008), Plan(100000, 6, 14, 8, 0.003, 100000, 2)),
}


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs or resumes a training run and writes the weights of its last generation."""
    parser = argparse.ArgumentParser(prog="python3 -m engine.training", description=__doc__)
    parser.add_argument("--size", choices=sorted(SIZES), default="small", help="how much to make (default: small)")
    parser.add_argument("--games", metavar="FILE",
                        help="recorded games to mix in, one transcript per line, optionally with its value (24 -6)")
    parser.add_argument("--folder", default=".training", help="where the run keeps its files (default: .training)")
    parser.add_argument("--out", metavar="FILE", help="write the weights module here (default: into the folder)")
    parser.add_argument("--start", action="store_true",
                        help="start from the bot's weights, instead of a generation from blank ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="use the Dask cluster of this scheduler instead")
    parser.add_argument("--generations", type=int, help="stop after this many generations")
    parser.add_argument("--fewest-wins", action="store_true", help="learn reversed Reversi: the fewest discs win")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.start and options.fewest_wins:
        parser.error("--start uses weights for the most discs: --fewest-wins cannot start from them")
    try:
        games = read_games(options.games) if options.games else []
    except (OSError, ValueError) as error:
        print("cannot read games: %s" % error, file=sys.stderr)
        return 2
    if options.fewest_wins:
        play_for_fewest()
    try:
        workers = open_workers(options.jobs, options.cluster)
    except (OSError, ImportError) as error:
        print("cannot start workers: %s" % error, file=sys.stderr)
        return 2
    try:
        return train(options, games, workers)
    finally:
        workers.close()


def train(options: argparse.Namespace, games: List[RecordedGame], workers: Workers) -> int:
    """Runs the generations that the options ask for; returns the exit code."""
    begun = time()

    def log(text: str) -> None:
        print("%7.0f s  %s" % (time() - begun, text), flush=True)

    log("work is done by %s; compiler here: %s" % (workers.about, COMPILER))
    earlier: List[str] = []
    if options.start:
        earlier.append(os.path.join(options.folder, "generation-0"))
        os.makedirs(earlier[0], exist_ok=True)
        save_weights(os.path.join(earlier[0], "weights.bin"), *committed_weights())
    for generation, plan in enumerate(SIZES[options.size][:options.generations]):
        folder = os.path.join(options.folder, "generation-%d" % generation)
        log("generation %d: %d positions per ply, depth %d" % (generation, plan.per_ply, plan.depth))
        random = Random(options.seed + generation)
        if os.path.exists(os.path.join(folder, "weights.bin")):
            log("already done")
        else:
            run_generation(folder, earlier, games, plan, workers, random, log)
        if folder not in earlier:
            earlier.append(folder)
    out = options.out or os.path.join(options.folder, "weights.py")
    tables, constants = load_weights(os.path.join(earlier[-1], "weights.bin"))
    clipped = write_weights_module(out, tables, constants)
    log("%s written, %.3f %% of the weights clipped" % (out, 100 * clipped))
    return 0


def read_games(path: str) -> List[RecordedGame]:
    """The games of a file; ValueError names the first bad line."""
    games = []
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    games.append(parse_game(line))
                except ValueError as error:
                    raise ValueError("%s:%d: %s" % (path, number, error)) from None
    return games


if __name__ == "__main__":
    sys.exit(main())
