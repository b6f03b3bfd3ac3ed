"""Starts a bot behind a shield: a shell that waits for it, and that the bot sees as its parent instead of the judge.

A bot that stops or kills its parent hits the shield, which is noticed; the judge goes on. An isolated bot needs no
other shield than the first process of its namespace.
"""

import os
import shutil
import subprocess
from typing import Iterable, List, Optional, Sequence

from protocol.judging.isolation import isolated
from protocol.judging.strays import MARK_VARIABLE, start_child
from protocol.judging.trouble import JudgeTrouble

#: Exit code of a shield that could not start the bot. No bot can fake it: a bot that exits with it is reported as 1.
SHIELD_FAILURE = 125

_SHELL = "/bin/sh"
_SCRIPT = 'trap "exit %d" EXIT; "$@"; code=$?; trap - EXIT; [ $code = %d ] && code=1; exit $code' % (
    SHIELD_FAILURE, SHIELD_FAILURE)
#: Used instead for an isolated bot, which has its own shield.
_HAND_OVER = 'exec "$@"'
_HARD_LIMIT_ABOVE_MB = 4096


def files_in(command: Sequence[str]) -> List[str]:
    """The words of a command that name files, such as a script."""
    return [word for word in command if os.path.isfile(word)]


def check_files(files: Iterable[str]) -> None:
    """JudgeTrouble if one of them is gone: that is not the bot's failure."""
    for path in files:
        if not os.path.isfile(path):
            raise JudgeTrouble("the bot's file %s has vanished" % path)


def is_shielding() -> bool:
    """True if there is a shell to act as a shield."""
    return os.path.exists(_SHELL)


def start_shielded(command: List[str], mark: str, memory_mb: Optional[float] = None,
                   isolate: bool = False) -> "subprocess.Popen[bytes]":
    """Starts the command with pipes for its input and output; JudgeTrouble if it cannot be started."""
    if shutil.which(command[0]) is None:
        raise JudgeTrouble("cannot start %s: no such program" % command[0])
    shield = [_SHELL, "-c", _limits(memory_mb) + (_HAND_OVER if isolate else _SCRIPT), "shield"]
    words = (shield if is_shielding() else []) + (isolated(command) if isolate else command)
    try:
        return start_child(words, dict(os.environ, **{MARK_VARIABLE: mark}), subprocess.PIPE)
    except OSError as error:
        raise JudgeTrouble("cannot start %s: %s" % (command[0], error.strerror)) from None


def _limits(memory_mb: Optional[float]) -> str:
    """No core dumps, and a hard memory limit that protects the machine between two polls of the real one."""
    limits = "ulimit -c 0; "
    if memory_mb is not None:
        limits += "ulimit -d %d 2>/dev/null; " % (int(memory_mb + _HARD_LIMIT_ABOVE_MB) << 10)
    return limits
