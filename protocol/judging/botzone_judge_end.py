"""Botzone's formats at the judge's end: writes a bot's input and reads its answer.

The same turn in the two formats (white's second, after black d3, white c5, black f6):

    JSON   {"requests":[{"x":3,"y":2},{"x":5,"y":5}],"responses":[{"x":2,"y":4}]}
    text   2 / 3 2 / 2 4 / 5 5 / data / globaldata          (a slash is a line end)

An unreadable answer has the verdict NJ, in text as well, where the platform documents nothing.
"""

import json
import re
from math import copysign
from typing import Any, Dict, List, Optional, Sequence, Tuple

from engine.coordinates import PASS, square_to_xy
from protocol.answering.botzone_bot_end import DEBUG_LIMIT_BYTES, KEEP_RUNNING_LINE
from protocol.game import BLACK
from protocol.json_text import NESTING_LIMIT, read_json
from protocol.judging.answer import Answer
from protocol.judging.verdicts import NJ, OK

DATA_CHARACTERS = 100 << 10

#: An answer goes into a record, which nests deeper and must be readable too.
ANSWER_NESTING_LIMIT = NESTING_LIMIT - 20

#: A column or row that no square has.
OFF_THE_BOARD = 8

_LINE = KEEP_RUNNING_LINE.encode()
_TWO_NUMBERS = re.compile(r"(-?[0-9]{1,9})[ \t]+(-?[0-9]{1,9})\s*\Z")


def split_history(moves: Sequence[int], colour: int) -> Tuple[List[int], List[int]]:
    """(requests, responses) of the player to move after the moves; black's first request is a pass."""
    if colour == BLACK:
        return [PASS] + list(moves[1::2]), list(moves[0::2])
    return list(moves[0::2]), list(moves[1::2])


def encode_point(move: int) -> Dict[str, int]:
    """`{"x":3,"y":2}` as an object."""
    x, y = square_to_xy(move)
    return {"x": x, "y": y}


def encode_json_turn(moves: Sequence[int], colour: int, extra: Dict[str, Any]) -> bytes:
    """The line a JSON bot reads at its start; keys of `extra` whose value is None are left out."""
    requests, responses = split_history(moves, colour)
    turn: Dict[str, Any] = {"requests": [encode_point(move) for move in requests],
                            "responses": [encode_point(move) for move in responses]}
    turn.update((key, value) for key, value in extra.items() if value is not None)
    return _compact(turn) + b"\n"


def encode_text_turn(moves: Sequence[int], colour: int, data: Optional[str], globaldata: Optional[str]) -> bytes:
    """The lines a text bot reads at its start."""
    requests, responses = split_history(moves, colour)
    history = [move for pair in zip(requests, responses) for move in pair] + requests[-1:]
    lines = [str(len(requests))] + ["%d %d" % square_to_xy(move) for move in history]
    return ("\n".join(lines + [data or "", globaldata or ""]) + "\n").encode()


def encode_bare_request(moves: Sequence[int], colour: int, text: bool) -> bytes:
    """The line a bot that keeps running reads: the last request alone."""
    request = split_history(moves, colour)[0][-1]
    return b"%d %d\n" % square_to_xy(request) if text else _compact(encode_point(request)) + b"\n"


def read_json_answer(output: bytes) -> Answer:
    """The answer in exactly one line of JSON; NJ for anything else. A bare point counts as the response."""
    try:
        text = output.decode("utf-8").strip()
        answer = read_json(text, ANSWER_NESTING_LIMIT)
    except ValueError:
        return Answer(NJ)
    if "\n" in text:
        return Answer(NJ)
    if not isinstance(answer, dict):
        return Answer(OK)
    response = answer if "response" not in answer and {"x", "y"} <= set(answer) else answer.get("response")
    return Answer(OK, response, answer.get("debug"), answer.get("data"), answer.get("globaldata"))


def read_text_answer(output: bytes) -> Answer:
    """The answer in lines: `x y`, debug, data, and globaldata to the end."""
    lines = output.decode("utf-8", "replace").lstrip().splitlines()
    numbers = _TWO_NUMBERS.match(lines[0]) if lines else None
    if numbers is None:
        return Answer(NJ)
    debug, data = (lines[1:3] + ["", ""])[:2]
    return Answer(OK, {"x": int(numbers.group(1)), "y": int(numbers.group(2))}, debug or None, data or None,
                  "\n".join(lines[3:]) or None)


def is_keep_running_line(line: bytes) -> bool:
    """True for the line that ends the answer of a bot that keeps running."""
    return line.rstrip() == _LINE


def without_keep_running_line(output: bytes) -> bytes:
    """The output without the line at its end, if it is there."""
    answer, found, rest = output.rpartition(_LINE)
    return answer if found and not rest.strip() else output


def shorten_debug(debug: Any) -> Any:
    """The debug entry cut to what the platform's log holds; an object that is too long becomes cut text."""
    if debug is None:
        return None
    text = debug if isinstance(debug, str) else json.dumps(debug)
    return debug if len(text) <= DEBUG_LIMIT_BYTES else text[:DEBUG_LIMIT_BYTES]


def fits_data(data: Any) -> bool:
    """True if the platform would keep this for the next turn."""
    return data is None or len(data if isinstance(data, str) else json.dumps(data)) <= DATA_CHARACTERS


def read_move(response: Any) -> Optional[Tuple[int, int]]:
    """(x, y) of a response or of JSON in a string; None unless both are whole numbers of 32 bits."""
    if isinstance(response, str):
        try:
            response = read_json(response)
        except ValueError:
            return None
    if not isinstance(response, dict):
        return None
    x, y = _whole_number(response.get("x")), _whole_number(response.get("y"))
    return None if x is None or y is None else (x, y)


def move_of_point(point: Tuple[int, int]) -> int:
    """The move at (x, y), which may be off the board; x alone decides whether it is a pass."""
    x, y = point
    return PASS if x == -1 else 8 * y + x


def _whole_number(value: Any) -> Optional[int]:
    """As the platform's judge reads it: 2.0 is 2, and -0.0 is a number off the board."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if not abs(value) < 1 << 31 or value != int(value):
        return None
    return OFF_THE_BOARD if not value and copysign(1, value) < 0 else int(value)


def _compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
