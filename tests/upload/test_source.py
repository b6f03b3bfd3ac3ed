"""Source files taken apart, and code that the bundler refuses."""

import textwrap

import pytest

from protocol.upload.source import BundleError, read_module

WHOLE = '''
    """What it is.

    More of it.
    """

    import os.path
    import sys, time
    from typing import (
        List,
        Optional,
    )

    from engine.board import (  # why
        START,
        legal_moves,
    )
    from engine.report import Limit

    #: A constant.
    WIDTH = 8

    TEXT = """

    import this

    """


    def area(width: int = WIDTH) -> int:
        """Squares."""
        import json

        return json.loads(str(width * width))


    if __name__ == "__main__":
        # last
        print(area())
'''


def take_apart(tmp_path, source):
    (tmp_path / "engine").mkdir(exist_ok=True)
    (tmp_path / "engine" / "part.py").write_text(textwrap.dedent(source).lstrip("\n"), encoding="utf-8")
    return read_module("engine.part", str(tmp_path))


def test_a_module_is_taken_apart(tmp_path):
    module = take_apart(tmp_path, WHOLE)
    assert (module.name, module.path) == ("engine.part", "engine/part.py")
    assert module.docstring == "What it is.\n\nMore of it.\n"
    assert module.head == '"""What it is.\n\nMore of it.\n"""'
    assert module.main == 'if __name__ == "__main__":\n    # last\n    print(area())'
    assert [(item.module, item.name) for item in module.library] == [
        ("os.path", ""), ("sys", ""), ("time", ""), ("typing", "List"), ("typing", "Optional")]
    assert [(item.module, item.name) for item in module.imports] == [
        ("engine.board", "START"), ("engine.board", "legal_moves"), ("engine.report", "Limit")]
    assert not module.is_data


def test_the_body_is_the_unchanged_rest(tmp_path):
    body = textwrap.dedent(WHOLE).partition("import Limit\n\n")[2].partition("\n\n\nif __name__")[0]
    assert take_apart(tmp_path, WHOLE).body == body


def test_imports_in_the_middle_leave_one_gap(tmp_path):
    module = take_apart(tmp_path, "ONE = 1\n\nimport os\n\nTWO = 2\n\n\n\nTHREE = 3\n")
    assert module.body == "ONE = 1\n\nTWO = 2\n\n\n\nTHREE = 3"


def test_a_module_without_docstring_and_main_block_is_all_body(tmp_path):
    module = take_apart(tmp_path, "ONE = 1\n")
    assert (module.docstring, module.head, module.body, module.main) == ("", "", "ONE = 1", "")


def test_top_level_names_are_those_that_others_could_see(tmp_path):
    module = take_apart(tmp_path, """
        ONE, (TWO, *REST) = 1, (2, 3)
        KNOWN: int = [hidden for hidden in range(3)]
        try:
            import zlib
        except ImportError:
            zlib = None
        for INDEX in range(2):
            with open(__file__) as STREAM:
                pass
        def function(argument):
            global COUNTER
            local = COUNTER = 1
        class Kind:
            attribute = ONE
        if __name__ == "__main__":
            MAIN = 1
        """)
    assert set(module.top_level.binds) == {
        "ONE", "TWO", "REST", "KNOWN", "zlib", "INDEX", "STREAM", "function", "COUNTER", "Kind"}
    assert module.top_level.binds["Kind"] == 13


def test_names_used_only_inside_functions_are_not_needed_on_import(tmp_path):
    module = take_apart(tmp_path, """
        FIRST = ONE
        def function(argument=TWO) -> THREE:
            return LATE
        class Kind(FOUR):
            attribute = [FIVE for _ in SIX]
            def method(self):
                return LATE
        key = lambda argument=SEVEN: LATE
        @EIGHT
        def decorated(): pass
        """)
    assert {name for name in module.top_level.uses if name.isupper()} == {
        "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT"}


@pytest.mark.parametrize("source, is_data", [
    ('"""Doc."""\nWEIGHTS = "abc"\nMORE: str = ("d"\n  "e")\n', True),
    ('WEIGHTS = b"abc"\n', True),
    ('"""Doc."""\n', False),
    ('SIZE = 3\nWEIGHTS = ("abc", "def")\n', True),
    ('SIZE = 3\nFACTORS = (1, 2)\n', False),
    ('WEIGHTS = decode("abc")\n', False),
    ('WEIGHTS = "abc"\nTABLE = decode(WEIGHTS)\n', False),
    ('WEIGHTS: str\n', False),
    ('import os\nWEIGHTS = "abc"\n', False),
])
def test_a_module_of_literals_with_strings_among_them_is_data(tmp_path, source, is_data):
    assert take_apart(tmp_path, source).is_data is is_data


REFUSED = {
    "an alias": ("import os\nimport sys as system\n", 2, "import alias `sys as system`"),
    "an alias of a name": ("from engine.board import START as BEGIN\n", 1, "import alias `START as BEGIN`"),
    "a star": ("from os import *\n", 1, "star import"),
    "a relative import": ("\n\nfrom .board import START\n", 3, "relative import"),
    "a project module": ("import engine.board\n", 1, "import of a project module"),
    "a project module by name": ("from engine import board\n", 1, "import of a project module"),
    "a foreign package": ("import pytest\n", 1, "foreign package `pytest`"),
    "a foreign package inside a function": ("def f():\n    import hypothesis\n", 2, "foreign package `hypothesis`"),
    "a package that does not exist": ("import numpie.core\n", 1, "foreign package `numpie.core`"),
    "the tests": ("from tests.oracle import play\n", 1, "foreign package `tests.oracle`"),
    "another language": ("from __future__ import annotations\n", 1, "__future__ import"),
    "a conditional project import": ("if True:\n    from engine.board import START\n", 2, "inside a block"),
    "a project import in a function": ("def f():\n    from engine.board import START\n", 2, "inside a block"),
    "a relative import in a function": ("def f():\n    from . import board\n", 2, "inside a block"),
    "a main block in the middle": ('if __name__ == "__main__":\n    pass\nONE = 1\n', 1, "after the main block"),
    "two statements on a line": ("import os; ONE = 1\n", 1, "several statements on a line with an import"),
    "bad syntax": ("ONE = 1\nTWO = = 2\n", 2, "invalid syntax"),
}


@pytest.mark.parametrize("source, line, complaint", REFUSED.values(), ids=REFUSED)
def test_code_that_cannot_be_joined_is_refused_with_file_and_line(tmp_path, source, line, complaint):
    with pytest.raises(BundleError) as caught:
        (tmp_path / "engine").mkdir()
        (tmp_path / "engine" / "part.py").write_text(source)
        read_module("engine.part", str(tmp_path))
    assert str(caught.value).startswith("engine/part.py:%d: " % line)
    assert complaint in str(caught.value)


def test_a_missing_module_is_refused(tmp_path):
    with pytest.raises(BundleError, match="engine/part.py:1: cannot be read: No such file"):
        read_module("engine.part", str(tmp_path))


def test_a_module_that_is_not_text_is_refused(tmp_path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "part.py").write_bytes(b"\xff\xfe")
    with pytest.raises(BundleError, match="is not UTF-8 text"):
        read_module("engine.part", str(tmp_path))
