"""The games of a match on a Dask cluster: `python3 -m protocol.match BOT BOT --cluster tcp://THERE:8786`.

How far it carries. A game is one task of some seconds to minutes, and what Dask's scheduler does for it takes a few
milliseconds of one processor, heartbeats of the workers included: a thousand workers keep it busy for a small part of
its time. `python3 -m tests.bench.cluster` measures it, and the figures are in `engine/training/README.md`. What limits
a match is the number of games that a test needs. A sequential test decides by the games that have ended, and as many
more as there are threads are under way then and are thrown away: with a thousand threads a test that needs two thousand
games wastes a third. Beyond a few hundred threads, play several matches at the same time instead.

A thread of a worker plays one game. Start workers with no more threads than the machine has processors for bots.
"""

from typing import Sequence

from protocol.judging.rules import Rules
from protocol.matches.cluster_venue import ClusterVenue


def open_dask_venue(address: str, specs: Sequence[str], names: Sequence[str], rules: Rules,
                    python: str) -> ClusterVenue:
    """The cluster of the scheduler at that address; ValueError if it cannot be used, OSError if it is not there."""
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
