"""A bot that plays the first legal move; its options choose format, mode and faults."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from engine.board import iterate_squares  # noqa: E402
from engine.coordinates import PASS, square_from_xy, square_to_xy  # noqa: E402
from protocol.game import Game  # noqa: E402

LINE = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

class options:  # noqa: N801
    """The command line; argparse would double the start-up time."""

    text = False
    to_end = False  #: read until the end of the input
    keep = 0  #: how many turns a process keeps running for
    forget_line = 0  #: leave out the keep-running line on this turn
    fail_on = 0  #: exit instead of answering on this turn of a process
    count = False  #: count turns in data and games in globaldata
    echo = False  #: copy the input to stderr
    illegal = 0  #: how many illegal answers before the right one
    illegal_file = ""  #: where to count them
    pass_y = -1  #: the y of a pass
    drip = False  #: write one byte at a time


words = sys.argv[1:]
while words:
    name = words.pop(0)[2:].replace("-", "_")
    kind = type(getattr(options, name))
    setattr(options, name, True if kind is bool else kind(words.pop(0)))


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


def is_request(text):
    words = text.split()
    return len(words) == 2 and all(word.lstrip("-").isdigit() for word in words) if options.text else bool(words)


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
    text = ("%d %d" % (x, y) if options.text else json.dumps(reply)) + "\n" + (LINE + "\n" if keeps else "")
    for part in text if options.drip else [text]:
        sys.stdout.write(part)
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
        text = read_line()
        while text and not is_request(text):  # blank lines may come between turns, and data lines after the first
            text = read_line()
        if not text:
            return
        game.play(move)  # not before it is accepted: it may be illegal on purpose
        game.play(square_from_xy(*read_bare(text)))


main()
