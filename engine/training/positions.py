"""The sources of training positions: recorded games, and games that the evaluation plays against itself.

A search looks at many moves that no good game contains, so every position is disturbed before it is kept: by a few
random moves, or by a walk down the tree that a search from there would grow. Positions are kept by ply (discs placed
since the start), both sides as signed words.
"""

from array import array
from random import Random
from typing import Dict, Iterable, List, NamedTuple, Optional, Tuple

from engine.board import START
from engine.coordinates import squares_from_transcript
from engine.training import goal
from engine.training.bits import count_bits, final_value, play_word, to_word, word_moves
from engine.training.teacher import Teacher
from engine.training.walks import ENDLESS_DISCS, mover_or_none, random_state, walk, write_game

Position = Tuple[int, int]
#: Positions by ply, flat: player, opponent, player, opponent ...
PositionSet = Dict[int, "array[int]"]
#: Their values by ply, in the same order, in discs for the mover.
LabelSet = Dict[int, "array[float]"]

#: Numbers of moves that disturb a position, all equally likely: random moves, or moves as a tree takes them.
RANDOM_MOVES = (0, 0, 1, 1, 2)
TREE_MOVES = (1, 2, 3, 4, 6)
#: The noise of moves in a tree: that of the priors.
TREE_NOISE_DISCS = 6.0
#: The plies at which games are decided: collecting ends when all of them have their share.
PLENTIFUL_PLIES = range(28, 50)
#: The share of the other plies: a search uses their weights for few positions, if any.
OTHER_SHARE = 0.3
#: In squared discs: the drift of recorded games from a position's value for every ply, and the error of the best fit
#: anyway; measured on tournament games whose value with 24 empties is known.
MISTAKE_VARIANCE = 15.0
FIT_VARIANCE = 55.0
#: The trust in a known value at its own position: recorded games are tamer than the positions of a search.
KNOWN_TRUST = 0.3
#: Self-play begins with at most this many random moves, and later makes a random move with this chance. More would fill
#: the early plies with positions that no search comes near.
RANDOM_OPENING_PLIES = 6
RANDOM_MOVE_CHANCE = 0.03
#: The noise of self-play.
NOISE_DISCS = 0.8


def mover_first(player: int, opponent: int) -> Optional[Position]:
    """The position with the side that can move first, or None if the game is over."""
    found = mover_or_none(player, opponent)
    return found if found[0] else None


class RecordedGame(NamedTuple):
    """A game, and black's score by perfect play from some point on, if known."""

    squares: Tuple[int, ...]
    known_empties: int = -1
    known_score: int = 0


def parse_game(line: str) -> RecordedGame:
    """A line of a games file: `f5d6c3...`, optionally with the empties and the score for black (`24 -6`)."""
    transcript, *known = line.split()
    if len(known) not in (0, 2):
        raise ValueError("expected a transcript, or a transcript, empties and a score")
    return RecordedGame(tuple(squares_from_transcript(transcript)), *map(int, known))


def recorded_positions(game: RecordedGame) -> List[Position]:
    """The position before each move of a game, its mover first."""
    return [(player, opponent) for player, opponent, _ in _replayed(game)[:-1]]


def known_positions(games: Iterable[RecordedGame]) -> Tuple[PositionSet, LabelSet, LabelSet]:
    """The positions whose value came with the games: positions, values in discs for the mover, and trust.

    For positions before the one that the value belongs to, it is blurred by the players' mistakes in between, but not
    biased by any evaluation: the earlier the position, the less trust it gets. If a game ends with the very score of
    perfect play, its players made no mistake that counted from there on, and the value of every later position is known
    too; each of these positions counts once.
    """
    positions: PositionSet = {}
    values: LabelSet = {}
    trust: LabelSet = {}
    seen = set()
    for game in games:
        replayed = _replayed(game)
        player, opponent, side = replayed[-1]
        perfect = (not word_moves(player, opponent) and not word_moves(opponent, player)
                   and side * goal.sign * final_value(player, opponent) == game.known_score)
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
                KNOWN_TRUST * carried_trust(empties - game.known_empties, FIT_VARIANCE, MISTAKE_VARIANCE))
    return positions, values, trust


def carried_trust(plies: int, fit_variance: float, mistake_variance: float) -> float:
    """The trust in a value that belongs to a position this many plies later."""
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


def self_played_game(teacher: Teacher, depth: int, random: Random) -> List[Position]:
    """The positions of a game in which both sides search to this depth, with noise and random moves."""
    found = array("q", [0]) * 128
    count = write_game(teacher, to_word(START[0]), to_word(START[1]), depth, NOISE_DISCS,
                       random.randrange(RANDOM_OPENING_PLIES + 1), RANDOM_MOVE_CHANCE, random_state(random), found)
    return [(found[2 * place], found[2 * place + 1]) for place in range(count)]


def disturbed(teacher: Teacher, position: Position, random: Random) -> Optional[Position]:
    """The position after a few moves; None if the game ends before."""
    in_tree = random.random() < 0.5
    moves = (TREE_MOVES if in_tree else RANDOM_MOVES)[int(random.random() * 5)]
    depth, noise = (1, TREE_NOISE_DISCS) if in_tree else (0, ENDLESS_DISCS)
    found = walk(teacher, position[0], position[1], moves, depth, noise, random_state(random))
    return found if found[0] else None


def collect(teacher: Teacher, games: Iterable[List[Position]], per_ply: int, random: Random) -> PositionSet:
    """Distinct disturbed positions, at most `per_ply` for each plentiful ply, from as many games as needed."""
    kept: PositionSet = {ply: array("q") for ply in range(60)}
    seen = set()
    wanted = [per_ply if ply in PLENTIFUL_PLIES else int(per_ply * OTHER_SHARE) for ply in range(60)]
    missing = len(PLENTIFUL_PLIES) * per_ply
    for positions in games:
        for _ in positions:
            found = disturbed(teacher, positions[int(random.random() * len(positions))], random)
            if found is None or found in seen:
                continue
            ply = count_bits(found[0] | found[1]) - 4
            if ply < 60 and len(kept[ply]) < 2 * wanted[ply]:
                seen.add(found)
                kept[ply].extend(found)
                missing -= ply in PLENTIFUL_PLIES
        if missing <= 0:
            break
    return kept
