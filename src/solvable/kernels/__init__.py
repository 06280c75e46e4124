"""Compiled kernels: arrays in, arrays out, in one C++ source that every platform shares.

cpp      the C++ sources, and build.py, which compiles them: base/ (vectors, random numbers, `runtime`: the processor's
         features), lights/ and tiles/; each header begins with the algorithm, its reference and its cost
library  opens the library for this processor; each kernel is a method that checks its arguments
buffers  the memory of arrays, as kernels need it

Every kernel has a readable reference in its family's folder and a property test that the two agree. If a platform has
no library, or $SOLVABLE_KERNELS is `off`, the references are used as far as they reach. `has_library` returns whether
kernels are used. Start with library.
"""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvable.kernels.library import Library


def has_library() -> bool:
    """Return whether the C++ kernels are used: there is a library for this platform, and it is not turned off."""
    from solvable.kernels import library

    return library.load() is not None


def native() -> "Library":
    """Return the C++ kernels (`library`); raise PuzzleError if there are none for this platform, or they are turned
    off.
    """
    from solvable.kernels import library

    return library.require()


def about() -> str:
    """Return one line about the compiled kernels in use: their level and file, or that there are none."""
    from solvable.kernels import library

    if os.environ.get("SOLVABLE_KERNELS") == "off":
        return "kernels: off ($SOLVABLE_KERNELS)"
    loaded = library.load()
    return f"kernels: {loaded.path.stem.removeprefix('kernels-')} ({loaded.path})" if loaded else "kernels: none"
