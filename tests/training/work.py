"""Pieces of work, in a module that another process can import."""

import time
from random import Random

from engine.training.positions import self_played_game
from engine.training.teacher import CUT_UNITS, search_units


def blur(factor, seconds):
    """Takes this many seconds."""
    time.sleep(seconds)
    return round(factor * seconds)


def sleep(shared, seconds):
    """Takes this many seconds and returns nothing."""
    time.sleep(seconds)


def fail(shared, piece):
    """Always fails."""
    raise ValueError("no work today")


def label(teacher, piece):
    """The label of a position of a random game: its seed and its ply."""
    seed, ply = piece
    return search_units(teacher, *self_played_game(teacher, 0, Random(seed))[ply], ply, 3, CUT_UNITS)
