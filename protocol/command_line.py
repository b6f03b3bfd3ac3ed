"""What all commands share: common options and their checks, one-line errors, signals, exit codes, closed pipes.

Exit codes:

    0        all is well
    1        the command found something wrong
    2        bad options or input, or the command cannot continue: out of file descriptors, processes, memory or disk,
             or a bot's file has vanished
    3        a bot lost a game by an error of its own: a crash, a time-out, an illegal move
    128 + N  signal N ended the command (130 after Ctrl-C)
"""

import argparse
import errno
import os
import signal
import sys
from typing import Any, Callable, NoReturn, Optional

from protocol.judging.isolation import NOT_PREVENTED, why_not_isolated
from protocol.judging.rules import BOTZONE, RULE_SETS, Rules
from protocol.judging.strays import adopt_orphans
from protocol.judging.trouble import JudgeTrouble

#: Signals after which a command still cleans up: from `kill`, from a closed terminal, from Ctrl-\.
_ENDING_SIGNALS = ("SIGTERM", "SIGHUP", "SIGQUIT")
LOST_BY_ERROR = 3
INTERRUPTED = 130
CANNOT_GO_ON = 2

EXIT_CODE_HELP = "Exit code %d: a bot lost a game by an error (a crash, a time-out, an illegal move)." % LOST_BY_ERROR


class OneLineParser(argparse.ArgumentParser):
    """Reports bad options in one line."""

    def error(self, message: str) -> NoReturn:
        hint = "" if "\n" in message else " (see --help)"  # a compiler's message is long enough
        self.exit(2, "%s: %s%s\n" % (self.prog, message, hint))


def run_command(main: Callable[[], int], starts_only_bots: bool = False) -> NoReturn:
    """Runs a command and exits with its code. Signals end it like a normal exit, so that no bot is left running.

    A command that starts no processes but bots adopts those that the bots leave behind.
    """
    if starts_only_bots:
        adopt_orphans()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a file name may hold bytes that are not text
            stream.reconfigure(errors="backslashreplace")
    for name in _ENDING_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores SIGHUP
            signal.signal(number, _exit_on_signal)
    try:
        code = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except (JudgeTrouble, MemoryError) as error:
        print("cannot continue: %s" % (str(error) or "out of memory"), file=sys.stderr)
        code = CANNOT_GO_ON
    except BrokenPipeError:
        code = 128 + getattr(signal, "SIGPIPE", 13)
        sys.stdout = open(os.devnull, "w")  # the reader is gone; flushing at exit would fail again
    sys.exit(code)


def _exit_on_signal(number: int, frame: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # a second signal must not interrupt the cleaning up
    sys.exit(128 + number)


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """The options for the rules that bots play by."""
    parser.add_argument("--rules", choices=sorted(RULE_SETS), default=BOTZONE.name,
                        help="botzone: the platform's limits, one error loses (default); "
                             "classic: a minute per move, the third illegal move in a row loses, passes are automatic")
    parser.add_argument("--time-limit", metavar="SECONDS", type=positive_number,
                        help="time per turn (default: that of the rules)")
    parser.add_argument("--memory-limit", metavar="MB", type=positive_number,
                        help="memory per bot (default: that of the rules)")
    parser.add_argument("--isolate", action="store_true",
                        help="run each bot without network access, unable to see other processes or to write outside "
                             "its own working folder (Linux)")
    parser.add_argument("--python", metavar="COMMAND", default=sys.executable,
                        help="the interpreter for .py files and sample bots (default: this one)")


def add_no_limits_option(parser: argparse.ArgumentParser) -> None:
    """The option for running a bot in a debugger."""
    parser.add_argument("--no-limits", action="store_true",
                        help="no limits on time and memory, for use with a debugger")


def add_patience_option(parser: argparse.ArgumentParser) -> None:
    """The option for games that test strength, not punctuality."""
    parser.add_argument("--patience", metavar="SECONDS", type=positive_number, default=0.0,
                        help="accept answers this late, for short time limits on a busy machine (default: 0)")


def chosen_rules(options: argparse.Namespace) -> Rules:
    """The rules that these options describe; ValueError if this machine cannot enforce them."""
    reason = why_not_isolated() if options.isolate else None
    if reason:
        raise ValueError("cannot isolate bots here (%s); without --isolate %s" % (reason, NOT_PREVENTED))
    rules = RULE_SETS[options.rules]._replace(isolates=options.isolate)
    if getattr(options, "no_limits", False):
        return rules.without_limits()
    return rules.with_limits(options.time_limit, options.memory_limit, getattr(options, "patience", 0.0))


def positive_number(text: str) -> float:
    """An option's value as a number; ArgumentTypeError unless it is above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("bad number %r: expected a number above 0" % text)
    return number


def positive_integer(text: str) -> int:
    """An option's value as an integer; ArgumentTypeError unless it is above 0."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError("bad number %r: expected a whole number above 0" % text)
    return int(text)


def even_number(text: str) -> int:
    """An option's value as an even integer above 0: openings are played in pairs."""
    if positive_integer(text) % 2:
        raise argparse.ArgumentTypeError("bad number %r: expected an even number, for colour-swapped pairs" % text)
    return int(text)


def port_number(text: str) -> int:
    """An option's value as a port number; ArgumentTypeError unless it is from 0 to 65535."""
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError("bad port %r: expected 0 to 65535" % text)
    return int(text)


def check_writable(path: Optional[str]) -> None:
    """ValueError if a file cannot be written there."""
    if path is None:
        return
    folder = os.path.dirname(path) or "."
    problem = (errno.EISDIR if os.path.isdir(path) else errno.ENOENT if not os.path.isdir(folder)
               else errno.EACCES if not os.access(folder, os.W_OK) else None)
    if problem is not None:
        raise ValueError("cannot write %s: %s" % (path, os.strerror(problem)))


def describe_os_error(error: OSError, verb: str, path: Any = None) -> str:
    """`cannot read games.txt: No such file or directory`, as far as the error knows the parts."""
    place = error.filename if error.filename is not None else path
    return "cannot %s%s: %s" % (verb, "" if place is None else " %s" % place, error.strerror or error)
