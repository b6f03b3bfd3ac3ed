"""The stored weights, phase by phase: one byte for each content of each shape.

`engine.sparse_weights` is the same from a smaller store.
"""

from binascii import a2b_base64
from zlib import decompress

from engine.weights import PHASE_WEIGHTS


def stored_weights(phase: int) -> bytes:
    """The weights of each shape in turn; a byte of 128 is zero."""
    return decompress(a2b_base64(PHASE_WEIGHTS[phase]))
