"""The stored weights in few characters: replaces `engine.stored_weights` on platforms that count characters.

Only contents that matter are stored, and of each only the phases in which its weight changes much, from the last phase
to the first. There are four streams, each compressed by zlib and written in characters of 14 bits (the limit is on
characters, not on bytes):

    gaps      for each content, the number of contents left out before it; 255 means 255 and more to come
    early     for each content, the phases 0-7 in which the weight changes, a bit each
    late      for each content, a bit for phase 8
    changes   the size of each change, in steps, modulo 256

`engine.training.reduction` writes them.
"""

from functools import lru_cache
from typing import Iterator, List, Sequence
from zlib import decompress

from engine.patterns import SHAPE_SIZES
from engine.small_weights import SPARSE_STREAMS, STEP_UNITS

#: The block of CJK ideographs is the longest without gaps, and each of its characters counts as one even in UTF-16.
FIRST_CHARACTER = 0x4E00

_SPARSE_PHASES = 9
_SPARSE_ZERO = 128


def stored_weights(phase: int) -> bytes:
    """The weights of each shape in turn; a byte of 128 is zero."""
    return _all_weights()[phase]


@lru_cache(maxsize=None)
def _all_weights() -> List[bytes]:
    return unpack_streams(SPARSE_STREAMS)


def unpack_streams(texts: Sequence[str]) -> List[bytes]:
    """The weights of all phases."""
    gaps, early, late, changes = (decompress(_bytes_of(text)) for text in texts)
    phases = [bytearray([_SPARSE_ZERO]) * sum(SHAPE_SIZES) for _ in range(_SPARSE_PHASES)]
    change = iter(changes)
    for content, first, last in zip(_contents(gaps), early, late):
        changing = last << 8 | first
        level = 0
        for phase in range(_SPARSE_PHASES - 1, -1, -1):
            if changing >> phase & 1:
                level = (level + next(change) + 128) % 256 - 128
            phases[phase][content] = min(max(_SPARSE_ZERO + STEP_UNITS * level, 0), 255)
    return [bytes(weights) for weights in phases]


def _bytes_of(text: str) -> bytes:
    """The bytes that the characters stand for; a leading byte of 1 preserves the zeros that follow it."""
    bits = "".join(format(ord(character) - FIRST_CHARACTER, "014b") for character in text)
    return int(bits, 2).to_bytes(len(bits) // 8 + 1, "big").lstrip(b"\0")[1:]


def _contents(gaps: bytes) -> Iterator[int]:
    """The stored contents."""
    content = -1
    for gap in gaps:
        content += gap
        if gap < 255:
            content += 1
            yield content
