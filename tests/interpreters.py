"""The Pythons on this machine that an upload may run on: CPython 3.6 and later, and PyPy."""

import glob
import os
import shutil
import subprocess
import sys
from typing import Dict, List, Optional, Tuple

#: Botzone's Python is 3.6.
OLDEST_MINOR = 6

_NAMES = ["python3", *("python3.%d" % minor for minor in range(6, 20)), "pypy3"]
_ASK = "import platform, sys; print(platform.python_implementation(), platform.python_version(), sys.version_info[1])"


def find_interpreters() -> Dict[str, str]:
    """One command for each implementation and minor version, by a name such as `CPython 3.6.15`."""
    found: Dict[Tuple[str, int], Tuple[str, str]] = {}
    for command in _candidates():
        answer = _ask(command)
        if answer and answer[1].startswith("3.") and int(answer[2]) >= OLDEST_MINOR:
            found.setdefault((answer[0], int(answer[2])), ("%s %s" % (answer[0], answer[1]), command))
    return dict(found[key] for key in sorted(found))


def _candidates() -> List[str]:
    # Real binaries come before names on the PATH, which may be slow shims.
    pyenv = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
    installed = sorted(glob.glob(os.path.join(pyenv, "versions", "*", "bin", "python")))
    named = [shutil.which(name) for name in _NAMES]
    return [sys.executable, *installed, *(path for path in named if path)]


def _ask(command: str) -> Optional[List[str]]:
    """Implementation, version and minor version, or None if the command does not run."""
    try:
        answer = subprocess.run([command, "-c", _ASK], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = answer.stdout.decode().split()
    return words if answer.returncode == 0 and len(words) == 3 else None
