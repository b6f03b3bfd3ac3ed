"""Runs in the process of a bot that is a class: makes the class and calls it as its platform does.

    python class_runner.py mo FILE X                      class AIPlayer: get_move(board)
    python class_runner.py cs303 FILE -1 TIME_OUT         class AI: go(chessboard), candidate_list

A turn comes as one line of 64 marks (X black, O white, . empty); the answer is one line of JSON, what the class said.
The first line says that the class is made. Whatever a platform does not forgive is told on stderr and ends the process.
This file needs nothing of the project, and the project's folder is not where the bot's imports are looked for.
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

#: From 64 marks to what the class said.
Caller = Callable[[str], object]


def main(arguments: List[str]) -> int:
    """Makes the class and answers turn after turn until the judge has no more to say."""
    turns, answers = take_streams()
    kind, path = arguments[:2]
    caller = CALLERS[kind](path, *arguments[2:])
    send(answers, "ready")
    for line in turns:
        send(answers, caller(line.decode().strip()))
    return 0


def take_streams() -> Tuple[BinaryIO, BinaryIO]:
    """stdin and stdout for the judge alone: what the class prints goes to stderr, and it has nothing to read."""
    turns, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return turns, answers


def send(answers: BinaryIO, said: object) -> None:
    """One line for the judge, whatever was said."""
    sys.stdout.flush()
    answers.write(json.dumps(said, default=repr).encode() + b"\n")
    answers.flush()


def load_file(name: str, path: str) -> ModuleType:
    """The module in that file, known by that name to whoever imports it."""
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def class_of(path: str, module_name: str, class_name: str) -> Any:
    """The class in the bot's file, which finds other files in its own folder."""
    sys.path[0] = os.path.dirname(os.path.abspath(path))
    module = load_file(module_name, path)
    if not hasattr(module, class_name):
        sys.exit("there is no class %s in %s" % (class_name, os.path.basename(path)))
    return getattr(module, class_name)


def load_stand_in() -> ModuleType:
    """MO's board and game, found by a bot as `board` and as `game`."""
    stand_in = load_file("board", os.path.join(os.path.dirname(os.path.abspath(__file__)), STAND_IN))
    sys.modules["game"] = stand_in
    return stand_in


def mo_caller(path: str, color: str) -> Caller:
    """MO: the file is `main`, and the board is the same object all the time."""
    stand_in = load_stand_in()
    player, board = class_of(path, "main", "AIPlayer")(color), stand_in.Board()

    def call(marks: str) -> object:
        board._board = [list(marks[start:start + BOARD_SIZE]) for start in range(0, len(marks), BOARD_SIZE)]
        before = deepcopy(board._board)
        move = player.get_move(board)
        if board._board != before:
            sys.exit("AIPlayer changed the board that it was handed (%s); work on a copy"
                     % describe_change(before, board._board))
        return move

    return call


def describe_change(before: List[List[str]], after: Any) -> str:
    """`D3 was '.' and is 'X'`, for the first square that is not as it was."""
    for row in range(BOARD_SIZE):
        for column in range(BOARD_SIZE):
            try:
                mark = after[row][column]
            except (IndexError, TypeError):
                return "its rows are not as they were"
            if mark != before[row][column]:
                return "%s%d was %r and is %r" % ("ABCDEFGH"[column], row + 1, before[row][column], mark)
    return "its rows are not as they were"


def cs303_caller(path: str, color: str, time_out: str) -> Caller:
    """CS303: the last candidate is the move; None if there is none."""
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
    """What makes the board of rows: an array where numpy is installed, as on the platform."""
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
