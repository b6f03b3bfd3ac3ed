import os
import signal
import subprocess
import sys
import time

import pytest

import protocol.judging.bot_tree as bot_tree
from protocol.judging.pipes import STDERR_BYTES
from protocol.judging.processes import HAS_PROC, Usage, measure_tree
from protocol.judging.sandbox import PROCESSES_ALLOWED, Sandbox
from protocol.judging.strays import MARK_VARIABLE, find_marked
from protocol.judging.trouble import JudgeTrouble
from tests import ROOT

needs_proc = pytest.mark.skipif(not HAS_PROC, reason="needs Linux's /proc")
needs_signals = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


def start(program, *arguments, **options):
    return Sandbox([sys.executable, "-c", program, *arguments], **options)


def any_line(line):
    return True


def test_the_output_of_a_process_that_ends_is_its_answer():
    exchange = start("print(input()[::-1])").exchange(b"abc\n", 20)
    assert (exchange.verdict, exchange.output.strip(), exchange.running) == ("OK", b"cba", False)
    assert 0 < exchange.seconds < 20


def test_a_process_answers_again_and_again_until_it_is_closed():
    sandbox = start("while True: print(input().upper(), flush=True)")
    try:
        for word in (b"one", b"two"):
            exchange = sandbox.exchange(word + b"\n", 20, any_line)
            assert (exchange.verdict, exchange.output.strip(), exchange.running) == ("OK", word.upper(), True)
    finally:
        sandbox.close()
    assert not sandbox.alive


def test_input_longer_than_a_pipe_reaches_a_slow_reader():
    program = "import sys, time; time.sleep(0.2); print(len(sys.stdin.readline()))"
    assert start(program).exchange(b"x" * 300000 + b"\n", 20).output.strip() == b"300001"


def test_a_process_that_reads_nothing_does_not_block_the_judge():
    assert start("print(1)").exchange(b"x" * 3000000, 20).verdict == "OK"


def test_the_input_is_closed_for_a_bot_that_waits_for_its_end():
    sandbox = start("import sys; print(len(sys.stdin.read()))")
    exchange = sandbox.exchange(b"abc", 20, last=None)
    assert (exchange.verdict, exchange.output.strip()) == ("OK", b"3")
    assert sandbox.wanted_end_of_input


@needs_proc
def test_the_input_stays_open_for_a_bot_that_thinks():
    program = """
import time
first = input()
end = time.perf_counter() + 0.6
while time.perf_counter() < end: pass
print(first, flush=True)
print(input(), flush=True)
"""
    sandbox = start(program)
    assert sandbox.exchange(b"one\n", 20, any_line, last=None).output.strip() == b"one"
    assert not sandbox.wanted_end_of_input
    assert sandbox.exchange(b"two\n", 20).output.strip() == b"two"


def test_the_end_of_stderr_is_kept():
    sandbox = start("import sys; sys.stderr.write('x' * 100000 + 'the end'); print(1)")
    assert sandbox.exchange(b"", 20).verdict == "OK"
    assert len(sandbox.errors) == STDERR_BYTES and sandbox.errors.endswith(b"the end")


def test_a_late_process_is_ended():
    began = time.monotonic()
    exchange = start("import time; time.sleep(3600)").exchange(b"", 0.3)
    assert exchange.verdict == "TLE" and not exchange.running
    assert time.monotonic() - began < 10


@needs_signals
def test_a_paused_process_uses_no_time():
    program = """
import itertools
print(flush=True)
for number in itertools.count():
    if number % 1000 == 0: print(number, flush=True)
"""
    sandbox = start(program, output_bytes=1 << 26)
    try:
        sandbox.exchange(b"", 20, any_line)
        sandbox.pause()
        time.sleep(0.1)
        first = measure_tree(sandbox._tree.pid) if HAS_PROC else None
        time.sleep(0.3)
        assert first is None or measure_tree(sandbox._tree.pid).cpu_seconds == first.cpu_seconds
        assert sandbox.exchange(b"", 20, lambda line: line == b"1000").running
    finally:
        sandbox.close()


@needs_proc
def test_memory_and_busy_time_are_measured():
    program = "block = bytearray(b'x') * (200 << 20); import time\nwhile time.process_time() < 0.3: pass"
    exchange = start(program).exchange(b"", 30)
    assert exchange.verdict == "OK"
    assert 190 < exchange.memory_mb < 260
    assert 0.25 < exchange.cpu_seconds < 5


@needs_proc
def test_memory_above_the_limit_is_noticed_even_if_the_process_crashes():
    program = "block = bytearray(b'x') * (200 << 20); raise MemoryError"
    assert start(program, memory_mb=150).exchange(b"", 30).verdict == "MLE"


