"""Calls of kernels, recorded while tests run (as a plugin of pytest) and repeated by another library of kernels.

A call is (kernel, arguments before, result, arguments after). Of an argument there is its number, or for an array
(type of its items, bytes, whether it is writable), or for a structure (its name, its fields).
"""

import os
import pickle
from array import array
from collections import Counter
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvable.kernels import library
from solvable.kernels.buffers import Buffer

if TYPE_CHECKING:
    import pytest

FILE = "RECORDED_CALLS"  # the environment variable that says where they are written
MAX_CALLS = 3  # of each kernel
MAX_BYTES = 4_000_000  # of a call's arrays
BY_PROCESSOR = {"carryless_width", "processor_level"}  # recorded as on a processor without special instructions
NOT_COMPARED = {"scratch", "work", "room.lines", "room.values", "room.marks"}
"""Parameters and their fields in which a kernel leaves what depends on the width of its registers."""
NOT_REPEATED = {"byte_sums_of_rows", "gf2_euclid_end", "work_stealing_"}
"""Beginnings of names of kernels whose very answer depends on that width, the address of their scratch, or threads."""
TYPES = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q",
         "f32": "f", "f64": "d"}  # fmt: skip

_calls: list[tuple[Any, ...]] = []
_recorded: dict[str, int] = {}
"""How many calls there were before a test that recorded none."""


def pytest_configure() -> None:
    """Record what is called from now on."""
    made, counts = library._wrapper, Counter[str]()

    def recording(function: Any, name: str, *rest: Any) -> Any:
        kernel = made(function, name, *rest)
        if name in BY_PROCESSOR:
            return lambda: 0
        if name.startswith(tuple(NOT_REPEATED)):
            return kernel

        @wraps(kernel)
        def call(*arguments: Any) -> Any:
            try:
                is_wanted = counts[name] < MAX_CALLS and sum(map(_size, arguments)) <= MAX_BYTES
                before = [_copy(each) for each in arguments] if is_wanted else []
            except (TypeError, ValueError):  # what a kernel refuses
                is_wanted = False
            result = kernel(*arguments)
            if not is_wanted:
                return result
            counts[name] += 1
            _calls.append((name, before, result, [_copy(each) for each in arguments]))
            return result

        return call

    library._wrapper = recording  # type: ignore[assignment]


def pytest_runtest_setup(item: "pytest.Item") -> None:
    """Skip a test with further parameters if it had nothing new to record with the last ones."""
    test = _name(item)
    if _recorded.get(test) == len(_calls):
        import pytest

        pytest.skip("nothing new to record")
    _recorded[test] = len(_calls)


def pytest_runtest_teardown(item: "pytest.Item") -> None:
    """Note whether the test had anything to record."""
    if _recorded[_name(item)] != len(_calls):
        del _recorded[_name(item)]


def _name(item: "pytest.Item") -> str:
    return item.nodeid.partition("[")[0]


def pytest_unconfigure() -> None:
    """Write what was recorded."""
    Path(os.environ[FILE]).write_bytes(pickle.dumps(_calls))


def _size(argument: Any) -> int:
    if isinstance(argument, library.Struct):
        return sum(map(_size, argument._values.values()))
    return 0 if _is_number(argument) else _view(argument).nbytes


def _is_number(argument: Any) -> bool:
    return isinstance(argument, int | float) or hasattr(argument, "is_integer")  # numpy's have it as well


def _view(argument: Any) -> memoryview:
    return argument._view if isinstance(argument, Buffer) else memoryview(argument)


def _copy(argument: Any) -> Any:
    """Return what is pickled of an argument; a number may be one of numpy's."""
    if isinstance(argument, library.Struct):
        return argument.type, {name: _copy(value) for name, value in argument._values.items()}
    if _is_number(argument):
        return argument if isinstance(argument, float) else int(argument)
    buffer = Buffer(_view(argument))
    return buffer.type, bytes(_view(argument)), buffer.writable


def repeated(file: str) -> dict[str, list[str]]:
    """Return for each kernel that was called what the library loaded here answers differently."""
    differences: dict[str, list[str]] = {}
    for name, before, result, after in pickle.loads(Path(file).read_bytes()):
        kernels = library.require()
        arguments = [_made(kernels, each) for each in before]
        found = getattr(kernels, name)(*arguments)
        told = differences.setdefault(name, [])
        if found != result:
            told.append(f"returns {found}, not {result}")
        names = [each.name for each in kernels.parameters(name)]
        told += [
            f"{path} differs"
            for parameter, argument, expected in zip(names, arguments, after, strict=True)
            for path in _unequal(parameter, argument, expected)
        ]
    return differences


def _made(kernels: library.Library, told: Any) -> Any:
    """Return an argument as it was copied."""
    if not isinstance(told, tuple):
        return told
    if isinstance(told[1], dict):
        return kernels.struct(told[0], **{name: _made(kernels, value) for name, value in told[1].items()})
    kind, content, is_writable = told
    made = array(TYPES[kind], content)
    return made if is_writable else memoryview(made).toreadonly()


def _unequal(path: str, argument: Any, expected: Any) -> list[str]:
    if not isinstance(expected, tuple) or path in NOT_COMPARED:
        return []
    if isinstance(expected[1], dict):
        fields = argument._values
        return [each for name, value in expected[1].items() for each in _unequal(f"{path}.{name}", fields[name], value)]
    return [] if bytes(memoryview(argument)) == expected[1] else [path]
