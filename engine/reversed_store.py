"""The weights for reversed Reversi as they are stored; `engine.stored_weights` offers the same for the usual goal."""

from binascii import a2b_base64
from zlib import decompress

from engine.reversed_weights import PHASE_WEIGHTS


def stored_weights(phase: int) -> bytes:
    """The weights of each shape in turn; a byte of 128 is zero."""
    return decompress(a2b_base64(PHASE_WEIGHTS[phase]))
