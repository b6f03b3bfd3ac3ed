"""Writes a small complete bot to begin with, in Python or C++.

    python3 -m protocol.template mybot.py

The file plays at once, knows the rules and the pass, needs nothing of this project, and can be uploaded as it is.
"""

import argparse
import os
import sys
import sysconfig
from importlib.util import find_spec
from typing import Optional, Sequence

from protocol.command_line import OneLineParser, describe_os_error, run_command

TEMPLATE_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")
LANGUAGE_ENDINGS = (".py", ".cpp")

NEXT_STEPS = """\
%(file)s is a bot. What to do next:
  python3 -m protocol.judge %(file)s random     one game, and what went wrong if something did
  python3 -m protocol.check %(file)s            will the platform take it?
  python3 -m protocol.match %(file)s mobility   which is better?"""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    ending = os.path.splitext(options.file)[1]
    if ending not in LANGUAGE_ENDINGS:
        parser.error("bad name %s: expected one that ends in %s" % (options.file, " or ".join(LANGUAGE_ENDINGS)))
    if shadows_a_module(options.file):
        parser.error("bad name %s: Python has a module of that name, which the bot would hide" % options.file)
    try:
        with open(options.file, "x", encoding="utf-8") as stream:
            stream.write(template_text(ending, options.text))
    except FileExistsError:
        parser.error("%s exists: choose another name" % options.file)
    except OSError as error:
        print(describe_os_error(error, "write", options.file), file=sys.stderr)
        return 2
    print(NEXT_STEPS % {"file": options.file})
    return 0


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.template", description="Writes a small complete bot.")
    parser.add_argument("file", metavar="FILE", help="where to write it; .py or .cpp is its language")
    parser.add_argument("--text", action="store_true",
                        help="one that speaks the platform's plain text form (default: JSON; C++ needs jsoncpp for it)")
    return parser


def shadows_a_module(path: str) -> bool:
    """True for a name such as json.py: a script of that name is found where the standard library's is looked for."""
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
