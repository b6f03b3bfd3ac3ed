"""Writes pages of recorded games: one game, or every game of a match with an index.

A page shows the evaluations that the game's bots noted in the log. The engine can think about every position first.
"""

import os
from typing import Callable, Iterable, List, Optional, Sequence

from protocol.game import Game
from protocol.judging.engine_player import EnginePlayer
from protocol.page.game_view import final_counts, record_evaluations, record_result, view_record
from protocol.page.html_export import GameRow, make_index, make_page
from protocol.page.insight import Insight
from protocol.page.mistakes import Evaluation
from protocol.records.record import Record

INDEX_NAME = "index.html"

#: Called with how many of how many positions are evaluated.
OnProgress = Callable[[int, int], None]


def write_record_page(path: str, record: Record,
                      evaluations: Optional[Sequence[Optional[Evaluation]]] = None) -> None:
    """The page of a game; OSError if it cannot be written."""
    _write(path, make_page(view_record(record, evaluations)))


def review_record(record: Record, seconds: float, engine: EnginePlayer,
                  on_progress: OnProgress) -> List[Optional[Evaluation]]:
    """What the engine says about every position after so many seconds each; what the notes say where it is stopped.

    KeyboardInterrupt ends the review and keeps what was found.
    """
    game, insight = record.game, Insight(record_evaluations(record))
    total = len(game.moves) + 1
    insight.begin_review(total, seconds)
    try:
        while True:
            task = insight.next_task(game, None)
            if task is None:
                break
            on_progress(total - task.ply - 1, total)
            position = Game(game.moves[:task.ply])
            insight.finish(task, engine.assess(position.player, position.opponent, seconds, lambda report: None))
    except KeyboardInterrupt:
        pass
    return insight.evaluations(game)


def write_match_pages(folder: str, names: Sequence[str], table: Sequence[Sequence[str]],
                      records: Iterable[Record]) -> int:
    """A page for each game and an index with the table; returns the number of games. OSError if that fails."""
    os.makedirs(folder, exist_ok=True)
    rows = []
    for number, record in enumerate(records, 1):
        address = "game-%d.html" % number
        write_record_page(os.path.join(folder, address), record)
        rows.append(GameRow(address, record.names, final_counts(record.game), len(record.game.moves),
                            record_result(record) or "unfinished"))
    _write(os.path.join(folder, INDEX_NAME), make_index(" - ".join(names), table, rows))
    return len(rows)


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
