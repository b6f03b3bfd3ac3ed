"""An answer: what a bot said in one turn, from the bytes that came to the line in the record."""

from typing import Any, NamedTuple, Optional, Tuple


class Conduct(NamedTuple):
    """How a process went about one turn: what is needed to explain a failure, and to repeat it."""

    command: Tuple[str, ...]  #: that starts the bot
    text: bool  #: True if it was spoken to in the text format
    turn: bytes  #: what a new process is sent for this turn, the whole game included
    limit_seconds: float
    limit_mb: Optional[float]  #: None: unlimited
    limit_bytes: int  #: of stdout
    exit_code: Optional[int] = None  #: below 0 for a signal; None if it did not end by itself
    waiting: Optional[bool] = None  #: out of time: True if it slept then, False if it computed, None if nobody knows
    stderr: str = ""  #: the end of what this process wrote there
    reason: str = ""  #: what the judge knows about a crash beside all this
    tried_text: bool = False  #: True if it failed in both formats
    session: bytes = b""  #: everything this process was sent, if it was kept running


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
    conduct: Optional[Conduct] = None  #: of a process; None if it is not one, or not known any more
