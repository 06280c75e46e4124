"""Compare parameter files of the pair model on a fixed set of boards: summed moves over summed Manhattan distance.

python tools/compare_pairs.py --size 7 --boards 50 --width 1000 src/solvable/tiles/suboptimal/data/pairs_7.npz new.npz
python tools/compare_pairs.py src/solvable/tiles/suboptimal/data/pairs_20.npz --size 16 --boards 8 --width 400 --end 3.5
5

Boards beyond 10 × 10 are solved as `tiles.suboptimal.whole_board` does: a guided walk to the last price `--end`, then a
beam, with T3 reduced by the `--power`; if it gets stuck, boxes. All their moves count, reported in n³.
"""

import argparse
import time
from pathlib import Path
from random import Random

import numpy as np

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.suboptimal import guided, pair_heuristic, repair
from solvable.tiles.suboptimal.boards import after, manhattan
from solvable.tiles.suboptimal.pair_beam import PairBeam
from solvable.tiles.suboptimal.whole_board import LAYERS_LARGE


def compare(file: Path, boards: list[State], size: int, width: int) -> None:
    """Print the ratio over the boards solved, beams that stalled, CPU time per board and per stored node."""
    tables = pair_heuristic.filled(pair_heuristic.unfilled(np.load(file)["steps"], size, size), Budget())
    beam = PairBeam(tables, width, 2 * size**3 + 100)
    begun = time.process_time()
    walks, nodes = [], 0
    for board in boards:
        walks.append(beam.search(board))
        nodes += beam.work
    seconds = time.process_time() - begun
    moves = sum(len(walk) for walk in walks if walk is not None)
    distance = sum(manhattan(board, size) for board, walk in zip(boards, walks, strict=True) if walk is not None)
    stalled = sum(walk is None for walk in walks)
    print(
        f"{file}: {moves / max(1, distance):.4f} × Manhattan, {stalled} stalled, "
        f"{seconds / len(boards):.3f} s a board, {1e9 * seconds / nodes:.0f} ns a node",
        flush=True,
    )


def compare_beyond(file: Path, boards: list[State], size: int, width: int, end: float, power: float) -> None:
    """Print the moves of the boards solved, how many beams reached the goal, and the CPU time of a beam and its
    boxes.
    """
    tables = pair_heuristic.unfilled(np.load(file)["steps"], size, size, power=power)
    moves, solved, met, seconds, left = 0, 0, 0, 0.0, 0
    for board in boards:
        walk, rest = guided.walk(board, size, size, guided.Beam(), guided.PRICES._replace(end=end))
        begun = time.process_time()
        beam = PairBeam(tables, width, int(LAYERS_LARGE[0] * manhattan(rest, size)) + LAYERS_LARGE[1])
        core = beam.search(rest) or repair.finish(rest, beam, Budget())
        seconds += time.process_time() - begun
        if core is not None:
            if manhattan(after(rest, core), size):
                raise ValueError("a wrong solution")
            moves += len(walk) + len(core)
            solved += 1
            left += len(core)
        met += beam.goal_row >= 0
    each, many = size**3 * max(1, solved), len(boards)
    print(
        f"{file}: to price {end:g}, T3 to {power:g}: {moves / each:.4f} n³, {left / each:.3f} by the beam; "
        f"{met} of {many} met the goal, {many - solved} not solved, {seconds / many:.2f} s a board",
        flush=True,
    )


def main() -> None:
    """Compare files on the boards of a size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument("--width", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20250)
    parser.add_argument("--end", type=float, nargs="+", default=[3.5], help="last prices of guided walks")
    parser.add_argument("--power", type=float, nargs="+", default=[pair_heuristic.STRETCHED_POWERS[0]])
    args = parser.parse_args()
    puzzle, rng = SlidingTiles(args.size, args.size), Random(args.seed)
    boards = [puzzle.scramble(rng) for _ in range(args.boards)]
    for file in args.files:
        if pair_heuristic.covers(args.size, args.size):
            compare(file, boards, args.size, args.width)
            continue
        for end in args.end:
            for power in args.power:
                compare_beyond(file, boards, args.size, args.width, end, power)


if __name__ == "__main__":
    main()
