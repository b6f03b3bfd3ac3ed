"""The platform's log of a game: the judge's outputs and the players' answers, in turn.

    {"output": {"command", "content", "display"}, "verdict": "OK", "time": 0, "memory": 0}     the judge
    {"0": {"verdict": "OK", "response": {"x": 2, "y": 3}, "time": 9, "memory": 2}}             a player
    {"1": {"verdict": "TLE"}}                                                                  a player that failed

Rules that are kinder than the platform's leave no trace: a pass made for a player is logged like any other, an illegal
move that was asked again is not logged.
"""

from typing import Any, Dict, List, Optional, Sequence, Tuple

from engine.coordinates import PASS
from protocol.game import Game, winner_of
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.referee import JudgedTurn
from protocol.judging.verdicts import OK

Entry = Dict[str, Any]


def make_log(turns: Sequence[JudgedTurn], error: Optional[str], fewest_wins: bool = False) -> List[Entry]:
    """The log of a game; `error` is the objection to the last turn, if that ended the game."""
    game = Game(fewest_wins=fewest_wins)
    log = [_ruling("request", {"0": encode_point(PASS)}, "")]
    for turn in turns:
        if turn.move is not None:
            game.play(turn.move)
            log += [_entry_of(turn), _ruling_on_move(game, turn.move)]
        elif error is not None and turn is turns[-1]:
            content = {str(turn.colour): 0, str(1 - turn.colour): 2}
            log += [_entry_of(turn), _ruling("finish", dict(sorted(content.items())),
                                             {"err": error, "winner": 1 - turn.colour})]
    return log


def read_answer(entry: Any) -> Tuple[int, Answer]:
    """(player, answer) of a player's entry; ValueError if it is not one."""
    players = [key for key in ("0", "1") if isinstance(entry, dict) and isinstance(entry.get(key), dict)]
    if len(players) != 1:
        raise ValueError("not an answer: expected an entry of player 0 or 1")
    answer = entry[players[0]]
    if not isinstance(answer.get("verdict"), str):
        raise ValueError("the answer has no verdict")
    return int(players[0]), Answer(answer["verdict"], answer.get("response"), answer.get("debug"),
                                   seconds=_number(answer.get("time")) / 1000, memory_mb=_number(answer.get("memory")))


def _entry_of(turn: JudgedTurn) -> Entry:
    """A failure leaves only its verdict in the log, as on the platform."""
    answer = turn.answer
    entry: Entry = {"verdict": answer.verdict}
    if answer.verdict == OK:
        entry["response"] = answer.response
        if answer.debug is not None:
            entry["debug"] = answer.debug
        entry.update(time=round(answer.seconds * 1000), memory=round(answer.memory_mb))
    return {str(turn.colour): entry}


def _ruling_on_move(game: Game, move: int) -> Entry:
    point = encode_point(move)
    scores = game.scores
    if scores is None:
        return _ruling("request", {str(game.colour): point}, point)
    winner = winner_of(scores)
    display = point if winner is None else dict({"winner": winner}, **point)
    return _ruling("finish", {"0": scores[0], "1": scores[1]}, display)


def _ruling(command: str, content: Entry, display: Any) -> Entry:
    return {"output": {"command": command, "content": content, "display": display},
            "verdict": OK, "time": 0, "memory": 0}


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and abs(value) < 1e12 else 0.0
