"""Checks the book that the bot plays from with deeper searches: `pypy3 -m engine.training.book_check --help`.

In a random sample of its positions, the book's moves and the move that the bot would choose without the book are each
searched deeply. What a move loses is the value of the best of these minus its own. The best of several uncertain values
flatters itself, so the losses are on the high side; the difference between the two losses is fair.
"""

import argparse
import os
import sys
from random import Random
from typing import List, NamedTuple, Optional, Set

from engine.board import START, board_to_text, canonical_position, count_discs, iterate_squares, legal_moves, play_move
from engine.book import Book
from engine.coordinates import square_to_text
from engine.seams import BookMove
from engine.training.book_search import Position, search_position
from engine.training.losses import estimate
from engine.training.workers import open_workers

#: A book move that loses more discs than this is listed.
MISTAKE_DISCS = 2.0


class CheckedMove(NamedTuple):
    """A book move as a deep search sees it."""

    entry: BookMove
    discs: float  #: by the deep search
    loss: float


class Checked(NamedTuple):
    """A position of the book after its check."""

    position: Position
    moves: List[CheckedMove]
    own_move: int  #: the bot's without the book
    own_loss: float

    @property
    def book_loss(self) -> float:
        """What the book loses here on average."""
        return sum(move.loss for move in self.moves) / len(self.moves)


class Effort(NamedTuple):
    """The simulations of the searches."""

    own: int  #: of the one that chooses a move without the book
    deep: int  #: of those that value the moves


def reachable_positions(book: Book) -> Set[Position]:
    """All positions that the book leads its player to, whatever the opponent answers."""
    found: Set[Position] = set()
    for own_turn in (True, False):
        waiting = {canonical_position(*START)}
        while waiting:
            after: Set[Position] = set()
            for position in waiting:
                moves = [move for move, _ in book.moves(*position)] if own_turn else list(
                    iterate_squares(legal_moves(*position)))
                if own_turn and moves:
                    found.add(position)
                after |= {canonical_position(*play_move(*position, move)) for move in moves}
            waiting, own_turn = after, not own_turn
    return found


def checked_position(effort: Effort, position: Position) -> Checked:
    """Searches the position and its candidate moves, for any process to run."""
    entries = Book().moves(*position)
    own_move = search_position(effort.own, position).moves[0][0]
    worth = {move: -search_position(effort.deep, play_move(*position, move)).moves[0][1]
             for move in {own_move} | {entry.move for entry in entries}}
    best = max(worth.values())
    return Checked(position, [CheckedMove(entry, worth[entry.move], best - worth[entry.move]) for entry in entries],
                   own_move, best - worth[own_move])


def summary(checks: List[Checked]) -> List[str]:
    """The lines of the report."""
    changes = [move.discs - move.entry.discs for check in checks for move in check.moves]
    strange = sum(all(move.entry.move != check.own_move for move in check.moves) for check in checks)
    spread = (sum(change ** 2 for change in changes) / len(changes)) ** 0.5
    lines = ["%d positions, %d moves" % (len(checks), len(changes)),
             "a book move loses %s discs on average" % _mean_text([check.book_loss for check in checks], "%.2f"),
             "without the book, a move loses %s; it is outside the book in %d" % (
                 _mean_text([check.own_loss for check in checks], "%.2f"), strange),
             "the book's loss less that: %s" % _mean_text([check.book_loss - check.own_loss for check in checks],
                                                          "%+.2f"),
             "the book's values change by %+.2f on average, %.2f as a root mean square" % (
                 sum(changes) / len(changes), spread)]
    for check in checks:
        for move in check.moves:
            if move.loss > MISTAKE_DISCS:
                lines.append("ply %d, %s loses %.1f to %s:\n%s" % (
                    count_discs(check.position[0] | check.position[1]) - 4, square_to_text(move.entry.move), move.loss,
                    square_to_text(check.own_move), board_to_text(*check.position)))
    return lines


def _mean_text(numbers: List[float], form: str) -> str:
    mean = estimate(numbers)
    return form % mean.mean + ("" if mean.margin is None else " +- %.2f" % mean.margin)


def main(arguments: Optional[List[str]] = None) -> int:
    """Checks the committed book; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python3 -m engine.training.book_check", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", metavar="N", type=int, default=100, help="sample size (default: %(default)s)")
    parser.add_argument("--simulations", metavar="N", type=int, default=100000,
                        help="for each deep search (default: %(default)s)")
    parser.add_argument("--own", metavar="N", type=int, default=30000,
                        help="simulations of the search that chooses without the book (default: %(default)s, a turn on "
                             "Botzone)")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="of the sample (default: %(default)s)")
    parser.add_argument("--jobs", metavar="N", type=int, default=os.cpu_count() or 1,
                        help="processes (default: all cores)")
    options = parser.parse_args(arguments)
    if min(options.positions, options.simulations, options.own, options.jobs) < 1:
        parser.error("--positions, --simulations, --own and --jobs must be 1 or more")
    positions = sorted(reachable_positions(Book()))
    sample = Random(options.seed).sample(positions, min(options.positions, len(positions)))
    workers, checks = open_workers(options.jobs), []
    try:
        for check in workers.results(checked_position, Effort(options.own, options.simulations), sample):
            checks.append(check)
            print("%d of %d positions" % (len(checks), len(sample)), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        workers.close()
    if not checks:
        return 2
    print("\n".join(summary(checks)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
