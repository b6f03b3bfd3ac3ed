"""Writes pages of recorded games: one game, or every game of a match with an index.

A page shows the evaluations that the game's bots noted in the log. The engine can review every position first.
"""

import os
from typing import Callable, Iterable, List, NamedTuple, Optional, Sequence

from protocol.game import Game
from protocol.judging.engine_player import EnginePlayer
from protocol.page.game_view import record_evaluations, view_record
from protocol.page.html_export import Link, make_index, make_page
from protocol.page.insight import Insight
from protocol.page.match_view import About, view_match
from protocol.page.mistakes import Evaluation
from protocol.records.record import Record
from protocol.records.saved_turn import repeat_from

INDEX_NAME = "index.html"

#: Called with the numbers of evaluated positions and of all positions.
OnProgress = Callable[[int, int], None]


class Review(NamedTuple):
    """Evaluations of the positions of a game."""

    evaluations: Optional[List[Optional[Evaluation]]]
    complete: bool  #: False if it was interrupted


def write_record_page(path: str, record: Record,
                      evaluations: Optional[Sequence[Optional[Evaluation]]] = None) -> None:
    """The page of a game; OSError if it cannot be written."""
    _write(path, make_page(view_record(record, evaluations)))


def review_record(record: Record, seconds: float, engine: EnginePlayer,
                  on_progress: OnProgress) -> Review:
    """The engine's view of every position after `seconds` each.

    KeyboardInterrupt ends the review and keeps what was found; the bots' notes stand for the rest.
    """
    game, insight = record.game, Insight(record_evaluations(record))
    total = len(game.moves) + 1
    insight.begin_review(total, seconds)
    complete = False
    try:
        while True:
            task = insight.next_task(game, None)
            if task is None:
                complete = True
                break
            on_progress(total - task.ply - 1, total)
            position = Game(game.moves[:task.ply])
            insight.finish(task, engine.assess(position.player, position.opponent, seconds, lambda report: None))
    except KeyboardInterrupt:
        pass
    return Review(insight.evaluations(game), complete)


def write_match_pages(folder: str, names: Sequence[str], table: Sequence[Sequence[str]], records: Iterable[Record],
                      about: About) -> int:
    """A page for each game and an index with the table, headings first; returns the number of games.

    OSError if a page cannot be written.
    """
    os.makedirs(folder, exist_ok=True)
    games = list(records)
    for number, record in enumerate(games, 1):
        view = view_record(record)
        view["explanation"] += repeat_from(record)
        _write(os.path.join(folder, _address(number)), make_page(view, _links(number, len(games))))
    addressed = [(_address(number), record) for number, record in enumerate(games, 1)]
    _write(os.path.join(folder, INDEX_NAME), make_index(view_match(names, table[1:], addressed, about)))
    return len(games)


def _address(number: int) -> str:
    return "game-%d.html" % number


def _links(number: int, games: int) -> List[Link]:
    """Links from the page of a game to its neighbours."""
    back = [Link(_address(number - 1), "match.previous", "\u2190 %d" % (number - 1))] if number > 1 else []
    on = [Link(_address(number + 1), "match.next", "%d \u2192" % (number + 1))] if number < games else []
    return [*back, Link(INDEX_NAME, "match.all"), *on]


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
