"""The platform's words for an answer: its verdict on the process, and its Reversi judge's objection to the move."""

from typing import Optional

#: The process: fine, out of time, out of memory, crashed, not JSON, too much output.
OK, TLE, MLE, RE, NJ, OLE = "OK", "TLE", "MLE", "RE", "NJ", "OLE"

#: The move: illegal, or a pass although there is a legal move.
INVALID_MOVE = "INVALID_MOVE"
WRONG_PASS = "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN"

#: A verdict as an objection; with OK it means JSON in which x and y are not whole numbers.
_INVALID_INPUT = "INVALID_INPUT_VERDICT_"


def objection_to(verdict: str) -> str:
    """The Reversi judge's objection to a process with that verdict."""
    return _INVALID_INPUT + verdict


def verdict_in(objection: object) -> Optional[str]:
    """The verdict inside an objection; None if it is about a move."""
    if isinstance(objection, str) and objection.startswith(_INVALID_INPUT):
        return objection[len(_INVALID_INPUT):]
    return None


def short_objection(objection: str) -> str:
    """The objection in short: TLE for INVALID_INPUT_VERDICT_TLE."""
    return "WRONG_PASS" if objection == WRONG_PASS else verdict_in(objection) or objection
