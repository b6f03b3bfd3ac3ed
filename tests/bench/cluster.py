"""How well a cluster scales: `python3 -m tests.bench.cluster --help`. Needs Dask and runs everything on this machine.

`match` plays the same games with --jobs and on local workers, alternately, and compares the rates. `simulate` gives a
real scheduler many workers whose games are waits of realistic length, and measures the cost of keeping them busy.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from tests import ROOT
from tests.local_cluster import ProcessCluster, process_cluster, wait_until
from tests.quick_bots import write_quick_bots

#: Simulated workers per process.
WORKERS_PER_PROCESS = 100


def main():
    """The command."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench.cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    match = commands.add_parser("match")
    match.add_argument("--games", type=int, default=20)
    match.add_argument("--pause", type=float, default=0.05, help="seconds that a bot waits before each answer")
    match.add_argument("--rounds", type=int, default=3)
    simulate = commands.add_parser("simulate")
    simulate.add_argument("--workers", type=int, default=1000)
    simulate.add_argument("--games", type=int, default=5000)
    simulate.add_argument("--seconds", type=float, default=40.0, help="mean length of a game")
    workers = commands.add_parser("workers", help="simulates many workers")
    workers.add_argument("address")
    workers.add_argument("count", type=int)
    options = parser.parse_args()
    if options.command == "workers":
        asyncio.run(be_workers(options.address, options.count))
    with tempfile.TemporaryDirectory() as folder:
        if options.command == "match":
            compare_matches(Path(folder), options)
        elif options.command == "simulate":
            simulate_many(Path(folder), options)


def compare_matches(folder, options):
    """Rates of the same match, here and on workers, alternately."""
    bots = write_quick_bots(folder, options.pause)
    for count in (1, 2):
        with process_cluster(folder, count) as cluster:
            ratios = []
            for _ in range(options.rounds):
                here = time_match(bots, options.games, folder, "--jobs", str(count))
                there = time_match(bots, options.games, folder, "--cluster", cluster.address)
                ratios.append(here / there)
                print("%d: --jobs %.1f s, cluster %.1f s, efficiency %.3f" % (count, here, there, ratios[-1]),
                      flush=True)
            print("%d workers: efficiency %.3f (median of %d)" % (count, median(ratios), len(ratios)), flush=True)


def time_match(bots, games, folder, *arguments):
    """Seconds from the start of the first game to the end of the last."""
    out = folder / "games.matches"
    if out.exists():
        out.unlink()
    process = subprocess.Popen([sys.executable, "-m", "protocol.match", *bots, "--games", str(games), "--out", str(out),
                                *arguments], cwd=str(ROOT), stdout=subprocess.PIPE)
    begun = None
    for line in process.stdout:
        begun = begun or time.monotonic()  # the first line comes when all is ready
        if line.startswith(b"%d/%d " % (games, games)):
            ended = time.monotonic()
    assert process.wait() == 0
    return ended - begun


def simulate_many(folder, options):
    """A real scheduler and many workers that only wait."""
    from engine.cluster.assignments import Assignments
    from engine.cluster.dask_executor import DaskExecutor
    cluster = ProcessCluster(folder)
    helpers = []
    try:
        cluster.start_scheduler()
        for first in range(0, options.workers, WORKERS_PER_PROCESS):
            count = min(WORKERS_PER_PROCESS, options.workers - first)
            helpers.append(subprocess.Popen([sys.executable, "-m", "tests.bench.cluster", "workers", cluster.address,
                                             str(count)], cwd=str(ROOT), stderr=subprocess.DEVNULL))
        executor = DaskExecutor(cluster.address)
        wait_until(lambda: executor.census.workers == options.workers, "all workers are there", 600)
        random = Random(1)
        lengths = [random.uniform(0.5, 1.5) * options.seconds for _ in range(options.games)]
        used, begun = processor_seconds(cluster.scheduler.pid), time.monotonic()
        games = Assignments(executor, wait_as_a_game)
        for number, length in enumerate(lengths):
            games.assign((number, length))
        submitted = time.monotonic() - begun
        done = set()
        while games:
            ended = games.next_result(1.0)
            if ended is not None:
                done.add(ended[1])
        seconds, used = time.monotonic() - begun, processor_seconds(cluster.scheduler.pid) - used
        assert len(done) == options.games
        executor.shutdown()
    finally:
        for helper in helpers:
            helper.kill()
            helper.wait()
        cluster.close()
    ideal = best_makespan(lengths, options.workers)
    print("%d workers, %d games of %.0f s: %.1f s, %.1f s of it to hand out; without overhead %.1f s; "
          "efficiency %.3f" % (options.workers, options.games, options.seconds, seconds, submitted, ideal,
                               ideal / seconds))
    print("scheduler: %.1f s of processor time, %.2f ms a game, %.1f %% of one processor"
          % (used, 1000 * used / options.games, 100 * used / seconds))


def best_makespan(lengths, workers):
    """The time the games take if each begins as soon as a worker is free."""
    free = [0.0] * workers
    for length in lengths:
        place = free.index(min(free))
        free[place] += length
    return max(free)


def wait_as_a_game(piece):
    """Takes as long as a game."""
    number, seconds = piece
    time.sleep(seconds)
    return number


async def be_workers(address, count):
    """Many workers in one process."""
    from distributed import Worker
    workers = [Worker(address, nthreads=1, host="127.0.0.1", dashboard_address=None, memory_limit=0)
               for _ in range(count)]
    for worker in workers:
        await worker
    await asyncio.gather(*(worker.finished() for worker in workers))


def processor_seconds(pid):
    """The processor time that a process has used."""
    with open("/proc/%d/stat" % pid) as stream:
        fields = stream.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
