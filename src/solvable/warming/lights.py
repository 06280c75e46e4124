"""What runs every kernel of the lights once, so that it is compiled: boards just beyond what the twins answer."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

from solvable.budget import Budget
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


def nullities() -> None:
    """Nullities of boards of any size, by polynomials and by transfer matrices."""
    from solvable.lights import census
    from solvable.lights.nullity import fibonacci, torsion, transfer

    list(census.nullity_table(range(1, torsion.TOGETHER + 100)))
    for size in ((4999, 7999), (2000, 3000), (4 * fibonacci.KERNEL_DEGREE + 100,) * 2):  # of whatever common parts
        fibonacci.nullity(*size)
    transfer.renewed()
    for puzzle in (LightsOut(400, 300, rule="knight"), LightsOut(300, 200, rule="king0", surface="mobius")):
        puzzle.count()


def giant() -> None:
    """Giant boards as rows of words: their polynomials."""
    import numpy as np

    from solvable.lights.methods import plane_ints

    for width in (1000, 1100, 1004):  # most boards of the last have no solution
        board = np.random.default_rng(1).integers(0, 1 << 62, (width, -(-width // 64)), np.uint64)
        board[:, -1] &= np.uint64((1 << width % 64 or 64) - 1)
        with suppress(UnsolvableError):
            plane_ints.solve(board, width)


def worst() -> None:
    """The hardest states."""
    from solvable.lights.worst import flats, intervals

    flats.excludes({1: 2, 2: 2, 3: 1}, [1, 2], 3, Budget(SECONDS))
    intervals.Annealing(intervals.Columns.of(9, [0b111, 0b111000])).run(4, Random(1), 10)
    for puzzle in (LightsOut(5, 5), LightsOut(9, 9), LightsOut(4, 4, k=3), LightsOut(11, 11)):
        with suppress(BudgetExceededError):
            puzzle.worst(seconds=SECONDS)


STEPS: dict[str, Callable[[], None]] = {
    "fewest": fewest,
    "nullities": nullities,
    "giant": giant,
    "worst": worst,
}
"""In turn."""
