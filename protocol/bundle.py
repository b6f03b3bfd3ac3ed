"""Writes the single file to upload: `python3 -m protocol.bundle` makes `bot.py`.

`protocol.upload.bundling` joins the modules.
"""

import argparse
import os
from typing import List, Optional, Tuple

from protocol.command_line import OneLineParser, describe_os_error, run_command
from protocol.upload.bundling import BOT_ENTRY, PROJECT_FOLDER, bundle, modules_of
from protocol.upload.upload_files import CLASS_ENTRIES, sample_upload_text


def _default_file(entry: str, platform: Optional[str]) -> str:
    """`bot.py` for the bot, a file in `dist` for any other entry."""
    name = entry.rpartition(".")[2] + ("_%s" % platform if platform else "")
    return os.path.join(PROJECT_FOLDER, "bot.py" if entry == BOT_ENTRY else "dist/%s.py" % name)


def _replacement(text: str) -> Tuple[str, str]:
    """The two modules of an option MODULE=OTHER; ArgumentTypeError if it has another form."""
    module, _, other = text.partition("=")
    if not module or not other:
        raise argparse.ArgumentTypeError("bad replacement %r: expected MODULE=OTHER" % text)
    return module, other


def main(arguments: Optional[List[str]] = None) -> int:
    """Writes the file and prints its size; returns the exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    if options.platform and (options.replace or options.entry == BOT_ENTRY):
        parser.error("--for takes a sample bot as --entry and no --replace; for the bot itself use protocol.uploads")
    file = options.out or _default_file(options.entry, options.platform)
    try:
        if options.platform:
            text = sample_upload_text(options.entry, options.platform)
        else:
            _check_replaced(options)
            text = bundle(options.entry, replaced=dict(options.replace))
        os.makedirs(os.path.dirname(os.path.abspath(file)), exist_ok=True)
        with open(file, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except ValueError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(describe_os_error(error, "write", file))
    print("%s: %d lines, %d bytes" % (os.path.relpath(file), text.count("\n"), len(text.encode("utf-8"))))
    return 0


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = OneLineParser(prog="python3 -m protocol.bundle",
                           description="Joins a bot's modules into the single file to upload.")
    parser.add_argument("--entry", default=BOT_ENTRY, metavar="MODULE",
                        help="the bot's main module (default: %(default)s)")
    parser.add_argument("--for", dest="platform", choices=sorted(CLASS_ENTRIES),
                        help="wrap the sample bot of --entry in the class that this platform calls")
    parser.add_argument("--replace", action="append", default=[], metavar="MODULE=OTHER", type=_replacement,
                        help="use OTHER, which defines the same names, in place of MODULE")
    parser.add_argument("--out", metavar="FILE",
                        help="the file to write (default: bot.py for %s, dist/NAME.py for others)" % BOT_ENTRY)
    return parser


def _check_replaced(options: argparse.Namespace) -> None:
    """ValueError if a module to replace is not part of the bot."""
    if options.replace:
        modules = modules_of(options.entry)
        for module, _ in options.replace:
            if module not in modules:
                raise ValueError("--replace %s: %s does not use that module" % (module, options.entry))


if __name__ == "__main__":
    run_command(main)
