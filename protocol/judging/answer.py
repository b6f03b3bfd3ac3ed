"""An answer: what a bot said in one turn, from the bytes that came to the line in the record."""

from typing import Any, NamedTuple


class Answer(NamedTuple):
    """What came of one turn: what the bot said, and what it took to say it.

    The parts that the bot fills are whatever it wrote there; the referee looks at `response`.
    """

    verdict: str  #: on the process, a constant of `verdicts`
    response: Any = None
    debug: Any = None  #: what the bot wants to see in the log
    data: Any = None  #: for its next turn
    globaldata: Any = None  #: for its next game
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory_mb: float = 0.0
    running: bool = False  #: True if its process goes on
    output: bytes = b""  #: the bytes that all this was read from
