"""The goal of a training run: the most discs, or the fewest for reversed Reversi."""

#: 1 if the most discs win, -1 if the fewest do.
sign = 1


def play_for_fewest() -> None:
    """Reverses the goal for the whole program; call it before making any teacher."""
    global sign
    sign = -1
