"""Checks the book that the bot plays from with deeper searches: `pypy3 -m engine.training.book_check --help`.

In a random sample of its positions, the book's moves and the move that a new search prefers are each searched again.
What a book move loses is the value of the best of these minus its own. The best of several uncertain values flatters
itself, so the losses are on the high side.
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
    preferred: int  #: the move of the deep search


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


def checked_position(simulations: int, position: Position) -> Checked:
    """Searches the position and its candidate moves, for any process to run."""
    entries = Book().moves(*position)
    preferred = search_position(simulations, position).moves[0][0]
    worth = {move: -search_position(simulations, play_move(*position, move)).moves[0][1]
             for move in {preferred} | {entry.move for entry in entries}}
    best = max(worth.values())
    return Checked(position, [CheckedMove(entry, worth[entry.move], best - worth[entry.move]) for entry in entries],
                   preferred)


def summary(checks: List[Checked]) -> List[str]:
    """The lines of the report."""
    losses = [sum(move.loss for move in check.moves) / len(check.moves) for check in checks]
    changes = [move.discs - move.entry.discs for check in checks for move in check.moves]
    strange = sum(all(move.entry.move != check.preferred for move in check.moves) for check in checks)
    spread = (sum(change ** 2 for change in changes) / len(changes)) ** 0.5
    loss = estimate(losses)
    lines = ["%d positions, %d moves" % (len(checks), len(changes)),
             "a book move loses %.2f%s discs on average" % (
                 loss.mean, "" if loss.margin is None else " +- %.2f" % loss.margin),
             "the deep search prefers a move outside the book in %d" % strange,
             "the book's values change by %+.2f on average, %.2f as a root mean square" % (
                 sum(changes) / len(changes), spread)]
    for check in checks:
        for move in check.moves:
            if move.loss > MISTAKE_DISCS:
                lines.append("ply %d, %s loses %.1f to %s:\n%s" % (
                    count_discs(check.position[0] | check.position[1]) - 4, square_to_text(move.entry.move), move.loss,
                    square_to_text(check.preferred), board_to_text(*check.position)))
    return lines


def main(arguments: Optional[List[str]] = None) -> int:
    """Checks the committed book; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python3 -m engine.training.book_check", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", metavar="N", type=int, default=100, help="sample size (default: %(default)s)")
    parser.add_argument("--simulations", metavar="N", type=int, default=100000,
                        help="for each search (default: %(default)s)")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="of the sample (default: %(default)s)")
    parser.add_argument("--jobs", metavar="N", type=int, default=os.cpu_count() or 1,
                        help="processes (default: all cores)")
    options = parser.parse_args(arguments)
    if min(options.positions, options.simulations, options.jobs) < 1:
        parser.error("--positions, --simulations and --jobs must be 1 or more")
    positions = sorted(reachable_positions(Book()))
    sample = Random(options.seed).sample(positions, min(options.positions, len(positions)))
    workers, checks = open_workers(options.jobs), []
    try:
        for check in workers.results(checked_position, options.simulations, sample):
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
