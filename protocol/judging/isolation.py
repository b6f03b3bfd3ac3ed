"""A world of its own for a bot that nobody trusts: it sees no process but its own, reaches no network, changes no file.

Linux gives such a world to every user, by namespaces, where its administrator has not forbidden that; the program
`unshare` makes them. All files are there to be read, as interpreters need them, but only one folder can be written to:
the bot's working folder, which is empty at first and gone with the bot.
"""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import lru_cache
from typing import List, Optional, Sequence

#: What a bot that is not isolated can do, for whoever has to decide about it.
NOT_PREVENTED = "a bot can read and change your files, use the network and signal the judge"

_NAMESPACES = ["--user", "--map-root-user", "--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child",
               "--mount-proc"]
#: Hides what is writable by its nature, makes the rest read-only, and gives the bot its folder. The shell stays: as the
#: first process of its world it cannot be signalled from within.
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
#: The exit code of whatever fails before the bot is there. A bot that exits with it is told as 2.
ISOLATION_FAILURE = 1
_TRIAL_SECONDS = 20.0


def isolated(command: Sequence[str]) -> List[str]:
    """The command in a world of its own; relative names of files in it are made absolute."""
    folder = _folder()
    words = [os.path.abspath(word) if os.path.isfile(word) else word for word in command]
    return ["unshare", *_NAMESPACES, "/bin/sh", "-c", _SCRIPT, "isolation", folder,
            "env", "HOME=" + folder, "TMPDIR=" + folder, *words]


@lru_cache(maxsize=None)
def why_not_isolated() -> Optional[str]:
    """Why no bot can be isolated here; None if it can be."""
    if shutil.which("unshare") is None:
        return "there is no program unshare"
    try:
        trial = subprocess.run(isolated(["true"]), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, timeout=_TRIAL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    said = trial.stdout.decode("utf-8", "replace").strip().splitlines()
    return None if trial.returncode == 0 else said[-1] if said else "unshare failed"


@lru_cache(maxsize=None)
def _folder() -> str:
    """Where the working folders of all bots are laid over: each bot sees its own there."""
    folder = tempfile.mkdtemp(prefix="reversi-bot-")
    atexit.register(shutil.rmtree, folder, True)
    return folder
