"""The games of a match on a Dask cluster: `python3 -m protocol.match BOT BOT --cluster tcp://THERE:8786`.

How far it scales: a game is one task of some seconds to minutes, and costs Dask's scheduler a few milliseconds of one
processor, including the heartbeats of the workers; a thousand workers keep it busy for a small part of its time.
`python3 -m tests.bench.cluster` measures this, and the figures are in `engine/training/README.md`. The limit of a match
is the number of games a test needs. A sequential test decides by finished games and throws away the games in progress,
one per thread: with a thousand threads, a test that needs two thousand games wastes a third. Beyond a few hundred
threads, play several matches at once instead.

Each thread of a worker plays one game. Start workers with at most as many threads as the machine has processors for
bots.
"""

from typing import Sequence

from protocol.judging.rules import Rules
from protocol.matches.cluster_venue import ClusterVenue


def open_dask_venue(address: str, specs: Sequence[str], names: Sequence[str], rules: Rules,
                    python: str) -> ClusterVenue:
    """The cluster of the scheduler at that address; ValueError if it cannot be used, OSError if unreachable."""
    try:
        from engine.cluster.dask_executor import DaskExecutor
    except ImportError as error:
        raise ValueError("--cluster needs Dask (%s): pip install -r tests/requirements-cluster.txt" % error) from None
    executor = DaskExecutor(address)

    def describe_activity() -> str:
        workers, threads, running = executor.census
        return "%d workers, %d of %d threads play" % (workers, running, threads) if workers else "no workers"

    try:
        return ClusterVenue(executor, specs, names, rules, python, describe_activity,
                            "on the Dask cluster at %s (dashboard: %s)" % (address, executor.dashboard))
    except BaseException:
        executor.shutdown()
        raise
