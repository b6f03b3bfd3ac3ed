"""Where training positions come from: recorded games and games the evaluation plays with itself.

A search looks at many bad moves that no good game contains, so every position is disturbed by a few random moves
before it is kept. Positions are kept by ply (discs placed since the start), both sides as signed words.
"""

from array import array
from random import Random
from typing import Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple

from engine.board import START
from engine.coordinates import squares_from_transcript
from engine.training.bits import count_bits, list_bits, to_word, word_flips, word_moves
from engine.training.teacher import PlyWeights, final_value

Position = Tuple[int, int]
#: Positions by ply, flat: player, opponent, player, opponent ...
PositionSet = Dict[int, "array[int]"]
#: Their values by ply, in the same order, in discs for the mover.
LabelSet = Dict[int, "array[float]"]

#: How many random moves disturb a position, each number as likely as the others.
DISTURBING_MOVES = (0, 0, 1, 1, 2)
#: Collecting ends when all these plies have their share; earlier ones have few positions, later ones few games.
PLENTIFUL_PLIES = range(20, 56)
#: How far, in squared discs, the players of recorded games drift from the value of a position with every ply, and how
#: far the best fit is from it anyway; measured on tournament games whose value with 24 empties is known.
MISTAKE_VARIANCE = 15.0
FIT_VARIANCE = 55.0
#: Self-play begins with this many random moves at the most, and takes a random move with this chance. More would fill
#: the early plies with positions that no search comes near.
RANDOM_OPENING_PLIES = 6
RANDOM_MOVE_CHANCE = 0.03
#: Self-play adds noise of this deviation, in discs, to each estimate.
NOISE_DISCS = 1.0


def play_word(player: int, opponent: int, disc: int) -> Position:
    """The next position after a legal move."""
    flipped = word_flips(player, opponent, disc)
    return opponent ^ flipped, player | flipped | disc


def mover_first(player: int, opponent: int) -> Optional[Position]:
    """The position with the side that can move first, or None when the game is over."""
    if word_moves(player, opponent):
        return player, opponent
    if word_moves(opponent, player):
        return opponent, player
    return None


class RecordedGame(NamedTuple):
    """A game, and what perfect play from some point on would have given black, if that is known."""

    squares: Tuple[int, ...]
    known_empties: int = -1
    known_score: int = 0


def parse_game(line: str) -> RecordedGame:
    """A line of a games file: `f5d6c3...`, and perhaps the empties and the score for black (`24 -6`)."""
    transcript, *known = line.split()
    if len(known) not in (0, 2):
        raise ValueError("expected a transcript, or a transcript, empties and a score")
    return RecordedGame(tuple(squares_from_transcript(transcript)), *map(int, known))


def recorded_positions(game: RecordedGame) -> List[Position]:
    """The position before each move of a game, its mover first."""
    return [(player, opponent) for player, opponent, _ in _replayed(game)[:-1]]


def known_positions(games: Iterable[RecordedGame]) -> Tuple[PositionSet, LabelSet, LabelSet]:
    """The positions whose value came with the games: positions, values in discs for the mover, and trust.

    Before the point that the value belongs to, it is blurred by the players' mistakes on the way there, the more the
    longer the way, but it is not biased by any evaluation: it gets less trust the earlier the position is. If a game
    ends with the very score that perfect play gives, its players made no mistake that counted from there on, and the
    value of every later position is known, too; each such position counts once.
    """
    positions: PositionSet = {}
    values: LabelSet = {}
    trust: LabelSet = {}
    seen = set()
    for game in games:
        replayed = _replayed(game)
        player, opponent, side = replayed[-1]
        perfect = (not word_moves(player, opponent) and not word_moves(opponent, player)
                   and side * final_value(player, opponent) == game.known_score)
        for player, opponent, side in replayed[:-1] if game.known_empties >= 0 else ():
            empties = 64 - count_bits(player | opponent)
            if empties < game.known_empties:
                if not perfect:
                    break
                if (player, opponent) in seen:
                    continue
                seen.add((player, opponent))
            positions.setdefault(60 - empties, array("q")).extend((player, opponent))
            values.setdefault(60 - empties, array("f")).append(side * game.known_score)
            trust.setdefault(60 - empties, array("f")).append(
                carried_trust(empties - game.known_empties, FIT_VARIANCE, MISTAKE_VARIANCE))
    return positions, values, trust


