"""Writes pages of recorded games: one game, or every game of a match with an index.

A page shows the evaluations that the game's bots noted in the log. The engine can think about every position first.
"""

import os
from typing import Callable, Iterable, List, NamedTuple, Optional, Sequence

from protocol.game import COLOUR_NAMES, Game, winner_of
from protocol.judging.engine_player import EnginePlayer
from protocol.judging.verdicts import short_objection
from protocol.page.game_view import final_counts, record_evaluations, record_result, view_record
from protocol.page.html_export import GameRow, Link, make_index, make_page
from protocol.page.insight import Insight
from protocol.page.mistakes import Evaluation
from protocol.records.record import Record
from protocol.records.saved_turn import repeat_from

INDEX_NAME = "index.html"

#: Called with how many of how many positions are evaluated.
OnProgress = Callable[[int, int], None]


class Review(NamedTuple):
    """What was found about the positions of a game."""

    evaluations: Optional[List[Optional[Evaluation]]]
    complete: bool  #: False if it was broken off


def write_record_page(path: str, record: Record,
                      evaluations: Optional[Sequence[Optional[Evaluation]]] = None) -> None:
    """The page of a game; OSError if it cannot be written."""
    _write(path, make_page(view_record(record, evaluations)))


def review_record(record: Record, seconds: float, engine: EnginePlayer,
                  on_progress: OnProgress) -> Review:
    """What the engine says about every position after so many seconds each; what the notes say where it is stopped.

    KeyboardInterrupt ends the review and keeps what was found.
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
                      about: Sequence[str] = ()) -> int:
    """A page for each game and an index with the table; returns the number of games. OSError if that fails.

    `about` is what the index says about the match, a paragraph each.
    """
    os.makedirs(folder, exist_ok=True)
    rows = []
    games = list(records)
    for number, record in enumerate(games, 1):
        view = view_record(record)
        view["explanation"] += repeat_from(record)
        _write(os.path.join(folder, _address(number)), make_page(view, _links(number, len(games))))
        rows.append(GameRow(_address(number), record.names, final_counts(record.game), len(record.game.moves),
                            _short_result(record), short_objection(record.error) if record.error else ""))
    _write(os.path.join(folder, INDEX_NAME), make_index(" - ".join(names), table, rows, about))
    return len(rows)


def _address(number: int) -> str:
    return "game-%d.html" % number


def _links(number: int, games: int) -> List[Link]:
    """From the page of a game to its neighbours."""
    back = [Link(_address(number - 1), "match.previous", "\u2190 %d" % (number - 1))] if number > 1 else []
    on = [Link(_address(number + 1), "match.next", "%d \u2192" % (number + 1))] if number < games else []
    return [*back, Link(INDEX_NAME, "match.all"), *on]


def _short_result(record: Record) -> str:
    """Who won; the table has a column for the error that may have decided it."""
    winner = None if record.scores is None else winner_of(record.scores)
    if record.error is not None and winner is not None:
        return "%s wins" % COLOUR_NAMES[winner].capitalize()
    return record_result(record) or "unfinished"


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
