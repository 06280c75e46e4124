"""`jit`: how every kernel is compiled — cached on disk where that is possible, without the GIL.

A kernel is looked for among what this machine compiled, then among what came compiled with the package (`shipped`).
Numba refuses to decorate where no cache folder can be written; a kernel that was not shipped then compiles anew in each
process instead of breaking the import. How long compiling and loading take is counted (`stopwatch`).
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar, cast

import llvmlite
import numba
from llvmlite import binding
from numba import njit
from numba.core import caching as untyped_caching
from numba.core import event as untyped_event

from solvable.kernels import base, shipped
from solvable.kernels.stopwatch import stopwatch
from solvable.shared.trust import is_trusted

caching: Any = untyped_caching
event: Any = untyped_event
Function = TypeVar("Function", bound=Callable[..., Any])
made: list[Any] = []
"""All kernels of this process."""


class Compiling(untyped_event.Listener):
    """Has the stopwatch go while some thread compiles or loads a kernel: numba holds its compiler's lock for both."""

    def on_start(self, _event: Any) -> None:
        """Begin to count."""
        stopwatch.begin()

    def on_end(self, _event: Any) -> None:
        """End it."""
        stopwatch.end()


stopwatch.add(monotonic() - base.BEGUN)
event.register("numba:compiler_lock", Compiling())


class CacheFile(caching.IndexDataCacheFile):  # type: ignore[misc]  # numba has no types
    """The files of a kernel's cache, of which one that cannot be read, or is not ours, counts as none.

    Numba would end in an error where a file is torn, or names a class that a later version of ours has no more.
    """

    def _load_index(self) -> Any:
        index = Path(self._index_path)
        if index.exists() and not is_trusted(index):
            return {}  # pickles and machine code of others are not loaded
        try:
            return super()._load_index()
        except Exception:  # whatever unpickling raises
            return {}

    def _load_data(self, name: str) -> Any:
        if not is_trusted(Path(self._data_path(name))):
            raise OSError(f"{name} cannot be read")
        try:
            return super()._load_data(name)
        except Exception as error:
            raise OSError(f"{name} cannot be read") from error  # numba takes that for a file that is gone

    def load(self, key: Any) -> Any:
        """Return what was compiled for a key, on this machine or before it was shipped; None where nothing was."""
        found = super().load(key)
        return self._load_shipped(*key) if found is None and self.folder is not None else found

    def _load_shipped(self, signature: Any, processor: Any, code: Any) -> Any:
        magic = shipped.magic(processor, numba.__version__, llvmlite.__version__, abilities())
        if magic is None:
            return None
        other = caching.IndexDataCacheFile(str(self.folder), self._index_name.removesuffix(".nbi"), self._source_stamp)
        other.__class__, other.folder = CacheFile, None
        return other.load((signature, magic, code))


class Nowhere(caching.UserWideCacheLocator):  # type: ignore[misc]  # numba has no types
    """The place of a cache where no folder can be written: nothing is kept."""

    def ensure_cache_path(self) -> None:
        """Make nothing."""


class Places(caching.CompileResultCacheImpl):  # type: ignore[misc]  # numba has no types
    """Where numba looks for a folder, and nowhere in the end."""

    _locator_classes = (*caching.CacheImpl._locator_classes, Nowhere)


class Cache(caching.FunctionCache):  # type: ignore[misc]  # numba has no types
    """What was compiled of a kernel, on this machine and before it was shipped."""

    _impl_class = Places

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        source = Path(function.__code__.co_filename).parent
        self._cache_file.__class__ = CacheFile
        is_ours = source.is_relative_to(shipped.KERNELS)
        self._cache_file.folder = shipped.FOLDER / source.relative_to(shipped.KERNELS) if is_ours else None

    def _save_overload(self, signature: Any, data: Any) -> None:
        if not isinstance(self._impl.locator, Nowhere):
            super()._save_overload(signature, data)


@cache
def abilities() -> dict[str, bool]:
    """Return what this processor can do, by LLVM's names."""
    try:
        return dict(binding.get_host_cpu_features())
    except RuntimeError:  # LLVM does not know
        return {}


def jit(function: Function) -> Function:
    """Return `function` compiled by Numba (nopython, nogil), cached on disk where a folder can be written."""
    kernel: Any = njit(nogil=True)(function)
    kernel._cache = Cache(function)
    made.append(kernel)
    return cast(Function, kernel)


without_counts: dict[str, Any] = {"_nrt": False}
inline: Any = njit(nogil=True, forceinline=True, **without_counts)
"""A part of other kernels that neither makes nor returns arrays, compiled in without counting references.

Else a call counts each array of a tuple up and down, in atomic steps, and copies the tuple: more than the work costs.
"""
