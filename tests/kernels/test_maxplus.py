"""The vector scans of lines against one place after the other."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from solvable.kernels.base import maxplus
from solvable.kernels.base.jit import jit
from solvable.kernels.sizes import LANES, LOW, LOW_64

Array = NDArray[Any]
scan_rightward: Any = maxplus.scan_rightward
scan_leftward: Any = maxplus.scan_leftward
settle: Any = maxplus.settle


@jit
def scans(enter: Array, profits: Array, right: Array, left: Array, marks: Array, size: int) -> int:
    """Scan a line both ways and settle it, from marks[1] on."""
    scan_rightward(enter, profits, right, size)
    scan_leftward(enter, profits, left, size)
    most: int = settle(enter, right, left, marks, 1, size)
    return most


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@settings(deadline=None)
@given(data=st.data())
def test_scans_go_place_by_place(kind: type, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 70))
    number = st.integers(-10_000, 10_000)
    far = LOW if kind is np.int32 else LOW_64
    room = -(-size // LANES) * LANES
    enter: Array = np.full(room, far, kind)
    profits = np.zeros(room, np.int32)
    enter[:size] = data.draw(st.lists(st.just(far) | number, min_size=size, max_size=size))
    profits[:size] = data.draw(st.lists(number, min_size=size, max_size=size))
    right: Array = np.zeros(room, kind)
    left, marks = np.zeros_like(right), np.zeros(room + 1, np.uint8)
    greatest = scans(enter, profits, right, left, marks, size)
    ways: list[list[int]] = []
    for order in (range(size), range(size - 1, -1, -1)):
        best, way = far, [0] * size
        for x in order:
            way[x] = best = max(int(enter[x]), best + int(profits[x]))
        ways.append(way)
    assert left[:size].tolist() == ways[1]
    assert right[:size].tolist() == [max(pair) for pair in zip(*ways, strict=True)]
    assert greatest == max(map(max, ways))
    expected = [
        maxplus.WENT_RIGHT * (to > come) | maxplus.WENT_LEFT * (fro > come) | maxplus.ENDS_LEFT * (fro > to)
        for come, to, fro in zip(enter[:size].tolist(), *ways, strict=True)
    ]
    assert marks[1 : size + 1].tolist() == expected
    assert marks[0] == 0
