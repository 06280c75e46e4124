"""Gauss–Jordan elimination over GF(2) by the instruction of `base.affine`: twin of `elimination.reduce_reference`.

The matrix stands by columns of bytes: `work[c·stride + r]` has the columns 8c … 8c + 7 of row r, so that one
instruction adds eight pivot rows to 64 rows. Rows stay where they are; `order` names those with a pivot first.

A panel is some of these columns of bytes. In it, byte by byte: up to eight pivot rows, then for every row, as a byte
of `factors`, which of them to add; they are added within the panel, and to the factors of the bytes before, which so
name pivot rows as they stood when the panel began. Those, as they stood, are then added to all columns behind the panel
at once, every tile of four columns and 256 rows staying in registers: so memory is gone through once a panel. A row
without a pivot is zero in all columns done, and nothing is to be added there.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import affine, bits
from solvable.kernels.base.jit import jit

Array = NDArray[Any]
trailing_zeros: Any = bits.trailing_zeros
popcount: Any = bits.popcount
swap_bytes: Any = affine.swap_bytes
multiply_column: Any = affine.multiply_column
add_products: Any = affine.add_products
TILE = affine.TILE
ROWS = 64 * TILE  # rows of a tile
SQUARE = 64  # rows and columns turned at a time


@jit
def _block(word: Any) -> Any:
    """Return the matrix whose column t is byte t of a word."""
    changed = (word ^ (word >> np.uint64(7))) & np.uint64(0x00AA00AA00AA00AA)
    word ^= changed ^ (changed << np.uint64(7))
    changed = (word ^ (word >> np.uint64(14))) & np.uint64(0x0000CCCC0000CCCC)
    word ^= changed ^ (changed << np.uint64(14))
    changed = (word ^ (word >> np.uint64(28))) & np.uint64(0x00000000F0F0F0F0)
    word ^= changed ^ (changed << np.uint64(28))
    return swap_bytes(word)


@jit
def _gather(columns: Array, start: int, found: Array, count: int) -> Any:
    """Return the matrix whose columns are the bytes of the pivot rows in the column of bytes from `start` on."""
    word = np.uint64(0)
    for pivot in range(count):
        word |= np.uint64(columns[start + found[pivot]]) << np.uint64(8 * pivot)
    return _block(word)


@jit
def _find(work: Array, start: int, mask: int, order: Array, rank: int, found: Array, places: Array) -> tuple[Any, int]:
    """Find rows independent in a column of bytes, and put them behind the first `rank` of `order`.

    Writes the rows and the bit of each one's pivot. Returns (the matrix that makes of a byte which of these rows to
    add so that its bits at the pivots vanish; how many rows).
    """
    reduced, made = np.empty(8, np.int64), np.empty(8, np.int64)
    count, most = 0, np.int64(popcount(np.uint64(mask)))
    for place in range(rank, order.size):
        value, made_of = np.int64(work[start + order[place]]) & mask, 1 << count
        for pivot in range(count):
            if value >> places[pivot] & 1:
                value ^= reduced[pivot]
                made_of ^= made[pivot]
        if value == 0:
            continue
        bit = np.int64(trailing_zeros(np.uint64(value)))
        for pivot in range(count):
            if reduced[pivot] >> bit & 1:
                reduced[pivot] ^= value
                made[pivot] ^= made_of
        reduced[count], made[count], places[count], found[count] = value, made_of, bit, order[place]
        order[place], order[rank + count] = order[rank + count], order[place]
        count += 1
        if count == most:
            break
    matrix = np.uint64(0)
    for pivot in range(count):
        matrix |= np.uint64(made[pivot]) << np.uint64(8 * places[pivot])
    return _block(matrix), count


@jit
def _add_here(
    work: Array, stride: int, first: int, last: int, factors: Array, slot: int, blocks: Array, rows: int
) -> None:
    """Add what the factors of a slot say to the columns first … last − 1, both multiples of four."""
    for row in range(0, rows, ROWS):
        for column in range(first, last, TILE):
            add_products(work, column * stride + row, factors, slot * stride + row, stride, blocks, column - first, 1)


@jit
def panel(
    work: Array, stride: int, rows: int, span: tuple[int, int, int], columns: int, order: Array, rank: int,
    pivots: Array, factors: Array,
) -> int:  # fmt: skip
    """Find the pivots of the columns of bytes span[0] … span[1] − 1, a multiple of four, and add them everywhere.

    Matrix columns from `columns` on are carried along; span[2] is how many columns of bytes there are, a multiple of
    four. Row order[i] has its pivot in column pivots[i], i below the returned rank. `rows` is a multiple of 256, not
    more than `stride`; `factors` has room for a column a byte of the panel, in multiples of four.
    """
    begin, end, whole = span
    count_of, found, places = np.zeros(end - begin, np.int64), np.empty(8, np.int64), np.empty(8, np.int64)
    begun, blocks = rank, np.zeros(max(end - begin, TILE) + TILE, np.uint64)
    is_kept = end < whole
    for byte in range(begin, end):
        slot = byte - begin
        if 8 * byte >= columns:
            break
        mask = (1 << min(columns - 8 * byte, 8)) - 1
        here = (slot if is_kept else 0) * stride
        factors[here : here + rows] = work[byte * stride : byte * stride + rows]
        matrix, count = _find(work, byte * stride, mask, order, rank, found, places)
        for pivot in range(count):
            factors[here + found[pivot]] ^= np.uint8(1) << np.uint8(places[pivot])
            pivots[rank + pivot] = 8 * byte + places[pivot]
        multiply_column(factors, here, rows, matrix)
        count_of[slot], rank = count, rank + count
        if count == 0:
            continue
        aligned = byte // TILE * TILE
        for column in range(aligned, end):
            blocks[column - aligned] = _gather(work, column * stride, found, count)
        _add_here(work, stride, aligned, end, factors, here // stride, blocks, rows)
        if is_kept:
            for earlier in range((slot + TILE - 1) // TILE * TILE):
                is_before = earlier < slot
                blocks[earlier] = _gather(factors, earlier * stride, found, count) if is_before else np.uint64(0)
            _add_here(factors, stride, 0, (slot + TILE - 1) // TILE * TILE, factors, slot, blocks, rows)
    if is_kept and rank > begun:
        _add_behind(work, stride, rows, span, order, begun, factors, count_of)
    return rank


@jit
def _add_behind(
    work: Array, stride: int, rows: int, span: tuple[int, int, int], order: Array, rank: int, factors: Array,
    count_of: Array,
) -> None:  # fmt: skip
    """Add the panel's pivot rows, as they stand behind it, to the columns there."""
    _, end, whole = span
    size = count_of.size
    blocks = np.empty((whole - end) * size, np.uint64)
    for slot in range(size):
        found = order[rank : rank + count_of[slot]]
        for column in range(end, whole):
            tile, within = (column - end) // TILE, (column - end) % TILE
            block = _gather(work, column * stride, found, count_of[slot])
            blocks[tile * TILE * size + TILE * slot + within] = block
        rank += count_of[slot]
    for row in range(0, rows, ROWS):
        for column in range(end, whole, TILE):
            start = column * stride + row
            add_products(work, start, factors, row, stride, blocks, (column - end) * size, size)


@jit
def to_columns(matrix: Array, work: Array, stride: int) -> None:
    """Write rows of bytes as columns of bytes."""
    rows, size = matrix.shape
    for top in range(0, rows, SQUARE):
        for left in range(0, size, SQUARE):
            for column in range(left, min(left + SQUARE, size)):
                for row in range(top, min(top + SQUARE, rows)):
                    work[column * stride + row] = matrix[row, column]


@jit
def to_rows(work: Array, stride: int, order: Array, out: Array) -> None:
    """Write columns of bytes as rows of words, row order[i] as the i-th."""
    rows, words = out.shape
    for top in range(0, rows, SQUARE):
        for word in range(words):
            for row in range(top, min(top + SQUARE, rows)):
                place, value = 8 * word * stride + order[row], np.uint64(0)
                for byte in range(8):
                    value |= np.uint64(work[place + byte * stride]) << np.uint64(8 * byte)
                out[row, word] = value
