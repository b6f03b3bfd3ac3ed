"""Sample bots: opponents to test against, each small enough to read in one sitting.

`python3 -m protocol.samples.uct_bot` runs the sample `uct` as a process, with the options of bot.py; the bundler makes
an upload of any sample. Three are the usual yardsticks; five follow published course reports on Reversi and use their
parameters.
"""

import os
import sys
from typing import List

#: The samples by their names on the command line.
SAMPLES = {
    "random": "any legal move",
    "greedy": "the move with the most flips",
    "mobility": "the move that leaves the fewest replies",
    "uct": "UCT, playouts cut at depth 32, c = 0.1",
    "dictionary": "Monte-Carlo tree search in dictionaries, 200 rollouts, c = 1.414",
    "alphabeta": "alpha-beta of 2, 4 and 6 layers with square weights and mobility",
    "epsilon": "UCT with decaying random selection, answers by mean reward",
    "weighted": "breadth-first tree, playouts that favour corners and edges, C = 0.02",
}

_PROJECT_FOLDER = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
#: Does what `python -m MODULE` does, from any folder.
_RUN_MODULE = ("import sys; sys.path[0] = sys.argv.pop(1); from runpy import run_module; "
               "run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)")


def sample_module(name: str) -> str:
    """The module of a sample; KeyError if there is no such sample."""
    if name not in SAMPLES:
        raise KeyError(name)
    return "protocol.samples.%s_bot" % name


def sample_command(name: str, python: str = sys.executable) -> List[str]:
    """The command that runs the sample from any folder; bot.py's options may follow it."""
    return [python, "-c", _RUN_MODULE, _PROJECT_FOLDER, sample_module(name)]
