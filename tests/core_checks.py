"""The engine's core checks as a plain program, for interpreters without pytest: Python 3.6 code.

    python tests/core_checks.py

prints one line and exits with 0 if the boards, the memory of flips, the playouts and the exact endgame are right.
"""

import os
import platform
import sys
from random import Random

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from engine.board import START, board_from_text, final_score, is_over, iterate_squares, legal_moves, play_move  # noqa: E402
from engine.coordinates import PASS, square_from_text, square_to_text  # noqa: E402
from engine.endgame import EndgameSolver  # noqa: E402
from engine.oriented import fold, list_moves, orient, oriented_difference, oriented_moves, play_oriented  # noqa: E402
from engine.playout import MaskedPlayouts, uniform_playout  # noqa: E402
from tests import oracle  # noqa: E402
from tests.endgames import PROBLEMS  # noqa: E402
from tests.minimax import minimax  # noqa: E402
from tests.perft import PUBLISHED, oriented_perft, plain_perft  # noqa: E402

RANDOM_GAMES = 5
PLAYOUTS = 200
ENDGAMES = 100


def check_coordinates() -> None:
    for square in range(65):
        assert square_from_text(square_to_text(square)) == square


def check_perft() -> None:
    for depth in range(1, 6):
        assert plain_perft(*START, depth=depth) == PUBLISHED[depth - 1]
        assert oriented_perft(*orient(*START), depth=depth + 1) == PUBLISHED[depth]


def check_random_game(generator: Random) -> None:
    """Both boards and the oracle agree at every turn of a game, and on random discs."""
    position = START
    while not is_over(*position):
        taken = generator.getrandbits(64)
        own = generator.getrandbits(64)
        check_position_by_oracle(taken & own, taken & ~own)
        moves = check_position_by_oracle(*position)
        position = play_move(*position, generator.choice(moves) if moves else PASS)
    check_position_by_oracle(*position)


def check_position_by_oracle(player: int, opponent: int) -> list:
    """The legal moves; plain board, fast board and oracle agree on them and on the positions after them."""
    board = oracle.board_from_bits(player, opponent)
    moves = list(iterate_squares(legal_moves(player, opponent)))
    fast = orient(player, opponent)
    assert moves == [8 * row + column for row, column in oracle.legal_moves(board, "X")]
    assert moves == sorted(list_moves(oriented_moves(*fast)))
    for move in moves:
        mover, other = oracle.bits_from_board(oracle.play(board, "X", *divmod(move, 8)))
        assert play_move(player, opponent, move) == (other, mover)
        assert tuple(fold(side) for side in play_oriented(*(fast + (move,)))[:2]) == (other, mover)
    assert final_score(player, opponent) == oracle.score(board, "X")
    assert oriented_difference(*fast[:2]) == oracle.difference(board, "X")
    return moves


def check_playouts(generator: Random) -> None:
    masked = MaskedPlayouts(generator)
    results = [uniform_playout(*(orient(*START) + (generator.random,))) for _ in range(PLAYOUTS)]
    results += [masked(*orient(*START)) for _ in range(PLAYOUTS)]
    assert len(set(results)) > 10 and all(-64 <= result <= 64 for result in results)


def check_endgame(generator: Random) -> None:
    """Known problems, and random discs around at most seven empty squares, for both goals."""
    for board, score, _ in PROBLEMS[:6]:
        assert EndgameSolver().solve(*board_from_text(board)).score == score
    for goal in (1, -1):
        solver = EndgameSolver(fewest_wins=goal < 0)
        for _ in range(ENDGAMES):
            taken = ~sum(1 << square for square in generator.sample(range(64), generator.randrange(8))) & (1 << 64) - 1
            own = generator.getrandbits(64) | generator.getrandbits(64)
            position = taken & own, taken & ~own
            assert solver.solve(*position).score == minimax(*position, goal=goal)


def main() -> None:
    generator = Random(1)
    check_coordinates()
    check_perft()
    for _ in range(RANDOM_GAMES):
        check_random_game(generator)
    check_playouts(generator)
    check_endgame(generator)
    print("core checks passed on %s %s" % (platform.python_implementation(), platform.python_version()))


if __name__ == "__main__":
    main()
