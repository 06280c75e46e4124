"""What runs every kernel of the tiles once, so that it is compiled: small boards, in the order in which people ask."""

from collections.abc import Callable
from random import Random

from solvable.tiles.board import SlidingTiles

SECONDS = 0.5  # that a search with a limit goes on after compiling


def near() -> None:
    """Short solutions: the pair model, sweeps, guided walks and outer lines."""
    for size in ((5, 5), (7, 7), (10, 10), (16, 16), (40, 40), (70, 70)):
        for metric in ("stm", "mtm"):
            puzzle = SlidingTiles(*size, metric=metric)
            puzzle.near(puzzle.scramble(Random(1)), seconds=SECONDS)
    puzzle = SlidingTiles(5, 5)
    puzzle.near(puzzle.scramble(Random(1)), seconds=SECONDS, workers=2)


STEPS: dict[str, Callable[[], None]] = {"near": near}
"""In turn."""
