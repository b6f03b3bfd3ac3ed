"""The version of this project: machines that work together need the same one."""

import hashlib
import os
import platform
from functools import lru_cache
from typing import Iterator, Sequence, Tuple

PROJECT_FOLDER = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_PARTS = ("engine", "protocol")


class UnfitWorkerError(OSError):
    """A worker cannot do this work."""


def worker_name() -> str:
    """The name of this process in a cluster."""
    return "%s:%d" % (platform.node(), os.getpid())


def check_project(digest: str) -> None:
    """UnfitWorkerError unless this process has the same project as the sender of the work."""
    if digest != project_digest():
        raise UnfitWorkerError("worker %s has another version of this project" % worker_name())


@lru_cache(maxsize=1)
def project_digest() -> str:
    """A digest of all modules."""
    return digest_of_files(sorted(_read_modules()))


def digest_of_files(files: Sequence[Tuple[str, bytes]]) -> str:
    """A digest of files, given as (name, content)."""
    digest = hashlib.sha256()
    for name, content in files:
        digest.update(("%s %d\n" % (name, len(content))).encode() + content)
    return digest.hexdigest()


def _read_modules() -> Iterator[Tuple[str, bytes]]:
    for part in _PARTS:
        for folder, _, names in os.walk(os.path.join(PROJECT_FOLDER, part)):
            for name in names:
                if name.endswith(".py"):
                    path = os.path.join(folder, name)
                    with open(path, "rb") as stream:
                        yield os.path.relpath(path, PROJECT_FOLDER).replace(os.sep, "/"), stream.read()
