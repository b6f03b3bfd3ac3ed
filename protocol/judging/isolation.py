"""Isolates an untrusted bot: it sees only its own processes, reaches no network and changes no file.

Linux offers this to every user through namespaces, unless the administrator forbids it; the program `unshare` creates
them. All files can be read, because interpreters need them, but only the bot's working folder can be written: it starts
empty and disappears with the bot.
"""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import lru_cache
from typing import List, Optional, Sequence

#: What a bot can do without isolation, for the user to decide.
NOT_PREVENTED = "a bot can read and change your files, use the network and signal the judge"

_NAMESPACES = ["--user", "--map-root-user", "--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child",
               "--mount-proc"]
#: Hides file systems that are always writable, makes the rest read-only, and gives the bot its folder. The shell stays:
#: as the first process of its namespace it cannot be signalled from within.
_SCRIPT = """
set -e
trap "exit 1" EXIT
folder=$1
shift
mount --make-rprivate /
for hidden in /sys /dev/shm /dev/pts; do
    if [ -d $hidden ]; then mount -t tmpfs -o ro,size=4k tmpfs $hidden; fi
done
while read -r _ _ _ _ target options _; do
    case $target in /sys/*|/dev/shm|/dev/pts|/proc|/proc/*) continue;; esac
    case $options in ro|ro,*) continue;; esac
    mount -o remount,bind,ro "$target"
done < /proc/self/mountinfo
mount -t tmpfs -o size=64m tmpfs "$folder"
cd "$folder"
set +e
trap - EXIT
"$@"
code=$?
[ $code = 1 ] && code=2
exit $code
"""
#: Exit code of a failure before the bot starts. A bot that exits with it is reported as 2.
ISOLATION_FAILURE = 1
_TRIAL_SECONDS = 20.0


def isolated(command: Sequence[str]) -> List[str]:
    """The command in isolation; relative file names in it become absolute."""
    folder = _folder()
    words = [os.path.abspath(word) if os.path.isfile(word) else word for word in command]
    return ["unshare", *_NAMESPACES, "/bin/sh", "-c", _SCRIPT, "isolation", folder,
            "env", "HOME=" + folder, "TMPDIR=" + folder, *words]


@lru_cache(maxsize=None)
def why_not_isolated() -> Optional[str]:
    """Why bots cannot be isolated here; None if they can."""
    if shutil.which("unshare") is None:
        return "unshare is not installed"
    try:
        trial = subprocess.run(isolated(["true"]), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, timeout=_TRIAL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    said = trial.stdout.decode("utf-8", "replace").strip().splitlines()
    return None if trial.returncode == 0 else said[-1] if said else "unshare failed"


@lru_cache(maxsize=None)
def _folder() -> str:
    """The mount point of the working folders: each bot sees its own there."""
    folder = tempfile.mkdtemp(prefix="reversi-bot-")
    atexit.register(shutil.rmtree, folder, True)
    return folder
