"""Text files with one position a line.

Blank lines and lines that begin with # or % are skipped. The caller parses the rest; whatever is wrong becomes one
ValueError that names the file and, where there is one, the line.
"""

from typing import Callable, List, TypeVar

_COMMENT_MARKS = ("#", "%")

Position = TypeVar("Position")


def read_position_file(path: str, parse: Callable[[str, int], Position]) -> List[Position]:
    """What `parse` makes of each line and its number, which counts from 1."""
    positions = []
    for number, line in enumerate(_read_lines(path), 1):
        if line.strip() and not line.lstrip().startswith(_COMMENT_MARKS):
            try:
                positions.append(parse(line, number))
            except ValueError as error:
                raise ValueError("%s:%d: %s" % (path, number, error)) from None
    if not positions:
        raise ValueError("%s: no position in the file" % path)
    return positions


def _read_lines(path: str) -> List[str]:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except UnicodeDecodeError:
        raise ValueError("%s: not a text file" % path) from None
    except OSError as error:
        raise ValueError("cannot read %s: %s" % (path, error.strerror)) from None
