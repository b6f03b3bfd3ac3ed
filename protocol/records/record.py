"""A recorded game: checked by judging it again, and written in the platform's own forms.

The platform keeps a game as a log (`platform_log`). A downloaded match is an object with `players`, `logs`, `initdata`
and `status`; an archive has one object per line, with `log` instead of `logs`. `record_reader` reads these and all
other forms into a `Record`.

A log is checked by letting the referee judge the recorded answers again and comparing the two logs.
"""

import json
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from engine.board import final_score
from protocol.game import BLACK, COLOUR_NAMES, Game, Scores
from protocol.judging.answer import Answer
from protocol.judging.player import Player
from protocol.judging.referee import JudgedGame, JudgedTurn, Referee
from protocol.judging.rules import BOTZONE
from protocol.judging.verdicts import OK
from protocol.records.platform_log import make_log
from protocol.records.saved_turn import RecordedGame, explain_loss, failure_entry

FINISHED, ABORTED = "finished", "aborted"

#: The key that marks a game of reversed Reversi.
FEWEST_WINS = "fewest_wins"

#: The parts of one output of the judge; some forms keep only some of them.
_RULING_KEYS = ("command", "content", "display")


class Record(RecordedGame):
    """One game of a file, up to its first illegal move, and everything that is wrong with it."""

    def __init__(self, source: str, number: int, names: Sequence[str] = COLOUR_NAMES,
                 fewest_wins: bool = False) -> None:
        self.source, self.number = source, number
        self.names = tuple(names)  #: (black's, white's)
        self.game = Game(fewest_wins=fewest_wins)
        self.turns = []
        self.scores: Optional[Scores] = None  #: black's and white's, 0 to 2, once the game is decided
        self.perfect: Optional[Tuple[int, int]] = None  #: empties, and black's score under perfect play from there
        self.problems: List[str] = []

    @property
    def explanation(self) -> List[str]:
        """Why the game was lost by an error, line by line; empty if it was not lost that way."""
        return list(self.failure.explanation) if self.failure else explain_loss(self)

    def add_problem(self, why: str, ply: Optional[int] = None) -> None:
        """Notes a problem with its file, game and, if known, ply."""
        place = "" if ply is None else ", ply %d (%s)" % (ply, COLOUR_NAMES[(ply - 1) % 2])
        self.problems.append("%s: game %d%s: %s" % (self.source, self.number, place, why))

    def play_moves(self, moves: Iterable[int], passes_implied: bool) -> None:
        """Plays the moves until one is illegal; with `passes_implied`, forced passes may be missing."""
        for move in moves:
            before = len(self.game.moves)
            try:
                if passes_implied:
                    self.game.play_with_passes(move)
                else:
                    self.game.play(move)
            except ValueError as error:
                self.problems.append("%s: game %d, %s" % (self.source, self.number, error))
                break
            for ply in range(before, len(self.game.moves)):
                self.turns.append(JudgedTurn(ply % 2, Answer(OK), self.game.moves[ply]))
        self.scores = self.game.scores

    def judge_again(self, answers: Sequence[Tuple[int, Answer]], rulings: Sequence[Dict[str, Any]]) -> None:
        """Judges the (player, answer) pairs again; notes where the referee differs from the rulings."""
        referee = Referee([Player(name) for name in COLOUR_NAMES],
                          BOTZONE._replace(fewest_wins=self.game.fewest_wins))
        taken = 0
        for player, answer in answers:
            if referee.to_ask() is None:
                break
            if player != referee.game.colour:
                self.add_problem("an answer from player %d, expected player %d" % (player, referee.game.colour),
                                 len(referee.game.moves) + 1)
                break
            referee.take(answer)
            taken += 1
        self.game, self.turns, self.scores, self.error = referee.game, referee.turns, referee.scores, referee.error
        log = make_log(self.turns, self.error, self.game.fewest_wins)
        self._compare_rulings(rulings, [entry["output"] for entry in log[::2]])
        if self.scores and taken < len(answers):
            self.add_problem("answers after the end of the game: %d" % (len(answers) - taken), len(self.turns) + 1)

    def check_discs(self, black_discs: int) -> None:
        """Notes a problem if a finished game has another count for black; empty squares go to the winner."""
        if not self.game.over or self.problems:
            return
        score = final_score(self.game.player, self.game.opponent)
        counted = 32 + (score if self.game.colour == BLACK else -score) // 2
        if counted != black_discs:
            self.add_problem("black has %d discs at the end, but %d are recorded" % (counted, black_discs))

    def check_scores(self, scores: Sequence[object]) -> None:
        """Notes a problem unless these are the scores of black and white."""
        if self.scores and list(scores) != list(self.scores):
            self.add_problem("the scores are %d %d, but %s are recorded" % (self.scores + (_shown(list(scores)),)))

    def _compare_rulings(self, rulings: Sequence[Dict[str, Any]], expected: Sequence[Dict[str, Any]]) -> None:
        """Notes only the first difference: later ones are its consequences."""
        for ply, (ruling, said) in enumerate(zip(rulings, expected)):
            for key in _RULING_KEYS:
                if key in ruling and (ruling[key] or None) != (said[key] or None):
                    shown = key, _shown(ruling[key]), _shown(said[key])
                    self.add_problem("the judge's %s is %s, expected %s" % shown, ply or None)
                    return


def make_record(judged: JudgedGame) -> Dict[str, Any]:
    """The download form of a game."""
    return _record_of(judged, "name", "logs")


def make_archive_record(judged: JudgedGame, more: Dict[str, Any]) -> Dict[str, Any]:
    """The archive form of a game; `more` adds or replaces entries."""
    record = _record_of(judged, "bot", "log")
    record.update(scores=list(judged.scores or ()))
    record.update(more)
    return record


def _record_of(judged: JudgedGame, name_key: str, log_key: str) -> Dict[str, Any]:
    record: Dict[str, Any] = {
        "players": [{name_key: name} for name in judged.names],
        log_key: make_log(judged.turns, judged.error, judged.game.fewest_wins),
        "initdata": "",
        "status": FINISHED if judged.scores else ABORTED,
        **failure_entry(judged),
    }
    if judged.game.fewest_wins:
        record[FEWEST_WINS] = True  # the platform knows no reversed game
    return record


def record_line(record: Dict[str, Any]) -> str:
    """The record as one line of JSON."""
    return json.dumps(record, separators=(",", ":")) + "\n"


def save_record(path: str, judged: JudgedGame) -> None:
    """Writes the game in its download form; OSError if it cannot be written."""
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(record_line(make_record(judged)))


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."
