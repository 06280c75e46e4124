"""IDA* in plain Python: the readable reference of the kernel, and the search of boards too large for pattern tables.

With the reference tables of `patterns` it generates exactly the nodes of the kernel; without tables the estimate is
the Manhattan distance. The order is the kernel's: depth-first by blocks of states of one depth.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from solvable.core.puzzle import State
from solvable.tiles import heuristics
from solvable.tiles.pdb import patterns
from solvable.tiles.pdb.automaton import Automaton
from solvable.tiles.pdb.partitions import Partitions, Pattern, images
from solvable.tiles.symmetry import Frame

STATES_PER_BLOCK = 64  # states expanded together, as in the kernel

Estimate = Callable[[State], Sequence[int]]
"""A lower bound from each look-up; of single moves, all have the parity of the true distance."""


@dataclass(slots=True)
class Counter:
    """The cost of a search so far."""

    generated: int = 0
    expanded: int = 0


def manhattan(frame: Frame) -> Estimate:
    """Return the Manhattan distance as an estimate."""

    def estimate(state: State) -> Sequence[int]:
        return (sum(frame.distance(cell, tile) for cell, tile in enumerate(state) if tile != frame.home),)

    return estimate


def lines(frame: Frame) -> Estimate:
    """Return the bound of `heuristics.lines`, for the multi-tile metric, as an estimate."""
    number = [0 if c == frame.home else c + (c < frame.home) for c in range(frame.cells)]

    def estimate(state: State) -> Sequence[int]:
        return (heuristics.lines(tuple(number[c] for c in state), tuple(number), frame.width),)

    return estimate


@cache
def table(frame: Frame, pattern: Pattern) -> dict[patterns.Placed, int]:
    """Return the reference table of a pattern; it is cached."""
    return patterns.reference(frame, pattern)


def additive(chosen: Partitions) -> Estimate:
    """Return the sums of pattern distances of each partition, under each symmetry of the board."""
    frame = chosen.frame
    looks = [*zip(chosen.looks, images(chosen), strict=True)]

    def estimate(state: State) -> Sequence[int]:
        sums = []
        for look, image in looks:
            seen = [0] * len(state)
            for cell, tile in enumerate(state):
                seen[image[cell]] = image[tile]
            placed = ((pattern, patterns.place(frame, pattern, tuple(seen))) for pattern in look.partition)
            sums.append(sum(table(frame, pattern)[where] for pattern, where in placed))
        return sums

    return estimate


def bounded(
    start: State, home: int, bound: int, machine: Automaton, estimate: Estimate, counter: Counter
) -> Iterator[tuple[int, ...] | None]:
    """Search once to `bound`; yield the blank's cells of each solution, and None after each block of states.

    Each segment of the stack holds states of one depth, with their paths; its last `STATES_PER_BLOCK` are expanded
    together.
    """
    first: tuple[int, State, tuple[int, ...]] = (machine.start[start.index(home)], start, ())
    stack = [(0, [first])]
    while stack:
        g, segment = stack[-1]
        if not segment:
            stack.pop()
            continue
        if g == bound:
            yield segment.pop()[2]
            continue
        block = segment[-STATES_PER_BLOCK:]
        del segment[-STATES_PER_BLOCK:]
        children = []
        for index, state, path in block:
            counter.expanded += 1
            for after in machine.following[index]:
                counter.generated += 1
                blank, to = machine.cell[index], machine.cell[after]
                moved = list(state)
                moved[blank], moved[to] = moved[to], home
                if g + 1 + max(estimate(tuple(moved))) <= bound:
                    children.append((after, tuple(moved), (*path, to)))
        stack.append((g + 1, children))
        yield None


def bounded_multi(
    start: State, frame: Frame, bound: int, estimate: Estimate, counter: Counter
) -> Iterator[tuple[int, ...] | None]:
    """Do the same as `bounded` in the multi-tile metric: rows and columns alternate, a move slides a line."""
    path = [0] * (bound + 1)
    stack = [(0, 2, start)]
    goal = tuple(range(frame.cells))
    # path[1 … g] are the blank's cells on the way to the state popped: deeper entries are stale, and are overwritten
    # before they are read. `last` is the axis of the last move, 2 at the start.
    while stack:
        g, last, state = stack.pop()
        blank = path[g] = state.index(frame.home)
        counter.expanded += 1
        if g == bound:
            if state == goal:
                yield tuple(path[1:])
            continue
        for axis, step, room in frame.ways(blank):
            after = list(state)
            for to in range(blank + step, blank + step * (room + 1), step) if axis != last else ():
                counter.generated += 1
                after[to - step], after[to] = after[to], frame.home
                if g + 1 + max(estimate(tuple(after))) <= bound:
                    stack.append((g + 1, axis, tuple(after)))
        yield None
