"""Small boards and dense matrices compared with programs in C, in one run: `python -m benchmarks small` (or
`small.boards`).

The C programs, in benchmarks/c, are compiled here if there is a compiler; M4RI is used if its library is installed.
Times are CPU seconds, the minimum of several runs by turns. Data that all boards of a puzzle share is computed before
on both sides: the C program gets the quiet patterns and the first rows that clear a last row, and is compiled for its
size; reading a board, a byte 0 or 1 a cell, and finding one solution count on both sides. "By itself" is
`puzzle.optimal(state)`, a tuple in, a Solution out; "in bulk" `solve_many` of 1,000 boards. Both give the same presses.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from solvable.lights.algebra import elimination
from solvable.lights.algebra.elimination import BitMatrix
from solvable.lights.batch import solve_many
from solvable.lights.board import LightsOut
from solvable.lights.min_weight.coset import echelon, lowest_bits
from solvable.lights.transfer_matrix.ints import residual

Row = dict[str, object]
SOURCES = Path(__file__).parent / "c"
COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
BOARDS = 1000
SIDES = ((5, 200), (9, 30), (29, 3), (23, 1), (19, 1))  # side, and the number of times that the boards are solved in C
SIZES = ((200, 40), (1000, 15), (2500, 7), (10_000, 3), (20_000, 1))
ROUNDS = 5


def row(name: str, value: float, unit: str, target: float | None = None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


def least(work: Callable[[], object], repeats: int) -> float:
    """Return the minimum of the CPU seconds that `work` takes."""
    found = float("inf")
    for _ in range(repeats):
        begun = time.process_time_ns()
        work()
        found = min(found, (time.process_time_ns() - begun) * 1e-9)
    return found


def compiled(source: str, folder: str, *options: str) -> str | None:
    """Return the program compiled from a source in benchmarks/c; None without a compiler or a required library."""
    if COMPILER is None:
        return None
    program = str(Path(folder) / Path(source).stem)
    for native in (["-march=native"], []):
        command = [COMPILER, "-O3", *native, str(SOURCES / source), "-o", program, *options]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            return program
    return None


def told(puzzle: LightsOut, states: list[tuple[int, ...]]) -> str:
    """Return the input of the C program: quiet patterns, first rows that clear the last, boards."""
    side = puzzle.width
    below = (1 << side) - 1
    rows = []
    for lamp in range(side):  # a single press in the first row, by the last row that it leaves
        board = [0] * side
        for cell, _ in puzzle.toggle(lamp):
            board[cell // side] ^= 1 << cell % side
        rows.append(residual(board, side) | 1 << side + lamp)
    reduced, _ = echelon(rows, below)
    mends = dict(zip(lowest_bits(reduced, below), reduced, strict=True))
    firsts = [mends.get(1 << lamp, 0) >> side for lamp in range(side)]
    lines = [*puzzle.quiet_patterns, *([first >> lamp & 1 for lamp in range(side)] for first in firsts), *states]
    return "\n".join("".join(map(str, line)) for line in lines)


def boards() -> list[Row]:
    """Return the rows of every side: one board by itself, and 1,000 in bulk."""
    return [each for side, repeats in SIDES for each in of_side(side, repeats)]


def of_side(side: int, repeats: int) -> list[Row]:
    puzzle, rng = LightsOut(side, side), Random(side)
    states = [puzzle.scramble(rng) for _ in range(BOARDS)]
    array, name = np.array(states, np.uint8), f"{side} × {side} (nullity {puzzle.nullity})"
    for state in states[:40]:  # until data that pays only for many boards is prepared
        puzzle.optimal(state)
    total = int(solve_many(puzzle, array).lengths.sum())
    alone = bulk = theirs = float("inf")
    with TemporaryDirectory() as folder:
        program = compiled("gray_code.c", folder, f"-DN={side}", f"-DD={puzzle.nullity}")
        given = told(puzzle, states)
        for _ in range(ROUNDS):
            alone = min(alone, least(lambda: [puzzle.optimal(state) for state in states[:200]], 3) / 200)
            bulk = min(bulk, least(lambda: solve_many(puzzle, array), 5) / BOARDS)
            if program is not None:
                command = [program, str(BOARDS), str(repeats)]
                nanoseconds, sum_of = subprocess.run(
                    command, input=given, text=True, stdout=subprocess.PIPE, check=True
                ).stdout.split()
                if int(sum_of) != total:
                    raise RuntimeError(f"{sum_of} presses by Gray code, {total} by ours, {side} × {side}")
                theirs = min(theirs, float(nanoseconds) * 1e-9)
    found = [row(f"{name}, by itself", alone * 1e6, "µs"), row(f"{name}, in bulk", bulk * 1e6, "µs")]
    if program is not None:
        found += [
            row(f"{name}, Gray code in C", theirs * 1e6, "µs"),
            row(f"{name}, by itself: more than C", (alone - theirs) * 1e6, "µs", 20),
            row(f"{name}, in bulk: times C", bulk / theirs, "×", 1),
        ]
    return found


def dense() -> list[Row]:
    """Return the rows of every size: the reduced echelon form, and solving a system."""
    elimination.solve(BitMatrix.of(np.full((70, 2), 1, np.uint64)), [1] * 70)
    with TemporaryDirectory() as folder:
        program = compiled("m4ri.c", folder, "-lm4ri")
        return [each for size, repeats in SIZES for each in of_size(size, repeats, program)]


def of_size(size: int, repeats: int, program: str | None) -> list[Row]:
    matrix = np.random.default_rng(size).integers(0, 2**64, (size, (size + 63) // 64), dtype=np.uint64)
    matrix[:, -1] &= np.uint64((1 << (size - 1) % 64 + 1) - 1)
    right = (np.bitwise_count(matrix & matrix[0]).sum(axis=1) & 1).tolist()
    packed = BitMatrix.of(matrix)
    reduced = solved = float("inf")
    theirs = [float("inf")] * 3
    for _ in range(min(repeats, 3)):
        reduced = min(reduced, least(lambda: elimination.reduce_rows(packed, size), repeats))
        solved = min(solved, least(lambda: elimination.solve(packed, right), repeats))
        if program is not None:
            run = subprocess.run(
                [program, str(size), str(repeats)], text=True, stdout=subprocess.PIPE, check=True,
                env=os.environ | {"OMP_NUM_THREADS": "1"},
            )  # fmt: skip
            theirs = [min(pair) for pair in zip(theirs, map(float, run.stdout.split()), strict=True)]
    name = f"{size} × {size}"
    found = [row(f"{name} reduced", reduced * 1e3, "ms"), row(f"{name} solved", solved * 1e3, "ms")]
    if program is not None:
        found += [
            row(f"{name} reduced, M4RI", min(theirs[:2]) * 1e3, "ms"),
            row(f"{name} solved, M4RI", theirs[2] * 1e3, "ms"),
            row(f"{name} reduced: times M4RI", reduced / min(theirs[:2]), "×", 1),
            row(f"{name} solved: times M4RI", solved / theirs[2], "×", 1),
        ]
    return found


def rows() -> list[Row]:
    return boards() + dense()


if __name__ == "__main__":
    for measured in rows():
        print(measured)
