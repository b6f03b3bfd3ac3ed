"""Matches and training on a real Dask cluster of processes, some of which are killed in the middle of their work."""

import json
import os
import re
import signal
import subprocess
import sys
from array import array
from random import Random
from threading import Timer

import pytest

from engine.training import pipeline, playing_out
from engine.training.features import TABLE_SIZE
from engine.training.pipeline import Plan, label_group, prepare_positions
from engine.training.playing_out import played_out_values
from engine.training.teacher import in_units, make_teacher
from engine.training.workers import LocalWorkers, open_workers
from protocol.match import main as match_main
from tests import ROOT
from tests.local_cluster import free_port, kill, process_cluster, wait_until
from tests.quick_bots import write_quick_bots

pytest.importorskip("distributed", reason="Dask is not installed: pip install -r tests/requirements-cluster.txt")
pytestmark = pytest.mark.slow

GAMES = 10


class RunningMatch:
    """A match on a cluster, as a process."""

    def __init__(self, cluster, folder, *arguments, pause_seconds=0.01):
        self.out = folder / "games.matches"
        bots = write_quick_bots(folder, pause_seconds)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "protocol.match", *bots, "--games", str(GAMES), "--cluster", cluster.address,
             "--out", str(self.out), *arguments], cwd=str(ROOT), stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    @property
    def games(self):
        """The number of games in the file."""
        return self.out.read_text().count("\n") if self.out.exists() else 0

    def wait_for_games(self, count):
        wait_until(lambda: self.games >= count or self.process.poll() is not None, "%d games are played" % count)
        assert self.process.poll() is None, self.process.communicate()

    def end(self, seconds=120):
        """(exit code, stdout, stderr)."""
        try:
            text, error = self.process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, text.decode(), error.decode()


def fixtures_on_file(path):
    """The black bot and the pair of each game in the file."""
    entries = [json.loads(line)["match"] for line in path.read_text().splitlines()]
    return [(entry["black"], entry["pair"]) for entry in entries]


