"""A yardstick for settings: the discs that the bot's moves lose in positions where the value of every move is known.

    python3 -m engine.training.regret FILE --simulations 3000 10000
    python3 -m engine.training.regret FILE --seconds 0.5 --plies 30-42
    python3 -m engine.training.regret FILE --simulations 3000 --against exploration=0.3 --against doubt=0.2

FILE has one position per line: ply, side to move, board, and the value of every legal move (details in
`engine.training.valued_positions`):

    45 X OOOOOOO-X-XX...  d6:+4,c4:-2,e6:-8

Regret is the best value minus the value of the chosen move; points lost are the same with win (1), draw (0.5) and loss
(0). Each search serves to judge several rules for the final choice (`engine.training.choices`), by the phase of the
game. A position is undecided until the search has proved who wins; after that the tree cares only about the winner, not
about discs. The last row is the error of the disc difference that the bot reports, against the best value.

Other settings are tried on the same positions and compared position by position: these differences have a much smaller
error than two separate means. A negative difference means that the other settings lose less.

Positions are always shuffled the same way, so an interrupted or limited run is still a fair sample.
"""

import argparse
import gc
import os
import sys
from multiprocessing import Pool
from random import Random
from signal import SIG_IGN, SIGINT, signal
from time import time
from typing import Iterator, List, NamedTuple, Optional, Sequence, TextIO, Tuple

from engine.coordinates import square_to_text
from engine.report import Limit
from engine.training.choices import (
    PLAYED,
    RULE_NAMES,
    SETTING_RANGES,
    TODAY,
    SearchOutcome,
    Settings,
    parse_settings,
    search,
    settings_to_text,
)
from engine.training.losses import Row, Sample, differences, estimate, table
from engine.training.valued_positions import ValuedPosition, read_positions

#: Time between two lines of progress.
PROGRESS_SECONDS = 10.0
ORDER_SEED = 1
#: The exit code of an interrupted run.
INTERRUPTED = 130

_ALL_NAMES = [PLAYED] + RULE_NAMES
_SAVED_FIELDS = ["line", "ply", "settings", "limit", "simulations", "seconds", "decided", "best",
                 "discs"]


class Plan(NamedTuple):
    """The searches to make in every position."""

    settings: List[Settings]  #: the first, and those compared with it
    limits: List[Limit]  #: ascending


class Examined(NamedTuple):
    """A position and its answers, by settings and limits as in the plan."""

    position: ValuedPosition
    answers: List[List[SearchOutcome]]


def examine(task: Tuple[ValuedPosition, Plan]) -> Examined:
    """All searches of one position."""
    position, plan = task
    examined = Examined(position, [search(position.player, position.opponent, settings, plan.limits)
                                   for settings in plan.settings])
    gc.collect()
    return examined


def examine_all(positions: Sequence[ValuedPosition], plan: Plan, jobs: int) -> Iterator[Examined]:
    """All positions in their order, examined by this many processes."""
    with Pool(jobs, _begin_process) as pool:
        for examined in pool.imap(examine, [(position, plan) for position in positions]):
            yield examined


def _begin_process() -> None:
    signal(SIGINT, SIG_IGN)  # only the parent process handles Ctrl-C
    gc.disable()  # as in the bot


def select_positions(positions: Sequence[ValuedPosition], plies: Tuple[int, int],
                     count: Optional[int]) -> List[ValuedPosition]:
    """Positions between two plies, shuffled, at most `count`; a smaller selection is always part of a larger one."""
    chosen = [position for position in positions if plies[0] <= position.ply <= plies[1]]
    Random(ORDER_SEED).shuffle(chosen)
    return chosen[:count]


# -- the report

def rows_of(judged: Sequence[Tuple[ValuedPosition, SearchOutcome]]) -> List[Row]:
    """The losses of each rule, and the error of the reported discs."""
    rows = [(name, [Sample(position.ply, position.regret(answer.moves[name]), position.points(answer.moves[name]))
                    for position, answer in judged]) for name in _ALL_NAMES]
    errors = [Sample(position.ply, abs(answer.discs - position.best), None) for position, answer in judged]
    return rows + [("error of the reported discs", errors)]


