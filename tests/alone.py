"""Runs an upload alone in an empty folder, as a platform does."""

import json
import os
import shutil
import subprocess
import sys
from functools import lru_cache

from protocol.upload.upload_files import upload_text

TESTS = os.path.dirname(os.path.abspath(__file__))

made = lru_cache(maxsize=None)(upload_text)


def lay_out(folder, upload, *files):
    """Puts the upload into the folder, with these files of the tests and nothing else from the project."""
    for file in files:
        shutil.copy(os.path.join(TESTS, file), str(folder))
    path = os.path.join(str(folder), upload + ".py")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(made(upload))
    return path


def call_upload(folder, upload, *arguments, python=sys.executable, text=None):
    """The report of the platform's caller after a game with our upload, or with `text` in its place."""
    platform = upload.partition("-")[0]
    caller = "%s_caller.py" % platform
    path = lay_out(folder, upload, "oracle.py", os.path.join("callers", caller))
    if text is not None:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    os.replace(path, os.path.join(str(folder), platform + ".py"))
    result = subprocess.run([python, "-E", "-s", caller, *map(str, arguments)], cwd=str(folder),
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    assert (result.returncode, result.stderr.decode()) == (0, "")
    return json.loads(result.stdout.decode())
