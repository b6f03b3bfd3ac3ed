"""Judges a game between two players turn by turn. Every game is driven by this one step, whoever plays or watches.

    player = referee.to_ask()         makes a forced pass first if the rules do not ask for it
    answer = player.ask(referee.game, referee.rules)
    turn = referee.take(answer)       the ruling on it; a legal move is on the board

Only a real move can end a game, and one error loses it unless the rules give another chance. A player whose platform
has its own rules is judged by those. If either plays reversed Reversi, so do both.
"""

from typing import Callable, List, NamedTuple, Optional, Sequence, Tuple

from engine.coordinates import PASS
from protocol.game import Game, Scores, won_by
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import encode_point, move_of_point, read_move
from protocol.judging.player import Player
from protocol.judging.rules import BOTZONE, Rules
from protocol.judging.verdicts import INVALID_MOVE, OK, WRONG_PASS, objection_to


class JudgedTurn(NamedTuple):
    """An answer and the ruling on it."""

    colour: int
    answer: Answer
    move: Optional[int]  #: None if the answer was wrong
    error: Optional[str] = None  #: the judge's objection


class JudgedGame(NamedTuple):
    """A game and everything known about it."""

    names: Tuple[str, str]
    game: Game
    turns: List[JudgedTurn]  #: including rejected answers that were asked again, and moves made for the players
    scores: Optional[Scores]  #: None if the game was broken off
    error: Optional[str]  #: the objection that ended it; None if it was played to its end
    stderr: Tuple[str, str]  #: the end of each bot's stderr
    rules: str


OnTurn = Callable[["Referee", JudgedTurn], None]


class Referee:
    """A game in progress: `play` plays it to its end, `result` works at any moment."""

    def __init__(self, players: Sequence[Player], rules: Rules, opening: Sequence[int] = (),
                 new_game: Callable[[], Game] = Game) -> None:
        """Plays the opening for the players, including forced passes; ValueError if it is illegal.

        `new_game` makes the game without moves: it may begin in an unusual position.
        """
        self.players, self.rules, self._new_game = players, rules, new_game
        self.game = new_game()
        self.game.fewest_wins = any(self.rules_for(player).fewest_wins for player in players)
        self.turns: List[JudgedTurn] = []
        self.scores: Optional[Scores] = None
        self.error: Optional[str] = None
        self._refused = 0  # consecutive answers that were asked again
        for move in opening:
            if move != PASS and self.game.must_pass:
                self._play_unasked(PASS)
            self._play_unasked(move)

    def rules_for(self, player: Player) -> Rules:
        """The rules that apply to one of the players."""
        return player.platform or self.rules

    def to_ask(self) -> Optional[Player]:
        """The player to ask now; None when the game is decided."""
        if self.scores is not None:
            return None
        player = self.players[self.game.colour]
        if self.game.must_pass and not self.rules_for(player).asks_for_passes:
            self._play_unasked(PASS)
        return self.players[self.game.colour]

    def take(self, answer: Answer) -> JudgedTurn:
        """Judges the answer of the side to move: plays the move, ends the game, or lets the turn be asked again."""
        colour = self.game.colour
        error = find_error(self.game, answer)
        turn = JudgedTurn(colour, answer, None if error else move_of(answer), error)
        self.turns.append(turn)
        if turn.move is not None:
            self._advance(turn.move)
        elif answer.verdict == OK and self._refused < self.rules_for(self.players[colour]).illegal_moves_allowed:
            self._refused += 1
        else:
            self.error, self.scores = error, won_by(1 - colour)
        return turn

    def play(self, on_turn: Optional[OnTurn] = None) -> JudgedGame:
        """Asks the players in turn until the game is decided; `on_turn` is called after every answer."""
        for player in self.players:
            player.start_game()
        while True:
            asked = self.to_ask()
            if asked is None:
                break
            turn = self.take(asked.ask(self.game, self.rules))
            if on_turn:
                on_turn(self, turn)
        for player in self.players:
            player.end_game()
        return self.result()

    def taken_back(self, turns: int) -> "Referee":
        """The game as it was after this many turns, for rules under which no answer is asked again."""
        earlier = Referee(self.players, self.rules, (), self._new_game)
        for turn in self.turns[:turns]:
            earlier.take(turn.answer)
        return earlier

    def result(self) -> JudgedGame:
        """The game so far."""
        black, white = self.players
        return JudgedGame((black.name, white.name), self.game, self.turns, self.scores, self.error,
                          (black.errors, white.errors), self.rules.name)

    def _play_unasked(self, move: int) -> None:
        self.turns.append(JudgedTurn(self.game.colour, Answer(OK, encode_point(move)), move))
        self._advance(move)

    def _advance(self, move: int) -> None:
        self.game.play(move)
        self.scores = self.game.scores
        self._refused = 0


def judge_game(players: Sequence[Player], rules: Rules = BOTZONE, opening: Sequence[int] = (),
               on_turn: Optional[OnTurn] = None) -> JudgedGame:
    """Plays one game, black first; the players stay open for the next one."""
    return Referee(players, rules, opening).play(on_turn)


def move_of(answer: Answer) -> int:
    """The move of an answer without an error."""
    return move_of_point(read_move(answer.response) or (-1, -1))


def find_error(game: Game, answer: Answer) -> Optional[str]:
    """The judge's objection to an answer; None if it is right. x alone decides whether it is a pass."""
    point = read_move(answer.response)
    if answer.verdict != OK or point is None:
        return objection_to(answer.verdict)
    x, y = point
    if x == -1:
        return WRONG_PASS if game.legal else None
    if not (0 <= x < 8 and 0 <= y < 8) or not game.legal >> (8 * y + x) & 1:
        return INVALID_MOVE
    return None
