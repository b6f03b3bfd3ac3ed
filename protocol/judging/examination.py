"""The steps of an examination: what a bot must do to be fit for the platform.

Odd input is sent in positions with a single legal answer: the bot has little to think about, and a misread history
shows at once.
"""

import ast
import json
import os
import random
import shutil
import sys
import tempfile
from typing import Any, Callable, Iterator, NamedTuple, Optional, Tuple

from engine.board import iterate_squares
from engine.coordinates import PASS, squares_from_transcript
from protocol.answering.botzone_bot_end import DEBUG_LIMIT_BYTES
from protocol.game import BLACK, COLOUR_NAMES, WHITE, Game
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import DATA_CHARACTERS, encode_point, fits_data, shorten_debug, split_history
from protocol.judging.examinee import Examinee, StepError
from protocol.judging.failure import explain_failure
from protocol.judging.player import FunctionPlayer, Player
from protocol.judging.referee import judge_game, move_of
from protocol.judging.rules import Rules

SOURCE_LIMIT_BYTES = 4000000
PLATFORM_PYTHON = (3, 6)

#: By the colour to move: positions in which it must pass, and in which it has one move.
FORCED_PASS = ("e6f6c4e7e8d8g6f8", "f5d6c5b4d3g5c6d2g6b7h5h7f7")
ONE_MOVE = ("f5f6f7c5b5b6c3a5", "c4e3f2c6e6")

#: By the colour to move, which has the last move; both sides pass before it.
LONG_GAME = (
    "c4e3f4g3f2e2f6g2e1d6g1b4f3d2h3g7b3h4c3h2h8d3a4c1e6e7h1c5f1a3"
    "b2b5c7c2c6c8e8d7a2g6a5a1b1f5g4a6g5h5f7h6d1g8d8f8b6h7b8",
    "e6f4d3c4f5f7b4e3f6d2c5b6g4b5f8a4b3g6g7a2e7d6a3d7b7c3a5b8c8h4"
    "h5a6f3e8d8h7c7f2e2h6d1h3c2e1f1b2a7a8h8g8g3c6g5g2h2c1b1g1",
)

#: How many of these moves come before the first pass: in black's game the opponent passes, in white's white does.
FIRST_PASS = (54, 53)

_KEPT_TURNS = 4

#: Turns the usual input into something odd but legal.
Change = Callable[[Game, bytes], bytes]
Oddity = Tuple[str, Change]


class Step(NamedTuple):
    """One requirement. `run` returns a note on how it went; StepError says why it failed."""

    title: str
    run: Callable[[], str]


def position(transcript: str, colour: int) -> Game:
    """The game after the moves, and a pass if it is not this colour's turn."""
    game = Game()
    for square in squares_from_transcript(transcript):
        game.play_with_passes(square)
    if game.colour != colour:
        game.play(PASS)
    return game


def source_steps(path: str, python: str, rules: Rules) -> Iterator[Step]:
    """The requirements on a file to upload."""
    yield Step("source: Python %d.%d can read it, and it is small enough" % PLATFORM_PYTHON,
               lambda: check_source(path))
    yield Step("source: answers as the only file in a folder", lambda: check_alone(path, python, rules))


def check_source(path: str) -> str:
    """The size of the source; StepError if the platform's Python cannot read it."""
    with open(path, "rb") as stream:
        source = stream.read()
    if len(source) >= SOURCE_LIMIT_BYTES:
        raise StepError("%d bytes; expected less than %d" % (len(source), SOURCE_LIMIT_BYTES))
    check_syntax(source, path, PLATFORM_PYTHON)
    return "%d bytes" % len(source)


def check_syntax(source: bytes, path: str, version: Tuple[int, int]) -> None:
    """StepError if that version of Python cannot read the source, as far as this version can tell."""
    name = os.path.basename(path)
    try:
        if sys.version_info >= (3, 8):
            ast.parse(source, name, feature_version=min(version, sys.version_info[:2]))
        else:
            ast.parse(source, name)
    except (SyntaxError, ValueError) as error:
        raise StepError("line %s: %s" % (getattr(error, "lineno", "?"), error)) from None


