"""The levels a person can play against: the engine, limited in time, depth and care.

A level has a limit on time and on simulations, which bounds how deep it looks. Then it errs on purpose: the value of
each move, in discs, gets an error drawn from a normal distribution. Above all levels is the engine itself, with the
time it is given.
"""

from random import Random
from time import perf_counter
from typing import Dict, NamedTuple, Optional

from engine.report import Report
from protocol.game import Game
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.engine_player import EnginePlayer, MakeAnalyst, make_engine
from protocol.judging.player import Player
from protocol.judging.rules import Rules
from protocol.judging.verdicts import OK


class Level(NamedTuple):
    """How well to play."""

    seconds: float  #: time limit for a move
    simulations: Optional[int]  #: limit on the search; 1 looks only at the moves themselves
    randomness: float  #: standard deviation of the error in a move's value, in discs
    about: str


#: From the weakest to the strongest. Short times also keep weak levels from solving the end of a game.
LEVELS: Dict[str, Level] = {
    "beginner": Level(0.02, 1, 150.0, "plays almost any move"),
    "novice": Level(0.02, 1, 26.0, "sees what is obvious, and often overlooks it"),
    "casual": Level(0.05, 8, 17.0, "knows about corners, seldom looks ahead"),
    "club": Level(0.1, 25, 10.0, "looks a little ahead, with lapses"),
    "strong": Level(0.2, 80, 5.0, "looks ahead, errs now and then"),
    "advanced": Level(0.4, 250, 2.0, "looks far ahead, rarely errs by much"),
    "expert": Level(0.6, 700, 0.7, "looks very far ahead, hardly errs"),
    "master": Level(1.0, None, 0.0, "the engine at a second a move"),
}


class LevelPlayer(Player):
    """The engine limited to a level. It keeps its thoughts to itself."""

    def __init__(self, name: str, level: Level, make_thinker: MakeAnalyst = make_engine,
                 random: Optional[Random] = None) -> None:
        super().__init__(name)
        self._level, self._random = level, random or Random()
        self._engine = EnginePlayer(name, make_thinker, level.simulations)

    def ask(self, game: Game, rules: Rules) -> Answer:
        start = perf_counter()
        report = self._engine.assess(game.player, game.opponent, self._level.seconds, lambda report: None)
        move = choose_move(report, self._level.randomness, self._random)
        seconds = perf_counter() - start
        return Answer(OK, encode_point(move), seconds=seconds, cpu_seconds=seconds)

    def close(self) -> None:
        self._engine.close()

    def call_off(self) -> None:
        self._engine.call_off()
        super().call_off()


def choose_move(report: Report, randomness: float, random: Random) -> int:
    """The move that seems best when every value has a random error of this size."""
    if not randomness or not report.candidates:
        return report.move
    return max(report.candidates, key=lambda candidate: candidate.discs + random.gauss(0.0, randomness)).move
