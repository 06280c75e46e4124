"""The players' light chasing: a board chased down, and the look-up table from what is left to the first row.

How the rows follow from the first is `methods.chase`. Cost: w·h for each chase, then elimination on w unknowns; the
table has k^w entries.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from solvable.core.budget import checked
from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.lights.algebra.gf2 import Binary
from solvable.lights.algebra.masks import pack
from solvable.lights.algebra.modular import System
from solvable.lights.algebra.module import Vector
from solvable.lights.methods.chase import columns, down, is_chased
from solvable.lights.wiring import Solved

TABLE_LIMIT = 1 << 20


@frozen
class Chase:
    """A board chased down. All are tuples of ints below k.

    `chased` are the presses of every cell when the first row is left alone; `residual` is what then remains in the last
    row, by how much each lamp is above the goal. Pressing `first_row` first and chasing again ends at the goal;
    `presses` are all the presses of that second chase. Both are None where no first row does it.
    """

    chased: Vector
    residual: Vector
    first_row: Vector | None
    presses: Vector | None


def chase(puzzle: Solved, state: Sequence[int]) -> Chase:
    """Return light chasing on `state`; of several first rows the lightest, and of these the first, is taken.

    Raises PuzzleError unless the rule is plus on a plane or cylinder without dead, fixed or free cells.
    """
    _check(puzzle)
    right, wraps = puzzle.difference(state), puzzle.surface == "cylinder"
    chased, missing = down(right, (0,) * puzzle.width, puzzle.k, wraps)
    rows = columns(puzzle.width, puzzle.height, puzzle.k, wraps)  # M is symmetric: these are its rows too
    two = puzzle.k == 2
    system = Binary([*map(pack, rows)], puzzle.width) if two else System(rows, puzzle.width, puzzle.k)
    first = system.solve(missing)
    if first is not None:
        null = system.null()
        if null.order <= TABLE_LIMIT:
            first = min(null.members(first), key=lambda row: (sum(row), row))
    presses = None if first is None else down(right, first, puzzle.k, wraps)[0]
    return Chase(chased, tuple(-value % puzzle.k for value in missing), first, presses)


def chase_table(puzzle: Solved) -> dict[Vector, tuple[Vector, ...]]:
    """Return the look-up table: for each residual that can be mended every first row that does it, lightest first.

    Raises PuzzleError beyond 2^20 entries, and for boards that are not chased.
    """
    _check(puzzle)
    if puzzle.width >= TABLE_LIMIT.bit_length() or puzzle.k**puzzle.width > TABLE_LIMIT:
        raise PuzzleError(
            msg(
                "the chase table of this board has {k}^{exponent} entries: too many to write out",
                k=puzzle.k,
                exponent=puzzle.width,
            )
        )
    check_memory(puzzle.k**puzzle.width * (300 + 16 * puzzle.width), puzzle.cells)
    k = puzzle.k
    single = columns(puzzle.width, puzzle.height, k, puzzle.surface == "cylinder")
    table: dict[Vector, list[Vector]] = {}
    for first, residual in checked(_residuals(single, k), 256):
        table.setdefault(residual, []).append(first)
    ordered = (key for key in checked(product(range(k), repeat=puzzle.width)) if key in table)
    return {key: tuple(sorted(table[key], key=lambda row: (sum(row), row))) for key in ordered}


def _residuals(single: Sequence[Sequence[int]], k: int) -> Iterator[tuple[Vector, Vector]]:
    """Yield every first row, in lexicographic order, and what it takes from the last row.

    The next row has one digit raised, and k − 1 → 0 after it: to each of these belongs a column, as k of one are none.
    """
    residual = (0,) * len(single)
    for first in product(range(k), repeat=len(single)):
        yield first, residual
        for digit, column in zip(reversed(first), reversed(single), strict=True):
            residual = tuple([(a - b) % k for a, b in zip(residual, column, strict=True)])
            if digit < k - 1:
                break


def _check(puzzle: Solved) -> None:
    if not is_chased(puzzle):
        raise PuzzleError(
            "chasing row by row needs the plus rule on a plane or cylinder without dead, fixed or free cells"
        )
