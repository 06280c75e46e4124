"""Light chasing: the first row of presses decides all others, and what it must be is read off the last row.

Pressing below every lamp that is wrong pushes the lights down: x_{i+1} = b_i - B x_i - x_{i-1}, where B = T + I and T
is the adjacency matrix of a row. What remains in the last row is linear in the first row x_1, with matrix M = p_h(B),
so the board is solved iff M x_1 makes up for the residual: the players' look-up table. As M commutes with T, its
columns follow from the first, M e_{j+1} = T M e_j - M e_{j-1}, and on a cylinder they are its rotations. Cost: w·h for
each chase, then elimination on w unknowns (transposed where w > h). Two-colour rows are ints, bit c for column c.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import TYPE_CHECKING

from solvable.errors import PuzzleError
from solvable.lights.algebra.gf2 import Binary, Span, pack, unpack
from solvable.lights.algebra.modular import System, check_system
from solvable.lights.algebra.module import Module, Vector

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut

TABLE_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class Chase:
    """A board chased down: with an untouched first row `chased` are the presses of the rows below, cell by cell, and
    `residual` is by how much the last row is then too high; pressing `first_row` first and chasing again ends
    at the goal, by `presses` in all. Both are None where no first row does it.
    """

    chased: Vector
    residual: Vector
    first_row: Vector | None
    presses: Vector | None


def chase(puzzle: "LightsOut", state: Sequence[int]) -> Chase:
    """Return the chase of `state`; the first row is the one of least weight, then the lexicographically least."""
    _check(puzzle)
    right = puzzle.difference(state)
    chased, missing = _down(puzzle, right, (0,) * puzzle.width)
    columns = _columns(puzzle)  # M is symmetric: these are its rows too
    two = puzzle.k == 2
    system = Binary([*map(pack, columns)], puzzle.width) if two else System(columns, puzzle.width, puzzle.k)
    first = system.solve(missing)
    if first is not None:
        null = system.null()
        if null.order <= TABLE_LIMIT:
            first = min(null.members(first), key=lambda row: (sum(row), row))
    presses = None if first is None else _down(puzzle, right, first)[0]
    return Chase(chased, tuple(-value % puzzle.k for value in missing), first, presses)


def chase_table(puzzle: "LightsOut") -> dict[Vector, tuple[Vector, ...]]:
    """Return the look-up table: for each residual that can be mended every first row that does it, lightest first."""
    _check(puzzle)
    if puzzle.k**puzzle.width > TABLE_LIMIT:
        raise PuzzleError(f"the chase table of this board has {puzzle.k}^{puzzle.width} entries: too many to write out")
    columns, k = _columns(puzzle), puzzle.k
    table: dict[Vector, list[Vector]] = {}
    for first in product(range(k), repeat=puzzle.width):
        residual = [0] * puzzle.width
        for value, column in zip(first, columns, strict=True):
            if value:
                residual = [(a - value * b) % k for a, b in zip(residual, column, strict=True)]
        table.setdefault(tuple(residual), []).append(first)
    return {key: tuple(sorted(table[key], key=lambda row: (sum(row), row))) for key in sorted(table)}


def orders(puzzle: "LightsOut") -> tuple[int, ...]:
    """Return the orders of the quiet patterns' generators: of the first rows that leave nothing behind, for every k."""
    _check(puzzle)
    if puzzle.surface == "plane" and puzzle.width > puzzle.height:
        puzzle = type(puzzle)(puzzle.height, puzzle.width, k=puzzle.k)
    check_system(puzzle.cells, puzzle.width, puzzle.width, puzzle.k)
    return System(_columns(puzzle), puzzle.width, puzzle.k, tracked=False).orders()


def is_chased(puzzle: "LightsOut") -> bool:
    """Return whether the rows of `puzzle` can be chased here: plus rule on a whole plane or cylinder."""
    return puzzle.rule == "plus" and puzzle.surface in ("plane", "cylinder") and not puzzle.dead and not puzzle.fixed


def _check(puzzle: "LightsOut") -> None:
    if not is_chased(puzzle):
        raise PuzzleError("chasing row by row needs the plus rule on a whole plane or cylinder")


def _spread(row: Sequence[int], wraps: bool) -> list[int]:
    """Return T · row: each press reaches its left and right neighbours (each other's where the row wraps)."""
    left, right = (row[-1], row[0]) if wraps else (0, 0)
    return [a + b for a, b in zip([left, *row[:-1]], [*row[1:], right], strict=True)]


def _down(puzzle: "LightsOut", right: Sequence[int], first: Sequence[int]) -> tuple[Vector, Vector]:
    """Return (all presses, what the last row still needs) when `first` is pressed and the lights are chased."""
    k, width, wraps = puzzle.k, puzzle.width, puzzle.surface == "cylinder"
    above, row = [0] * width, list(first)
    presses: list[int] = []
    for start in range(0, puzzle.cells, width):
        presses += row
        reached = _spread(row, wraps)
        needs = right[start : start + width]
        following = [(b - x - t - a) % k for b, x, t, a in zip(needs, row, reached, above, strict=True)]
        above, row = row, following
    return tuple(presses), tuple(row)


def _columns(puzzle: "LightsOut") -> list[list[int]]:
    """Return the columns of M: what each single press of the first row adds to the last row once chased."""
    k, width, wraps = puzzle.k, puzzle.width, puzzle.surface == "cylinder"
    _, missing = _down(puzzle, (0,) * puzzle.cells, (1, *(0,) * (width - 1)))
    column = [-value % k for value in missing]
    if wraps:
        return [column[width - j :] + column[: width - j] for j in range(width)]
    columns, previous = [column], [0] * width
    while len(columns) < width:
        following = [(t - b) % k for t, b in zip(_spread(columns[-1], False), previous, strict=True)]
        previous = columns[-1]
        columns.append(following)
    return columns


class PlaneChase:
    """The ordinary game, k = 2, on a plane of w × h cells: any solution, the proof of none, the quiet patterns."""

    def __init__(self, width: int, height: int) -> None:
        self._turned = width > height
        self._width, self._height = sorted((width, height))
        column, previous, columns = self._down([0] * self._height, 1)[1], 0, list[int]()
        for _ in range(self._width):
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
        """Return a quiet pattern that meets `right` oddly: M is symmetric, so its last row is a witness for M."""
        last = self._span.witness(self._down(self._rows(right), 0)[1])
        if last is None:
            return None
        return self._cells(reversed(self._down([0] * self._height, last)[0]))

    def null(self) -> Module:
        """Return the quiet patterns: the first rows that leave nothing behind, chased down."""
        quiet = [0] * self._height
        generators = tuple(self._cells(self._down(quiet, first)[0]) for first in self._span.relations)
        return Module(2, generators, self.orders())

    def orders(self) -> tuple[int, ...]:
        """Return 2 for each generator of `null`."""
        return (2,) * len(self._span.relations)
