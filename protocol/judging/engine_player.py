"""The engine in this very process, as a player and as an analyst."""

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

OnReport = Callable[[Report], None]
#: From a clock to what thinks; the clock raises CalledOff when the thought is not wanted any more.
MakeAnalyst = Callable[[Callable[[], float]], MoveThinker]


def make_engine(clock: Callable[[], float]) -> Thinker:
    """The thinker of bot.py without its book: whoever asks here wants to see what it thinks, move by move."""
    return Thinker(clock=clock)


class EnginePlayer(Player):
    """The engine. `on_report` is handed every report on the way to a move, the last one included."""

    def __init__(self, name: str, make_thinker: MakeAnalyst = make_engine) -> None:
        super().__init__(name)
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

    def close(self) -> None:
        self._thinker = None

    def _clock(self) -> float:
        self.check_wanted()
        return perf_counter()


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
