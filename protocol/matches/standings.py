"""The results of a match and what they mean: points, discs, Elo, certainty, time and errors."""

from collections import Counter
from typing import Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from protocol.judging.referee import JudgedGame
from protocol.judging.verdicts import short_objection
from protocol.matches.elo import measure_strength
from protocol.matches.schedule import Fixture
from protocol.records.bot_view import read_note
from protocol.records.record import Record

_HEADINGS = ("", "games", "won", "drawn", "lost", "points", "discs", "Elo", "95 %", "better", "s a move", "slowest",
             "errors")


class Played(NamedTuple):
    """A fixture and its result; pairs are (black's, white's)."""

    fixture: Fixture
    scores: Tuple[int, int]
    discs: Tuple[int, int]
    error: Optional[str]  #: the judge's objection to the loser
    seconds: Tuple[List[float], List[float]]  #: of each answer
    fallbacks: Tuple[int, int] = (0, 0)  #: answers a bot gave without having found a move


class Row(NamedTuple):
    """All games of one bot, or its games against one other bot."""

    wins: int
    draws: int
    losses: int
    disc_difference: Optional[float]  #: mean over the games played to their end
    pairs: Tuple[int, ...]  #: how many complete pairs scored 0, 1/2, 1, 3/2, 2 points
    seconds: Tuple[float, float]  #: mean and maximum per answer
    errors: Dict[str, int]  #: objections to the bot, counted
    answers: int  #: how many it gave
    fallbacks: int  #: how many of them it gave without having found a move

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is 1, a draw 1/2."""
        return self.wins + self.draws / 2


def summarize_game(fixture: Fixture, judged: Union[JudgedGame, Record]) -> Played:
    """The result of a game, without the answers of its opening; ValueError if it is not finished."""
    if judged.scores is None:
        raise ValueError("the game is not finished")
    seconds: Tuple[List[float], List[float]] = ([], [])
    for turn in judged.turns[len(fixture.opening):]:
        seconds[turn.colour].append(round(turn.answer.seconds, 3))  # the precision of the file
    fallbacks = Counter(turn.colour for turn in judged.turns if (read_note(turn.answer.debug) or {}).get("fault"))
    return Played(fixture, judged.scores, judged.game.counts, judged.error, seconds, (fallbacks[0], fallbacks[1]))


def sum_up(games: Iterable[Played], bot: int, other: Optional[int] = None) -> Row:
    """The row of a bot, against all others or against one."""
    own = [(played, 0 if played.fixture.black == bot else 1) for played in games
           if bot in played.fixture.bots and (other is None or other in played.fixture.bots)]
    scores = Counter(played.scores[colour] for played, colour in own)
    differences = [played.discs[colour] - played.discs[1 - colour] for played, colour in own if not played.error]
    seconds = [second for played, colour in own for second in played.seconds[colour]]
    errors = Counter(short_objection(played.error) for played, colour in own
                     if played.error and not played.scores[colour])
    return Row(scores[2], scores[1], scores[0], sum(differences) / len(differences) if differences else None,
               _count_pairs(own), (sum(seconds) / len(seconds), max(seconds)) if seconds else (0.0, 0.0), dict(errors),
               len(seconds), sum(played.fallbacks[colour] for played, colour in own))


def table_cells(names: Sequence[str], games: Sequence[Played]) -> List[Tuple[str, ...]]:
    """The headings and a row of cells for each bot."""
    return [_HEADINGS] + [_cells(name, sum_up(games, bot)) for bot, name in enumerate(names)]


def draw_table(names: Sequence[str], games: Sequence[Played]) -> List[str]:
    """A line for each bot; with more than two bots, also a line for each meeting."""
    cells = table_cells(names, games)
    widths = [max(len(row[column]) for row in cells) for column in range(len(_HEADINGS))]
    lines = ["  ".join(cell.rjust(width) if column else cell.ljust(width)
                       for column, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in cells]
    return lines + (_meetings(names, games) if len(names) > 2 else [])


def fallback_warnings(names: Sequence[str], games: Sequence[Played]) -> List[str]:
    """A line for each bot whose notes report answers it gave without having found a move."""
    rows = [(name, sum_up(games, bot)) for bot, name in enumerate(names)]
    return ["warning: %s says that %d of its %d answers were fallbacks, not moves it had found: too little time?"
            % (name, row.fallbacks, row.answers) for name, row in rows if row.fallbacks]


def describe_test(names: Sequence[str], elo0: float, elo1: float, decision: str, games: int) -> str:
    """The outcome of a sequential test in plain words."""
    one, other = names
    if not decision:
        return "undecided: %d games are too few to tell an advantage of %g Elo from one of %g; " \
               "continue with --resume and a larger --games" % (games, elo1, elo0)
    if decision == "H1":
        what = "is better than" if elo1 > 0 else "is not worse than"
        fits = "%g Elo or more fits these games, one of %g or less does not" % (elo1, elo0)
    else:
        what = "is worse than" if elo1 <= 0 else "is not clearly better than"
        fits = "%g Elo or less fits these games, one of %g or more does not" % (elo0, elo1)
    return "%s %s %s: an advantage of %s (such a verdict is wrong at most once in twenty times)" % (
        one, what, other, fits)


def _count_pairs(own: Sequence[Tuple[Played, int]]) -> Tuple[int, ...]:
    halves: Dict[Tuple[int, int], List[int]] = {}
    for played, colour in own:
        opponent = played.fixture.bots[1 - colour]
        halves.setdefault((opponent, played.fixture.pair), []).append(played.scores[colour])
    counts = [0] * 5
    for scores in halves.values():
        if len(scores) == 2:
            counts[sum(scores)] += 1
    return tuple(counts)


def _cells(name: str, row: Row) -> Tuple[str, ...]:
    strength = measure_strength(row.pairs)
    known = any(row.pairs)
    counted = dict(row.errors, **({"fallback": row.fallbacks} if row.fallbacks else {}))
    errors = " ".join("%s:%d" % pair for pair in sorted(counted.items())) or "-"
    return (name, str(row.games), str(row.wins), str(row.draws), str(row.losses),
            "%.1f %%" % (100 * row.points / row.games) if row.games else "-",
            "-" if row.disc_difference is None else "%+.1f" % row.disc_difference,
            "%+.0f" % strength.elo if known else "-",
            "%+.0f .. %+.0f" % (strength.low, strength.high) if known else "-",
            "%.1f %%" % (100 * strength.superiority) if known else "-",
            "%.2f" % row.seconds[0], "%.2f" % row.seconds[1], errors)


def _meetings(names: Sequence[str], games: Sequence[Played]) -> List[str]:
    lines = [""]
    for bot, name in enumerate(names):
        for other in range(bot + 1, len(names)):
            row = sum_up(games, bot, other)
            if row.games:
                lines.append("%s - %s: +%d =%d -%d" % (name, names[other], row.wins, row.draws, row.losses))
    return lines
