"""`python3 -m tests.bench.levels [--games 40] [LEVEL ...]`: plays each level against the next weaker one.

The weakest plays against random moves. The games are colour-swapped pairs from balanced openings, in this process, so
that a level has exactly its own time.
"""

import argparse
from random import Random
from typing import Iterator, List, Sequence, Tuple

from engine.board import iterate_squares
from engine.coordinates import PASS
from protocol.game import Game
from protocol.judging.levels import LEVELS, LevelPlayer
from protocol.judging.player import FunctionPlayer, Player
from protocol.judging.referee import judge_game
from protocol.judging.rules import BOTZONE
from protocol.matches.elo import Strength, measure_strength
from protocol.matches.openings import BALANCED_OPENINGS

RANDOM = "random"
#: A limit that no level reaches.
_RULES = BOTZONE.with_limits(60.0)


def make_player(name: str, random: Random) -> Player:
    """A player of that level."""
    if name == RANDOM:
        return FunctionPlayer(name, lambda game: random.choice(list(iterate_squares(game.legal)) or [PASS]))
    return LevelPlayer(name, LEVELS[name], random=random)


def play_pairs(names: Sequence[str], pairs: int, seed: int) -> Iterator[Tuple[float, float]]:
    """(score, mean discs) of the first player in each pair of games."""
    random = Random(seed)
    players = [make_player(name, random) for name in names]
    for opening in random.sample(BALANCED_OPENINGS, pairs):
        results = [_score(judge_game(players[::sign], _RULES, opening).game, sign) for sign in (1, -1)]
        yield sum(score for score, _ in results) / 2, sum(discs for _, discs in results) / 2


def _score(game: Game, sign: int) -> Tuple[float, float]:
    black, white = game.counts
    difference = sign * (black - white)
    return (difference > 0) + 0.5 * (difference == 0), float(difference)


def describe(names: Sequence[str], results: List[Tuple[float, float]]) -> str:
    """One line of the table."""
    counts = [sum(round(4 * score) == quarter for score, _ in results) for quarter in range(5)]
    strength: Strength = measure_strength(counts)
    points = sum(score for score, _ in results) / len(results)
    discs = sum(discs for _, discs in results) / len(results)
    return "%-9s against %-9s %3d games %5.1f %%  %+5.1f discs  Elo %+.0f (%+.0f .. %+.0f)" % (
        names[0], names[1], 2 * len(results), 100 * points, discs, strength.elo, strength.low, strength.high)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench.levels", description=__doc__.split("\n")[0])
    parser.add_argument("levels", nargs="*", metavar="LEVEL", help="only these (default: all)")
    parser.add_argument("--games", type=int, default=40, help="for each level (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ladder = [RANDOM, *LEVELS]
    for weaker, name in zip(ladder, ladder[1:]):
        if not options.levels or name in options.levels:
            print(describe((name, weaker), list(play_pairs((name, weaker), options.games // 2, options.seed))),
                  flush=True)


if __name__ == "__main__":
    main()