def report_lines(done: Sequence[Examined], plan: Plan) -> Iterator[str]:
    """Everything about a run: the first settings, then each of the others against them."""
    positions = [examined.position for examined in done]
    for place, limit in enumerate(plan.limits):
        first = [examined.answers[0][place] for examined in done]
        yield from _search_lines(positions, first, settings_to_text(plan.settings[0]) + ", " + _limit_text(limit))
        for other, settings in enumerate(plan.settings[1:], 1):
            second = [examined.answers[other][place] for examined in done]
            title = "%s, %s, minus the first settings" % (settings_to_text(settings), _limit_text(limit))
            yield from _comparison_lines(positions, first, second, title)


def _search_lines(positions: Sequence[ValuedPosition], answers: Sequence[SearchOutcome], title: str) -> Iterator[str]:
    yield ""
    yield "== %s: %s" % (title, _effort_text(answers))
    for name, wanted in (("undecided", (False,)), ("decided", (True,)), ("all", (False, True))):
        group = [(position, answer) for position, answer in zip(positions, answers) if answer.decided in wanted]
        if group and not (name == "all" and _is_uniform(answers)):
            rows = rows_of(group)
            yield ""
            yield "%s positions: regret in discs, total points lost" % name
            yield from table(rows)
            if name != "decided":
                yield "the same minus that of %s" % TODAY
                yield from _rule_lines(rows)


def _effort_text(answers: Sequence[SearchOutcome]) -> str:
    return "%d of %d decided, %.0f simulations and %.2f s on average" % (
        sum(answer.decided for answer in answers), len(answers),
        estimate([answer.simulations for answer in answers]).mean,
        estimate([answer.seconds for answer in answers]).mean)


def _is_uniform(answers: Sequence[SearchOutcome]) -> bool:
    """True if all are decided, or none: "all" would only repeat that."""
    return len({answer.decided for answer in answers}) == 1


def _rule_lines(rows: Sequence[Row]) -> List[str]:
    """The other rules minus the tree's own."""
    samples = dict(rows)
    others = [name for name in RULE_NAMES if name != TODAY]
    return table([(name, differences(samples[name], samples[TODAY])) for name in others], signed=True)[1:]


def _comparison_lines(positions: Sequence[ValuedPosition], first: Sequence[SearchOutcome],
                      second: Sequence[SearchOutcome], title: str) -> Iterator[str]:
    yield ""
    yield "-- %s: %s" % (title, _effort_text(second))
    everything = list(zip(positions, first, second))
    undecided = [(position, one, other) for position, one, other in everything if not (one.decided or other.decided)]
    for name, triples in (("undecided in both", undecided), ("all", everything)):
        if triples and not (name == "all" and len(undecided) == len(everything)):
            before = dict(rows_of([(position, one) for position, one, _ in triples]))
            after = rows_of([(position, other) for position, _, other in triples])
            yield "positions: %s" % name
            yield from table([(row, differences(samples, before[row])) for row, samples in after], signed=True)


def _limit_text(limit: Limit) -> str:
    return "%g s" % limit.seconds if limit.seconds is not None else "%d simulations" % (limit.simulations or 0)


def saved_lines(examined: Examined, plan: Plan) -> Iterator[str]:
    """The position's lines for a file, one for each combination of settings and limit; see `saved_head`."""
    position = examined.position
    for settings, answers in zip(plan.settings, examined.answers):
        for limit, answer in zip(plan.limits, answers):
            fields = ["%d" % position.line, "%d" % position.ply, settings_to_text(settings), _limit_text(limit),
                      "%d" % answer.simulations, "%.3f" % answer.seconds, "%d" % answer.decided,
                      "%g" % position.best, "%.2f" % answer.discs]
            for name in _ALL_NAMES:
                fields += [square_to_text(answer.moves[name]), "%g" % position.regret(answer.moves[name])]
            yield "\t".join(fields)


