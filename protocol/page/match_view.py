"""A match as its index page shows it: plain JSON values, because the page speaks several languages."""

from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple

from protocol.page.game_view import final_counts, record_view_result
from protocol.records.record import Record

#: The columns of the standings, as words.*.js names them; in the order of `protocol.matches.standings`.
COLUMNS = ("name", "games", "won", "drawn", "lost", "points", "discs", "elo", "range", "better", "seconds", "slowest",
           "errors")


class SequentialTest(NamedTuple):
    """A sequential test of two bots, so far."""

    elo0: float
    elo1: float
    llr: float
    bound: float  #: the log likelihood ratio that decides
    pairs: Sequence[int]  #: how many pairs of games scored 0, 1/2, 1, 3/2, 2 points
    decision: str  #: H0, H1, or empty while undecided


class Fallbacks(NamedTuple):
    """A bot that answered without having found a move."""

    name: str
    fallbacks: int
    answers: int


class About(NamedTuple):
    """How a match was played, and what has to be known beside its table."""

    games: int  #: as planned
    rules: str
    date: str
    jobs: int = 1  #: games at the same time
    cluster: str = ""  #: address of the cluster that played, if one did
    seconds: Optional[float] = None  #: for a turn; None: the platform's limits
    test: Optional[SequentialTest] = None
    fallbacks: Sequence[Fallbacks] = ()
    remarks: Sequence[str] = ()  #: log lines, shown verbatim


def view_match(names: Sequence[str], rows: Sequence[Sequence[str]], games: Sequence[Tuple[str, Record]],
               about: About) -> Dict[str, Any]:
    """The whole index: standings as a row of COLUMNS for each bot, and each game with the address of its page."""
    return {
        "names": list(names),
        "columns": list(COLUMNS),
        "rows": [list(row) for row in rows],
        "about": dict(about._asdict(), test=None if about.test is None else dict(about.test._asdict()),
                      fallbacks=[dict(bot._asdict()) for bot in about.fallbacks], remarks=list(about.remarks)),
        "games": [_view_row(address, record) for address, record in games],
    }


def _view_row(address: str, record: Record) -> Dict[str, Any]:
    return {"address": address, "names": list(record.names), "moves": len(record.game.moves),
            "counts": list(final_counts(record.game)), "result": record_view_result(record)}
