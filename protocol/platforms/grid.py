"""Reads a board given as rows of cells of any type."""

from typing import Any, Tuple


def position_from_grid(grid: Any, player_cell: object, opponent_cell: object) -> Tuple[int, int]:
    """The discs of both sides; every other cell counts as empty. The grid is only indexed, never changed."""
    player = opponent = 0
    for square in range(64):
        cell = grid[square // 8][square % 8]
        if cell == player_cell:
            player |= 1 << square
        elif cell == opponent_cell:
            opponent |= 1 << square
    return player, opponent
