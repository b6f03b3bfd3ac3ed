"""Runs in the process of a bot that is a class: creates the class and calls it as its platform does.

    python class_runner.py mo FILE X                      class AIPlayer: get_move(board)
    python class_runner.py cs303 FILE -1 TIME_OUT         class AI: go(chessboard), candidate_list

A turn is one line of 64 marks (X black, O white, . empty); the answer is one line of JSON, what the class returned. The
first line reports that the class exists. An error that the platform does not forgive goes to stderr and ends the
process. This file imports nothing from the project, and the bot cannot import from it either.
"""

import json
import os
import sys
from copy import deepcopy
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any, BinaryIO, Callable, Dict, List, Tuple

STAND_IN = "mo_stand_in.py"
BOARD_SIZE = 8
CS303_CELLS = {"X": -1, "O": 1, ".": 0}

#: From 64 marks to the answer of the class.
Caller = Callable[[str], object]


def main(arguments: List[str]) -> int:
    """Creates the class and answers turn after turn until the input ends."""
    turns, answers = take_streams()
    kind, path = arguments[:2]
    caller = CALLERS[kind](path, *arguments[2:])
    send(answers, "ready")
    for line in turns:
        send(answers, caller(line.decode().strip()))
    return 0


def take_streams() -> Tuple[BinaryIO, BinaryIO]:
    """stdin and stdout for the judge alone: what the class prints goes to stderr, and its stdin is empty."""
    turns, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return turns, answers


def send(answers: BinaryIO, said: object) -> None:
    """Writes one line to the judge, whatever the value."""
    sys.stdout.flush()
    answers.write(json.dumps(said, default=repr).encode() + b"\n")
    answers.flush()


def load_file(name: str, path: str) -> ModuleType:
    """The module in that file, importable by that name."""
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def class_of(path: str, module_name: str, class_name: str) -> Any:
    """The class in the bot's file, which can import from its own folder."""
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    module = load_file(module_name, path)
    if not hasattr(module, class_name):
        sys.exit("no class %s in %s" % (class_name, os.path.basename(path)))
    return getattr(module, class_name)


def load_stand_in() -> ModuleType:
    """MO's board and game, which a bot imports as `board` and `game`."""
    stand_in = load_file("board", os.path.join(os.path.dirname(os.path.abspath(__file__)), STAND_IN))
    sys.modules["game"] = stand_in
    return stand_in


def mo_caller(path: str, color: str) -> Caller:
    """MO: the file is `main`, and the board is the same object in every turn."""
    stand_in = load_stand_in()
    player, board = class_of(path, "main", "AIPlayer")(color), stand_in.Board()

    def call(marks: str) -> object:
        board._board = [list(marks[start:start + BOARD_SIZE]) for start in range(0, len(marks), BOARD_SIZE)]
        before = deepcopy(board._board)
        move = player.get_move(board)
        if board._board != before:
            sys.exit("AIPlayer changed the board it was given (%s); work on a copy"
                     % describe_change(before, board._board))
        return move

    return call


def describe_change(before: List[List[str]], after: Any) -> str:
    """`D3 was '.' and is 'X'`, for the first square that changed."""
    for row in range(BOARD_SIZE):
        for column in range(BOARD_SIZE):
            try:
                mark = after[row][column]
            except (IndexError, TypeError):
                return "its rows changed"
            if mark != before[row][column]:
                return "%s%d was %r and is %r" % ("ABCDEFGH"[column], row + 1, before[row][column], mark)
    return "its rows changed"


def cs303_caller(path: str, color: str, time_out: str) -> Caller:
    """CS303: the last candidate is the move; None if there are none."""
    make_array = array_maker()
    player = class_of(path, os.path.splitext(os.path.basename(path))[0], "AI")(
        BOARD_SIZE, int(color), _whole_if_possible(float(time_out)))

    def call(marks: str) -> object:
        player.go(make_array([[CS303_CELLS[mark] for mark in marks[start:start + BOARD_SIZE]]
                              for start in range(0, len(marks), BOARD_SIZE)]))
        candidates = player.candidate_list
        return [int(number) for number in candidates[-1]] if len(candidates) else None

    return call


def array_maker() -> Callable[[List[List[int]]], object]:
    """Turns rows into the board: an array if numpy is installed, as on the platform."""
    try:
        numpy = import_module("numpy")
    except ImportError:
        return lambda rows: rows
    return lambda rows: numpy.array(rows)


def _whole_if_possible(number: float) -> float:
    return int(number) if number == int(number) else number


CALLERS: Dict[str, Callable[..., Caller]] = {"mo": mo_caller, "cs303": cs303_caller}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
