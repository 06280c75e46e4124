"""Loading the C++ kernels and calling them: `library.load().bulk_solve(tables, states, count, presses, weights)`.

The library of the highest level that this processor runs is opened by ctypes, which releases the GIL during a call. The
library contains the declarations of its functions and structures as text (`cpp/build.py`), and a wrapper is generated
from each at first use: integers are passed directly, arrays as anything with the buffer protocol, structures as the
result of `struct`. A wrapper raises TypeError if the type of an array is not the declared one or a read-only array
would be written, ValueError if it is shorter than declared. A call takes 0.5 µs, and 1 µs more for each array that is
not a `Buffer`.

Under Pyodide, in a browser or in node, a WebAssembly library works in Python's own memory, and ctypes loads it like any
other. There a call takes 10 µs, and 8 µs more for each array.

$SOLVABLE_KERNELS: `off` for no library (the references in Python answer), or the path of one. In a checkout a library
is refused if it was not built from the current sources; `make` rebuilds it.
"""

import ctypes
import os
import re
import sys
from functools import cache
from operator import index
from pathlib import Path
from types import CodeType
from typing import Any

from solvable.core.errors import PuzzleError
from solvable.kernels.buffers import Buffer

HERE = Path(__file__).parent
SUFFIX = {"win32": ".dll", "darwin": ".dylib", "emscripten": ".wasm"}.get(sys.platform, ".so")
LEVELS = ("v2", "v3")  # of x86-64, lowest first; other processors have one library, `baseline`
NUMBERS: dict[str, Any] = {
    "void": None, "bool": ctypes.c_bool, "int": ctypes.c_int, "i8": ctypes.c_int8, "i16": ctypes.c_int16,
    "i32": ctypes.c_int32, "i64": ctypes.c_int64, "u8": ctypes.c_uint8, "u16": ctypes.c_uint16, "u32": ctypes.c_uint32,
    "u64": ctypes.c_uint64, "f32": ctypes.c_float, "f64": ctypes.c_double,
}  # fmt: skip
_PARAMETER = re.compile(r"(const )?(\w+)(\*?) ?(\w+)(?: ARRAY\((.*)\))?")


class StaleKernelsError(ImportError):
    """The library was built from other sources than those of this checkout."""


class Field:
    """A declared parameter of a function or field of a structure: its name, its type, and the required items of an
    array.
    """

    __slots__ = ("is_const", "is_pointer", "least", "name", "type")

    def __init__(self, text: str) -> None:
        match = _PARAMETER.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"not a declaration of a parameter: {text!r}")
        self.is_const, self.type, self.is_pointer = match[1] is not None, match[2], bool(match[3])
        self.name, self.least = match[4], match[5]

    @property
    def is_struct(self) -> bool:
        """Whether it is a pointer to a structure."""
        return self.is_pointer and self.type not in NUMBERS

    @property
    def item(self) -> str:
        """The type of an array's items, named as in `Buffer`."""
        return "u8" if self.type == "bool" else self.type


class Struct:
    """A structure for a kernel: its `address`, and its name, `type`; it holds references to the arrays it points to.

    A copied or unpickled structure points to copies of the arrays.
    """

    __slots__ = ("_buffers", "_values", "address", "fields", "type")

    def __init__(self, name: str, fields: Any, buffers: tuple[Any, ...], values: dict[str, Any]) -> None:
        self.type, self.fields, self._buffers, self._values = name, fields, buffers, values
        self.address = ctypes.addressof(fields)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (self.type, self._values)


class Library:
    """An opened library: each exported kernel is a method, generated at first use."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._library = ctypes.CDLL(str(path))
        self._functions: dict[str, str] = {}
        self._structures: dict[str, str] = {}
        for line in _string(self._library.kernel_signatures).splitlines():
            name = re.search(r"(\w+) ?[({]", line)
            if name:
                (self._structures if line.startswith("struct ") else self._functions)[name[1]] = line

    @property
    def fingerprint(self) -> str:
        """The checksum of the sources from which the library was built."""
        return _string(self._library.kernel_fingerprint).strip()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all kernels."""
        return tuple(self._functions)

    def parameters(self, name: str) -> list[Field]:
        """Return the declared parameters of a kernel."""
        return _fields(self._functions[name].partition("(")[2].rpartition(")")[0], ",")

    def __getattr__(self, name: str) -> Any:
        """Return a kernel."""
        if name.startswith("_") or name not in self._functions:
            raise AttributeError(name)
        made = _wrapper(getattr(self._library, name), name, self._functions[name], self.parameters(name))
        setattr(self, name, made)
        return made

    def struct(self, name: str, /, **values: Any) -> Struct:
        """Return a structure with these fields; all declared fields must be given, by name."""
        kind, make = self._structure(name)
        fields, buffers = make(**values)
        return Struct(name, kind(*fields), buffers, values)

    @cache  # noqa: B019  the library lives as long as the process
    def _structure(self, name: str) -> tuple[Any, Any]:
        declared = _fields(self._structures[name].partition("{")[2].rpartition("}")[0], ";")
        types = [(each.name, ctypes.c_void_p if each.is_pointer else NUMBERS[each.type]) for each in declared]
        kind = type(name, (ctypes.Structure,), {"_fields_": types})
        return kind, _function(name, declared, "*, ", "({values},), ({buffers},)", None)


