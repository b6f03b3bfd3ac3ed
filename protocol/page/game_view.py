"""A game for the page: plain JSON values, with every position drawn out, so that the page needs no rules.

A board is 64 characters from a1 to h8: X black, O white, . empty. Squares are text. Position n is the one after n
moves, so there is one more position than there are moves. The page speaks several languages, so it gets values, not
sentences. A result counts empty squares for the winner, as evaluations do.
"""

import os
from typing import Any, Dict, List, Optional, Sequence, Tuple

from engine.board import final_score, moves_to_text
from engine.coordinates import square_to_text
from engine.report import Report
from protocol.drawing import BLACK_MARK, EMPTY_MARK, WHITE_MARK
from protocol.game import BLACK, Game, winner_of
from protocol.judging.verdicts import short_objection
from protocol.page.mistakes import Evaluation, carry_over, evaluation_of_end, evaluation_of_view, find_mistakes
from protocol.page.opening_names import name_opening
from protocol.page.set_up import USUAL_START, Start
from protocol.records.bot_view import describe_note, read_view
from protocol.records.record import Record

#: A longer note of a bot is cut.
NOTE_CHARACTERS = 400


def view_positions(moves: Sequence[int], start: Start = USUAL_START) -> List[Dict[str, str]]:
    """Board and legal moves at the start and after each move."""
    game = start.game()
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


def view_game(names: Sequence[str], moves: Sequence[int], result: Optional[Dict[str, Any]] = None,
              start: Start = USUAL_START) -> Dict[str, Any]:
    """The part of a game that changes only with a move: players, moves, result."""
    game = start.game(moves)
    return {
        "names": list(names),
        "moves": [square_to_text(move) for move in moves],
        "positions": view_positions(moves, start),
        "first": start.colour,
        "setUp": start != USUAL_START,
        "openings": [] if start != USUAL_START else view_openings(moves),
        "over": game.over,
        "mustPass": game.must_pass,
        "result": result if result is not None else view_result(game) if game.over else None,
    }


def view_openings(moves: Sequence[int]) -> List[Dict[str, Any]]:
    """The openings that a game goes through: from which position on, and the name in each language."""
    names = name_opening(moves)
    return [{"ply": ply, "en": name.en, "zh": name.zh} for ply, name in enumerate(names)
            if name is not None and name != names[ply - 1]]


def view_result(game: Game, winner: Optional[int] = None, reason: str = "score", error: str = "") -> Dict[str, Any]:
    """How a game ended: by its score, by a resignation, or by an error that lost it."""
    counts = final_counts(game)
    if reason == "score":
        winner = None if game.scores is None else winner_of(game.scores)
    return {"reason": reason, "winner": winner, "counts": list(counts), "error": error,
            "empties": 64 - sum(game.counts)}


def final_counts(game: Game) -> Tuple[int, int]:
    """(black's, white's) discs, empty squares given to the winner once the game is over."""
    if not game.over:
        return game.counts
    score = final_score(game.player, game.opponent) * (1 if game.colour == BLACK else -1)
    return 32 + score // 2, 32 - score // 2


def view_evaluations(moves: Sequence[int], evaluations: Sequence[Optional[Evaluation]],
                     first: int = BLACK) -> Dict[str, Any]:
    """For the graph: an evaluation or null for each position, and the mistakes. `first` is who moved first."""
    return {
        "evaluations": [None if evaluation is None else {
            "chance": round(evaluation.chance, 4), "discs": round(evaluation.discs, 2), "exact": evaluation.exact,
            "line": _line(evaluation.line)} for evaluation in carry_over(moves, evaluations)],
        "mistakes": [{
            "ply": mistake.ply, "best": None if mistake.best is None else square_to_text(mistake.best),
            "chance": round(mistake.chance, 4), "discs": round(mistake.discs, 2), "exact": mistake.exact,
            "blunder": mistake.blunder, "line": _line(mistake.line)}
            for mistake in find_mistakes(moves, evaluations, first)],
    }


def _line(moves: Sequence[int]) -> List[str]:
    return [square_to_text(move) for move in moves]


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
    view = view_game(record.names, record.game.moves, record_view_result(record))
    view.update(view_evaluations(record.game.moves, evaluations or record_evaluations(record)))
    view.update(seconds=record_seconds(record), notes=record_notes(record), problems=record_problems(record),
                explanation=record.explanation)
    return view


def record_problems(record: Record) -> List[str]:
    """The record's problems, its file named without folders."""
    name = os.path.basename(record.source.replace("\\", "/"))
    return [problem.replace(record.source, name) if record.source else problem for problem in record.problems]


def record_view_result(record: Record) -> Optional[Dict[str, Any]]:
    """How the recorded game ended; None if it did not end."""
    winner = None if record.scores is None else winner_of(record.scores)
    if record.error is not None and winner is not None:
        return view_result(record.game, winner, "error", short_objection(record.error))
    return view_result(record.game) if record.game.over else None


def record_seconds(record: Record) -> List[Optional[float]]:
    """Seconds of each move, None where not recorded."""
    return [round(turn.answer.seconds, 3) or None for turn in record.turns if turn.move is not None]


def record_notes(record: Record) -> List[Optional[str]]:
    """The bots' notes on each move."""
    return [None if turn.answer.debug is None else describe_note(turn.answer.debug)[:NOTE_CHARACTERS]
            for turn in record.turns if turn.move is not None]


def record_evaluations(record: Record) -> List[Optional[Evaluation]]:
    """Evaluations from the bots' notes for each position, and the result for the last."""
    noted = [evaluation_of_view(read_view(turn.answer.debug), turn.colour)
             for turn in record.turns if turn.move is not None]
    return noted + [evaluation_of_end(record.game) if record.game.over else None]


def _chance(value: float) -> float:
    return round((value + 1.0) / 2.0, 4)
