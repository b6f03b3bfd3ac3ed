"""A game in progress, with colours: the moves so far and the position after them.

Every turn is in `moves`, passes included, so the colour to move is the parity of their number: even is black.
"""

from typing import Iterable, List, Optional, Tuple

from engine.board import START, count_discs, is_over, legal_moves, must_pass, play_move
from engine.coordinates import PASS

BLACK, WHITE = 0, 1
COLOUR_NAMES = ("black", "white")

#: What black and white get for a game, 2 for a win and 1 for a draw.
Scores = Tuple[int, int]


class Game:
    """The moves so far and the position after them. Most discs win, or fewest in reversed Reversi."""

    def __init__(self, moves: Iterable[int] = (), fewest_wins: bool = False) -> None:
        self.moves: List[int] = []
        self.fewest_wins = fewest_wins
        self.player, self.opponent = START
        for move in moves:
            self.play(move)

    @property
    def colour(self) -> int:
        """The colour to move, BLACK or WHITE; it also alternates after the last move."""
        return len(self.moves) % 2

    @property
    def legal(self) -> int:
        """The set of legal squares for the side to move."""
        return legal_moves(self.player, self.opponent)

    @property
    def over(self) -> bool:
        """True when neither side can move."""
        return is_over(self.player, self.opponent)

    @property
    def must_pass(self) -> bool:
        """True when the side to move has no move and the other has one."""
        return must_pass(self.player, self.opponent)

    @property
    def discs(self) -> Tuple[int, int]:
        """(black's, white's) discs, bit sets."""
        return (self.player, self.opponent) if self.colour == BLACK else (self.opponent, self.player)

    @property
    def counts(self) -> Tuple[int, int]:
        """(black's, white's) number of discs."""
        black, white = self.discs
        return count_discs(black), count_discs(white)

    @property
    def scores(self) -> Optional[Scores]:
        """The result; None until the game is over."""
        if not self.over:
            return None
        black, white = self.counts
        return (1, 1) if black == white else won_by(BLACK if (black > white) != self.fewest_wins else WHITE)

    def play(self, move: int) -> None:
        """Plays a move of the side to move, or its forced PASS; ValueError names the ply if it is illegal."""
        try:
            self.player, self.opponent = play_move(self.player, self.opponent, move)
        except ValueError as error:
            raise ValueError("ply %d (%s): %s" % (len(self.moves) + 1, COLOUR_NAMES[self.colour], error)) from None
        self.moves.append(move)

    def play_with_passes(self, square: int) -> None:
        """Plays a square, adding the forced pass that some records leave out before it."""
        try:
            self.play(square)
        except ValueError:
            if square == PASS or not self.must_pass:
                raise
            self.play(PASS)
            self.play(square)


def won_by(colour: int) -> Scores:
    """The scores of a game won by this colour."""
    return (2, 0) if colour == BLACK else (0, 2)


def winner_of(scores: Scores) -> Optional[int]:
    """The colour that won; None for a draw."""
    black, white = scores
    return None if black == white else BLACK if black > white else WHITE


def describe_result(game: Game) -> str:
    """`Black wins 40 to 24`, for a finished game."""
    black, white = game.counts
    if black == white:
        return "A draw, %d to %d" % (black, white)
    winner = BLACK if (black > white) != game.fewest_wins else WHITE
    discs = (black, white) if winner == BLACK else (white, black)
    result = "%s wins %d to %d" % ((COLOUR_NAMES[winner].capitalize(),) + discs)
    return result + " (fewest discs win)" if game.fewest_wins else result
