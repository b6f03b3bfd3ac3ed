"""Plays hostile bots against honest ones while things go wrong, for as long as you like.

    python3 -m tests.soak --minutes 10 --seed 7

It plays short matches, one after the other, each between a hostile and an honest bot and each with a fault: the judge
or the honest bot is stopped for a while, or the judge is killed, has few file descriptors or a full disk. Whatever
happens, the match is resumed to its end, and then every game must be on file with the right verdict. Meanwhile a long
match against all kinds of hostile bots must not use more and more descriptors, threads or memory. At the end nothing
may be left running.
"""

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from tests.commands.test_judge import FATES, VERDICT
from tests.opponents import ROOT, fixture_bot

TOKEN_VARIABLE, TOKEN = "REVERSI_TEST_TOKEN", "soak-%d-%d" % (os.getpid(), time.time())
LEGAL = fixture_bot("legal.py")
GAMES = 2
#: Bots whose verdict depends on timing that a busy machine may miss.
LEFT_OUT = {"late", "hungry_child"}
#: How much the long match may grow after its warm-up.
MORE_DESCRIPTORS, MORE_THREADS, MORE_MEMORY_MB = 24, 12, 40.0
WARM_UP_SECONDS = 10.0
TRIES = 8


class Failure(Exception):
    """Something that must not happen."""


def main():
    """Plays until the time is up; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5.0, help="how long (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="random seed (default: the time)")
    options = parser.parse_args()
    print("seed %d" % options.seed, flush=True)
    os.environ[TOKEN_VARIABLE] = TOKEN
    deadline = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory() as folder:
        try:
            soak(folder, random.Random(options.seed), deadline)
        except Failure as failure:
            print("FAILED: %s" % failure)
            return 1
    return 0


def soak(folder, generator, deadline):
    """Failure if anything goes wrong."""
    openings = os.path.join(folder, "openings.txt")
    with open(openings, "w") as stream:
        stream.write("d3\n")  # makes the only move that many hostile bots know illegal
    growth = Growth(folder, openings)
    played = 0
    try:
        while time.monotonic() < deadline:
            name, fault = generator.choice(sorted(set(FATES) - LEFT_OUT)), generator.choice(sorted(FAULTS))
            print("%-20s %s" % (fault, name), flush=True)
            play_match(os.path.join(folder, "%d.matches" % played), openings, name, FAULTS[fault], generator)
            growth.look()
            played += 1
    finally:
        growth.end()
    growth.check()
    check_nothing_left()
    print("%d matches, %s: all right" % (played, growth.describe()))


def play_match(path, openings, name, fault, generator):
    """One match with its fault, resumed until it is complete."""
    seconds = "3" if FATES[name][0] == "TLE" else "20"
    bots = [fixture_bot("misbehaving.py", name), LEGAL + generator.choice(["", " --keep 99", " --drip"])]
    command = ["protocol.match", *bots, "--games", str(GAMES), "--jobs", str(generator.choice([1, 2])), "--out", path,
               "--openings", openings, "--time-limit", seconds, "--memory-limit", "100"]
    said = fault(command, generator)
    for _ in range(TRIES):
        if own_traceback(said):
            raise Failure(said)
        if count_lines(path) == GAMES:
            break
        said = run(command + ["--resume"])
    check_games(path, name, said)


def own_traceback(said):
    """Whether the judge itself has failed: it quotes its bots' stderr indented."""
    return any(line.startswith("Traceback") for line in said.splitlines())


def count_lines(path):
    """The number of games on file; 0 if there is no file."""
    if not os.path.exists(path):
        return 0
    with open(path, "rb") as stream:
        return sum(line.endswith(b"\n") for line in stream)


def check_games(path, name, said):
    """Failure unless all games are on file, each lost by the hostile bot for its own reason."""
    fate = FATES[name][0]
    expected = VERDICT + fate if len(fate) <= 3 else fate
    with open(path, encoding="utf-8") as stream:
        games = [json.loads(line) for line in stream]
    if len(games) != GAMES:
        raise Failure("%d games on file instead of %d: %s" % (len(games), GAMES, said))
    for game in games:
        hostile = ["misbehaving.py" in player["bot"] for player in game["players"]].index(True)
        display = game["log"][-1]["output"]["display"]
        if display != {"err": expected, "winner": 1 - hostile}:
            raise Failure("%s as player %d: %s instead of %s" % (name, hostile, display, expected))


# -- faults: each takes a command and a random generator and returns the command's output


def run(command, **options):
    """Nothing goes wrong."""
    return start(command, **options).communicate()[0]


def stop_judge(command, generator):
    """The judge is stopped for a while without noticing."""
    return disturb(command, generator, lambda process: [process.pid])