@needs_proc
def test_too_many_processes_are_an_error_however_much_memory_they_hold(monkeypatch):
    """A judge that rarely looks sees many processes and their memory at once."""
    crowd = Usage(frozenset((10 ** 9 + number, b"0") for number in range(PROCESSES_ALLOWED + 1)), 5000.0, 0.1, True)
    monkeypatch.setattr(bot_tree, "measure_tree", lambda pid, known: crowd)
    assert start("import time; time.sleep(60)", memory_mb=100).exchange(b"", 20).verdict == "RE"


@needs_proc
def test_reserved_memory_that_is_never_touched_is_not_counted():
    exchange = start("import mmap; block = mmap.mmap(-1, 1 << 30); print(1)", memory_mb=150).exchange(b"", 30)
    assert exchange.verdict == "OK"


def test_the_account_of_a_child_is_not_the_judges_own():
    block = bytearray(b"x") * (300 << 20)
    exchange = start("print(1)", memory_mb=250).exchange(b"", 30)
    assert exchange.verdict == "OK" and len(block) > 0


def test_a_command_that_does_not_exist_is_the_judges_trouble():
    with pytest.raises(JudgeTrouble, match="cannot start /nonexistent/bot: no such program"):
        Sandbox(["/nonexistent/bot"])


@needs_proc
def test_a_judge_in_a_sandbox_takes_its_own_bots_with_it():
    program = """
import sys
from protocol.judging.sandbox import Sandbox
inner = Sandbox([sys.executable, "-c", "import os; print(os.environ['%s'], flush=True); input()"])
print(inner.exchange(b"", 20, lambda line: True).output.decode(), flush=True)
input()
""" % MARK_VARIABLE
    sandbox = start(program)
    exchange = sandbox.exchange(b"", 30, any_line)
    mark = exchange.output.decode().strip()
    assert exchange.verdict == "OK" and len(find_marked(mark)) == 2  # the bot and its shield
    sandbox.close()
    assert find_marked(mark) == []


def test_closing_twice_is_harmless():
    sandbox = start("input()")
    sandbox.close()
    sandbox.close()
    assert not sandbox.alive


@pytest.mark.slow
def test_the_time_an_answer_arrives_counts_not_the_time_the_judge_looks(monkeypatch):
    sandbox = start("import time; print(input(), flush=True); time.sleep(60)")
    measure = sandbox._tree.measure

    def measure_late():
        measure()
        time.sleep(3.0)

    monkeypatch.setattr(sandbox._tree, "measure", measure_late)
    try:
        exchange = sandbox.exchange(b"in time\n", 2.5, any_line)
    finally:
        monkeypatch.undo()
        sandbox.close()
    assert (exchange.verdict, exchange.output) == ("OK", b"in time\n") and exchange.seconds < 2.5


@pytest.mark.parametrize("program, code", [
    ("print(1)", 0), ("raise SystemExit(7)", 7), ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", -11)])
def test_the_exit_code_of_a_bot_is_reported(program, code):
    assert start(program).exchange(b"", 20).exit_code == code


@needs_proc
@pytest.mark.slow
def test_a_late_bot_is_reported_as_asleep_or_computing():
    assert start("import time; time.sleep(60)").exchange(b"", 1.0)[-2:] == (None, True)
    assert start("while True: pass").exchange(b"", 1.0)[-2:] == (None, False)


def test_stderr_is_passed_on_as_it_comes_and_an_empty_string_at_the_end():
    heard = []
    start("import sys; sys.stderr.write('one'); print(1)", on_errors=heard.append).exchange(b"", 20)
    assert b"".join(heard) == b"one" and heard[-1] == b""


@needs_proc
def test_a_parent_stopped_before_the_bot_is_asked_is_noticed():
    sandbox = start("import os, signal; os.kill(os.getppid(), signal.SIGSTOP); print(1)")
    time.sleep(1.0)
    assert sandbox.exchange(b"", 20).verdict == "RE"


#: A judge that is stopped while its bot answers, and then prints its ruling.
STOPPED_JUDGE = """
import sys
from protocol.judging.sandbox import Sandbox
sandbox = Sandbox([sys.executable, "-c", sys.argv[1]])
print("asking", flush=True)
exchange = sandbox.exchange(b"", 1.0)
print(exchange.verdict, exchange.output.decode().strip(), flush=True)
"""


@needs_proc
@pytest.mark.parametrize("bot, verdict", [
    ("import time; time.sleep(0.5); print('late')", "OK late"),
    ("import time\nwhile time.process_time() < 9: pass\nprint('very late')", "TLE "),
])
@pytest.mark.slow
def test_time_missed_by_a_stopped_judge_is_forgiven_unless_the_bot_was_thinking(bot, verdict):
    judge = subprocess.Popen([sys.executable, "-c", STOPPED_JUDGE, bot], stdout=subprocess.PIPE, cwd=str(ROOT),
                             universal_newlines=True)
    judge.stdout.readline()
    time.sleep(0.3)
    judge.send_signal(signal.SIGSTOP)
    time.sleep(2.5)
    judge.send_signal(signal.SIGCONT)
    assert judge.communicate(timeout=60)[0].startswith(verdict)
