"""A thinker's report as text: JSON for a judge's log, one line or a table for people.

The judge's log gets a JSON object on one line, readable for programs and people:

    {"move":"d3","value":0.12,"discs":2.5,"exact":false,"proven":false,"source":"search","simulations":20480,
     "seconds":5.4,"line":"d3c5f6","visits":{"d3":9000,"c4":400}}

`proven` means that the result is certain, `exact` that the disc difference is.

A move that was not found by a thinker has `fault` instead of the rest; `warning` may be there in either case.
"""

import json
from typing import Any, Dict, List, Optional

from engine.coordinates import square_to_text, squares_to_transcript
from engine.report import Candidate, Report

#: Candidates and moves of the principal line in the short forms.
_SHORT_CANDIDATES = 4
_SHORT_LINE_MOVES = 8


def report_note(report: Report) -> str:
    """The report for a judge's log."""
    return answer_note(report.move, report)


def answer_note(move: int, report: Optional[Report] = None, fault: str = "", warning: str = "") -> str:
    """The line for a judge's log that goes with a move."""
    note: Dict[str, Any] = {"move": square_to_text(move)}
    if report is not None:
        note.update(value=round(report.value, 3), discs=round(report.discs, 1), exact=report.exact,
                    proven=report.proven, source=report.source, simulations=report.simulations,
                    seconds=round(report.seconds, 2))
        if report.line:
            note["line"] = squares_to_transcript(report.line[:_SHORT_LINE_MOVES])
        if report.candidates:
            note["visits"] = {square_to_text(candidate.move): candidate.visits
                              for candidate in report.candidates[:_SHORT_CANDIDATES]}
    note.update((key, text) for key, text in (("fault", fault), ("warning", warning)) if text)
    return json.dumps(note, separators=(",", ":"))


def report_summary(report: Report) -> str:
    """One line: `d3 +0.12 (+2.5 discs) search 20480 sims 5.4s | d3 c5 f6 | d3 9000 c4 400`."""
    parts = ["%s %+.3f (%s discs) %s %d sims %.2fs" % (
        square_to_text(report.move), report.value, discs_text(report.discs, report.exact, report.proven), report.source,
        report.simulations, report.seconds)]
    if report.line:
        parts.append(" ".join(square_to_text(move) for move in report.line[:_SHORT_LINE_MOVES]))
    if report.candidates:
        parts.append(" ".join("%s %d" % (square_to_text(candidate.move), candidate.visits)
                              for candidate in report.candidates[:_SHORT_CANDIDATES]))
    return " | ".join(parts)


def report_table(report: Report) -> List[str]:
    """The whole report as lines: the decision, all candidates, best first, and the principal line."""
    lines = ["%s by %s: value %+.3f, discs %s, %d simulations in %.3f s" % (
        square_to_text(report.move), report.source, report.value, discs_text(report.discs, report.exact, report.proven),
        report.simulations, report.seconds)]
    if report.candidates:
        lines.append("  move   visits    value   prior   discs")
    lines.extend(_candidate_row(candidate) for candidate in report.candidates)
    if report.line:
        lines.append("  line " + " ".join(square_to_text(move) for move in report.line))
    return lines


def _candidate_row(candidate: Candidate) -> str:
    return "  %-4s %8d   %+.3f   %.3f   %s" % (
        square_to_text(candidate.move), candidate.visits, candidate.value, candidate.prior,
        discs_text(candidate.discs, candidate.exact, candidate.proven))


def discs_text(discs: float, exact: bool, proven: bool) -> str:
    """`=+6` if the discs are exact, `won +5.7` if only the winner is proven, `+5.7` for an estimate."""
    if exact:
        return "=%+d" % discs
    return ("won " if discs > 0 else "lost ") * proven + "%+.1f" % discs
