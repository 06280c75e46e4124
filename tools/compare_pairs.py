"""Compare parameter files of the pair model on a fixed set of boards: summed moves over summed Manhattan distance.

python tools/compare_pairs.py --size 6 --boards 50 --width 1000 src/solvable/tiles/near/data/pairs_6.npz new.npz
"""

import argparse
import time
from pathlib import Path
from random import Random

import numpy as np

from solvable import SlidingTiles
from solvable.tiles.near import pairs
from solvable.tiles.near.beam import PairBeam
from solvable.tiles.near.boards import far


def main() -> None:
    """Print for each file the ratio over the boards solved, beams that stalled, CPU time a board and a node kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument("--width", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20250)
    args = parser.parse_args()
    puzzle, rng = SlidingTiles(args.size, args.size), Random(args.seed)
    boards = [puzzle.scramble(rng) for _ in range(args.boards)]
    for file in args.files:
        tables = pairs.spread(np.load(file)["steps"], args.size, args.size)
        beam = PairBeam(tables, args.width, 2 * args.size**3 + 100)
        beam.search(boards[0], 10)  # compiles
        begun = time.process_time()
        walks, nodes = [], 0
        for board in boards:
            walks.append(beam.search(board, args.width))
            nodes += beam.work
        seconds = time.process_time() - begun
        moves = sum(len(walk) for walk in walks if walk is not None)
        distance = sum(far(board, args.size) for board, walk in zip(boards, walks, strict=True) if walk is not None)
        stalled = sum(walk is None for walk in walks)
        print(
            f"{file}: {moves / max(1, distance):.4f} × Manhattan, {stalled} stalled, "
            f"{seconds / len(boards):.3f} s a board, {1e9 * seconds / nodes:.0f} ns a node",
            flush=True,
        )


if __name__ == "__main__":
    main()
