"""Who plays a game on the page, and what a recorded game brings along."""

import os
from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple

from protocol.judging.bot_names import shown_name
from protocol.page.mistakes import Evaluation

#: Seats that no bot takes: a person's, and those of a recorded game.
PERSON, NOBODY = "person", "record"


class Seats(NamedTuple):
    """Who plays: PERSON, NOBODY or the name of an opponent."""

    black: str
    white: str

    def names(self) -> Tuple[str, str]:
        """The names to show."""
        if self.black == self.white == PERSON:
            return "Black", "White"
        black, white = ("You" if seat == PERSON else shown_bot(seat) for seat in self)
        return black, white

    def has_bot(self, colour: int) -> bool:
        """True if a bot plays that colour."""
        return self[colour] not in (PERSON, NOBODY)


def shown_bot(spec: str) -> str:
    """The name to show for a bot: files without their folders, in `keep-running:/a/bot.py` and `python3 /a/bot.py` too.
    """
    if os.path.isfile(spec):
        return shown_name(spec)
    words = (word.rpartition(":") for word in spec.split(" "))
    return " ".join(kind + colon + shown_name(path) for kind, colon, path in words)


class Past(NamedTuple):
    """What a recorded game brings along beside its moves."""

    names: Sequence[str]
    seconds: Sequence[Optional[float]]
    notes: Sequence[Optional[str]]
    evaluations: Sequence[Optional[Evaluation]]
    problems: Sequence[str]
    result: Optional[Dict[str, Any]]
    source: str = ""  #: name of the file it comes from
    explanation: Sequence[str] = ()  #: why it was lost, if an error lost it
    fewest_wins: bool = False
