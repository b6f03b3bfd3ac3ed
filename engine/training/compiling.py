"""Machine words and a compiler for them, whichever interpreter runs the training.

The training's hot functions are written plainly: 64-bit integers, flat arrays, no objects. The same source runs in
three ways: Numba, if installed, compiles the functions marked `compiled`; PyPy compiles everything by itself; CPython
alone is correct and slow. They differ only in arithmetic beyond 64 bits, which the functions below cut off. Sets of
squares are *signed* words, because PyPy keeps an integer in a machine word only as long as it fits.
"""

from importlib import import_module
from typing import Any, Callable, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

numba: Any = None
numpy: Any = None
try:
    numba, numpy = import_module("numba"), import_module("numpy")
except ImportError:
    pass

COMPILER = "Numba" if numba else "none"


def compiled(function: Function) -> Function:
    """Marks a function for Numba; it may use only words, flat arrays and tuples of them."""
    if numba is None:
        return function
    fast: Function = numba.njit(nogil=True)(function)
    return fast


def compile_here(function: Callable[..., Any], *arguments: Any) -> None:
    """Calls the function if that makes Numba compile it, so that processes forked later need not do it again."""
    if numba is not None:
        function(*arguments)


def _wrap(value: int) -> int:
    value &= 0xFFFFFFFFFFFFFFFF
    return value - (1 << 64) if value >> 63 else value


if numba is not None:
    @compiled
    def int_add(left: int, right: int) -> int:
        """The sum, cut to a word."""
        return left + right

    @compiled
    def int_sub(left: int, right: int) -> int:
        """The difference, cut to a word."""
        return left - right

    @compiled
    def int_mul(left: int, right: int) -> int:
        """The product, cut to a word."""
        return left * right

    @compiled
    def int_lshift(value: int, by: int) -> int:
        """The bits shifted up, cut to a word."""
        return value << by

    @compiled
    def uint_rshift(value: int, by: int) -> int:
        """The bits shifted down, filled with zeros."""
        moved: int = numpy.int64(numpy.uint64(value) >> numpy.uint64(by))
        return moved
else:
    try:
        from __pypy__.intop import int_add, int_lshift, int_mul, int_sub, uint_rshift  # type: ignore
        COMPILER = "PyPy"
    except ImportError:
        def int_add(left: int, right: int) -> int:
            """The sum, cut to a word."""
            return _wrap(left + right)

        def int_sub(left: int, right: int) -> int:
            """The difference, cut to a word."""
            return _wrap(left - right)

        def int_mul(left: int, right: int) -> int:
            """The product, cut to a word."""
            return _wrap(left * right)

        def int_lshift(value: int, by: int) -> int:
            """The bits shifted up, cut to a word."""
            return _wrap(value << by)

        def uint_rshift(value: int, by: int) -> int:
            """The bits shifted down, filled with zeros."""
            return _wrap((value & 0xFFFFFFFFFFFFFFFF) >> by)
