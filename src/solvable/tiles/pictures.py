"""Picture puzzles: boards with tiles alike. Telling the tiles apart turns one into a sliding-tile puzzle.

Any way to tell equal tiles apart whose parity is right gives a solution; pairing each tile with a near goal cell of its
label gives a short one. Where the parity is wrong two tiles alike change their parts: with equal tiles it is free.
"""

from itertools import product

from solvable.puzzle import State
from solvable.tiles import parity

LARGEST_PAIRING = 200  # tiles of one label that are paired by distance; more are paired in order


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
