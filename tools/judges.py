"""The largest input of each judge's task, answered by a fresh process: `python -m tools.judges [TASK …] [--wall]`.

Prints the CPU seconds of the process (`--wall`: by the clock) and its peak memory. Exit 1 if a task takes more than a
second (tiles: three) or 256 MB. If a statement does not bound the number of cases, an input has at least `CASES`, the
number that its judges reportedly use.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from solvable.formats import judges

MEGABYTES = 256
LIGHTS, TILES = 1.0, 3.0  # seconds
CASES = 1000
SLIDING = {"uva10181", "hdu1043", "uva652", "luogu-p1379", "aoj-15puzzle", "poj3240", "hackerrank-n-puzzle"}
SLIDING |= {"leetcode773"}


class Cost(NamedTuple):
    """The cost of one process."""

    seconds: float
    wall: float
    megabytes: float
    lines: int


def grid(rng: Random, width: int, height: int, symbols: str, joint: str = "") -> str:
    """Return random rows."""
    return "".join(joint.join(rng.choice(symbols) for _ in range(width)) + "\n" for _ in range(height))


def pressed(rng: Random, width: int, height: int) -> str:
    """Return rows of 0 and 1 that random presses reach from the dark board."""
    lamps = [[0] * width for _ in range(height)]
    for row in range(height):
        for column in range(width):
            if rng.random() < 0.5:
                for down, right in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
                    if 0 <= row + down < height and 0 <= column + right < width:
                        lamps[row + down][column + right] ^= 1
    return "".join(" ".join(map(str, row)) + "\n" for row in lamps)


def walked(rng: Random, size: int, moves: int) -> list[int]:
    """Return a board of tiles after `moves` random moves without immediate reversals."""
    state, blank, before = [*range(1, size * size), 0], size * size - 1, -1
    for _ in range(moves):
        row, column = divmod(blank, size)
        steps = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        onward = [r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size and r * size + c != before]
        other = rng.choice(onward)
        state[blank], state[other], before, blank = state[other], 0, blank, other
    return state


def rows(state: list[int], size: int, blank: str = "0") -> str:
    """Return a board of tiles as rows."""
    words = [str(tile) if tile else blank for tile in state]
    return "".join(" ".join(words[start : start + size]) + "\n" for start in range(0, len(words), size))


def switches(rng: Random) -> str:
    """Return the most switches, all linked, so that reading dominates."""
    pairs = [(a, b) for a in range(1, 29) for b in range(1, 29) if a != b]
    cases = []
    for _ in range(CASES):
        linked = "".join(f"{a} {b}\n" for a, b in rng.sample(pairs, len(pairs)))
        cases.append(f"28\n{grid(rng, 28, 1, '01', ' ')}{grid(rng, 28, 1, '01', ' ')}{linked}0 0\n")
    return f"{CASES}\n" + "".join(cases)


def graphs(rng: Random) -> Iterator[str]:
    """Yield graphs of 35 lamps: sparse, a half of all links, and five hexagons, which have many quiet patterns."""
    every = [(a, b) for a in range(1, 36) for b in range(1, a)]
    hexagons = [(6 * h + i + 1, 6 * h + (i + 1) % 6 + 1) for h in range(5) for i in range(6)]
    grid_links = [(c + 1, c + 2) for c in range(35) if c % 5 < 4] + [(c + 1, c + 6) for c in range(30)]
    for links in (rng.sample(every, 35), rng.sample(every, 297), hexagons, grid_links, every):
        yield f"35 {len(links)}\n" + "".join(f"{a} {b}\n" for a, b in links)


def inputs(rng: Random) -> dict[str, list[str]]:
    """Return the largest inputs of each task, several if it is not obvious which takes longest."""
    eights = [rng.sample(range(9), 9) for _ in range(10 * CASES)]
    near = [walked(rng, 4, 60) for _ in range(50)]
    return {
        "poj3279": [f"{h} {w}\n{pressed(rng, w, h)}" for w, h in ((15, 15), (9, 9), (11, 14), (14, 14))],
        "poj1222": [f"{CASES}\n" + "".join(grid(rng, 6, 5, "01", " ") for _ in range(CASES))],
        "uva10309": ["".join(f"board {i}\n{grid(rng, 10, 10, '#O')}" for i in range(CASES)) + "end\n"],
        "poj1681": ["20\n" + "".join(f"{n}\n{grid(rng, n, n, 'yw')}" for n in [15, 9, 14, 11, 4] * 4)],
        "poj1753": ["bwwb\nbbwb\nbwwb\nbwww\n", grid(rng, 4, 4, "bw")],
        "poj1830": [switches(rng)],
        "poj2965": ["++++\n" * 4],
        "acwing95": ["500\n" + "\n".join(grid(rng, 5, 5, "01") for _ in range(500))],
        "luogu-p2962": [*graphs(rng)],
        "leetcode1284": ["[[1,1,1],[1,0,1],[0,0,0]]\n"],
        "leetcode773": ["[[4,5,0],[1,2,3]]\n"],
        "uva10181": [f"{len(near)}\n" + "\n".join(rows(state, 4) for state in near)],
        "hdu1043": ["".join(" ".join(str(tile or "x") for tile in state) + "\n" for state in eights)],
        "uva652": [f"{len(eights)}\n\n" + "\n".join(rows(state, 3, "x") for state in eights)],
        "luogu-p1379": ["567408321\n", "867254301\n"],
        "aoj-15puzzle": [rows(walked(rng, 4, 45), 4) for _ in range(3)],
        "poj3240": [f"10\n{rows(walked(rng, 10, 20_000), 10)}"],
        "hackerrank-n-puzzle": [f"{k}\n" + "\n".join(map(str, turned(walked(rng, k, 5000)))) for k in (3, 4, 5)],
    }


def turned(state: list[int]) -> list[int]:
    """Return the board rotated by 180 degrees; its goal has the blank first."""
    return [(len(state) - tile) % len(state) for tile in reversed(state)]


def cost(task: str, given: str) -> Cost:
    """Return the cost of a fresh `solvable judge` for an input; raise RuntimeError if it fails."""
    with tempfile.TemporaryFile() as file, tempfile.TemporaryFile() as out:
        file.write(given.encode())
        file.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-m", "solvable", "judge", task], stdin=file, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{task}: exit code {process.returncode}")
        out.seek(0)
        return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, len(out.readlines()))


def main() -> int:
    """Print the cost of each input; return 1 if one is too high."""
    parser = argparse.ArgumentParser(prog="tools.judges", description="The largest input of each judge's task.")
    parser.add_argument("tasks", nargs="*", metavar="TASK")
    parser.add_argument(
        "--wall", action="store_true", help="judge the time on the clock, on a machine with nothing else"
    )
    asked = parser.parse_args()
    every, beyond = inputs(Random(15)), 0
    pick: Callable[[Cost], float] = (lambda took: took.wall) if asked.wall else (lambda took: took.seconds)
    for task in map(judges.task, asked.tasks or judges.TASKS):
        limit = TILES if task in SLIDING else LIGHTS
        for given in every[task]:
            cost(task, given) if given is every[task][0] else None  # the second run has warm caches
            took = cost(task, given)
            bad = pick(took) > limit or took.megabytes > MEGABYTES
            beyond += bad
            mark = " ← beyond" if bad else ""
            print(
                f"{task:<20} {len(given):>9,} bytes in, {took.lines:>6,} lines out: {took.seconds:.2f} s of CPU, "
                f"{took.wall:.2f} s, {took.megabytes:.0f} MB{mark}", flush=True,
            )  # fmt: skip
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