def carried_trust(plies: int, fit_variance: float, mistake_variance: float) -> float:
    """The trust in a value that belongs to a position so many plies later."""
    return fit_variance / (fit_variance + mistake_variance * max(0, plies))


def _replayed(game: RecordedGame) -> List[Tuple[int, int, int]]:
    """Player, opponent and +1 if the player is black: before each move, and after the last."""
    player, opponent, side = to_word(START[0]), to_word(START[1]), 1
    replayed = [(player, opponent, side)]
    for square in game.squares:
        disc = to_word(1 << square)
        if not word_moves(player, opponent) & disc:
            break
        player, opponent = play_word(player, opponent, disc)
        side = -side
        if not word_moves(player, opponent) and word_moves(opponent, player):
            player, opponent, side = opponent, player, -side
        replayed.append((player, opponent, side))
    return replayed


def self_played_game(weights: PlyWeights, random: Random) -> Iterator[Position]:
    """The positions of a game in which both sides take the best estimate, with noise and random moves."""
    opening = random.randrange(RANDOM_OPENING_PLIES + 1)

    def choose(player: int, opponent: int, discs: List[int], ply: int) -> int:
        if ply < opening or random.random() < RANDOM_MOVE_CHANCE:
            return _any(discs, random)
        best = -1e9
        for candidate in discs:
            next_player, next_opponent = play_word(player, opponent, candidate)
            value = random.gauss(0.0, NOISE_DISCS) - weights.value(next_player, next_opponent, ply + 1)
            if value > best:
                best, disc = value, candidate
        return disc

    return _played_game(choose)


def random_game(random: Random) -> Iterator[Position]:
    """The positions of a game of random moves."""
    return _played_game(lambda player, opponent, discs, ply: _any(discs, random))


def _played_game(choose: Callable[[int, int, List[int], int], int]) -> Iterator[Position]:
    position: Optional[Position] = (to_word(START[0]), to_word(START[1]))
    ply = 0
    while position is not None:
        yield position
        player, opponent = position
        disc = choose(player, opponent, list_bits(word_moves(player, opponent)), ply)
        position = mover_first(*play_word(player, opponent, disc))
        ply += 1


def _any(discs: List[int], random: Random) -> int:
    return discs[int(random.random() * len(discs))]


def disturbed(position: Position, random: Random) -> Optional[Position]:
    """The position after a few random moves; None if the game ended."""
    found: Optional[Position] = position
    for _ in range(DISTURBING_MOVES[int(random.random() * len(DISTURBING_MOVES))]):
        if found is None:
            return None
        disc = _any(list_bits(word_moves(found[0], found[1])), random)
        found = mover_first(*play_word(found[0], found[1], disc))
    return found


def collect(games: Iterable[Iterable[Position]], per_ply: int, random: Random) -> PositionSet:
    """Distinct disturbed positions, at most `per_ply` for each ply, from as many games as it takes."""
    kept: PositionSet = {ply: array("q") for ply in range(60)}
    seen = set()
    missing = len(PLENTIFUL_PLIES) * per_ply
    for game in games:
        positions = list(game)
        for _ in positions:
            found = disturbed(positions[int(random.random() * len(positions))], random)
            if found is None or found in seen:
                continue
            ply = count_bits(found[0] | found[1]) - 4
            if ply < 60 and len(kept[ply]) < 2 * per_ply:
                seen.add(found)
                kept[ply].extend(found)
                missing -= ply in PLENTIFUL_PLIES
        if missing <= 0:
            break
    return kept
