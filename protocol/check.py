"""Checks whether the platform will accept a bot.

    python3 -m protocol.check BOT

Runs numbered steps and prints Passed or Failed for each. Failures are explained, and the exit code is 0 only if there
are none. The check finds out which formats (JSON, text) and modes (keep running) a bot offers, and tests only those.
"""

import argparse
import os
from typing import Iterator, List, Optional, Sequence

from protocol.command_line import (
    INTERRUPTED,
    OneLineParser,
    add_no_limits_option,
    add_patience_option,
    add_rules_options,
    chosen_rules,
    run_command,
)
from protocol.drawing import printable
from protocol.judging.board_player import BoardPlayer
from protocol.judging.bot_names import BOT_HELP, open_player
from protocol.judging.botzone_player import BotzonePlayer
from protocol.judging.examination import FormatSteps, Step, game_steps, refusal, source_steps
from protocol.judging.examinee import Examinee, StepError
from protocol.judging.platform_examination import platform_steps
from protocol.judging.player import Player
from protocol.judging.rules import Rules
from protocol.records.saved_turn import hand_over

_INDENT = " " * 12


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        player, rules = open_player(options.bot, options.python), chosen_rules(options)
    except ValueError as error:
        parser.error(str(error))
    try:
        return report(steps_for(player, rules, options))
    except KeyboardInterrupt:
        print("\ninterrupted")
        return INTERRUPTED
    finally:
        player.close()


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.check", epilog=BOT_HELP,
                           description="Checks in numbered steps whether the platform will accept a bot.",
                           formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", metavar="BOT", help="the bot to check, see below")
    add_rules_options(parser)
    add_no_limits_option(parser)
    add_patience_option(parser)
    parser.add_argument("--no-games", action="store_true", help="skip the whole games, which take longest")
    return parser


def steps_for(player: Player, rules: Rules, options: argparse.Namespace) -> Iterator[Step]:
    """The steps for this kind of bot; run each before taking the next."""
    if isinstance(player, BoardPlayer):
        yield from platform_steps(player, rules, not options.no_games)
        return
    if not isinstance(player, BotzonePlayer):
        yield from game_steps("GTP", player, rules)
        return
    examinee = Examinee(player.command, rules)
    try:
        python, path = player.command if len(player.command) == 2 else ("", "")
        if path.endswith(".py") and os.path.isfile(path):
            yield from source_steps(path, python, rules)
        for text in formats_of(player, examinee):
            name = "text" if text else "JSON"
            asked = FormatSteps(examinee, text)
            yield from asked.steps()
            if asked.answered and not options.no_games:
                entrant = BotzonePlayer(player.name, player.command, text, player.keep_running)
                yield from game_steps(name, entrant, rules.usual() if text else rules)
                entrant.close()
    finally:
        examinee.close()


def formats_of(player: BotzonePlayer, examinee: Examinee) -> Sequence[bool]:
    """The formats to check, True for text: the one named, or those the bot answers in; JSON if there are none."""
    if player.text is not None:
        return [player.text]
    found = [text for text in (False, True) if refusal(examinee, text) is None]
    for text in {False, True} - set(found or [False]):
        print("    Skipped %s: the bot does not use it" % ("text" if text else "JSON"), flush=True)
    return found or [False]


def save_turn(number: int, error: StepError) -> List[str]:
    """Saves the turn at which a step failed and returns how to repeat it; nothing if it cannot be written."""
    try:
        return hand_over(os.path.join("records", "check-%d" % number), error.conduct)
    except OSError:
        return []


def report(steps: Iterator[Step]) -> int:
    """Runs the steps and prints the result of each; returns 0 if all passed, else 1."""
    number = failed = 0
    for number, step in enumerate(steps, 1):
        try:
            note = step.run()
            print("%2d. Passed  %s%s" % (number, step.title, " (%s)" % note if note else ""), flush=True)
        except StepError as error:
            failed += 1
            lines = str(error).splitlines() + save_turn(number, error)
            print("%2d. Failed  %s\n%s" % (number, step.title, "\n".join(_INDENT + printable(line) for line in lines)),
                  flush=True)
    print("%d steps, %d passed, %d failed" % (number, number - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    run_command(main, starts_only_bots=True)
