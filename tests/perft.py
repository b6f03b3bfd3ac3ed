"""Counting all games of a length: the classic proof of a move generator.

The convention of the published numbers: a forced pass is a turn like any other, and a game that ends early counts as
one. The oracle counts the same way in `oracle.perft`.
"""

from engine.board import iterate_squares, legal_moves, play_move
from engine.coordinates import PASS
from engine.oriented import list_moves, oriented_moves, play_oriented

#: Games of 1, 2, 3 ... turns from the start, as published.
PUBLISHED = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284)


def plain_perft(player: int, opponent: int, depth: int) -> int:
    """By engine.board, every turn played."""
    if depth == 0:
        return 1
    moves = legal_moves(player, opponent)
    if moves:
        return sum(plain_perft(*play_move(player, opponent, move), depth=depth - 1) for move in iterate_squares(moves))
    if legal_moves(opponent, player):
        return plain_perft(*play_move(player, opponent, PASS), depth=depth - 1)
    return 1


def oriented_perft(player: int, opponent: int, empty: int, depth: int) -> int:
    """By engine.oriented; the last turn is counted, not played."""
    if depth == 0:
        return 1
    moves = oriented_moves(player, opponent, empty)
    if moves:
        squares = list_moves(moves)
        if depth == 1:
            return len(squares)
        return sum([oriented_perft(*play_oriented(player, opponent, empty, square), depth=depth - 1)
                    for square in squares])
    if oriented_moves(opponent, player, empty):
        return oriented_perft(opponent, player, empty, depth - 1)
    return 1
