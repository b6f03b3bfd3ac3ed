"""A smaller set of the bot's weights: `python3 -m engine.training.reduction --folder .training/generation-1`.

The importance of a weight depends on how often its content occurs, so contents are counted in a generation's positions.
The weights of a content are then replaced by as few different ones as worthwhile: every change from one phase to the
next has a price, in squared units of the error of an average position. A content that is not worth any change is zero
in all phases and not stored. `engine.sparse_weights` reads the result.
"""

import argparse
import sys
from array import array
from typing import Dict, List, Optional, Sequence
from zlib import compress

from engine.evaluation import PHASE_COUNT, UNITS_PER_DISC, phase_of_ply
from engine.sparse_weights import FIRST_CHARACTER
from engine.training.features import FOLD, TABLE_SIZE, features
from engine.training.positions import PositionSet
from engine.training.storage import committed_weights, constant_lines, load_positions
from engine.training.teacher import PLY_COUNT

#: Chosen so that the upload for CodinGame stays below its limit.
DEFAULT_PRICE = 0.026
STEP_UNITS = 3
LARGEST_LEVEL = 63

_SMALL_MODULE = '''"""The learned weights for small uploads, in the form of `engine.sparse_weights`.

Written by `engine.training.reduction`.
"""

STEP_UNITS = %d

PLY_CONSTANTS = (
%s)

SPARSE_STREAMS = (
%s)
'''

Levels = Dict[int, List[int]]  #: by content: the levels of all phases


def content_shares(positions: PositionSet, phase: int) -> "array[float]":
    """How often each stored content occurs in an average position of the phase."""
    shares: "array[float]" = array("f", [0.0]) * TABLE_SIZE
    plies = [ply for ply in positions if phase_of_ply(ply) == phase and 0 < ply < PLY_COUNT - 1]
    count = sum(len(positions[ply]) // 2 for ply in plies)
    for ply in plies:
        words = positions[ply]
        for place in range(0, len(words), 2):
            for entry in features(words[place], words[place + 1]):
                shares[FOLD[entry]] += 1.0 / count
    return shares


def settle(weights: Sequence[float], shares: Sequence[float], price: float) -> List[int]:
    """The cheapest whole levels for the weights in their order, if each change costs the price, starting from 0.

    An error costs its square times the share. Each level is the best for the weights from one change to the next.
    """
    costs, begins, levels = [0.0], [0], [0]  # of the best way to settle the first n weights: cost, last change, level
    for end in range(1, len(weights) + 1):
        best = (float("inf"), 0, 0)
        total = weighted = squared = 0.0
        for begin in range(end - 1, -1, -1):
            share = shares[begin]
            total += share
            weighted += share * weights[begin]
            squared += share * weights[begin] ** 2
            level = max(-LARGEST_LEVEL, min(LARGEST_LEVEL, int(round(weighted / total)))) if total else 0
            error = squared - 2 * level * weighted + level * level * total
            options = [(costs[begin] + error + price, begin, level)] + ([(squared, 0, 0)] if begin == 0 else [])
            best = min(options + [best])
        costs.append(best[0])
        begins.append(best[1])
        levels.append(best[2])
    settled: List[int] = []
    end = len(weights)
    while end:
        settled = [levels[end]] * (end - begins[end]) + settled
        end = begins[end]
    return settled


def reduce_weights(tables: Sequence["array[float]"], shares: Sequence["array[float]"], price: float) -> Levels:
    """The levels of all contents that are nonzero in some phase."""
    scale = UNITS_PER_DISC / STEP_UNITS
    found: Levels = {}
    for content in range(TABLE_SIZE - 1):
        by_phase = [share[content] for share in shares]
        if FOLD[content] == content and any(by_phase):
            weights = [table[content] * scale for table in tables]
            levels = settle(weights[::-1], by_phase[::-1], price / STEP_UNITS ** 2)[::-1]
            if any(levels):
                found[content] = levels
    return found


def encode_levels(found: Levels) -> List[bytes]:
    """The four streams."""
    gaps, early, late, changes = bytearray(), bytearray(), bytearray(), bytearray()
    before = -1
    for content in sorted(found):
        full, rest = divmod(content - before - 1, 255)
        gaps.extend([255] * full + [rest])
        before = content
        level = changing = 0
        for phase in range(PHASE_COUNT - 1, -1, -1):
            if found[content][phase] != level:
                changing |= 1 << phase
                changes.append((found[content][phase] - level) % 256)
                level = found[content][phase]
        early.append(changing & 255)
        late.append(changing >> 8)
    return [bytes(stream) for stream in (gaps, early, late, changes)]


def encode_bytes(data: bytes) -> str:
    """The bytes as characters of 14 bits; a leading byte of 1 preserves the zeros that follow it."""
    bits = format(int.from_bytes(b"\1" + data, "big"), "b")
    bits = "0" * (-len(bits) % 14) + bits
    return "".join(chr(FIRST_CHARACTER + int(bits[place:place + 14], 2)) for place in range(0, len(bits), 14))


def write_small_module(path: str, streams: Sequence[bytes], constants: Sequence[float]) -> int:
    """Writes the module and returns its number of characters."""
    texts = "".join('    "%s",\n' % encode_bytes(compress(stream, 9)) for stream in streams)
    text = _SMALL_MODULE % (STEP_UNITS, constant_lines(constants), texts)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return len(text)


def main(arguments: Optional[List[str]] = None) -> int:
    """Reduces the bot's weights; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python3 -m engine.training.reduction",
                                     description="Makes a smaller set of the bot's weights.")
    parser.add_argument("--folder", required=True,
                        help="a generation of a training run: contents are counted in its positions")
    parser.add_argument("--out", default="engine/small_weights.py", metavar="FILE", help="default: %(default)s")
    parser.add_argument("--price", type=float, default=DEFAULT_PRICE,
                        help="of a change, in squared units of the error of an average position; a higher price makes "
                        "a smaller set (default: %(default)s)")
    options = parser.parse_args(arguments)
    positions = load_positions(options.folder)
    if not positions:
        print("no positions in %s" % options.folder, file=sys.stderr)
        return 2
    shares = []
    for phase in range(PHASE_COUNT):
        shares.append(content_shares(positions, phase))
        print("phase %d counted" % phase, flush=True)
    tables, constants = committed_weights()
    found = reduce_weights(tables, shares, options.price)
    streams = encode_levels(found)
    size = write_small_module(options.out, streams, constants)
    print("%s written: %d contents, %d changes, %d characters" % (options.out, len(found), len(streams[3]), size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
