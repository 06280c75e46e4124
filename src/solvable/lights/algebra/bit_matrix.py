"""BitMatrix: a matrix over GF(2) in 64-bit words, as the kernels of elimination take it; its rows as Python ints."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from solvable import kernels
from solvable.core.budget import check, checked
from solvable.lights.algebra import masks


@dataclass(frozen=True, slots=True)
class BitMatrix:
    """Bit j & 63 of words[row · stride + (j >> 6)] is column j; `words` is any buffer of u64, bits to spare are 0."""

    words: Any
    height: int
    stride: int

    @classmethod
    def zeros(cls, height: int, stride: int) -> "BitMatrix":
        """Return a matrix of so many rows of so many words."""
        from solvable.kernels.buffers import calloc

        return cls(calloc("Q", height * stride), height, stride)

    @classmethod
    def from_rows(cls, rows: Iterable[int], columns: int) -> "BitMatrix":
        """Return the matrix of these rows, bit c of an int being column c."""
        size = (columns + 63) // 64
        packed = [row.to_bytes(8 * size, "little") for row in checked(rows, 64)]
        return cls(memoryview(b"".join(packed)).cast("Q"), len(packed), size)

    @classmethod
    def of(cls, array: Any) -> "BitMatrix":
        """Return the matrix that a contiguous two-dimensional array of uint64 is, such as numpy's."""
        height, stride = array.shape
        return cls(memoryview(array.reshape(-1)).cast("B").cast("Q"), height, stride)

    def rows(self, first: int = 0) -> list[int]:
        """Return the rows as ints, from row `first` on."""
        data, size = memoryview(self.words).cast("B"), 8 * self.stride
        return [int.from_bytes(data[start : start + size], "little") for start in range(first * size, len(data), size)]

    def widened(self, stride: int, words: Any = None) -> "BitMatrix":
        """Return a copy with at least as many words a row, written over the zeros `words` if they are given."""
        other = BitMatrix.zeros(self.height, stride) if words is None else BitMatrix(words, self.height, stride)
        if kernels.has_library():
            kernels.native().bits_copy_rows(self.words, self.height, self.stride, other.words, stride)
        else:
            for row in range(self.height):
                start = row * self.stride
                other.words[row * stride : row * stride + self.stride] = self.words[start : start + self.stride]
        return other

    def transposed(self, columns: int) -> "BitMatrix":
        """Return the transposed matrix of the first `columns` columns, which take all words of a row."""
        if not kernels.has_library():
            return BitMatrix.from_rows(masks.transpose(self.rows(), columns), self.height)
        check()
        turned = BitMatrix.zeros(columns, (self.height + 63) // 64)
        kernels.native().pattern_transpose(self.height, columns, self.words, turned.words)
        return turned

    def parities(self, mask: int) -> bytes:
        """Return for each row whether it has an odd number of ones where `mask` has."""
        if not kernels.has_library():
            return bytes(masks.dot(row, mask) for row in self.rows())
        parities = bytearray(self.height)
        words = array("Q", mask.to_bytes(8 * self.stride, "little"))
        kernels.native().bits_parities(self.words, self.height, self.stride, words, parities)
        return bytes(parities)
