"""Plays one game between two bots and prints its progress and result.

    python3 -m protocol.judge BLACK WHITE

The last line is `finish` and the scores of black and white: 2 for a win, 1 for a draw, 0 for a loss. If a bot loses by
an error, the error is explained, the turn is saved beside the record, and the exit code is 3.
"""

import argparse
from typing import Optional, Sequence

from engine.coordinates import squares_from_transcript
from protocol.command_line import (
    EXIT_CODE_HELP,
    OneLineParser,
    add_no_limits_option,
    add_patience_option,
    add_rules_options,
    check_writable,
    chosen_rules,
    run_command,
)
from protocol.commentary import LAST_GAME, Wishes, play_aloud
from protocol.judging.bot_names import BOT_HELP, open_players
from protocol.judging.referee import Referee


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        players = open_players([options.black, options.white], options.python)
        referee = Referee(players, chosen_rules(options), squares_from_transcript(options.opening))
        check_writable(options.save)
    except ValueError as error:
        parser.error(str(error))
    return play_aloud(referee, Wishes(options.save, options.stderr, options.quiet, options.follow))


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.judge", description="Plays one game between two bots.",
                           epilog=BOT_HELP + "\n\n" + EXIT_CODE_HELP,
                           formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("black", metavar="BLACK", help="the bot that moves first")
    parser.add_argument("white", metavar="WHITE", help="the bot that moves second")
    add_rules_options(parser)
    add_patience_option(parser)
    add_no_limits_option(parser)
    parser.add_argument("--opening", metavar="TRANSCRIPT", default="",
                        help="moves to play before the bots take over, such as f5d6c3")
    parser.add_argument("--save", metavar="FILE",
                        help="file for the game, in the platform's log format (default: %s)" % LAST_GAME)
    parser.add_argument("--stderr", action="store_true", help="after the game, show the last of each bot's stderr")
    parser.add_argument("--follow", action="store_true", help="show both bots' stderr as it is written")
    parser.add_argument("--quiet", action="store_true", help="print only the result")
    return parser


if __name__ == "__main__":
    run_command(main, starts_only_bots=True)
