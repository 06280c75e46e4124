"""What runs every kernel of the tiles once, so that it is compiled: small boards, in the order in which people ask."""

from collections.abc import Callable
from random import Random

from solvable.tiles.board import SlidingTiles

SECONDS = 0.5  # that a search with a limit goes on after compiling


def near() -> None:
    """Short solutions: the pair model, outer lines, sweeps and polishing."""
    for size in ((5, 5), (7, 7), (10, 10), (16, 16), (40, 40)):
        for metric in ("stm", "mtm"):
            puzzle = SlidingTiles(*size, metric=metric)
            puzzle.near(puzzle.scramble(Random(1)), seconds=SECONDS)
    puzzle = SlidingTiles(5, 5)
    puzzle.near(puzzle.scramble(Random(1)), seconds=SECONDS, workers=2)


def census() -> None:
    """Complete tables, and drawing boards of a hundred thousand tiles."""
    from solvable.tiles.census import complete

    SlidingTiles(400, 400).scramble("1")

    for size, metric in (((3, 2), "stm"), ((3, 3), "stm"), ((3, 3), "mtm")):
        complete.search(SlidingTiles(*size, metric=metric))
    puzzle = SlidingTiles(3, 3)
    complete.table(puzzle).solve(puzzle.scramble(Random(1)))


STEPS: dict[str, Callable[[], None]] = {"near": near, "census": census}
"""In turn."""
