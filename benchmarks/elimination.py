"""Elimination over GF(2): dense, sparse random graphs, meshes. `python -m benchmarks elimination`."""

import resource
import statistics
import time
from random import Random

import numpy as np

from solvable.lights.algebra import elimination
from solvable.lights.algebra.elimination import BitMatrix
from solvable.lights.methods import frontal_elimination as sparse
from solvable.lights.methods.frontal_elimination import Sparse

Row = dict[str, object]


def row(name: str, value: float, unit: str, target: float | None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


def dense(size: int, repeats: int, target: float | None) -> Row:
    """A random system with a solution, so that its right side does not depend on luck."""
    rng, times = np.random.default_rng(size), []
    for _ in range(repeats):
        matrix = rng.integers(0, 2**64, (size, (size + 63) // 64), dtype=np.uint64)
        matrix[:, -1] &= np.uint64((1 << (size - 1) % 64 + 1) - 1)
        rhs = (np.bitwise_count(matrix & matrix[0]).sum(axis=1) & 1).tolist()
        start = time.perf_counter()
        answer = elimination.solve(BitMatrix.of(matrix), rhs)
        times.append(time.perf_counter() - start)
        assert answer.solution is not None
    return row(f"dense random {size} × {size} solved", statistics.median(times), "s", target)


def timed(matrix: Sparse, name: str, target: float) -> Row:
    rng = Random(1)
    rhs = [rng.randrange(2) for _ in range(matrix.height)]
    start = time.perf_counter()
    answer = sparse.solve_sparse(matrix, rhs)
    seconds = time.perf_counter() - start
    kind = "refuted" if answer.solution is None else "solved"
    return row(f"{name} {kind} (nullity {answer.nullity})", seconds, "s", target)


def random_graph(size: int, degree: int) -> Sparse:
    rng, near = Random(2), [{cell} for cell in range(size)]
    for _ in range(size * degree // 2):
        a, b = rng.randrange(size), rng.randrange(size)
        near[a].add(b)
        near[b].add(a)
    return Sparse.from_rows([sorted(cells) for cells in near], size)


def mesh(height: int, width: int, holes: float) -> Sparse:
    """A grid some of whose cells touch nothing but themselves."""
    rng = Random(3)
    gone = [rng.random() < holes for _ in range(height * width)]
    lines = []
    for cell in range(height * width):
        r, c = divmod(cell, width)
        around = [(cell - width, r > 0), (cell - 1, c > 0), (cell + 1, c < width - 1), (cell + width, r < height - 1)]
        near = [other for other, inside in around if inside and not gone[cell] and not gone[other]]
        lines.append(sorted([cell, *near]))
    return Sparse.from_rows(lines, height * width)


def rows() -> list[Row]:
    timed(mesh(20, 20, 0.1), "warm", 0)
    dense(100, 1, None)
    found = [dense(1000, 5, None), dense(2500, 5, None), dense(10_000, 3, 0.4)]
    found.append(timed(random_graph(10_000, 4), "random graph of 10,000 lamps and degree 4", 1))
    found.append(timed(mesh(317, 316, 0.02), "mesh of 100,172 lamps with holes", 30))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    found.append(row("most memory of the process", memory, "GB", 4))
    return found


if __name__ == "__main__":
    for measured in rows():
        print(measured)
