"""Compiled twins of the slow loops: arrays in, arrays out; numpy and numba only, nothing of ours but other kernels.

cpp/       the C++ kernels and what compiles them
library    loading and calling these
buffers    arrays as they take them
shipped    kernels that came compiled with the package
linked     kernels called without numba
stopwatch  what compiling and loading take
sizes      how many numbers vector kernels do at once
base/      how kernels are compiled, and instructions they share
lights/    twins of `lights`
tiles/     twins of `tiles`

Every kernel has a readable twin in its family's folder and a property test that the two agree. `are_at_hand` says
whether there is anything to compile with, `is_compiled` whether nothing needs to be, both without loading numba. Where
$SOLVABLE_KERNELS is `off` the readable twins answer all that they can, where it is `on` the kernels, compiled or not.
Where the package runs in a browser there is nothing to compile with, and `javascript` has the few twins that matter.
"""

import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvable.kernels import shipped

if TYPE_CHECKING:
    from solvable.kernels.library import Library

JAVASCRIPT = "solvable_js"  # the module by which a page hands its twins over; it is imported there
NEEDED = "numpy", "numba", "flint"  # what the extra `fast` brings
TAG = f".py{sys.version_info.major}{sys.version_info.minor}.nbi"  # that ends the name of numba's list of versions
_compiled = set[tuple[str, str]]()  # what was found, by numba's folder: looking costs more than a small board


def has_native() -> bool:
    """Return whether the C++ kernels are to answer callers that hold numpy's arrays: there is a library, and numpy."""
    from solvable.kernels import library

    return library.is_available()


def has_library() -> bool:
    """Return whether the C++ kernels are to answer callers that need no numpy."""
    from solvable.kernels import library

    return library.load() is not None


def native() -> "Library":
    """Return the C++ kernels (`library`); raise RuntimeError if there are none for this platform, or they are off."""
    from solvable.kernels import library

    return library.require()


def about() -> str:
    """Return which compiled kernels answer here, in a line: their level and file, or that there are none."""
    from solvable.kernels import library

    if os.environ.get("SOLVABLE_KERNELS") == "off":
        return "kernels: off ($SOLVABLE_KERNELS)"
    loaded = library.load()
    return f"kernels: {loaded.path.stem.removeprefix('kernels-')} ({loaded.path})" if loaded else "kernels: none"


def are_at_hand() -> bool:
    """Return whether kernels can be had here: the extra `fast` is installed, and nobody turned them off."""
    return os.environ.get("SOLVABLE_KERNELS") != "off" and _are_installed()


def are_asked_for() -> bool:
    """Return whether kernels are to answer, compiled or not."""
    return os.environ.get("SOLVABLE_KERNELS") == "on"


def are_loaded() -> bool:
    """Return whether this process has loaded what runs kernels: that takes as long as an easy board takes the twin."""
    return f"{__name__}.base.jit" in sys.modules


def are_ready(*modules: str) -> bool:
    """Return whether these kernels, as "tiles/ida", are to answer now: compiled before, or asked for."""
    return are_at_hand() and (are_asked_for() or all(map(is_compiled, modules)))


def is_compiled(module: str) -> bool:
    """Return whether something of a module of kernels was compiled, here by this Python or as shipped, to be loaded."""
    chosen = os.environ.get("NUMBA_CACHE_DIR", "")
    if (chosen, module) not in _compiled and _is_cached(chosen, module):
        _compiled.add((chosen, module))
    return (chosen, module) in _compiled


def _is_cached(chosen: str, module: str) -> bool:
    """Return whether a folder of numba's, or that beside the source, has the list of a kernel's versions."""
    folder, _, name = module.rpartition("/")
    beside = Path(__file__).parent / folder
    within = Path(chosen).glob(f"{folder}_*") if chosen else (beside / "__pycache__",)
    if any(any(each.glob(f"{name}.*{TAG}")) for each in within):
        return True
    return shipped.holds(folder, f"{name}.*{TAG}")


def javascript() -> Any:
    """Return the twins in JavaScript, where a page brought them (`web/static/engine/twins.js`), else None."""
    return None if os.environ.get("SOLVABLE_KERNELS") == "off" else sys.modules.get(JAVASCRIPT)


@cache
def _are_installed() -> bool:
    try:
        return all(find_spec(name) is not None for name in NEEDED)
    except (ImportError, ValueError):  # something refuses to have them imported
        return False
