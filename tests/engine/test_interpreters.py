"""The engine's core checks on every Python found on this machine; each test is named after one."""

import ast
import os
import subprocess

import pytest

from tests import ROOT
from tests.interpreters import find_interpreters

INTERPRETERS = find_interpreters()
#: Training is never uploaded, so it may use a newer Python.
SOURCES = sorted(path.relative_to(ROOT).as_posix() for folder in ("engine", "protocol")
                 for path in ROOT.joinpath(folder).rglob("*.py") if "training" not in path.parts)


#: What works on the oldest and the newest CPython, and on PyPy, hardly ever fails in between.
BETWEEN = [name for name in INTERPRETERS if name.startswith("CPython")][1:-1]


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if name in BETWEEN else name
                                  for name in INTERPRETERS])
def test_the_core_checks_pass_on(name):
    checks = subprocess.run([INTERPRETERS[name], "tests/core_checks.py"], cwd=str(ROOT), stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"), timeout=120)
    assert checks.stdout.decode().strip() == "core checks passed on " + name
    assert checks.returncode == 0


@pytest.mark.parametrize("path", SOURCES)
def test_the_source_is_python_3_6(path):
    ast.parse(ROOT.joinpath(path).read_text(encoding="utf-8"), path, feature_version=(3, 6))
