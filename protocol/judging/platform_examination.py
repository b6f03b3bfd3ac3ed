"""The steps of an examination for bots of MO, CS303 and CodinGame: what their platforms demand of a file and a game."""

import os
import shutil
import tempfile
from typing import Iterator, Optional, Tuple

from protocol.game import Game
from protocol.judging.board_player import BoardPlayer
from protocol.judging.class_player import ClassPlayer, refused_word
from protocol.judging.codingame_player import SOURCE_CHARACTERS, CodingamePlayer
from protocol.judging.examination import Step, check_syntax, game_steps
from protocol.judging.examinee import StepError
from protocol.judging.referee import find_error
from protocol.judging.rules import Rules

CODINGAME_PYTHON = (3, 11)


def platform_steps(player: BoardPlayer, rules: Rules, games: bool) -> Iterator[Step]:
    """All steps for a bot of one of these platforms."""
    path = source_of(player)
    if path is not None:
        yield Step("source: the platform takes it", lambda: check_platform_source(player, path or ""))
        yield Step("source: answers as the only file in a folder", lambda: check_alone_in_folder(player, rules))
    if games:
        yield from game_steps(player.limits.name, player, rules)


def source_of(player: BoardPlayer) -> Optional[str]:
    """The Python file of the bot, if it has one."""
    if isinstance(player, ClassPlayer):
        return player.path
    command = player.command if isinstance(player, CodingamePlayer) else []
    return command[1] if len(command) == 2 and command[1].endswith(".py") and os.path.isfile(command[1]) else None


def check_platform_source(player: BoardPlayer, path: str) -> str:
    """The size of the source; StepError if the platform would reject it."""
    with open(path, "rb") as stream:
        source = stream.read()
    check_syntax(source, path, _python_of(player))
    characters = len(source.decode("utf-8", "replace"))
    if isinstance(player, CodingamePlayer) and characters > SOURCE_CHARACTERS:
        raise StepError("%d characters; expected at most %d" % (characters, SOURCE_CHARACTERS))
    refused = refused_word(path, player.class_platform) if isinstance(player, ClassPlayer) else None
    if refused is not None:
        raise StepError("it contains `%s`, perhaps in a comment or a longer word; the platform refuses that" % refused)
    return "%d characters" % characters


def check_alone_in_folder(player: BoardPlayer, rules: Rules) -> str:
    """Time and memory of the first turn of a copy with no other file beside it; StepError if that fails."""
    folder = tempfile.mkdtemp()
    copy = _copied(player, folder)
    try:
        game = Game()
        answer = copy.ask(game, rules)
        error = find_error(game, answer)
        copy.close()
        if error is not None:
            words = copy.errors.strip().splitlines()
            said = [str(answer.debug)] if answer.debug is not None else words[-1:]
            raise StepError(": ".join([error, *said])[:300])
        return "%.2f s of %g s, %d MB" % (answer.seconds, copy.limits.first_turn_seconds, round(answer.memory_mb))
    finally:
        copy.close()
        shutil.rmtree(folder, ignore_errors=True)


def _python_of(player: BoardPlayer) -> Tuple[int, int]:
    return player.class_platform.python if isinstance(player, ClassPlayer) else CODINGAME_PYTHON


def _copied(player: BoardPlayer, folder: str) -> BoardPlayer:
    path = shutil.copy(source_of(player) or "", folder)
    if isinstance(player, ClassPlayer):
        return ClassPlayer(player.name, path, player.class_platform, player.python)
    assert isinstance(player, CodingamePlayer)
    return CodingamePlayer(player.name, [player.command[0], path])
