"""Kernels called without numba: machine code of its own in a shared object, opened by the system's loader.

Numba and LLVM take a process half a second and 110 MB before the first kernel runs, though what it runs was compiled
long ago. `base.linking` writes the same code, from the bitcode that numba keeps, as a shared object with a list of its
functions; here each is called by ctypes, which lets go of the GIL as kernels do. A number is passed as it is, an array
as numba passes it: no owner (twice 0), items, bytes of an item, address, shape, strides; a tuple as its parts.

`StandIn` looks like a module of kernels. Whatever is not in the list, another name or arguments of other types, comes
from the module itself, so nothing changes but the time. A call takes some 0.1 µs a word of arrays passed lately,
0.5 µs of other arrays; kernels called often should not go this way. What is returned is a number, an array (a copy, and
the kernel's is given back) or a plain tuple of these.
"""

import ctypes
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import Any
from weakref import ref

from solvable.shared.trust import is_trusted

Kind = Any
"""Numbers: "i8", "u8", "f8", "b1"; arrays: ["<u4", dimensions, whether it is only read]; tuples: (kinds …)."""

NUMBERS: dict[str, Any] = {"i8": ctypes.c_int64, "u8": ctypes.c_uint64, "f8": ctypes.c_double, "b1": ctypes.c_bool}
KEPT = 64  # arrays whose words a function keeps
NOBODY = ctypes.c_void_p()  # who owns an array
LIST = ".json"  # that ends the name of the list beside a shared object


@dataclass(frozen=True, slots=True)
class Variant:
    """A function for arguments of some kinds."""

    call: Any
    kinds: tuple[Kind, ...]
    result: Kind  # of what it returns, None where it returns nothing
    room: Any  # the type of that, as it lies in memory
    give_back: Any  # the function that an array which was returned is given back to, by its owner


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """An opened shared object: the variants of each kernel, by names as "tiles/ida.searcher(2, 1, 8)"."""

    functions: dict[str, tuple[Variant, ...]]


class Function:
    """A kernel: the linked variant that fits the arguments, else what numba has."""

    def __init__(self, variants: tuple[Variant, ...], otherwise: Callable[[], Any]) -> None:
        self.variants, self.otherwise = variants, otherwise
        self._passed: dict[int, tuple[ref[Any], Kind, list[Any]]] = {}  # arrays by id, with kinds and words

    def __call__(self, *given: Any) -> Any:
        """Return what the kernel returns; RuntimeError where it ends with an error."""
        for variant in self.variants:
            passed: list[Any] = []
            if self._take(variant.kinds, given, passed):
                return _called(variant, passed)
        return self.otherwise()(*given)

    def _take(self, kinds: tuple[Kind, ...], given: tuple[Any, ...], passed: list[Any]) -> bool:
        """Add the words of arguments to those passed, known ones of arrays passed lately; return whether all fit."""
        if len(given) != len(kinds):
            return False
        for kind, value in zip(kinds, given, strict=True):
            if isinstance(kind, tuple):
                if not isinstance(value, tuple) or not self._take(kind, value, passed):
                    return False
                continue
            known = self._passed.get(id(value))
            if known is not None and known[0]() is value and known[1] is kind:
                passed += known[2]
                continue
            if not fits(kind, value):
                return False
            found = list(words(kind, value))
            passed += found
            if isinstance(kind, list):
                if len(self._passed) >= KEPT:
                    self._passed.clear()
                self._passed[id(value)] = ref(value), kind, found
        return True


class StandIn:
    """What looks like a module of kernels, as "tiles/ida", and is not loaded unless something else is asked of it."""

    def __init__(self, name: str, library: Library) -> None:
        self._name, self._library = name, library
        self._functions: dict[str, Function] = {}  # kept: they know the words of tables

    def __getattr__(self, name: str) -> Any:
        """Return a kernel, a function that returns kernels, or whatever the module has."""
        functions, full = self._library.functions, f"{self._name}.{name}"
        if full in functions:
            return self._kept(full, lambda: getattr(module(self._name), name))
        if any(each.startswith(f"{full}(") for each in functions):
            return lambda *given: self._made(name, given)
        return getattr(module(self._name), name)

    def _made(self, name: str, given: tuple[Any, ...]) -> Any:
        full = f"{self._name}.{name}{given}"
        if full not in self._library.functions:
            return getattr(module(self._name), name)(*given)
        return self._kept(full, lambda: getattr(module(self._name), name)(*given))

    def _kept(self, full: str, otherwise: Callable[[], Any]) -> Function:
        if full not in self._functions:
            self._functions[full] = Function(self._library.functions[full], otherwise)
        return self._functions[full]


@cache
def stand_in(name: str, library: Library) -> StandIn:
    """Return what stands in for a module of kernels, the same one each time."""
    return StandIn(name, library)


def module(name: str) -> Any:
    """Return a module of kernels itself, as "tiles/ida": this loads numba."""
    return import_module(f"solvable.kernels.{name.replace('/', '.')}")


