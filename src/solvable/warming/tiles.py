"""What runs every kernel of the tiles once, so that it is compiled: small boards, in the order in which people ask."""

from collections.abc import Callable
from random import Random

from solvable.budget import Budget
from solvable.errors import BudgetExceededError
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


def optimal() -> None:
    """Shortest solutions by pattern databases."""
    from solvable.tiles.tables import partitions, patterns

    _searched("stm", ((3, 3), (4, 3), (4, 4)))
    tier = partitions.named("3x3-431")
    patterns.wrong(tier, patterns.make(tier))


def large() -> None:
    """Shortest solutions of 24-puzzles, by patterns of one tile: the tables of six take seconds to build."""
    from solvable.tiles.frame import Frame
    from solvable.tiles.optimal import lanes, lookups
    from solvable.tiles.tables import patterns
    from solvable.tiles.tables.partitions import Tier

    frame = Frame(5, 5, 0)
    tier = Tier("5x5-1111", frame, (((1,), (2,), (3,), (4,)),), 2)
    words = patterns.make(tier)
    words.flags.writeable = False  # as those mapped from the disk
    problem = lookups.Problem(lookups.ready(tier, {tier: words}), (1, 0, *range(2, frame.cells)))
    lane = lanes.Lane(lanes.Task(problem), problem.least)
    lane.run(lanes.SLICE)  # nothing: these patterns do not hold the tiles that would move
    lane.close()


def multi() -> None:
    """Shortest solutions in the multi-tile metric by labelled boards."""
    from solvable.tiles.tables import labels

    _searched("mtm", ((3, 3), (4, 3)))
    collection = labels.named("3x3-mtm")
    labels.wrong(collection, labels.make(collection))


def _searched(metric: str, sizes: tuple[tuple[int, int], ...]) -> None:
    from solvable.tiles.optimal import ida

    for size in sizes:
        puzzle = SlidingTiles(*size, metric=metric)
        state = puzzle.scramble(Random(1))
        ida.search(puzzle, state, at_once=False)
        ida.search(puzzle, state, Budget(workers=2), at_once=False)
        next(ida.optimal_solutions(puzzle, state))
    large = SlidingTiles(6, 5 if metric == "stm" else 4, metric=metric)
    try:
        ida.search(large, large.scramble(Random(1)), Budget(SECONDS), at_once=False)
    except BudgetExceededError:
        return


STEPS: dict[str, Callable[[], None]] = {
    "near": near, "optimal": optimal, "multi": multi, "large": large,
}  # fmt: skip
"""In turn."""
