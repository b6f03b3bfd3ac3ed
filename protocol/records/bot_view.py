"""A bot's opinion of a position, read from its note in the log, if the bot writes notes as this project's bots do.

`protocol.answering.report_text` describes the note: a JSON object in the `debug` field.
"""

import json
from typing import Any, Dict, NamedTuple, Optional, Tuple

from engine.coordinates import square_from_text, squares_from_transcript
from protocol.answering.report_text import discs_text
from protocol.json_text import read_json

#: Sources of moves that were made without evaluating the position.
_EMPTY_SOURCES = ("forced", "choice")


class BotView(NamedTuple):
    """A position as seen by the bot to move."""

    best: int  #: the move it chose
    value: float  #: expected result in [-1, 1]
    discs: float  #: expected final disc difference
    exact: bool  #: True if `discs` is proven
    proven: bool = False  #: True if the result is proven
    line: Tuple[int, ...] = ()  #: the moves it expected, beginning with its own


def read_view(debug: Any) -> Optional[BotView]:
    """The view in a bot's note; None if there is none."""
    note = read_note(debug)
    if note is None or note.get("source") in _EMPTY_SOURCES:
        return None
    value, discs = _read_number(note.get("value")), _read_number(note.get("discs"))
    if value is None or discs is None:
        return None
    try:
        best = square_from_text(str(note.get("move")))
    except ValueError:
        return None
    return BotView(best, value, discs, note.get("exact") is True, note.get("proven") is True,
                   _read_line(note.get("line")))


def _read_line(text: object) -> Tuple[int, ...]:
    try:
        return tuple(squares_from_transcript(text)) if isinstance(text, str) else ()
    except ValueError:
        return ()


def read_note(debug: Any) -> Optional[Dict[str, Any]]:
    """The object in a bot's note; None if the note is something else."""
    if isinstance(debug, str) and debug.startswith("{"):
        try:
            debug = read_json(debug)
        except ValueError:
            return None
    return debug if isinstance(debug, dict) else None


def describe_note(debug: Any) -> str:
    """A bot's note as one line for people: in words if it is understood, otherwise unchanged."""
    view, note = read_view(debug), read_note(debug) or {}
    if note.get("fault"):
        return "fell back: %s" % note["fault"]
    if view is None:
        text = debug if isinstance(debug, str) else json.dumps(debug)
        return " ".join(text.split())
    discs = discs_text(view.discs, view.exact, view.proven)
    return "%s %+.3f (%s discs) %s %s sims %s s | %s" % (
        note.get("move"), view.value, discs, note.get("source"), note.get("simulations"), note.get("seconds"),
        note.get("line", ""))


def _read_number(value: object) -> Optional[float]:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    return float(value) if abs(value) < 1e6 else None
