"""Comparison with packages that pip can install, in one run: the same random boards by `galois` and by plain n² × n²
elimination.

`galois` row-reduces the augmented toggle matrix over GF(2); "plain elimination" is one pass of XORs over rows as Python
ints; ours is `lights.transfer_matrix.ints.solve`. Every solution is checked before it is timed.
"""

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

import numpy as np

from solvable.core.errors import UnsolvableError
from solvable.lights import LightsOut
from solvable.lights.transfer_matrix import ints as giant

Row = dict[str, object]


def board(n: int) -> list[int]:
    """Return a random solvable n × n board as rows of ints."""
    rng = Random(n)
    presses = [rng.getrandbits(n) for _ in range(n)]
    full = (1 << n) - 1
    padded = [0, *presses, 0]
    return [padded[r] ^ row ^ (row << 1 & full) ^ row >> 1 ^ padded[r + 2] for r, row in enumerate(presses)]


def ours(lamps: list[int], n: int) -> list[int] | None:
    """Return the presses, row by row, or None for an unsolvable board."""
    try:
        return list(giant.solve(lamps, n).presses)
    except UnsolvableError:
        return None


def plain(lamps: list[int], n: int) -> list[int] | None:
    """Solve the n² × n² system by elimination on rows that are ints: the pivots from the highest bit down."""
    cells = n * n
    pivots: dict[int, int] = {}
    low = (1 << cells) - 1
    for cell, toggles in enumerate(LightsOut(n, n).toggles):
        row = sum(1 << other for other, _ in toggles) | 1 << (cells + cell)
        while (lead := (row & low).bit_length()) and lead in pivots:
            row ^= pivots[lead]
        if lead:
            pivots[lead] = row
    row = sum(line << (n * r) for r, line in enumerate(lamps))
    while (lead := (row & low).bit_length()) in pivots:
        row ^= pivots[lead]
    if row & low:
        return None
    presses = row >> cells
    return [presses >> (n * r) & ((1 << n) - 1) for r in range(n)]


def by_galois(lamps: list[int], n: int) -> list[int] | None:
    """Row-reduce (A | b) with galois and read off a solution at the pivots."""
    import galois

    cells = n * n
    augmented = np.zeros((cells, cells + 1), np.uint8)
    for cell, toggles in enumerate(LightsOut(n, n).toggles):
        for other, _ in toggles:
            augmented[other, cell] = 1
    augmented[:, cells] = [lamps[c // n] >> (c % n) & 1 for c in range(cells)]
    reduced = np.asarray(galois.GF(2)(augmented).row_reduce())
    presses = 0
    for line in reduced:
        lead = int(line.argmax())
        if line[lead] and lead == cells:
            return None
        if line[lead] and line[cells]:
            presses |= 1 << lead
    return [presses >> (n * r) & ((1 << n) - 1) for r in range(n)]


def darkens(presses: list[int], lamps: list[int], n: int) -> bool:
    """Return whether the presses turn off the board."""
    full = (1 << n) - 1
    padded = [0, *presses, 0]
    return all(
        lamp == padded[r] ^ padded[r + 1] ^ (padded[r + 1] << 1 & full) ^ padded[r + 1] >> 1 ^ padded[r + 2]
        for r, lamp in enumerate(lamps)
    )


def timed(solve: Callable[[list[int], int], list[int] | None], n: int, runs: int) -> float:
    """Return the median seconds of `runs` solves; the solution is checked first."""
    lamps = board(n)
    presses = solve(lamps, n)
    if presses is None or not darkens(presses, lamps, n):
        raise RuntimeError(f"{solve.__name__} does not solve the {n} × {n} board")
    seconds = []
    for _ in range(runs):
        start = perf_counter()
        solve(lamps, n)
        seconds.append(perf_counter() - start)
    return median(seconds)


def rows() -> list[Row]:
    """Return milliseconds for each solver and size, and how many times faster ours is."""
    found: list[Row] = []
    for name, solve, sizes in (
        ("galois row_reduce", by_galois, (10, 20, 30)),
        ("plain elimination", plain, (10, 30, 60)),
    ):
        for n in sizes:
            theirs, mine = timed(solve, n, 3), timed(ours, n, 30)
            found += [
                {"name": f"{n} × {n}, {name}", "value": round(theirs * 1e3, 2), "unit": "ms", "target": None},
                {"name": f"{n} × {n}, ours", "value": round(mine * 1e3, 4), "unit": "ms", "target": None},
                {"name": f"{n} × {n}, ratio", "value": round(theirs / mine), "unit": "×", "target": None},
            ]
    return found


def main() -> None:
    """Print the rows."""
    for row in rows():
        print(f"{row['name']:40} {row['value']:>12} {row['unit']}")


if __name__ == "__main__":
    main()
