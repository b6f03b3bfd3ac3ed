"""The engine inside this process, as a player and as an analyst."""

from threading import Lock
from time import perf_counter
from typing import Callable, List, Optional, Sequence, Tuple

from engine.board import final_score, is_over, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.report import Candidate, Limit, Report
from engine.seams import MoveThinker
from engine.thinker import Thinker
from protocol.answering.report_text import report_note
from protocol.game import Game
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.player import Player
from protocol.judging.rules import Rules
from protocol.judging.verdicts import OK

#: Largest tree of an engine here, and how many engines keep one: together a few hundred megabytes.
TREE_NODES, TREES_AT_ONCE = 20000, 4

OnReport = Callable[[Report], None]
#: Makes a thinker from a clock, which raises CalledOff when the answer is no longer wanted.
MakeAnalyst = Callable[[Callable[[], float]], MoveThinker]


def make_engine(clock: Callable[[], float]) -> Thinker:
    """The thinker of bot.py without its book: people here want to see it think, move by move."""
    return Thinker(clock=clock, node_limit=TREE_NODES)


class Memory:
    """Limits how many engines keep their trees: the one idle for longest loses its tree first."""

    def __init__(self, engines_at_once: int) -> None:
        self._engines_at_once = engines_at_once
        self._engines: "List[EnginePlayer]" = []  # the most recent thinker comes last
        self._lock = Lock()

    def begin(self, engine: "EnginePlayer") -> None:
        """Notes that the engine is about to think."""
        with self._lock:
            self._engines = [other for other in self._engines if other is not engine and other.remembers] + [engine]
            for other in [other for other in self._engines if not other.thinking]:
                if len(self._engines) > self._engines_at_once and other is not engine:
                    self._engines.remove(other)
                    other.close()


class EnginePlayer(Player):
    """The engine. `on_report` gets every report on the way to a move, including the last."""

    def __init__(self, name: str, make_thinker: MakeAnalyst = make_engine, simulations: Optional[int] = None,
                 memory: Optional[Memory] = None) -> None:
        """`simulations` limits each search, in addition to its time."""
        super().__init__(name)
        self.thinking = False
        self._simulations = simulations
        self._memory = memory or _MEMORY
        self.on_report: OnReport = lambda report: None
        self._make_thinker = make_thinker
        self._thinker: Optional[MoveThinker] = None

    def ask(self, game: Game, rules: Rules) -> Answer:
        start = perf_counter()
        report = self.assess(game.player, game.opponent, rules.turn_seconds, self.on_report)
        self.on_report(report)
        seconds = perf_counter() - start
        return Answer(OK, encode_point(report.move), report_note(report), seconds=seconds, cpu_seconds=seconds)

    def assess(self, player: int, opponent: int, seconds: float, on_report: OnReport) -> Report:
        """The engine's opinion of a position. If there is only one move, it looks at what follows."""
        forced, player, opponent = follow_forced_moves(player, opponent)
        if is_over(player, opponent):
            score = final_score(player, opponent)
            ended = Report(PASS, float((score > 0) - (score < 0)), float(score), True, "forced", 0, 0.0, proven=True)
            return _seen_before(forced, ended)

        def pass_on(report: Report) -> bool:
            on_report(_seen_before(forced, report))
            return False

        self.thinking = True
        try:
            self._memory.begin(self)
            thinker = self._thinker = self._thinker or self._make_thinker(self._clock)
            return _seen_before(forced, thinker.think(player, opponent, Limit(seconds, self._simulations), pass_on))
        finally:
            self.thinking = False

    def assess_moves(self, player: int, opponent: int, seconds: float, on_report: OnReport) -> Report:
        """Like `assess`; once the best move is proven, the remaining time goes to exact scores of the others."""
        deadline = self._clock() + seconds
        report = self.assess(player, opponent, seconds, on_report)
        others = [candidate for candidate in report.candidates if not candidate.exact] if report.exact else []
        for place, candidate in enumerate(others):
            share = (deadline - self._clock()) / (len(others) - place)
            if share <= 0:
                break
            reply = self.assess(*play_move(player, opponent, candidate.move), share, lambda report: None)
            known = candidate._replace(value=-reply.value, discs=-reply.discs, exact=reply.exact, proven=reply.proven,
                                       visits=candidate.visits + reply.simulations)
            report = report._replace(candidates=tuple(
                known if other.move == known.move else other for other in report.candidates))
            on_report(report)
        return report

    @property
    def remembers(self) -> bool:
        """True if it keeps a tree."""
        return self._thinker is not None or self.thinking

    def close(self) -> None:
        self._thinker = None

    def _clock(self) -> float:
        self.check_wanted()
        return perf_counter()


#: Shared by all engines that are given no other.
_MEMORY = Memory(TREES_AT_ONCE)


def follow_forced_moves(player: int, opponent: int) -> Tuple[List[int], int, int]:
    """The forced moves that come first, and the position after them."""
    forced: List[int] = []
    while not is_over(player, opponent):
        moves = list(iterate_squares(legal_moves(player, opponent)))
        if len(moves) > 1:
            break
        forced.append(moves[0] if moves else PASS)
        player, opponent = play_move(player, opponent, forced[-1])
    return forced, player, opponent


def _seen_before(forced: Sequence[int], report: Report) -> Report:
    """Turns a report on a position into one on the position before the forced moves that lead to it."""
    if not forced:
        return report
    sign = -1.0 if len(forced) % 2 else 1.0
    value, discs = sign * report.value, sign * report.discs
    only = Candidate(forced[0], report.simulations, value, 1.0, discs, report.exact, report.proven)
    line = tuple(forced) + (report.line if report.move != PASS or report.line else ())
    return report._replace(move=forced[0], value=value, discs=discs, source="forced", line=line, candidates=(only,))
