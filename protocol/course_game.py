"""Plays a game as the MO course's own game.py does: in this process, without a judge.

    python3 -m protocol.course_game human dist/mo.py

A player is `human`, `random`, or a file with a class AIPlayer. Three illegal moves in a row lose, and so does changing
the board. The judge (`python3 -m protocol.judge mo:FILE.py BOT`) also limits time and survives a crash.
"""

import argparse
import os
from traceback import extract_tb
from typing import Any, Optional, Sequence

from protocol.command_line import OneLineParser, run_command
from protocol.judging.class_runner import class_of, load_stand_in

HUMAN, RANDOM = "human", "random"


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    for name in (options.black, options.white):
        if name not in (HUMAN, RANDOM) and not (name.endswith(".py") and os.path.isfile(name)):
            parser.error("no such player: %s (expected human, random or a .py file with a class AIPlayer)" % name)
    stand_in = load_stand_in()
    try:
        players = [open_course_player(stand_in, name, color) for name, color in
                   ((options.black, "X"), (options.white, "O"))]
        stand_in.Game(*players).run()
    except EOFError:
        print()
    return 0


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.course_game",
                           description="Plays a game as the MO course's own game.py does.")
    for colour, default in (("black", HUMAN), ("white", RANDOM)):
        parser.add_argument(colour, nargs="?", default=default, metavar=colour.upper(),
                            help="human, random, or a .py file with a class AIPlayer (default: %(default)s)")
    return parser


def open_course_player(stand_in: Any, name: str, color: str) -> Any:
    """The player of that name; SystemExit if its file cannot be loaded or lacks the class."""
    if name == HUMAN:
        return stand_in.HumanPlayer(color)
    if name == RANDOM:
        return stand_in.RandomPlayer(color)
    try:
        return class_of(name, "main", "AIPlayer")(color)
    except Exception as error:  # whatever the file does when it is loaded
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == name]
        place = " (line %s)" % lines[-1] if lines else ""
        raise SystemExit("cannot load %s: %s: %s%s" % (name, type(error).__name__, error, place)) from None


if __name__ == "__main__":
    run_command(main)
