"""The processes of a bot as one unit: limited, abandoned, iterated by several threads."""

import os
import sys
import threading

import pytest

import protocol.judging.sandbox as sandbox_module
from protocol.judging.bot_tree import BotTree
from protocol.judging.processes import HAS_PROC, living, members_of
from protocol.judging.sandbox import Sandbox
from protocol.judging.trouble import JudgeTrouble

needs_proc = pytest.mark.skipif(not HAS_PROC, reason="needs Linux's /proc")


@needs_proc
@pytest.mark.parametrize("memory_mb, data", [(100, (100 + 4096) << 20), (None, None)])
def test_hard_limits_are_set_before_the_bot_begins(memory_mb, data):
    program = "import resource as r; print(r.getrlimit(r.RLIMIT_CORE)[1], r.getrlimit(r.RLIMIT_DATA)[1])"
    core, found = Sandbox([sys.executable, "-c", program], memory_mb).exchange(b"", 20).output.split()
    assert int(core) == 0
    assert int(found) == (data or pytest.importorskip("resource").getrlimit(2)[1])


@needs_proc
def test_a_bot_without_pipes_is_abandoned_and_leaves_nothing(monkeypatch):
    started = []

    def refuse(process, output_bytes, on_errors):
        started.append(process)
        raise JudgeTrouble("no more threads")

    Sandbox([sys.executable, "-c", "pass"]).exchange(b"", 20)  # opens the guardian's descriptor
    before = len(os.listdir("/proc/self/fd"))
    monkeypatch.setattr(sandbox_module, "Pipes", refuse)
    with pytest.raises(JudgeTrouble, match="no more threads"):
        Sandbox([sys.executable, "-c", "import time; time.sleep(3600)"])
    assert started[0].returncode is not None and not living(members_of([started[0].pid]))
    assert len(os.listdir("/proc/self/fd")) == before


def test_members_can_be_iterated_while_others_are_added():
    tree = BotTree([sys.executable, "-c", "input()"], None, False)
    stop = threading.Event()
    trouble = []

    def look():
        try:
            while not stop.is_set():
                living(tree.members)
        except RuntimeError as error:
            trouble.append(error)

    thread = threading.Thread(target=look)
    thread.start()
    for number in range(300):
        tree._remember([(2 ** 22 + number, b"1")])
    stop.set()
    thread.join()
    tree.abandon()
    assert trouble == [] and tree.has_ended()
