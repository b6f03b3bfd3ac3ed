"""Which folders may import from which."""

import ast

import pytest

from protocol.upload.bundling import modules_of
from protocol.upload.upload_files import ENTRIES
from tests import ROOT

#: Modules that an upload may contain.
UPLOADED = ("engine.", "protocol.answering.", "protocol.platforms.", "protocol.samples.", "protocol.game",
            "protocol.drawing", "protocol.bot")
COMMANDS = [path.stem for path in sorted((ROOT / "protocol").glob("*.py"))
            if '__name__ == "__main__"' in path.read_text(encoding="utf-8")]


def imported_modules(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module
            yield from ("%s.%s" % (node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def sources(folder):
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("name", ENTRIES)
def test_no_upload_contains_a_module_from_the_judges_side(name):
    assert [module for module in modules_of(ENTRIES[name]) if not module.startswith(UPLOADED)] == []


@pytest.mark.parametrize("folder", ["answering", "platforms"])
def test_modules_for_uploads_import_nothing_from_the_judges_side(folder):
    wrong = {(path.name, module) for path in sources("protocol/" + folder) for module in imported_modules(path)
             if module.startswith("protocol.") and not module.startswith(UPLOADED)}
    assert wrong == set()


def test_the_engine_imports_nothing_from_the_protocol():
    assert [(path, module) for path in sources("engine") for module in imported_modules(path)
            if module.startswith("protocol")] == []


def test_commands_do_not_import_each_other():
    assert {"judge", "match", "check", "replay", "play", "solve", "bundle", "uploads", "balance", "botzone_live",
            "course_game"} <= set(COMMANDS)
    wrong = {(path.name, module) for path in sources("protocol") for module in imported_modules(path)
             if module in ["protocol." + command for command in COMMANDS]}
    assert wrong == set()


def test_no_two_modules_have_the_same_name():
    names = [path.stem for folder in ("engine", "protocol") for path in sources(folder)
             if path.stem not in ("__init__", "__main__")]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_dask_is_imported_only_when_a_cluster_is_used():
    named = {(path.name, module) for folder in ("engine", "protocol") for path in sources(folder)
             for module in imported_modules(path) if module.split(".")[0] in ("dask", "distributed")}
    assert named == set()  # dask_executor imports it by name at run time
    at_once = {path.name for folder in ("engine", "protocol") for path in sources(folder)
               for node in ast.parse(path.read_text(encoding="utf-8")).body
               if isinstance(node, ast.ImportFrom) and node.module == "engine.cluster.dask_executor"}
    assert at_once == set()
