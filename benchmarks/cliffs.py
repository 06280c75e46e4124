"""Cliffs of `near`: every size by every limit, each in a new process, kernels cached. `python -m benchmarks cliffs`.

No answer may come later than a fifth of a second or a tenth after the limit, be more than 1 % longer than one with a
smaller limit, be longer than the short stream's if there was twice the time for that, or take more than 1 GB up to 300
× 300.

    python -m benchmarks.cliffs --sides 5 20 100 --limits 0.05 1 10      each answer, then the worst
    python -m benchmarks.cliffs --cpu ...       limits and times of the processor, for machines that are busy
    python -m benchmarks.cliffs --table ...     also a table of all lengths in n³
"""

import argparse
import json
import subprocess
import sys
from typing import TypedDict

Row = dict[str, object]
SIDES = (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, 25, 30, 40, 50, 60, 100, 200, 300, 1000)
LIMITS = (0.05, 0.2, 0.5, 1.0, 3.0, 10.0)
LATE, TENTH = 0.2, 0.1  # how late an answer may be: seconds, or share of the limit
LONGER = 1.01  # allowed ratio of the length to that with a smaller limit
MEMORY, MEMORY_SIDE = 1024, 300  # MB allowed for boards up to this side


class Answer(TypedDict):
    """The result of one process: the moves of `near` (0: none in time) or of the stream, the seconds, the peak
    memory.
    """

    moves: int
    seconds: float
    megabytes: float


PROGRAM = """
import json, sys, time
from contextlib import suppress
from random import Random
from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
side, limit, is_cpu = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3] == "cpu"
puzzle = SlidingTiles(side, side)
board = puzzle.scramble(Random(side))
from solvable.tiles.suboptimal import search
clock = time.process_time if is_cpu else time.monotonic
begun = clock()
if limit:
    moves = 0
    with suppress(BudgetExceededError):
        moves = len(search.near(puzzle, board, Budget(limit, clock=clock)))
else:
    import numpy as np
    from solvable.tiles.suboptimal import stream
    moves = sum(len(part) for part in stream.stream(np.array(board, np.int64), side, side, short=True))
seconds = clock() - begun
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1024
print(json.dumps({"moves": moves, "seconds": seconds, "megabytes": peak}))
"""


def answer(side: int, limit: float, is_cpu: bool) -> Answer:
    """Return the result of a new process within a limit, 0 for the short stream."""
    words = [sys.executable, "-c", PROGRAM, str(side), str(limit), "cpu" if is_cpu else "wall"]
    found: Answer = json.loads(subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout)
    return found


def measured(
    sides: tuple[int, ...], limits: tuple[float, ...], is_cpu: bool, is_told: bool
) -> dict[tuple[int, float], Answer]:
    """Return the result for each side and limit, and for the short stream with the limit 0."""
    found = {}
    for side in sides:
        for limit in (0.0, *limits):
            found[side, limit] = made = answer(side, limit, is_cpu)
            if is_told:
                name = f"within {limit:g} s" if limit else "by the short stream"
                told = f"{made['moves']} moves, {made['moves'] / side**3:.3f} n³, {made['seconds']:.2f} s"
                print(f"{side} × {side} {name}: {told}, {made['megabytes']:.0f} MB", flush=True)
    return found


def worst(found: dict[tuple[int, float], Answer]) -> list[Row]:
    """Return the worst of each kind: the ratio of seconds to those allowed, of the length to that with less time, and
    memory.
    """
    late, longer, than_stream, memory = [], [], [], []
    for (side, limit), made in found.items():
        if not limit:
            continue
        where, streamed = f"{side} × {side}, {limit:g} s", found[side, 0.0]
        late.append((made["seconds"] / (limit + max(LATE, TENTH * limit)), where))
        length = made["moves"] or float("inf")
        shorter = [each["moves"] for (other, less), each in found.items() if other == side and 0 < less < limit]
        longer += [(length / min(filter(None, shorter)), where)] if any(shorter) else []
        if 2 * streamed["seconds"] < limit:
            than_stream.append((length / max(1, streamed["moves"]), where))
        if side <= MEMORY_SIDE:
            memory.append((made["megabytes"], where))
    kinds = (
        ("seconds to the limit and what it may be late", late, "", 1.0),
        ("moves to the fewest with a smaller limit", longer, "", LONGER),
        ("moves to the short stream's", than_stream, "", 1.0),
        ("memory", memory, "MB", MEMORY),
    )
    return [
        {"name": f"worst {name}: {max(each)[1]}", "value": float(f"{max(each)[0]:.4g}"), "unit": unit, "target": target}
        for name, each, unit, target in kinds
        if each
    ]


def table(found: dict[tuple[int, float], Answer]) -> str:
    """Return a table of lengths in n³, a row each size and a column each limit, as Markdown."""
    limits = sorted({limit for _, limit in found if limit})
    lines = [["n", "short stream", *(f"{limit:g} s" for limit in limits)]]
    lines.append(["---"] * len(lines[0]))
    for side in sorted({side for side, _ in found}):
        lengths = [found[side, limit]["moves"] / side**3 for limit in (0.0, *limits)]
        lines.append([str(side), *(f"{length:.3f}" if length else "none" for length in lengths)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def rows(sides: tuple[int, ...] = SIDES, limits: tuple[float, ...] = LIMITS) -> list[Row]:
    """Return the worst over all sizes and limits."""
    return worst(measured(sides, limits, is_cpu=False, is_told=False))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sides", type=int, nargs="+", default=SIDES)
    parser.add_argument("--limits", type=float, nargs="+", default=LIMITS)
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--table", action="store_true", help="also print all lengths in n³ as a table")
    args = parser.parse_args()
    found = measured(tuple(args.sides), tuple(sorted(args.limits)), args.cpu, is_told=True)
    if args.table:
        print(table(found))
    for each in worst(found):
        print(each["name"], each["value"], each["unit"], "target", each["target"])


if __name__ == "__main__":
    main()
