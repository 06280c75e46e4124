"""Short solutions of big boards: mean length in the time allowed, every solution replayed. `python -m benchmarks near`.

That leaves out the limits of ten seconds and more, which take twenty minutes: `python -m benchmarks near --long`.
`python -m benchmarks.near 5 6 100` times only these sizes, with `--seconds 2` only that limit, with `--workers 2` by so
many; `python -m benchmarks.near --whole 1000` makes whole streams of this size, which takes 20 minutes.
"""

import argparse
import ctypes
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles import heuristics, moves
from solvable.tiles.suboptimal import search, stream

Array = NDArray[Any]
Row = dict[str, object]
KORF = Path(__file__).parent.parent / "tests" / "oracles" / "tiles" / "korf50.txt"

LONG = 10.0  # seconds of a limit that takes long to measure
# (side, boards, seconds, target, unit of the target)
TASKS = (
    (5, 50, 0.05, 107.0, "moves"),
    (5, 50, 1.0, 101.2, "moves"),
    (5, 50, 10.0, 100.85, "moves"),
    (6, 50, 1.0, 1.318, "× Manhattan"),
    (7, 20, 2.0, 1.31, "× Manhattan"),
    (7, 20, 10.0, 1.295, "× Manhattan"),
    (8, 20, 10.0, 1.34, "× Manhattan"),
    (10, 20, 0.2, 1050.0, "moves"),
    (10, 20, 10.0, 900.0, "moves"),
    (20, 5, 0.5, 1.6, "n³"),
    (20, 5, 2.0, 1.05, "n³"),
    (20, 5, 20.0, 1.0, "n³"),
    (100, 3, 3.0, 1.05, "n³"),
    (100, 3, 20.0, 0.95, "n³"),
)


def boards(side: int, count: int) -> Iterator[tuple[SlidingTiles, State]]:
    """Yield Korf's 24-puzzles, or uniform random boards of another side."""
    if side == 5:
        puzzle = SlidingTiles(5, 5, goal="blank-first")
        for line in KORF.read_text().splitlines():
            if not line.startswith("#"):
                yield puzzle, tuple(int(tile) for tile in line.split(" : ")[1].split())
        return
    puzzle, rng = SlidingTiles(side, side), Random(20250)
    for _ in range(count):
        yield puzzle, puzzle.scramble(rng)


def task(side: int, count: int, seconds: float, target: float, unit: str, *, workers: int = 1) -> Row:
    """Return the mean length over the boards of one task, in its unit, kernels compiled and tables loaded."""
    lengths: list[int] = []
    distances: list[int] = []
    times: list[float] = []
    for puzzle, state in boards(side, count):
        if not times:
            search.near(puzzle, state, Budget(min(seconds, 1), workers=workers))
        begun = time.perf_counter()
        solution = search.near(puzzle, state, Budget(seconds, workers=workers))
        times.append(time.perf_counter() - begun)
        if moves.replay(side, state, solution.moves) != puzzle.goal or solution.lower_bound > len(solution):
            raise ValueError("a wrong solution")
        lengths.append(len(solution))
        distances.append(heuristics.manhattan(state, puzzle.goal, side))
    mean = statistics.mean(lengths)
    value = {"moves": mean, "× Manhattan": sum(lengths) / sum(distances), "n³": mean / side**3}[unit]
    by = f" by {workers} workers" if workers > 1 else ""
    name = f"{len(lengths)} boards {side} × {side} in {seconds:g} s{by} (longest {max(times):.2f} s)"
    return {"name": name, "value": float(f"{value:.4g}"), "unit": unit, "target": target}


def streamed(side: int, short: bool, seconds: float, target: float) -> Row:
    """Return how many moves a second a stream of a random board yields in its first seconds."""
    board = np.array(SlidingTiles(side, side).scramble(Random(3)), np.int64)
    list(stream.stream(np.array(SlidingTiles(9, 9).scramble(Random(3)), np.int64), 9, 9, short=short))
    begun, made = time.perf_counter(), 0
    for part in stream.stream(board, side, side, short=short):
        made += len(part)
        if time.perf_counter() - begun > seconds:
            break
    speed = made / (time.perf_counter() - begun)
    name = f"stream of {side} × {side}{', short' if short else ''}: first {seconds:g} s"
    return {"name": name, "value": float(f"{speed:.3g}"), "unit": "moves/s", "target": target}