def check_alone(path: str, python: str, rules: Rules) -> str:
    """StepError if the bot needs more than the file itself."""
    folder = tempfile.mkdtemp()
    try:
        copy = shutil.copy(path, folder)
        examinee = Examinee([python, copy], rules)
        reason = refusal(examinee, text=False)
        if reason is not None and refusal(examinee, text=True) is not None:
            raise StepError(reason)
        return ""
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class FormatSteps:
    """The steps in one format. The first show what the bot supports, and the later ones depend on that."""

    def __init__(self, examinee: Examinee, text: bool) -> None:
        self.examinee, self.text = examinee, text
        self.answered = self.offers_to_run = False

    def steps(self) -> Iterator[Step]:
        """The steps, each to be run before the next is requested; a bot that never answers gets only two."""
        name = "text" if self.text else "JSON"
        for colour in (BLACK, WHITE):
            yield Step("%s: answers the first turn as %s in time" % (name, COLOUR_NAMES[colour]),
                       lambda colour=colour: self._first_turn(colour))  # type: ignore[misc]
        if not self.answered:
            return
        yield Step("%s: writes the only move and nothing else" % name, lambda: self._both(ONE_MOVE))
        yield Step("%s: passes when it cannot move" % name, lambda: self._both(FORCED_PASS))
        yield Step("%s: plays on when the other side has passed" % name, lambda: self._both(FORCED_PASS[::-1]))
        yield Step("%s: reads a game of 60 turns" % name, lambda: self._both(LONG_GAME))
        for title, change in (TEXT_ODDITIES if self.text else JSON_ODDITIES):
            yield Step("%s: reads %s" % (name, title), lambda change=change: self._odd(change))  # type: ignore[misc]
        if self.offers_to_run:
            yield Step("%s: answers bare requests when kept running" % name, lambda: self._keep_running(b""))
            yield Step("%s: does so with blank lines before them" % name, lambda: self._keep_running(b"\n\r\n"))
            yield Step("%s: passes and plays on when kept running" % name, self._keep_running_through_passes)

    def _first_turn(self, colour: int) -> str:
        game = Game([] if colour == BLACK else [37])
        answer = self.examinee.answer(game, self.text)
        self.answered, self.offers_to_run = True, answer.running
        self.examinee.close()
        check_sizes(answer)
        limit = self.examinee.seconds(game, self.text)
        return "%.2f s of %g s, %d MB" % (answer.seconds, limit, round(answer.memory_mb))

    def _both(self, transcripts: Tuple[str, str]) -> str:
        for colour in (BLACK, WHITE):
            game = position(transcripts[colour], colour)
            self._check_pass(game, self.examinee.answer(game, self.text))
        return ""

    def _odd(self, change: Change) -> str:
        for game in (position(FORCED_PASS[BLACK], BLACK), position(ONE_MOVE[WHITE], WHITE)):
            message = change(game, self.examinee.encode(game, self.text))
            self._check_pass(game, self.examinee.answer(game, self.text, message, last=True))
        return ""

    def _keep_running(self, before: bytes) -> str:
        slowest = 0.0
        for colour in (BLACK, WHITE):
            game = Game([] if colour == BLACK else [37])
            game.play(move_of(self.examinee.answer(game, self.text)))
            for _ in range(_KEPT_TURNS):
                game.play(next(iterate_squares(game.legal)))
                answer = self.examinee.answer_next(game, self.text, before)
                slowest = max(slowest, answer.seconds)
                game.play(move_of(answer))
            self.examinee.close()
        return "slowest %.2f s" % slowest

    def _keep_running_through_passes(self) -> str:
        for colour in (BLACK, WHITE):
            game = position(LONG_GAME[colour][:2 * FIRST_PASS[colour]], colour)
            game.play(move_of(self.examinee.answer(game, self.text)))
            while not game.over:
                if game.colour == colour:
                    answer = self.examinee.answer_next(game, self.text)
                    self._check_pass(game, answer)
                    game.play(move_of(answer))
                else:
                    game.play(next(iterate_squares(game.legal), PASS))
            self.examinee.close()
        return ""

    def _check_pass(self, game: Game, answer: Answer) -> None:
        if game.must_pass and answer.response != encode_point(PASS):
            raise StepError("passed with %s; expected -1 twice" % json.dumps(answer.response))


