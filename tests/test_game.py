"""A game with colours: turns, passes, transcripts, and known games."""

import pytest
from hypothesis import given

from engine.board import START
from engine.coordinates import PASS, squares_from_transcript, squares_to_transcript
from protocol.game import BLACK, WHITE, Game, describe_result
from tests import oracle
from tests.positions import games

#: name: (transcript, black's discs at the end, white's, passes)
KNOWN_GAMES = {
    "black wipes white out in nine moves": ("e6f4e3f6g5d6e7f5c5", 13, 0, 0),
    "white wipes black out in ten moves": ("f5d6c5f6e6f4c6b6f3g2", 0, 14, 0),
    "full board without a pass": (
        "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5"
        "b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1f2g2f1g1e8g8a2a1b7b8a8e1", 12, 52, 0),
    "full board drawn": (
        "d3c5f6e3f3g7c6f2e6c3b5f5g5g6g4g3e2f4b3a3h2h3h8e7d6f1b2b7d7d8"
        "b4h1e1c1c2a5a1b1a4d2h5b6f7h6h7d1a2g8f8e8a7c4c8a6c7a8h4b8g1g2", 32, 32, 0),
    "seven passes": (
        "c4e3f4g3e2e1f3c5f5b4e6f7d3g5h3d2f6g2f1g7a4g1b6g6d1h1d6b3h5c3"
        "b2g4d7c1c2a3h7b1f8a5h6g8a2d8a1e7e8b5c7a7h4b8h8a6c8b7a8h2f2c6", 56, 8, 7),
    "both blocked with nine squares left": (
        "c4c5b6b5a6e3f5b4a3a4a5a7f3a2c3d2e2c6b7g5c1d7b2e1d1c8f2b1c2g2"
        "d6e6e7e8f6f4h4h5g4d3g6h3f1g1d8h6b3g3b8f7f8", 5, 50, 0),
    "both blocked and drawn with two squares left": (
        "c4c5f6d3e2b3d6f1b4e6e7f5e3d7f4g6e1e8c7b7c3a3d8f3g3g4a7g2a4b8"
        "f2c8f8a6h5a8g1g8d2h2g5b5h3a5h7h4h1d1f7c6h6c2b1b2b6a2c1g7", 31, 31, 0),
}


def game_from_transcript(text):
    """The game of a transcript without passes."""
    game = Game()
    for square in squares_from_transcript(text):
        game.play_with_passes(square)
    return game


@pytest.mark.parametrize("text, black, white, passes", KNOWN_GAMES.values(), ids=list(KNOWN_GAMES))
def test_a_known_game_ends_with_the_known_result(text, black, white, passes):
    game = game_from_transcript(text)
    assert game.over and not game.legal and not game.must_pass
    assert game.counts == (black, white)
    assert game.moves.count(PASS) == passes


def test_black_begins_and_the_colours_take_turns():
    game = Game()
    assert (game.colour, game.discs, game.counts) == (BLACK, START, (2, 2))
    game.play(19)
    assert (game.colour, game.counts) == (WHITE, (4, 1))
    game.play(18)
    assert (game.colour, game.counts) == (BLACK, (3, 3))


@given(games)
def test_the_oracle_agrees_on_every_game(moves):
    game = Game(moves)
    board, mark = oracle.start_board(), "X"
    for move in moves:
        if move != PASS:
            board = oracle.play(board, mark, *divmod(move, 8))
        mark = oracle.other(mark)
    assert game.discs == oracle.bits_from_board(board)
    assert game.colour == (BLACK if mark == "X" else WHITE)
    assert game.legal == oracle.bits_of(oracle.legal_moves(board, mark))
    assert game.over == oracle.is_over(board)
    assert game.must_pass == (not game.legal and not game.over)


@given(games)
def test_a_record_replays_to_the_same_board(moves):
    game = Game(moves)
    while game.must_pass:
        game.play(PASS)
    replayed = game_from_transcript(squares_to_transcript(moves))
    while replayed.must_pass:
        replayed.play(PASS)
    assert replayed.moves == game.moves
    assert (replayed.player, replayed.opponent) == (game.player, game.opponent)


def test_an_illegal_move_error_names_ply_colour_move_and_expectation():
    with pytest.raises(ValueError, match=r"^ply 2 \(white\): illegal move a1: expected c3 e3 c5$"):
        Game([19, 0])
    with pytest.raises(ValueError, match=r"^ply 1 \(black\): illegal pass: d3 c4 f5 e6 can be played$"):
        Game([PASS])
    with pytest.raises(ValueError, match=r"^ply 1 \(black\): bad square 99"):
        Game([99])


def test_an_illegal_move_does_not_change_the_game():
    game = Game([19])
    with pytest.raises(ValueError, match="illegal move"):
        game.play(19)
    assert game.moves == [19] and game.counts == (4, 1)


@pytest.mark.parametrize("move, name", [(0, "move a1"), (PASS, "pass")])
def test_nothing_can_be_played_when_the_game_is_over(move, name):
    game = game_from_transcript("e6f4e3f6g5d6e7f5c5")
    with pytest.raises(ValueError, match=r"^ply 10 \(white\): illegal %s: the game is over$" % name):
        game.play(move)


def test_a_pass_is_added_only_when_it_is_forced():
    game = game_from_transcript(KNOWN_GAMES["seven passes"][0])
    before = Game(game.moves[:game.moves.index(PASS)])
    left_out, written = Game(before.moves), Game(before.moves)
    after = game.moves[len(before.moves) + 1]
    left_out.play_with_passes(after)
    for move in (PASS, after):
        written.play_with_passes(move)
    assert left_out.moves == written.moves == game.moves[:len(before.moves) + 2]
    with pytest.raises(ValueError, match=r"^ply 2 \(white\): illegal move a1"):
        Game([19]).play_with_passes(0)
    with pytest.raises(ValueError, match=r"^ply 1 \(black\): illegal pass"):
        Game().play_with_passes(PASS)


def test_in_reversed_reversi_the_fewest_discs_win():
    moves = squares_from_transcript("f5d6c5f4e3f6g5e6e7")  # black captures the last white disc
    usual, turned = Game(moves), Game(moves, fewest_wins=True)
    assert (usual.scores, turned.scores) == ((2, 0), (0, 2))
    assert describe_result(usual) == "Black wins 13 to 0"
    assert describe_result(turned) == "White wins 0 to 13 (fewest discs win)"
