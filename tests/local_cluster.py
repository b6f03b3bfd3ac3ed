"""A Dask cluster of processes on this machine, bound to the loopback interface; its processes can be killed."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

from tests import ROOT


class ProcessCluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder):
        """Logs and caches go to the folder."""
        self.folder = folder
        self.port = free_port()
        self.scheduler = None
        self.workers = []

    @property
    def address(self):
        """The address of the scheduler."""
        return "tcp://127.0.0.1:%d" % self.port

    def start_scheduler(self):
        """Starts a scheduler, at the same address as any before."""
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard",
                                     "--dashboard-address", "127.0.0.1:0", "--no-show")
        wait_until(lambda: is_listening(self.port), "the scheduler listens")

    def start_worker(self, threads=1, processes=1):
        """Starts a worker without a nanny, so that it stays dead when killed."""
        more = ["--nworkers", str(processes)] if processes > 1 else []
        self.workers.append(self._start("worker", self.address, "--host", "127.0.0.1", "--nthreads", str(threads),
                                        "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder), *more))
        return self.workers[-1]

    def close(self):
        """Ends whatever is still running."""
        for process in self.workers + [self.scheduler]:
            if process is not None and process.poll() is None:
                kill(process)

    def _start(self, command, *arguments):
        environment = dict(os.environ, PYTHONPATH=str(ROOT), XDG_CACHE_HOME=str(self.folder),
                           DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT="10s")
        with open(str(self.folder / "cluster.log"), "ab") as log:
            return subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_" + command, *arguments],
                                    stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                                    cwd=str(self.folder))


@contextmanager
def process_cluster(folder, workers=2, threads=1):
    """A cluster that ends with the block."""
    cluster = ProcessCluster(folder)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker(threads)
        yield cluster
    finally:
        cluster.close()


def kill(process):
    """Ends a process as abruptly as a power cut."""
    process.send_signal(signal.SIGKILL)
    process.wait(30)


def wait_until(is_true, what, seconds=90):
    """Returns as soon as the condition holds; fails if that takes too long."""
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "timed out waiting until " + what
        time.sleep(0.05)


def free_port():
    """An unused port of the loopback interface."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def is_listening(port):
    """True if the port accepts connections."""
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0
