"""Unusual workers are named."""

import sys

import pytest

from protocol.matches.calibration import LISTED_WORKERS, Calibration, WorkerNote, calibrate, describe_workers


def notes(**milliseconds):
    """Two games per worker; (clock, processor) milliseconds or one number for both."""
    pairs = {worker: value if isinstance(value, tuple) else (value, value) for worker, value in milliseconds.items()}
    return [WorkerNote(worker, Calibration(wall / 1000, used / 1000, "CPython 3.11.7"))
            for worker, (wall, used) in pairs.items()] * 2


def test_similar_workers_are_reported_as_such():
    assert describe_workers(notes(a=30, b=34)) == [
        "played by 2 workers; calibration usually 30 ms, noted below if it differs by more than 25 %",
        "a  2 games, like the others", "b  2 games, like the others"]


def test_a_slow_machine_and_a_busy_one_are_told_apart():
    lines = describe_workers(notes(a=30, b=31, c=30, slow=(60, 58), busy=(60, 30), fast=15))
    assert lines[4:] == ["c  2 games, like the others", "fast  2 games, 50 % faster than usual",
                         "slow  2 games, warning: takes 100 % longer than usual: a slower machine"]
    assert lines[2] == "b  2 games, like the others"
    assert lines[3] == "busy  2 games, warning: takes 100 % longer than usual: busy with something else"


def test_of_many_workers_only_unusual_ones_are_listed():
    many = {"w%d" % number: 30 for number in range(LISTED_WORKERS + 1)}
    assert len(describe_workers(notes(**many))) == 1
    assert describe_workers(notes(odd=90, **many))[1:] == [
        "odd  2 games, warning: takes 200 % longer than usual: a slower machine"]


def test_different_interpreters_are_named():
    other = [WorkerNote("b", Calibration(0.03, 0.03, "PyPy 7.3.9"))]
    assert "warning: bots were run by different interpreters: CPython 3.11.7, PyPy 7.3.9" in describe_workers(
        notes(a=30) + other)


def test_without_workers_there_is_nothing_to_say():
    assert describe_workers([]) == []


def test_the_calibration_is_measured_in_a_process():
    found = calibrate(sys.executable)
    assert 0 < found.cpu_seconds <= 1.5 * found.seconds
    assert found.python.endswith("%d.%d.%d" % sys.version_info[:3])


def test_only_an_interpreter_can_be_calibrated():
    with pytest.raises(OSError):
        calibrate("true")
