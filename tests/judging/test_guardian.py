import os

import pytest

from protocol.judging.guardian import Guardian, read_line
from protocol.judging.processes import HAS_PROC, living, members_of

needs_signals = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


def test_a_line_reports_a_process_that_came_or_went():
    assert read_line("+ 12 345\n") == ("+", (12, b"345"))
    assert read_line("- 12 \n") == ("-", (12, b""))


@needs_signals
def test_a_guardian_is_started_when_needed_and_restarted_when_killed():
    guardian = Guardian()
    guardian.tell([], here=True)
    assert guardian._process is None
    guardian.tell([(2 ** 22 + 1, b"1")], here=True)
    first = guardian._process
    first.kill()
    first.wait()
    guardian.tell([(2 ** 22 + 1, b"1")], here=True)
    second = guardian._process
    assert second.pid != first.pid and second.poll() is None
    guardian.dismiss()
    assert second.poll() is not None and (not HAS_PROC or not living(members_of([second.pid])))
    first.stdin.close()


@needs_signals
def test_a_stopped_guardian_does_not_block_the_judge():
    guardian = Guardian()
    guardian.tell([(2 ** 22 + 1, b"1")], here=True)
    os.kill(guardian._process.pid, 19)
    for _ in range(100):
        guardian.tell([(2 ** 22 + number, b"1") for number in range(100)], here=True)
    guardian.dismiss()
