"""Light chasing: the first row of presses determines all others, and the residual last row determines the first.

Pressing below every lamp that is wrong pushes the lights down: x_{i+1} = b_i - B x_i - x_{i-1}, where B = T + I and T
is the adjacency matrix of a row. What remains in the last row is linear in the first row x_1, with matrix M = p_h(B),
so the board is solved iff M x_1 cancels the residual. As M commutes with T, its columns follow from the first, M
e_{j+1} = T M e_j - M e_{j-1}, and on a cylinder they are its rotations. Cost: w·h for each chase, then elimination on w
unknowns (transposed if w > h). Two-colour rows are ints, bit c for column c.

`PlaneChase` is the solver; `chase` and `chase_table` are the players' method: a table gives the first row for each
residual.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import TYPE_CHECKING

from solvable.core.budget import checked
from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.lights.algebra.gf2 import Binary, Span
from solvable.lights.algebra.masks import pack, unpack
from solvable.lights.algebra.module import Module, Vector
from solvable.lights.wiring import Wiring, is_full

if TYPE_CHECKING:
    from solvable.lights.algebra.modular import System

TABLE_LIMIT = 1 << 20  # entries of a chase table
CELL = 32  # bytes for each cell that is chased: two tuples and a list


def is_chased(puzzle: Wiring) -> bool:
    """Return whether rows can be chased: plus rule on a plane or cylinder without dead, fixed or free cells."""
    return puzzle.rule == "plus" and puzzle.surface in ("plane", "cylinder") and is_full(puzzle)


def orders(puzzle: Wiring) -> tuple[int, ...]:
    """Return the orders of the quiet patterns' generators of a puzzle that `is_chased`, for every k.

    They are those of the first rows with residual 0.
    """
    width, height, wraps = puzzle.width, puzzle.height, puzzle.surface == "cylinder"
    if width > height and not wraps:
        width, height = height, width
    from solvable.lights.algebra.modular import System, check_system

    check_system(puzzle.cells, width, width, puzzle.k)
    return System(columns(width, height, puzzle.k, wraps), width, puzzle.k, tracked=False).orders()


def spread(row: Sequence[int], wraps: bool) -> list[int]:
    """Return T · row: each press reaches its left and right neighbours (with wrap-around if the row is cyclic)."""
    left, right = (row[-1], row[0]) if wraps else (0, 0)
    return [a + b for a, b in zip([left, *row[:-1]], [*row[1:], right], strict=True)]


def down(right: Sequence[int], first: Sequence[int], k: int, wraps: bool) -> tuple[Vector, Vector]:
    """Return (all presses, what the last row still needs) after pressing `first` and chasing the lights."""
    width = len(first)
    above, row = [0] * width, list(first)
    presses: list[int] = []
    for start in checked(range(0, len(right), width), 16):
        presses += row
        needs = right[start : start + width]
        sums = zip(needs, row, spread(row, wraps), above, strict=True)
        above, row = row, [(b - x - t - a) % k for b, x, t, a in sums]
    return tuple(presses), tuple(row)


def columns(width: int, height: int, k: int, wraps: bool) -> list[list[int]]:
    """Return the columns of M: what each single press of the first row adds to the last row after the chase."""
    check_memory(CELL * width * height, width * height)
    _, missing = down((0,) * (width * height), (1, *(0,) * (width - 1)), k, wraps)
    column = [-value % k for value in missing]
    if wraps:
        return [column[width - j :] + column[: width - j] for j in range(width)]
    results, previous = [column], [0] * width
    for _ in checked(range(width - 1), 16):
        following = [(t - b) % k for t, b in zip(spread(results[-1], False), previous, strict=True)]
        previous = results[-1]
        results.append(following)
    return results


class PlaneChase:
    """The ordinary game, k = 2, on a plane of w × h cells: any solution, the proof that there is none, the quiet
    patterns.
    """

    def __init__(self, width: int, height: int) -> None:
        self._turned = width > height
        self._width, self._height = sorted((width, height))
        column, previous, columns = self._down([0] * self._height, 1)[1], 0, list[int]()
        for _ in checked(range(self._width)):
            columns.append(column)
            column, previous = self._spread(column) ^ previous, column
        self._span = Span(columns)

    def _spread(self, row: int) -> int:
        return (row << 1 & (1 << self._width) - 1) ^ row >> 1

    def _down(self, right: Iterable[int], first: int) -> tuple[list[int], int]:
        """Return (rows of presses, what the last row still needs)."""
        full, above, row, presses = (1 << self._width) - 1, 0, first, list[int]()
        for needs in right:
            presses.append(row)
            above, row = row, (needs ^ above ^ row ^ row >> 1 ^ row << 1) & full
        return presses, row

    def _rows(self, cells: Sequence[int]) -> list[int]:
        if self._turned:
            return [pack(cells[column :: self._height]) for column in range(self._height)]
        return [pack(cells[start : start + self._width]) for start in range(0, len(cells), self._width)]

    def _cells(self, rows: Iterable[int]) -> Vector:
        grid = [unpack(row, self._width) for row in rows]
        return tuple(chain.from_iterable(zip(*grid, strict=True) if self._turned else grid))

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        rows = self._rows(right)
        first = self._span.express(self._down(rows, 0)[1])
        return None if first is None else self._cells(self._down(rows, first)[0])

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return a quiet pattern with an odd overlap with `right`: M is symmetric, so its last row is a witness for
        M.
        """
        last = self._span.witness(self._down(self._rows(right), 0)[1])
        if last is None:
            return None
        return self._cells(reversed(self._down([0] * self._height, last)[0]))

    def null(self) -> Module:
        """Return the quiet patterns: the first rows with residual 0, chased down."""
        quiet = [0] * self._height
        generators = tuple(self._cells(self._down(quiet, first)[0]) for first in self._span.relations)
        return Module(2, generators, self.orders())

    def orders(self) -> tuple[int, ...]:
        """Return 2 for each generator of `null`."""
        return (2,) * len(self._span.relations)


