"""Python source without types, for uploads that must start fast: annotations take time to compile, `typing` to import.

Annotations go, with the declarations that are nothing else, and a class that extends `NamedTuple` extends what
`collections.namedtuple` makes instead. It edits the text token by token; everything else stays unchanged.
"""

import io
import keyword
import tokenize
from typing import Iterator, List, NamedTuple, Tuple

#: Goes in front of the first class that needs it. `namedtuple` has no parameter for defaults before Python 3.7.
RECORD_MAKER = '''from collections import namedtuple


def make_record(name, fields, *defaults):
    """A class of tuples with these fields; the defaults are those of the last fields."""
    record = namedtuple(name, fields)
    record.__new__.__defaults__ = defaults
    return record


'''

_Tokens = List[tokenize.TokenInfo]
_LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)


class Edit(NamedTuple):
    """A piece of the source, from one (line, column) up to another, and the text that takes its place."""

    start: Tuple[int, int]
    end: Tuple[int, int]
    text: str = ""


class Statement(NamedTuple):
    """A statement, or the head of a block."""

    tokens: _Tokens
    depth: int  #: the blocks it is in

    @property
    def annotation(self) -> int:
        """The place of the colon if the statement annotates a name, with or without a value; 0 if it does not."""
        if self.tokens[0].type != tokenize.NAME or keyword.iskeyword(self.tokens[0].string):
            return 0
        outer = _places_outside_brackets(self.tokens, 0)
        return next((place if self.tokens[place].string == ":" else 0 for place in outer
                     if self.tokens[place].string in (":", "=", "lambda")), 0)


def without_types(source: str) -> str:
    """The source without annotations, which does the same as long as nothing looks at them."""
    statements = _statements(list(tokenize.generate_tokens(io.StringIO(source).readline)))
    edits: List[Edit] = []
    place = 0
    while place < len(statements):
        statement = statements[place]
        place += 1
        words = [token.string for token in statement.tokens[:5]]
        if words[0] == "class" and words[2:5] == ["(", "NamedTuple", ")"]:
            body = _body(statements, place)
            fields = [inner for inner in body if inner.annotation and inner.depth == statement.depth + 1]
            edits.extend(_record_edits(statement, fields))
            statements[place:place + len(body)] = [inner for inner in body if inner not in fields]
        elif "def" in words[:2]:
            edits.extend(_signature_edits(statement.tokens))
        elif statement.annotation:
            edits.append(_declaration_edit(statement))
    return _insert_record_maker(_apply(source, edits))


def _statements(tokens: _Tokens) -> List[Statement]:
    statements: List[Statement] = []
    current: _Tokens = []
    depth = 0
    for token in tokens:
        depth += (token.type == tokenize.INDENT) - (token.type == tokenize.DEDENT)
        if token.type == tokenize.NEWLINE:
            statements.append(Statement(current, depth))
            current = []
        elif token.type not in _LAYOUT:
            current.append(token)
    return statements


def _body(statements: List[Statement], place: int) -> List[Statement]:
    """The statements from that place on that are in the block of the head just before it."""
    head = statements[place - 1]
    inner = place
    while inner < len(statements) and statements[inner].depth > head.depth:
        inner += 1
    return statements[place:inner]


def _places_outside_brackets(tokens: _Tokens, start: int) -> Iterator[int]:
    """The places from there on that are not inside brackets, up to the end of the brackets that it starts in."""
    depth = 0
    for place in range(start, len(tokens)):
        text = tokens[place].string if tokens[place].type == tokenize.OP else ""
        depth -= text in (")", "]", "}")
        if depth < 0:
            return
        if depth == 0:
            yield place
        depth += text in ("(", "[", "{")


def _signature_edits(tokens: _Tokens) -> Iterator[Edit]:
    """Takes the annotations of the parameters and of the result out of the head of a function."""
    opening = next(place for place, token in enumerate(tokens) if token.string == "(")
    inner = list(_places_outside_brackets(tokens, opening + 1))
    closing = inner[-1] + 1 if inner else opening + 1
    colon, lambdas, in_default = 0, 0, False
    for place in inner + [closing]:
        text = tokens[place].string
        if colon and (text in ("=", ",") or place == closing):
            yield Edit(tokens[colon].start, tokens[place].start)
            colon = 0
        if text == "=":
            in_default = True
        elif text == "lambda":
            lambdas += 1
        elif text == ":" and lambdas:
            lambdas -= 1
        elif text == ":":
            colon = 0 if in_default else place
        elif text == "," and not lambdas:
            in_default = False
    if tokens[closing + 1].string == "->":
        end = next(place for place in _places_outside_brackets(tokens, closing + 1) if tokens[place].string == ":")
        yield Edit(tokens[closing].end, tokens[end].start)


def _declaration_edit(statement: Statement) -> Edit:
    """Takes the annotation out of an assignment; without a value there is nothing left to do."""
    tokens, colon = statement.tokens, statement.annotation
    value = _value_place(statement)
    if not value:
        return Edit(tokens[0].start, tokens[-1].end, "pass")
    return Edit(tokens[colon].start, tokens[value - 1].start, " ")


def _value_place(statement: Statement) -> int:
    """Where the value of an annotated name begins; 0 if it has none."""
    outer = _places_outside_brackets(statement.tokens, statement.annotation)
    return next((place + 1 for place in outer if statement.tokens[place].string == "="), 0)


def _record_edits(head: Statement, fields: List[Statement]) -> Iterator[Edit]:
    """Makes a named tuple of the class, whose fields and defaults move to its head."""
    name = head.tokens[1].string
    arguments = ['"%s", "%s"' % (name, " ".join(field.tokens[0].string for field in fields))]
    arguments += [" ".join(token.string for token in field.tokens[_value_place(field):])
                  for field in fields if _value_place(field)]
    yield Edit(head.tokens[3].start, head.tokens[3].end, "make_record(%s)" % ", ".join(arguments))
    for field in fields:
        text = "__slots__ = ()" if field is fields[0] else "pass"
        yield Edit(field.tokens[0].start, field.tokens[-1].end, text)


def _apply(source: str, edits: List[Edit]) -> str:
    lines = source.split("\n")
    for edit in sorted(edits, reverse=True):
        first, last = edit.start[0] - 1, edit.end[0] - 1
        lines[first:last + 1] = [lines[first][:edit.start[1]] + edit.text + lines[last][edit.end[1]:]]
    return "\n".join(lines)


def _insert_record_maker(source: str) -> str:
    lines = source.split("\n")
    users = [number for number, line in enumerate(lines) if line.startswith("class ") and "(make_record(" in line]
    return "\n".join(lines[:users[0]] + [RECORD_MAKER.rstrip("\n"), "", ""] + lines[users[0]:]) if users else source
