"""Python source without anything that is not run, for platforms that count characters.

Comments, docstrings and blank lines are removed, most of the indentation, and the functions, classes, constants and
imports that nothing refers to. Names and lines stay, so that an error message still leads to its place in the source.
"""

import ast
import io
import tokenize
from typing import Dict, Iterator, List, Set

#: Tokens that do not matter when the code runs.
_SILENT = (tokenize.COMMENT, tokenize.NL)
#: A statement begins after one of these.
_STATEMENT_ENDS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def shorten(source: str) -> str:
    """The source in fewer characters. Its opening docstring stays."""
    return _without_unused(_without_remarks(source))


def _without_remarks(source: str) -> str:
    """The source without comments, blank lines and bare strings, with indentation by single blanks."""
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    lines = source.split("\n")
    inside: Set[int] = set()  # lines that begin inside a string, where blanks matter
    for token in tokens:
        if token.type == tokenize.COMMENT:
            lines[token.start[0] - 1] = lines[token.start[0] - 1][:token.start[1]].rstrip()
        elif token.type == tokenize.STRING:
            inside.update(range(token.start[0] + 1, token.end[0] + 1))
    for token in _standing_alone([token for token in tokens if token.type not in _SILENT]):
        for number in range(token.start[0], token.end[0] + 1):
            lines[number - 1] = ""
            inside.discard(number)
    depths = _depths(tokens)
    return "".join((line if number in inside else " " * depths.get(number, 1) + line.strip()) + "\n"
                   for number, line in enumerate(lines, 1) if line.strip() or number in inside)


def _depths(tokens: List[tokenize.TokenInfo]) -> Dict[int, int]:
    """The depth of each line that begins a statement."""
    depths: Dict[int, int] = {}
    depth = 0
    begins = True
    for token in tokens:
        if token.type in (tokenize.INDENT, tokenize.DEDENT):
            depth += 1 if token.type == tokenize.INDENT else -1
        elif token.type == tokenize.NEWLINE:
            begins = True
        elif begins and token.type not in _SILENT:
            depths[token.start[0]] = depth
            begins = False
    return depths


def _standing_alone(tokens: List[tokenize.TokenInfo]) -> Iterator[tokenize.TokenInfo]:
    """Strings that are statements, except the file's first and those that are alone in their block."""
    for before, token, after, follower in zip(tokens, tokens[1:], tokens[2:], tokens[3:]):
        if token.type == tokenize.STRING and before.type in _STATEMENT_ENDS and after.type == tokenize.NEWLINE:
            if before.type != tokenize.INDENT or follower.type != tokenize.DEDENT:
                yield token


def _without_unused(source: str) -> str:
    """The source, already without remarks, without top-level definitions that nothing else refers to."""
    while True:
        tree = ast.parse(source)
        statements = tree.body[ast.get_docstring(tree) is not None:]
        starts = [_first_line(statement) for statement in statements]
        lines = source.split("\n")
        parts = ["\n".join(lines[start - 1:end - 1]) for start, end in zip(starts, starts[1:] + [len(lines)])]
        uses = [_names_used(statement) for statement in statements]
        kept = [part for place, part in enumerate(parts) if _is_needed(statements, uses, place)]
        if len(kept) == len(parts):
            return source
        source = "\n".join(["\n".join(lines[:starts[0] - 1])] * (starts[0] > 1) + kept) + "\n"


def _first_line(statement: ast.stmt) -> int:
    decorators: List[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno] + [decorator.lineno for decorator in decorators])


def _is_needed(statements: List[ast.stmt], uses: List[Set[str]], place: int) -> bool:
    """False if the statement only defines names that no other statement uses."""
    names = _names_defined(statements[place])
    return not names or any(name in used for other, used in enumerate(uses) if other != place for name in names)


def _names_defined(statement: ast.stmt) -> List[str]:
    """The names that a definition or import binds; none for other statements."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return [(alias.asname or alias.name).partition(".")[0] for alias in statement.names]
    targets = statement.targets if isinstance(statement, ast.Assign) else \
        [statement.target] if isinstance(statement, ast.AnnAssign) else []
    names = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    return names if all(isinstance(target, (ast.Name, ast.Tuple)) for target in targets) else []


def _names_used(statement: ast.stmt) -> Set[str]:
    """All names that the statement looks up, and all strings that could be annotations."""
    names = {node.id for node in ast.walk(statement)
             if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)}
    for node in ast.walk(statement):
        text = getattr(node, "value", getattr(node, "s", None))
        if isinstance(text, str) and text.isidentifier():
            names.add(text)
    return names
