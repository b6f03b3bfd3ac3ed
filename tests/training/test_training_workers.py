"""Pieces of work give the same results in the same order, whatever does them."""

import shutil
import subprocess
import sys
from array import array
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path

import pytest

from engine.cluster.assignments import run_while_wanted
from engine.cluster.project import UnfitWorkerError, project_digest
from engine.training import batch_process
from engine.training.batch_process import run_in_process
from engine.training.features import TABLE_SIZE
from engine.training.teacher import in_units, make_teacher
from engine.training.workers import BATCH_SECONDS, LARGEST_BATCH, ClusterWorkers, LocalWorkers, batch_size, open_workers
from tests import ROOT
from tests.local_cluster import kill, wait_until
from tests.training.work import blur, fail, label, sleep


@pytest.fixture
def cluster():
    """Threads that hand their work to processes, as the workers of a cluster do."""
    workers = ClusterWorkers(ThreadPoolExecutor(2), lambda: 2)
    yield workers
    workers.close()


@pytest.fixture(params=["here", "cluster"])
def workers(request):
    """All kinds of workers."""
    return LocalWorkers(2) if request.param == "here" else request.getfixturevalue("cluster")


def test_results_come_in_the_order_of_the_pieces(workers):
    assert list(workers.results(blur, 100, [0.2, 0.0, 0.1, 0.0])) == [20, 0, 10, 0]


def test_pieces_may_be_endless(workers):
    results = workers.results(pow, 2, count())
    assert list(islice(results, 20)) == [2 ** number for number in range(20)]
    results.close()


def test_no_pieces_give_no_results(workers):
    assert list(workers.results(pow, 2, [])) == []


def test_an_error_reaches_the_caller(workers):
    with pytest.raises((ValueError, UnfitWorkerError), match="no work today"):
        list(workers.results(fail, None, [1]))


def test_a_batch_takes_about_a_minute():
    assert batch_size(1.0) == BATCH_SECONDS
    assert batch_size(1000.0) == 1
    assert batch_size(0.0) == LARGEST_BATCH


def test_batches_grow_and_shrink_towards_the_end():
    lengths = []

    class Noting(ThreadPoolExecutor):
        def submit(self, function, *arguments):
            lengths.append(len(arguments[-1][1]))
            return super().submit(batch_process.run_batch, pow, 2, arguments[-1][1])

    workers = ClusterWorkers(Noting(2), lambda: 2)
    assert list(workers.results(pow, 2, range(100))) == [2 ** number for number in range(100)]
    workers.close()
    assert lengths[0] == 1 and sum(lengths) == 100
    assert max(lengths) > 4 and lengths[-1] == 1


def test_without_a_cluster_the_work_is_done_locally():
    assert isinstance(open_workers(3), LocalWorkers)


def test_a_worker_with_another_project_refuses():
    with pytest.raises(UnfitWorkerError, match="another version of this project"):
        run_in_process("another", pow, 2, [1])


def test_a_batch_that_is_no_longer_needed_is_ended(monkeypatch):
    monkeypatch.setattr(batch_process, "WAIT_SECONDS", 0.05)
    answers = iter([True, True, False])
    with pytest.raises(UnfitWorkerError, match="this work is no longer needed"):
        run_while_wanted(lambda: next(answers), run_in_process, project_digest(), sleep, None, [100])


def test_a_batch_ends_with_its_worker():
    code = ("from engine.cluster.project import project_digest; from tests.training.work import sleep; "
            "from engine.training.batch_process import run_in_process; "
            "run_in_process(project_digest(), sleep, None, [100])")
    worker = subprocess.Popen([sys.executable, "-c", code], cwd=str(ROOT))
    children = "/proc/%d/task/%d/children" % (worker.pid, worker.pid)
    wait_until(lambda: Path(children).read_text().split(), "the batch runs")
    child = Path("/proc", Path(children).read_text().split()[0])
    kill(worker)
    wait_until(lambda: not child.exists() or ") Z " in (child / "stat").read_text(), "the batch has ended", 30)


def test_output_of_the_work_stays_out_of_the_results(capfd):
    assert run_in_process(project_digest(), print, "a", ["b"])[1] == [None]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pypy3") is None, reason="no pypy3 on this machine")
def test_another_interpreter_gives_the_same_labels(monkeypatch):
    pieces, found = [(seed, 30) for seed in range(3)], []
    for python in ("pypy3", sys.executable):
        monkeypatch.setattr(batch_process, "fast_python", lambda python=python: python)
        found.append(run_in_process(project_digest(), label, label_teacher(), pieces)[1])
    assert found[0] == found[1]
    assert len(set(found[0])) > 1


def label_teacher():
    """A teacher that gives positions different values."""
    table = array("f", [(entry * 7919 % 101 - 50) / 97 for entry in range(TABLE_SIZE)])
    return make_teacher([in_units(table)] * 61, [0.1] * 61)
