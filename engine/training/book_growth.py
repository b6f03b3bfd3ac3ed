"""Grows the opening book: `pypy3 -m engine.training.book_growth --help`.

The book's tree begins with the start position and holds one deep search for each of its positions, images and
transpositions counted once. A position is worth what its best move leads to, as far as the tree reaches, and what its
own search says beyond. The next to be searched are those that a game comes to most easily: a player who trusts the book
loses next to nothing by its own moves (OWN_PRICE), its opponents may lose a few discs (OPPONENT_PRICE), and every ply
has its price as well (after Lincke's drop-out expansion, once for each colour).

Every search is appended to a file of text, so that a run can be broken off at any time and goes on where it was. From
the tree come the moves that are worth playing unseen: those with a search of their own behind them, and so close to the
best that varying between them costs nothing that can be told. Lines end where a side would have to pass.
"""

import argparse
import os
import sys
from base64 import b64encode
from math import isfinite
from time import time
from typing import Dict, Iterator, List, Optional, Set, TextIO, Tuple

from engine.board import (
    START,
    canonical_position,
    count_discs,
    legal_moves,
    play_move,
)
from engine.book import ENTRY_BYTES, pack_entry
from engine.coordinates import square_from_text, square_to_text
from engine.seams import BookMove
from engine.training.book_search import Position, Search, search_position
from engine.training.workers import Workers, open_workers

#: How many plies further away a position is for every disc lost on the way, by the book's player and by the other one.
OWN_PRICE = 4.0
OPPONENT_PRICE = 0.7
#: Moves this close to the best are played as well, in discs: half of what a search is wrong by, and enough for six to
#: fourteen lines of about the same likelihood against a player that always gives the best answer. At 0.7 it was three,
#: and one of them was lost six times.
VARIETY_DISCS = 1.5
#: Positions searched between two looks at the whole tree.
ROUND_POSITIONS = 24

#: Of the module's text.
LINE_CHARACTERS = 110

_MODULE = '''"""The opening book. Written by `engine.training.book_growth`; `engine.book` reads it.

Entries of %d bytes as base64, sorted.
"""

BOOK_ENTRIES = (
%s)
'''


class BookTree:
    """All searches so far: for each position its moves, what the search expects from them, and where they lead."""

    def __init__(self) -> None:
        self.searches: Dict[Position, List[Tuple[int, float, Position]]] = {}

    def add(self, search: Search) -> None:
        """Adds the search of a canonical position."""
        known: Dict[Position, Tuple[int, float, Position]] = {}
        for move, discs in search.moves:
            child = canonical_position(*play_move(*search.position, move))
            known.setdefault(child, (move, discs, child))  # of moves that are images of each other, one
        self.searches[search.position] = list(known.values())

    def values(self) -> Dict[Position, float]:
        """What every position is worth to its mover, worked out from the fullest boards back."""
        known: Dict[Position, float] = {}
        for position in sorted(self.searches, key=_discs_on_board, reverse=True):
            known[position] = max(discs for _, discs, _ in self.moves(position, known))
        return known

    def moves(self, position: Position, values: Dict[Position, float]) -> Iterator[Tuple[int, float, Position]]:
        """The moves with what they are worth now, and where they lead."""
        best = self.searches[position][0][1]
        for move, discs, child in self.searches[position]:
            # What was not looked into cannot be better than what was preferred to it.
            yield move, -values[child] if child in values else min(discs, best), child

    def frontier(self, values: Dict[Position, float]) -> List[Position]:
        """The positions to be searched next, most easily come to first."""
        if not self.searches:
            return [canonical_position(*START)]
        prices: Dict[Position, float] = {}
        for owner in (0, 1):
            for position, price in self._prices(owner, values).items():
                if position not in self.searches and legal_moves(*position):
                    prices[position] = min(price, prices.get(position, price))
        return sorted(prices, key=lambda position: (prices[position], position))

    def _prices(self, owner: int, values: Dict[Position, float]) -> Dict[Position, float]:
        """How hard it is to come to each position, for the book of the first player (0) or the second (1).

        The first one moves when the number of discs is even, because nobody passes here.
        """
        prices = {canonical_position(*START): 0.0}
        for position in sorted(self.searches, key=_discs_on_board):
            if position in prices:
                price = OWN_PRICE if _discs_on_board(position) % 2 == owner else OPPONENT_PRICE
                for _, discs, child in self.moves(position, values):
                    total = prices[position] + 1.0 + price * (values[position] - discs)
                    prices[child] = min(total, prices.get(child, total))
        return prices

    def entries(self) -> Dict[Position, List[BookMove]]:
        """The moves to be played from the book, and what they are worth, for every position that it can lead to."""
        values = self.values()
        found: Dict[Position, List[BookMove]] = {}
        for owner in (0, 1):
            waiting = {canonical_position(*START)} & set(self.searches)
            seen: Set[Position] = set(waiting)
            while waiting:
                position = waiting.pop()
                moves = list(self.moves(position, values))
                if _discs_on_board(position) % 2 == owner:
                    moves = [(move, discs, child) for move, discs, child in moves
                             if discs >= values[position] - VARIETY_DISCS]
                    if not any(child in values for _, discs, child in moves if discs == values[position]):
                        continue  # the best one is not yet looked into
                    moves = [entry for entry in moves if entry[2] in values]
                    found[position] = [BookMove(move, discs) for move, discs, _ in moves]
                new = {child for _, _, child in moves if child in values} - seen
                waiting |= new
                seen |= new
        return found


