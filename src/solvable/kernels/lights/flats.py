"""Depth-first search for class sums that no flat forbids; twin of `lights.worst.flats.extend_reference`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits
from solvable.kernels.base.jit import jit

Array = NDArray[Any]
popcount: Any = bits.popcount


@jit
def _signed(total: int, characters: Array, point: int) -> int:
    """Return `total` with the sign (−1)^popcount(characters & point)."""
    return -total if popcount(np.uint64(characters & point)) & np.uint64(1) else total


@jit
def _fill_room(
    sums: Array, largest: int, dims: Array, starts: Array, old_starts: Array, old: Array, old_at: Array, room: Array
) -> None:
    """Write for every flat and point what the old columns leave: largest − Σ sum·sign."""
    for flat in range(dims.size):
        for point in range(1 << dims[flat]):
            left = largest
            for place in range(old_starts[flat], old_starts[flat + 1]):
                left -= _signed(sums[old[place]], old_at[place], point)
            room[starts[flat] + point] = left


@jit
def _fits(
    flat: int, sums: Array, dims: Array, starts: Array, new_starts: Array, new: Array, new_at: Array, room: Array
) -> bool:
    """Return whether |Σ sum·sign| over the flat's new columns is within its room at every point."""
    for point in range(1 << dims[flat]):
        total = 0
        for place in range(new_starts[flat], new_starts[flat + 1]):
            total += _signed(sums[new[place]], new_at[place], point)
        if abs(total) > room[starts[flat] + point]:
            return False
    return True


@jit
def extend(
    batch: Array,
    largest: int,
    most_nodes: int,
    out: Array,
    counts: Array,
    ends: Array,
    dims: Array,
    starts: Array,
    old_starts: Array,
    old: Array,
    old_at: Array,
    new_starts: Array,
    new: Array,
    new_at: Array,
) -> tuple[int, int]:
    """Write each row of `batch` with all sums of the new columns that fit every flat; return (how many, nodes).

    After the new column k the flats ends[k] … ends[k + 1] are checked. How many may pass the rows of `out`; it is −1
    where `most_nodes` were not enough. The first new sum is taken ≥ 0, as the signs of all may be changed.
    """
    width, news = batch.shape[1], counts.size
    room, sums = np.empty(starts[dims.size], np.int64), np.zeros(news, np.int64)
    found, nodes = 0, 0
    for row in range(batch.shape[0]):
        _fill_room(batch[row], largest, dims, starts, old_starts, old, old_at, room)
        depth = 0
        sums[0] = (counts[0] & 1) - 2
        while depth >= 0:
            sums[depth] += 2
            if sums[depth] > counts[depth]:
                depth -= 1
                continue
            nodes += 1
            if nodes > most_nodes:
                return -1, nodes
            fits = True
            for flat in range(ends[depth], ends[depth + 1]):
                if not _fits(flat, sums, dims, starts, new_starts, new, new_at, room):
                    fits = False
                    break
            if not fits:
                continue
            if depth < news - 1:
                depth += 1
                sums[depth] = -counts[depth] - 2
                continue
            if found < out.shape[0]:
                for place in range(width):
                    out[found, place] = batch[row, place]
                for place in range(news):
                    out[found, width + place] = sums[place]
            found += 1
    return found, nodes
