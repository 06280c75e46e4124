"""Many boards of one puzzle at once. `python -m benchmarks bulk`."""

import statistics
import time

import numpy as np

from solvable.lights.batch import Bulk
from solvable.lights.board import LightsOut

Row = dict[str, object]


def row(name: str, value: float, unit: str, target: float | None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


def million(puzzle: LightsOut, name: str, target: float | None) -> Row:
    bulk, times = Bulk.of(puzzle), []
    limit = 2**puzzle.cells - 1
    states = np.random.default_rng(1).integers(0, limit, 10**6, dtype=np.uint64, endpoint=True)
    bulk.solve(states[:10])
    for _ in range(9):
        start = time.perf_counter()
        bulk.solve(states)
        times.append(time.perf_counter() - start)
    return row(f"10⁶ random {name}: verdict and fewest presses", statistics.median(times) * 1e3, "ms", target)


def every_state(puzzle: LightsOut, name: str, target: float) -> Row:
    bulk = Bulk.of(puzzle)
    start = time.perf_counter()
    bulk.distribution()
    return row(f"all 2^{puzzle.cells} states of {name}: distribution", time.perf_counter() - start, "s", target)


def rows() -> list[Row]:
    Bulk.of(LightsOut(2, 2)).distribution()
    return [
        million(LightsOut(5, 5), "5 × 5 boards", 20),
        million(LightsOut(4, 4), "4 × 4 boards", None),
        million(LightsOut(8, 8), "8 × 8 boards", None),
        every_state(LightsOut(5, 5), "5 × 5", 2),
    ]


if __name__ == "__main__":
    for measured in rows():
        print(measured)
