"""Giant two-colour boards (plus rule, plane) as rows of ints: verdict, nullity, proof and one solution.

Chasing down from a first row of no presses leaves c in the last row. The first row x is right iff
Q(T)·x = c, where Q = f_{h+1}(z + 1) and T is the path's adjacency matrix (`polynomial`). As polynomials modulo
T's minimal polynomial χ = f_{w+1}, with C for c and D = gcd(Q, χ), that is Q·X ≡ C, solvable iff D divides C;
the first rows of the quiet patterns are the multiples of χ/D, so their dimension is deg D.

Cost: two passes over the board, w·h/64 word operations each, and Euclid on degrees w and h; memory: the board.
A row is an int, bit c of row r being cell (r, c). `kernels.rows` is the compiled twin.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from solvable.errors import PuzzleError, UnsolvableError
from solvable.lights import polynomial as poly


@dataclass(frozen=True, slots=True)
class RowsAnswer:
    """The presses, row by row, and the number of independent quiet patterns (2^nullity solutions)."""

    presses: list[int]
    nullity: int


@dataclass(frozen=True)
class RowsObstruction:
    """A quiet pattern, row by row, that overlaps the board in an odd number of lit cells: no presses solve it.

    Each press toggles an even number of the pattern's cells, so the parity of the lit ones among them never changes.
    """

    rows: Sequence[int]
    width: int
    nullity: int
    invariant: str = "quiet pattern"
    value: int = 1
    wanted: int = 0

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """One weight (0 or 1) for each cell, row by row."""
        return tuple(int(bit) for row in self.rows for bit in f"{row:0{self.width}b}"[::-1])


def solve(rows: list[int], width: int, in_place: bool = False) -> RowsAnswer:
    """Return presses that darken the board, in its own list when `in_place`; raise UnsolvableError with the proof.

    Of the solutions it is the one whose first row is, as a polynomial, of degree below width − nullity.
    """
    check_rows(rows, width)
    first, nullity = first_row(residual(rows, width), width, len(rows))
    presses = rows if in_place else rows.copy()
    write_presses(presses, width, first)
    return RowsAnswer(presses, nullity)


def check_rows(rows: Sequence[int], width: int) -> None:
    """Raise PuzzleError unless `rows` is a board of `width` columns."""
    if width < 1 or not rows:
        raise PuzzleError(f"a board needs at least one row and one column, not {width} × {len(rows)}")
    for number, row in enumerate(rows):
        if row < 0 or row.bit_length() > width:
            raise PuzzleError(f"row {number + 1} does not fit into {width} columns")


def residual(rows: Iterable[int], width: int) -> int:
    """Return the row that is left after chasing down from a first row of no presses."""
    mask = (1 << width) - 1
    above = here = 0
    for row in rows:
        above, here = here, row ^ above ^ here ^ here >> 1 ^ here << 1 & mask
    return here


def write_presses(rows: list[int], width: int, first: int) -> None:
    """Overwrite the board by its presses, given those of the first row."""
    mask = (1 << width) - 1
    above, here = 0, first
    for number, row in enumerate(rows):
        rows[number] = here
        above, here = here, row ^ above ^ here ^ here >> 1 ^ here << 1 & mask
    if here:
        raise ArithmeticError("the first row does not darken the board")


def first_row(rest: int, width: int, height: int) -> tuple[int, int]:
    """Return the first row of presses for the residual row `rest`, and the nullity; raise UnsolvableError."""
    chi = poly.fibonacci(width + 1)
    goal = poly.from_cells(rest, width)
    if width <= height:
        divisor, factor = poly.gcd_with_factor(poly.fibonacci_pair(height + 1, 1, chi)[0], chi)
        quotient, left = poly.divide(goal, divisor)
        first = poly.remainder(poly.multiply(factor, quotient), chi)
    else:  # X = (C + m·χ)/Q with m·χ ≡ C modulo Q, of the lower degree
        short = poly.fibonacci(height + 1, 1)
        divisor, factor = poly.gcd_with_factor(poly.remainder(chi, short), short)
        quotient, left = poly.divide(goal, divisor)
        m = poly.remainder(poly.multiply(factor, poly.remainder(quotient, short)), short)
        first = poly.divide(goal ^ poly.multiply(m, chi), short)[0]
    nullity = poly.degree(divisor)
    if left:
        proof = RowsObstruction(certificate(rest, poly.divide(chi, divisor)[0], width, height), width, nullity)
        raise UnsolvableError("a quiet pattern overlaps the board in an odd number of lit cells", proof)
    return poly.to_cells(first, width), nullity


def certificate(rest: int, generator: int, width: int, height: int) -> list[int]:
    """Return a quiet pattern whose last row overlaps the residual `rest` oddly; `generator` is χ/D.

    The last rows are the span of v, T·v, T²·v, …, v for χ/D; not all of the first deg D overlap evenly.
    """
    mask = (1 << width) - 1
    last = poly.to_cells(generator, width)
    while not (last & rest).bit_count() & 1:
        last = (last >> 1 ^ last << 1) & mask
    return pattern(last, width, height)[::-1]


def pattern(first: int, width: int, height: int) -> list[int]:
    """Return the rows of presses that follow from `first` where they must leave the rows above them as they were."""
    mask = (1 << width) - 1
    found, above = [first], 0
    for _ in range(height - 1):
        here = found[-1]
        found.append(above ^ here ^ here >> 1 ^ here << 1 & mask)
        above = here
    return found


def quiet_first_rows(width: int, height: int) -> list[int]:
    """Return the first rows of a basis of the quiet patterns; `pattern` gives the rest of each."""
    chi = poly.fibonacci(width + 1)
    divisor = poly.gcd(poly.fibonacci_pair(height + 1, 1, chi)[0], chi)
    rows, mask = [], (1 << width) - 1
    row = poly.to_cells(poly.divide(chi, divisor)[0], width) if divisor > 1 else 0
    for _ in range(poly.degree(divisor)):
        rows.append(row)
        row = (row >> 1 ^ row << 1) & mask
    return rows
