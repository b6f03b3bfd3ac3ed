"""The exact score of a position by the rules alone: Python 3.6 code, for a few empty squares."""

from functools import lru_cache

from engine.board import final_score, is_over, iterate_squares, legal_moves, play_move


@lru_cache(maxsize=None)
def minimax(player: int, opponent: int, goal: int = 1) -> int:
    """The score for the mover; with the goal -1 the fewest discs win."""
    moves = legal_moves(player, opponent)
    if moves:
        return max(-minimax(*play_move(player, opponent, move), goal=goal) for move in iterate_squares(moves))
    if is_over(player, opponent):
        return goal * final_score(player, opponent)
    return -minimax(opponent, player, goal=goal)
