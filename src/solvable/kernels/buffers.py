"""`Buffer`: the address of an array's memory, with what it holds, for kernels that are called through ctypes.

Any object with the buffer protocol will do: `array`, `bytearray`, `mmap`, `memoryview`, ctypes' arrays, numpy's. ctypes
checks nothing of what a pointer points to, so the type of the items, contiguity, writability and length are checked
here and by the wrapper of each kernel (`kernels.library`), for every call.
"""

import ctypes
import sys
from array import array
from contextlib import suppress
from typing import Any, Literal

KINDS = {"i": "bhilq", "u": "BHILQ?c", "f": "fd"}  # format characters of the struct module, by kind of number
_KIND = {character: kind for kind, characters in KINDS.items() for character in characters}
_TYPE = {code: f"{_KIND[code]}{8 * array(code).itemsize}" for code in "bhilqBHILQfd"}  # by the array module's typecode
LAZY_BYTES_MIN = 1 << 20  # of an array: a `bytearray` is written when it is made
MADV_HUGEPAGE = 14  # of Linux
_char = ctypes.c_char
_nothing = (ctypes.c_uint64 * 8)()  # what an array without items points to
_NOTHING = ctypes.addressof(_nothing)


class _PyBuffer(ctypes.Structure):
    """CPython's Py_buffer, of which only the first fields are read."""

    _fields_ = (
        ("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int), ("ndim", ctypes.c_int), ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p), ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p),
    )  # fmt: skip


class Buffer:
    """The memory of an array, which it keeps alive: `address`, `size` in items, `type` of an item, whether
    it is `writable`.

    The type has the name that the headers use, as "u64"; a bool is "u8". Making one of an `array` takes 0.4 µs, of
    another object a microsecond: for arrays passed in every call of a loop, make it once and pass it instead. The array
    must not be resized meanwhile (CPython refuses to resize a `bytearray` or an `array` that is exported).
    """

    __slots__ = ("_view", "address", "size", "type", "writable")
    address: int
    size: int

    def __init__(self, source: Any) -> None:
        self._view = view = memoryview(source)
        if source.__class__ is array:  # the usual case, three times as fast as the general one
            self.address, self.size = source.buffer_info() if source else (_NOTHING, 0)
            self.type, self.writable = _TYPE[source.typecode], True
            return
        if not view.c_contiguous:
            raise ValueError("a kernel's array must be contiguous")
        character = view.format[-1]
        kind = _KIND.get(character)
        if kind is None or view.format[0] in ">!":
            raise TypeError(f"a kernel takes no array of items {view.format!r}")
        self.type = f"{kind}{8 * view.itemsize}"
        self.size = view.nbytes // view.itemsize
        self.writable = not view.readonly
        if not view.nbytes:
            self.address = _NOTHING
        elif self.writable:
            flat = view if view.ndim == 1 and view.format in ("B", "c") else view.cast("B")
            self.address = ctypes.addressof(_char.from_buffer(flat))
        else:
            self.address = _address(view)

    def __reduce__(self) -> tuple[Any, ...]:
        return Buffer, (self._view.obj,)


def _address(view: memoryview) -> int:
    """Return the address of memory that may not be written, which ctypes' `from_buffer` refuses."""
    request = _PyBuffer()
    ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(view), ctypes.byref(request), 0)
    try:
        return int(request.buf)
    finally:
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(request))


def zeros(typecode: str, count: int) -> "array[int]":
    """Return an array of `count` zeros of a type of the array module ("Q" for u64, "q" for i64, "B" for u8 …)."""
    return array(typecode, (0,)) * count


def calloc(typecode: Literal["b", "B", "h", "H", "i", "I", "q", "Q"], count: int) -> "memoryview[int]":
    """Return `count` zeros; from LAZY_BYTES_MIN bytes on in memory that the system provides when it is first touched.

    For large tables and scratch of which often only a part is used. Slices are views, as of numpy's arrays. Linux is
    asked for huge pages: providing 4 KB at a time takes longer than many a kernel.
    """
    size = array(typecode).itemsize * count
    if size < LAZY_BYTES_MIN or sys.platform in ("win32", "emscripten"):
        return memoryview(bytearray(size)).cast(typecode)
    from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap

    memory = mmap(-1, size, flags=MAP_PRIVATE | MAP_ANONYMOUS)
    if sys.platform == "linux":
        with suppress(OSError):  # a system without huge pages
            memory.madvise(MADV_HUGEPAGE)
    return memoryview(memory).cast(typecode)