# VmHWM, since the ru_maxrss of a process begins with what its parent takes
PEAK = """
import sys
import numpy as np
from solvable.tiles.suboptimal import stream
side, short = int(sys.argv[1]), sys.argv[2] == "short"
board = np.append(np.random.default_rng(1).permutation(side * side - 1) + 1, 0)
made = 0
for part in stream.stream(board, side, side, short=short):
    made += len(part)
    if made > 3e7:
        break
print(next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1024)
"""


def peak(side: int, short: bool) -> Row:
    """Return the peak memory of a process that does nothing but stream, over the first 30 million moves."""
    words = [sys.executable, "-c", PEAK, str(side), "short" if short else "fast"]
    most = float(subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout)
    name = f"stream of {side} × {side}{', short' if short else ''}: peak memory of the process"
    return {"name": name, "value": float(f"{most:.4g}"), "unit": "MB", "target": 200}


@cache
def replay() -> Callable[[Array, int, Array, int], int]:
    """Return a function that makes the moves of a path on a board, compiled from C and sharing nothing."""
    with TemporaryDirectory() as folder:
        library = Path(folder) / "replay.so"
        source = Path(__file__).parent / "c" / "replay.c"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        function = ctypes.CDLL(str(library)).replay
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    function.restype, function.argtypes = number, (pointer, number, pointer, number, number)

    def replayed(board: Array, blank: int, path: Array, width: int) -> int:
        return int(function(board.ctypes.data, blank, path.ctypes.data, path.size, width))

    return replayed


def whole(side: int, short: bool) -> Row:
    """Return how long a whole stream of a random board is, every move made on a second board."""
    board = np.array(SlidingTiles(side, side).scramble(Random(3)), np.int64)
    second, made, spent = board.copy(), 0, 0.0
    blank = int(np.flatnonzero(board == 0)[0])
    begun = time.perf_counter()
    for part in stream.stream(board, side, side, short=short):
        spent += time.perf_counter() - begun
        blank = replay()(second, blank, np.frombuffer(part, np.int32), side)
        made += len(part)
        begun = time.perf_counter()
    if blank < 0 or not np.array_equal(second, np.append(np.arange(1, side * side), 0)):
        raise ValueError("a wrong stream")
    name = f"whole stream of {side} × {side}{', short' if short else ''} ({made / spent:.2g} moves/s)"
    return {
        "name": name,
        "value": float(f"{made / side**3:.4g}"),
        "unit": "n³",
        "target": (0.95 if side > 300 else 0.98) if short else 2.667,
    }


def rows(sides: tuple[int, ...] = (), *, long: bool = False) -> list[Row]:
    """Return the figures of all tasks, or of the given sides; without `long` only those of short limits."""
    found = [
        task(side, count, seconds, target, unit)
        for side, count, seconds, target, unit in TASKS
        if (not sides or side in sides) and (long or seconds < LONG)
    ]
    if not sides or 1000 in sides:
        found += [streamed(1000, False, 10, 1e7), streamed(1000, True, 10, 1e6)]
        found += [peak(1000, False), peak(1000, True)]
    if not sides or 300 in sides:
        found += [whole(300, False), whole(300, True)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sides", type=int, nargs="*")
    parser.add_argument("--whole", action="store_true", help="streams to their end")
    parser.add_argument("--seconds", type=float, help="only the tasks of this limit")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    sides = tuple(given.sides)
    if given.whole:
        found: Iterable[Row] = (whole(side, short) for side in sides for short in (True, False))
    elif given.seconds is not None or given.workers > 1:
        chosen = (each for each in TASKS if (not sides or each[0] in sides) and given.seconds in {None, each[2]})
        found = (task(*each, workers=given.workers) for each in chosen)
    else:
        found = rows(sides, long=True)
    for each in found:
        print(each["name"], each["value"], each["unit"], "target", each["target"], flush=True)


if __name__ == "__main__":
    main()
