"""Balanced openings for matches: positions after eight plies in which neither side is better.

`python3 -m protocol.balance` makes them with the bot's own search. No two are symmetric images of each other.
"""

from typing import List, Tuple

from engine.coordinates import squares_from_transcript
from protocol.records.record_reader import read_records

_TRANSCRIPTS = """
f5f6d3f4g4c2d2c6 f5f4f3d6c7g4c5b6 f5f6c4c5f7f3d6c7 f5d6c4b3d7f4f3e6 f5f6f7f4f3g5h6f2 f5f6f7f4f3g5d3c5
f5f4d3c4b3c6d6c2 f5d6c7f3d3c6e3d2 f5f4d3f6g6c4g3d2 f5f6e6f4g5e7d8c5 f5d6c4f3e6g6g4e7 f5d6c5f6f7e3d7b5
f5d6c6f6e6d7e8f4 f5f6f7f4d3c5d6e7 f5f6e6d6g7h8e7f7 f5f6e6d6d7f3c3g5 f5f6c4c3d3c5c6f4 f5d6c5f4f3b5a5g3
f5f4g3c6e3g4g5f6 f5d6c3d3c5b3d7b6 f5f6d3c3f7d6c6e3 f5f6c4c5c6b5f7f3 f5f4c3d6g4e3d7c7 f5f4e3d2f3f6c1d6
f5d6c5f4e3f6g4c3 f5f6c4f4g6c3d3c5 f5f4g3c6c5f6e3c3 f5f4d3f6g4c2d2h3 f5f6f7e3d3c5e6e7 f5f6d3e3f4c5f7d2
f5d6c7f6f4g4c3d3 f5d6c4f3e3f4c6g5 f5f6c4e3f2g5e6d3 f5d6c4b3d7f4d3e6 f5d6c4f3d3d2g2g6 f5f4e3d6e6f3c7g5
f5d6c7g5e6f4e3d2 f5f4c3g6g3c6f6e6 f5d6c7f4e3f6g4f2 f5d6c4d3c3f3d7c6 f5d6c3f4f6f7c7d3 f5f6f7e3f3g5d3c5
f5f4d3d6g4c5f6f3 f5f4d3f6g6c3f7g5 f5d6c6f6c4f4d7c3 f5f6c4c5f7e3c3g5 f5f4d3c4b3f6f3d2 f5f4d3f6g6h6f7d6
f5d6c5b6d7f4b5f6 f5f4e3f6g6g5h6d6 f5f6d3f4g6c3g4f3 f5f6e6f4c3c4g3d7 f5d6c4f4g4g3c5f6 f5f4e3d2c3e6g4g5
f5f6d3g5g6c3f7c5 f5f4f3f6d3g5h5h4 f5f6e6d6c5b6c7c6 f5d6c4b3c5b4c7e6 f5d6c4d3c2g5e6d2 f5f6e6f4g4e7c4e3
f5d6c6b6d3f3d7g6 f5f4f3f6d6g4e3e6 f5d6c5f4d7b5b4b6 f5f4g3f6d6g6c4c3 f5f6e6f4f3d3c3c5 f5d6c7d7e7d8c3g5
f5f4e3f2c3f6g5e6 f5f4e3d6g4g5h6g3 f5f4e3d6e6g5c6d3 f5f4e3d6c5c4g5f2 f5f4e3d2g3f6d6f3 f5d6c3f3c7g5f4d3
f5f6d3f4g5c4g3g6 f5f4d3d6f3c3e6f6 f5d6c6f4d3e3g4d2 f5f6c4f4g4c3g5b4 f5f4e3d2g4g5g6f6 f5f6d3c3f7c5d6e3
f5d6c3f3d7e6d3c8 f5f4g3g4f3d6h4g5
"""

BALANCED_OPENINGS = [tuple(squares_from_transcript(transcript)) for transcript in _TRANSCRIPTS.split()]


def read_openings(path: str) -> List[Tuple[int, ...]]:
    """The moves of each game in a file; ValueError if one is illegal or leaves nothing to play."""
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
