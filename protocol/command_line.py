"""What the commands share: options and their numbers, complaints of one line, signals, and a pipe that is closed.

Exit codes: 0 when all is well, 1 when the command found something wrong, 2 for bad options or input and when the
command itself cannot go on (no more file descriptors, processes, memory or disk, a bot's file that has vanished), 3
when a bot lost a game by an error of its own (a crash, its time, an illegal move), 128 and the number of the signal
when one ended it (130 after Ctrl-C).
"""

import argparse
import os
import signal
import sys
from typing import Any, Callable, NoReturn, Optional

from protocol.judging.isolation import NOT_PREVENTED, why_not_isolated
from protocol.judging.rules import BOTZONE, RULE_SETS, Rules
from protocol.judging.strays import adopt_orphans
from protocol.judging.trouble import JudgeTrouble

#: Signals that end a command in order: by `kill`, by a terminal that is closed, by Ctrl-\.
_ENDING_SIGNALS = ("SIGTERM", "SIGHUP", "SIGQUIT")
LOST_BY_ERROR = 3
INTERRUPTED = 130
CANNOT_GO_ON = 2

EXIT_CODE_HELP = "Exit code %d: a bot lost a game by an error (a crash, its time, an illegal move)." % LOST_BY_ERROR


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong with the options in one line."""

    def error(self, message: str) -> NoReturn:
        hint = "" if "\n" in message else " (--help says more)"  # the message of a compiler says enough
        self.exit(2, "%s: %s%s\n" % (self.prog, message, hint))


def run_command(main: Callable[[], int], starts_only_bots: bool = False) -> NoReturn:
    """Runs a command to its exit code. Signals end it as an exit does, so that no bot is left behind.

    A command that starts nothing but bots becomes the parent of whatever they leave.
    """
    if starts_only_bots:
        adopt_orphans()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a file name may hold bytes that are no text
            stream.reconfigure(errors="backslashreplace")
    for name in _ENDING_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` has it ignored
            signal.signal(number, _exit_on_signal)
    try:
        code = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except (JudgeTrouble, MemoryError) as error:
        print("cannot go on: %s" % (str(error) or "out of memory"), file=sys.stderr)
        code = CANNOT_GO_ON
    except BrokenPipeError:
        code = 128 + getattr(signal, "SIGPIPE", 13)
        sys.stdout = open(os.devnull, "w")  # nobody reads on; the exit would complain again
    sys.exit(code)


def _exit_on_signal(number: int, frame: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # once is enough: the way out must not be interrupted
    sys.exit(128 + number)


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """The options that say by which rules bots are run."""
    parser.add_argument("--rules", choices=sorted(RULE_SETS), default=BOTZONE.name,
                        help="botzone: the platform's limits, one error loses (default); "
                             "classic: a minute a move, the third illegal move in a row loses, no passes asked")
    parser.add_argument("--time-limit", metavar="SECONDS", type=positive_number, help="the time for every turn")
    parser.add_argument("--memory-limit", metavar="MB", type=positive_number, help="the memory a bot may use")
    parser.add_argument("--isolate", action="store_true",
                        help="run bots without network, without sight of other processes, with all files read-only but "
                             "those of an own working folder (Linux)")
    parser.add_argument("--python", metavar="COMMAND", default=sys.executable,
                        help="the interpreter for .py files and sample bots (default: this one)")


def add_no_limits_option(parser: argparse.ArgumentParser) -> None:
    """The option for a bot in a debugger."""
    parser.add_argument("--no-limits", action="store_true",
                        help="wait for ever and let bots use any memory: for a debugger")


def add_patience_option(parser: argparse.ArgumentParser) -> None:
    """The option for games that are about strength, not about punctuality."""
    parser.add_argument("--patience", metavar="SECONDS", type=positive_number, default=0.0,
                        help="count answers that are so much later than the limit: for short limits on a busy machine")


def chosen_rules(options: argparse.Namespace) -> Rules:
    """The rules that the options above describe; ValueError if they cannot be kept here."""
    reason = why_not_isolated() if options.isolate else None
    if reason:
        raise ValueError("cannot isolate bots here (%s); without --isolate %s" % (reason, NOT_PREVENTED))
    rules = RULE_SETS[options.rules]._replace(isolates=options.isolate)
    if getattr(options, "no_limits", False):
        return rules.without_limits()
    return rules.with_limits(options.time_limit, options.memory_limit, getattr(options, "patience", 0.0))


def positive_number(text: str) -> float:
    """The number an option gives; ArgumentTypeError unless it is above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("bad number %r: expected one above 0" % text)
    return number


def positive_integer(text: str) -> int:
    """The number an option gives; ArgumentTypeError unless it is a whole one above 0."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError("bad number %r: expected a whole one above 0" % text)
    return int(text)


def even_number(text: str) -> int:
    """The same for an even number: openings are played in pairs."""
    if positive_integer(text) % 2:
        raise argparse.ArgumentTypeError("bad number %r: expected an even one, for colour-swapped pairs" % text)
    return int(text)


def port_number(text: str) -> int:
    """The number an option gives; ArgumentTypeError unless it is a port's, or 0."""
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError("bad port %r: expected 0 to 65535" % text)
    return int(text)


def check_writable(path: Optional[str]) -> None:
    """ValueError if no file can be written there."""
    if path is None:
        return
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path) or not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise ValueError("cannot write %s" % path)


def describe_os_error(error: OSError, verb: str, path: Any = None) -> str:
    """`cannot read games.txt: No such file or directory`, whatever parts of that the error knows."""
    place = error.filename if error.filename is not None else path
    return "cannot %s%s: %s" % (verb, "" if place is None else " %s" % place, error.strerror or error)
