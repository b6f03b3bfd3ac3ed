"""Reads JSON from outside into values that can always be written back as valid JSON in valid UTF-8.

Python's reader accepts more than JSON, and more than its writer can write. Here NaN is refused, a number too large for
a float becomes null as in a browser, half of a surrogate pair becomes the replacement character, and nesting too deep
to be written or compared is refused.
"""

import json
import re
from typing import Any, Iterable, List, Optional

#: Greatest depth of nested lists and objects: far below the interpreter's limit, however deep the caller is.
NESTING_LIMIT = 500

#: Integers with more digits exceed a float and are slow to read.
_LONGEST_INTEGER = 308
_HALF_OF_A_PAIR = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(text: str, nesting_limit: int = NESTING_LIMIT) -> Any:
    """The value of the text; ValueError explains in one line what is wrong with it."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_read_float, parse_int=_read_integer)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if nests_deeper(value, nesting_limit):
        raise ValueError("nested deeper than %d" % nesting_limit)
    if _ESCAPED_HALF.search(text) or _HALF_OF_A_PAIR.search(text):
        return json.loads(whole_characters(json.dumps(value, ensure_ascii=False)))
    return value


def nests_deeper(value: Any, limit: int) -> bool:
    """True if lists and objects are nested more than `limit` deep."""
    level = _containers([value])
    for _ in range(limit):
        level = [part for container in level
                 for part in _containers(container.values() if isinstance(container, dict) else container)]
    return bool(level)


def whole_characters(text: str) -> str:
    """The text with every unpaired surrogate replaced, so that it can be written as UTF-8."""
    if not _HALF_OF_A_PAIR.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _containers(values: Iterable[Any]) -> List[Any]:
    return [value for value in values if isinstance(value, (dict, list))]


def _read_float(text: str) -> Optional[float]:
    number = float(text)
    return None if abs(number) == float("inf") else number


def _read_integer(text: str) -> Optional[int]:
    return int(text) if len(text) <= _LONGEST_INTEGER else None


def _refuse_constant(name: str) -> None:
    raise ValueError("%s is not JSON" % name)
