"""Gaussian elimination over GF(2) on packed rows, 64 columns at a time: twin of `lights.algebra.elimination`.

A panel of 64 columns yields up to 64 pivot rows, reduced among themselves. Eight tables of 256 sums of eight pivot
rows each, for 32 words of every row (512 KB, within the cache), then clear the panel from any other row by one fused
XOR of nine operands a word ("four Russians": Arlazarov et al. 1970; Albrecht, Bard and Hart 2010).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits, vectors
from solvable.kernels.base.jit import jit

Array = NDArray[Any]
trailing_zeros: Any = bits.trailing_zeros
popcount: Any = bits.popcount
xor_from_tables: Any = vectors.xor_from_tables
CHUNK = 32
WORD_LANES = 8


@jit
def _swap(matrix: Array, a: int, b: int) -> None:
    if a != b:
        for word in range(matrix.shape[1]):
            matrix[a, word], matrix[b, word] = matrix[b, word], matrix[a, word]


@jit
def _add(matrix: Array, source: int, target: int, first: int) -> None:
    for word in range(first, matrix.shape[1]):
        matrix[target, word] ^= matrix[source, word]


@jit
def _find_pivots(matrix: Array, rank: int, panel: int, mask: Any, columns: Array) -> int:
    """Move independent rows of the panel to matrix[rank:], reduced among themselves; return how many.

    columns[i], ascending, is the pivot column within the panel of row rank + i.
    """
    reduced, count = np.empty(64, np.uint64), 0
    for row in range(rank, matrix.shape[0]):
        value, used = matrix[row, panel] & mask, np.uint64(0)
        for pivot in range(count):
            if (value >> columns[pivot]) & np.uint64(1):
                value ^= reduced[pivot]
                used |= np.uint64(1) << np.uint64(pivot)
        if value == 0:
            continue
        _swap(matrix, row, rank + count)
        while used:
            _add(matrix, rank + int(trailing_zeros(used)), rank + count, panel)
            used &= used - np.uint64(1)
        reduced[count], columns[count] = value, trailing_zeros(value)
        count += 1
        if count == 64:
            break
    for pivot in range(count):
        for other in range(pivot):
            if (matrix[rank + other, panel] >> columns[pivot]) & np.uint64(1):
                _add(matrix, rank + pivot, rank + other, panel)
    for place in range(count):  # selection sort by column
        least = place
        for other in range(place + 1, count):
            if columns[other] < columns[least]:
                least = other
        columns[place], columns[least] = columns[least], columns[place]
        _swap(matrix, rank + place, rank + least)
    return count


@jit
def _fill_tables(matrix: Array, rank: int, columns: Array, count: int, start: int, size: int, tables: Array) -> None:
    """Write for every byte of the panel and every value of it the sum of the pivot rows of its columns."""
    row_of = np.full(64, -1, np.int64)
    for pivot in range(count):
        row_of[columns[pivot]] = rank + pivot
    for byte in range(8):
        for word in range(CHUNK):
            tables[byte * 256 * CHUNK + word] = 0
        for value in range(1, 256):
            place = (byte * 256 + value) * CHUNK
            before = (byte * 256 + (value & (value - 1))) * CHUNK
            row = row_of[byte * 8 + np.int64(trailing_zeros(np.uint64(value)))]
            for word in range(size):
                tables[place + word] = tables[before + word]
            if row >= 0:
                for word in range(size):
                    tables[place + word] ^= matrix[row, start + word]


@jit
def reduce_rows(matrix: Array, columns: int, pivots: Array, first: int, last: int, rank: int) -> int:
    """Bring the packed rows to reduced echelon form in place over the first `columns` columns; return the rank.

    That is done panel after panel: this takes the panels first … last − 1, those before having given `rank` pivots.
    Row i has its pivot in column pivots[i], ascending; the other rows are zero there. The number of words of a row is a
    multiple of 8; what stands beyond `columns` is carried along.
    """
    rows, words = matrix.shape
    flat = matrix.reshape(rows * words)
    tables = np.zeros(8 * 256 * CHUNK, np.uint64)
    found, keys = np.empty(64, np.uint64), np.empty(rows, np.uint64)
    for panel in range(first, last):
        left = columns - 64 * panel
        mask = ~np.uint64(0) if left >= 64 else (np.uint64(1) << np.uint64(left)) - np.uint64(1)
        count = _find_pivots(matrix, rank, panel, mask, found)
        if count == 0:
            continue
        used = np.uint64(0)
        for pivot in range(count):
            pivots[rank + pivot] = 64 * panel + np.int64(found[pivot])
            used |= np.uint64(1) << found[pivot]
        for row in range(rows):
            keys[row] = matrix[row, panel] & used
        aligned = panel // WORD_LANES * WORD_LANES
        for start in range(aligned, words, CHUNK):
            size = min(CHUNK, words - start)
            _fill_tables(matrix, rank, found, count, start, size, tables)
            for row in range(rows):
                if keys[row] and not rank <= row < rank + count:
                    xor_from_tables(flat, row * words + start, size, tables, keys[row])
        rank += count
    return rank
