"""Shortened source does the same in fewer characters."""

import ast
import textwrap

import pytest

from protocol.samples import sample_module
from protocol.upload.bundling import bundle
from protocol.upload.shortening import shorten


def shortened(source):
    return shorten(textwrap.dedent(source).lstrip("\n"))


def test_remarks_go_and_the_opening_docstring_stays():
    assert shortened('''
        """What this is.

        And more.
        """

        import sys  # the system


        # A remark.
        def greet(name):
            """Says hello."""

            # Loudly.
            if name:
                print("hello # %s" % name,
                      file=sys.stdout)


        """A section."""

        greet("you")
        ''') == textwrap.dedent('''
        """What this is.

        And more.
        """
        import sys
        def greet(name):
         if name:
          print("hello # %s" % name,
         file=sys.stdout)
        greet("you")
        ''').lstrip("\n")


def test_a_docstring_that_is_alone_in_its_block_stays():
    assert shortened('''
        class Refusal(Exception):
            """Says no."""


        raise Refusal
        ''') == 'class Refusal(Exception):\n """Says no."""\nraise Refusal\n'


def test_strings_of_several_lines_stay_unchanged():
    source = 'TEXT = """a\n\n    # b\n  c"""\nprint(TEXT)\n'
    assert shorten(source) == source


def test_unused_definitions_go_with_all_that_only_they_use():
    assert shortened('''
        LIMIT = 3
        UNUSED, SPARE = 1, 2
        USED, OTHER = 4, 5


        def needed():
            return USED


        def again():
            return again() + helper()


        def helper():
            return LIMIT


        @staticmethod
        def decorated():
            return 1


        class Node:
            pass


        def link(node: "Node") -> None:
            node.next = needed()


        print(link)
        ''') == textwrap.dedent('''
        USED, OTHER = 4, 5
        def needed():
         return USED
        class Node:
         pass
        def link(node: "Node") -> None:
         node.next = needed()
        print(link)
        ''').lstrip("\n")


def test_statements_that_run_on_import_stay():
    source = ("TABLE = []\ndef build():\n TABLE.append(1)\nbuild()\nTABLE[0] = 2\n"
              "for _number in TABLE:\n print(_number)\n")
    assert shorten(source) == source


class WithoutRemarks(ast.NodeTransformer):
    """Removes bare strings, unless nothing else would be left in their block."""

    def generic_visit(self, node):
        super().generic_visit(node)
        body = getattr(node, "body", None)
        if isinstance(body, list):
            first = isinstance(node, ast.Module)
            rest = [part for place, part in enumerate(body) if first and place == 0
                    or not (isinstance(part, ast.Expr) and isinstance(getattr(part.value, "value", None), str))]
            node.body = rest or body
        return node


@pytest.mark.parametrize("name", ["dictionary", pytest.param("alphabeta", marks=pytest.mark.slow)])
def test_the_remaining_code_is_unchanged(name):
    before = {ast.dump(part) for part in WithoutRemarks().visit(ast.parse(bundle(sample_module(name)))).body}
    after = [ast.dump(part) for part in ast.parse(shorten(bundle(sample_module(name)))).body]
    assert set(after) <= before
    assert len(after) > 0.6 * len(before)
