"""What runs every kernel of the lights once, so that it is compiled: boards just beyond what the twins answer."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

from solvable.errors import BudgetExceededError, UnsolvableError
from solvable.lights.board import LightsOut

SECONDS = 0.5  # that a search with a limit goes on after compiling


def fewest() -> None:
    """Fewest presses: all solutions weighed, classes of cells, transforms, bounds."""
    from solvable.lights.fewest.every_solution import Tables

    Tables(LightsOut(9, 9)).one(bytearray(81))
    for puzzle in (
        LightsOut(19, 19),
        LightsOut(10, 10, surface="torus"),
        LightsOut(39, 39),
        LightsOut(12, 11, rule="king0"),
    ):
        with suppress(BudgetExceededError):
            puzzle.optimal(puzzle.scramble(Random(1)), seconds=SECONDS)
            list(zip(puzzle.optimal_solutions(puzzle.scramble(Random(2)), seconds=SECONDS), range(2), strict=False))


def giant() -> None:
    """Giant boards as rows of words: their polynomials."""
    import numpy as np

    from solvable.lights.methods import plane_ints

    for width in (1000, 1100, 1004):  # most boards of the last have no solution
        board = np.random.default_rng(1).integers(0, 1 << 62, (width, -(-width // 64)), np.uint64)
        board[:, -1] &= np.uint64((1 << width % 64 or 64) - 1)
        with suppress(UnsolvableError):
            plane_ints.solve(board, width)


STEPS: dict[str, Callable[[], None]] = {
    "fewest": fewest,
    "giant": giant,
}
"""In turn."""
