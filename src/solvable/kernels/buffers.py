"""`Buffer`: the address of an array's memory and the type of its items, for kernels called through ctypes.

Any object with the buffer protocol works: `array`, `bytearray`, `mmap`, `memoryview`, arrays of ctypes and numpy.
ctypes does not check the target of a pointer, so this class and the wrapper of each kernel (`kernels.library`) check
the type of the items, contiguity, writability and length in every call.
"""

import ctypes
import sys
from array import array
from contextlib import suppress
from typing import Any, Literal

KINDS = {"i": "bhilq", "u": "BHILQ?c", "f": "fd"}  # format characters of the struct module, by kind of number
_KIND = {character: kind for kind, characters in KINDS.items() for character in characters}
_TYPE = {code: f"{_KIND[code]}{8 * array(code).itemsize}" for code in "bhilqBHILQfd"}  # by the array module's typecode
LAZY_BYTES_MIN = 1 << 20  # bytes of an array; a `bytearray` would be written when it is created
MADV_HUGEPAGE = 14  # a constant of Linux
_char = ctypes.c_char
_nothing = (ctypes.c_uint64 * 8)()  # the address of an array without items
_NOTHING = ctypes.addressof(_nothing)


class _PyBuffer(ctypes.Structure):
    """CPython's Py_buffer, of which only the first fields are used."""

    _fields_ = (
        ("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int), ("ndim", ctypes.c_int), ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p), ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p),
    )  # fmt: skip


class Buffer:
    """The memory of an array, to which it holds a reference: `address`, `size` in items, `type` of an item, and whether
    it is `writable`.

    The type is named as in the headers, "u64" for example; a bool is "u8". Creating one takes 0.4 µs for an `array` and
    1 µs for another object, so for an array that is passed in every call of a loop, create it once. The array must not
    be resized in its lifetime (CPython refuses to resize a `bytearray` or an `array` that is exported).
    """

    __slots__ = ("_view", "address", "size", "type", "writable")
    address: int
    size: int

    def __init__(self, source: Any) -> None:
        self._view = view = memoryview(source)
        if source.__class__ is array:  # the usual case, for which this is three times as fast
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
    """Return the address of read-only memory, which ctypes' `from_buffer` refuses."""
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
    """Return `count` zeros; from LAZY_BYTES_MIN bytes, in memory that the system provides at the first access.

    For large tables and scratch memory that is often used only in part. Slices are views, as with numpy arrays. On
    Linux it requests huge pages, since providing 4 KB at a time takes longer than many kernels.
    """
    size = array(typecode).itemsize * count
    if size < LAZY_BYTES_MIN or sys.platform in ("win32", "emscripten"):
        return memoryview(bytearray(size)).cast(typecode)
    from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap

    memory = mmap(-1, size, flags=MAP_PRIVATE | MAP_ANONYMOUS)
    if sys.platform == "linux":
        with suppress(OSError):  # the system has no huge pages
            memory.madvise(MADV_HUGEPAGE)
    return memoryview(memory).cast(typecode)
