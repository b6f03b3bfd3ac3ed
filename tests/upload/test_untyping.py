"""Source without types does the same."""

import ast
import textwrap

import pytest

from protocol.samples import sample_module
from protocol.upload.bundling import BOT_ENTRY, bundle
from protocol.upload.shortening import shorten
from protocol.upload.untyping import RECORD_MAKER, without_types


def untyped(source):
    return without_types(textwrap.dedent(source).lstrip("\n"))


@pytest.mark.parametrize("source, bare", [
    ("def f(a: int, b: str = 'x') -> None: pass\n", "def f(a, b= 'x'): pass\n"),
    ("def f(a: Dict[str, int], *b: int, c: Tuple[int, ...] = (), **d: Any): pass\n",
     "def f(a, *b, c= (), **d): pass\n"),
    ("def f() -> Dict[str, int]:\n    return {'a': 1}\n", "def f():\n    return {'a': 1}\n"),
    ("def f(a=lambda x, y: x, b: int = 1): pass\n", "def f(a=lambda x, y: x, b= 1): pass\n"),
    ("def f(a: Callable[[int], int] = lambda x, y=(1, 2): x) -> int: pass\n",
     "def f(a= lambda x, y=(1, 2): x): pass\n"),
    ("def f(a: int,\n      b: int) -> int:\n    pass\n", "def f(a,\n      b):\n    pass\n"),
    ("async def f(a: int) -> int: pass\n", "async def f(a): pass\n"),
    ("number: int = 3\n", "number = 3\n"),
    ("self.moves: List[int] = []\n", "self.moves = []\n"),
    ("table[1:2]: int = {1: 2}\n", "table[1:2] = {1: 2}\n"),
    ("root: Node\n", "pass\n"),
    ("class Kind:\n    report: Optional[int] = None  #: what\n    other: int\n",
     "class Kind:\n    report = None  #: what\n    pass\n"),
])
def test_annotations_go_and_nothing_else(source, bare):
    assert without_types(source) == bare


@pytest.mark.parametrize("source", [
    "key = lambda a: a\n", "part = text[1:2]\n", "if a: b = 1\n", "numbers = {1: 2}\n", "print('a: int = 3')\n",
    "for a in b:\n    c = a  # d: e\n", "else_ = {a: b for a, b in c}\n", "def f(a, b=1, *c, d=2, **e): return a\n",
    "try:\n    pass\nfinally:\n    pass\n", "class A(B):\n    '''C: D'''\n", "f(lambda: 0, a=1)[b:c].d = 5\n",
])
def test_source_without_annotations_stays_unchanged(source):
    assert without_types(source) == source


NAMED = '''
    from typing import NamedTuple

    UNIT = 1.5


    class Point(NamedTuple):
        """A place."""

        x: int  #: to the right
        y: int = 2  #: down
        scale: float = UNIT
        names: tuple = ("a",
                        "b")

        def moved(self, by: int) -> "Point":
            """Further on."""
            x: int = self.x + by
            return self._replace(x=x)


    class Pair(NamedTuple):
        """Two."""

        one: int
        two: int
'''


def test_named_tuples_keep_their_fields_defaults_and_methods():
    text = untyped(NAMED)
    assert text.count(RECORD_MAKER.rstrip("\n")) == 1 and "NamedTuple)" not in text
    for source in (text, shorten(text + "print(Point, Pair)\n")):
        names = {"__name__": "anywhere"}
        exec(source, names)
        point = names["Point"](1)
        assert tuple(point) == (1, 2, 1.5, ("a", "b")) == (point.x, point.y, point.scale, point.names)
        assert repr(point.moved(3)) == "Point(x=4, y=2, scale=1.5, names=('a', 'b'))"
        assert point == names["Point"](x=1) and not hasattr(point, "__dict__")
        assert names["Pair"](1, two=2) == (1, 2)
        with pytest.raises(TypeError):
            names["Pair"](1)


def test_the_shortened_form_does_not_import_typing():
    assert "typing" not in shorten(untyped(NAMED) + "print(Point, Pair)\n")


class WithoutTypes(ast.NodeTransformer):
    """What `without_types` does, on syntax trees."""

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        return ast.Assign([node.target], node.value, lineno=0) if node.value else ast.Pass()

    def visit_ClassDef(self, node):
        return None if _is_record(node) else self.generic_visit(node)


def _is_record(node):
    base = node.bases[0] if isinstance(node, ast.ClassDef) and node.bases else None
    return getattr(base, "id", "") == "NamedTuple" or getattr(getattr(base, "func", None), "id", "") == "make_record"


@pytest.mark.parametrize("entry", [BOT_ENTRY, sample_module("alphabeta")])
def test_a_whole_bot_stays_the_same_except_for_its_types(entry):
    source = bundle(entry)
    wanted = WithoutTypes().visit(ast.parse(source)).body
    maker = [ast.dump(part) for part in ast.parse(RECORD_MAKER).body]
    found = [part for part in ast.parse(without_types(source)).body
             if not _is_record(part) and ast.dump(part) not in maker]
    assert [ast.dump(part) for part in found] == [ast.dump(part) for part in wanted]
