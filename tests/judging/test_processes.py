import os
import subprocess
import sys
import time

import pytest

from protocol.judging.processes import (
    HAS_PROC,
    Usage,
    account_mb,
    measure_tree,
    own_peak_mb,
    sleeps,
)
from protocol.judging.sandbox import Sandbox
from protocol.judging.strays import MARK_VARIABLE, find_marked, kill_all
from tests.thinkers import wait_until

needs_proc = pytest.mark.skipif(not HAS_PROC, reason="needs Linux's /proc")


def start(program, *arguments, **options):
    return Sandbox([sys.executable, "-c", program, *arguments], **options)


@needs_proc
def test_memory_shared_with_forked_children_is_counted_once():
    program = """
import os, time
block = bytearray(b'x') * (60 << 20)
if os.fork() and os.fork():
    time.sleep(0.3); print(1)
else:
    time.sleep(3600)
"""
    exchange = start(program, memory_mb=150).exchange(b"", 30)
    assert exchange.verdict == "OK" and 60 < exchange.memory_mb < 130


@needs_proc
def test_everything_with_the_mark_is_ended():
    program = """
import os, subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"], start_new_session=True,
                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(os.environ[sys.argv[1]])
"""
    exchange = start(program, MARK_VARIABLE).exchange(b"", 30)
    mark = exchange.output.decode().strip()
    assert exchange.verdict == "OK" and mark
    assert find_marked(mark) == []


@needs_proc
def test_a_mark_is_found_by_its_beginning_only():
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True,
                               env=dict(os.environ, **{MARK_VARIABLE: "test-%d-1." % os.getpid()}))
    try:
        wait_until(lambda: find_marked("test-%d-" % os.getpid()))  # the mark appears once the child has started
        assert find_marked("test-%d-" % os.getpid()) == [process.pid]
        assert find_marked("test-%d-1.1" % os.getpid()) == find_marked("%d-1." % os.getpid()) == []
        kill_all(process.pid, "test-%d-1." % os.getpid())
        assert process.wait(30) == -9
        assert find_marked("test-%d-" % os.getpid()) == []
    finally:
        process.kill()
        process.stdin.close()


@needs_proc
def test_the_usage_of_this_process_is_plausible():
    usage = measure_tree(os.getpid())
    assert os.getpid() in [pid for pid, _ in usage.members] and 5 < usage.memory_mb < 4000 and usage.cpu_seconds > 0
    assert 5 < own_peak_mb() < 4000
    assert measure_tree(2 ** 22 + 1) == Usage(frozenset(), 0.0, 0.0, True), "a process that is gone uses nothing"


@needs_proc
def test_a_process_is_asleep_if_all_its_threads_are():
    for program, expected in (("input()", True), (
            "import threading\nthreading.Thread(target=input).start()\nwhile True: pass", False), (
            "import threading\n"
            "def spin():\n    while True: pass\n"
            "threading.Thread(target=spin, daemon=True).start(); input()", False)):
        sandbox = start("print(flush=True); " + program if "\n" not in program else "print(flush=True)\n" + program)
        try:
            sandbox.exchange(b"", 20, lambda line: True)
            seen = set()
            for _ in range(100):
                seen.add(sleeps(measure_tree(sandbox._tree.pid).members))
                if expected in seen:
                    break
                time.sleep(0.05)
            assert expected in seen
        finally:
            sandbox.close()


def test_an_account_is_read_in_the_unit_of_the_system():
    resource = pytest.importorskip("resource")
    assert 5 < account_mb(resource.getrusage(resource.RUSAGE_SELF)) < 4000
