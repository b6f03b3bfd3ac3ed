"""What a training run plays for: the most discs, or the fewest for reversed Reversi."""

#: 1 if the most discs win, -1 if the fewest do.
sign = 1


def play_for_fewest() -> None:
    """Turns the goal round, for the whole program; to be said before any teacher is made."""
    global sign
    sign = -1
