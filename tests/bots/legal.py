"""A bot that plays the first legal move, in whichever way its options say."""

import argparse
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from engine.board import iterate_squares  # noqa: E402
from engine.coordinates import PASS, square_from_xy, square_to_xy  # noqa: E402
from protocol.game import Game  # noqa: E402

LINE = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

parser = argparse.ArgumentParser()
parser.add_argument("--text", action="store_true")
parser.add_argument("--to-end", action="store_true", help="read until the end of the input")
parser.add_argument("--keep", type=int, default=0, help="how many turns a process stays for")
parser.add_argument("--forget-line", type=int, default=0, help="leave out the keep-running line on this turn")
parser.add_argument("--fail-on", type=int, default=0, help="exit instead of an answer on this turn of a process")
parser.add_argument("--count", action="store_true", help="count turns in data and games in globaldata")
parser.add_argument("--echo", action="store_true", help="copy the input to stderr")
parser.add_argument("--illegal", type=int, default=0, help="how many illegal answers before the right one")
parser.add_argument("--illegal-file", help="where to count them")
parser.add_argument("--pass-y", type=int, default=-1, help="the y of a pass")
options = parser.parse_args()


def read_line():
    text = sys.stdin.read() if options.to_end else sys.stdin.readline()
    if options.echo:
        sys.stderr.write(text)
    return text


def read_points(text):
    if options.text:
        words = text.split()
        if options.to_end:
            count = int(words.pop(0))
        else:
            count = int(words[0])
            words = " ".join(read_line() for _ in range(2 * count - 1)).split()
        numbers = [int(word) for word in words[:4 * count - 2]]
        return list(zip(numbers[::2], numbers[1::2])), {}
    turn = json.loads(text)
    points = [None] * (2 * len(turn["requests"]) - 1)
    points[::2], points[1::2] = turn["requests"], turn["responses"]
    return [(point["x"], point["y"]) for point in points], turn


def read_bare(text):
    if options.text:
        x, y = text.split()
        return int(x), int(y)
    request = json.loads(text)
    return request["x"], request["y"]


def choose(game):
    if options.illegal:
        with open(options.illegal_file, "a+") as stream:
            stream.seek(0)
            if len(stream.read()) < options.illegal:
                stream.write("x")
                return 27
    return next(iterate_squares(game.legal), PASS)


def answer(move, turn, keeps):
    x, y = square_to_xy(move) if move != PASS else (-1, options.pass_y)
    reply = {"response": {"x": x, "y": y}}
    if options.count:
        reply["debug"] = "%s %s" % (turn.get("data"), turn.get("globaldata"))
        reply["data"] = (turn.get("data") or 0) + 1
        reply["globaldata"] = {"games": (turn.get("globaldata") or {"games": 0})["games"] + (not turn.get("data"))}
    print("%d %d" % (x, y) if options.text else json.dumps(reply))
    if keeps:
        print(LINE)
    sys.stdout.flush()


def main():
    points, turn = read_points(read_line())
    moves = [square_from_xy(*point) for point in points]
    game = Game(moves[1:] if moves[0] == PASS else moves)
    for number in range(1, options.keep + 2):
        if number == options.fail_on:
            sys.exit(3)
        move = choose(game)
        answer(move, turn, number <= options.keep and number != options.forget_line)
        if number > options.keep:
            return
        game.play(move)
        text = read_line()
        while text and not text.strip():  # blank lines may come between turns
            text = read_line()
        if not text:
            return
        game.play(square_from_xy(*read_bare(text)))


main()
