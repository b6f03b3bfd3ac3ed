"""Who a person can play against: the engine in this very process, or any bot of the judge's.

An opponent is asked for a move in one thread and can be called off from another. After that it is spent, so nothing
that it still says can reach the game.
"""

from threading import Event
from time import perf_counter
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from engine.board import final_score, is_over, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.report import Candidate, Limit, Report
from engine.thinker import Thinker
from protocol.judging.botzone_player import BotzonePlayer
from protocol.game import Game
from protocol.judging.player import Player
from protocol.judging.bot_names import open_player
from protocol.judging.referee import find_error, move_of
from protocol.judging.rules import BOTZONE
from protocol.samples import SAMPLES, sample_command

#: The engine's name among the opponents; a sample bot has its own.
ENGINE = "bot"

#: A sample bot is told its time and keeps to it; only one that hangs is ended, after this much more.
PATIENCE_SECONDS = 20.0

#: Of what a failing bot wrote to stderr, so much of the last line is shown.
LAST_WORDS_CHARACTERS = 120

OnReport = Callable[[Report], None]


class CalledOff(Exception):
    """The answer is not wanted any more."""


class Choice(NamedTuple):
    """A legal move, and what there is to say about it."""

    move: int
    report: Optional[Report] = None


class Opponent:
    """Somebody who can be asked for moves until called off."""

    def choose(self, game: Game, seconds: float, on_report: OnReport) -> Choice:
        """A legal move or a forced pass; CalledOff, or ValueError if the bot fails."""
        raise NotImplementedError

    def call_off(self) -> None:
        """Ends whatever it does, now and for ever; any thread may say so, more than once."""
        raise NotImplementedError


class EngineOpponent(Opponent):
    """The engine. `make_thinker(clock)` makes what thinks; the clock is how it hears that it is called off."""

    def __init__(self, make_thinker: Optional[Callable[[Callable[[], float]], Any]] = None) -> None:
        self._called_off = Event()
        self._make_thinker = make_thinker or _make_engine
        self._thinker: Any = None

    def choose(self, game: Game, seconds: float, on_report: OnReport) -> Choice:
        report = self.assess(game.player, game.opponent, seconds, on_report)
        return Choice(report.move, report)

    def assess(self, player: int, opponent: int, seconds: float, on_report: OnReport) -> Report:
        """What the engine thinks of a position. Where nothing is to be chosen, it looks at what follows."""
        forced, player, opponent = follow_forced_moves(player, opponent)
        if is_over(player, opponent):
            score = final_score(player, opponent)
            ended = Report(PASS, float((score > 0) - (score < 0)), float(score), True, "forced", 0, 0.0)
            return _seen_before(forced, ended)
        if self._thinker is None:
            self._thinker = self._make_thinker(self._clock)

        def pass_on(report: Report) -> bool:
            on_report(_seen_before(forced, report))
            return False

        return _seen_before(forced, self._thinker.think(player, opponent, Limit(seconds=seconds), pass_on))

    def assess_moves(self, player: int, opponent: int, seconds: float, on_report: OnReport) -> Report:
        """The same; once the best move is proven, the rest of the time goes to the exact scores of the others."""
        deadline = self._clock() + seconds
        report = self.assess(player, opponent, seconds, on_report)
        others = [candidate for candidate in report.candidates if not candidate.exact] if report.exact else []
        for place, candidate in enumerate(others):
            share = (deadline - self._clock()) / (len(others) - place)
            if share <= 0:
                break
            reply = self.assess(*play_move(player, opponent, candidate.move), share, lambda report: None)
            known = candidate._replace(value=-reply.value, discs=-reply.discs, exact=reply.exact,
                                       visits=candidate.visits + reply.simulations)
            report = report._replace(candidates=tuple(
                known if other.move == known.move else other for other in report.candidates))
            on_report(report)
        return report

    def call_off(self) -> None:
        self._called_off.set()

    def _clock(self) -> float:
        if self._called_off.is_set():
            raise CalledOff
        return perf_counter()


def _make_engine(clock: Callable[[], float]) -> Thinker:
    """It has no book: the page shows what it thinks, move by move."""
    return Thinker(clock=clock)


class PlayerOpponent(Opponent):
    """A bot as the judge runs it, in a process of its own. It is asked for every turn, for a pass too: a process
    that is kept running counts them."""

    def __init__(self, player: Player, tells_limits: bool) -> None:
        self._player, self._tells_limits = player, tells_limits
        self._called_off = Event()
        player.start_game()

    def choose(self, game: Game, seconds: float, on_report: OnReport) -> Choice:
        if self._called_off.is_set():
            raise CalledOff
        rules = BOTZONE.with_limits(seconds if self._tells_limits else seconds + PATIENCE_SECONDS)
        answer = self._player.ask(game, rules._replace(tells_limits=self._tells_limits, memory_mb=None))
        if self._called_off.is_set():
            raise CalledOff
        error = find_error(game, answer)
        if error:
            last_words = self._player.errors.strip().split("\n")[-1]
            raise ValueError("%s gives up: %s %s" % (self._player.name, error, last_words[:LAST_WORDS_CHARACTERS]))
        return Choice(move_of(answer))

    def call_off(self) -> None:
        self._called_off.set()
        self._player.close()


class Opponents:
    """The opponents by name: the engine, the sample bots, and bots that the command line adds."""

    def __init__(self, more: Sequence[str] = (),
                 make_thinker: Optional[Callable[[Callable[[], float]], Any]] = None) -> None:
        """ValueError if one of the added bots does not exist."""
        self._make_thinker = make_thinker
        self.about: Dict[str, str] = {ENGINE: "the engine of bot.py, with a view into its thoughts"}
        self.about.update(SAMPLES)
        for spec in more:
            open_player(spec).close()
            self.about.setdefault(spec, "a bot of yours")

    def open(self, name: str, seconds: float) -> Opponent:
        """A new opponent of that name; KeyError if there is none."""
        if name not in self.about:
            raise KeyError(name)
        if name == ENGINE:
            return self.open_engine()
        if name in SAMPLES:
            command = sample_command(name) + ["--time-limit", "%g" % seconds]
            return PlayerOpponent(BotzonePlayer(name, command, text=False), tells_limits=False)
        return PlayerOpponent(open_player(name), tells_limits=True)

    def open_engine(self) -> EngineOpponent:
        """A new engine, for a game or for its analysis."""
        return EngineOpponent(self._make_thinker)


def follow_forced_moves(player: int, opponent: int) -> Tuple[List[int], int, int]:
    """The moves without a choice that come first, and the position after them."""
    forced: List[int] = []
    while not is_over(player, opponent):
        moves = list(iterate_squares(legal_moves(player, opponent)))
        if len(moves) > 1:
            break
        forced.append(moves[0] if moves else PASS)
        player, opponent = play_move(player, opponent, forced[-1])
    return forced, player, opponent


def _seen_before(forced: Sequence[int], report: Report) -> Report:
    """The report on a position as one on the position before the forced moves that lead to it."""
    if not forced:
        return report
    sign = -1.0 if len(forced) % 2 else 1.0
    value, discs = sign * report.value, sign * report.discs
    only = Candidate(forced[0], report.simulations, value, 1.0, discs, report.exact)
    line = tuple(forced) + (report.line if report.move != PASS or report.line else ())
    return report._replace(move=forced[0], value=value, discs=discs, source="forced", line=line, candidates=(only,))
