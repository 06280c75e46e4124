"""Annealing for hard states, and the covering radius by breadth-first search; twins in `lights.worst.intervals`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base.jit import jit

Array = NDArray[Any]
BLOCK = 256
UNREACHED = 255


@jit
def covering_radius(syndromes: Array, distance: Array, queue: Array) -> int:
    """Return how many of the `syndromes` must be added at most to reach any of the 2^r sums of r bits.

    `distance` (uint8, filled with 255) and `queue` (int32) have 2^r entries.
    """
    distance[0], queue[0] = 0, 0
    head, tail, last = 0, 1, 0
    while head < tail:
        here = queue[head]
        head += 1
        last = distance[here]
        for syndrome in syndromes:
            there = here ^ syndrome
            if distance[there] == UNREACHED:
                distance[there] = last + 1
                queue[tail] = there
                tail += 1
    return int(last)


@jit
def _excess(values: Array, row: Array, step: int, target: int, weights: Array, most: float) -> int:
    """Return Σ weight·max(0, value + step·row − target)², or some part of it above `most`."""
    total = np.int64(0)
    for start in range(0, values.size, BLOCK):
        part = np.int32(0)
        for place in range(start, min(values.size, start + BLOCK)):
            over = np.int32(values[place]) + np.int32(step) * np.int32(row[place]) - np.int32(target)
            over = max(over, np.int32(0))
            part += over * over * weights[place]
        total += np.int64(part)
        if total > most:
            break
    return int(total)


@jit
def anneal(
    rows: Array,
    limits: Array,
    sums: Array,
    values: Array,
    weights: Array,
    target: int,
    moves: int,
    hot: float,
    cold: float,
    seed: int,
) -> int:
    """Change `sums` by ±2 within ±limits until no value exceeds `target`, or `moves` are made; return the excess.

    `values` (int16) is Σ sums[i]·rows[i]; point p counts weights[p] (int32) times. A move that raises the excess by e
    is made with probability exp(−e/temperature), which falls geometrically from `hot` to `cold`.
    """
    np.random.seed(seed)
    excess = _excess(values, rows[0], 0, target, weights, np.inf)
    temperature, factor = hot, (cold / hot) ** (1.0 / max(1, moves))
    for _ in range(moves):
        if excess == 0:
            break
        temperature *= factor
        place = np.random.randint(0, limits.size)
        step = 2 if np.random.random() < 0.5 else -2
        if abs(sums[place] + step) > limits[place]:
            step = -step
            if abs(sums[place] + step) > limits[place]:
                continue
        most = excess - temperature * np.log(1.0 - np.random.random())
        after = _excess(values, rows[place], step, target, weights, most)
        if after <= most:
            for point in range(values.size):
                values[point] += step * rows[place, point]
            sums[place] += step
            excess = after
    return int(excess)
