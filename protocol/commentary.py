"""Plays a game on the terminal: the board after every turn, who won and why, and the record for later."""

import sys
from typing import List, NamedTuple, Optional

from engine.coordinates import square_to_text
from protocol.command_line import CANNOT_GO_ON, INTERRUPTED, describe_os_error
from protocol.drawing import BLACK_MARK, WHITE_MARK, draw_board, printable
from protocol.game import COLOUR_NAMES, winner_of
from protocol.judging.referee import JudgedGame, JudgedTurn, Referee
from protocol.judging.trouble import JudgeTrouble
from protocol.records.bot_view import describe_note
from protocol.records.record import save_record

_NOTE_CHARACTERS = 90


class Wishes(NamedTuple):
    """What the person at the terminal wants to see and to keep."""

    save: Optional[str] = None  #: the file for the record
    stderr: bool = False  #: the end of what each bot wrote to stderr
    quiet: bool = False  #: the result alone


def play_aloud(referee: Referee, wishes: Wishes) -> int:
    """Plays the game to its end, until Ctrl-C or trouble, and says how it went; returns the exit code."""
    broken_off = INTERRUPTED
    try:
        referee.play(None if wishes.quiet else _print_turn)
    except KeyboardInterrupt:
        print("\nbroken off after %d moves" % len(referee.game.moves))
    except JudgeTrouble as trouble:
        print("cannot go on after %d moves: %s" % (len(referee.game.moves), trouble), file=sys.stderr)
        broken_off = CANNOT_GO_ON
    finally:
        for player in referee.players:
            player.close()
    judged = referee.result()
    if wishes.stderr:
        _print_stderr(judged)
    for player in referee.players:
        for warning in player.warnings:
            print("warning: %s: %s" % (player.name, warning))
    print("\n".join(summarize(judged)))
    saved = wishes.save is None or _save(wishes.save, judged)
    if judged.scores is None:
        return broken_off
    print("finish %d %d" % judged.scores)
    return 0 if saved else 1


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
    winner = winner_of(judged.scores)
    if winner is None:
        return lines + ["a draw"]
    reason = " because of %s's %s" % (COLOUR_NAMES[1 - winner], judged.error) if judged.error else ""
    return lines + ["%s wins%s: %s" % (COLOUR_NAMES[winner], reason, judged.names[winner])]


def _save(path: str, judged: JudgedGame) -> bool:
    try:
        save_record(path, judged)
    except OSError as error:
        print(describe_os_error(error, "write", path), file=sys.stderr)
        return False
    print("record: " + path)
    return True


def _print_turn(referee: Referee, turn: JudgedTurn) -> None:
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
