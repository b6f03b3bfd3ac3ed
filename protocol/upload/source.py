"""A source file taken apart for the bundler: imports, top-level names, main block, and the unchanged rest.

Code that no bundle could contain (aliases, foreign packages, hidden imports) is refused here.
"""

import ast
import importlib.util
import io
import os
import re
import sys
import sysconfig
import tokenize
from typing import Any, Dict, FrozenSet, Iterable, List, NamedTuple, Set, Tuple, Union

#: The project's own packages; all other modules must come with Python.
PACKAGES = ("engine", "protocol")

#: Longer strings are no annotations.
_LONGEST_ANNOTATION = 500

ImportNode = Union[ast.Import, ast.ImportFrom]


class BundleError(ValueError):
    """Code that cannot be joined, with its place: `engine/tree.py:12: ...`."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__("%s:%d: %s" % (path, line, message))


class ImportedName(NamedTuple):
    """A name bound by an import statement; `name` is "" for `import module`."""

    module: str
    name: str
    line: int

    @property
    def binds(self) -> str:
        """The name as the code uses it."""
        return self.name or self.module.partition(".")[0]

    @property
    def statement(self) -> str:
        """The import of this name alone."""
        return "from %s import %s" % (self.module, self.name) if self.name else "import %s" % self.module


class TopLevel(ast.NodeVisitor):
    """The names that a module binds at its top level and those that it looks up on import, with their lines."""

    def __init__(self, tree: ast.Module) -> None:
        self.binds: Dict[str, int] = {}
        self.uses: Dict[str, int] = {}
        self._depth = 0
        for statement in tree.body:
            if not _is_main_block(statement) and not isinstance(statement, (ast.Import, ast.ImportFrom)):
                self.visit(statement)
        for node in ast.walk(tree):
            if isinstance(node, ast.Global):
                for name in node.names:
                    self.binds.setdefault(name, node.lineno)

    def generic_visit(self, node: ast.AST) -> None:
        """Visits nodes of every kind."""
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            self.uses.setdefault(node.id, node.lineno)
        elif isinstance(node, ast.Name):
            self._bind(node.id, node.lineno)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                self._bind((alias.asname or alias.name).partition(".")[0], node.lineno)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self._bind(node.name, node.lineno)
            self._visit_inner([*node.decorator_list, node.args] + ([node.returns] if node.returns else []))
        elif isinstance(node, ast.ClassDef):
            self._bind(node.name, node.lineno)
            self._visit_inner(ast.iter_child_nodes(node))
        elif isinstance(node, ast.Lambda):
            self._visit_inner([node.args])
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            self._visit_inner(ast.iter_child_nodes(node))
        else:
            super().generic_visit(node)

    def _bind(self, name: str, line: int) -> None:
        if not self._depth:
            self.binds.setdefault(name, line)

    def _visit_inner(self, nodes: Iterable[Any]) -> None:
        """Visits nodes that are run on import but bind names in their own scope."""
        self._depth += 1
        for node in nodes:
            self.visit(node)
        self._depth -= 1


class SourceModule(NamedTuple):
    """A module in parts."""

    name: str  #: engine.board
    path: str  #: engine/board.py
    docstring: str
    head: str  #: the source of the docstring, "" if there is none
    body: str  #: the source without docstring, imports and main block
    main: str  #: the main block, "" if there is none
    imports: Tuple[ImportedName, ...]  #: from the project
    library: Tuple[ImportedName, ...]  #: from the standard library
    top_level: TopLevel
    is_data: bool  #: True if it only binds names to literals, strings among them
    main_only: FrozenSet[str]  #: names that only the main block uses

    def without_main(self) -> "SourceModule":
        """The module without its main block and the imports that only this block needs."""
        return self._replace(main="", imports=tuple(item for item in self.imports if item.binds not in self.main_only),
                             library=tuple(item for item in self.library if item.binds not in self.main_only))


def read_module(name: str, root: str) -> SourceModule:
    """The module in the folder `root`, taken apart."""
    path = name.replace(".", "/") + ".py"
    source = _read_text(os.path.join(root, path), path)
    try:
        tree = ast.parse(source, path)
    except SyntaxError as error:
        raise BundleError(path, error.lineno or 1, error.msg) from None
    nodes = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    _check_inner_imports(tree, nodes, path)
    _check_lines(tree, path)
    imported = [item for node in nodes for item in _imported_names(node, path)]
    lines = source.rstrip("\n").split("\n")
    main_line = _main_line(tree, lines, path)
    docstring = ast.get_docstring(tree, clean=False) or ""
    head_end = _last_line(source, 1) if docstring else 0
    cut = [(1, head_end)] + [(node.lineno, _last_line(source, node.lineno)) for node in nodes]
    return SourceModule(
        name, path, docstring, "\n".join(lines[:head_end]), _without(lines[:main_line - 1], cut),
        "\n".join(lines[main_line - 1:]),
        tuple(item for item in imported if _is_project(item.module)),
        tuple(item for item in imported if not _is_project(item.module)), TopLevel(tree), _is_data(tree),
        _main_only_names(tree))


def _read_text(file: str, path: str) -> str:
    try:
        with io.open(file, encoding="utf-8") as stream:
            return stream.read()
    except OSError as error:
        raise BundleError(path, 1, "cannot be read: %s" % error.strerror) from None
    except UnicodeDecodeError:
        raise BundleError(path, 1, "is not UTF-8 text") from None


def _imported_names(node: ImportNode, path: str) -> List[ImportedName]:
    """The names a top-level import binds; BundleError if a bundle cannot bind the same."""
    for alias in node.names:
        if alias.asname:
            raise BundleError(path, node.lineno, "import alias `%s as %s`" % (alias.name, alias.asname))
        if alias.name == "*":
            raise BundleError(path, node.lineno, "star import")
    if isinstance(node, ast.ImportFrom) and node.level:
        raise BundleError(path, node.lineno, "relative import: write out the package")
    for module in _modules_of(node):
        _check_origin(module, path, node.lineno)
        if module in PACKAGES or _is_project(module) and isinstance(node, ast.Import):
            raise BundleError(path, node.lineno, "import of a project module: import its names instead")
    if isinstance(node, ast.ImportFrom):
        return [ImportedName(node.module or "", alias.name, node.lineno) for alias in node.names]
    return [ImportedName(alias.name, "", node.lineno) for alias in node.names]


def _check_inner_imports(tree: ast.Module, outer: List[ImportNode], path: str) -> None:
    """Refuses project imports inside functions and conditions: imports there stay, and a bundle has no modules."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in outer:
            for module in _modules_of(node):
                if _is_project(module) or isinstance(node, ast.ImportFrom) and node.level:
                    raise BundleError(path, node.lineno, "project import inside a block: move it to the top level")
                _check_origin(module, path, node.lineno)


