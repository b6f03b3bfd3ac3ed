"""Finds the player a user names: a bot for the judge, or an opponent to play against."""

import os
import re
import shlex
import shutil
import sys
from typing import Dict, List, Optional, Sequence, Tuple

from protocol.json_text import whole_characters
from protocol.judging.botzone_player import BotzonePlayer
from protocol.judging.class_player import CLASS_PLATFORMS, ClassPlayer
from protocol.judging.codingame_player import CodingamePlayer
from protocol.judging.compilers import LANGUAGES, content_hash, is_source, source_command
from protocol.judging.engine_player import EnginePlayer, MakeAnalyst, make_engine
from protocol.judging.gtp_player import GtpPlayer
from protocol.judging.levels import LEVELS, LevelPlayer
from protocol.judging.player import Player
from protocol.judging.rules import BOTZONE, CODINGAME, PLATFORM_RULES, Rules
from protocol.samples import SAMPLES, sample_command

#: The engine's name among the opponents.
ENGINE = "bot"

#: An opponent that is this late hangs and is ended. Before that it may finish: nobody wants to win by a slow machine.
OPPONENT_PATIENCE_SECONDS = 20.0
#: The shortest limit a user's own bot is told: starting a program can take most of a shorter one.
LEAST_LIMIT_SECONDS = 1.0

BOT_HELP = """\
A bot is one of
  bot.py                        a file, run by the Python interpreter
  bot.cpp                       source in C++, C, Java, JavaScript, Go or Rust: compiled
                                once, or run, with the tools on this machine
  %s
                                a sample bot
  "./a.out --fast"              a command line, in any language
  gtp:COMMAND                   a GTP engine
  mo:FILE.py                    a class AIPlayer for MO
  cs303:FILE.py                 a class AI for the CS303 course
  cs303-reversed:FILE.py        the same for its reversed Reversi: fewest discs win, for both players
  codingame:BOT                 a bot for CodinGame's Othello, in any language
The last four play under the limits and rules of their own platform, whatever their opponent's.
The format and mode of a bot are detected, or given as a prefix:
  json:BOT  text:BOT            how it reads and writes
  restart:BOT                   never kept running, even if it offers to
  keep-running:BOT              known to keep running: gets that mode's time on its first turn
  text,restart:BOT              both""" % " ".join(SAMPLES)

_PLATFORM_PREFIX = re.compile(r"(mo|cs303|cs303-reversed|codingame):(.*)", re.DOTALL)
_SPEC_PREFIX = re.compile(r"((?:json|text|restart|keep-running|gtp)(?:,(?:json|text|restart|keep-running))*):(.*)",
                          re.DOTALL)


def split_spec(spec: str) -> Tuple[str, str]:
    """(format and mode prefix with its colon, or an empty string; the bot)."""
    prefix = _SPEC_PREFIX.match(spec)
    return (prefix.group(1) + ":", prefix.group(2)) if prefix else ("", spec)


def open_player(spec: str, python: str = sys.executable, name: Optional[str] = None) -> Player:
    """The player a user names; ValueError says in one line why there is none."""
    foreign = _PLATFORM_PREFIX.match(spec)
    if foreign:
        return _open_foreign(foreign.group(1), foreign.group(2), python, name)
    prefix, target = split_spec(spec)
    options = prefix.rstrip(":").split(",")
    if "gtp" in options:
        return GtpPlayer(name or spec, _command_line(target))
    for pair in (("json", "text"), ("restart", "keep-running")):
        if set(pair) <= set(options):
            raise ValueError("bad bot %r: %s and %s exclude each other" % (spec, pair[0], pair[1]))
    return BotzonePlayer(name or _name_of(target), bot_command(target, python),
                         "text" in options if {"json", "text"} & set(options) else None,
                         "keep-running" in options if {"restart", "keep-running"} & set(options) else None)


def _open_foreign(platform: str, target: str, python: str, name: Optional[str]) -> Player:
    """A bot for another platform: a file with a class, or for CodinGame anything that runs."""
    if platform == CODINGAME.name:
        return CodingamePlayer(name or _name_of(target), bot_command(target, python))
    if not target.endswith(".py") or not os.path.isfile(target):
        raise ValueError("no such file: %s (%s: takes a .py file with the platform's class)" % (target, platform))
    if shutil.which(python) is None:
        raise ValueError("no such interpreter: %s" % python)
    return ClassPlayer(name or _name_of(target), target, CLASS_PLATFORMS[platform], python)


def platform_of(spec: str) -> Optional[Rules]:
    """The rules of the platform a bot is written for; None for Botzone."""
    foreign = _PLATFORM_PREFIX.match(spec)
    return PLATFORM_RULES[foreign.group(1)] if foreign else None


def open_players(specs: Sequence[str], python: str = sys.executable) -> List[Player]:
    """The players a user names, under different names; ValueError if one does not exist."""
    return [open_player(spec, python, name) for spec, name in zip(specs, name_bots(specs, python))]


