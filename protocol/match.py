"""Plays many games between two or more bots and measures which is better.

    python3 -m protocol.match BOT BOT [BOT ...]

Every opening is played twice with colours swapped. Each game is appended to one file as soon as it ends, in the
platform's archive format; --resume continues an interrupted match. The first error of each kind is explained at once,
and the exit code is 3 if there was any.
"""

import argparse
import os
import shlex
import sys
from contextlib import closing
from time import strftime
from typing import List, Optional, Sequence, Set, Tuple

from protocol.command_line import (
    CANNOT_GO_ON,
    EXIT_CODE_HELP,
    INTERRUPTED,
    LOST_BY_ERROR,
    OneLineParser,
    add_patience_option,
    add_rules_options,
    chosen_rules,
    describe_os_error,
    even_number,
    positive_integer,
    run_command,
)
from protocol.drawing import draw_board, printable
from protocol.judging.bot_names import BOT_HELP, bot_version, name_bots, open_player
from protocol.judging.player import Player
from protocol.judging.referee import JudgedGame
from protocol.judging.trouble import JudgeTrouble
from protocol.judging.verdicts import short_objection
from protocol.matches.elo import LLR_BOUND, log_likelihood_ratio, measure_strength, sprt_decision
from protocol.matches.executors import LocalVenue, Venue
from protocol.matches.match_file import MatchFile
from protocol.matches.match_runner import MatchRunner
from protocol.matches.openings import BALANCED_OPENINGS, read_openings
from protocol.matches.progress import Progress
from protocol.matches.schedule import make_schedule
from protocol.matches.standings import (
    Played,
    describe_test,
    draw_table,
    fallback_warnings,
    sum_up,
    table_cells,
)
from protocol.page.match_view import About, Fallbacks, SequentialTest
from protocol.page.pages import INDEX_NAME, write_match_pages
from protocol.records.record_reader import read_records
from protocol.records.saved_turn import explain_loss, repeat_from_file

RECORDS_FOLDER = "records"


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        match = Match(options)
    except ValueError as error:
        parser.error(str(error))
    except OSError as error:
        if error.filename is None:
            parser.error(str(error))
        verbs = {options.openings: "read", options.out: "write"}
        parser.error(describe_os_error(error, verbs.get(error.filename, "use")))
    return match.play()


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.match", epilog=BOT_HELP + "\n\n" + EXIT_CODE_HELP,
                           description="Plays many games and measures which bot is better.",
                           formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", metavar="BOT", nargs="+", help="two or more bots; each plays every other")
    parser.add_argument("--games", metavar="N", type=even_number, default=20,
                        help="games per pair of bots, an even number (default: %(default)s)")
    parser.add_argument("--jobs", metavar="J", type=positive_integer, default=1,
                        help="games to play at once (default: %(default)s); with more than there are processors, bots "
                             "lose thinking time")
    parser.add_argument("--cluster", metavar="ADDRESS",
                        help="play on the workers of the Dask scheduler at this address instead of on this machine")
    parser.add_argument("--gauntlet", action="store_true", help="only the first bot plays all the others")
    parser.add_argument("--openings", metavar="FILE",
                        help="transcripts, one per line, or other records (default: %d balanced openings)"
                             % len(BALANCED_OPENINGS))
    parser.add_argument("--seed", metavar="S", type=int, default=0,
                        help="seed for shuffling the openings (default: %(default)s)")
    parser.add_argument("--sprt", metavar=("ELO0", "ELO1"), nargs=2, type=float,
                        help="stop as soon as it is clear whether the first of two bots is better by ELO0 or by ELO1 "
                             "(sequential test, normalised Elo, 5 %% risk each way)")
    parser.add_argument("--out", metavar="FILE", help="file for the games (default: a new file in %s)" % RECORDS_FOLDER)
    parser.add_argument("--resume", action="store_true", help="continue the match in the file of --out")
    parser.add_argument("--html", metavar="FOLDER",
                        help="write a web page for each game there, and an index with the table")
    add_rules_options(parser)
    add_patience_option(parser)
    return parser


class BotChangedError(Exception):
    """A bot's file has changed since the match began."""


