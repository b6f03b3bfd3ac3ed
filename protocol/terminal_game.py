"""A game between a person and a bot in the terminal."""

from typing import Callable, Dict, List, Sequence

from engine.board import moves_to_text
from engine.coordinates import PASS, square_from_text, square_to_text
from protocol.answering.report_text import report_table
from protocol.command_line import describe_os_error
from protocol.drawing import BLACK_MARK, WHITE_MARK, draw_board, printable
from protocol.game import COLOUR_NAMES, Game, describe_result
from protocol.judging.answer import Answer
from protocol.judging.bot_names import Opponents
from protocol.judging.botzone_judge_end import encode_point
from protocol.judging.failure import explain_failure
from protocol.judging.player import Player
from protocol.judging.referee import Referee
from protocol.judging.rules import Rules
from protocol.judging.verdicts import OK
from protocol.records.bot_view import describe_note
from protocol.records.record import save_record

HELP = """\
d3          play on that square
undo        take back your last move
hint        show what the bot would play, and why
save FILE   save the game as a record, for protocol.replay
new         start a new game
quit        leave (Ctrl-D and Ctrl-C do the same)"""


class Left(Exception):
    """The person leaves."""


class OtherGame(Exception):
    """The person took back a move or started anew: the game continues from other moves."""


class Person(Player):
    """The person at the terminal. Passes are made automatically."""

    def __init__(self, choose: Callable[[], int], say: Callable[[str], None]) -> None:
        super().__init__("you")
        self._choose, self._say = choose, say

    def ask(self, game: Game, rules: Rules) -> Answer:
        if game.must_pass:
            self._say("%s has no move and passes" % COLOUR_NAMES[game.colour].capitalize())
            return Answer(OK, encode_point(PASS))
        return Answer(OK, encode_point(self._choose()))


class TerminalGame:
    """The dialogue. `read` prompts for a line, `say` prints one."""

    def __init__(self, opponents: Opponents, opponent: str, colour: int, seconds: float,
                 read: Callable[[str], str] = input, say: Callable[[str], None] = print,
                 moves: Sequence[int] = ()) -> None:
        self._opponents, self._name, self._colour, self._seconds = opponents, opponent, colour, seconds
        self._read, self._say = read, say
        self._bot = opponents.open(opponent, seconds)
        self._note = ""
        self._commands: Dict[str, Callable[[str], None]] = {
            "undo": self._undo, "hint": self._hint, "save": self._save, "new": self._new, "help": self._help}
        self._bot.start_game()
        self._begin(moves)

    def run(self) -> int:
        """Plays until the person leaves; returns the exit code."""
        self._say("You are %s (%s) against %s, which thinks for %g s. Type a square such as d3, or help." % (
            COLOUR_NAMES[self._colour], (BLACK_MARK, WHITE_MARK)[self._colour], self._name, self._seconds))
        try:
            while True:
                try:
                    self._play_turn()
                except OtherGame:
                    pass
        except Left:
            return 0
        except (EOFError, KeyboardInterrupt):
            self._say("")
            return 0
        except ValueError as error:  # the bot failed
            self._say(str(error))
            return 1
        finally:
            self._bot.close()

    def _begin(self, moves: Sequence[int]) -> None:
        """Continues after these moves; the bot notices by itself that the history has changed."""
        person = Person(self._choose_move, self._say)
        players = [person, self._bot] if self._colour == 0 else [self._bot, person]
        self._referee = Referee(players, self._opponents.rules_for(self._name, self._seconds), moves)
        self._note = ""

    @property
    def game(self) -> Game:
        """The game so far."""
        return self._referee.game

    def _play_turn(self) -> None:
        """Plays one turn; after the end of the game, only reads the person's commands."""
        asked = self._referee.to_ask()
        if asked is None:
            self._choose_move()
        elif asked is self._bot:
            self._play_bot_turn()
        else:
            self._referee.take(asked.ask(self.game, self._referee.rules))
            self._note = ""

    def _play_bot_turn(self) -> None:
        passes = self.game.must_pass
        self._say("%s has no move and passes" % COLOUR_NAMES[self.game.colour].capitalize() if passes
                  else "%s thinks ..." % self._name)
        turn = self._referee.take(self._bot.ask(self.game, self._referee.rules))
        if turn.error is not None and self._referee.scores is None:
            self._say("%s is asked again: %s" % (self._name, turn.error))
            return
        if turn.error is not None:
            explanation = "\n".join(map(printable, explain_failure(self.game, turn)))
            raise ValueError("%s gives up: %s" % (self._bot.name, explanation))
        if turn.answer.debug is not None and not passes:
            self._note = describe_note(turn.answer.debug).split(" | ")[0]

    def _choose_move(self) -> int:
        """The person's move, after any commands typed before it."""
        while True:
            self._show()
            prompt = "> " if self.game.over else "%s> " % COLOUR_NAMES[self._colour]
            line = self._read(prompt).strip()
            word, _, rest = line.partition(" ")
            if word in ("quit", "exit", "q"):
                raise Left
            if word in self._commands:
                self._commands[word](rest.strip())
            elif line:
                try:
                    move = square_from_text(line)
                    Game(self.game.moves).play(move)
                    return move
                except ValueError as error:
                    self._say(str(error))

    def _show(self) -> None:
        black, white = self.game.counts
        notes: List[str] = ["%s %2d  %s" % (BLACK_MARK, black, self._who(0)),
                            "%s %2d  %s" % (WHITE_MARK, white, self._who(1)), ""]
        if self.game.moves:
            notes.append("%d. %s" % (len(self.game.moves), square_to_text(self.game.moves[-1])))
        if self._note:
            notes.append(printable(self._note))
        if not self.game.over:
            notes += ["", "you can play " + moves_to_text(self.game.legal)]
        self._say("\n" + draw_board(self.game, notes) + "\n")
        if self.game.over:
            self._say(describe_result(self.game) + ". new, undo, save FILE or quit?")

    def _who(self, colour: int) -> str:
        return "you" if colour == self._colour else self._name

    def _undo(self, rest: str) -> None:
        own = [ply for ply, move in enumerate(self.game.moves) if ply % 2 == self._colour and move != PASS]
        if not own:
            self._say("there is no move to take back")
            return
        self._begin(self.game.moves[:own[-1]])
        raise OtherGame

    def _hint(self, rest: str) -> None:
        if self.game.over:
            self._say("the game is over")
            return
        engine = self._opponents.open_engine()
        report = engine.assess(self.game.player, self.game.opponent, self._seconds, lambda report: None)
        self._say("\n".join(report_table(report)))

    def _save(self, path: str) -> None:
        if not path:
            self._say("save where? for example: save game.json")
            return
        try:
            save_record(path, self._referee.result()._replace(names=(self._who(0), self._who(1))))
        except OSError as error:
            self._say(describe_os_error(error, "write", path))
        else:
            self._say("record: " + path)

    def _new(self, rest: str) -> None:
        self._bot.start_game()
        self._begin([])
        raise OtherGame

    def _help(self, rest: str) -> None:
        self._say(HELP)