def check_sizes(answer: Answer) -> None:
    """StepError if the platform would cut or drop something."""
    if shorten_debug(answer.debug) != answer.debug:
        raise StepError("debug is longer than %d characters" % DEBUG_LIMIT_BYTES)
    for what in ("data", "globaldata"):
        if not fits_data(getattr(answer, what)):
            raise StepError("%s is longer than %d characters" % (what, DATA_CHARACTERS))


def game_steps(name: str, player: Player, rules: Rules) -> Iterator[Step]:
    """Whole games against a random player."""
    for colour in (BLACK, WHITE):
        yield Step("%s: plays a whole game as %s" % (name, COLOUR_NAMES[colour]),
                   lambda colour=colour: play_game(player, colour, rules))  # type: ignore[misc]


def play_game(player: Player, colour: int, rules: Rules) -> str:
    """The result of a game; StepError if the player lost by an error."""
    generator = random.Random(colour)
    opponent = FunctionPlayer("random", lambda game: generator.choice(list(iterate_squares(game.legal)) or [PASS]))
    judged = judge_game([player, opponent] if colour == BLACK else [opponent, player], rules)
    if judged.error is not None:
        turn = judged.turns[-1]
        raise StepError("\n".join(explain_failure(judged.game, turn)), turn.answer.conduct)
    answers = [turn.answer for turn in judged.turns if turn.colour == colour]
    counts = judged.game.counts
    return "%d-%d against random, slowest turn %.2f s, %d MB" % (
        counts[colour], counts[1 - colour], max(answer.seconds for answer in answers),
        round(max(answer.memory_mb for answer in answers)))


def _laid_out_differently(game: Game, message: bytes) -> bytes:
    requests, responses = [[{"y": point["y"], "x": point["x"]} for point in map(encode_point, moves)]
                           for moves in split_history(game.moves, game.colour)]
    return json.dumps({"responses": responses, "requests": requests}, separators=(" , ", " : ")).encode() + b"\n"


def _with_keys(**extra: Any) -> Change:
    def change(game: Game, message: bytes) -> bytes:
        return json.dumps(dict(extra, **json.loads(message.decode()))).encode() + b"\n"
    return change


def _without_data_lines(game: Game, message: bytes) -> bytes:
    return b"\n".join(message.split(b"\n")[:2 * (len(game.moves) // 2 + 1)]) + b"\n"


JSON_ODDITIES: Tuple[Oddity, ...] = (
    ("input without a line end", lambda game, message: message.rstrip()),
    ("input with Windows line ends", lambda game, message: message.rstrip() + b"\r\n"),
    ("input with blank lines after it", lambda game, message: message + b"\n\r\n"),
    ("keys in another order, with blanks", _laid_out_differently),
    ("data and globaldata that it did not write", _with_keys(data="", globaldata={"a": [1, None]})),
    ("data and globaldata without a value", _with_keys(data=None, globaldata=None)),
    ("keys that it does not know", _with_keys(memory_limit=256, future={"requests": []})),
)

TEXT_ODDITIES: Tuple[Oddity, ...] = (
    ("input without data lines", _without_data_lines),
    ("input without a line end", lambda game, message: _without_data_lines(game, message).rstrip()),
    ("input with Windows line ends", lambda game, message: message.replace(b"\n", b"\r\n")),
    ("data lines that it did not write",
     lambda game, message: _without_data_lines(game, message) + b"data\nfor ever\n"),
)


def refusal(examinee: Examinee, text: bool) -> Optional[str]:
    """None if the bot answers in this format, else why not."""
    try:
        examinee.answer(position(ONE_MOVE[WHITE], WHITE), text)
    except StepError as error:
        return str(error)
    finally:
        examinee.close()
    return None