class Match:
    """A match and its games so far."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Prepares the match that the options describe; ValueError or OSError if it cannot be played."""
        if len(options.bots) < 2:
            raise ValueError("a match takes two bots or more")
        if options.sprt and (len(options.bots) != 2 or not options.sprt[0] < options.sprt[1]):
            raise ValueError("--sprt takes two bots, and ELO0 below ELO1")
        if options.html and os.path.exists(options.html) and not os.path.isdir(options.html):
            raise ValueError("cannot write pages to %s: not a folder" % options.html)
        self.options = options
        self.names = name_bots(options.bots, options.python)
        self.rules = chosen_rules(options)
        openings = read_openings(options.openings) if options.openings else BALANCED_OPENINGS
        self.fixtures = make_schedule(len(self.names), options.games, openings, options.seed, options.gauntlet)
        path = options.out or new_file(RECORDS_FOLDER, self.names)
        self.file = MatchFile(path, self.names, {
            "rules": options.rules, "time_limit": options.time_limit, "memory_limit": options.memory_limit,
            "patience": options.patience}, [bot_version(spec) for spec in options.bots])
        self._explained: Set[Tuple[int, str]] = set()  # (bot, error) pairs that need no more words
        self.venue = self._open_venue()
        try:
            self.games = self._resume() if options.resume else self._begin()
        except BaseException:
            self.file.close()
            self.venue.executor.shutdown()
            raise

    def play(self) -> int:
        """Plays the remaining games, shows progress and result; returns the exit code."""
        progress = Progress(len(self.fixtures), len(self.games), sys.stdout, activity=self.venue.activity)
        print("%s; every game goes to %s as it ends" % (self._describe(), self.file.path))
        if self.games:
            print("resuming after %d of %d games" % (len(self.games), len(self.fixtures)))
        sys.stdout.flush()
        code, ending = 0, ""
        try:
            self._play_rest(progress)
        except KeyboardInterrupt:
            code, ending = INTERRUPTED, "interrupted; --out %s --resume continues" % self.file.path
            self.games = self.file.read_games(self.fixtures)  # the last one written may not be counted yet
        except BotChangedError as error:
            code, ending = 1, "stopped: %s" % error
        except BrokenPipeError:  # the reader of stdout is gone
            raise
        except (OSError, JudgeTrouble, MemoryError) as error:
            code = CANNOT_GO_ON
            ending = "cannot continue: %s; --out %s --resume tries again" % (
                str(error) or "out of memory", self.file.path)
        finally:
            self.file.close()
        progress.say(ending)
        code = self._write_pages() or code
        self._print_result()
        return code or (LOST_BY_ERROR if any(played.error for played in self.games) else 0)

    def _describe(self) -> str:
        """The match in one line."""
        options = self.options
        limit = "the platform's limits" if options.time_limit is None else "%g s a turn" % options.time_limit
        return "%s: %d games, %s, %s rules, %s" % (
            " - ".join(self.names), len(self.fixtures), self.venue.describe(), options.rules, limit)

    def _write_pages(self) -> int:
        """Writes the pages of --html, if asked to; returns the exit code."""
        folder = self.options.html
        if folder is None:
            return 0
        try:
            write_match_pages(folder, self.names, table_cells(self.names, self.games), read_records(self.file.path),
                              self._about())
        except OSError as error:
            print(describe_os_error(error, "write", folder), file=sys.stderr)
            return 1
        print("pages: " + os.path.join(folder, INDEX_NAME))
        return 0

    def _play_rest(self, progress: "Progress") -> None:
        done = {played.fixture for played in self.games}
        left = [fixture for fixture in self.fixtures if fixture not in done]
        runner = MatchRunner(self.venue, left)
        with closing(runner.games(lambda: progress.wait(self.venue.plies))) as games:
            while not self.decision:
                finished = next(games, None)
                if finished is None:
                    return
                self._check_versions()
                self.games.append(self.file.append(*finished))
                self._explain(self.games[-1], finished[1], progress)
                progress.show(len(self.games), self._standing())

    def _check_versions(self) -> None:
        """BotChangedError if a bot's file has changed: the game just ended may mix two versions."""
        for name, spec, version in zip(self.names, self.options.bots, self.file.versions):
            if bot_version(spec) != version:
                raise BotChangedError("%s has changed during the match; the game just played does not count" % name)

    def _explain(self, played: Played, judged: JudgedGame, progress: Progress) -> None:
        """Explains why a bot lost by an error, the first time it makes this one."""
        if played.error is None:
            return
        kind = played.fixture.bots[judged.turns[-1].colour], short_objection(played.error)
        if kind not in self._explained:
            self._explained.add(kind)
            lines = ["game %d, %s:" % (len(self.games), self.names[kind[0]]), draw_board(judged.game)]
            lines += [printable(line) for line in explain_loss(judged)]
            progress.say("\n".join(lines + repeat_from_file(self.file.path, len(self.games), judged)) + "\n")

    @property
    def decision(self) -> str:
        """H0 or H1 once the sequential test has decided; empty until then, and without --sprt."""
        return sprt_decision(self._llr()) if self.options.sprt else ""

    def _begin(self) -> List[Played]:
        os.makedirs(os.path.dirname(os.path.abspath(self.file.path)), exist_ok=True)
        if not self.file.is_empty():
            raise ValueError("%s exists: --resume continues it" % self.file.path)
        return []

    def _resume(self) -> List[Played]:
        if not self.options.out:
            raise ValueError("--resume needs --out FILE")
        return self.file.read_games(self.fixtures)

    def _open_venue(self) -> Venue:
        options = self.options
        if options.cluster is None:
            return LocalVenue(self._open_bot, self.rules, min(options.jobs, len(self.fixtures)))
        from protocol.matches.dask_cluster import open_dask_venue  # needs Dask, which nothing else does
        return open_dask_venue(options.cluster, options.bots, self.names, self.rules, options.python)

    def _open_bot(self, bot: int) -> Player:
        return open_player(self.options.bots[bot], self.options.python, self.names[bot])

    def _llr(self) -> float:
        elo0, elo1 = self.options.sprt
        return log_likelihood_ratio(sum_up(self.games, 0).pairs, elo0, elo1)

    def _standing(self) -> str:
        """The running score in one line."""
        rows = [sum_up(self.games, bot) for bot in range(len(self.names))]
        text = "  ".join("%s %g" % (name, row.points) for name, row in zip(self.names, rows))
        if len(rows) == 2 and any(rows[0].pairs):
            strength = measure_strength(rows[0].pairs)
            text += "  Elo %+.0f (%+.0f .. %+.0f)" % (strength.elo, strength.low, strength.high)
        return text + ("  LLR %.2f" % self._llr() if self.options.sprt else "")

    def _print_result(self) -> None:
        print("\n".join(draw_table(self.names, self.games)))
        for line in self.venue.remarks() + fallback_warnings(self.names, self.games) + self._describe_test():
            print(line)
        print("watch a game: python3 -m protocol.play %s --game 1" % shlex.quote(self.file.path))
        print("records: %s (%d games)" % (self.file.path, len(self.games)))

    def _describe_test(self) -> List[str]:
        """The sequential test in numbers and in words."""
        if not self.options.sprt:
            return []
        elo0, elo1 = self.options.sprt
        return ["SPRT %g %g: LLR %.2f (%.2f .. %.2f), pairs %s: %s" % (
            elo0, elo1, self._llr(), -LLR_BOUND, LLR_BOUND, sum_up(self.games, 0).pairs,
            self.decision + " accepted" if self.decision else "undecided"),
            describe_test(self.names, elo0, elo1, self.decision, len(self.games))]

    def _about(self) -> About:
        """What the pages say about the match beside its table."""
        options, games = self.options, len(self.fixtures)
        rows = [sum_up(self.games, bot) for bot in range(len(self.names))]
        test: Optional[SequentialTest] = None
        if options.sprt:
            elo0, elo1 = options.sprt
            test = SequentialTest(elo0, elo1, self._llr(), LLR_BOUND, rows[0].pairs, self.decision)
        fallbacks = [Fallbacks(name, row.fallbacks, row.answers)
                     for name, row in zip(self.names, rows) if row.fallbacks]
        return About(games, options.rules, strftime("%Y-%m-%d %H:%M"), min(options.jobs, games), options.cluster or "",
                     options.time_limit, test, fallbacks, self.venue.remarks())


def new_file(folder: str, names: Sequence[str]) -> str:
    """A path in the folder that does not exist yet."""
    stem = "-".join("".join(letter if letter.isalnum() else "_" for letter in name)[:20] for name in names[:4])
    number = 1
    while True:
        path = os.path.join(folder, "%s-%d.matches" % (stem, number))
        if not os.path.exists(path):
            return path
        number += 1


if __name__ == "__main__":
    run_command(main, starts_only_bots=True)
