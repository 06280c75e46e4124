"""Complete tables of the boards of 12 cells, and bulk look-up of the 8-puzzle. `python benchmarks/census.py`."""

import resource
import time
from random import Random

import numpy as np

from solvable.core.budget import Budget
from solvable.tiles import SlidingTiles
from solvable.tiles.census import complete


def table(width: int, height: int, metric: str, target: float) -> list[dict[str, object]]:
    puzzle = SlidingTiles(width, height, metric=metric)
    complete.search(SlidingTiles(2, 3, metric=metric), Budget())  # compile
    start = time.perf_counter()
    found = complete.search(puzzle, Budget())
    seconds = time.perf_counter() - start
    name = f"{width}x{height} {metric} complete table"
    return [
        {"name": name, "value": round(seconds, 2), "unit": "s", "target": target},
        {"name": f"{name}: states", "value": sum(found.histogram), "unit": "", "target": 239_500_800},
        {"name": f"{name}: radius", "value": found.radius, "unit": "moves", "target": None},
        {"name": f"{name}: antipodes", "value": len(found.antipodes), "unit": "", "target": None},
    ]


def bulk(count: int = 1_000_000) -> list[dict[str, object]]:
    generator = np.random.default_rng(Random(1).randrange(1 << 32))
    boards = generator.permuted(np.tile(np.arange(9, dtype=np.int64), (count, 1)), axis=1)
    start = time.perf_counter()
    distances = complete.table(SlidingTiles(3, 3))
    built = time.perf_counter() - start
    distances.look_up(boards[:1])  # compile
    start = time.perf_counter()
    found = distances.look_up(boards)
    seconds = time.perf_counter() - start
    return [
        {"name": "8-puzzle table built", "value": round(built, 3), "unit": "s", "target": None},
        {"name": "8-puzzle look-ups", "value": round(count / seconds / 1e6, 1), "unit": "M boards/s", "target": None},
        {"name": "8-puzzle look-ups: sum", "value": int(found.sum()), "unit": "", "target": None},
    ]


def rows() -> list[dict[str, object]]:
    found = table(3, 4, "stm", 60.0)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    found.append({"name": "3x4 stm complete table: whole process", "value": peak, "unit": "MB", "target": 300})
    for size in ((3, 4, "mtm"), (2, 6, "stm"), (2, 6, "mtm")):
        found += table(*size, 60.0)
    return found + bulk()


def main() -> None:
    for row in rows():
        print(f"{row['name']:42} {row['value']:>14} {row['unit']:10} target {row['target']}")


if __name__ == "__main__":
    main()
