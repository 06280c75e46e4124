"""Giant boards of a prime number k of states on the plane, the cylinder (columns wrap) and the torus (plus rule).

Presses x turn off b iff x_{i+1} = −(b_i + B·x_i + x_{i−1}) for all rows, so x_i = f_i·x_1 − f_{i−1}·x_0 + c_i with
f_{j+1} = y·f_j − f_{j−1}, y = −B, and c the chase from no presses. A row is a polynomial modulo m over GF(k):

- path columns: Σ c_j·g_j(z), g_{j+1} = z·g_j − g_{j−1}, m = g_{w+1}, y = −(z + 1)
- cyclic columns: Σ c_j·z^j, m = z^w − 1, y = −(z + 1 + 1/z)

Open rows require f_{h+1}·x_1 = −c_{h+1}; cyclic rows, two equations in x_1 and x_0, [[f_{h+1} − 1, −f_h], [f_h,
−f_{h−1} − 1]]·(x_1, x_0) = −(c_{h+1}, c_h). Brought to diagonal form d, each d_i·X ≡ C is solvable iff gcd(d_i, m)
divides C; the nullity is Σ deg gcd(d_i, m). Cost: two passes over the board and gcds of polynomials of degree w,
near-linear with python-flint.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from solvable import kernels
from solvable.core.budget import checked
from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.core.message import msg
from solvable.lights.algebra.polynomials import Ring, Row, System, cycle_ring, path_ring
from solvable.lights.rules import WRAPS
from solvable.lights.transfer_matrix.words import check_memory, has_wide_vectors

STATES_MAX = 1 << 16


@dataclass(frozen=True)
class Plane:
    """The rules of a board: its size, the number of states (a prime), and its surface."""

    width: int
    height: int
    k: int = 2
    surface: str = "plane"

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise PuzzleError(
                msg(
                    "a board needs at least one row and one column, not {width} × {height}",
                    width=self.width,
                    height=self.height,
                )
            )
        if self.surface not in WRAPS:
            raise PuzzleError(
                msg("the surface is {surfaces}, not {surface}", surfaces=", ".join(WRAPS), surface=repr(self.surface))
            )
        if not 2 <= self.k < STATES_MAX or any(self.k % d == 0 for d in range(2, 1 + int(self.k**0.5))):
            raise PuzzleError(msg("the number of states is a prime below {most}, not {k}", most=STATES_MAX, k=self.k))

    @property
    def wraps_columns(self) -> bool:
        """Whether the first column is next to the last."""
        return WRAPS[self.surface][0]

    @property
    def wraps_rows(self) -> bool:
        """Whether the first row is next to the last."""
        return WRAPS[self.surface][1]

    @cached_property
    def ring(self) -> Ring:
        """The ring whose elements represent rows."""
        return (cycle_ring if self.wraps_columns else path_ring)(self.width, self.k)

    @cached_property
    def system(self) -> System:
        """The equations for the first row of presses; for cyclic rows also for the last row, which precedes it."""
        before, here, after = self.ring.fibonacci(self.height)
        matrix = [[after - 1, -here], [here, -before - 1]] if self.wraps_rows else [[after]]
        return System(matrix, self.ring.modulus)

    @property
    def nullity(self) -> int:
        """The number of independent quiet patterns."""
        return self.system.nullity


@dataclass(frozen=True, slots=True)
class PlaneAnswer:
    """The presses, in the form of the board, and the number of independent quiet patterns; there are k^nullity
    solutions.
    """

    presses: Any
    nullity: int


@dataclass(frozen=True, eq=False)
class PlaneObstruction:
    """A quiet pattern whose weighted sum over the board is not 0 modulo k; no press changes the sum, so there is no
    solution.

    The pattern follows from two of its rows by a chase; on open rows from the last one upwards.
    """

    plane: Plane
    above: Row
    here: Row
    value: int
    invariant: str = "quiet pattern"
    wanted: int = 0

    @cached_property
    def rows(self) -> list[Row]:
        """The pattern, row by row."""
        results = list(pattern(self.plane, self.above, self.here))
        return results if self.plane.wraps_rows else results[::-1]

    @property
    def weights(self) -> tuple[int, ...]:
        """One weight in Z/k for each cell, row by row."""
        return tuple(weight for row in self.rows for weight in row)


def solve(plane: Plane, board: Any, in_place: bool = False) -> PlaneAnswer:
    """Return presses that turn off the board; raise UnsolvableError, with the proof, if there are none.

    The board is a list of rows (lists of states), or a numpy array (height, width) of uint8 or uint16, which the
    presses overwrite if `in_place`.
    """
    if not isinstance(board, list):
        _check_array(plane, board)
        board = board if in_place else board.copy(order="C")
        check_memory(board)
        return PlaneAnswer(board, solve_cells(plane, board))
    _check_rows(plane, board)
    last = beyond = dark = [0] * plane.width
    for row in chase(plane, board, dark, dark):
        last, beyond = beyond, row
    presses = list(islice(chase(plane, board, *_first_rows(plane, last, beyond)), plane.height))
    return PlaneAnswer(presses, plane.nullity)


def solve_cells(plane: Plane, cells: Any) -> int:
    """Overwrite a board, a buffer of u8 or u16 row by row, by presses that turn it off; return the nullity.

    Raise UnsolvableError, with the proof, if there are none. The values of the cells are not checked.
    """
    dark = [0] * plane.width
    last, beyond = ([*map(int, row)] for row in _chase_array(plane, cells, dark, dark, write=False))
    _chase_array(plane, cells, *_first_rows(plane, last, beyond), write=True)
    return plane.nullity


def _first_rows(plane: Plane, last: Row, beyond: Row) -> tuple[Row, Row]:
    """Return the rows of presses (above the first, the first), given c_h and c_{h+1} of the chase from no presses."""
    ring = plane.ring
    right_side = [-ring.to_polynomial(row) for row in ((beyond, last) if plane.wraps_rows else (beyond,))]
    result = plane.system.solve(right_side)
    if result is None:
        message = "unsolvable: the board's sum weighted by a quiet pattern is not 0"
        raise UnsolvableError(message, _refutation(plane, last, beyond))
    first, *before = [ring.to_row(a) for a in result]
    return before[0] if before else [0] * plane.width, first


def chase(plane: Plane, rows: Sequence[Sequence[int]], above: Row, here: Row) -> Iterator[Row]:
    """Yield the rows of presses that follow from two, starting with `here`, to one beyond the last; each turns off the
    row above.
    """
    k = plane.k
    for row in checked(rows, 16):
        yield here
        left, right = (here[-1:], here[:1]) if plane.wraps_columns else ([0], [0])
        sums = zip(row, above, here, left + here[:-1], here[1:] + right, strict=True)
        above, here = here, [-sum(cells) % k for cells in sums]
    yield here


def pattern(plane: Plane, above: Row, here: Row) -> Iterator[Row]:
    """Yield the rows of presses that follow from two on a dark board."""
    dark = [0] * plane.width
    return islice(chase(plane, [dark] * plane.height, above, here), plane.height)


def quiet_starts(plane: Plane) -> Iterator[tuple[Row, Row]]:
    """Yield a basis of the quiet patterns, each as the rows (above, first) that `pattern` continues."""
    for generator, dimension in plane.system.kernel():
        first, *before = [plane.ring.to_row(a) for a in generator]
        above = before[0] if before else [0] * plane.width
        for _ in range(dimension):
            yield above, first
            above, first = plane.ring.step(above), plane.ring.step(first)


def _refutation(plane: Plane, last: Row, beyond: Row) -> PlaneObstruction:
    """Return the proof: a quiet pattern whose weighted sum over the residual rows is not 0.

    After the chase open rows have −c_{h+1} in the last row, which may be the `first` of a start, since reversed
    patterns are patterns; cyclic rows have c_h in the first row and −c_{h+1} in the last, which is `above` the first.
    """
    for above, first in quiet_starts(plane):
        value = _dot(first, last) - _dot(above, beyond) if plane.wraps_rows else -_dot(first, beyond)
        if value % plane.k:
            return PlaneObstruction(plane, above, first, value % plane.k)
    raise ArithmeticError("all quiet patterns weigh the board to 0")


def _dot(a: Row, b: Row) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _chase_array(
    plane: Plane, board: Any, above: Row, here: Row, write: bool
) -> tuple[Sequence[float], Sequence[float]]:
    """Return the last two rows of the chase from two; if `write`, overwrite the board by all but the last."""
    if not kernels.has_library():
        return _chase_reference(plane, board, above, here, write)
    kernel = kernels.native()
    before, start = (array("f", [0, *row, 0]) for row in (above, here))
    chase_array = kernel.plane_chase_bytes if memoryview(board).itemsize == 1 else kernel.plane_chase_words
    chase_array(
        board, plane.height, plane.width, before, start, plane.k, plane.wraps_columns, write, has_wide_vectors()
    )
    return before[1:-1].tolist(), start[1:-1].tolist()


def _chase_reference(plane: Plane, board: Any, above: Row, here: Row, write: bool) -> tuple[Row, Row]:
    """Do the same as `_chase_array`, by `chase`."""
    view, width = memoryview(board), plane.width
    cells: Any = view.cast("B").cast("B" if view.itemsize == 1 else "H")
    rows = [cells[start : start + width].tolist() for start in range(0, len(cells), width)]
    last = beyond = above
    for number, row in enumerate(chase(plane, rows, above, here)):
        last, beyond = beyond, row
        if write and number < plane.height:
            cells[number * width : (number + 1) * width] = array(cells.format, row)
    return last, beyond


def _check_rows(plane: Plane, board: Sequence[Sequence[int]]) -> None:
    if len(board) != plane.height:
        raise PuzzleError(msg("the board has {count} rows, not {height}", count=len(board), height=plane.height))
    for number, row in enumerate(board, 1):
        if len(row) != plane.width or not all(0 <= state < plane.k for state in row):
            raise PuzzleError(
                msg("row {row} is not {width} states from 0 to {last}", row=number, width=plane.width, last=plane.k - 1)
            )


def _check_array(plane: Plane, board: Any) -> None:
    if board.shape != (plane.height, plane.width) or str(board.dtype) not in ("uint8", "uint16"):
        wanted = f"({plane.height}, {plane.width}) of uint8 or uint16"
        raise PuzzleError(
            msg(
                "the board is an array {shape} of {dtype}, not {wanted}",
                shape=str(board.shape),
                dtype=str(board.dtype),
                wanted=wanted,
            )
        )
    if board.max() >= plane.k:
        raise PuzzleError(msg("a cell is not a state from 0 to {last}", last=plane.k - 1))
