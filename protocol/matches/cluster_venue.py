"""Games on other machines, through any executor in the style of `concurrent.futures`.

Each worker uses this project's judge and sandbox, so times are measured where the bot runs. It must have the same
version of the project; the bots are sent to it (`travelling_bots`).
"""

import hashlib
import sys
import threading
from concurrent.futures import Executor
from pickle import dumps
from time import monotonic
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from engine.cluster.assignments import Shared, is_wanted
from engine.cluster.project import UnfitWorkerError, check_project, project_digest, worker_name
from protocol.judging.bot_names import open_player
from protocol.judging.player import Player
from protocol.judging.referee import JudgedGame, JudgedTurn, Referee, judge_game
from protocol.judging.rules import Rules
from protocol.matches.calibration import (
    CALIBRATION_AGE_SECONDS,
    Calibration,
    WorkerNote,
    calibrate,
    describe_workers,
)
from protocol.matches.executors import MatchStoppedError, PlayedGame, Venue
from protocol.matches.schedule import Fixture
from protocol.matches.travelling_bots import TravellingBot, pack_bot, unpack_bot


class Luggage(NamedTuple):
    """What a worker needs to know about a match."""

    bots: Tuple[TravellingBot, ...]
    names: Tuple[str, ...]
    rules: Rules
    python: Optional[str]  #: the interpreter for .py files and samples; None: the worker's own
    project: str  #: `project_digest` of the project that started the match


class ClusterVenue(Venue):
    """An executor with workers on other machines."""

    def __init__(self, executor: Executor, specs: Sequence[str], names: Sequence[str], rules: Rules,
                 python: str = sys.executable, activity: Callable[[], str] = lambda: "",
                 place: str = "on a cluster") -> None:
        """ValueError if a bot cannot travel."""
        luggage = Luggage(tuple(map(pack_bot, specs)), tuple(names), rules,
                          None if python == sys.executable else python, project_digest())
        self.executor = executor
        self.play = play_fixture
        self.shared = (Shared(luggage, hashlib.sha256(dumps(luggage)).hexdigest()),)
        self._activity, self._place = activity, place
        self._notes: List[WorkerNote] = []

    def take(self, played: PlayedGame) -> JudgedGame:
        if played.note is not None:
            self._notes.append(played.note)
        return super().take(played)

    def describe(self) -> str:
        return self._place

    def activity(self) -> str:
        return self._activity()

    def remarks(self) -> List[str]:
        lost = ["%d times a game was lost with its worker and restarted" % self.losses]
        return describe_workers(self._notes) + (lost if self.losses else [])


def play_fixture(shared: Shared, fixture: Fixture) -> PlayedGame:
    """Plays a game on this machine; UnfitWorkerError if this machine cannot."""
    luggage: Luggage = shared.value
    check_project(luggage.project)
    try:
        calibration = _recent_calibration(luggage.python or sys.executable)
        players = [_open_bot(luggage, bot, shared.key) for bot in fixture.bots]
    except (ValueError, OSError) as error:
        raise UnfitWorkerError("worker %s: %s" % (worker_name(), error)) from None
    try:
        judged = judge_game(players, luggage.rules, fixture.opening, _check_wanted)
    finally:
        for player in players:
            player.close()
    return PlayedGame(judged, WorkerNote(worker_name(), calibration))


def _check_wanted(referee: Referee, turn: JudgedTurn) -> None:
    if not is_wanted():
        raise MatchStoppedError


#: The players of each thread for its current match; kept between games because they have detected their bots' format.
_own = threading.local()


def _open_bot(luggage: Luggage, bot: int, match: str) -> Player:
    if getattr(_own, "match", None) != match:
        _own.match, _own.players = match, {}
    players: Dict[int, Player] = _own.players
    if bot not in players:
        players[bot] = open_player(unpack_bot(luggage.bots[bot]), luggage.python or sys.executable, luggage.names[bot])
    return players[bot]


_calibrations: Dict[str, Tuple[float, Calibration]] = {}
_calibrating = threading.Lock()


def _recent_calibration(python: str) -> Calibration:
    """The current calibration of this machine; one at a time, because they would slow each other down."""
    with _calibrating:
        if python not in _calibrations or monotonic() - _calibrations[python][0] > CALIBRATION_AGE_SECONDS:
            _calibrations[python] = monotonic(), calibrate(python)
        return _calibrations[python][1]
