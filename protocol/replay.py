"""Replays recorded games: checks every move and result, shows the boards, lets two bots continue, writes web pages.

    python3 -m protocol.replay FILE...

The last line is `N games, M moves, K problems`; the exit code is 0 only if there are no problems.
"""

import argparse
import os
import sys
from typing import Iterator, List, Optional, Sequence, TextIO

from engine.coordinates import square_to_text, squares_to_transcript
from protocol.command_line import (
    INTERRUPTED,
    OneLineParser,
    add_rules_options,
    check_writable,
    chosen_rules,
    describe_os_error,
    positive_integer,
    positive_number,
    run_command,
)
from protocol.commentary import Wishes, play_aloud
from protocol.drawing import BLACK_MARK, WHITE_MARK, draw_board, printable
from protocol.game import COLOUR_NAMES, Game, winner_of
from protocol.judging.bot_names import ENGINE, open_players
from protocol.judging.engine_player import EnginePlayer
from protocol.judging.referee import JudgedTurn, Referee
from protocol.page.pages import Review, review_record, write_record_page
from protocol.records.bot_view import describe_note
from protocol.records.record import Record
from protocol.records.record_reader import read_records
from protocol.records.saved_turn import input_of_turn

#: Games between two updates of the counter on a terminal.
_GAMES_PER_UPDATE = 200


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        check_combination(options)
        if options.play:
            referee = continuation(choose_record(options.files, options.game), options)
            return play_aloud(referee, Wishes(options.save))
        if options.input is not None:
            sys.stdout.write(input_of_turn(choose_record(options.files, options.game), options.input,
                                           options.text or None))
            return 0
        if options.html:
            return write_html(choose_record(options.files, options.game), options.html, options.analyse)
        if options.transcripts:
            with open(options.transcripts, "w", encoding="ascii") as out:
                return replay_files(options.files, options.game, options.show, out, options.values)
        return replay_files(options.files, options.game, options.show)
    except ValueError as error:
        parser.error(str(error))
    except BrokenPipeError:  # not from a file: the reader of stdout is gone
        raise
    except OSError as error:
        verb = "read" if error.filename in options.files else "write"
        parser.error(describe_os_error(error, verb, options.html or options.transcripts))
    except KeyboardInterrupt:
        print("\ninterrupted")
        return INTERRUPTED


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(
        prog="python3 -m protocol.replay",
        description="Checks recorded games move by move: downloads and archives of the platform, display lists, "
                    "players' inputs, transcripts (f5d6c3..., one per line) and WTHOR files (*.wtb).")
    parser.add_argument("files", metavar="FILE", nargs="+", help="a file of recorded games")
    parser.add_argument("--show", action="store_true", help="print the board after every move")
    parser.add_argument("--game", metavar="N", type=positive_integer, help="only the N-th game of each file")
    parser.add_argument("--play", metavar="BOT", nargs=2, help="let two bots, black first, finish the game")
    parser.add_argument("--from", metavar="PLY", type=int, dest="start",
                        help="with --play: keep only this many moves, counting passes (default: all)")
    parser.add_argument("--save", metavar="FILE", help="with --play: file for the new game")
    parser.add_argument("--input", metavar="PLY", type=positive_integer,
                        help="print the input of the bot that moves at this ply, as a newly started process reads it")
    parser.add_argument("--text", action="store_true", help="with --input: in the text format")
    parser.add_argument("--transcripts", metavar="OUT", help="write the legal part of each game there, one per line")
    parser.add_argument("--values", action="store_true",
                        help="with --transcripts: after each game whose record has them, add the number of empties "
                             "from which perfect play was computed and its score for black (24 -6)")
    parser.add_argument("--html", metavar="OUT", help="write the game as a single web page that needs no server")
    parser.add_argument("--analyse", metavar="SECONDS", type=positive_number,
                        help="with --html: let the bot think this long about every position")
    add_rules_options(parser)
    return parser


def check_combination(options: argparse.Namespace) -> None:
    """ValueError for an option that means nothing without another, or that would overwrite what is read."""
    for name, value, needed, given in (
            ("--from", options.start is not None, "--play", options.play),
            ("--save", options.save, "--play", options.play),
            ("--analyse", options.analyse is not None, "--html", options.html),
            ("--text", options.text, "--input", options.input is not None),
            ("--values", options.values, "--transcripts", options.transcripts)):
        if value and not given:
            raise ValueError("%s needs %s" % (name, needed))
    if options.transcripts and os.path.realpath(options.transcripts) in map(os.path.realpath, options.files):
        raise ValueError("--transcripts %s would overwrite a file to read" % options.transcripts)


