"""Batches over two workers: lights in bulk, 15-puzzles with the largest tables. `python -m benchmarks batch`."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from solvable import LightsOut, SlidingTiles, families
from solvable.game_id import format_board

Row = dict[str, object]
TABLES = "4x4-78"


def measured(name: str, puzzle: LightsOut | SlidingTiles, count: int, target: float) -> Row:
    """Return the seconds that a batch of random boards takes, including the start of the program."""
    rng = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "boards.txt"
        source.write_text("".join(f"{format_board(puzzle, puzzle.scramble(rng))}\n" for _ in range(count)))
        words = ["batch", str(source), "--out", f"{folder}/answers.jsonl", "--workers", "2"]
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "solvable", *words], check=True, stderr=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
    return {"name": f"{count:,} {name}, two workers", "value": float(f"{seconds:.3g}"), "unit": "s", "target": target}


def rows() -> list[Row]:
    families.registry().build(TABLES)
    return [
        measured("5 × 5 boards, fewest presses", LightsOut(5, 5), 100_000, 10),
        measured(f"15-puzzles, optimal, tables {TABLES}", SlidingTiles(4, 4), 1000, 10),
    ]


if __name__ == "__main__":
    for row in rows():
        print(row)
