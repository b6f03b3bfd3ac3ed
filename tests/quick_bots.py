"""Two bots that answer without a search, so that a whole game takes a second or less."""

from tests import ROOT
from tests.commands.test_match import QUICK_BOT


def write_quick_bots(folder, pause_seconds=0.0):
    """[good.py, bad.py] in the folder; both wait `pause_seconds` before each answer."""
    paths = []
    for name, sign in (("good", "1"), ("bad", "-1")):
        source = QUICK_BOT % (str(ROOT), sign)
        if pause_seconds:
            source = source.replace("    x, y =", "    __import__('time').sleep(%r)\n    x, y =" % pause_seconds)
        (folder / (name + ".py")).write_text(source)
        paths.append(str(folder / (name + ".py")))
    return paths
