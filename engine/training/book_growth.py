"""Grows the opening book: `pypy3 -m engine.training.book_growth --help`.

The book's tree starts at the start position and holds one deep search for each of its positions, images and
transpositions counted once. The value of a position comes from its best move as far as the tree reaches, and from its
own search beyond. The positions that a game reaches most easily are searched next: a player who trusts the book loses
next to nothing by its own moves (OWN_PRICE), its opponents may lose a few discs (OPPONENT_PRICE), and every ply has its
price as well (after Lincke's drop-out expansion, once for each colour).

Every search is appended to a text file, so a run can be interrupted at any time and resumed. The book plays the moves
that have a search of their own and are so close to the best that varying between them costs nothing measurable. Lines
end where a side would have to pass.
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

#: Plies that every disc lost on the way to a position counts as, by the book's player and by the opponent.
OWN_PRICE = 4.0
OPPONENT_PRICE = 0.7
#: Moves this close to the best, in discs, are played as well, so that a lost line is not repeated again and again:
#: enough for four to six lines of similar likelihood against a player that always gives the best answer. More lines
#: cost more discs than a book saves.
VARIETY_DISCS = 0.5
#: Positions searched before the whole tree is valued again.
ROUND_POSITIONS = 24

#: Length of the encoded lines in the module.
LINE_CHARACTERS = 110

_MODULE = '''"""The opening book. Written by `engine.training.book_growth`; `engine.book` reads it.

Entries of %d bytes as base64, sorted.
"""

BOOK_ENTRIES = (
%s)
'''


class BookTree:
    """All searches so far: for each position its moves, the discs expected from them, and the positions after them."""

    def __init__(self) -> None:
        self.searches: Dict[Position, List[Tuple[int, float, Position]]] = {}

    def add(self, search: Search) -> None:
        """Adds the search of a canonical position."""
        known: Dict[Position, Tuple[int, float, Position]] = {}
        for move, discs in search.moves:
            child = canonical_position(*play_move(*search.position, move))
            known.setdefault(child, (move, discs, child))  # one of several moves that are images of each other
        self.searches[search.position] = list(known.values())

    def values(self) -> Dict[Position, float]:
        """The value of every position to its mover, worked out from the fullest boards back."""
        known: Dict[Position, float] = {}
        for position in sorted(self.searches, key=_discs_on_board, reverse=True):
            known[position] = max(discs for _, discs, _ in self.moves(position, known))
        return known

    def moves(self, position: Position, values: Dict[Position, float]) -> Iterator[Tuple[int, float, Position]]:
        """The moves, their present values, and the positions after them."""
        best = self.searches[position][0][1]
        for move, discs, child in self.searches[position]:
            # A move without a search of its own is no better than the one that was preferred to it.
            yield move, -values[child] if child in values else min(discs, best), child

    def frontier(self, values: Dict[Position, float]) -> List[Position]:
        """The positions to search next, those reached most easily first."""
        if not self.searches:
            return [canonical_position(*START)]
        prices: Dict[Position, float] = {}
        for owner in (0, 1):
            for position, price in self._prices(owner, values).items():
                if position not in self.searches and legal_moves(*position):
                    prices[position] = min(price, prices.get(position, price))
        return sorted(prices, key=lambda position: (prices[position], position))

    def _prices(self, owner: int, values: Dict[Position, float]) -> Dict[Position, float]:
        """The price of reaching each position, for the book of the first player (0) or the second (1).

        The first player moves when the number of discs is even, because lines end before a pass.
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
        """The moves to play from the book and their values, for every position that the book can lead to."""
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
                        continue  # the best move has no search of its own yet
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
    """Appends one line."""
    file.write(search_line(search) + "\n")
    file.flush()


def read_searches(path: str) -> List[Search]:
    """The searches of a file; ValueError names the first bad line. An incomplete last line is removed."""
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
    """ValueError unless this is a search of the position."""
    legal = legal_moves(*position)
    if search.position != position or not search.moves or not all(isfinite(discs) for _, discs in search.moves):
        raise ValueError("expected a canonical position and finite values, got %s" % search_line(search))
    if not all(legal >> move & 1 for move, _ in search.moves):
        raise ValueError("illegal move in %s" % search_line(search))


def write_book_module(path: str, tree: BookTree) -> int:
    """Writes the module that the bot reads; returns the number of positions in it."""
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
    """Searches until the tree has this many positions; ValueError if a worker returns a bad search."""
    begun, before = time(), len(tree.searches)
    with open(path, "a") as file:
        values = tree.values()
        while len(tree.searches) < positions:
            wanted = tree.frontier(values)[:min(round_positions, positions - len(tree.searches))]
            if not wanted:
                break
            # The results come first, so that `zip` exhausts them and their processes end here.
            for search, position in zip(workers.results(search_position, simulations, wanted), wanted):
                check_search(search, position)
                write_search(file, search)
                tree.add(search)
            values, done = tree.values(), len(tree.searches)
            print("%7.0f s  %d of %d positions, %.2f s each, value of the start %+.2f" % (
                time() - begun, done, positions, (time() - begun) / (done - before),
                values[canonical_position(*START)]), flush=True)


def main(arguments: Optional[List[str]] = None) -> int:
    """Grows a new tree or an existing one and writes the book."""
    parser = argparse.ArgumentParser(prog="python3 -m engine.training.book_growth",
                                     description="Grows the opening book.")
    parser.add_argument("--positions", type=int, default=3000, help="size of the tree (default: %(default)s)")
    parser.add_argument("--simulations", type=int, default=20000,
                        help="for each new position; searches in the file are kept (default: %(default)s)")
    parser.add_argument("--file", default=".training/book.txt", help="where searches are kept (default: %(default)s)")
    parser.add_argument("--out", metavar="FILE", help="write the module here (default: beside the searches)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="use the Dask cluster of this scheduler instead")
    parser.add_argument("--round", metavar="N", type=int, default=ROUND_POSITIONS,
                        help="searches before the whole tree is valued again: another number gives another book, and "
                             "at most this many processes have work (default: %(default)s)")
    options = parser.parse_args(arguments)
    tree = BookTree()
    try:
        os.makedirs(os.path.dirname(os.path.abspath(options.file)), exist_ok=True)
        if os.path.exists(options.file):
            for search in read_searches(options.file):
                tree.add(search)
        workers = open_workers(options.jobs, options.cluster)
        try:
            print("searching with " + workers.about, flush=True)
            grow(tree, options.file, options.positions, options.simulations, workers, options.round)
        except KeyboardInterrupt:
            print("interrupted: the searches so far are kept", flush=True)
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
