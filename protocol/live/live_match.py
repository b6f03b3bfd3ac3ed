"""One match on the platform: its bot, and the game as far as the platform has revealed it."""

from time import strftime
from typing import Any, Dict, List, NamedTuple, Optional

from engine.board import iterate_squares
from protocol.answering.botzone_bot_end import read_turn
from protocol.game import BLACK, COLOUR_NAMES, Game, Scores
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.player import CalledOff, Player
from protocol.judging.referee import JudgedGame, JudgedTurn, find_error, move_of
from protocol.judging.rules import Rules
from protocol.judging.verdicts import OK, short_objection
from protocol.live.local_ai_wire import MatchResult, encode_response
from protocol.records.record import make_archive_record

WON, DRAWN, LOST, ABORTED = "won", "drawn", "lost", "aborted"


class MatchLine(NamedTuple):
    """A match's row in the table."""

    match_id: str
    colour: str
    result: str
    discs: str
    moves: int
    slowest_seconds: float
    error: str  #: what went wrong on our side


class LiveMatch:
    """A match from its first request to its result."""

    def __init__(self, match_id: str, player: Player, rules: Rules, opponent: str = "opponent") -> None:
        self.match_id, self.opponent = match_id, opponent
        self.game = Game()
        self.colour: Optional[int] = None  #: ours, known from the first request on
        self.result: Optional[str] = None
        self.error = ""
        self.response: Optional[str] = None  #: an answer that the platform does not have yet
        self._scores: Optional[Scores] = None
        self._player, self._rules = player, rules
        self._turns: List[JudgedTurn] = []
        self._last_request, self._last_response = "", ""
        player.start_game()

    def take_request(self, request: str) -> None:
        """Thinks about the turn; then `response` holds the answer, or `error` says why there is none."""
        lines = iter([request + "\n"])
        try:
            turn = read_turn(lambda: next(lines, ""), self.game.moves)
            game = Game(turn.moves if turn else ())
        except ValueError as error:
            if request == self._last_request and self._last_response:
                self.response = self._last_response  # the platform did not get it, or asks twice
            else:
                self.error = "cannot follow the game: %s" % error
            return
        if turn is None:
            self.error = "an empty request"
            return
        self._last_request, self._last_response, self.response, self.error = request, "", None, ""
        self._go_on(game)
        self._answer(turn.style)

    def end(self, result: MatchResult) -> None:
        """Takes the platform's result."""
        if result.scores and len(result.scores) == 2:
            own, other = result.scores[result.slot], result.scores[1 - result.slot]
            self.colour = result.slot
            self.result = WON if own > other else LOST if own < other else DRAWN
            self._scores = (1, 1) if own == other else (2, 0) if (own > other) == (result.slot == BLACK) else (0, 2)
            self._add_last_move()
        else:
            self.result = ABORTED
        self.close()

    def break_off(self) -> None:
        """Ends it on our side."""
        if self.result is None:
            self.result = ABORTED
        self.close()

    def close(self) -> None:
        """Ends the bot's process."""
        self._player.call_off()

    def record(self) -> Dict[str, Any]:
        """The game in the platform's archive form; `aborted` if the platform did not reveal its end."""
        black, white = self._names()
        known = self.game.scores if self.game.over and self.game.scores == self._scores else None
        judged = JudgedGame((black, white), self.game, self._turns, known, None, ("", ""), self._rules.name)
        more: Dict[str, Any] = {"id": self.match_id, "ended": strftime("%Y-%m-%d %H:%M:%S"), "result": self.result}
        if self._scores is not None:
            more["scores"] = list(self._scores)
        return make_archive_record(judged, more)

    def line(self) -> MatchLine:
        """Its row in the table."""
        seconds = [turn.answer.seconds for turn in self._turns if turn.colour == self.colour]
        return MatchLine(self.match_id, "?" if self.colour is None else COLOUR_NAMES[self.colour], self.result or "?",
                         "%d-%d" % self.game.counts, len(self.game.moves), max(seconds or [0.0]), self.error)

    def _names(self) -> List[str]:
        names = [self._player.name, self.opponent]
        return names if self.colour in (None, BLACK) else names[::-1]

    def _go_on(self, game: Game) -> None:
        """Notes the moves of the request; a request with a whole history may replace the game."""
        if game.moves[:len(self._turns)] != [turn.move for turn in self._turns]:
            self._turns = []
        for ply in range(len(self._turns), len(game.moves)):
            self._turns.append(JudgedTurn(ply % 2, Answer(OK, encode_point(game.moves[ply])), game.moves[ply]))
        self.game, self.colour = game, game.colour

    def _answer(self, style: str) -> None:
        try:
            answer = self._player.ask(self.game, self._rules)
        except CalledOff:
            return
        error = find_error(self.game, answer)
        if error is not None:
            words = self._player.errors.strip().splitlines()
            self.error = " ".join([short_objection(error), *words[-1:]])[:200]
            return
        move = move_of(answer)
        self._turns.append(JudgedTurn(self.game.colour, answer, move))
        self.game.play(move)
        self.response = self._last_response = encode_response(move, style)

    def _add_last_move(self) -> None:
        """The platform does not reveal the opponent's last move. Adds it if only one leads to the result."""
        if self.game.over or self.colour is None or self.game.colour == self.colour:
            return
        endings = []
        for square in iterate_squares(self.game.legal):
            after = Game([*self.game.moves, square])
            if after.over and after.scores == self._scores:
                endings.append(square)
        if len(endings) == 1:
            self._go_on(Game([*self.game.moves, endings[0]]))
