"""A GTP engine that plays the first legal move, with the quirks of rhino, edax, egaroucid, or none."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from engine.board import iterate_squares  # noqa: E402
from engine.coordinates import PASS, square_from_text, square_to_text  # noqa: E402
from protocol.game import Game  # noqa: E402

QUIRK = sys.argv[1] if len(sys.argv) > 1 else "none"
NAMES = {"rhino": "GTP GRhino", "edax": "Edax", "egaroucid": "Egaroucid"}
COMMANDS = "name list_commands clear_board play genmove time_settings time_left quit"


class RefusedError(Exception):
    """Becomes an error reply."""


class Engine:
    def __init__(self):
        self.game = Game()

    def obey(self, command, *arguments):
        if command not in COMMANDS.split():
            raise RefusedError("unknown command")
        return getattr(self, command)(*arguments) or ""

    def name(self):
        return NAMES.get(QUIRK, "plain")

    def list_commands(self):
        return COMMANDS.replace(" ", "\n")

    def clear_board(self):
        self.game = Game()

    def time_settings(self, *arguments):
        sys.stderr.write("time_settings %s\n" % " ".join(arguments))

    def time_left(self, *arguments):
        pass

    def play(self, colour, text):
        move = square_from_text(text)
        if move == PASS and QUIRK in ("rhino", "edax"):
            raise RefusedError("syntax error")
        self.pass_for(colour)
        try:
            self.game.play(move)
        except ValueError as error:
            raise RefusedError(str(error)) from None
        self.pass_like_edax()

    def genmove(self, colour):
        self.pass_for(colour)
        move = next(iterate_squares(self.game.legal), PASS)
        self.game.play(move)
        self.pass_like_edax()
        text = square_to_text(move)
        return text.upper() if QUIRK == "egaroucid" else text

    def pass_for(self, colour):
        """GRhino makes the other side's forced pass by itself."""
        if QUIRK == "rhino" and self.game.must_pass and self.game.colour != "bw".index(colour[0]):
            self.game.play(PASS)

    def pass_like_edax(self):
        if QUIRK == "edax" and self.game.must_pass:
            self.game.play(PASS)

    def quit(self):
        sys.exit(0)


def main():
    engine = Engine()
    if QUIRK == "edax":
        print("a greeting that is not a reply\n")
    for line in sys.stdin:
        try:
            sign, text = "=", engine.obey(*line.split())
        except RefusedError as error:
            sign, text = "?", str(error)
        end = "\r\n" if QUIRK == "egaroucid" else "\n"
        sys.stdout.write(sign + (" " if text or QUIRK == "edax" else "") + text.replace("\n", end) + end + end)
        sys.stdout.flush()


main()