def assert_complete(path):
    """Checks that every game is there exactly once."""
    expected = [(black, pair) for pair in range(GAMES // 2) for black in ("bad", "good")]
    assert sorted(fixtures_on_file(path)) == sorted(expected)


def bots_running(folder):
    """The processes of bots that were copied to this folder."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as stream:
                if os.fsencode(str(folder / "reversi-bots")) in stream.read():
                    found.append(pid)
        except OSError:
            continue
    return found


def test_a_match_is_played_by_the_workers(tmp_path):
    with process_cluster(tmp_path) as cluster:
        match = RunningMatch(cluster, tmp_path, pause_seconds=0.0)
        code, text, error = match.end()
    assert (code, error) == (0, "")
    assert_complete(match.out)
    assert "on the Dask cluster at %s (dashboard: http://127.0.0.1:" % cluster.address in text
    assert re.search(r"2 workers, \d of 2 threads play, [\d.]+ games a minute  0:00:00 left$", text, re.MULTILINE)
    assert re.search(r"^played by 2 workers; calibration usually \d+ ms", text, re.MULTILINE)


def test_no_game_is_lost_or_counted_twice_when_workers_are_killed(tmp_path):
    with process_cluster(tmp_path) as cluster:
        match = RunningMatch(cluster, tmp_path)
        match.wait_for_games(2)
        kill(cluster.workers[0])
        match.wait_for_games(5)
        kill(cluster.workers[1])
        assert match.games < GAMES  # and no worker is left to play the rest
        cluster.start_worker()
        code, _, error = match.end()
    assert (code, error) == (0, "")
    assert_complete(match.out)


def test_a_match_goes_on_with_a_restarted_scheduler(tmp_path):
    with process_cluster(tmp_path) as cluster:
        match = RunningMatch(cluster, tmp_path)
        match.wait_for_games(2)
        kill(cluster.scheduler)
        for worker in cluster.workers:
            kill(worker)
        assert match.games < GAMES
        cluster.start_scheduler()
        cluster.start_worker()
        code, text, error = match.end()
    assert (code, error) == (0, "")
    assert re.search(r"^\d+ times a game was lost with its worker", text, re.MULTILINE)
    assert_complete(match.out)


def test_ctrl_c_keeps_the_games_stops_the_workers_and_resume_goes_on(tmp_path):
    with process_cluster(tmp_path) as cluster:
        match = RunningMatch(cluster, tmp_path, pause_seconds=0.05)
        match.wait_for_games(2)
        assert bots_running(tmp_path)
        match.process.send_signal(signal.SIGINT)
        code, text, error = match.end()
        assert (code, error) == (130, "")
        assert "interrupted; --out %s --resume continues" % match.out in text
        assert 2 <= match.games < GAMES
        wait_until(lambda: not bots_running(tmp_path), "the workers have ended the bots", 10)
        code, text, error = RunningMatch(cluster, tmp_path, "--resume").end()
        assert code == 2 and "changed since" in error  # the bots have another pause now
        code, text, error = RunningMatch(cluster, tmp_path, "--resume", pause_seconds=0.05).end()
    assert (code, error) == (0, "")
    assert "resuming after" in text
    assert_complete(match.out)


def test_a_match_without_a_scheduler_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("engine.cluster.dask_executor.CONNECT_SECONDS", 0.5)
    address = "tcp://127.0.0.1:%d" % free_port()
    with pytest.raises(SystemExit) as leaving:
        match_main(["random", "greedy", "--cluster", address, "--out", str(tmp_path / "games")])
    assert leaving.value.code == 2
    assert "no Dask scheduler at %s" % address in capsys.readouterr().err
    assert not (tmp_path / "games").exists()


def contents(folder):
    """Every file of the folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file()}


def make_training_data(folder, workers, before_labels=lambda: None):
    """Self-play, labels and games played out, a little of each."""
    plan = Plan(per_ply=4, depth=3, exact_empties=4, epochs=1, rate=0.01, games=8)
    table = array("f", [(entry * 7919 % 101 - 50) / 97 for entry in range(TABLE_SIZE)])
    teacher = make_teacher([in_units(table)] * 61, [0.1] * 61)
    positions = prepare_positions(str(folder), [], teacher, plan, Random(7), workers, lambda line: None)
    before_labels()
    label_group(str(folder), teacher, positions, {}, [30, 57], plan, workers, lambda line: None)
    played_out_values(str(folder), teacher, positions, plan.games, plan.exact_empties, workers, lambda line: None)


def test_a_cluster_makes_the_same_training_data_as_one_process_even_if_a_worker_dies(tmp_path, monkeypatch):
    monkeypatch.setattr(pipeline, "CHUNK_POSITIONS", 2)
    monkeypatch.setattr(pipeline, "BATCH_GAMES", 5)
    monkeypatch.setattr(playing_out, "BATCH_GAMES", 4)
    monkeypatch.setattr(playing_out, "FIRST_PLIES", (50,))
    make_training_data(tmp_path / "here", LocalWorkers(1))
    with process_cluster(tmp_path) as cluster:
        workers = open_workers(1, cluster.address)
        wait_until(lambda: workers._executor.census.workers == 2, "both workers are there")
        killer = Timer(0.5, kill, [cluster.workers[0]])
        make_training_data(tmp_path / "there", workers, killer.start)
        killer.join()
        workers.close()
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
    assert {"labels-30.bin", "positions-30.bin", "played-out-0-7/labels-50.bin"} <= set(contents(tmp_path / "here"))


def grow_book(path, *arguments):
    run = subprocess.run([sys.executable, "-m", "engine.training.book_growth", "--positions", "8",
                          "--simulations", "60", "--round", "4", "--file", str(path), *arguments], cwd=str(ROOT),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=200)
    assert run.returncode == 0, run.stdout.decode()
    return run.stdout.decode()


def test_a_cluster_grows_the_same_book_as_one_process(tmp_path):
    with process_cluster(tmp_path) as cluster:
        text = grow_book(tmp_path / "there" / "book.txt", "--cluster", cluster.address)
    assert "searching with the Dask cluster at %s" % cluster.address in text
    grow_book(tmp_path / "here" / "book.txt", "--jobs", "1")
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