def _discs_on_board(position: Position) -> int:
    return count_discs(position[0] | position[1])


def search_line(search: Search) -> str:
    """`PLAYER OPPONENT d3:-1.25 c4:-2.5`, the discs as hexadecimal sets."""
    moves = " ".join("%s:%.2f" % (square_to_text(move), discs) for move, discs in search.moves)
    return "%016x %016x %s" % (search.position + (moves,))


def write_search(file: TextIO, search: Search) -> None:
    """One line."""
    file.write(search_line(search) + "\n")
    file.flush()


def read_searches(path: str) -> List[Search]:
    """The searches of a file; ValueError names the first line that is none. What is left of a last line that was being
    written is removed."""
    searches = []
    with open(path, "r+b") as file:
        text = file.read()
        complete = text[:text.rfind(b"\n") + 1]
        file.truncate(len(complete))
        for number, line in enumerate(complete.decode("ascii", "replace").splitlines(), 1):
            try:
                searches.append(_parse_search(line))
            except ValueError as error:
                raise ValueError("%s:%d: %s" % (path, number, error)) from None
    return searches


def _parse_search(line: str) -> Search:
    words = line.split()
    if len(words) < 3:
        raise ValueError("expected a position and its moves, got %r" % line.strip())
    moves = [word.split(":") for word in words[2:]]
    search = Search((int(words[0], 16), int(words[1], 16)),
                    [(square_from_text(square), float(discs)) for square, discs in moves])
    check_search(search, canonical_position(*search.position))
    return search


def check_search(search: Search, position: Position) -> None:
    """ValueError if this is no search of the position."""
    legal = legal_moves(*position)
    if search.position != position or not search.moves or not all(isfinite(discs) for _, discs in search.moves):
        raise ValueError("expected a canonical position and finite values, got %s" % search_line(search))
    if not all(legal >> move & 1 for move, _ in search.moves):
        raise ValueError("an illegal move in %s" % search_line(search))


def write_book_module(path: str, tree: BookTree) -> int:
    """Writes the module that the bot reads; returns how many positions it knows."""
    entries = tree.entries()
    packed = sorted(pack_entry(position, move) for position, moves in entries.items() for move in moves)
    text = b64encode(b"".join(packed)).decode("ascii")
    lines = [text[start:start + LINE_CHARACTERS] for start in range(0, len(text), LINE_CHARACTERS)] or [""]
    with open(path + ".part", "w") as file:
        file.write(_MODULE % (ENTRY_BYTES, "".join('    "%s"\n' % line for line in lines)))
    os.replace(path + ".part", path)
    return len(entries)


def grow(tree: BookTree, path: str, positions: int, simulations: int, workers: Workers,
         round_positions: int = ROUND_POSITIONS) -> None:
    """Searches until the tree has so many positions; ValueError if a worker gives what is no search."""
    begun, before = time(), len(tree.searches)
    with open(path, "a") as file:
        values = tree.values()
        while len(tree.searches) < positions:
            wanted = tree.frontier(values)[:min(round_positions, positions - len(tree.searches))]
            if not wanted:
                break
            for position, search in zip(wanted, workers.results(search_position, simulations, wanted)):
                check_search(search, position)
                write_search(file, search)
                tree.add(search)
            values, done = tree.values(), len(tree.searches)
            print("%7.0f s  %d of %d positions, %.2f s each, the start is worth %+.2f" % (
                time() - begun, done, positions, (time() - begun) / (done - before),
                values[canonical_position(*START)]), flush=True)


def main(arguments: Optional[List[str]] = None) -> int:
    """Grows the tree, or goes on with it, and writes the book."""
    parser = argparse.ArgumentParser(prog="python3 -m engine.training.book_growth",
                                     description="Grows the opening book.")
    parser.add_argument("--positions", type=int, default=3000, help="how many to search (default: %(default)s)")
    parser.add_argument("--simulations", type=int, default=20000,
                        help="for each of them; those in the file stay as they are (default: %(default)s)")
    parser.add_argument("--file", default=".training/book.txt", help="keeps the searches (default: %(default)s)")
    parser.add_argument("--out", metavar="FILE", help="write the module there (default: beside the searches)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="search on the Dask cluster of this scheduler instead")
    parser.add_argument("--round", metavar="N", type=int, default=ROUND_POSITIONS,
                        help="searches between two looks at the whole tree: another number gives another book, and no "
                             "more processes than this have work (default: %(default)s)")
    options = parser.parse_args(arguments)
    tree = BookTree()
    try:
        os.makedirs(os.path.dirname(os.path.abspath(options.file)), exist_ok=True)
        if os.path.exists(options.file):
            for search in read_searches(options.file):
                tree.add(search)
        workers = open_workers(options.jobs, options.cluster)
        try:
            print("searches are made by " + workers.about, flush=True)
            grow(tree, options.file, options.positions, options.simulations, workers, options.round)
        except KeyboardInterrupt:
            print("broken off: the searches so far are kept", flush=True)
        finally:
            workers.close()
        out = options.out or os.path.join(os.path.dirname(os.path.abspath(options.file)), "book_entries.py")
        known = write_book_module(out, tree)
    except (OSError, ValueError, ImportError) as error:
        print("book: %s" % error, file=sys.stderr)
        return 2
    print("%s: moves for %d positions" % (out, known))
    return 0


if __name__ == "__main__":
    sys.exit(main())
