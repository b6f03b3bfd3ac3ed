"""A game as the page wants it: plain JSON values, every position drawn out, so that the page needs to know no rules.

A board is 64 characters from a1 to h8: X black, O white, . empty. Squares are text. Position n is the one after n
moves, so there is one position more than there are moves.
"""

from typing import Any, Dict, List, Optional, Sequence

from engine.board import moves_to_text
from engine.coordinates import square_to_text
from engine.report import Report
from protocol.drawing import BLACK_MARK, EMPTY_MARK, WHITE_MARK
from protocol.game import COLOUR_NAMES, Game, describe_result, winner_of
from protocol.page.mistakes import Evaluation, carry_over, evaluation_of_end, evaluation_of_view, find_mistakes
from protocol.records.bot_view import describe_note, read_view
from protocol.records.record import Record

#: What a bot says about a move is shown up to this length.
NOTE_CHARACTERS = 400


def view_positions(moves: Sequence[int]) -> List[Dict[str, str]]:
    """Board and legal moves at the start and after each move."""
    game = Game()
    positions = [_view_position(game)]
    for move in moves:
        game.play(move)
        positions.append(_view_position(game))
    return positions


def _view_position(game: Game) -> Dict[str, str]:
    black, white = game.discs
    board = "".join(BLACK_MARK if black >> square & 1 else WHITE_MARK if white >> square & 1 else EMPTY_MARK
                    for square in range(64))
    return {"board": board, "legal": moves_to_text(game.legal)}


def view_game(names: Sequence[str], moves: Sequence[int], result: Optional[str] = None) -> Dict[str, Any]:
    """The part of a game that changes only when a move is made: who, what, how it ended."""
    game = Game(moves)
    return {
        "names": list(names),
        "moves": [square_to_text(move) for move in moves],
        "positions": view_positions(moves),
        "over": game.over,
        "mustPass": game.must_pass,
        "result": result if result is not None else describe_result(game) if game.over else None,
    }


def view_evaluations(moves: Sequence[int], evaluations: Sequence[Optional[Evaluation]]) -> Dict[str, Any]:
    """What the graph shows: an evaluation or null for each position, and the mistakes."""
    return {
        "evaluations": [None if evaluation is None else {
            "chance": round(evaluation.chance, 4), "discs": round(evaluation.discs, 2), "exact": evaluation.exact}
            for evaluation in carry_over(moves, evaluations)],
        "mistakes": [{
            "ply": mistake.ply, "best": None if mistake.best is None else square_to_text(mistake.best),
            "chance": round(mistake.chance, 4), "discs": round(mistake.discs, 2), "exact": mistake.exact,
            "blunder": mistake.blunder} for mistake in find_mistakes(moves, evaluations)],
    }


def view_report(report: Report) -> Dict[str, Any]:
    """A report, seen by the side to move."""
    return {
        "move": square_to_text(report.move), "chance": _chance(report.value), "discs": round(report.discs, 2),
        "exact": report.exact, "source": report.source, "simulations": report.simulations,
        "seconds": round(report.seconds, 2), "line": [square_to_text(move) for move in report.line],
        "candidates": [{
            "square": square_to_text(candidate.move), "visits": candidate.visits, "chance": _chance(candidate.value),
            "discs": round(candidate.discs, 2), "exact": candidate.exact} for candidate in report.candidates],
    }


def view_record(record: Record, evaluations: Optional[Sequence[Optional[Evaluation]]] = None) -> Dict[str, Any]:
    """A recorded game with everything that is known about it; evaluations come from its bots' notes unless given."""
    view = view_game(record.names, record.game.moves, record_result(record))
    view.update(view_evaluations(record.game.moves, evaluations or record_evaluations(record)))
    view.update(seconds=record_seconds(record), notes=record_notes(record), problems=list(record.problems),
                explanation=record.explanation)
    return view


def record_result(record: Record) -> Optional[str]:
    """How the recorded game ended, an error that decided it included; None if it did not end."""
    winner = None if record.scores is None else winner_of(record.scores)
    if record.error is not None and winner is not None:
        return "%s wins because of %s's %s" % (COLOUR_NAMES[winner].capitalize(), COLOUR_NAMES[1 - winner],
                                               record.error)
    return describe_result(record.game) if record.game.over else None


def record_seconds(record: Record) -> List[Optional[float]]:
    """How long each move took, as far as it was kept."""
    return [round(turn.answer.seconds, 3) or None for turn in record.turns if turn.move is not None]


def record_notes(record: Record) -> List[Optional[str]]:
    """What the bots said with each move."""
    return [None if turn.answer.debug is None else describe_note(turn.answer.debug)[:NOTE_CHARACTERS]
            for turn in record.turns if turn.move is not None]


def record_evaluations(record: Record) -> List[Optional[Evaluation]]:
    """What the bots' notes say about each position, and the result."""
    noted = [evaluation_of_view(read_view(turn.answer.debug), turn.colour)
             for turn in record.turns if turn.move is not None]
    return noted + [evaluation_of_end(record.game) if record.game.over else None]


def _chance(value: float) -> float:
    return round((value + 1.0) / 2.0, 4)
