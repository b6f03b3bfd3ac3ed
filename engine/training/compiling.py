"""Machine words and a compiler for them, whichever interpreter runs the training.

The training's hot functions are written plainly: integers of 64 bits, flat arrays, no objects. Three interpreters run
the same source. Numba, if it is installed, compiles what is marked `compiled`; PyPy compiles all by itself; CPython
alone is correct and slow. What differs is only arithmetic beyond 64 bits, which the functions below cut off. Sets of
squares are *signed* words, because a PyPy integer is a machine word only as long as it fits.
"""

from typing import Any, Callable, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

try:
    import numba  # type: ignore[import-not-found, unused-ignore]
    import numpy  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    numba = None

COMPILER = "Numba" if numba else "none"


def compiled(function: Function) -> Function:
    """Marks a function for Numba: words, flat arrays and tuples of them only."""
    if numba is None:
        return function
    fast: Function = numba.njit(nogil=True)(function)
    return fast


def compile_here(function: Callable[..., Any], *arguments: Any) -> None:
    """Calls the function if that makes Numba compile it, so that processes forked later need not do so each."""
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
        """The bits moved up, cut to a word."""
        return value << by

    @compiled
    def uint_rshift(value: int, by: int) -> int:
        """The bits moved down, zeros coming in."""
        return numpy.int64(numpy.uint64(value) >> numpy.uint64(by))  # type: ignore[no-any-return]
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
            """The bits moved up, cut to a word."""
            return _wrap(value << by)

        def uint_rshift(value: int, by: int) -> int:
            """The bits moved down, zeros coming in."""
            return _wrap((value & 0xFFFFFFFFFFFFFFFF) >> by)
