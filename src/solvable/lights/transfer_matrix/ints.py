"""Giant two-colour boards (plus rule, plane) as rows of ints: verdict, nullity, proof and one solution.

Chasing down from a first row of no presses leaves c in the last row. The first row x is right iff
Q(T)·x = c, where Q = f_{h+1}(z + 1) and T is the path's adjacency matrix (`nullity.fibonacci`). As polynomials modulo
T's minimal polynomial χ = f_{w+1}, with C for c and D = gcd(Q, χ), that is Q·X ≡ C, solvable iff D divides C;
the first rows of the quiet patterns are the multiples of χ/D, so their dimension is deg D.

Cost: two passes over the board of w·h/64 word operations each, and Euclid's algorithm on degrees w and h; memory: the
board. A row is an int, bit c of row r being cell (r, c). `words` does the same by kernels.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, overload

from solvable import kernels
from solvable.core.budget import checked
from solvable.core.errors import PuzzleError, UnsolvableError, whole_number
from solvable.core.message import msg
from solvable.lights.nullity import fibonacci as poly
from solvable.lights.transfer_matrix.words import REFUTED, RowsAnswer, RowsObstruction, Words, check_shape, words_of


@overload
def solve(rows: list[int], width: int, in_place: bool = False) -> RowsAnswer[list[int]]: ...


@overload
def solve(rows: Words, width: int, in_place: bool = False) -> RowsAnswer[Words]: ...


def solve(rows: Any, width: int, in_place: bool = False) -> RowsAnswer[Any]:
    """Return presses that turn off a giant board with the plus rule and two colours, in the same form as `rows`.

    `rows` is a list of ints, one for each row, or a uint64 array of shape (height, ceil(width/64)); bit i of a row,
    counted from the least significant, is its cell i. With `in_place` the presses overwrite `rows`. Among several
    solutions it returns the one whose first row, as a polynomial, has a degree below width − nullity. Raises
    UnsolvableError, with the proof, if there is none.
    """
    if hasattr(rows, "dtype"):
        if not kernels.has_library():
            return _solve_words(rows, width, in_place)
        from solvable.lights.transfer_matrix import words

        return words.solve(rows, width, in_place)
    rows = rows if in_place else [whole_number(row, "a row") for row in rows]
    check_rows(rows, width)
    first, nullity = first_row(residual(rows, width), width, len(rows))
    for number, row in enumerate(follow(rows, width, first)):
        rows[number] = row
    return RowsAnswer(rows, nullity)


def _solve_words(board: Words, width: int, in_place: bool) -> RowsAnswer[Words]:
    """Do the same as `words.solve`, without kernels."""
    check_shape(board, width)
    if not in_place:
        board = board.copy(order="C")
    try:
        answer = solve([int.from_bytes(row.tobytes(), "little") for row in board], width, in_place=True)
    except UnsolvableError as error:
        proof = error.obstruction
        assert isinstance(proof, RowsObstruction)
        last = words_of(proof.last, board.shape[1])
        raise UnsolvableError(str(error), replace(proof, last=last)) from None
    for number, row in enumerate(answer.presses):
        board[number] = words_of(row, board.shape[1])
    return RowsAnswer(board, answer.nullity)


def check_rows(rows: Sequence[int], width: int) -> None:
    """Raise PuzzleError unless `rows` is a board of `width` columns."""
    if width < 1 or not rows:
        raise PuzzleError(
            msg("a board needs at least one row and one column, not {width} × {height}", width=width, height=len(rows))
        )
    for number, row in enumerate(rows):
        if row < 0 or row.bit_length() > width:
            raise PuzzleError(msg("row {row} does not fit into {width} columns", row=number + 1, width=width))


def residual(rows: Iterable[int], width: int) -> int:
    """Return the row that remains after chasing down from a first row of no presses."""
    mask = (1 << width) - 1
    above = here = 0
    for row in checked(rows):
        above, here = here, row ^ above ^ here ^ here >> 1 ^ here << 1 & mask
    return here


def follow(rows: Iterable[int], width: int, first: int) -> Iterator[int]:
    """Yield the presses of each row, given those of the first."""
    mask = (1 << width) - 1
    above, here = 0, first
    for row in checked(rows):
        yield here
        above, here = here, row ^ above ^ here ^ here >> 1 ^ here << 1 & mask
    if here:
        raise ArithmeticError("the first row does not darken the board")


def first_row(rest: int, width: int, height: int) -> tuple[int, int]:
    """Return the first row of presses for the residual row `rest`, and the nullity; raise UnsolvableError if there is
    none.

    On wide boards, deg Q < deg χ, the congruence is solved modulo Q instead: X = (C + m·χ)/Q where m·χ ≡ C.
    """
    chi = poly.fibonacci(width + 1)
    goal = poly.from_cells(rest, width)
    if width <= height:
        modulus, reduced = chi, poly.fibonacci_pair(height + 1, 1, chi)[0]
    else:
        modulus = poly.fibonacci(height + 1, 1)
        reduced = poly.remainder(chi, modulus)
    divisor, factor = poly.gcd_with_factor(reduced, modulus)
    nullity = poly.degree(divisor)
    quotient, remaining = poly.divide(goal, divisor) if nullity else (goal, 0)
    if remaining:
        raise UnsolvableError(REFUTED, refutation(rest, poly.divide(chi, divisor)[0], width, height, nullity))
    reduced_modulus = poly.divide(modulus, divisor)[0] if nullity else modulus
    if width <= height:
        first = poly.remainder(poly.multiply(factor, quotient), reduced_modulus)
    else:
        m = poly.remainder(poly.multiply(factor, poly.remainder(quotient, reduced_modulus)), reduced_modulus)
        first = poly.divide(goal ^ poly.multiply(m, chi), modulus)[0]
    return poly.to_cells(first, width), nullity


def refutation(rest: int, generator: int, width: int, height: int, nullity: int) -> RowsObstruction:
    """Return the proof: a quiet pattern whose last row has an odd overlap with the residual `rest`; `generator` is χ/D.

    The last rows are the span of v, T·v, T²·v, …, v for χ/D; at least one of the first deg D has an odd overlap. A
    board and its residual row have overlaps of the same parity with a quiet pattern.
    """
    mask = (1 << width) - 1
    last = poly.to_cells(generator, width)
    while not (last & rest).bit_count() & 1:
        last = (last >> 1 ^ last << 1) & mask
    return RowsObstruction(last, width, height, nullity)


def quiet_first_rows(width: int, height: int) -> list[int]:
    """Return the first rows of a basis of the quiet patterns; `pattern` computes the other rows of each."""
    chi = poly.fibonacci(width + 1)
    divisor = poly.gcd(poly.fibonacci_pair(height + 1, 1, chi)[0], chi)
    rows, mask = [], (1 << width) - 1
    row = poly.to_cells(poly.divide(chi, divisor)[0], width) if divisor > 1 else 0
    for _ in checked(range(poly.degree(divisor))):
        rows.append(row)
        row = (row >> 1 ^ row << 1) & mask
    return rows
