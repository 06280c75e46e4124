"""Run `near` on the benchmark's boards limited by this process's CPU time, for busy machines.

PYTHONPATH=. python tools/time_near.py 8 10        # the 20 boards 8 × 8, 10 CPU seconds each
PYTHONPATH=. python tools/time_near.py 5 3 --boards 50
PYTHONPATH=. python tools/time_near.py 12 0.5 1 2 5   # also how much longer an answer was than one in less time
"""

import argparse
import math
import time

from benchmarks.near import boards

from solvable.core.budget import Budget
from solvable.tiles import heuristics, moves
from solvable.tiles.suboptimal import search


def main() -> None:
    """Print mean moves, the ratios to Manhattan distance and n³ and the longest time of each limit; the worst step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("side", type=int)
    parser.add_argument("seconds", type=float, nargs="+")
    parser.add_argument("--boards", type=int, default=20)
    args = parser.parse_args()
    side = args.side
    tasks = list(boards(side, args.boards))[: args.boards]
    distance = sum(heuristics.manhattan(state, puzzle.goal, side) for puzzle, state in tasks)
    shortest, worst, longer = [math.inf] * len(tasks), 0.0, 0
    for seconds in sorted(args.seconds):
        search.near(*tasks[0], Budget(seconds))  # compiles, loads tables
        lengths, times = [], []
        for puzzle, state in tasks:
            begun = time.process_time()
            solution = search.near(puzzle, state, Budget(seconds, clock=time.process_time))
            times.append(time.process_time() - begun)
            if moves.replay(side, state, solution.moves) != puzzle.goal:
                raise ValueError("a wrong solution")
            lengths.append(len(solution))
        total, ratios = sum(lengths), [now / before for now, before in zip(lengths, shortest, strict=True)]
        print(
            f"{len(lengths)} boards {side} × {side} in {seconds:g} CPU s: mean {total / len(lengths):.2f}, "
            f"{total / distance:.4f} × Manhattan, {total / len(lengths) / side**3:.4f} n³, longest {max(times):.3f} s",
            flush=True,
        )
        worst, longer = max(worst, *ratios), longer + sum(ratio > 1.01 for ratio in ratios)
        shortest = list(map(min, shortest, lengths))
    if len(args.seconds) > 1:
        steps = len(tasks) * (len(args.seconds) - 1)
        print(f"at most {worst:.3f} times as long as with less time; longer by more than 1 %: {longer} of {steps}")


if __name__ == "__main__":
    main()
