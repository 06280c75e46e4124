"""Answer every state of the 2 × 2 and 2 × 3 boards for composite k, and compare with all press vectors.

For each of the k^cells states: the verdict and its proof, the number of solutions, a solution with the fewest presses.
About three minutes, most of them for the 2,985,984 states of 2 × 3 at k = 12. `python tools/check_composite.py [K …]`
"""

import sys
from itertools import product

import numpy as np

from solvable.lights import LightsOut

COMPOSITE = (4, 6, 8, 9, 12)


def check(board: LightsOut) -> int:
    """Return the number of states; raise AssertionError at the first wrong answer."""
    k, cells, matrix = board.k, board.cells, np.array(board.matrix())
    shape = (k,) * cells
    presses = np.stack(np.unravel_index(np.arange(k**cells), shape), axis=1)
    solved = np.ravel_multi_index(tuple((-presses @ matrix % k).T), shape)
    count, fewest = np.bincount(solved, minlength=k**cells), np.full(k**cells, k * cells)
    np.minimum.at(fewest, solved, presses.sum(axis=1))
    assert set(count.tolist()) <= {0, board.solutions_each}
    assert np.count_nonzero(count) == board.count().solvable
    for number, state in enumerate(product(range(k), repeat=cells)):
        proof = board.obstruction(state)
        assert (proof is None) == bool(count[number]), state
        if proof is None:
            best = board.optimal(state)
            assert len(best) == best.lower_bound == fewest[number], state
            times = np.bincount(np.array(best.moves, int), minlength=cells)
            assert not ((np.array(state) + times @ matrix) % k).any(), state
        else:
            weights = np.array(proof.weights)
            assert not (matrix @ weights % k).any(), state
            assert weights @ np.array(state) % k == proof.value != proof.wanted == 0, state
    return int(k**cells)


def main() -> None:
    """Check both boards for every k given, or for all."""
    for k in map(int, sys.argv[1:]) if len(sys.argv) > 1 else COMPOSITE:
        for width, height in ((2, 2), (3, 2)):
            board = LightsOut(width, height, k=k)
            print(f"{width}x{height} mod {k}: {check(board)} states right, {board.solutions_each} solutions each")


if __name__ == "__main__":
    main()
