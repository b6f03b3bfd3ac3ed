"""Pipes are served without blocking, scanned once, and released on request."""

import os
import subprocess
import sys
import threading
import time

import pytest

from protocol.judging.pipes import Pipes
from protocol.judging.trouble import JudgeTrouble
from tests.thinkers import wait_until


def start(program):
    return subprocess.Popen([sys.executable, "-S", "-c", program], bufsize=0, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.fixture
def holder():
    """A process that holds its pipes but neither reads nor writes."""
    process = start("import time; time.sleep(3600)")
    yield process
    process.kill()
    process.wait()


def test_threads_and_descriptors_are_released_while_the_other_end_is_still_held(holder):
    threads = threading.active_count()
    pipes = Pipes(holder, 100)
    pipes.send(b"x" * 1000000)
    began = time.monotonic()
    pipes.let_go(0.1)
    assert time.monotonic() - began < 10
    assert threading.active_count() == threads
    assert holder.stdin.closed and holder.stdout.closed and holder.stderr.closed
    pipes.let_go(0.1)


def test_every_byte_is_scanned_once():
    process = start("")
    pipes = Pipes(process, 1 << 20)
    process.wait()
    told = []
    for piece in (b"a", b"b\nc", b"", b"\n\nd\ne", b"nd\nrest"):
        pipes.output += piece
        end, _ = pipes.find_end(lambda line: told.append(line) or line == b"end")
    assert told == [b"ab", b"c", b"", b"d", b"end"]
    assert pipes.take(end) == b"ab\nc\n\nd\nend\n" and pipes.output == b"rest"
    pipes.let_go(5)


def test_output_without_a_newline_costs_linear_time():
    process = start("")
    pipes = Pipes(process, 1 << 22)
    process.wait()

    def cost(pieces):
        pipes.send(b"")
        pipes.output.clear()
        began = time.process_time()
        for _ in range(pieces):
            pipes.output += b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
            pipes.find_end(lambda line: True)
        return time.process_time() - began

    small = max(cost(5000), 0.001)
    assert cost(40000) < 8 * 4 * small  # scanning from the start each time would cost 64 times as much
    pipes.let_go(5)


def test_a_broken_pipe_thread_is_the_judges_trouble(holder, monkeypatch):
    def fail(stream):
        raise MemoryError

    pipes = Pipes(holder, 100)
    monkeypatch.setattr(pipes, "_chunks", fail)
    pipes._serve(pipes._read_output, open(os.devnull, "rb"))
    with pytest.raises(JudgeTrouble, match="cannot talk to a bot: MemoryError"):
        pipes.check()
    pipes.let_go(0.0)


def test_running_out_of_threads_is_the_judges_trouble_and_leaves_nothing_open(holder, monkeypatch):
    start_thread, started = threading.Thread.start, []

    def start_two(thread):
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start_thread(thread)

    monkeypatch.setattr(threading.Thread, "start", start_two)
    with pytest.raises(JudgeTrouble, match="can't start new thread"):
        Pipes(holder, 100)
    wait_until(lambda: not any(thread.is_alive() for thread in started))
    assert holder.stdin.closed and holder.stdout.closed and holder.stderr.closed