def _made_again(name: str, values: dict[str, Any]) -> Struct:
    return require().struct(name, **values)


def _string(function: Any) -> str:
    function.restype = ctypes.c_char_p
    return bytes(function()).decode()


def _fields(text: str, separator: str) -> list[Field]:
    """Return the declared fields; a separator inside ARRAY(…) does not end a field."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [Field(part) for part in parts if part.strip()]


def _wrapper(function: Any, name: str, line: str, declared: list[Field]) -> Any:
    result = line.partition("(")[0].rpartition(" ")[0]
    function.restype = ctypes.c_char_p if result == "const char*" else NUMBERS[result]
    function.argtypes = [ctypes.c_void_p if each.is_pointer else NUMBERS[each.type] for each in declared]
    return _function(name, declared, "", "call({values})", function)


def _function(name: str, declared: list[Field], before: str, result: str, call: Any) -> Any:
    """Return a function of the declared parameters that checks them and evaluates an expression of their converted
    values.
    """
    lines, values, buffers = [], [], []
    for each in declared:
        if not each.is_pointer:
            values.append(each.name if each.type.startswith("f") else f"index({each.name})")
            continue
        values.append(f"{each.name}.address")
        buffers.append(each.name)
        if each.is_struct:
            condition, expected = f"{each.name}.type != {each.type!r}", each.type
        else:
            lines.append(f"if {each.name}.__class__ is not Buffer: {each.name} = Buffer({each.name})")
            condition, expected = f"{each.name}.type != {each.item!r}", each.item
            condition += "" if each.is_const else f" or not {each.name}.writable"
        lines.append(f"if {condition}: raise TypeError(wrong({name!r}, {each.name!r}, {expected!r}, {each.name}))")
    for each in declared:
        if each.least:
            condition = f"{each.name}.size < {each.least}"
            lines.append(f"if {condition}: raise ValueError(short({name!r}, {each.name!r}, {each.least}, {each.name}))")
    parameters = before + ", ".join(each.name for each in declared)
    result = result.format(values=", ".join(values), buffers=", ".join(buffers))
    text = f"def {name}({parameters}):\n" + "".join(f"    {line}\n" for line in [*lines, f"return {result}"])
    scope: dict[str, Any] = {"Buffer": Buffer, "index": index, "wrong": _wrong, "short": _short, "call": call}
    code: CodeType = compile(text, f"<kernel {name}>", "exec")
    exec(code, scope)
    return scope[name]


def _wrong(kernel: str, name: str, expected: str, given: Any) -> str:
    state = "" if getattr(given, "writable", True) else " that may not be written"
    return f"{kernel}: {name} must be an array of {expected}, not of {given.type}{state}"


def _short(kernel: str, name: str, least: int, given: Any) -> str:
    return f"{kernel}: {name} must have at least {least} items, not {given.size}"


def _file(level: str) -> Path:
    return HERE / "lib" / f"kernels-{level}{SUFFIX}"


def load() -> Library | None:
    """Return the library for this processor; None if there is none, or $SOLVABLE_KERNELS is `off`.

    Raise StaleKernelsError in a checkout whose sources have changed since.
    """
    return _loaded(os.environ.get("SOLVABLE_KERNELS", ""))


@cache
def _loaded(chosen: str) -> Library | None:
    if chosen == "off":
        return None
    if os.sep in chosen:
        return Library(Path(chosen))
    if not _file(LEVELS[0]).exists():
        return _opened("baseline") if _file("baseline").exists() else None
    library = _opened(LEVELS[0])
    level: int = library.processor_level() & 255
    if level < 2:
        return None
    return _opened(LEVELS[1]) if level >= 3 and _file(LEVELS[1]).exists() else library


def require() -> Library:
    """Return the library; raise PuzzleError if there is none, for computations that have no reference."""
    library = load()
    if library is None:
        raise PuzzleError(
            "this needs the compiled kernels: $SOLVABLE_KERNELS turns them off, or this platform has none"
        )
    return library


def _opened(level: str) -> Library:
    """Return a library; raise StaleKernelsError if it was not built from the sources of this checkout."""
    library, build = Library(_file(level)), HERE / "cpp" / "build.py"
    if build.exists() and _fingerprint(build.parent) != library.fingerprint:
        raise StaleKernelsError("the C++ kernels have changed since they were compiled: run `make`")
    return library


@cache
def _fingerprint(sources: Path) -> str:
    """Return the fingerprint that `cpp/build.py` stores in a library built from these sources."""
    from zlib import crc32  # hashlib would load OpenSSL, 3 MB

    checksum = 0
    for path in sorted(path for path in sources.rglob("*") if path.suffix in {".cpp", ".hpp", ".py"}):
        checksum = crc32(path.relative_to(sources).as_posix().encode() + b"\0" + path.read_bytes() + b"\0", checksum)
    return f"{checksum:08x}"
