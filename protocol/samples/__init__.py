"""Sample bots: opponents to test against, each small enough to read at one sitting.

`python3 -m protocol.samples.uct_bot` is the sample `uct` as a process, with the options of bot.py; the bundler makes an
upload of any of them. Three are the usual yardsticks, five follow published course reports on Reversi, with their
parameters.
"""

import os
import sys
from typing import List

#: Every sample by the name that the judge knows it by.
SAMPLES = {
    "random": "any legal move",
    "greedy": "the move with most flips",
    "mobility": "the move that leaves the fewest replies",
    "uct": "UCT, playouts cut at depth 32, c = 0.1",
    "dictionary": "Monte-Carlo tree search in dictionaries, 200 rollouts, c = 1.414",
    "alphabeta": "alpha-beta of 2, 4 and 6 layers with square weights and mobility",
    "epsilon": "UCT with decaying random selection, answers by mean reward",
    "weighted": "breadth-first tree, playouts that favour corners and edges, C = 0.02",
}

_PROJECT_FOLDER = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
#: What `python -m MODULE` does, in whichever folder it is called.
_RUN_MODULE = ("import sys; sys.path[0] = sys.argv.pop(1); from runpy import run_module; "
               "run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)")


def sample_module(name: str) -> str:
    """The module of the sample of that name; KeyError if there is none."""
    if name not in SAMPLES:
        raise KeyError(name)
    return "protocol.samples.%s_bot" % name


def sample_command(name: str, python: str = sys.executable) -> List[str]:
    """The command line that runs the sample from any folder; bot.py's options may follow it."""
    return [python, "-c", _RUN_MODULE, _PROJECT_FOLDER, sample_module(name)]
