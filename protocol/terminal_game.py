"""A game between a person and a bot in the terminal: type a square, read the board."""

from typing import Callable, Dict, List, Optional

from engine.board import moves_to_text
from engine.coordinates import PASS, square_from_text, square_to_text
from protocol.drawing import BLACK_MARK, WHITE_MARK, draw_board, printable
from protocol.game import COLOUR_NAMES, Game
from protocol.page.game_view import describe_result
from protocol.page.opponents import Opponent, Opponents
from protocol.judging.player import Player
from protocol.records.record import save_record
from protocol.judging.referee import Referee
from protocol.judging.rules import BOTZONE
from protocol.answering.report_text import report_summary, report_table

HELP = """\
d3          play there
undo        take your last move back
hint        what the bot would play, and why
save FILE   write the game as a record, for protocol.replay
new         begin again
quit        leave (so do Ctrl-D and Ctrl-C)"""


class TextGame:
    """The conversation. `read` asks for a line, `say` prints one."""

    def __init__(self, opponents: Opponents, opponent: str, colour: int, seconds: float,
                 read: Callable[[str], str] = input, say: Callable[[str], None] = print) -> None:
        self._opponents, self._name, self._colour, self._seconds = opponents, opponent, colour, seconds
        self._read, self._say = read, say
        self._game = Game()
        self._bot: Optional[Opponent] = None
        self._note = ""
        self._commands: Dict[str, Callable[[str], None]] = {
            "undo": self._undo, "hint": self._hint, "save": self._save, "new": self._new, "help": self._help}

    def run(self) -> int:
        """Plays until the person leaves; returns the exit code."""
        self._say("You are %s (%s) against %s, which thinks for %g s. Type a square such as d3, or help." % (
            COLOUR_NAMES[self._colour], (BLACK_MARK, WHITE_MARK)[self._colour], self._name, self._seconds))
        try:
            while self._turn():
                pass
        except (EOFError, KeyboardInterrupt):
            self._say("")
        except ValueError as error:  # the bot failed
            self._say(str(error))
            return 1
        finally:
            self._close_bot()
        return 0

    def _turn(self) -> bool:
        """One turn of whoever is to move, or a command; False when the person leaves."""
        game = self._game
        if not game.over and game.must_pass:
            self._say("%s has no move and passes" % COLOUR_NAMES[game.colour].capitalize())
            game.play(PASS)
        elif not game.over and game.colour != self._colour:
            self._bot_move()
        else:
            self._show()
            return self._obey(self._read("> " if game.over else "%s> " % COLOUR_NAMES[self._colour]).strip())
        return True

    def _obey(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit", "q"):
            return False
        if word in self._commands:
            self._commands[word](rest.strip())
        elif line:
            try:
                self._game.play(square_from_text(line))
                self._note = ""
            except ValueError as error:
                self._say(str(error))
        return True

    def _bot_move(self) -> None:
        self._say("%s thinks ..." % self._name)
        if self._bot is None:
            self._bot = self._opponents.open(self._name, self._seconds)
        choice = self._bot.choose(self._game, self._seconds, lambda report: None)
        self._note = "" if choice.report is None else report_summary(choice.report).split(" | ")[0]
        self._game.play(choice.move)

    def _show(self) -> None:
        black, white = self._game.counts
        notes: List[str] = ["%s %2d  %s" % (BLACK_MARK, black, self._who(0)),
                            "%s %2d  %s" % (WHITE_MARK, white, self._who(1)), ""]
        if self._game.moves:
            notes.append("%d. %s" % (len(self._game.moves), square_to_text(self._game.moves[-1])))
        if self._note:
            notes.append(printable(self._note))
        if not self._game.over:
            notes += ["", "you can play " + moves_to_text(self._game.legal)]
        self._say("\n" + draw_board(self._game, notes) + "\n")
        if self._game.over:
            self._say(describe_result(self._game) + ". new, undo, save FILE or quit?")

    def _who(self, colour: int) -> str:
        return "you" if colour == self._colour else self._name

    def _undo(self, rest: str) -> None:
        own = [ply for ply, move in enumerate(self._game.moves) if ply % 2 == self._colour and move != PASS]
        if not own:
            self._say("there is no move to take back")
            return
        self._close_bot()
        self._game = Game(self._game.moves[:own[-1]])
        self._note = ""

    def _hint(self, rest: str) -> None:
        if self._game.over:
            self._say("the game is over")
            return
        engine = self._opponents.open_engine()
        report = engine.assess(self._game.player, self._game.opponent, self._seconds, lambda report: None)
        self._say("\n".join(report_table(report)))

    def _save(self, path: str) -> None:
        if not path:
            self._say("save where? for example: save game.json")
            return
        names = [Player(self._who(colour)) for colour in range(2)]
        try:
            save_record(path, Referee(names, BOTZONE, self._game.moves).result())
        except OSError as error:
            self._say("cannot write %s: %s" % (path, error.strerror))
        else:
            self._say("record: " + path)

    def _new(self, rest: str) -> None:
        self._close_bot()
        self._game = Game()
        self._note = ""

    def _help(self, rest: str) -> None:
        self._say(HELP)

    def _close_bot(self) -> None:
        if self._bot is not None:
            self._bot.call_off()
            self._bot = None
