"""The turn that lost a game, kept so that its bot can be asked again.

Besides the platform's entries, a record has an entry `failure`: the explanation, and the input for a new process.

    {"ply": 11, "explanation": ["ply 11, black: it crashed with exit code 1 [...]", ...],
     "command": ["python3", "mine.py"], "text": false, "input": "{\"requests\":...}\n"}

The input of any other turn is rebuilt from the moves.
"""

import os
import shlex
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from protocol.game import Game
from protocol.judging.answer import Conduct
from protocol.judging.botzone_judge_end import encode_json_turn, encode_text_turn
from protocol.judging.failure import explain_failure
from protocol.judging.referee import JudgedGame, JudgedTurn

#: Limits for reading: this judge writes shorter explanations.
_EXPLANATION_LINES = 60
_LINE_CHARACTERS = 3000

REPEAT = "repeat this turn: "
REPEAT_SESSION = "repeat all turns of this process: "


class SavedTurn(NamedTuple):
    """A turn that went wrong."""

    ply: int  #: from 1
    explanation: Tuple[str, ...]
    text: bool = False
    input: Optional[str] = None  #: None if it was not kept
    command: Tuple[str, ...] = ()


class RecordedGame:
    """The part of a `Record` that matters here."""

    source: str  #: the file
    number: int  #: the game's place in the file, from 1
    game: Game
    turns: List[JudgedTurn]  #: with verdict, time and debug if recorded
    error: Optional[str] = None  #: the judge's objection to the loser, if that ended the game
    failure: Optional[SavedTurn] = None  #: the turn that lost it, if recorded


def explain_loss(judged: Union[JudgedGame, RecordedGame]) -> List[str]:
    """Why a game was lost by an error; empty if it was not lost that way."""
    turn = judged.turns[-1] if judged.turns else None
    return explain_failure(judged.game, turn) if judged.error and turn and turn.move is None else []


def failure_entry(judged: JudgedGame) -> Dict[str, Any]:
    """The record's entry on the turn that lost the game; empty if no error did."""
    explanation = explain_loss(judged)
    if not explanation:
        return {}
    entry: Dict[str, Any] = {"ply": len(judged.game.moves) + 1, "explanation": explanation}
    conduct = judged.turns[-1].answer.conduct
    if conduct is not None:
        entry.update(command=list(conduct.command), text=conduct.text, input=conduct.turn.decode("utf-8", "replace"))
    return {"failure": entry}


def read_failure(entry: object) -> Optional[SavedTurn]:
    """The turn in a record's entry; None if it cannot be understood."""
    if not isinstance(entry, dict) or not isinstance(entry.get("ply"), int) or not _is_texts(entry.get("explanation")):
        return None
    lines = tuple(line[:_LINE_CHARACTERS] for line in entry["explanation"][:_EXPLANATION_LINES])
    known = entry["input"] if isinstance(entry.get("input"), str) else None
    if known is None or not _is_texts(entry.get("command")):
        return SavedTurn(entry["ply"], lines)
    return SavedTurn(entry["ply"], lines, entry.get("text") is True, known, tuple(entry["command"]))


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)


def input_of_turn(record: RecordedGame, ply: int, text: Optional[bool] = None) -> str:
    """What the bot was sent at this ply of a record, counted from 1; ValueError if there is no such turn.

    For the turn that lost the game, it is the recorded input in its original format. Any other turn is rebuilt from the
    moves, in JSON unless `text`, and without the data that a bot may have left for itself.
    """
    moves, saved = record.game.moves, record.failure
    turns = len(moves) + (not record.game.over)
    if not 1 <= ply <= turns:
        raise ValueError("bad ply %d: the game has turns 1 to %d" % (ply, turns))
    if saved and saved.input is not None and saved.ply == ply and text in (None, saved.text):
        return saved.input
    game = Game(moves[:ply - 1])
    if text:
        return encode_text_turn(game.moves, game.colour, None, None).decode()
    return encode_json_turn(game.moves, game.colour, {}).decode()


def hand_over(record_path: str, conduct: Optional[Conduct]) -> List[str]:
    """Writes the input of the turn beside the record; returns how to repeat the turn. OSError if that fails."""
    if conduct is None:
        return []
    lines = [REPEAT + _save(record_path, "turn", conduct, conduct.turn)]
    if conduct.session:
        lines.append(REPEAT_SESSION + _save(record_path, "session", conduct, conduct.session))
    return lines


def _save(record_path: str, kind: str, conduct: Conduct, data: bytes) -> str:
    """Writes the input of a process; returns the command that runs the bot with it."""
    path = "%s.%s%s" % (os.path.splitext(record_path)[0], kind, ".txt" if conduct.text else ".json")
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "wb") as stream:
        stream.write(data)
    return "%s < %s" % (command_text(conduct.command), shlex.quote(path))


def repeat_from(record: RecordedGame) -> List[str]:
    """How to repeat the turn that lost a recorded game, if its input was kept.

    Only for the user's own records: the command comes from the record, and a stranger could have put anything there.
    """
    saved = record.failure
    if saved is None or saved.input is None:
        return []
    return [_replay_into(record.source, record.number, saved.ply, saved.command)]


def repeat_from_file(path: str, number: int, judged: JudgedGame) -> List[str]:
    """How to repeat the turn that lost a game just judged and written to a file under that number."""
    conduct = judged.turns[-1].answer.conduct
    return [] if conduct is None else [_replay_into(path, number, len(judged.game.moves) + 1, conduct.command)]


def _replay_into(path: str, number: int, ply: int, command: Sequence[str]) -> str:
    return REPEAT + "python3 -m protocol.replay %s --game %d --input %d | %s" % (
        shlex.quote(path), number, ply, command_text(command))


def command_text(command: Sequence[str]) -> str:
    """A command quoted for a shell."""
    return " ".join(map(shlex.quote, command))
