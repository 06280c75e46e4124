"""The cost of a command from start to end, with all caches warm. `python -m benchmarks startup`.

Each command is a separate process, run several times: the median of its CPU seconds, and its peak memory.
"""

import os
import statistics
import subprocess
import sys
import tempfile

Row = dict[str, object]

RUNS = 5
LEFT_OUT = "SOLVABLE_KERNELS", "PYTHONDONTWRITEBYTECODE"
COMMANDS = {
    "solve 110/000/000": (0.12, 40),
    "check lights:9x9#1": (0.15, 40),
    "solve lights:5x5#1": (0.15, 40),
    "solve tiles:3x3#1": (0.15, 40),
    "count lights:5x5": (0.15, 40),
    "solve tiles:4x4#2": (0.35, 120),
    "solve tiles:4x4#1": (0.35, 120),
    "solve tiles:4x4#2 --any": (None, None),
    "solve tiles:10x10#1 --near --time 0.2": (0.8, None),
    "solve --help": (None, None),
}


def rows() -> list[Row]:
    """Return all figures."""
    found: list[Row] = []
    # A separate folder, since a search uses the largest tables that exist
    with tempfile.TemporaryDirectory() as tables:
        for words, (seconds, megabytes) in COMMANDS.items():
            run(words, tables)  # fills the caches
            spent, held = zip(*(run(words, tables) for _ in range(RUNS)), strict=True)
            found += [row(f"{words}: processor", statistics.median(spent), "s", seconds)]
            found += [row(f"{words}: memory", max(held), "MB", megabytes)]
    return found


def row(name: str, value: float, unit: str, target: float | None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


def run(words: str, tables: str) -> tuple[float, float]:
    """CPU seconds and peak megabytes of the command; Python writes bytecode, as for users."""
    process = subprocess.Popen(
        [sys.executable, "-m", "solvable", *words.split()],
        env={name: value for name, value in os.environ.items() if name not in LEFT_OUT} | {"SOLVABLE_CACHE": tables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 3):
        raise RuntimeError(f"solvable {words} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000
