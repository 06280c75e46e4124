"""Gaussian elimination over GF(2) on packed rows, 64 columns at a time: twin of `lights.algebra.elimination`.

A panel of 64 columns yields up to 64 pivot rows; which sums of them reduce each other is found on the panel's words
alone. Eight tables of 256 sums of eight such rows each, for 32 words of every row (512 KB, within the cache), then
clear the panel from the rows below by one fused XOR of nine operands a word ("four Russians": Arlazarov et al. 1970;
Albrecht, Bard and Hart 2010). Where rows are few, tables of sums of four rows are quicker. The rows above are cleared
in the end, from the last panel on, and only where there are columns without a pivot: elsewhere they become zero. So a
matrix of full rank takes two thirds of what clearing all rows at once does.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits, vectors
from solvable.kernels.base.jit import jit

Array = NDArray[Any]
trailing_zeros: Any = bits.trailing_zeros
popcount: Any = bits.popcount
xor_from_bytes: Any = vectors.xor_from_bytes
xor_from_nibbles: Any = vectors.xor_from_nibbles
write_sum: Any = vectors.write_sum
CHUNK = 32
WORD_LANES = GROUP = 8
LARGE = 1 << 21  # words that the cache does not hold
FEW, FEW_BITS = 500, 4  # rows up to which tables for every four columns are quicker: those for eight take long to fill


@jit
def _swap(matrix: Array, a: int, b: int, first: int, last: int) -> None:
    for word in range(first, last if a != b else first):
        matrix[a, word], matrix[b, word] = matrix[b, word], matrix[a, word]


@jit
def _find_pivots(
    matrix: Array, rank: int, panel: int, last: int, mask: Any, columns: Array, sums: Array, taken: Array
) -> int:
    """Move independent rows of the panel to matrix[rank:], the words before `last` of them; return how many.

    Row rank + i changed places with taken[i], i ascending.

    columns[i], ascending, is the i-th pivot column within the panel. The sum of the rows rank + j, for the bits j of
    sums[i], has a one there and at no other pivot.
    """
    reduced, count = np.empty(64, np.uint64), 0
    for row in range(rank, matrix.shape[0]):
        value, used = matrix[row, panel] & mask, np.uint64(1) << np.uint64(count)
        for pivot in range(count):
            chosen = np.uint64(0) - ((value >> columns[pivot]) & np.uint64(1))  # all bits or none: no branch
            value ^= reduced[pivot] & chosen
            used ^= sums[pivot] & chosen
        if value == 0:
            continue
        _swap(matrix, rank + count, row, panel, last)
        taken[count] = row
        reduced[count], columns[count], sums[count] = value, trailing_zeros(value), used
        count += 1
        if count == 64:
            break
    for pivot in range(count):
        for other in range(pivot):
            chosen = np.uint64(0) - ((reduced[other] >> columns[pivot]) & np.uint64(1))
            reduced[other] ^= reduced[pivot] & chosen
            sums[other] ^= sums[pivot] & chosen
    for place in range(count):  # selection sort by column: numpy's takes seconds to compile
        least = place
        for other in range(place + 1, count):
            if columns[other] < columns[least]:
                least = other
        columns[place], columns[least] = columns[least], columns[place]
        sums[place], sums[least] = sums[least], sums[place]
    return count


@jit
def _fill_keys(columns: Array, sums: Array, count: int, keys: Array) -> None:
    """Write for every byte of the panel and every value of it the sum of the `sums` of its pivot columns."""
    sum_of = np.zeros(64, np.uint64)
    for pivot in range(count):
        sum_of[columns[pivot]] = sums[pivot]
    for byte in range(8):
        keys[byte, 0] = 0
        for bit in range(8):
            for value in range(1 << bit):
                keys[byte, value | 1 << bit] = keys[byte, value] ^ sum_of[8 * byte + bit]


@jit
def _fill_tables(matrix: Array, row_of: Array, start: int, size: int, tables: Array, bits: int) -> None:
    """Write for every `bits` bits of a key and every value of them the sum of the rows `row_of` them, where not −1."""
    words, flat = matrix.shape[1], matrix.reshape(matrix.size)
    for table in range(64 // bits):
        first = (table << bits) * CHUNK
        for word in range(CHUNK):
            tables[first + word] = 0
        for value in range(1, 1 << bits):
            place, before = first + value * CHUNK, first + (value & (value - 1)) * CHUNK
            row = row_of[table * bits + np.int64(trailing_zeros(np.uint64(value)))]
            if row >= 0:
                write_sum(tables, place, before, flat, row * words + start, size)
            else:
                for word in range(size):
                    tables[place + word] = tables[before + word]


@jit
def _add(matrix: Array, first: int, last: int, keys: Array, start: int, size: int, tables: Array, bits: int) -> None:
    """Add to the rows first … last − 1, in `size` words from `start` on, what their keys choose."""
    words, flat = matrix.shape[1], matrix.reshape(matrix.size)
    if bits == FEW_BITS:
        for row in range(first, last):
            if keys[row]:
                xor_from_nibbles(flat, row * words + start, size, tables, keys[row])
    else:
        for row in range(first, last):
            if keys[row]:
                xor_from_bytes(flat, row * words + start, size, tables, keys[row])


@jit
def _clear(
    matrix: Array, rank: int, count: int, keys: Array, first: int, last: int, row_of: Array, tables: Array
) -> None:
    """Clear a panel below its pivot rows, and within them, in the words first … last − 1."""
    rows = matrix.shape[0]
    bits = FEW_BITS if rows - rank <= FEW else 8
    for pivot in range(64):
        row_of[pivot] = rank + pivot if pivot < count else -1
    for start in range(first, last, CHUNK):
        size = min(CHUNK, last - start)
        _fill_tables(matrix, row_of, start, size, tables, bits)
        for row in range(rank, rank + count):  # they are in the tables
            for word in range(start, start + size):
                matrix[row, word] = np.uint64(0)
        _add(matrix, rank, rows, keys, start, size, tables, bits)


@jit
def reduce_rows(matrix: Array, columns: int, pivots: Array, first: int, last: int, rank: int, is_large: bool) -> int:
    """Bring the packed rows to echelon form in place over the first `columns` columns; return the rank.

    That is done panel after panel: this takes the panels first … last − 1, those before having given `rank` pivots;
    `first` is a multiple of 8. Row i has its pivot in column pivots[i], ascending; the rows below and those of the same
    panel are zero there. The words of a row are a multiple of 8; what stands beyond `columns` is carried along. Of a
    matrix that `is_large`, more than the cache holds, the columns behind a group of panels wait for all of them.
    """
    rows, words = matrix.shape
    tables, row_of = _tables_for(rows), np.empty(64, np.int64)
    found, sums, chosen = np.empty(64, np.uint64), np.empty(64, np.uint64), np.empty((8, 256), np.uint64)
    keys, taken = np.empty((GROUP, rows), np.uint64), np.empty((GROUP, 64), np.int64)
    counts, ranks = np.zeros(GROUP, np.int64), np.zeros(GROUP, np.int64)
    for group in range(first, last, GROUP):
        end = group + GROUP if is_large else words
        for panel in range(group, min(group + GROUP, last)):
            each, left = panel - group, columns - 64 * panel
            mask = ~np.uint64(0) if left >= 64 else (np.uint64(1) << np.uint64(left)) - np.uint64(1)
            count = _find_pivots(matrix, rank, panel, end, mask, found, sums, taken[each])
            counts[each], ranks[each] = count, rank
            if count == 0:
                continue
            _fill_keys(found, sums, count, chosen)
            for pivot in range(count):
                pivots[rank + pivot] = 64 * panel + np.int64(found[pivot])
                keys[each, rank + pivot] = sums[pivot]
            for row in range(rank + count, rows):
                value, key = matrix[row, panel], np.uint64(0)
                for byte in range(8):
                    key ^= chosen[byte, (value >> np.uint64(8 * byte)) & np.uint64(255)]
                keys[each, row] = key
            _clear(matrix, rank, count, keys[each], group, end, row_of, tables)
            rank += count
        for start in range(end, words, CHUNK):
            stop = min(start + CHUNK, words)
            for each in range(min(GROUP, last - group)):
                for pivot in range(counts[each]):
                    _swap(matrix, ranks[each] + pivot, taken[each, pivot], start, stop)
                if counts[each]:
                    _clear(matrix, ranks[each], counts[each], keys[each], start, stop, row_of, tables)
    return rank


@jit
def _tables_for(rows: int) -> Array:
    return np.empty((8 * 256 if rows > FEW else 16 * 16) * CHUNK, np.uint64)


@jit
def substitute(matrix: Array, pivots: Array, first: int, last: int, needed: Array) -> None:
    """Clear the columns of the pivots first … last − 1 in the rows above, all being in echelon form as above.

    They are all the pivots of some panels, and those behind them are cleared. `needed` says which eight words, a line
    of the cache, have anything but pivots; the others are not gone through: they become zero above.
    """
    words = matrix.shape[1]
    tables, row_of = _tables_for(last), np.empty(64, np.int64)
    keys, below = np.empty(last, np.uint64), last
    while below > first:
        panel, rank, used = pivots[below - 1] >> 6, below, np.uint64(0)
        for bit in range(64):
            row_of[bit] = -1
        while rank > first and pivots[rank - 1] >> 6 == panel:
            rank -= 1
            row_of[pivots[rank] & 63] = rank
            used |= np.uint64(1) << np.uint64(pivots[rank] & 63)
        for row in range(rank):
            keys[row] = matrix[row, panel] & used
        bits, start = FEW_BITS if rank <= FEW else 8, panel // WORD_LANES * WORD_LANES
        while start < words:
            size = 0
            while size < CHUNK and start + size < words and needed[(start + size) // WORD_LANES]:
                size += WORD_LANES
            if size:
                _fill_tables(matrix, row_of, start, size, tables, bits)
                _add(matrix, 0, rank, keys, start, size, tables, bits)
            start += max(size, WORD_LANES)
        if not needed[panel // WORD_LANES]:
            for row in range(rank):
                matrix[row, panel] = np.uint64(0)
        below = rank


@jit
def mark_needed(matrix: Array, pivots: Array, rank: int, needed: Array) -> None:
    """Mark which eight words of the first `rank` rows have anything in columns that are no pivots."""
    masks = np.zeros(matrix.shape[1], np.uint64)
    for row in range(rank):
        masks[pivots[row] >> 6] |= np.uint64(1) << np.uint64(pivots[row] & 63)
    for row in range(rank):
        for word in range(matrix.shape[1]):
            if matrix[row, word] & ~masks[word]:
                needed[word // WORD_LANES] = True
