"""The opening book: moves found by deep searches long before the game (`engine.training.book_growth`).

An entry is a position's fingerprint, a move and its value; a position with several good moves has several entries. The
eight images of a position share one fingerprint, and moves are stored for the canonical image. If an unknown position
happens to have a known fingerprint (one chance in a hundred million), the move played is legal but arbitrary.
"""

from binascii import a2b_base64
from random import Random
from typing import Dict, List, Optional, Tuple

from engine.board import canonical_symmetry, legal_moves, transform_squares
from engine.book_entries import BOOK_ENTRIES
from engine.seams import BookMove, OpeningKnowledge

FINGERPRINT_BYTES = 5
#: A fingerprint, a square and a level of value.
ENTRY_BYTES = FINGERPRINT_BYTES + 2
EVEN_LEVEL = 128
LEVELS_A_DISC = 4

#: Odd numbers that spread two sets of squares over a fingerprint.
_SPREAD = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)


class Book(OpeningKnowledge):
    """Knows the opening by heart."""

    def __init__(self, seed: Optional[int] = None, entries: Optional[str] = None) -> None:
        self._seed = Random(seed).getrandbits(32)
        self._entries: Dict[bytes, List[bytes]] = {}
        packed = a2b_base64(BOOK_ENTRIES if entries is None else entries)
        for start in range(0, len(packed), ENTRY_BYTES):
            entry = packed[start:start + ENTRY_BYTES]
            self._entries.setdefault(entry[:FINGERPRINT_BYTES], []).append(entry[FINGERPRINT_BYTES:])

    def __len__(self) -> int:
        """The number of positions in the book."""
        return len(self._entries)

    def moves(self, player: int, opponent: int) -> List[BookMove]:
        """The moves to choose from; none if the position is not in the book."""
        symmetry = canonical_symmetry(player, opponent)
        image = transform_squares(player, symmetry), transform_squares(opponent, symmetry)
        legal = legal_moves(player, opponent)
        found = [BookMove(symmetry.index(square), (level - EVEN_LEVEL) / LEVELS_A_DISC)
                 for square, level in self._entries.get(fingerprint(image), ())]
        return [entry for entry in found if legal >> entry.move & 1]

    def choose(self, player: int, opponent: int) -> Optional[BookMove]:
        """One of the moves, picked by the seed and the position, so that games differ."""
        moves = self.moves(player, opponent)
        return Random(self._seed ^ player ^ opponent << 1).choice(moves) if moves else None


def fingerprint(image: Tuple[int, int]) -> bytes:
    """The short name of a canonical position."""
    spread = (image[0] * _SPREAD[0] ^ image[1] * _SPREAD[1]) % ((1 << 61) - 1)
    return (spread >> 16 & (1 << 8 * FINGERPRINT_BYTES) - 1).to_bytes(FINGERPRINT_BYTES, "big")


def pack_entry(image: Tuple[int, int], entry: BookMove) -> bytes:
    """The entry of a canonical position, as stored in the book."""
    level = max(0, min(255, int(round(entry.discs * LEVELS_A_DISC)) + EVEN_LEVEL))
    return fingerprint(image) + bytes((entry.move, level))
