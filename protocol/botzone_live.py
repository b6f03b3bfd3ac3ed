"""Lets a bot on this machine play on Botzone, through the platform's local-AI interface.

    python3 -m protocol.botzone_live https://www.botzone.org.cn/api/USER/SECRET/localai bot.py

Copy the address from the site, create or join a Reversi table there and tick that your local AI plays for you; or let
this command start matches with --run-match. Every game is saved in the platform's archive format, for protocol.replay.
The address works like a password: it is never shown, and with - in its place the command asks for it.
"""

import argparse
import os
import sys
from typing import NoReturn, Optional, Sequence

from protocol.command_line import (
    INTERRUPTED,
    OneLineParser,
    check_writable,
    positive_integer,
    positive_number,
    run_command,
)
from protocol.game import COLOUR_NAMES
from protocol.judging.bot_names import BOT_HELP, open_player
from protocol.judging.rules import BOTZONE
from protocol.live.live_session import LiveSession, Wanted
from protocol.live.local_ai_line import LineError, LocalAiLine
from protocol.live.local_ai_wire import mask_secret

DEFAULT_BOT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bot.py")
DEFAULT_OUT = os.path.join("records", "botzone-live.matches")


class _DiscreetParser(OneLineParser):
    """Reports errors without repeating the address."""

    def error(self, message: str) -> NoReturn:
        super().error(mask_secret(message))


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        line = LocalAiLine(_asked_address() if options.url == "-" else options.url)
        open_player(options.bot, options.python).close()
        if options.out == DEFAULT_OUT:
            os.makedirs(os.path.dirname(DEFAULT_OUT), exist_ok=True)
        check_writable(options.out)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    colours = (0, 1) if options.colour == "both" else (COLOUR_NAMES.index(options.colour),)
    wanted = Wanted(BOTZONE.with_limits(options.time_limit), options.games, options.run_match, colours, options.out)
    session = LiveSession(line, lambda: open_player(options.bot, options.python), wanted, _say)
    return play_session(session, line, options.out)


def play_session(session: LiveSession, line: LocalAiLine, out: str) -> int:
    """Plays until the session ends, then shows the table; returns the exit code."""
    code = 0
    _say("listening at %s - Ctrl-C ends" % line)
    try:
        session.run()
    except KeyboardInterrupt:
        print()
        code = INTERRUPTED
    except LineError as error:
        print("%s: is the address right, and still valid?" % error, file=sys.stderr)
        code = 2
    print("\n".join(session.table()))
    if session.ended:
        print("records: " + out)
    return code


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = _DiscreetParser(prog="python3 -m protocol.botzone_live", epilog=BOT_HELP,
                             description="Lets a bot on this machine play on Botzone.",
                             formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", metavar="URL", help="the address of your local AI, from the site; - to be asked for it")
    parser.add_argument("bot", metavar="BOT", nargs="?", default=DEFAULT_BOT, help="the bot to play (default: bot.py)")
    parser.add_argument("--run-match", metavar="OPPONENT_ID",
                        help="start matches against this bot of the site, one after the other")
    parser.add_argument("--games", metavar="N", type=positive_integer, help="stop after N games (default: never)")
    parser.add_argument("--colour", choices=(*COLOUR_NAMES, "both"), default="both",
                        help="your colour in the matches of --run-match (default: both in turn)")
    parser.add_argument("--time-limit", metavar="SECONDS", type=positive_number,
                        help="the bot's time per turn (default: the platform's for a Python bot)")
    parser.add_argument("--out", metavar="FILE", default=DEFAULT_OUT, help="file for the games (default: %(default)s)")
    parser.add_argument("--python", metavar="COMMAND", default=sys.executable,
                        help="the interpreter for .py files and sample bots (default: this one)")
    return parser


def _asked_address() -> str:
    try:
        if sys.stdin.isatty():
            from getpass import getpass
            return getpass("address: ")
        return sys.stdin.readline().strip()
    except EOFError:
        return ""


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    run_command(main)
