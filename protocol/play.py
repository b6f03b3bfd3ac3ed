"""Lets a person play: on a page in the browser, or in the terminal with --text.

    python3 -m protocol.play [RECORD]

The page is served to this machine alone, always on the same port if that is free, so that the browser finds the page's
settings again. It can also show a recorded game.
"""

import argparse
import os
import sys
import webbrowser
from typing import Any, Dict, Optional, Sequence

from protocol.command_line import OneLineParser, describe_os_error, port_number, positive_integer, run_command
from protocol.game import COLOUR_NAMES
from protocol.judging.bot_names import ENGINE, Opponents, platform_of
from protocol.page.lobby import Lobby, check_seconds
from protocol.page.server import PageServer
from protocol.records.record import Record
from protocol.records.record_reader import read_records
from protocol.terminal_game import TerminalGame

DEFAULT_SECONDS = 2.0
DEFAULT_PORT = 8765


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        named = [options.opponent] if platform_of(options.opponent) is not None else []
        opponents = Opponents(options.bot + named)
        if options.opponent not in opponents.about:
            raise ValueError("no such opponent: %s; there are %s" % (options.opponent, ", ".join(opponents.about)))
        record = None if options.record is None else find_record(options.record, options.game)
    except ValueError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(describe_os_error(error, "read"))
    if options.text:
        return TerminalGame(opponents, options.opponent, COLOUR_NAMES.index(options.colour), options.seconds).run()
    try:
        server = open_server(Lobby(opponents), options.port, {
            "colour": options.colour, "opponent": options.opponent, "seconds": "%g" % options.seconds})
    except OSError as error:
        parser.error("cannot listen on port %d: %s" % (options.port, error.strerror))
    place = "" if record is None else "#" + server.lobby.open_record(record, os.path.basename(options.record))
    return serve(server, options.browser, place)


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.play", description="Lets a person play, on a page in the browser.")
    parser.add_argument("record", metavar="RECORD", nargs="?", help="a recorded game to look at")
    parser.add_argument("--game", metavar="N", type=positive_integer, default=1,
                        help="the N-th game of the file RECORD (default: %(default)s)")
    parser.add_argument("--text", action="store_true", help="play in this terminal instead")
    parser.add_argument("--colour", choices=COLOUR_NAMES, default=COLOUR_NAMES[0], help="yours (default: %(default)s)")
    parser.add_argument("--opponent", metavar="NAME", default=ENGINE,
                        help="%s, a sample bot, or a bot of another platform such as mo:FILE.py "
                             "(default: %%(default)s)" % ENGINE)
    parser.add_argument("--seconds", metavar="S", type=thinking_time, default=DEFAULT_SECONDS,
                        help="the opponent's time for a move (default: %(default)s)")
    parser.add_argument("--bot", metavar="BOT", action="append", default=[],
                        help="another opponent to choose, named as for protocol.judge; repeatable")
    parser.add_argument("--port", metavar="N", type=port_number,
                        help="for the page (default: %d, or any free one if that is taken)" % DEFAULT_PORT)
    parser.add_argument("--no-browser", dest="browser", action="store_false",
                        help="print the address of the page, open nothing")
    return parser


def thinking_time(text: str) -> float:
    """The number an option gives; ArgumentTypeError unless it is a possible thinking time."""
    try:
        return check_seconds(float(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def find_record(path: str, number: int) -> Record:
    """The game of that number in the file; ValueError if there is none, OSError if the file cannot be read."""
    record = next((record for record in read_records(path) if record.number == number), None)
    if record is None:
        raise ValueError("%s has no game %d" % (path, number))
    if record.problems and not record.game.moves:
        raise ValueError(record.problems[0])
    return record


def open_server(lobby: Lobby, port: Optional[int], defaults: Dict[str, Any]) -> PageServer:
    """A server on the port; if that is None, on the usual port or any free one. OSError if the port is taken."""
    try:
        return PageServer(lobby, DEFAULT_PORT if port is None else port, defaults)
    except OSError:
        if port is not None:
            raise
        return PageServer(lobby, 0, defaults)


def has_screen() -> bool:
    """False where only a text browser could be opened: it would take over this terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(server: PageServer, browser: bool, place: str = "") -> int:
    """Serves the page until Ctrl-C; returns the exit code. `place` is added to the address to open."""
    try:
        print("playing at %s%s - Ctrl-C ends" % (server.url, place), flush=True)
        if browser and has_screen():
            webbrowser.open(server.url + place)
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.lobby.close()
        server.server_close()
    return 0


if __name__ == "__main__":
    run_command(main)
