"""What runs every kernel of the lights once, so that it is compiled: boards just beyond what the twins answer."""

from collections.abc import Callable
from random import Random
from typing import Any

from solvable.errors import UnsolvableError
from solvable.lights.board import LightsOut


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


def equations() -> None:
    """Boards of any wiring, dense or sparse."""
    import numpy as np

    from solvable.lights.algebra import elimination, sparse

    elimination.reduce_rows(np.random.default_rng(1).integers(0, 1 << 62, (130, 3), np.uint64), 130)
    ring = sparse.Sparse.from_rows([sorted((cell, (cell + 1) % 300)) for cell in range(300)], 300)
    sparse.solve_sparse(ring, [1] * 300)
    for puzzle in (
        LightsOut(40, 40, rule="knight"),
        LightsOut(90, 90, rule="king0"),
        LightsOut(60, 60, surface="klein"),
    ):
        puzzle.solve(puzzle.scramble(Random(1)))


def giant() -> None:
    """Giant boards as rows of words, and of more states."""
    import numpy as np

    from solvable.lights.methods import plane_ints, plane_words

    for width in (1000, 1100, 1004):  # most boards of the last have no solution
        board = np.random.default_rng(1).integers(0, 1 << 62, (width, -(-width // 64)), np.uint64)
        board[:, -1] &= np.uint64((1 << width % 64 or 64) - 1)
        try:
            plane_ints.solve(board, width)
        except UnsolvableError as error:
            witness: Any = error.obstruction  # of a plane, which writes itself into the board's words
            witness.write(board)
    plane_words.to_bytes(board, 1004)
    puzzle = LightsOut(400, 400, k=3)
    puzzle.solve(puzzle.scramble(Random(1)))


STEPS: dict[str, Callable[[], None]] = {
    "nullities": nullities,
    "equations": equations,
    "giant": giant,
}
"""In turn."""
