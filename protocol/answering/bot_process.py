"""The bot as a process: command line, clock, conversation with the judge, exit code.

`run_bot(make_thinker)` turns anything that thinks into a bot for Botzone and for every judge that speaks its
protocol. Exit codes: 0 if every turn was answered, 2 if the options, the input or the history make no sense.
"""

import gc
import os
import sys
from collections import deque
from select import select
from time import perf_counter, process_time
from typing import Any, Callable, Deque, List, NamedTuple, Optional, TextIO

from engine.clock import LearnedMargin, TurnClock
from engine.report import Limit, Report
from engine.seams import MoveThinker, OpeningKnowledge
from protocol.answering.botzone_bot_end import (
    FIRST_TURN_SECONDS,
    JSON_STYLE,
    KEPT_TURN_SECONDS,
    TURN_SECONDS,
    BotzoneTurn,
    answer_text,
    default_time_limit,
    read_turn,
)
from protocol.answering.decision import Outcome
from protocol.answering.gtp_engine_end import GtpConversation
from protocol.answering.guarded_turn import GuardedThinker
from protocol.answering.report_text import answer_note, report_summary, report_table
from protocol.game import Game

#: Whether the bot asks to be kept running if no option decides it: True, False, or None for "if stdin is still open
#: when the answer goes out". On Botzone a kept process has 4 s a turn instead of 6 but keeps its tree, which is worth
#: more.
KEEP_RUNNING_BY_DEFAULT: Optional[bool] = None

#: With --verbose, the time between two interim reports.
GLIMPSE_SECONDS = 1.0

#: Largest number an option accepts.
LARGEST_OPTION = 10 ** 9

#: A process that is older than this at its start has run something else before, such as a shell.
LONGEST_START_UP_SECONDS = 3.0

#: A judge that takes longer than this to send the first turn does not count the time before.
SLOW_SENDER_SECONDS = 0.25


class Options(NamedTuple):
    """The options of the command line."""

    keep_running: Optional[bool] = KEEP_RUNNING_BY_DEFAULT
    time_limit: Optional[float] = None  #: seconds a turn; None for the judge's own
    simulations: Optional[int] = None
    seed: Optional[int] = None
    book: bool = True  #: use the opening book, if the bot has one
    verbose: bool = False
    gtp: bool = False  #: speak GTP instead of Botzone's protocol


class Streams(NamedTuple):
    """The connection to the judge, and the log."""

    read_line: Callable[[], str]  #: the next line, "" at the end
    answers: TextIO
    log: TextIO
    is_closed: Callable[[], bool] = lambda: False  #: True if the judge has closed its end; never waits
    await_input: Callable[[], None] = lambda: None  #: waits for input or its end


#: Make a thinker and an opening book from a seed.
MakeThinker = Callable[[Optional[int]], MoveThinker]
MakeBook = Callable[[Optional[int]], OpeningKnowledge]


def run_bot(make_thinker: MakeThinker, make_book: Optional[MakeBook] = None, argv: Optional[List[str]] = None) -> None:
    """Plays until the judge closes the input, then ends the process.

    `make_thinker(seed)` makes the thinker and `make_book(seed)` its opening book. Both are called in the first turn
    that needs them, and may be slow or fail.
    """
    started = process_start()
    options = parse_options(sys.argv[1:] if argv is None else argv, make_book is not None)

    def make_player(seed: Optional[int]) -> MoveThinker:
        thinker = make_thinker(seed)
        if make_book is not None and options.book:
            thinker.book = make_book(seed)
        return thinker

    log = sys.stderr or open(os.devnull, "w")
    for name, stream in (("stdin", sys.stdin), ("stdout", sys.stdout)):
        if stream is None:
            log.write("bot: %s is closed\n" % name)
            leave(2)
    stdin = StandardInput()
    streams = Streams(stdin.read_line, sys.stdout, log, stdin.is_closed, stdin.await_input)
    if sys.stdin.isatty() and not options.gtp:
        log.write("waiting for a turn on stdin (see --help)\n")
    sys.stdout = log  # what a thinker prints must not spoil the answer
    gc.disable()  # a collection in a big tree stops the search and the guard for longer than the margin
    if options.gtp:
        leave(GtpConversation(lambda: make_player(options.seed), *streams[:3], options.time_limit, options.simulations,
                         options.verbose).run())
    leave(BotzoneConversation(make_player, options, streams, started, leave).run())


