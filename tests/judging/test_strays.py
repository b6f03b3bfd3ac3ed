"""Nothing escapes: processes are found by their mark, because they were seen, or by adoption, and ended."""

import os
import signal
import subprocess
import sys
import time

import pytest

from protocol.judging.processes import HAS_PROC, living, members_of, start_time
from protocol.judging.strays import MARK_VARIABLE, end_strays_of_dead_judges, new_mark, program_mark
from tests.opponents import ROOT
from tests.thinkers import wait_until

pytestmark = pytest.mark.skipif(not HAS_PROC, reason="needs Linux's /proc")

SLEEPER = [sys.executable, "-S", "-c", "import time; time.sleep(3600)"]

#: A judge whose bot runs the first insert to start a child; the second insert reports the result.
JUDGE = """
import os, sys, time
from protocol.judging import strays
from protocol.judging.sandbox import Sandbox
strays.adopt_orphans()
BOT = '''
import os, sys, time
children = []
%s
print(os.environ["REVERSI_JUDGE_MARK"], *children, flush=True)
input()
'''
sandbox = Sandbox([sys.executable, "-c", BOT])
exchange = sandbox.exchange(b"", 20, lambda line: True)
print(exchange.output.decode().split()[0], flush=True)
%s
"""

#: Forks twice: the grandchild lives in its own session, without environment or parent; the bot prints its id too.
ESCAPE = """
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    child = os.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, "-S", "-c", "import time; time.sleep(3600)"], {})
    os.write(writing, b"%d" % child)
    os._exit(0)
os.wait()
children.append(os.read(reading, 99).decode())
"""


def run_judge(bot, rest):
    return subprocess.Popen([sys.executable, "-c", JUDGE % (bot, rest)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            universal_newlines=True, cwd=ROOT)


def is_gone(pid):
    return not living(members_of([pid]))


def test_a_mark_identifies_its_judge():
    assert program_mark().startswith("%d_%s_" % (os.getpid(), start_time(os.getpid()).decode()))
    assert new_mark() != new_mark() and new_mark().startswith(program_mark())


def test_an_escapee_without_environment_is_ended_and_its_pipes_are_released():
    judge = run_judge(ESCAPE, """
before = len(os.listdir("/proc/self/fd"))
pid = int(exchange.output.split()[1])
sandbox.close()
after = len(os.listdir("/proc/self/fd"))
print(pid, before - after, os.path.exists("/proc/%d" % pid))
""")
    lines = judge.communicate(timeout=60)[0].splitlines()
    pid, released, exists = lines[1].split()
    assert int(released) == 5  # three pipes and the two ends of the order to let go
    wait_until(lambda: is_gone(int(pid)))
    assert exists == "False" or is_gone(int(pid))


def test_an_orphan_with_the_mark_belongs_to_its_bot():
    judge = run_judge(ESCAPE.replace(", {})", ", os.environ)"), """
pid = int(exchange.output.split()[1])
sandbox._tree.measure()
sandbox.pause()
time.sleep(0.1)
print(pid, pid in [number for number, _ in sandbox._tree.members])
print(open("/proc/%d/stat" % pid).read().rpartition(")")[2].split()[0])
""")
    _, known, state = judge.communicate(timeout=60)[0].splitlines()
    assert known.split()[1] == "True" and state == "T"
    wait_until(lambda: is_gone(int(known.split()[0])))


@pytest.mark.slow
def test_orphans_that_have_ended_are_reaped():
    short_lived = """
for _ in range(5):
    if os.fork() == 0:
        if os.fork() == 0:
            time.sleep(0.3)
        os._exit(0)
    os.wait()
"""
    judge = run_judge(short_lived, """
for _ in range(100):
    sandbox._tree.measure()
    time.sleep(0.02)
print(len(strays.adopted_orphans()), len(sandbox._tree.members))
""")
    assert judge.communicate(timeout=60)[0].splitlines()[1] == "0 2"  # the shield and the bot


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_bots_do_not_outlive_a_killed_judge(number):
    bot = "import subprocess; child = subprocess.Popen(%r, env={}, start_new_session=True)" % (SLEEPER,)
    judge = run_judge(bot, """
sandbox._tree.measure()
print(*[pid for pid, _ in sandbox._tree.members], flush=True)
input()
""")
    judge.stdout.readline()
    pids = [int(pid) for pid in judge.stdout.readline().split()]
    assert len(pids) == 3  # the shield, the bot, its child
    judge.send_signal(number)
    judge.wait(30)
    judge.stdout.close()
    judge.stdin.close()
    wait_until(lambda: all(is_gone(pid) for pid in pids))


def test_the_next_judge_ends_what_a_dead_judge_left():
    def start(mark):
        return subprocess.Popen(SLEEPER, env={MARK_VARIABLE: mark})

    space = program_mark().rstrip("-").rpartition("_")[2]
    dead, other_world, alive, unknown = processes = [start(mark) for mark in (
        "%d_1_%s-1." % (os.getpid(), space), "%d_1_1-1." % os.getpid(), new_mark(), "12-1.")]
    try:
        time.sleep(0.2)  # a mark appears once the child has started
        end_strays_of_dead_judges()
        assert dead.wait(30) == -signal.SIGKILL
        assert [process.poll() for process in (other_world, alive, unknown)] == [None, None, None]
    finally:
        for process in processes:
            process.kill()
            process.wait()
