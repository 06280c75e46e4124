"""Sums of entries chosen by bytes: what they are by plain Python, by the library of each level of this processor."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.kernels import library
from solvable.kernels.library import LEVELS, Library

PATHS = library.require().path, library._file(LEVELS[0])  # what runs higher levels runs the lowest one
LIBRARIES = [Library(path) for path in dict.fromkeys(PATHS) if path.exists()]


def summed(kernel: Library, count: int, cells: int, names: int, seed: int) -> tuple[list[int] | None, list[int]]:
    """Return (the sums of so many rows, None if the library cannot; the same by plain Python) of random entries.

    They have the whole range of 16 bits.
    """
    rng = np.random.default_rng(seed)
    many, bytes_each = -(-names // 16), -(-cells // 16) * 16
    entries = rng.integers(-(1 << 15), 1 << 15, (cells, 16 * many))
    low_and_high = entries.astype(np.int16).view(np.uint8).reshape(cells, many, 16, 2)
    table = np.ascontiguousarray(low_and_high.transpose(0, 1, 3, 2)).reshape(-1)
    rows = rng.integers(0, 256, (50, bytes_each), np.uint8)  # what stands past the cells does not count
    rows[:, :cells] = rng.integers(0, names, (50, cells))
    which, sums = rng.integers(0, 50, count), np.zeros(count, np.int16)
    room, groups = np.empty(bytes_each * count, np.uint8), np.zeros(cells, np.uint32)
    for row in which:
        groups |= np.uint32(1) << (rows[row, :cells] // 16)
    is_done = kernel.byte_sums_of_rows(
        rows, len(rows), bytes_each, which, count, table, cells, 32 * many, groups, room, sums
    )
    plain = [sum(int(entries[q, rows[row, q]]) for q in range(cells)) for row in which]
    return sums.tolist() if is_done else None, [(each + (1 << 15)) % (1 << 16) - (1 << 15) for each in plain]


@pytest.mark.parametrize("kernel", LIBRARIES, ids=lambda each: each.path.stem)
@settings(deadline=None, max_examples=60)
@given(st.sampled_from([16, 32]), st.integers(1, 120), st.integers(1, 256), st.integers(0, 999))
def test_sums_of_many_rows_are_those_of_each(kernel: Library, count: int, cells: int, names: int, seed: int) -> None:
    found, plain = summed(kernel, count, cells, names, seed)
    assert found in (plain, None)


def test_a_level_sums_as_many_rows_as_its_registers_hold() -> None:
    rows = {"kernels-v2": 16, "kernels-v3": 32}
    for kernel in LIBRARIES:
        most = max((count for count in (16, 32) if summed(kernel, count, 9, 9, 1)[0] is not None), default=0)
        assert most == rows.get(kernel.path.stem, most)
