"""The bot as a GTP engine for Othello: `python3 bot.py --gtp` under a GUI such as Quarry, or against other engines.

GTP works line by line: a command with an optional number in front, then a reply `=number text` or, for an error,
`?number text`, and an empty line. Passes in Reversi are forced, so controllers treat them in different ways: a pass may
be played, or left out (one colour moves twice in a row), or played after it was already implied.
"""

import gc
from time import perf_counter
from typing import Callable, Dict, List, Optional, TextIO

from engine.board import count_discs, final_score
from engine.clock import TurnClock, turn_share
from engine.coordinates import PASS, square_from_text, square_to_text
from engine.report import Limit
from engine.seams import MoveThinker
from protocol.answering.decision import Outcome
from protocol.answering.guarded_turn import GuardedThinker
from protocol.answering.report_text import report_table
from protocol.drawing import BLACK_MARK, WHITE_MARK, draw_board
from protocol.game import COLOUR_NAMES, Game

GTP_NAME = "Reversi bot"
GTP_VERSION = "1.0"
GTP_GAME = "Othello"

#: The limit for a move if the controller has set no time.
UNTIMED_MOVE_SECONDS = 5.0


class GtpRefusal(Exception):
    """Becomes an error reply."""


class SideClock:
    """One side's time by GTP's rules: main time for the rest of the game, then periods for a number of moves each."""

    def __init__(self, main_seconds: float, period_seconds: float, period_moves: int) -> None:
        self._period = (period_seconds, period_moves)
        #: Main time if `moves` is 0, else the time left for this many moves.
        self.left, self.moves = main_seconds, 0
        self._begin_period()

    @property
    def unlimited(self) -> bool:
        """True for a period without moves, which is how GTP says it."""
        return self._period[0] > 0 and not self._period[1]

    def turn_seconds(self, empties: int) -> Optional[float]:
        """The limit for a turn with this many empty squares; None if there is no limit."""
        if self.unlimited:
            return None
        if self.moves:
            return self.left / self.moves
        period_seconds, period_moves = self._period
        return turn_share(self.left, empties) + (period_seconds / period_moves if period_moves else 0.0)

    def spend(self, seconds: float) -> None:
        """Takes off the time used for a turn."""
        self.left -= seconds
        if self.moves:
            self.moves -= 1
            if not self.moves:
                self.left = 0.0
        self._begin_period()

    def _begin_period(self) -> None:
        if self.left <= 0 and not self.moves:
            self.left, self.moves = self._period if self._period[1] else (0.0, 0)


