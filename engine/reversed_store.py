"""The stored weights for reversed Reversi: the counterpart of `engine.stored_weights`."""

from binascii import a2b_base64
from zlib import decompress

from engine.reversed_weights import PHASE_WEIGHTS


def stored_weights(phase: int) -> bytes:
    """The weights of each shape in turn; a byte of 128 is zero."""
    return decompress(a2b_base64(PHASE_WEIGHTS[phase]))