def parse_options(arguments: List[str], has_book: bool = False) -> Options:
    """The options; like argparse, raises SystemExit for `--help` and for mistakes."""
    if not arguments:
        return Options()
    from argparse import ArgumentParser

    parser = ArgumentParser(description="Plays Reversi on stdin and stdout in Botzone's protocol. Answers JSON with "
                            "JSON and simplified text with text.")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--restart", dest="keep_running", action="store_false",
                       help="answer one turn and exit (default if stdin ends with the turn)")
    modes.add_argument("--keep-running", dest="keep_running", action="store_true",
                       help="ask to be kept running between turns (default if stdin stays open)")
    modes.add_argument("--gtp", action="store_true", help="speak GTP, for GUIs and matches with other engines")
    parser.set_defaults(keep_running=KEEP_RUNNING_BY_DEFAULT)
    parser.add_argument("--time-limit", type=_positive(float), metavar="SECONDS",
                        help="time for a turn (default: the input's time_limit, or else Botzone's: %g, but %g for the "
                        "first turn and %g for later turns of a kept process)"
                        % (TURN_SECONDS, FIRST_TURN_SECONDS, KEPT_TURN_SECONDS))
    parser.add_argument("--simulations", type=_positive(int), metavar="N",
                        help="simulations for a turn; without --time-limit there is no clock then")
    parser.add_argument("--seed", type=int, metavar="S",
                        help="seed of the random choices; the same S and N always give the same move")
    if has_book:
        parser.add_argument("--no-book", dest="book", action="store_false", help="do not use the opening book")
    parser.add_argument("--verbose", action="store_true",
                        help="write candidates (visits, value, prior) and the principal line to stderr")
    return Options(**vars(parser.parse_args(arguments)))


def process_start() -> float:
    """When this process started, as a reading of `perf_counter`: the judge's clock has been running since then.

    The process is at least as old as the processor time it has used; on Linux the kernel knows its age.
    """
    age = process_time()
    kernel_age = _kernel_process_age()
    if kernel_age is not None and age < kernel_age <= LONGEST_START_UP_SECONDS:
        age = kernel_age
    return perf_counter() - age


def leave(code: int) -> None:
    """Ends the process at once, without taking a big tree apart. All output is flushed already."""
    os._exit(code)