def saved_head() -> str:
    """The names of the fields: for each rule its move, then its regret."""
    return "\t".join(_SAVED_FIELDS + [field for name in _ALL_NAMES for field in (name, "regret")])


# -- the command

def run(positions: Sequence[ValuedPosition], plan: Plan, jobs: int, saved: Optional[TextIO] = None) -> int:
    """Examines the positions and prints the report; returns the exit code."""
    done: List[Examined] = []
    begun = told = time()
    code = 0
    try:
        for examined in examine_all(positions, plan, jobs):
            done.append(examined)
            if saved is not None:
                saved.writelines(line + "\n" for line in saved_lines(examined, plan))
                saved.flush()
            if time() - told >= PROGRESS_SECONDS or len(done) == len(positions):
                told = time()
                print("%7.0f s  %d of %d positions" % (told - begun, len(done), len(positions)), file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted after %d of %d positions" % (len(done), len(positions)), file=sys.stderr)
        code = INTERRUPTED
    for line in report_lines(done, plan) if done else ():
        print(line)
    return code


def build_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="python3 -m engine.training.regret", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", help="positions with the value of every move")
    limits = parser.add_mutually_exclusive_group(required=True)
    limits.add_argument("--simulations", metavar="N", type=int, nargs="+",
                        help="limits, all reached by one search")
    limits.add_argument("--seconds", metavar="S", type=float, nargs="+",
                        help="limits of processor time, each a search of its own")
    parser.add_argument("--set", metavar="NAME=VALUE", nargs="+", action="append", default=[],
                        help="change settings: %s" % ", ".join(sorted(SETTING_RANGES)))
    parser.add_argument("--against", metavar="NAME=VALUE", nargs="+", action="append", default=[],
                        help="compare with these changes on top of --set; may be repeated")
    parser.add_argument("--plies", metavar="A-B", default="0-60", help="only positions of these plies")
    parser.add_argument("--limit", metavar="N", type=int, help="only this many positions, a fair sample")
    parser.add_argument("--save", metavar="FILE", help="write every choice and its regret to this file, tab-separated")
    parser.add_argument("--jobs", metavar="N", type=int, default=os.cpu_count() or 1,
                        help="processes (default: all cores)")
    return parser


def make_plan(options: argparse.Namespace) -> Plan:
    """The plan that the options describe; ValueError if they are bad."""
    base = parse_settings([word for words in options.set for word in words])
    amounts = sorted(set(options.simulations or options.seconds))
    if not 0 < amounts[0] <= amounts[-1] < float("inf"):
        raise ValueError("limits must be greater than 0")
    limits = [Limit(simulations=amount) if options.simulations else Limit(seconds=amount) for amount in amounts]
    return Plan([base] + [parse_settings(words, base) for words in options.against], limits)


def parse_plies(text: str) -> Tuple[int, int]:
    """The first and the last ply of `A-B` or `A`."""
    first, dash, last = text.partition("-")
    try:
        return int(first), int(last if dash else first)
    except ValueError:
        raise ValueError("bad plies %r: expected a range such as 30-42" % text) from None


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command; returns the exit code."""
    options = build_parser().parse_args(arguments)
    try:
        plan = make_plan(options)
        if options.jobs < 1 or options.limit is not None and options.limit < 1:
            raise ValueError("--jobs and --limit must be 1 or more")
        positions = select_positions(read_positions(options.file), parse_plies(options.plies), options.limit)
        if not positions:
            raise ValueError("%s: no position of plies %s" % (options.file, options.plies))
        if options.save is None:
            return run(positions, plan, options.jobs)
        with open(options.save, "w") as saved:
            saved.write(saved_head() + "\n")
            return run(positions, plan, options.jobs, saved)
    except (OSError, ValueError) as error:
        print("regret: %s" % error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