def stop_bot(command, generator):
    """An honest bot is stopped for a while."""
    return disturb(command, generator, lambda process: honest_bots()[:1])


def disturb(command, generator, find):
    """The processes found are stopped and continue after a moment."""
    process = start(command)
    time.sleep(generator.uniform(0.2, 1.5))
    pids = find(process)
    for number in (signal.SIGSTOP, signal.SIGCONT):
        for pid in pids:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass
        time.sleep(generator.uniform(0.5, 2.0) if number == signal.SIGSTOP else 0)
    return process.communicate()[0]


def kill_judge(command, generator):
    """The judge is killed, and its bots with it."""
    process = start(command)
    time.sleep(generator.uniform(0.1, 2.0))
    process.kill()
    return process.communicate()[0]


def few_descriptors(command, generator):
    """The judge has hardly any file descriptors."""
    return run(command, preexec_fn=limit(resource.RLIMIT_NOFILE, generator.randrange(8, 40)))


def full_disk(command, generator):
    """No file can grow beyond a few bytes."""
    return run(command, preexec_fn=limit(resource.RLIMIT_FSIZE, generator.randrange(4000)))


def limit(kind, value):
    """Sets the limit in a process that is about to start."""
    return lambda: resource.setrlimit(kind, (value, value))


FAULTS = {"none": lambda command, generator: run(command), "stop the judge": stop_judge, "stop a bot": stop_bot,
          "kill the judge": kill_judge, "few descriptors": few_descriptors, "full disk": full_disk}


def start(command, **options):
    """Starts a command of the project, with stdout and stderr combined."""
    return subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, universal_newlines=True, **options)


# -- what is running


def processes():
    """(id, words) of all other processes that belong to this soak."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as words, open("/proc/%s/environ" % pid, "rb") as environment:
                command = words.read().decode("utf-8", "replace").split("\0")
                if TOKEN.encode() in environment.read() or TOKEN in command:
                    found.append((int(pid), command))
        except OSError:
            continue
    return [(pid, command) for pid, command in found if pid != os.getpid()]


def honest_bots():
    """The processes of honest bots, without their shields."""
    return [pid for pid, command in processes() if command[1:2] and command[1].endswith("legal.py")]


def check_nothing_left():
    """Failure if anything still runs after a moment."""
    deadline = time.monotonic() + 10.0
    while processes():
        if time.monotonic() > deadline:
            raise Failure("left running: %s" % processes())
        time.sleep(0.05)


class Growth:
    """A long match against all kinds of hostile bots, and the resources of its judge."""

    def __init__(self, folder, openings):
        command = ["protocol.match", fixture_bot("misbehaving.py", "anything"), LEGAL + " --keep 99",
                   "--games", "100000", "--jobs", "2", "--out", os.path.join(folder, "long.matches"),
                   "--openings", openings, "--time-limit", "20", "--memory-limit", "100"]
        self._process = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.DEVNULL)
        self._begun = time.monotonic()
        self._path = command[command.index("--out") + 1]
        self._first, self._last, self.games = (0, 0, 0.0), (0, 0, 0.0), 0

    def look(self):
        """Measures the judge; measurements during the warm-up count as the beginning."""
        if self._process.poll() is not None:
            raise Failure("the long match has ended with %s" % self._process.returncode)
        used = usage_of(self._process.pid)
        self._last = used
        if time.monotonic() - self._begun < WARM_UP_SECONDS or not self._first[0]:
            self._first = tuple(max(pair) for pair in zip(used, self._first))

    def end(self):
        """Ends the match."""
        self._process.terminate()
        self._process.wait()
        self.games = count_lines(self._path)

    def check(self):
        """Failure if its resources keep growing."""
        allowances = (MORE_DESCRIPTORS, "descriptors"), (MORE_THREADS, "threads"), (MORE_MEMORY_MB, "MB")
        for first, last, (allowed, what) in zip(self._first, self._last, allowances):
            more = last - first
            if more > allowed:
                raise Failure("%g more %s after %d games" % (more, what, self.games))

    def describe(self):
        """The games played and the resources used."""
        return "a long one of %d games with %d descriptors, %d threads, %d MB at the end" % ((self.games, *self._last))


def usage_of(pid):
    """(descriptors, threads, MB) of a process."""
    with open("/proc/%d/status" % pid) as stream:
        memory_mb = next(int(line.split()[1]) / 1024.0 for line in stream if line.startswith("VmRSS:"))
    return len(os.listdir("/proc/%d/fd" % pid)), len(os.listdir("/proc/%d/task" % pid)), memory_mb


if __name__ == "__main__":
    sys.exit(main())