class BotzoneConversation:
    """The conversation with the judge from the first line to the last.

    `started` is the reading of the wall clock when the first turn began; `exit_now` ends the process.
    """

    def __init__(self, make_thinker: MakeThinker, options: Options, streams: Streams,
                 started: float, exit_now: Callable[[int], None], wall: Callable[[], float] = perf_counter,
                 cpu: Callable[[], float] = process_time) -> None:
        self._options = options
        self._streams = streams
        self._exit_now = exit_now
        self._wall = wall
        self._cpu = cpu
        self._wall_start = started
        self._cpu_start = 0.0
        self._named_limit = float("inf")  # the last limit that the judge named; bare requests name none
        self._style = JSON_STYLE
        self._keeps_running = False
        self._moves: List[int] = []
        self._turns = 0
        self._shown_at = started
        self._margin = LearnedMargin()
        self._thinker = GuardedThinker(lambda: make_thinker(options.seed))

    def run(self) -> int:
        """Answers turn after turn; returns the exit code."""
        try:
            while True:
                try:
                    turn = self._receive()
                    game = Game(turn.moves if turn else ())
                except ValueError as error:
                    self._say("bad input: %s" % error)
                    return 2
                if turn is None or not self._answer(turn, game):
                    return 0
        except KeyboardInterrupt:
            return 130

    def _answer(self, turn: BotzoneTurn, game: Game) -> bool:
        """Thinks and answers; False if this was the last turn."""
        clock = self._clock(turn)
        # A process that has been kept once will be kept again.
        limit = Limit(simulations=self._options.simulations, look_ahead=self._turns > 0)
        outcome = self._thinker.decide(game.player, game.opponent, clock, limit, self._show)
        self._margin.note(clock)  # before the answer: a judge that has it may stop the process at any moment
        self._send(outcome)
        self._cpu_start = self._cpu()  # processor time from here on counts for the next turn
        self._turns += 1
        self._moves = turn.moves + [outcome.move]
        for trouble in (outcome.fault, outcome.warning):
            if trouble:
                self._say(trouble)
        if self._options.verbose and outcome.report is not None:
            self._log("\n".join(report_table(outcome.report)))
        return self._keeps_running

    def _receive(self) -> Optional[BotzoneTurn]:
        asked = self._wall()
        self._streams.await_input()
        waited = self._wall() - asked  # the judge's clock runs while a long input is read
        turn = read_turn(self._streams.read_line, self._moves)
        if self._turns:
            self._wall_start = asked + waited
        elif turn is None:
            raise ValueError("nothing was sent")
        elif waited > SLOW_SENDER_SECONDS:
            self._wall_start += waited
        if turn is not None:
            self._style = turn.style
        return turn

    def _clock(self, turn: BotzoneTurn) -> TurnClock:
        limit = self._options.time_limit
        if limit is None and self._options.simulations is None:
            limit = turn.time_limit or min(self._named_limit, default_time_limit(turn.moves, self._turns > 0))
            self._named_limit = turn.time_limit or self._named_limit
        return TurnClock(limit, self._wall_start, self._cpu_start, self._wall, self._cpu, self._margin.seconds)

    def _send(self, outcome: Outcome) -> None:
        """Prints the answer. If the thinker is broken, the process ends, and the judge starts a new one next turn."""
        wanted = self._options.keep_running
        self._keeps_running = not outcome.broken and (not self._streams.is_closed() if wanted is None else wanted)
        try:
            self._streams.answers.write(answer_text(
                self._style, outcome.move, answer_note(*outcome[:4]), self._keeps_running))
            self._streams.answers.flush()
        except OSError as error:
            self._say("cannot answer: %s" % error)
            self._exit_now(2)

    def _show(self, report: Report) -> None:
        """With --verbose, logs interim reports, but not too many."""
        if self._options.verbose and self._wall() - self._shown_at >= GLIMPSE_SECONDS:
            self._shown_at = self._wall()
            self._log("... " + report_summary(report))

    def _say(self, message: str) -> None:
        self._log("bot: " + message)

    def _log(self, text: str) -> None:
        """Writes to the log. A log whose reader is gone must not cost the game."""
        try:
            self._streams.log.write(text + "\n")
            self._streams.log.flush()
        except OSError:
            pass


class StandardInput:
    """stdin, line by line; knows whether the sender has closed it."""

    def __init__(self) -> None:
        self._lines: Deque[bytes] = deque()
        self._pieces: List[bytes] = []  # of the incomplete last line
        self._closed = False

    def await_input(self) -> None:
        """Waits for input or its end."""
        if not self._lines and not self._pieces and not self._closed:
            self._read()

    def read_line(self) -> str:
        """The next line, "" at the end. Bytes that are not UTF-8 are replaced."""
        while not self._lines and not self._closed:
            self._read()
        if self._lines:
            line = self._lines.popleft()
        else:
            line, self._pieces = b"".join(self._pieces), []
        return line.decode("utf-8", "replace")

    def is_closed(self) -> bool:
        """True if the sender has closed its end, even if some input is still unread, or if there is no way to tell."""
        try:
            while not self._closed and select([0], [], [], 0)[0]:
                self._read()
        except (OSError, ValueError):
            return True
        return self._closed

    def _read(self) -> None:
        chunk = os.read(0, 1 << 16)
        self._closed = not chunk
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            self._lines.append(b"".join(self._pieces) + line + b"\n")
            self._pieces = []
        if rest:
            self._pieces.append(rest)


def _kernel_process_age() -> Optional[float]:
    """Seconds since the process was started, on Linux."""
    try:
        with open("/proc/self/stat") as stat, open("/proc/uptime") as uptime:
            start_ticks = int(stat.read().rpartition(")")[2].split()[19])
            return float(uptime.read().split()[0]) - start_ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def _positive(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    """An argparse type for numbers above zero, up to LARGEST_OPTION."""
    def number(text: str) -> Any:
        value = kind(text)
        if not 0 < value <= LARGEST_OPTION:
            raise ValueError(text)
        return value
    number.__name__ = "positive " + kind.__name__
    return number
