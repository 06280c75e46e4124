"""Run `near` on the benchmark's boards by the clock of this process's CPU time, for machines that are busy.

PYTHONPATH=. python tools/time_near.py 8 10        # the 20 boards 8 × 8, 10 CPU seconds each
PYTHONPATH=. python tools/time_near.py 5 3 --boards 50
"""

import argparse
import time

from benchmarks.near import boards

from solvable.budget import Budget
from solvable.tiles import heuristics, moves
from solvable.tiles.near import search


def main() -> None:
    """Print mean moves, the ratio to Manhattan distance and the longest time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("side", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--boards", type=int, default=20)
    args = parser.parse_args()
    lengths, distances, times = [], [], []
    tasks = list(boards(args.side, args.boards))[: args.boards]
    search.near(*tasks[0], Budget(args.seconds))  # compiles, loads tables
    for puzzle, state in tasks:
        begun = time.process_time()
        solution = search.near(puzzle, state, Budget(args.seconds, clock=time.process_time))
        times.append(time.process_time() - begun)
        if moves.replay(args.side, state, solution.moves) != puzzle.goal:
            raise ValueError("a wrong solution")
        lengths.append(len(solution))
        distances.append(heuristics.manhattan(state, puzzle.goal, args.side))
    mean = sum(lengths) / len(lengths)
    print(
        f"{len(lengths)} boards {args.side} × {args.side} in {args.seconds:g} CPU s: mean {mean:.2f}, "
        f"{sum(lengths) / sum(distances):.4f} × Manhattan, longest {max(times):.3f} s"
    )


if __name__ == "__main__":
    main()