def name_bots(specs: Sequence[str], python: str) -> List[str]:
    """The shortest names that keep the bots apart; ValueError if one does not exist."""
    names = [open_player(spec, python).name for spec in specs]
    if len(set(names)) < len(names):
        names = [whole_characters(spec) for spec in specs]
    return ["%s#%d" % (name, names[:place].count(name) + 1) if name in names[:place] else name
            for place, name in enumerate(names)]


def bot_version(spec: str) -> str:
    """A short hash of the bot's files, as far as its name reveals them."""
    _, target = split_spec(spec)
    if os.path.isfile(target):
        return content_hash(target)
    try:
        words = shlex.split(target, posix=os.name == "posix")
    except ValueError:
        return ""
    return "-".join(content_hash(word) for word in words if os.path.isfile(word))


def bot_command(target: str, python: str = sys.executable) -> List[str]:
    """The command that runs a file, a sample bot or a command line; ValueError if it is none of these."""
    if shutil.which(python) is None:
        raise ValueError("no such interpreter: %s" % python)
    if os.path.isfile(target):
        if target.endswith(".py"):
            return [python, target]
        return source_command(target) if is_source(target) else [_executable(target)]
    if target in SAMPLES:
        return sample_command(target, python)
    if (target.endswith(".py") or is_source(target)) and len(target.split()) == 1:
        raise ValueError("no such file: %s" % target)
    return _command_line(target)


def _executable(path: str) -> str:
    if not os.access(path, os.X_OK):
        raise ValueError("%s is neither a .py file nor executable, nor source in %s" % (path, " ".join(LANGUAGES)))
    return os.path.abspath(path)


def _command_line(text: str) -> List[str]:
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise ValueError("bad command line %r: %s" % (text, error)) from None
    if not words:
        raise ValueError("bad bot %r: expected a .py file, a sample bot (%s), a command line or gtp:COMMAND"
                         % (text, ", ".join(SAMPLES)))
    if shutil.which(words[0]) is None:
        raise ValueError("no such bot: %s is not a .py file, a sample bot (%s) or a command"
                         % (words[0], ", ".join(SAMPLES)))
    return words


def shown_name(spec: str) -> str:
    """The name of a bot for people: a file without its folders."""
    return os.path.basename(spec) if os.path.isfile(spec) else spec


def _name_of(target: str) -> str:
    if os.path.isfile(target):
        return os.path.splitext(os.path.basename(target))[0]
    return target


class Opponents:
    """The opponents of a person: the engine, its levels, the sample bots, and bots from the command line."""

    def __init__(self, more: Sequence[str] = (), make_thinker: MakeAnalyst = make_engine) -> None:
        """ValueError if one of the added bots does not exist."""
        self._make_thinker = make_thinker
        self.about: Dict[str, str] = {name: level.about for name, level in LEVELS.items()}
        self.about[ENGINE] = "full strength: the engine of bot.py, with a view into its thoughts"
        self.about.update(SAMPLES)
        for spec in more:
            open_player(spec).close()
            self.about.setdefault(spec, "a bot of yours")

    def open(self, name: str, seconds: float) -> Player:
        """A new opponent of that name, to be asked under `rules_for`; KeyError if there is none."""
        if name not in self.about:
            raise KeyError(name)
        if name == ENGINE:
            return self.open_engine()
        if name in LEVELS:
            return LevelPlayer(name, LEVELS[name], self._make_thinker)
        if name in SAMPLES:
            return BotzonePlayer(name, sample_command(name) + ["--time-limit", "%g" % seconds], text=False)
        return open_player(name)

    def kind(self, name: str) -> str:
        """The kind of opponent: level, engine, sample, or own for a bot of the user's."""
        return "engine" if name == ENGINE else "level" if name in LEVELS else "sample" if name in SAMPLES else "own"

    def rules_for(self, name: str, seconds: float) -> Rules:
        """Botzone's rules with this time for a move. Only the user's own bots are told it; the others keep it anyway.

        A bot for another platform has that platform's time.
        """
        platform = platform_of(name)
        if platform is not None:
            return platform
        kind = self.kind(name)
        if kind == "own":
            seconds = max(seconds, LEAST_LIMIT_SECONDS)
        rules = BOTZONE.with_limits(LEVELS[name].seconds if kind == "level" else seconds)
        return rules._replace(memory_mb=None, tells_limits=kind == "own", patience_seconds=OPPONENT_PATIENCE_SECONDS)

    def plays_for_fewest(self, name: str) -> bool:
        """True if that opponent plays reversed Reversi."""
        platform = platform_of(name)
        return platform is not None and platform.fewest_wins

    def open_engine(self) -> EnginePlayer:
        """A new engine, for a game or for its analysis."""
        return EnginePlayer(ENGINE, self._make_thinker)