def fits(kind: Kind, value: Any) -> bool:
    """Return whether an argument is of a kind, as numba would have it: exactly."""
    if isinstance(kind, tuple):
        return isinstance(value, tuple) and len(kind) == len(value) and all(map(fits, kind, value))
    if isinstance(kind, list):
        import numpy as np

        if not isinstance(value, np.ndarray):
            return False
        flags, (code, dimensions, is_read) = value.flags, kind
        is_laid_out = flags.c_contiguous and flags.aligned and (is_read or flags.writeable)
        return bool(is_laid_out and value.dtype.str == code and value.ndim == dimensions)
    if type(value) in (int, float, bool):
        return type(value) is {"i8": int, "f8": float, "b1": bool}.get(kind)
    return getattr(getattr(value, "dtype", None), "str", "") in {f"<{kind}", f"|{kind}"} and not value.shape


def types(kind: Kind) -> Iterator[Any]:
    """Yield the types of the words by which an argument is passed."""
    if isinstance(kind, tuple):
        for part in kind:
            yield from types(part)
    elif isinstance(kind, list):
        yield from [ctypes.c_void_p] * 2 + [ctypes.c_int64] * 2 + [ctypes.c_void_p] + [ctypes.c_int64] * 2 * kind[1]
    else:
        yield NUMBERS[kind]


def words(kind: Kind, value: Any) -> Iterator[Any]:
    """Yield the words by which an argument is passed, as ctypes has them: so they are not converted at each call."""
    if isinstance(kind, tuple):
        for part, each in zip(kind, value, strict=True):
            yield from words(part, each)
    elif isinstance(kind, list):
        yield NOBODY
        yield NOBODY
        yield ctypes.c_int64(value.size)
        yield ctypes.c_int64(value.itemsize)
        yield ctypes.c_void_p(value.__array_interface__["data"][0])
        yield from map(ctypes.c_int64, value.shape + value.strides)
    else:
        yield NUMBERS[kind](float(value) if kind == "f8" else int(value))


@cache
def opened(file: Path) -> Library | None:
    """Return the functions of a shared object.

    None if it or its list is damaged, not for this processor, or could have been written by others.
    """
    import hashlib

    listed = Path(f"{file}{LIST}")
    try:
        if not (is_trusted(file) and is_trusted(listed)):
            return None
        said = json.loads(listed.read_text())
        if said["sha256"] != hashlib.sha256(file.read_bytes()).hexdigest():
            return None
        if said["processor"] not in ("", processor()):
            return None
        library = ctypes.CDLL(str(file))
        library.give_back.argtypes = [ctypes.c_void_p]
        return Library({name: tuple(_variants(library, each)) for name, each in said["functions"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def processor() -> str:
    """Return what Linux says that the first processor of this machine can do: code for another is not run."""
    with Path("/proc/cpuinfo").open() as file:
        first = takewhile(str.strip, file)  # an empty line ends what is said of each
        return " ".join(line.partition(":")[2].strip() for line in first if line.startswith(("model name", "flags")))


def _variants(library: Any, listed: Any) -> Iterator[Variant]:
    for symbol, kinds, result in listed:
        function = getattr(library, symbol)
        read = tuple(_read(kind) for kind in kinds)
        function.restype = ctypes.c_int32
        function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, *(each for kind in read for each in types(kind))]
        returned = _read(result) if result else None
        room = ctypes.c_void_p if returned is None else room_for(returned)
        yield Variant(function, read, returned, room, library.give_back)


def _read(kind: Any) -> Kind:
    """Return a kind as JSON has it, with tuples: {"parts": kinds}."""
    return tuple(_read(part) for part in kind["parts"]) if isinstance(kind, dict) else kind


def _called(variant: Variant, passed: list[Any]) -> Any:
    result, error = variant.room(), ctypes.c_void_p()
    status = variant.call(ctypes.byref(result), ctypes.byref(error), *passed)
    if status:
        raise RuntimeError(f"a kernel ended with {status}")
    return None if variant.result is None else taken(variant.result, result, variant.give_back)


def room_for(kind: Kind) -> Any:
    """Return the type of what a kernel returns, as it lies in memory."""
    if isinstance(kind, str):
        return NUMBERS[kind]
    parts = list(types(kind)) if isinstance(kind, list) else [room_for(part) for part in kind]

    class Returned(ctypes.Structure):
        _fields_ = [(f"part{number}", part) for number, part in enumerate(parts)]

    return Returned


def taken(kind: Kind, returned: Any, give_back: Callable[[Any], None]) -> Any:
    """Return what was returned, as Python has it; an array is copied and then given back."""
    if isinstance(kind, str):
        return getattr(returned, "value", returned)  # a part of a structure is a number already
    parts = [getattr(returned, name) for name, *_ in returned._fields_]
    if isinstance(kind, tuple):
        return tuple(taken(each, part, give_back) for each, part in zip(kind, parts, strict=True))
    import numpy as np

    (owner, _, size, bytes_each, data), (code, dimensions, _) = parts[:5], kind
    array = np.empty(parts[5 : 5 + dimensions], code)
    ctypes.memmove(array.__array_interface__["data"][0], data, size * bytes_each)
    if owner is not None:
        give_back(owner)
    return array
