"""Plays one game between two bots and prints its progress and result.

    python3 -m protocol.judge BLACK WHITE

The last line is `finish` and the scores of black and white: 2 for a win, 1 for a draw, 0 for a loss.
"""

import argparse
import os
import signal
import sys
from typing import Any, List, NoReturn, Optional, Sequence

from engine.coordinates import square_to_text, squares_from_transcript
from protocol.drawing import BLACK_MARK, WHITE_MARK, draw_board, printable
from protocol.game import COLOUR_NAMES
from protocol.judging.player import Player
from protocol.judging.bot_names import BOT_HELP, open_player
from protocol.records.record import save_record
from protocol.judging.referee import JudgedGame, Referee, Turn, judge_game
from protocol.judging.rules import BOTZONE, CLASSIC, RULE_SETS, Rules

__all__ = ["BOTZONE", "CLASSIC", "RULE_SETS", "JudgedGame", "Referee", "Rules", "Turn", "judge_game"]

_NOTE_CHARACTERS = 90


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong with the options in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, "%s: %s (--help says more)\n" % (self.prog, message))


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        rules = RULE_SETS[options.rules].with_limits(options.time_limit, options.memory_limit, options.patience)
        players = [open_player(spec, options.python) for spec in (options.black, options.white)]
        referee = Referee(players, rules, squares_from_transcript(options.opening))
        check_writable(options.save)
    except ValueError as error:
        parser.error(str(error))
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    return _play(referee, options)


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.judge", description="Plays one game between two bots.",
                           epilog=BOT_HELP, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("black", metavar="BLACK", help="the bot that begins")
    parser.add_argument("white", metavar="WHITE", help="the other bot")
    add_rules_options(parser)
    add_patience_option(parser)
    parser.add_argument("--opening", metavar="TRANSCRIPT", default="",
                        help="moves such as f5d6c3 that are played before the bots are asked")
    parser.add_argument("--save", metavar="FILE", help="write the game there in the platform's log format")
    parser.add_argument("--stderr", action="store_true", help="show the end of what each bot wrote to stderr")
    parser.add_argument("--quiet", action="store_true", help="print the result alone")
    return parser


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """The options that say by which rules bots are run."""
    parser.add_argument("--rules", choices=sorted(RULE_SETS), default=BOTZONE.name,
                        help="botzone: the platform's limits, one error loses (default); "
                             "classic: a minute a move, the third illegal move in a row loses, no passes asked")
    parser.add_argument("--time-limit", metavar="SECONDS", type=positive_number, help="the time for every turn")
    parser.add_argument("--memory-limit", metavar="MB", type=positive_number, help="the memory a bot may use")
    parser.add_argument("--python", metavar="COMMAND", default=sys.executable,
                        help="the interpreter for .py files and sample bots (default: this one)")


def add_patience_option(parser: argparse.ArgumentParser) -> None:
    """The option for games that are about strength, not about punctuality."""
    parser.add_argument("--patience", metavar="SECONDS", type=positive_number, default=0.0,
                        help="count answers that are so much later than the limit: for short limits on a busy machine")


def positive_number(text: str) -> float:
    """The number an option gives; ArgumentTypeError unless it is above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("bad number %r: expected one above 0" % text)
    return number


def check_writable(path: Optional[str]) -> None:
    """ValueError if no file can be written there."""
    if path is None:
        return
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path) or not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise ValueError("cannot write %s" % path)


def _play(referee: Referee, options: Any) -> int:
    try:
        referee.play(None if options.quiet else _print_turn)
    except KeyboardInterrupt:
        print("\nbroken off after %d moves" % len(referee.game.moves))
    except BrokenPipeError:  # nobody reads on; the exit would complain again
        sys.stdout = open(os.devnull, "w")
    finally:
        _close(referee.players)
    judged = referee.result()
    if options.stderr:
        _print_stderr(judged)
    for player in referee.players:
        for warning in player.warnings:
            print("warning: %s: %s" % (player.name, warning))
    print("\n".join(summarize(judged)))
    saved = options.save is None or _save(options.save, judged)
    if judged.scores is None:
        return 130
    print("finish %d %d" % judged.scores)
    return 0 if saved else 1


def _save(path: str, judged: JudgedGame) -> bool:
    try:
        save_record(path, judged)
    except OSError as error:
        print("cannot write %s: %s" % (path, error.strerror), file=sys.stderr)
        return False
    print("record: " + path)
    return True


def _close(players: Sequence[Player]) -> None:
    for player in players:
        player.close()


def _print_turn(referee: Referee, turn: Turn) -> None:
    """The board and what is known about the turn, as soon as it is over."""
    answer, game = turn.answer, referee.game
    what = square_to_text(turn.move) if turn.move is not None else turn.error
    ply = len(game.moves) + (turn.move is None)
    counts = game.counts
    notes = ["%d. %s %s" % (ply, COLOUR_NAMES[turn.colour], what),
             "%.2f s, %.2f s of them busy, %d MB" % (answer.seconds, answer.cpu_seconds, round(answer.memory_mb)), ""]
    for colour, mark in enumerate((BLACK_MARK, WHITE_MARK)):
        notes.append("%s %2d  %s" % (mark, counts[colour], referee.players[colour].name))
    if answer.debug is not None:
        notes += ["", _shortened_note(str(answer.debug))]
    print(draw_board(game, notes) + "\n", flush=True)


def _shortened_note(text: str) -> str:
    line = printable(" ".join(text.split()))
    return line if len(line) <= _NOTE_CHARACTERS else line[:_NOTE_CHARACTERS - 3] + "..."


def _print_stderr(judged: JudgedGame) -> None:
    for colour, text in enumerate(judged.stderr):
        print("stderr of %s (%s):%s" % (COLOUR_NAMES[colour], judged.names[colour], "" if text.strip() else " nothing"))
        for line in text.rstrip().splitlines():
            print("  " + printable(line))


def summarize(judged: JudgedGame) -> List[str]:
    """Who won and why, and what each bot used."""
    lines = []
    for colour, name in enumerate(judged.names):
        answers = [turn.answer for turn in judged.turns if turn.colour == colour]
        lines.append("%s  %2d discs  %6.2f s, slowest turn %.2f s, %d MB  %s" % (
            COLOUR_NAMES[colour], judged.game.counts[colour], sum(answer.seconds for answer in answers),
            max([answer.seconds for answer in answers] or [0.0]),
            round(max([answer.memory_mb for answer in answers] or [0.0])), name))
    if judged.scores is None:
        return lines
    if judged.scores == (1, 1):
        return lines + ["a draw"]
    winner = int(judged.scores[1] > judged.scores[0])
    reason = " because of %s's %s" % (COLOUR_NAMES[1 - winner], judged.error) if judged.error else ""
    return lines + ["%s wins%s: %s" % (COLOUR_NAMES[winner], reason, judged.names[winner])]


if __name__ == "__main__":
    sys.exit(main())