@frozen
class Chase:
    """A board chased down. All are tuples of ints below k.

    `chased` are the presses of every cell if the first row is not pressed; `residual` is by how much each lamp of the
    last row is then above the goal. Pressing `first_row` first and chasing again ends at the goal; `presses` are all
    the presses of that second chase. Both are None if no first row does that.
    """

    chased: Vector
    residual: Vector
    first_row: Vector | None
    presses: Vector | None


def _system(rows: Sequence[Sequence[int]], width: int, k: int) -> "Binary | System":
    """Return the linear system of these rows over Z/k."""
    if k == 2:
        return Binary([*map(pack, rows)], width)
    from solvable.lights.algebra.modular import System

    return System(rows, width, k)


def chase(puzzle: Wiring, right: Sequence[int]) -> Chase:
    """Return light chasing on the state that needs `right` to reach the goal.

    Of several first rows it takes the lightest, and of these the lexicographically first. Raises PuzzleError unless the
    rule is plus on a plane or cylinder without dead, fixed or free cells.
    """
    _check(puzzle)
    wraps = puzzle.surface == "cylinder"
    chased, missing = down(right, (0,) * puzzle.width, puzzle.k, wraps)
    rows = columns(puzzle.width, puzzle.height, puzzle.k, wraps)  # M is symmetric, so these are its rows as well
    system = _system(rows, puzzle.width, puzzle.k)
    first = system.solve(missing)
    if first is not None:
        null = system.null()
        if null.order <= TABLE_LIMIT:
            first = min(null.members(first), key=lambda row: (sum(row), row))
    presses = None if first is None else down(right, first, puzzle.k, wraps)[0]
    return Chase(chased, tuple(-value % puzzle.k for value in missing), first, presses)


def chase_table(puzzle: Wiring) -> dict[Vector, tuple[Vector, ...]]:
    """Return the look-up table: for each residual that can be cleared, every first row that clears it, lightest first.

    Raises PuzzleError beyond 2^20 entries, and for boards that cannot be chased.
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
    """Yield every first row, in lexicographic order, and what it subtracts from the last row.

    The next row has one digit raised, and the digits k − 1 after it set to 0; each of these changes adds one column,
    since k times a column is 0.
    """
    residual = (0,) * len(single)
    for first in product(range(k), repeat=len(single)):
        yield first, residual
        for digit, column in zip(reversed(first), reversed(single), strict=True):
            residual = tuple([(a - b) % k for a, b in zip(residual, column, strict=True)])
            if digit < k - 1:
                break


def _check(puzzle: Wiring) -> None:
    if not is_chased(puzzle):
        raise PuzzleError(
            "chasing row by row needs the plus rule on a plane or cylinder without dead, fixed or free cells"
        )
