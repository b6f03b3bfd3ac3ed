"""An answer: what a bot said in one turn, from the raw bytes to the line in the record."""

from typing import Any, NamedTuple, Optional, Tuple


class Conduct(NamedTuple):
    """How a process handled one turn: everything needed to explain a failure and to repeat it."""

    command: Tuple[str, ...]  #: starts the bot
    text: bool  #: True if it was asked in the text format
    turn: bytes  #: the input of a new process for this turn, including the whole game
    limit_seconds: float
    limit_mb: Optional[float]  #: None: unlimited
    limit_bytes: int  #: of stdout
    exit_code: Optional[int] = None  #: negative for a signal; None if it did not exit by itself
    waiting: Optional[bool] = None  #: at a time-out: True if it was asleep, False if computing, None if unknown
    stderr: str = ""  #: the end of this process's stderr
    reason: str = ""  #: what else the judge knows about a crash
    tried_text: bool = False  #: True if it failed in both formats
    session: bytes = b""  #: everything this process was sent, if it was kept running


class Answer(NamedTuple):
    """The outcome of one turn: what the bot said, and what that cost.

    `response`, `debug`, `data` and `globaldata` are unchecked, as the bot wrote them; the referee checks `response`.
    """

    verdict: str  #: on the process, a constant of `verdicts`
    response: Any = None
    debug: Any = None  #: for the log
    data: Any = None  #: for its next turn
    globaldata: Any = None  #: for its next game
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory_mb: float = 0.0
    running: bool = False  #: True if its process keeps running
    output: bytes = b""  #: the raw bytes of the answer
    conduct: Optional[Conduct] = None  #: None if the player is not a process, or it is no longer known
