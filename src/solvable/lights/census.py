"""Tables of nullities of boards: by the side of squares, or by width and height."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from solvable.core.budget import check
from solvable.lights.board import LightsOut
from solvable.lights.nullity.roots_of_unity import in_parts, nullities

_CELLS = 1 << 16  # cells of the boards in one task of an executor


def nullity_table(
    ns: Iterable[int], rule: str = "plus", surface: str = "plane", k: int = 2, *, known: Sequence[int] = ()
) -> Iterator[tuple[int, int, int]]:
    """Yield (n, nullity, solutions of each solvable state) of the n × n board for each n, in order.

    For two colours and the plus rule on a plane or torus, one table gives many n together: a million a second on the
    plane up to n = 1,000,000. Other boards are computed one by one. The executor of the budget in force, if any,
    computes parts of the table. `known` are nullities of the sides 1, 2, … that need not be recomputed.
    """
    if rule == "plus" and k == 2 and surface in ("plane", "torus"):
        sizes = ns if isinstance(ns, range) else [*ns]
        for n, nullity in zip(sizes, nullities(sizes, surface, known if surface == "plane" else ()), strict=True):
            yield n, nullity, 1 << nullity
        return
    for n, _, nullity, solutions in _sized(((n, n) for n in ns), rule, surface, k):
        yield n, nullity, solutions


def rectangle_table(
    widths: Iterable[int], heights: Iterable[int], rule: str = "plus", surface: str = "plane", k: int = 2
) -> Iterator[tuple[int, int, int, int]]:
    """Yield (w, h, nullity, solutions of each solvable state) of the w × h board, for each w and then each h.

    The executor of the budget in force computes them, if it has one.
    """
    yield from _sized(product(widths, heights), rule, surface, k)


def _sized(sizes: Iterable[tuple[int, int]], rule: str, surface: str, k: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield (w, h, nullity, solutions) of boards of these sizes."""
    for rows in in_parts(_boards, ((group, rule, surface, k) for group in _groups(sizes))):
        yield from rows


def _groups(sizes: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield groups of sizes, one for each task of an executor."""
    group, cells = list[tuple[int, int]](), 0
    for w, h in sizes:
        group.append((w, h))
        cells += w * h
        if cells >= _CELLS:
            yield group
            group, cells = [], 0
    if group:
        yield group


def _boards(sizes: Sequence[tuple[int, int]], rule: str, surface: str, k: int) -> list[tuple[int, int, int, int]]:
    """Return (w, h, nullity, solutions) of each of the boards."""
    rows = []
    for w, h in sizes:
        check()
        board = LightsOut(w, h, rule=rule, surface=surface, k=k)
        rows.append((w, h, board.nullity, board.solutions_each))
    return rows
