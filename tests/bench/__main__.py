"""`python3 -m tests.bench [SECTION ...]`: measures and prints; a section is a function that yields lines."""

import argparse
import platform
from typing import Callable, Dict, Iterator

from tests.bench.process import start_section, turn_section
from tests.bench.progress import progress_section
from tests.bench.rules import rules_section
from tests.bench.search import search_section, signature_section

SECTIONS: Dict[str, Callable[[], Iterator[str]]] = {
    "rules": rules_section,
    "search": search_section,
    "progress": progress_section,
    "signature": signature_section,
    "start": start_section,
    "turn": turn_section,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench", description="Measures the bot and plain "
                                     "implementations alternately, so that the ratios hold on any machine.")
    parser.add_argument("sections", nargs="*", metavar="SECTION",
                        help="any of: %s (default: all)" % ", ".join(SECTIONS))
    names = parser.parse_args().sections or list(SECTIONS)
    for name in names:
        if name not in SECTIONS:
            parser.error("no section %r: expected %s" % (name, ", ".join(SECTIONS)))
    print("%s %s" % (platform.python_implementation(), platform.python_version()))
    for name in names:
        print("\n%s" % name)
        for line in SECTIONS[name]():
            print(line, flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("stopped") from None
