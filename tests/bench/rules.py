"""The rules of the game against the 8x8 lists of tests/oracle.py: moves, perft, playouts."""

from random import Random
from typing import Iterator, List, Tuple

from engine.board import iterate_squares, legal_moves, play_move
from engine.coordinates import squares_from_transcript
from engine.oriented import list_moves, orient, oriented_moves, play_oriented
from engine.playout import UNIFORM_CHANCES, MaskedPlayouts, uniform_playout
from protocol.game import Game
from tests import oracle
from tests.bench.measure import HEADING, Ratio, Workload, compare
from tests.perft import oriented_perft

#: A game without a pass; moves are measured in its positions.
TRANSCRIPT = ("e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5"
              "b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1f2g2f1g1e8g8a2a1b7b8a8e1")
MOVES = squares_from_transcript(TRANSCRIPT)
PERFT_DEPTH = 7

#: Targets for the fast board on CPython 3.11; for masked playouts only from the start, where they are longest.
EXACT_TARGET, MASKED_TARGET = 30, 70

#: Playouts of the lists per round; the engine plays ENGINE_FACTOR times as many, to run about as long.
PLAYOUTS = 20
ENGINE_FACTOR = 40


def position_after(plies: int) -> Tuple[int, int]:
    """The position after that many moves of the transcript, mover first."""
    game = Game(MOVES[:plies])
    return game.player, game.opponent


def rules_section() -> Iterator[str]:
    """Lines of the report, as they are measured."""
    yield HEADING
    for measure in (measure_moves, measure_making, measure_perft, measure_playouts):
        for ratio in measure():
            yield str(ratio)


def measure_moves() -> Iterator[Ratio]:
    """Finding the legal moves, in each position of the game."""
    positions = [position_after(ply) for ply in range(len(MOVES))]
    boards = [oracle.board_from_bits(*position) for position in positions]
    oriented = [orient(*position) for position in positions]

    def by_lists() -> int:
        for board in boards:
            oracle.legal_moves(board, "X")
        return len(boards)

    def by_plain_board() -> int:
        for player, opponent in positions * 20:
            list(iterate_squares(legal_moves(player, opponent)))
        return 20 * len(positions)

    def by_fast_board() -> int:
        for player, opponent, empty in oriented * 100:
            list_moves(oriented_moves(player, opponent, empty))
        return 100 * len(oriented)

    def as_a_set() -> int:
        for player, opponent, empty in oriented * 200:
            oriented_moves(player, opponent, empty)
        return 200 * len(oriented)

    yield compare("legal moves, plain board", by_lists, by_plain_board)
    yield compare("legal moves, fast board, listed", by_lists, by_fast_board)
    yield compare("legal moves, fast board, as a set", by_lists, as_a_set)


def measure_making() -> Iterator[Ratio]:
    """Making a move, in each position of the game."""
    turns = [(position_after(ply), move) for ply, move in enumerate(MOVES)]
    boards = [(oracle.board_from_bits(*position), divmod(move, 8)) for position, move in turns]
    oriented = [(orient(*position), move) for position, move in turns]

    def by_lists() -> int:
        for board, (row, column) in boards * 5:
            oracle.play(board, "X", row, column)
        return 5 * len(boards)

    def by_plain_board() -> int:
        for (player, opponent), move in turns * 20:
            play_move(player, opponent, move)
        return 20 * len(turns)

    def by_fast_board() -> int:
        for (player, opponent, empty), move in oriented * 100:
            play_oriented(player, opponent, empty, move)
        return 100 * len(oriented)

    yield compare("make a move, plain board", by_lists, by_plain_board)
    yield compare("make a move, fast board", by_lists, by_fast_board)


def measure_perft() -> Iterator[Ratio]:
    """Leaves of perft from the start."""
    player, opponent, empty = orient(*position_after(0))
    yield compare("perft(%d) leaves" % PERFT_DEPTH,
                  lambda: oracle.perft(oracle.start_board(), "X", PERFT_DEPTH),
                  lambda: oriented_perft(player, opponent, empty, PERFT_DEPTH), EXACT_TARGET, rounds=3)


def measure_playouts() -> Iterator[Ratio]:
    """Random games to the end."""
    for plies, place, masked_target in ((0, "the start", MASKED_TARGET), (30, "30 empties", None)):
        position = position_after(plies)
        lists = _list_playouts(position)
        yield compare("uniform playouts from " + place, lists, _uniform_playouts(position), EXACT_TARGET)
        yield compare("masked playouts from " + place, lists, _masked_playouts(position), masked_target)


def _list_playouts(position: Tuple[int, int]) -> Workload:
    board, generator = oracle.board_from_bits(*position), Random(1)

    def choice(moves: List[oracle.Square]) -> oracle.Square:
        return moves[int(generator.random() * len(moves))]

    def play() -> int:
        for _ in range(PLAYOUTS):
            oracle.playout(board, "X", choice)
        return PLAYOUTS
    return play


def _uniform_playouts(position: Tuple[int, int]) -> Workload:
    (player, opponent, empty), random = orient(*position), Random(1).random

    def play() -> int:
        for _ in range(ENGINE_FACTOR * PLAYOUTS):
            uniform_playout(player, opponent, empty, random)
        return ENGINE_FACTOR * PLAYOUTS
    return play


def _masked_playouts(position: Tuple[int, int]) -> Workload:
    (player, opponent, empty), playout = orient(*position), MaskedPlayouts(Random(1), UNIFORM_CHANCES)

    def play() -> int:
        for _ in range(ENGINE_FACTOR * PLAYOUTS):
            playout(player, opponent, empty)
        return ENGINE_FACTOR * PLAYOUTS
    return play
