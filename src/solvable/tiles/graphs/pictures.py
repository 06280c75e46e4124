"""Picture puzzles: boards with tiles alike. Telling the tiles apart turns one into a sliding-tile puzzle.

Any way to tell equal tiles apart whose parity is right gives a solution; pairing each tile with a near goal cell of its
label gives a short one. Where the parity is wrong two tiles alike change their parts: with equal tiles it is free. The
shortest solution is the shortest over all these ways, so where they are few each is searched as a sliding puzzle.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from solvable.clock import counted
from solvable.errors import BudgetExceededError
from solvable.puzzle import Progress, Solution, State
from solvable.tiles import parity
from solvable.tiles.board import SlidingTiles
from solvable.tiles.heuristics import lower_bound

LARGEST_PAIRING = 200  # tiles of one label that are paired by distance; more are paired in order
FEW = 24  # ways to tell the tiles apart that are all searched


def tell_apart(width: int, goal: State, state: State) -> tuple[State, State]:
    """Return goal and state with tiles 1, 2, … all different that stand for those given, mutually reachable."""
    apart = tuple(cell + 1 if label else 0 for cell, label in enumerate(goal))
    order = {tile: number for number, tile in enumerate(sorted(apart))}
    named = [0] * len(state)
    twins: tuple[int, int] | None = None
    for label in sorted(set(goal) - {0}):
        homes = [cell for cell, other in enumerate(goal) if other == label]
        places = [cell for cell, other in enumerate(state) if other == label]
        twins = (places[0], places[1]) if len(places) > 1 else twins
        for place, home in _pairs(width, places, homes):
            named[place] = order[apart[home]]
    wanted = tuple(order[tile] for tile in apart)
    if twins and not parity.is_reachable(tuple(named), wanted, width):
        a, b = twins
        named[a], named[b] = named[b], named[a]
    return wanted, tuple(named)


def _pairs(width: int, places: list[int], homes: list[int]) -> list[tuple[int, int]]:
    """Pair each place with a home, the nearest pairs first."""
    if len(places) > LARGEST_PAIRING:
        return list(zip(places, homes, strict=True))
    found: dict[int, int] = {}
    taken: set[int] = set()
    for place, home in sorted(product(places, homes), key=lambda pair: distance(width, *pair)):
        if place not in found and home not in taken:
            found[place] = home
            taken.add(home)
    return list(found.items())


def distance(width: int, a: int, b: int) -> int:
    """Return the steps between two cells."""
    return abs(a // width - b // width) + abs(a % width - b % width)


def nearest_homes(width: int, goal: State, state: State) -> int:
    """Return the sum of the tiles' distances to the nearest goal cells of their labels: a lower bound on the moves."""
    homes: dict[int, list[int]] = {}
    for cell, label in enumerate(goal):
        homes.setdefault(label, []).append(cell)
    return sum(min(distance(width, cell, home) for home in homes[label]) for cell, label in enumerate(state) if label)


def is_few(goal: State) -> bool:
    """Return whether there are few ways to tell the tiles apart."""
    alike = [count for label, count in Counter(goal).items() if label]
    return max(alike) < 8 and prod(map(factorial, alike)) <= 2 * FEW


def ways(width: int, goal: State, state: State) -> list[tuple[State, State]]:
    """Return every way to tell the tiles apart that is solvable, as (goal, state); at least one where any is."""
    homes: dict[int, list[int]] = {}
    for cell, label in enumerate(goal):
        homes.setdefault(label, []).append(cell)
    order = {cell: number for number, cell in enumerate((cell for cell, label in enumerate(goal) if label), start=1)}
    wanted = tuple(order.get(cell, 0) for cell in range(len(goal)))
    places = {label: [cell for cell, other in enumerate(state) if other == label] for label in homes if label}
    found = []
    for choice in product(*(permutations(homes[label]) for label in places)):
        named = [0] * len(state)
        for label, cells in zip(places, choice, strict=True):
            for place, home in zip(places[label], cells, strict=True):
                named[place] = order[home]
        if parity.is_reachable(tuple(named), wanted, width):
            found.append((wanted, tuple(named)))
    return sorted(found, key=lambda way: lower_bound(way[1], way[0], width, "stm"))


def solve(width: int, goal: State, state: State) -> Solution:
    """Return the solution of the human method, the tiles told apart; it must be solvable."""
    wanted, start = tell_apart(width, goal, state)
    moves = SlidingTiles(width, len(goal) // width, goal=wanted).solve(start).moves
    return Solution(moves, nearest_homes(width, goal, state))


def near(width: int, goal: State, state: State, **limits: Any) -> Solution:
    """Return a short solution of one way to tell the tiles apart, with a bound that holds for all."""
    wanted, start = tell_apart(width, goal, state)
    found = SlidingTiles(width, len(goal) // width, goal=wanted).near(start, **limits)
    is_only = len(set(goal)) == len(goal)
    return Solution(found.moves, found.lower_bound if is_only else nearest_homes(width, goal, state))


def optimal(
    width: int, goal: State, state: State, *, seconds: float | None, workers: int, progress: Progress | None
) -> Solution:
    """Return a shortest solution, the best over all ways; at a limit raise BudgetExceededError with the best so far."""
    deadline = None if seconds is None else counted() + seconds
    every = ways(width, goal, state)
    bounds = [lower_bound(start, wanted, width, "stm") for wanted, start in every]
    best: Solution | None = None
    stopped: BudgetExceededError | None = None
    for index, (wanted, start) in enumerate(every):
        if best is not None and bounds[index] >= len(best):
            continue
        left = None if deadline is None else max(0.0, deadline - counted())
        puzzle = SlidingTiles(width, len(goal) // width, goal=wanted)
        try:
            found = puzzle.optimal(start, seconds=left, workers=workers, progress=progress)
            bounds[index] = len(found)
        except BudgetExceededError as error:
            found, bounds[index], stopped = puzzle.solve(start), max(bounds[index], error.lower_bound), error
            if error.best is not None and len(error.best.moves) < len(found):
                found = Solution(tuple(error.best.moves), 0)
        best = found if best is None or len(found) < len(best) else best
        if stopped:
            break
    assert best is not None  # what is solvable has a way
    if stopped:
        least = min(len(best), *bounds)
        raise BudgetExceededError(str(stopped), least, Solution(best.moves, least))
    return Solution(best.moves, len(best))


def optimal_solutions(
    width: int, goal: State, state: State, length: int, *, seconds: float | None, progress: Progress | None
) -> Iterator[Solution]:
    """Yield every shortest solution, of `length` moves: a list of moves belongs to one way to tell the tiles apart."""
    for wanted, start in ways(width, goal, state):
        puzzle = SlidingTiles(width, len(goal) // width, goal=wanted)
        if lower_bound(start, wanted, width, "stm") > length:
            continue
        if len(puzzle.optimal(start, seconds=seconds, progress=progress)) == length:
            yield from puzzle.optimal_solutions(start, seconds=seconds, progress=progress)