def _check_lines(tree: ast.Module, path: str) -> None:
    """Refuses other statements on the line of an import, which is cut out as a whole."""
    for before, node in zip(tree.body, tree.body[1:]):
        if before.lineno == node.lineno and (isinstance(before, (ast.Import, ast.ImportFrom))
                                             or isinstance(node, (ast.Import, ast.ImportFrom))):
            raise BundleError(path, node.lineno, "several statements on a line with an import")


def _modules_of(node: ImportNode) -> List[str]:
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]


def _is_project(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES


def _check_origin(module: str, path: str, line: int) -> None:
    if module == "__future__":
        raise BundleError(path, line, "__future__ import: one module cannot change the language of the others")
    if not _is_project(module) and not _is_standard_library(module.partition(".")[0]):
        raise BundleError(path, line, "foreign package `%s`: only the standard library is available" % module)


def _is_standard_library(package: str) -> bool:
    if package in sys.builtin_module_names:
        return True
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return False
    folder = os.path.realpath(os.path.dirname(spec.origin))
    homes = [os.path.realpath(sysconfig.get_path(kind)) for kind in ("stdlib", "platstdlib")]
    return spec.origin in ("built-in", "frozen") or (
        any((folder + os.sep).startswith(home + os.sep) for home in homes)
        and "site-packages" not in folder and "dist-packages" not in folder)


def _is_main_block(node: ast.AST) -> bool:
    """True for `if __name__ == ...:`."""
    return (isinstance(node, ast.If) and isinstance(node.test, ast.Compare)
            and isinstance(node.test.left, ast.Name) and node.test.left.id == "__name__")


def _main_only_names(tree: ast.Module) -> FrozenSet[str]:
    main = _words_in(node for node in tree.body if _is_main_block(node))
    return frozenset(main - _words_in(node for node in tree.body if not _is_main_block(node)))


def _words_in(statements: Iterable[ast.stmt]) -> Set[str]:
    """All names used there, and all words in strings that may be annotations."""
    words: Set[str] = set()
    for node in (node for statement in statements for node in ast.walk(statement)):
        if isinstance(node, ast.Name):
            words.add(node.id)
        text = getattr(node, "value", getattr(node, "s", None))
        if isinstance(text, str) and len(text) <= _LONGEST_ANNOTATION:
            words.update(re.findall(r"\w+", text))
    return words


def _main_line(tree: ast.Module, lines: List[str], path: str) -> int:
    """The line on which the main block begins; without one, the line after the last."""
    blocks = [node for node in tree.body if _is_main_block(node)]
    for node in blocks:
        if node is not tree.body[-1]:
            raise BundleError(path, node.lineno, "statements after the main block")
    return blocks[0].lineno if blocks else len(lines) + 1


def _last_line(source: str, first_line: int) -> int:
    """The last line of the statement that begins on `first_line` or next after it."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE and token.start[0] >= first_line:
            return token.start[0]
    return first_line


def _without(lines: List[str], cut: Iterable[Tuple[int, int]]) -> str:
    """The text without the cut ranges of lines; blank lines before and after a cut are merged."""
    gone = {line for first, last in cut for line in range(first, last + 1)}
    kept: List[str] = []
    after_cut = False
    for number, line in enumerate(lines, 1):
        if number in gone:
            after_cut = True
        elif line.strip() or not after_cut or (kept and kept[-1].strip()):
            kept.append(line)
            after_cut = after_cut and not line.strip()
    return "\n".join(kept).strip("\n")


def _is_data(tree: ast.Module) -> bool:
    """True if the module only binds names to literals, with text among them."""
    bindings = [node for node in tree.body if not isinstance(node, ast.Expr)]
    if not all(isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value for node in bindings):
        return False
    try:
        values = [ast.literal_eval(node.value) for node in bindings]  # type: ignore[attr-defined]
    except ValueError:
        return False
    return any(map(_holds_text, values))


def _holds_text(value: Any) -> bool:
    return isinstance(value, (str, bytes)) or isinstance(value, (tuple, list)) and any(map(_holds_text, value))
