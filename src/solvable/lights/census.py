"""Tables of nullities of boards: by the side of squares, or by width and height."""

from collections.abc import Iterable, Iterator
from itertools import islice, product

from solvable.budget import check
from solvable.lights.board import LightsOut
from solvable.lights.checked import checked

_BLOCK = 1 << 10  # orders whose nullities are found together,
_SUM = 1 << 24  # and their sum: within a second, so that rows come, and an interrupt is heard


def nullity_table(
    ns: Iterable[int], rule: str = "plus", surface: str = "plane", k: int = 2
) -> Iterator[tuple[int, int, int]]:
    """Yield (n, nullity, solutions of each solvable state) of the n × n board for each n.

    Two colours and the plus rule on plane or torus come from one table of polynomials for many n together.
    """
    if rule == "plus" and k == 2 and surface in ("plane", "torus"):
        from solvable.lights.nullity import fibonacci

        sizes = iter(ns)
        for first in sizes:
            check()
            block = [first, *islice(sizes, min(_BLOCK, _SUM // first))]
            for n, nullity in zip(block, fibonacci.nullities(block, surface), strict=True):
                yield n, nullity, 1 << nullity
        return
    for n in checked(ns, 1):
        board = LightsOut(n, n, rule=rule, surface=surface, k=k)
        yield n, board.nullity, board.solutions_each


def rectangle_table(
    widths: Iterable[int], heights: Iterable[int], rule: str = "plus", surface: str = "plane", k: int = 2
) -> Iterator[tuple[int, int, int, int]]:
    """Yield (w, h, nullity, solutions of each solvable state) of the w × h board for each w, and for it each h."""
    for w, h in checked(product(widths, heights), 1):
        board = LightsOut(w, h, rule=rule, surface=surface, k=k)
        yield w, h, board.nullity, board.solutions_each
