"""Sums of entries chosen by bytes: what they are by plain Python, on every kind of processor."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.kernels.base import chosen
from solvable.kernels.base.jit import jit

rows_at_once: Any = chosen.rows_at_once
sums_of_16: Any = chosen.sums_of_16
sums_of_32: Any = chosen.sums_of_32


@jit
def at_once() -> int:
    return int(rows_at_once())


@jit
def by_16(
    rows: Any, which: Any, table: Any, first: int, cells: int, line: int, groups: Any, room: Any, sums: Any
) -> None:
    sums_of_16(rows, which, table, first, cells, line, groups, room, sums)


@jit
def by_32(
    rows: Any, which: Any, table: Any, first: int, cells: int, line: int, groups: Any, room: Any, sums: Any
) -> None:
    sums_of_32(rows, which, table, first, cells, line, groups, room, sums)


def summed(count: int, cells: int, names: int, seed: int) -> tuple[list[int], list[int]]:
    """Return (the sums of so many rows, the same by plain Python) of random entries, the whole range of 16 bits."""
    rng = np.random.default_rng(seed)
    many, bytes_each = -(-names // 16), -(-cells // 16) * 16
    entries = rng.integers(-(1 << 15), 1 << 15, (3, cells, 16 * many))
    low_and_high = entries.astype(np.int16).view(np.uint8).reshape(3, cells, many, 16, 2)
    table = np.ascontiguousarray(low_and_high.transpose(0, 1, 2, 4, 3)).reshape(-1)
    rows = rng.integers(0, 256, (50, bytes_each), np.uint8)  # what stands past the cells does not count
    rows[:, :cells] = rng.integers(0, names, (50, cells))
    which, sums = rng.integers(0, 50, count), np.zeros(count, np.int16)
    room, groups = np.empty(bytes_each * count, np.uint8), np.zeros(cells, np.uint32)
    for row in which:
        groups |= np.uint32(1) << (rows[row, :cells] // 16)
    kernel, line = by_16 if count == 16 else by_32, 32 * many
    kernel(rows, which, table, cells * line, cells, line, groups, room, sums)
    plain = [sum(int(entries[1, q, rows[row, q]]) for q in range(cells)) for row in which]
    return sums.tolist(), [(each + (1 << 15)) % (1 << 16) - (1 << 15) for each in plain]


@settings(deadline=None, max_examples=60)
@given(st.sampled_from([16, 32]), st.integers(1, 120), st.integers(1, 256), st.integers(0, 999))
def test_sums_of_many_rows_are_those_of_each(count: int, cells: int, names: int, seed: int) -> None:
    if count <= at_once():
        found, plain = summed(count, cells, names, seed)
        assert found == plain


@pytest.mark.parametrize(
    ("processor", "features", "rows"),
    [("generic", "", 0), ("x86-64-v2", "", 16), ("x86-64-v3", "", 32), ("x86-64-v3", "-avx2", 16), ("", "", 32)],
)
def test_a_processor_does_what_it_can(processor: str, features: str, rows: int) -> None:
    can = at_once()
    if rows > can:
        pytest.skip("this processor can do less")
    chosen_by = {"NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": features} if processor else {}
    code = f"""
from tests.kernels.test_chosen import at_once, summed
assert at_once() == {rows if processor else can}
for count in (16, 32):
    if count <= {rows}:
        found, plain = summed(count, 25, 26, 1)
        assert found == plain
"""
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **chosen_by}, check=True)
