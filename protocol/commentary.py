"""Plays a game on the terminal: shows the board after every turn, then who won and why, and saves the record.

When a bot loses by an error, the error is explained, and the turn is saved beside the record with the command that
repeats it.
"""

import os
import shlex
import sys
from typing import List, NamedTuple, Optional

from engine.coordinates import square_to_text
from protocol.command_line import CANNOT_GO_ON, INTERRUPTED, LOST_BY_ERROR, describe_os_error
from protocol.drawing import BLACK_MARK, WHITE_MARK, draw_board, printable
from protocol.game import COLOUR_NAMES, winner_of
from protocol.judging.referee import JudgedGame, JudgedTurn, Referee
from protocol.judging.trouble import JudgeTrouble
from protocol.records.bot_view import describe_note
from protocol.records.record import save_record
from protocol.records.saved_turn import explain_loss, hand_over

#: Where a game is saved by default.
LAST_GAME = os.path.join("records", "last-game.json")

_NOTE_CHARACTERS = 90


class Wishes(NamedTuple):
    """What to show and to save."""

    save: Optional[str] = None  #: the file for the record; None means LAST_GAME
    stderr: bool = False  #: show the last of each bot's stderr after the game
    quiet: bool = False  #: show only the result
    follow: bool = False  #: show both bots' stderr as it is written


def play_aloud(referee: Referee, wishes: Wishes) -> int:
    """Plays the game to its end, or until Ctrl-C or trouble, and reports the result; returns the exit code."""
    if wishes.follow:
        follow_stderr(referee)
    unfinished_code = INTERRUPTED
    try:
        referee.play(None if wishes.quiet else _print_turn)
    except KeyboardInterrupt:
        print("\ninterrupted after %d moves" % len(referee.game.moves))
    except JudgeTrouble as trouble:
        print("cannot continue after %d moves: %s" % (len(referee.game.moves), trouble), file=sys.stderr)
        unfinished_code = CANNOT_GO_ON
    finally:
        for player in referee.players:
            player.close()
    judged = referee.result()
    if wishes.stderr:
        _print_stderr(judged)
    for player in referee.players:
        for warning in player.warnings:
            print("warning: %s: %s" % (player.name, warning))
    saved = _save(wishes.save or LAST_GAME, judged)
    if judged.error is not None:
        _print_failure(judged, wishes, saved)
    print("\n".join(summarize(judged)))
    if saved is not None:
        print("record: %s\nwatch it: python3 -m protocol.play %s" % (saved, shlex.quote(saved)))
    if judged.scores is None:
        return unfinished_code
    print("finish %d %d" % judged.scores)
    if wishes.save is not None and saved is None:
        return 1
    return LOST_BY_ERROR if judged.error is not None else 0


def summarize(judged: JudgedGame) -> List[str]:
    """What each bot used, who won and why."""
    lines = []
    for colour, name in enumerate(judged.names):
        answers = [turn.answer for turn in judged.turns if turn.colour == colour]
        lines.append("%s  %2d discs  %6.2f s, slowest turn %.2f s, %d MB  %s" % (
            COLOUR_NAMES[colour], judged.game.counts[colour], sum(answer.seconds for answer in answers),
            max([answer.seconds for answer in answers] or [0.0]),
            round(max([answer.memory_mb for answer in answers] or [0.0])), name))
    if judged.scores is None:
        return lines
    winner = winner_of(judged.scores)
    if winner is None:
        return lines + ["a draw"]
    reason = " because of %s's %s" % (COLOUR_NAMES[1 - winner], judged.error) if judged.error else ""
    return lines + ["%s wins%s: %s" % (COLOUR_NAMES[winner], reason, judged.names[winner])]


def _save(path: str, judged: JudgedGame) -> Optional[str]:
    """Saves the record and returns its path; None if it cannot be written."""
    try:
        if path == LAST_GAME:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        save_record(path, judged)
        return path
    except OSError as error:
        print(describe_os_error(error, "write", path), file=sys.stderr)
        return None


def _print_failure(judged: JudgedGame, wishes: Wishes, saved: Optional[str]) -> None:
    """Explains the error that lost the game, and how to repeat the turn."""
    if wishes.quiet:  # otherwise the board is already there
        print(draw_board(judged.game) + "\n")
    for line in explain_loss(judged):
        print(printable(line))
    if saved is not None:
        try:
            print("\n".join(hand_over(saved, judged.turns[-1].answer.conduct)))
        except OSError as error:
            print(describe_os_error(error, "write"), file=sys.stderr)
    print()


def follow_stderr(referee: Referee) -> None:
    """Copies the bots' stderr to this program's, line by line, each line marked with the colour."""
    for colour, player in enumerate(referee.players):
        player.on_errors = LinePrinter(COLOUR_NAMES[colour] + "| ")


class LinePrinter:
    """Prints incoming bytes on stderr, each line with a prefix; an empty chunk ends an unfinished line."""

    def __init__(self, prefix: str) -> None:
        self._prefix, self._rest = prefix, b""

    def __call__(self, data: bytes) -> None:
        if not data and self._rest:
            data = b"\n"
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            sys.stderr.write(self._prefix + printable(line.decode("utf-8", "replace")) + "\n")
        sys.stderr.flush()


def _print_turn(referee: Referee, turn: JudgedTurn) -> None:
    """Prints the board and the turn's figures."""
    answer, game = turn.answer, referee.game
    what = square_to_text(turn.move) if turn.move is not None else turn.error
    ply = len(game.moves) + (turn.move is None)
    counts = game.counts
    notes = ["%d. %s %s" % (ply, COLOUR_NAMES[turn.colour], what),
             "%.2f s, %.2f s of it busy, %d MB" % (answer.seconds, answer.cpu_seconds, round(answer.memory_mb)), ""]
    for colour, mark in enumerate((BLACK_MARK, WHITE_MARK)):
        notes.append("%s %2d  %s" % (mark, counts[colour], referee.players[colour].name))
    if answer.debug is not None:
        notes += ["", _shortened_note(describe_note(answer.debug))]
    print(draw_board(game, notes) + "\n", flush=True)


def _shortened_note(text: str) -> str:
    line = printable(text)
    return line if len(line) <= _NOTE_CHARACTERS else line[:_NOTE_CHARACTERS - 3] + "..."


def _print_stderr(judged: JudgedGame) -> None:
    for colour, text in enumerate(judged.stderr):
        print("stderr of %s (%s):%s" % (COLOUR_NAMES[colour], judged.names[colour], "" if text.strip() else " nothing"))
        for line in text.rstrip().splitlines():
            print("  " + printable(line))