def replay_files(files: Sequence[str], number: Optional[int], show: bool, out: Optional[TextIO] = None,
                 with_values: bool = False) -> int:
    """Checks the games, or only those of that number, and prints the problems; writes transcripts to `out`."""
    games = moves = problems = 0
    for record in chosen_records(files, number):
        games += 1
        moves += len(record.game.moves)
        problems += len(record.problems)
        if show:
            print("\n".join(draw_record(record)))
        if out is not None:
            values = " %d %d" % record.perfect if with_values and record.perfect is not None else ""
            out.write(squares_to_transcript(record.game.moves) + values + "\n")
        for problem in record.problems:
            print(printable(problem))
        _show_count(games)
    print("%d games, %d moves, %d problems" % (games, moves, problems))
    return 1 if problems else 0


def write_html(record: Record, path: str, seconds: Optional[float]) -> int:
    """Writes the page of a game, analysed by the engine if `seconds` is given; returns the exit code."""
    review = Review(None, True)
    check_writable(path)
    if seconds is not None:
        review = review_record(record, seconds, EnginePlayer(ENGINE), _show_review)
    write_record_page(path, record, review.evaluations)
    for problem in record.problems:
        print(printable(problem))
    print("page: " + path)
    if not review.complete:
        print("interrupted: the page is partial, some positions are not analysed")
        return INTERRUPTED
    return 1 if record.problems else 0


def chosen_records(files: Sequence[str], number: Optional[int] = None) -> Iterator[Record]:
    """The games of the files; ValueError if none of a file can be read, or the file has no game of that number."""
    for path in files:
        unread: List[Record] = []
        readable = False
        for record in read_records(path):
            if number is None or record.number == number:
                readable = readable or bool(record.game.moves) or not record.problems
                unread.append(record)
                if readable:
                    yield from unread
                    unread = []
        if not readable:
            raise ValueError(_why_unreadable(path, number, unread))


def choose_record(files: Sequence[str], number: Optional[int]) -> Record:
    """The single game chosen; ValueError if there are several."""
    records = list(chosen_records(files, number))
    if len(records) != 1:
        raise ValueError("%d games to choose from: give one file and --game N" % len(records))
    return records[0]


def _why_unreadable(path: str, number: Optional[int], records: Sequence[Record]) -> str:
    if not records:
        return "%s has no game%s" % (path, "" if number is None else " %d" % number)
    more = "; no other game in the file can be read either" if len(records) > 1 else ""
    return printable(records[0].problems[0]) + more


def continuation(record: Record, options: argparse.Namespace) -> Referee:
    """The game to continue; ValueError if it is already over."""
    moves = record.game.moves
    start = len(moves) if options.start is None else options.start
    if not 0 <= start <= len(moves):
        raise ValueError("bad ply %d: the game has %d moves" % (start, len(moves)))
    if Game(moves[:start]).over:
        raise ValueError("the game is over after ply %d: choose an earlier one with --from PLY" % start)
    check_writable(options.save)
    return Referee(open_players(options.play, options.python), chosen_rules(options), moves[:start])


def draw_record(record: Record) -> Iterator[str]:
    """The game as text: the players, every board, the result."""
    yield printable("%s: game %d: %s (%s) - %s (%s)" % (record.source, record.number, record.names[0], BLACK_MARK,
                                                       record.names[1], WHITE_MARK)) + "\n"
    game = Game()
    yield draw_board(game) + "\n"
    for ply, turn in enumerate(record.turns, 1):
        if turn.move is not None:
            game.play(turn.move)
        yield draw_board(game, _notes(ply, turn, game)) + "\n"
    for line in record.explanation:
        yield printable(line)
    yield "%d - %d, %s\n" % (game.counts + (_outcome(record),))


def _notes(ply: int, turn: JudgedTurn, game: Game) -> List[str]:
    what = square_to_text(turn.move) if turn.move is not None else printable(str(turn.error))
    notes = ["%d. %s %s" % (ply, COLOUR_NAMES[turn.colour], what), "%d - %d" % game.counts]
    if turn.answer.seconds:
        notes.append("%.2f s" % turn.answer.seconds)
    if turn.answer.debug is not None:
        notes.append(printable(describe_note(turn.answer.debug)))
    return notes


def _outcome(record: Record) -> str:
    if record.scores is None:
        return "unfinished"
    winner = winner_of(record.scores)
    if winner is None:
        return "a draw"
    return "%s wins%s" % (COLOUR_NAMES[winner], printable(" because of " + record.error) if record.error else "")


def _show_review(done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r%d of %d positions\r" % (done, total))
        sys.stderr.flush()


def _show_count(games: int) -> None:
    if games % _GAMES_PER_UPDATE == 0 and sys.stderr.isatty():
        sys.stderr.write("\r%d games\r" % games)
        sys.stderr.flush()


if __name__ == "__main__":
    run_command(main)
