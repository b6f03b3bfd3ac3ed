"""Small opening books."""

from base64 import b64encode

from engine.board import canonical_position, canonical_symmetry
from engine.book import Book, pack_entry
from engine.seams import BookMove


def book_of(entries, seed=None):
    """A book with these entries: (position, move, discs)."""
    packed = b""
    for position, move, discs in entries:
        square = canonical_symmetry(*position)[move]
        packed += pack_entry(canonical_position(*position), BookMove(square, discs))
    return Book(seed, b64encode(packed).decode("ascii"))
