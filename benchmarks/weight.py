"""Fewest presses of random solvable boards, by each method. `python -m benchmarks weight`."""

import resource
import statistics
import time
from random import Random

from solvable.core.budget import Budget
from solvable.lights.min_weight import two_states
from solvable.lights.nullity import fibonacci
from solvable.lights.transfer_matrix import ints as boards
from solvable.lights.transfer_matrix.words import pattern

Row = dict[str, object]


def row(name: str, value: float, unit: str, target: float | None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


def joined(board: list[int], width: int) -> int:
    return sum(line << width * r for r, line in enumerate(board))


def quiet(width: int, height: int) -> list[int]:
    return [joined(pattern(first, width, height), width) for first in boards.quiet_first_rows(width, height)]


def plane(size: int, repeats: int, target: float) -> Row:
    """The median over random boards; every answer is proved, with its count and the lexicographically least
    solution.
    """
    basis, rng, times = quiet(size, size), Random(size), []
    two_states.fewest(size * size, 0, basis, Budget(), width=size)
    for _ in range(repeats):
        offset = rng.getrandbits(size * size)
        start = time.perf_counter()
        found = two_states.fewest(size * size, offset, basis, Budget(), width=size)
        times.append(time.perf_counter() - start)
        assert found.is_optimal and found.optimal_count
    return row(f"{size}² (nullity {len(basis)}): {found.method}", statistics.median(times) * 1e3, "ms", target)


def any_board(rank: int, cells: int, target: float) -> Row:
    rng = Random(rank)
    basis = [rng.getrandbits(cells) for _ in range(rank)]
    two_states.fewest(cells, 0, basis[:20], Budget())
    start = time.perf_counter()
    found = two_states.fewest(cells, rng.getrandbits(cells), basis, Budget())
    seconds = time.perf_counter() - start
    assert found.is_optimal
    return row(f"any {cells} cells, nullity {rank}: {found.method}", seconds, "s", target)


def beyond(size: int, limit: float) -> list[Row]:
    offset, basis = Random(3).getrandbits(size * size), quiet(size, size)
    start = time.perf_counter()
    found = two_states.fewest(size * size, offset, basis, Budget(limit), width=size)
    seconds = time.perf_counter() - start
    name = f"{size}² (nullity {len(basis)}) within {limit:g} s"
    return [
        row(f"{name}: time", seconds, "s", None),
        row(f"{name}: presses found", found.weight, "", None),
        row(f"{name}: proved bound", found.lower_bound, "", None),
    ]


def all_lit(limit: int, target: float) -> Row:
    start = time.perf_counter()
    for n in range(1, limit + 1):
        presses = joined(boards.solve([(1 << n) - 1] * n, n).presses, n)
        found = two_states.fewest(n * n, presses, quiet(n, n), Budget(), width=n)
        assert found.is_optimal and fibonacci.nullity(n, n) < 64
    return row(f"all-lit n × n, n = 1 … {limit}, all proved", time.perf_counter() - start, "s", target)


def rows() -> list[Row]:
    found = [
        plane(size, repeats, target)
        for size, repeats, target in (
            (30, 21, 10),
            (62, 21, 10),
            (47, 21, 20),
            (39, 21, 30),
            (61, 9, 300),
            (119, 5, 3000),
            (128, 1, 60_000),
        )
    ]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    found.append(row("128²: most memory of the process", memory, "GB", 3))
    found += [any_board(32, 1521, 1.5), all_lit(78, 60), *beyond(79, 20)]
    return found


if __name__ == "__main__":
    for measured in rows():
        print(measured)
