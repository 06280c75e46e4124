"""The cost of an answer over HTTP, on the loopback, with one client: `python -m benchmarks serve`.

15-puzzles one after the other with compiled kernels, 5 × 5 lights on one worker, the overhead of a request beyond the
seconds that the solver reports, the CPU time of the server's own process, and the first answer of a server without any
caches.
"""

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Row = dict[str, object]


def row(name: str, value: float, unit: str, target: float | None = None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


@contextmanager
def server(**environment: str) -> Iterator[tuple[str, int]]:
    """Start a server of one worker, and yield its address and its process number."""
    command = [sys.executable, "-m", "solvable", "serve", "--port", "0", "--workers", "1", "--lang", "en"]
    settings = {name: value for name, value in os.environ.items() if name != "SOLVABLE_KERNELS"} | environment
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdout=pipe, stderr=quiet, text=True, env=settings) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[2].removeprefix("http://"), process.pid
        finally:
            process.terminate()


def ask(line: http.client.HTTPConnection, verb: str, **fields: object) -> dict[str, float]:
    """Return an answer, with the milliseconds that it took as `took`."""
    begun = time.perf_counter()
    line.request("POST", f"/api/v1/{verb}", json.dumps(fields), {"Content-Type": "application/json"})
    answer = json.loads(line.getresponse().read())
    return {**answer, "took": 1000 * (time.perf_counter() - begun)}


def processor(process: int) -> float:
    """Return the CPU milliseconds of a process without its children; 0 if the system does not report them."""
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e6
    except OSError:
        return 0.0


def cold() -> float:
    """Return the seconds from starting a server without tables to its first answer."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        with server(SOLVABLE_CACHE=folder) as (place, _):
            ask(http.client.HTTPConnection(place), "solve", board="lights:5x5#1")
            return time.perf_counter() - begun


def rows(boards: int = 200) -> list[Row]:
    """Return all figures."""
    with server() as (place, process):
        line = http.client.HTTPConnection(place)
        for seed in range(5):
            ask(line, "solve", board=f"tiles:4x4#{seed}")
            ask(line, "solve", board=f"lights:5x5#{seed}")
        tiles = [ask(line, "solve", board=f"tiles:4x4#{seed}") for seed in range(boards)]
        begun, spent = time.perf_counter(), processor(process)
        lights = [ask(line, "solve", board=f"lights:5x5#{seed}") for seed in range(boards)]
        rate, spent = boards / (time.perf_counter() - begun), processor(process) - spent
    above = [each["took"] - 1000 * each["seconds"] for each in tiles + lights]
    return [
        row(f"15-puzzle over HTTP, median of {boards}", statistics.median(each["took"] for each in tiles), "ms", 100),
        row("lights 5 × 5 over HTTP, one worker", rate, "boards/s", 200),
        row("above the solver's own time, median", statistics.median(above), "ms", 3),
        row("lights 5 × 5: processor of the server's own process", spent / boards, "ms"),
        row("first answer after a cold start, from the command", cold(), "s"),
    ]
