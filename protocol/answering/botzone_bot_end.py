"""The bot's end of Botzone's protocol: parses turns and formats answers.

A turn arrives in one of four formats, which are easy to tell apart:

    {"requests":[{"x":-1,"y":-1}],"responses":[]}     JSON, the whole history on one line
    {"x":4,"y":5}                                     JSON, a bare request: the process was kept running
    2 / 4 5 / 5 5 / 3 2                               text, a turn number n and 2n-1 moves, one per line
    4 5                                               text, a bare request

The moves alternate between the judge's requests (the opponent's moves) and the bot's responses. -1,-1 is a pass, except
as the very first request, where it means "you are black". `data` and `globaldata`, and the lines for them after a text
turn, are not read: the bot stores nothing between turns, and some senders leave these lines out, so that waiting for
them might never end.
"""

import json
import re
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence

from engine.coordinates import PASS, square_from_xy, square_to_xy

#: The limits of a Python bot on Botzone: for the first turn of a game, for later turns, for those of a kept process.
FIRST_TURN_SECONDS = 12.0
TURN_SECONDS = 6.0
KEPT_TURN_SECONDS = 4.0

#: `time_limit` is in seconds. A larger number must be milliseconds or a mistake and is ignored: thinking too long loses
#: the game, thinking too briefly only costs some strength.
LONGEST_TIME_LIMIT_SECONDS = 120.0

KEEP_RUNNING_LINE = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

JSON_STYLE, TEXT_STYLE = "json", "text"

#: `debug` is cut to this many bytes.
DEBUG_LIMIT_BYTES = 1024

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')

#: A game has at most 60 moves and 60 passes.
_LAST_TURN_NUMBER = 120


class BotzoneTurn(NamedTuple):
    """A turn: its format, all moves of the game so far, and the time limit if the judge named one."""

    style: str
    moves: List[int]
    time_limit: Optional[float] = None


def read_turn(read_line: Callable[[], str], known_moves: Sequence[int] = ()) -> Optional[BotzoneTurn]:
    """The next turn, or None at the end of the input; a ValueError explains bad input.

    `read_line` returns a line, or "" at the end. `known_moves` is the game so far, which a bare request continues.
    Never reads beyond the lines of the turn.
    """
    line = _read_filled_line(read_line)
    if not line:
        return None
    if line[0] in "{[":
        return _turn_from_json(_read_json(line, read_line), known_moves)
    words = line.split()
    if len(words) == 1:
        return BotzoneTurn(TEXT_STYLE, _without_start(_read_text_moves(words[0], read_line)))
    return BotzoneTurn(TEXT_STYLE, _without_start([*known_moves, _move_from_text(line)]))


def answer_text(style: str, move: int, debug: str = "", keep_running: bool = False) -> str:
    """Everything printed for a turn. `debug` is one line; judges that do not show it ignore it."""
    x, y = square_to_xy(move)
    shown = _cut_debug(debug)
    if style == JSON_STYLE:
        answer: Dict[str, Any] = {"response": {"x": x, "y": y}}
        if shown:
            answer["debug"] = shown
        lines = [json.dumps(answer, separators=(",", ":"))]
    else:
        lines = ["%d %d" % (x, y)] + ([shown] if shown else [])
    return "\n".join(lines + ([KEEP_RUNNING_LINE] if keep_running else [])) + "\n"


def default_time_limit(moves: Sequence[int], kept: bool) -> float:
    """Botzone's limit for this turn; `kept` if the process has answered a turn before."""
    if kept:
        return KEPT_TURN_SECONDS
    return FIRST_TURN_SECONDS if len(moves) < 2 else TURN_SECONDS


def _read_filled_line(read_line: Callable[[], str]) -> str:
    """The next line that is not blank, stripped; "" at the end of the input."""
    while True:
        line = read_line()
        stripped = line.strip("\ufeff \t\r\n\v\f\0")
        if stripped or not line:
            return stripped


