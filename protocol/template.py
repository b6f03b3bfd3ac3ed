"""Writes a small complete bot to start from, in Python or C++.

    python3 -m protocol.template mybot.py

The file knows the rules, passes when it must, needs nothing from this project, and can be played and uploaded at once.
"""

import argparse
import os
import sysconfig
from importlib.util import find_spec
from typing import Optional, Sequence

from protocol.command_line import OneLineParser, describe_os_error, run_command

TEMPLATE_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
LANGUAGE_ENDINGS = (".py", ".cpp")

NEXT_STEPS = """\
Wrote %(file)s, a complete bot. Next:
  python3 -m protocol.judge %(file)s random     play one game; failures are explained
  python3 -m protocol.check %(file)s            check that the platform will accept it
  python3 -m protocol.match %(file)s mobility   play many games: which bot is better?"""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    ending = os.path.splitext(options.file)[1]
    if ending not in LANGUAGE_ENDINGS:
        parser.error("bad name %s: expected a name ending in %s" % (options.file, " or ".join(LANGUAGE_ENDINGS)))
    if shadows_a_module(options.file):
        parser.error("bad name %s: the bot would hide Python's own module of that name" % options.file)
    try:
        with open(options.file, "x", encoding="utf-8") as stream:
            stream.write(template_text(ending, options.text))
    except FileExistsError:
        parser.error("%s exists: choose another name" % options.file)
    except OSError as error:
        parser.error(describe_os_error(error, "write", options.file))
    print(NEXT_STEPS % {"file": options.file})
    return 0


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.template",
                           description="Writes a small complete bot to start from.")
    parser.add_argument("file", metavar="FILE", help="the file to write; .py or .cpp sets the language")
    parser.add_argument("--text", action="store_true",
                        help="use the platform's plain text format (default: JSON, which needs jsoncpp in C++)")
    return parser


def shadows_a_module(path: str) -> bool:
    """True for a name such as json.py: a script of that name is imported in place of the standard library's module."""
    stem, ending = os.path.splitext(os.path.basename(path))
    spec = find_spec(stem) if ending == ".py" and stem.isidentifier() else None
    standard = sysconfig.get_paths()["stdlib"]
    return spec is not None and (
        spec.origin in ("built-in", "frozen") or str(spec.origin).startswith(standard + os.sep))


def template_text(ending: str, text: bool) -> str:
    """The source of a bot in the language of the ending."""
    name = ("text_bot" if text else "json_bot") + ending
    with open(os.path.join(TEMPLATE_FOLDER, name), encoding="utf-8") as stream:
        return stream.read()


if __name__ == "__main__":
    run_command(main)
