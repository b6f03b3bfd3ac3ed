"""Files of a training run: positions, labels and weights as plain arrays, and the module that the bot reads.

    positions-<ply>.bin   signed 64-bit words: player, opponent, player, opponent ...
    labels-<ply>.bin      32-bit floats, one per position
    weights.bin           32-bit floats: the table of every phase, then the constant of every ply 0-60
"""

import os
from array import array
from base64 import b64encode
from typing import Any, Dict, List, Sequence, Tuple
from zlib import compress

from engine.evaluation import (
    PHASE_COUNT,
    PLIES_PER_PHASE,
    UNITS_PER_DISC,
    WEIGHT_OFFSET,
    PatternEvaluation,
)
from engine.training.features import FOLD, TABLE_SIZE
from engine.training.positions import LabelSet, PositionSet
from engine.training.teacher import PLY_COUNT
from engine.weights import PLY_CONSTANTS

_MODULE = '''"""The learned weights. Written by `engine.training`; see the README there for what they come from.

One zlib stream a phase, as base64: the weights of each shape of `engine.patterns` in turn, a byte each, 128 for zero
and where the mirrored content has the weight.
"""

PLY_CONSTANTS = (
%s)

PHASE_WEIGHTS = (
%s)
'''


def write_array(path: str, values: "array[Any]") -> None:
    """Writes all or nothing: an interrupted run leaves no partial file."""
    with open(path + ".part", "wb") as file:
        values.tofile(file)
    os.replace(path + ".part", path)


def read_array(path: str, kind: str) -> "array[Any]":
    """The whole file as an array of that kind."""
    values: "array[Any]" = array(kind)
    with open(path, "rb") as file:
        values.frombytes(file.read())
    return values


def save_positions(folder: str, positions: PositionSet) -> None:
    """Writes one file per ply."""
    for ply, words in positions.items():
        write_array(os.path.join(folder, "positions-%d.bin" % ply), words)


def load_positions(folder: str) -> PositionSet:
    """The positions of a folder by ply; empty if there are none."""
    return _load_by_ply(folder, "positions", "q")


def save_labels(folder: str, ply: int, labels: "array[float]") -> None:
    """Writes the labels of one ply's positions, in their order."""
    write_array(os.path.join(folder, "labels-%d.bin" % ply), labels)


def load_labels(folder: str) -> LabelSet:
    """The labels of a folder by ply, for the labelled plies only."""
    return _load_by_ply(folder, "labels", "f")


def _load_by_ply(folder: str, name: str, kind: str) -> Dict[int, "array[Any]"]:
    found = {}
    for ply in range(PLY_COUNT):
        path = os.path.join(folder, "%s-%d.bin" % (name, ply))
        if os.path.exists(path):
            found[ply] = read_array(path, kind)
    return found


def save_weights(path: str, tables: List["array[float]"], constants: List[float]) -> None:
    """Writes the tables of all phases and the constants of all plies."""
    values = array("f")
    for table in tables:
        values.extend(table)
    values.extend(array("f", constants))
    write_array(path, values)


def load_weights(path: str) -> Tuple[List["array[float]"], List[float]]:
    """Reads what `save_weights` wrote."""
    values = read_array(path, "f")
    tables = [values[phase * TABLE_SIZE:(phase + 1) * TABLE_SIZE] for phase in range(PHASE_COUNT)]
    return tables, list(values[PHASE_COUNT * TABLE_SIZE:])


def committed_weights() -> Tuple[List["array[float]"], List[float]]:
    """The weights that the bot plays with."""
    evaluation = PatternEvaluation()
    tables = []
    for phase in range(PHASE_COUNT):
        stored = evaluation.table(PLIES_PER_PHASE * (phase + 1))
        tables.append(array("f", [(level - WEIGHT_OFFSET) / UNITS_PER_DISC for level in stored] + [0.0]))
    return tables, list(PLY_CONSTANTS)


def write_weights_module(path: str, tables: List["array[float]"], constants: List[float]) -> float:
    """Quantises the weights into a module for the bot; returns the share of weights that were clipped."""
    phases = []
    clipped = 0
    for table in tables:
        weights = bytearray()
        for entry, weight in enumerate(table[:TABLE_SIZE - 1]):
            if FOLD[entry] != entry:
                weights.append(WEIGHT_OFFSET)
                continue
            level = int(round(weight * UNITS_PER_DISC)) + WEIGHT_OFFSET
            if not 0 <= level <= 255:
                clipped += 1
                level = min(max(level, 0), 255)
            weights.append(level)
        phases.append(b64encode(compress(bytes(weights), 9)).decode("ascii"))
    with open(path, "w") as file:
        file.write(_MODULE % (constant_lines(constants), "".join('    "%s",\n' % text for text in phases)))
    share: float = clipped / (len(tables) * (TABLE_SIZE - 1))
    return share


def constant_lines(constants: Sequence[float]) -> str:
    """The constants of all plies as lines of a tuple."""
    return "".join("    %s,\n" % ", ".join("%.3f" % value for value in constants[ply:ply + 10])
                   for ply in range(0, PLY_COUNT, 10))
