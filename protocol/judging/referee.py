"""Plays one game between two players as the platform does, and keeps the platform's own log of it.

Every turn is asked for, passes too; only a real move can end the game; one error loses. Rules that are kinder than
the platform's leave no trace in the log: a pass that goes without saying is there like any other, an illegal move
that was asked again is not.
"""

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from engine.coordinates import PASS
from protocol.game import Game
from protocol.judging.player import Answer, Player
from protocol.judging.rules import BOTZONE, Rules
from protocol.judging.botzone_judge_end import encode_point, read_move

INVALID_MOVE = "INVALID_MOVE"
WRONG_PASS = "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN"
INVALID_INPUT = "INVALID_INPUT_VERDICT_"


class Turn(NamedTuple):
    """One answer, right or wrong."""

    colour: int
    answer: Answer
    move: Optional[int]  #: None if it lost the game or was asked again
    error: Optional[str] = None  #: what the judge says against it


class JudgedGame(NamedTuple):
    """A game and everything that is known about it."""

    names: Tuple[str, str]
    log: List[Dict[str, Any]]  #: the platform's: judge, answer, judge, answer, ..., judge
    scores: Optional[Tuple[int, int]]  #: black's and white's, 0 to 2; None if it was broken off
    game: Game
    error: Optional[str]  #: why it was lost, if it was not played to its end
    turns: List[Turn]  #: the answers of the bots, illegal ones that were asked again included
    stderr: Tuple[str, str]  #: the end of what each bot wrote there
    rules: str = BOTZONE.name


OnTurn = Callable[["Referee", Turn], None]


class Referee:
    """A game in progress: `play` plays it to its end, `result` is what is known at any moment."""

    def __init__(self, players: Sequence[Player], rules: Rules, opening: Sequence[int] = ()) -> None:
        """The opening's moves are played for the bots, forced passes included; ValueError if they are illegal."""
        self.players, self.rules = players, rules
        self.game = Game()
        self.log: List[Dict[str, Any]] = []
        self.turns: List[Turn] = []
        self.scores: Optional[Tuple[int, int]] = None
        self.error: Optional[str] = None
        self._say("request", {"0": encode_point(PASS)}, "")
        for move in opening:
            if move != PASS and self.game.must_pass:
                self._play_unasked(PASS)
            self._play_unasked(move)

    def play(self, on_turn: Optional[OnTurn] = None) -> JudgedGame:
        """Asks the players in turn until the game is over or lost; `on_turn` is called after every answer."""
        for player in self.players:
            player.start_game()
        while self.scores is None:
            if self.game.must_pass and not self.rules.asks_for_passes:
                self._play_unasked(PASS)
            else:
                self._play_turn(on_turn)
        for player in self.players:
            player.end_game()
        return self.result()

    def result(self) -> JudgedGame:
        """The game as far as it was played."""
        black, white = self.players
        return JudgedGame((black.name, white.name), self.log, self.scores, self.game, self.error, self.turns,
                          (black.errors, white.errors), self.rules.name)

    def _play_turn(self, on_turn: Optional[OnTurn]) -> None:
        """One turn, with the second and third chance that some rules give."""
        colour = self.game.colour
        player = self.players[colour]
        answer = player.ask(self.game, self.rules)
        for attempt in range(self.rules.illegal_moves_allowed + 1):
            error = find_error(self.game, answer)
            last = error is None or answer.verdict != "OK" or attempt == self.rules.illegal_moves_allowed
            turn = Turn(colour, answer, None if error else move_of(answer), error)
            self.turns.append(turn)
            if last:
                self._log_answer(colour, answer)
                self._conclude(colour, error) if turn.move is None else self._advance(turn.move)
            if on_turn:
                on_turn(self, turn)
            if last:
                return
            answer = player.ask_again(self.game, self.rules)

    def _play_unasked(self, move: int) -> None:
        self._log_answer(self.game.colour, Answer("OK", encode_point(move)))
        self._advance(move)

    def _advance(self, move: int) -> None:
        self.game.play(move)
        point = encode_point(move)
        if not self.game.over:
            self._say("request", {str(self.game.colour): point}, point)
            return
        black, white = self.game.counts
        self.scores = (2, 0) if black > white else (0, 2) if black < white else (1, 1)
        display = point if black == white else dict({"winner": int(white > black)}, **point)
        self._say("finish", {"0": self.scores[0], "1": self.scores[1]}, display)

    def _conclude(self, loser: int, error: Optional[str]) -> None:
        self.error = error
        self.scores = (0, 2) if loser == 0 else (2, 0)
        self._say("finish", {"0": self.scores[0], "1": self.scores[1]}, {"err": error, "winner": 1 - loser})

    def _say(self, command: str, content: Dict[str, Any], display: Any) -> None:
        output = {"command": command, "content": content, "display": display}
        self.log.append({"output": output, "verdict": "OK", "time": 0, "memory": 0})

    def _log_answer(self, colour: int, answer: Answer) -> None:
        """A failure leaves its verdict alone in the log, as on the platform."""
        entry: Dict[str, Any] = {"verdict": answer.verdict}
        if answer.verdict == "OK":
            entry["response"] = answer.response
            if answer.debug is not None:
                entry["debug"] = answer.debug
            entry.update(time=round(answer.seconds * 1000), memory=round(answer.memory_mb))
        self.log.append({str(colour): entry})


def judge_game(players: Sequence[Player], rules: Rules = BOTZONE, opening: Sequence[int] = (),
               on_turn: Optional[OnTurn] = None) -> JudgedGame:
    """Plays one game, black first; the players stay open for the next one."""
    return Referee(players, rules, opening).play(on_turn)


def move_of(answer: Answer) -> int:
    """The move of an answer without an error."""
    x, y = read_move(answer.response) or (-1, -1)
    return PASS if x == -1 else 8 * y + x


def find_error(game: Game, answer: Answer) -> Optional[str]:
    """What the judge says against an answer; None if it is right. x alone tells a pass."""
    point = read_move(answer.response)
    if answer.verdict != "OK" or point is None:
        return INVALID_INPUT + answer.verdict
    x, y = point
    if x == -1:
        return WRONG_PASS if game.legal else None
    if not (0 <= x < 8 and 0 <= y < 8) or not game.legal >> (8 * y + x) & 1:
        return INVALID_MOVE
    return None
