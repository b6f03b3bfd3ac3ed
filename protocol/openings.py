"""Balanced openings for matches: varied positions of eight plies in which neither side stands better.

`python3 -m protocol.openings` makes the list below anew.
"""

from typing import List, Tuple

from engine.coordinates import squares_from_transcript
from protocol.record_reader import read_records

BALANCED_OPENINGS = [tuple(squares_from_transcript(line)) for line in """
f5d6c3d3c4
f5f6e6f4e3
f5d6c5f4d3
f5f4e3f6d3
""".split()]


def read_openings(path: str) -> List[Tuple[int, ...]]:
    """The moves of each game of a file; ValueError if one is illegal or leaves nothing to play."""
    openings = []
    for record in read_records(path):
        if record.problems:
            raise ValueError(record.problems[0])
        if record.game.over:
            raise ValueError("%s: game %d is over: an opening must leave something to play" % (path, record.number))
        openings.append(tuple(record.game.moves))
    if not openings:
        raise ValueError("%s has no opening" % path)
    return openings
