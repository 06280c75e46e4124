"""Giant two-colour boards: rows to rows, nullities, whole processes. `python -m benchmarks giant`."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from solvable.core.errors import UnsolvableError
from solvable.lights.nullity import fibonacci, roots_of_unity
from solvable.lights.transfer_matrix import ints as boards
from solvable.lights.transfer_matrix import primes
from solvable.lights.transfer_matrix import words as plane_words

Row = dict[str, object]

MEASURE = """
import resource, subprocess, sys, time
start = time.perf_counter()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, status)
"""


def median(work: Callable[[], object], repeats: int) -> float:
    """Return the median seconds of `work`, after one run that does not count (compilation, first touch)."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def row(name: str, value: float, unit: str, target: float | None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


def random_board(width: int, height: int) -> Any:
    board = np.random.default_rng(1).integers(0, 2**64, (height, (width + 63) // 64), dtype=np.uint64)
    board[:, -1] &= plane_words.last_mask(width)
    return board


def verdict(board: Any, width: int, proof: Any = None) -> None:
    """Solve in place; an unsolvable board stays as it is, and all rows of its proof go to `proof`."""
    try:
        boards.solve(board, width, in_place=True)
    except UnsolvableError as error:
        assert isinstance(error.obstruction, plane_words.RowsObstruction)
        error.obstruction.write(proof)


def rows_to_rows() -> list[Row]:
    found = []
    for side, repeats, target, times in ((1000, 101, 0.2, None), (10_000, 31, 6.0, 1.7), (30_000, 9, 50.0, None)):
        board = random_board(side, side)
        seconds = median(lambda: verdict(board, side), repeats)  # noqa: B023
        found.append(row(f"{side}² solved in place", seconds * 1e3, "ms", target))
        copy = np.empty_like(board)
        memcpy = median(lambda: np.copyto(copy, board), repeats)  # noqa: B023
        found.append(row(f"{side}²: times memcpy of the board", seconds / memcpy, "×", times))
    for width, height, repeats in ((9999, 9999, 31), (29_999, 29_999, 9), (100_000, 10_000, 3), (10_000, 100_000, 3)):
        board = random_board(width, height)
        proof = np.empty_like(board)
        seconds = median(lambda: verdict(board, width, proof), repeats)  # noqa: B023
        kind = "refuted" if fibonacci.nullity(width, height) else "solved"
        found.append(row(f"{width} × {height} {kind}", seconds * 1e3, "ms", None))
    return found


def python_ints() -> list[Row]:
    found = []
    for side, repeats, target in ((1000, 31, 1.5), (10_000, 5, 70.0)):
        rng = Random(side)
        board = [rng.getrandbits(side) for _ in range(side)]
        seconds = median(lambda: boards.solve(board, side), repeats)  # noqa: B023
        found.append(row(f"{side}² solved by Python ints alone", seconds * 1e3, "ms", target))
    return found


def nullities() -> list[Row]:
    kept, tori = range(1, 10**6 + 1), range(2, 25_002)
    return [
        row("nullity of 10⁴ × 10⁴", median(lambda: fibonacci.nullity(10**4, 10**4), 31) * 1e3, "ms", 0.2),
        row("nullity of 10⁶ × 10⁶", median(lambda: fibonacci.nullity(10**6, 10**6), 3), "s", 0.5),
        row(
            "nullities of n × n, n = 1 … 10⁶, kept", median(lambda: list(roots_of_unity.nullities(kept)), 1), "s", None
        ),
        row(
            "nullities of n × n, n = 1 … 25,000, found",
            median(lambda: list(roots_of_unity.plane(1, 25_000)), 1),
            "s",
            4,
        ),
        row(
            "nullities of tori, n = 2 … 25,001",
            median(lambda: list(roots_of_unity.nullities(tori, "torus")), 1),
            "s",
            4,
        ),
    ]


def attempt(plane: primes.Plane, board: Any) -> None:
    """Solve in place or refute, polynomials and all."""
    with suppress(UnsolvableError):
        primes.solve(plane, board, in_place=True)


def other_planes() -> list[Row]:
    cases = (
        ("plane, 3 states", 3, "plane", 0.6),
        ("torus, 2 states", 2, "torus", 0.4),
        ("cylinder, 2 states", 2, "cylinder", None),
    )
    found = []
    for name, k, surface, target in cases:
        board = np.random.default_rng(1).integers(0, k, (10_000, 10_000), dtype=np.uint8)
        seconds = median(lambda: attempt(primes.Plane(10_000, 10_000, k, surface), board), 3)  # noqa: B023
        found.append(row(f"10,000² {name}", seconds, "s", target))
    return found


def whole_processes() -> list[Row]:
    """Time `solvable solve BIG.pbm --out X.pbm`, Python's start and both files included."""
    found = []
    with TemporaryDirectory() as folder:
        for side, most_seconds, most_memory in ((10_000, 0.7, 150), (30_000, 1.5, 500), (100_000, None, 500)):
            board = Path(folder) / f"{side}.pbm"
            with board.open("wb") as file:
                file.write(f"P4\n{side} {side}\n".encode())
                file.writelines(os.urandom((side + 7) // 8) for _ in range(side))
            runs = [_process(board, Path(folder) / "presses.pbm") for _ in range(3)]
            board.unlink()  # the largest takes 1.25 GB, and so do its presses
            seconds, peak = (statistics.median(values) for values in zip(*runs, strict=True))
            found.append(row(f"{side}² as a whole process", seconds, "s", most_seconds))
            found.append(row(f"{side}² as a whole process: peak memory", peak, "MB", most_memory))
    return found


def _process(board: Path, presses: Path) -> tuple[float, float]:
    """Return the seconds and megabytes of the process, measured by one that is small (a fork inherits its peak)."""
    command = [sys.executable, "-m", "solvable", "solve", str(board), "--out", str(presses)]
    output = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], check=True, capture_output=True, text=True
    ).stdout
    seconds, kilobytes, status = map(float, output.split())
    if status not in (0, 1):
        raise RuntimeError(f"{' '.join(command)} ended with {status}")
    return seconds, kilobytes / 1024


def rows() -> list[Row]:
    return rows_to_rows() + python_ints() + nullities() + other_planes() + whole_processes()


def main() -> None:
    for found in rows():
        print(f"{found['name']:55} {found['value']:>10} {found['unit']:5} target {found['target']}")


if __name__ == "__main__":
    main()
