"""Lets a person play: on a page in the browser, or in the terminal with --text.

    python3 -m protocol.play

The page is served to this machine alone, on a free port whose address is printed.
"""

import argparse
import os
import sys
import webbrowser
from typing import Optional, Sequence

from protocol.command_line import OneLineParser, port_number, run_command
from protocol.game import COLOUR_NAMES
from protocol.judging.bot_names import ENGINE, Opponents, platform_of
from protocol.page.lobby import Lobby, check_seconds
from protocol.page.server import PageServer
from protocol.terminal_game import TerminalGame

DEFAULT_SECONDS = 2.0


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        named = [options.opponent] if platform_of(options.opponent) is not None else []
        opponents = Opponents(options.bot + named)
        if options.opponent not in opponents.about:
            raise ValueError("no such opponent: %s; there are %s" % (options.opponent, ", ".join(opponents.about)))
        if options.text:
            return TerminalGame(opponents, options.opponent, COLOUR_NAMES.index(options.colour), options.seconds).run()
        server = PageServer(Lobby(opponents), options.port, {
            "colour": options.colour, "opponent": options.opponent, "seconds": "%g" % options.seconds})
    except ValueError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error("cannot listen on port %d: %s" % (options.port, error.strerror))
    return serve(server, options.browser)


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.play", description="Lets a person play, on a page in the browser.")
    parser.add_argument("--text", action="store_true", help="play in this terminal instead")
    parser.add_argument("--colour", choices=COLOUR_NAMES, default=COLOUR_NAMES[0], help="yours (default: %(default)s)")
    parser.add_argument("--opponent", metavar="NAME", default=ENGINE,
                        help="%s, a sample bot, or a bot of another platform such as mo:FILE.py "
                             "(default: %%(default)s)" % ENGINE)
    parser.add_argument("--seconds", metavar="S", type=thinking_time, default=DEFAULT_SECONDS,
                        help="the opponent's time for a move (default: %(default)s)")
    parser.add_argument("--bot", metavar="BOT", action="append", default=[],
                        help="one more opponent to choose, as protocol.judge names bots; may be given again")
    parser.add_argument("--port", metavar="N", type=port_number, default=0, help="for the page (default: any free one)")
    parser.add_argument("--no-browser", dest="browser", action="store_false",
                        help="print the address of the page, open nothing")
    return parser


def thinking_time(text: str) -> float:
    """The number an option gives; ArgumentTypeError unless a bot can think for so many seconds."""
    try:
        return check_seconds(float(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def has_screen() -> bool:
    """False where only a browser in the terminal could be opened: it would take the place of this program."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(server: PageServer, browser: bool) -> int:
    """Serves the page until Ctrl-C; returns the exit code."""
    try:
        print("playing at %s - Ctrl-C ends" % server.url, flush=True)
        if browser and has_screen():
            webbrowser.open(server.url)
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.lobby.close()
        server.server_close()
    return 0


if __name__ == "__main__":
    run_command(main)
