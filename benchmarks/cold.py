"""The cost of a first answer on a machine without tables. `python -m benchmarks cold`.

Each row is a separate process with an empty folder for tables; the 15-puzzles are the median and the worst.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

Row = dict[str, object]
Figures = tuple[float, float, float]

SOLVABLE = [sys.executable, "-m", "solvable"]
NOTEBOOK = (
    "from random import Random; from solvable import SlidingTiles; p = SlidingTiles(5, 5);"
    "print(len(p.near(p.scramble(Random(1)), seconds=1)))"
)


def row(name: str, value: float, target: float | None = None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": "s", "target": target}


def run(command: list[str]) -> Figures:
    """Seconds to the first output and to the end, and CPU seconds, children included."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"SOLVABLE_CACHE": folder}
        spent, begun = os.times(), time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment) as process:
            assert process.stdout is not None
            process.stdout.read(1)
            first = time.monotonic() - begun
            process.stdout.read()
        whole, now = time.monotonic() - begun, os.times()
    if process.returncode not in (0, 1, 3):
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    cpu = now.children_user + now.children_system - spent.children_user - spent.children_system
    return first, whole, cpu


def told(name: str, figures: Figures, most: float | None = None) -> list[Row]:
    """Return the rows of a command that may take `most` seconds in all."""
    first, whole, cpu = figures
    return [
        row(f"{name}: first output", first),
        row(f"{name}: whole", whole, most),
        row(f"{name}: processor", cpu),
    ]


def rows(puzzles: int = 20) -> list[Row]:
    """Return all figures."""
    found = []
    for name, command, most in (
        ("8-puzzle", [*SOLVABLE, "solve", "tiles:3x3#1"], 0.6),
        ("lights 5 × 5", [*SOLVABLE, "solve", "lights:5x5#1"], None),
        ("near 10 × 10, 2 s", [*SOLVABLE, "solve", "tiles:10x10#1", "--near", "--time", "2"], 2.3),
        ("notebook, near 5 × 5, 1 s", [sys.executable, "-c", NOTEBOOK], 1.3),
    ):
        found += told(name, run(command), most)
    figures = [run([*SOLVABLE, "solve", f"tiles:4x4#{seed}"]) for seed in range(1, puzzles + 1)]
    first, whole, cpu = zip(*figures, strict=True)
    middle = statistics.median(first), statistics.median(whole), statistics.median(cpu)
    found += told(f"15-puzzle, median of {puzzles}", middle, 0.8)
    found += told(f"15-puzzle, worst of {puzzles}", (max(first), max(whole), max(cpu)), 10)
    return found