class GtpConversation:
    """The conversation with a controller from the first command to the last.

    `time_limit` and `simulations` apply to every move, whatever time the controller sets.
    """

    def __init__(self, make_thinker: Callable[[], MoveThinker], read_line: Callable[[], str],
                 answers: TextIO, log: TextIO, time_limit: Optional[float] = None,
                 simulations: Optional[int] = None, verbose: bool = False) -> None:
        self._read_line = read_line
        self._answers = answers
        self._log = log
        self._time_limit = time_limit
        self._simulations = simulations
        self._verbose = verbose
        self._thinker = GuardedThinker(make_thinker)
        self._clocks: List[Optional[SideClock]] = [None, None]
        self._number = ""
        self._ended = False
        self._commands: Dict[str, Callable[[List[str]], Optional[str]]] = {
            "protocol_version": lambda words: "2", "name": lambda words: GTP_NAME, "version": lambda words: GTP_VERSION,
            "known_command": lambda words: str(_argument(words, 0) in self._commands).lower(),
            "list_commands": lambda words: "\n".join(self._commands),
            "quit": self._quit, "boardsize": self._boardsize, "clear_board": self._clear_board, "komi": self._komi,
            "play": self._play, "genmove": self._genmove, "undo": self._undo, "showboard": self._showboard,
            "time_settings": self._time_settings, "time_left": self._time_left, "final_score": self._final_score,
            "set_game": self._set_game, "list_games": lambda words: GTP_GAME,
        }
        self._clear_board([])

    def run(self) -> int:
        """Obeys command after command; returns the exit code."""
        try:
            while not self._ended:
                line = self._read_line()
                if not line:
                    break
                self._obey(_cleaned(line).split())
            return 0
        except KeyboardInterrupt:
            return 130
        except OSError as error:
            self._say("cannot answer: %s" % error)
            return 2

    def _obey(self, words: List[str]) -> None:
        self._number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            if self._number:
                self._respond("?", "unknown command")
            return
        try:
            command = self._commands.get(words[0])
            if command is None:
                raise GtpRefusal("unknown command")
            text = command(words[1:])
        except GtpRefusal as refusal:
            self._respond("?", str(refusal))
        else:
            if text is not None:
                self._respond("=", text)

    def _respond(self, sign: str, text: str) -> None:
        gap = "" if text[:1] in ("", "\n") else " "
        self._answers.write(sign + self._number + gap + text + "\n\n")
        self._answers.flush()

    def _say(self, message: str) -> None:
        self._log.write("bot: %s\n" % message)
        self._log.flush()

    # -- the game

    def _clear_board(self, words: List[str]) -> str:
        self._game = Game()
        self._lengths: List[int] = []  # of the game, before each command that changed it
        gc.collect()  # nothing is collected while the bot thinks
        return ""

    def _boardsize(self, words: List[str]) -> str:
        if _number(words, 0) != 8:
            raise GtpRefusal("unacceptable size")
        return self._clear_board([])

    def _set_game(self, words: List[str]) -> str:
        if " ".join(words).lower() not in (GTP_GAME.lower(), "reversi"):
            raise GtpRefusal("game not supported")
        return self._clear_board([])

    def _komi(self, words: List[str]) -> str:
        """Accepts any number, as GTP demands; Reversi has no komi."""
        _number(words, 0)
        return ""

    def _play(self, words: List[str]) -> str:
        colour = _colour(words)
        try:
            move = square_from_text(_argument(words, 1))
        except ValueError:
            raise GtpRefusal("syntax error") from None
        length = len(self._game.moves)
        if move != PASS or not self._is_plain_pass(colour):
            self._give_turn(colour)
            self._play_move(move, length)
        self._lengths.append(length)
        return ""

    def _is_plain_pass(self, colour: int) -> bool:
        """True if a pass of this colour changes nothing: it was implied already, or the game is over."""
        passed = self._game.moves[-1:] == [PASS] and self._game.colour != colour
        return passed or self._game.over

    def _give_turn(self, colour: int) -> None:
        """Plays the other side's pass if the controller left it out."""
        if self._game.colour != colour:
            if not self._game.must_pass:
                raise GtpRefusal("illegal move: it is %s's turn" % COLOUR_NAMES[self._game.colour])
            self._game.play(PASS)

    def _play_move(self, move: int, length: int) -> None:
        try:
            self._game.play(move)
        except ValueError:
            self._game = Game(self._game.moves[:length])
            raise GtpRefusal("illegal move") from None

    def _undo(self, words: List[str]) -> str:
        if not self._lengths:
            raise GtpRefusal("cannot undo")
        self._game = Game(self._game.moves[:self._lengths.pop()])
        return ""

    def _showboard(self, words: List[str]) -> str:
        black, white = self._game.counts
        turn = "game over" if self._game.over else "%s to move" % COLOUR_NAMES[self._game.colour]
        notes = ["%s black %d" % (BLACK_MARK, black), "%s white %d" % (WHITE_MARK, white), turn]
        return "\n" + draw_board(self._game, notes)

    def _final_score(self, words: List[str]) -> str:
        if not self._game.over:
            raise GtpRefusal("cannot score: the game is not over")
        score = final_score(*self._game.discs)
        return "%s+%d" % ("B" if score > 0 else "W", abs(score)) if score else "0"

    # -- time and thought

    def _time_settings(self, words: List[str]) -> str:
        main, period, moves = (_number(words, place) for place in range(3))
        self._clocks = [SideClock(main, period, int(moves)) for _ in COLOUR_NAMES] if main or period else [None, None]
        return ""

    def _time_left(self, words: List[str]) -> str:
        colour, seconds, moves = _colour(words), _number(words, 1), int(_number(words, 2))
        clock = self._clocks[colour] or SideClock(seconds, 0.0, 0)
        clock.left, clock.moves = seconds, moves
        self._clocks[colour] = clock
        return ""

    def _genmove(self, words: List[str]) -> Optional[str]:
        """Thinks and plays. Replies by itself, as soon as the move is known."""
        colour = _colour(words)
        length = len(self._game.moves)
        if self._game.over:
            self._lengths.append(length)
            return "PASS"
        self._give_turn(colour)
        started = perf_counter()
        outcome = self._thinker.decide(self._game.player, self._game.opponent, self._turn_clock(colour),
                                       Limit(simulations=self._simulations))
        self._respond("=", square_to_text(outcome.move).upper())
        side = self._clocks[colour]
        if side is not None:
            side.spend(perf_counter() - started)
        self._game.play(outcome.move)
        self._lengths.append(length)
        self._comment(outcome)
        return None

    def _turn_clock(self, colour: int) -> TurnClock:
        limit = self._time_limit
        side = self._clocks[colour]
        if limit is None and self._simulations is None:
            limit = UNTIMED_MOVE_SECONDS
            if side is not None and not side.unlimited:
                limit = side.turn_seconds(64 - count_discs(self._game.player | self._game.opponent))
        return TurnClock(limit)

    def _comment(self, outcome: Outcome) -> None:
        if outcome.fault:
            self._say(outcome.fault)
        if self._verbose and outcome.report is not None:
            self._log.write("\n".join(report_table(outcome.report)) + "\n")

    def _quit(self, words: List[str]) -> str:
        self._ended = True
        return ""


def _cleaned(line: str) -> str:
    """The line without control characters and comment, as GTP demands."""
    return "".join(" " if character.isspace() else character for character in line.partition("#")[0]
                   if character.isspace() or character.isprintable())


def _argument(words: List[str], place: int) -> str:
    if place >= len(words):
        raise GtpRefusal("syntax error")
    return words[place]


def _number(words: List[str], place: int) -> float:
    try:
        value = float(_argument(words, place))
    except ValueError:
        raise GtpRefusal("syntax error") from None
    if not -1e9 < value < 1e9:
        raise GtpRefusal("syntax error")
    return value


def _colour(words: List[str]) -> int:
    word = _argument(words, 0).lower()
    for colour, name in enumerate(COLOUR_NAMES):
        if word in (name, name[0]):
            return colour
    raise GtpRefusal("syntax error")
