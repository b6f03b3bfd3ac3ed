"""Writes the file to upload: `python3 -m protocol.bundle` makes `bot.py`.

`protocol.upload.bundling` describes how the modules are joined.
"""

import os
import sys
from typing import List, Optional, Tuple

from protocol.command_line import OneLineParser, run_command
from protocol.upload.bundling import BOT_ENTRY, PROJECT_FOLDER, bundle
from protocol.upload.source import BundleError
from protocol.upload.upload_files import CLASS_ENTRIES, sample_upload_text


def _default_file(entry: str, platform: Optional[str]) -> str:
    """`bot.py` for the bot, a file in `dist` for any other entry."""
    name = entry.rpartition(".")[2] + ("_%s" % platform if platform else "")
    return os.path.join(PROJECT_FOLDER, "bot.py" if entry == BOT_ENTRY else "dist/%s.py" % name)


def _replacement(text: str) -> Tuple[str, str]:
    """The two parts of MODULE=OTHER; argparse turns a ValueError into its message."""
    module, other = text.split("=")
    return module, other


def main(arguments: Optional[List[str]] = None) -> int:
    """Writes the file and reports it; returns the exit code."""
    parser = OneLineParser(prog="python3 -m protocol.bundle",
                           description="Joins a bot's modules into one file to upload.")
    parser.add_argument("--entry", default=BOT_ENTRY, metavar="MODULE",
                        help="the module to start from (default: %(default)s)")
    parser.add_argument("--for", dest="platform", choices=sorted(CLASS_ENTRIES),
                        help="wrap a sample bot, the --entry, in the class that this platform calls")
    parser.add_argument("--replace", action="append", default=[], metavar="MODULE=OTHER", type=_replacement,
                        help="use OTHER, which defines the same names, in place of MODULE")
    parser.add_argument("--out", metavar="FILE",
                        help="the file to write (default: bot.py for %s, dist/NAME.py for others)" % BOT_ENTRY)
    options = parser.parse_args(arguments)
    if options.platform and (options.replace or options.entry == BOT_ENTRY):
        parser.error("--for takes a sample bot as --entry and no --replace; for the bot itself use protocol.uploads")
    file = options.out or _default_file(options.entry, options.platform)
    try:
        if options.platform:
            text = sample_upload_text(options.entry, options.platform)
        else:
            text = bundle(options.entry, replaced=dict(options.replace))
        os.makedirs(os.path.dirname(os.path.abspath(file)), exist_ok=True)
        with open(file, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except (BundleError, OSError) as error:
        print("bundle: %s" % error, file=sys.stderr)
        return 2
    print("%s: %d lines, %d bytes" % (os.path.relpath(file), text.count("\n"), len(text.encode("utf-8"))))
    return 0


if __name__ == "__main__":
    run_command(main)
