"""Writes games in the formats that the project reads but does not write."""

import struct

from engine.board import final_score
from engine.coordinates import PASS, square_to_wthor, square_to_xy, squares_to_transcript
from protocol.game import BLACK, Game
from protocol.judging.player import FunctionPlayer
from protocol.judging.referee import Referee
from protocol.judging.rules import BOTZONE
from protocol.records.platform_log import make_log


def point(move):
    """`{"x":3,"y":2}`."""
    x, y = square_to_xy(move)
    return {"x": x, "y": y}


def log_of(judged):
    """The platform's log of a judged game."""
    return make_log(judged.turns, judged.error)


def judged(moves):
    """The judged game of these moves; unfinished if they are."""
    def choose(game):
        return moves[len(game.moves)]

    referee = Referee([FunctionPlayer(name, choose) for name in ("one", "two")], BOTZONE)
    if Game(moves).over:
        return referee.play()
    referee = Referee(referee.players, BOTZONE, moves)
    return referee.result()


def display_list(moves):
    """The site's display list of the moves."""
    displays = [None] + [dict(point(move), player=ply % 2) for ply, move in enumerate(moves)]
    game = Game(moves)
    black, white = game.counts
    if game.over and black != white:
        displays[-1]["winner"] = int(white > black)
    return displays


def player_input(moves):
    """The input of the player who is to move next."""
    black_to_move = len(moves) % 2 == 0
    requests = [{"x": -1, "y": -1}] + [point(move) for move in moves[1::2]] if black_to_move else [
        point(move) for move in moves[::2]]
    responses = [point(move) for move in moves[::2] if black_to_move] or [point(move) for move in moves[1::2]]
    return {"requests": requests, "responses": responses}


def transcript(moves):
    """`f5d6c3`."""
    return squares_to_transcript(moves)


def wthor(games, announced=None):
    """A WTHOR file of the games."""
    header = struct.pack("<BBBBIHHBBBB", 20, 26, 1, 1, len(games) if announced is None else announced, 0, 2026, 8, 0,
                         22, 0)
    return header + b"".join(wthor_game(moves) for moves in games)


def wthor_game(moves, black_discs=None):
    """One record of 68 bytes."""
    game = Game(moves)
    score = final_score(game.player, game.opponent) if game.over else 0
    counted = 32 + (score if game.colour == BLACK else -score) // 2
    squares = bytes(square_to_wthor(move) for move in moves if move != PASS)
    return struct.pack("<HHHBB60s", 1, 2, 3, counted if black_discs is None else black_discs, 32, squares)
