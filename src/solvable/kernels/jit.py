"""`jit`: how every kernel is compiled — cached on disk where that is possible, without the GIL.

Numba refuses to decorate where no cache folder can be written; a kernel then compiles anew in each process
instead of breaking the import.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def jit(function: Function) -> Function:
    """Return `function` compiled by Numba (nopython, nogil), cached on disk where a folder can be written."""
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no writable cache folder
        return cast(Function, njit(nogil=True)(function))