def _read_json(line: str, read_line: Callable[[], str]) -> Any:
    """The value that begins on this line. A value that spans several lines is read to its end."""
    text = line
    while True:
        try:
            return json.loads(text)
        except RecursionError:
            raise ValueError("bad JSON: nested too deeply") from None
        except ValueError as error:
            more = _read_on(text, read_line) if getattr(error, "pos", 0) >= len(text.rstrip()) else ""
            if not more:
                raise ValueError("bad JSON: %s" % error) from None
            text += more


def _read_on(text: str, read_line: Callable[[], str]) -> str:
    """The next lines, up to the one that closes all brackets; in case it never comes, at most as much text again."""
    lines: List[str] = []
    length, depth = 0, _open_brackets(text)
    while length <= len(text) and (depth > 0 or not lines):
        lines.append(read_line())
        if not lines[-1]:
            break
        length += len(lines[-1])
        depth += _open_brackets(lines[-1])
    return "".join(lines)


def _open_brackets(text: str) -> int:
    bare = _STRING.sub("", text)
    return bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")


def _turn_from_json(value: Any, known_moves: Sequence[int]) -> BotzoneTurn:
    if not isinstance(value, dict):
        raise ValueError("bad JSON: expected an object with requests and responses, got %s" % _shown(value))
    if "requests" not in value:
        return BotzoneTurn(JSON_STYLE, _without_start([*known_moves, _move_from_json("the request", value)]))
    requests, responses = value["requests"], value.get("responses", [])
    if not isinstance(requests, list) or not isinstance(responses, list) or len(requests) != len(responses) + 1:
        raise ValueError("bad history: expected a list of requests and one response less, got %s and %s"
                         % (_shown(requests), _shown(responses)))
    moves = []
    for number, request in enumerate(requests, 1):
        moves.append(_move_from_json("request %d" % number, request))
        if number <= len(responses):
            moves.append(_move_from_json("response %d" % number, responses[number - 1]))
    return BotzoneTurn(JSON_STYLE, _without_start(moves), _sane_time_limit(value.get("time_limit")))


def _move_from_json(what: str, value: Any) -> int:
    if not isinstance(value, dict) or "x" not in value or "y" not in value:
        raise ValueError("bad move in %s: expected {\"x\":0-7,\"y\":0-7}, got %s" % (what, _shown(value)))
    try:
        return _move_from_xy(value["x"], value["y"])
    except ValueError as error:
        raise ValueError("bad move in %s: %s" % (what, error)) from None


def _read_text_moves(count: str, read_line: Callable[[], str]) -> List[int]:
    turns = int(count) if count.isdigit() and len(count) <= 3 else 0
    if not 1 <= turns <= _LAST_TURN_NUMBER:
        raise ValueError("bad first line %s: expected a turn number, a move x y or a JSON object" % _shown(count))
    moves: List[int] = []
    while len(moves) < 2 * turns - 1:
        line = _read_filled_line(read_line)
        if not line:
            raise ValueError("the input ends after %d of the %d moves of turn %d" % (len(moves), 2 * turns - 1, turns))
        moves.append(_move_from_text(line))
    return moves


def _move_from_text(line: str) -> int:
    words = line.split()
    try:
        x, y = (int(word) for word in words)
    except ValueError:
        raise ValueError("bad move line %s: expected x y, two whole numbers" % _shown(line)) from None
    return _move_from_xy(x, y)


def _move_from_xy(x: Any, y: Any) -> int:
    """The move as the judge reads it: a pass depends on x alone, and 2.0 is 2."""
    return PASS if x == -1 else square_from_xy(_whole(x), _whole(y))


def _whole(value: Any) -> Any:
    """A float without a fraction as an integer; anything else unchanged."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _without_start(moves: List[int]) -> List[int]:
    """The moves without the first request to black, which looks like a pass."""
    return moves[1:] if moves[0] == PASS else moves


def _sane_time_limit(value: Any) -> Optional[float]:
    """The limit in seconds, or None if it makes no sense."""
    try:
        seconds = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return seconds if 0 < seconds <= LONGEST_TIME_LIMIT_SECONDS and not isinstance(value, bool) else None


def _cut_debug(debug: str) -> str:
    line = " ".join(debug.split())
    return line.encode("ascii", "replace")[:DEBUG_LIMIT_BYTES].decode("ascii")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
