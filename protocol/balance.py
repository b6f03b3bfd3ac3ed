"""Makes the balanced openings of `protocol.matches.openings`: `python3 -m protocol.balance` prints one per line.

Random games stop after eight plies. A position is kept if the bot's own search finds neither side ahead, and if it is
not an image of an earlier one under the symmetries of the board. The same seed and engine make the same openings.
"""

import argparse
from random import Random
from typing import Callable, Iterator, List, Optional, Sequence, Set, Tuple

from engine.board import canonical_position, iterate_squares
from engine.coordinates import square_from_text, squares_to_transcript
from engine.report import Limit
from engine.thinker import Thinker
from protocol.command_line import INTERRUPTED, OneLineParser, positive_integer, run_command
from protocol.game import Game

#: The four first moves are images of each other, so one is enough.
FIRST_MOVE = square_from_text("f5")

#: (simulations, largest advantage in discs) of each search, from quick to thorough.
SIFTING = ((100, 5.0), (3000, 1.5))

#: (player, opponent, simulations) -> expected final disc difference.
Judge = Callable[[int, int, int], float]


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = OneLineParser(prog="python3 -m protocol.balance",
                           description="Makes balanced openings for matches and prints their transcripts.")
    parser.add_argument("--count", metavar="N", type=positive_integer, default=80,
                        help="number of openings (default: %(default)s)")
    parser.add_argument("--plies", metavar="P", type=opening_length, default=8,
                        help="length of each opening, 2 to 20 (default: %(default)s)")
    parser.add_argument("--seed", metavar="S", type=int, default=1,
                        help="seed of the random games (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        for number, moves in enumerate(balanced_openings(options.plies, Random(options.seed)), 1):
            print(squares_to_transcript(moves), flush=True)
            if number >= options.count:
                break
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def opening_length(text: str) -> int:
    """An option's value as a number of plies; ArgumentTypeError unless it is from 2 to 20."""
    if not text.isdigit() or not 2 <= int(text) <= 20:
        raise argparse.ArgumentTypeError("bad number %r: expected 2 to 20" % text)
    return int(text)


def expected_discs(player: int, opponent: int, simulations: int) -> float:
    """The disc difference that the bot's search expects for the mover."""
    return Thinker(seed=0).think(player, opponent, Limit(simulations=simulations)).discs


def balanced_openings(plies: int, generator: Random, judge: Judge = expected_discs) -> Iterator[List[int]]:
    """Yields openings without end: all even by the judge's estimate, none an image of another."""
    seen: Set[Tuple[int, int]] = set()
    while True:
        game = random_opening(plies, generator)
        position = canonical_position(game.player, game.opponent)
        if position not in seen:
            seen.add(position)
            if all(abs(judge(game.player, game.opponent, simulations)) <= discs for simulations, discs in SIFTING):
                yield game.moves


def random_opening(plies: int, generator: Random) -> Game:
    """A random game of that many plies, or fewer if a side has to pass."""
    game = Game([FIRST_MOVE])
    while len(game.moves) < plies and game.legal:
        game.play(generator.choice(list(iterate_squares(game.legal))))
    return game


if __name__ == "__main__":
    run_command(main)
