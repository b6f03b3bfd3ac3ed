"""Writes the file to upload for each platform: `python3 -m protocol.uploads` writes them all to `dist`."""

import os
import sys
from typing import List, Optional

from protocol.command_line import OneLineParser, run_command
from protocol.upload.bundling import PROJECT_FOLDER
from protocol.upload.source import BundleError
from protocol.upload.upload_files import ENTRIES, upload_text


def main(arguments: Optional[List[str]] = None) -> int:
    """Writes the files and reports them; returns the exit code."""
    parser = OneLineParser(prog="python3 -m protocol.uploads",
                           description="Writes the file to upload for each platform.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="write only these: " + ", ".join(ENTRIES))
    parser.add_argument("--folder", default=os.path.join(PROJECT_FOLDER, "dist"),
                        help="the folder to write to (default: dist)")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in ENTRIES:
            parser.error("no such upload: %s (there are %s)" % (name, ", ".join(ENTRIES)))
    try:
        os.makedirs(options.folder, exist_ok=True)
        for name in options.names or ENTRIES:
            _write(os.path.join(options.folder, name + ".py"), upload_text(name))
    except (BundleError, OSError) as error:
        print("uploads: %s" % error, file=sys.stderr)
        return 2
    return 0


def _write(file: str, text: str) -> None:
    with open(file, "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
    print("%s: %d lines, %d characters" % (os.path.relpath(file), text.count("\n"), len(text)))


if __name__ == "__main__":
    run_command(main)
