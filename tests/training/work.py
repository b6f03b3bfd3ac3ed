"""Work for others, in a module that another process can import."""

import time
from random import Random

from engine.training.positions import random_game
from engine.training.teacher import label_value


def blur(factor, seconds):
    """Takes so long."""
    time.sleep(seconds)
    return round(factor * seconds)


def sleep(shared, seconds):
    """Takes so long and gives nothing."""
    time.sleep(seconds)


def fail(shared, piece):
    """Never works."""
    raise ValueError("no work today")


def label(weights, piece):
    """The label of a position of a random game: its seed and its ply."""
    seed, ply = piece
    return label_value(weights, *list(random_game(Random(seed)))[ply], ply, 3)
