"""The judge's own trouble, which is never a bot's fault and never becomes a verdict."""

import errno

#: What a system says when it has no more of something: file descriptors, processes and threads, memory, disk.
_SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC)


class JudgeTrouble(Exception):
    """The judge cannot start, hear or measure a bot. One line says why; whoever plays games stops with it."""


def is_shortage(error: OSError) -> bool:
    """True if the system has run out of something: nothing is known about what was asked for then."""
    return error.errno in _SHORTAGES
