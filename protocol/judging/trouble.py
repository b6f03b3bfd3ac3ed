"""The judge's own trouble: never a bot's fault, never a verdict."""

import errno

#: Errors of a system that is out of file descriptors, processes and threads, memory or disk.
_SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC)


class JudgeTrouble(Exception):
    """The judge cannot start a bot, talk to it or measure it. One line says why; the program stops with it."""


def is_shortage(error: OSError) -> bool:
    """True if the system has run out of something, so the error says nothing about what was asked for."""
    return error.errno in _SHORTAGES
