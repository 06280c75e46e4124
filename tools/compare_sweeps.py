"""Compare last prices of sweeps, and the beams after them: moves in all in n³, the inner board by the model's value.

    python tools/compare_sweeps.py --side 20 --boards 3 --ends 2.5 4 6 --widths 60 250
    python tools/compare_sweeps.py --side 100 --boards 1 --trials 2 --ends 2.7 4 --widths 10 --plain
    python tools/compare_sweeps.py --side 20 --boards 3 --ends 99 --widths 250 1000      # a price so high: no sweeps

Of several sweeps the one is taken that `tiles.near.large` would take. Times are CPU seconds a board.
"""

import argparse
import statistics
import time
from random import Random
from typing import Any

from solvable import SlidingTiles
from solvable.puzzle import State
from solvable.tiles.near import large, pairs
from solvable.tiles.near.boards import far, inner_board
from solvable.tiles.near.inner import guess
from solvable.tiles.near.outer import local, rolling, sweeps


def swept(board: State, side: int, end: float, trials: int) -> tuple[int, State]:
    """Return (moves, the board) of the best of some sweeps, of the prices and factors that `tiles.near.large` draws."""
    rng, found = Random(1), []
    for _ in range(trials):
        prices = sweeps.Prices(rng.uniform(*large.STARTS), end, rng.uniform(*large.FALLS))
        walk, after = sweeps.sweep(board, side, side, prices)
        found.append((len(walk) + large.REST * far(after, side), len(walk), after))
    _, moves, after = min(found)
    return moves, after


def rolled(board: State, side: int, width: int, is_plain: bool) -> float:
    """Return the moves that the outer lines and, by the model's value, the inner board take from here; nan if stuck."""
    inner = pairs.inner_size(side, side)
    plain = rolling.weights_for(side, side)[0]
    beam: Any = (
        rolling.Rolling(board, side, side, inner, width, 24, 8, plain)
        if is_plain
        else local.Local(board, side, side, inner, width, 40, 10)
    )
    found = rolling.drive(beam)
    if found is None:
        return float("nan")
    return len(found[0]) + guess(inner_board(found[1], side, side, inner)[0], inner)


def main() -> None:
    """Print for each last price what the sweeps cost and leave, and for each width what there is in all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--side", type=int, required=True)
    parser.add_argument("--boards", type=int, default=3)
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--ends", type=float, nargs="+", required=True)
    parser.add_argument("--widths", type=int, nargs="+", required=True)
    parser.add_argument("--plain", action="store_true", help="rolling beams without local terms")
    args = parser.parse_args()
    large.load()
    side, rng = args.side, Random(20250)
    boards = [SlidingTiles(side, side).scramble(rng) for _ in range(args.boards)]
    for end in args.ends:
        begun = time.process_time()
        best = [swept(board, side, end, args.trials) for board in boards]
        seconds = (time.process_time() - begun) / len(boards)
        moves = statistics.mean(made for made, _ in best) / side**3
        left = statistics.mean(far(board, side) for _, board in best) / side**3
        print(f"end {end:g}: {moves:.3f} n³, leaves {left:.3f} n³, {seconds:.2f} s", flush=True)
        for width in args.widths:
            begun = time.process_time()
            total = statistics.mean(made + rolled(board, side, width, args.plain) for made, board in best)
            seconds = (time.process_time() - begun) / len(boards)
            print(f"  W {width}: {total / side**3:.4f} n³ in all, {seconds:.2f} s", flush=True)


if __name__ == "__main__":
    main()
