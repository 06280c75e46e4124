"""Additive pattern databases: the exact cost of a few tiles alone, one bit a state, aware of the blank.

The state of a pattern is the mask of its cells, their tiles' order, and the region of free cells that holds the blank;
its distance counts the moves of the pattern's tiles only, so the distances of patterns that share no tile add up to an
admissible estimate (Korf and Felner 2002; aware of the blank: Clausecker and Reinefeld 2019). A pattern move changes
the distance by exactly one, so one bit of it, (h >> 1) & 1, gives a search that knows h the h of every neighbour.
`reference` is the readable twin; `make` and `wrong` build and check the tables; `registry` keeps them by name.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from math import factorial
from typing import TYPE_CHECKING, Any

from solvable import kernels, memory, tables
from solvable.errors import PuzzleError, require
from solvable.puzzle import State
from solvable.shared.said import say
from solvable.tiles.frame import Frame
from solvable.tiles.tables.automaton import REDUNDANT, automaton
from solvable.tiles.tables.cohorts import goal_cohort, is_by_order, layout, sizes, states, transitions, wide, words
from solvable.tiles.tables.parallel import BuildProgress, WrongTable, fault, together
from solvable.tiles.tables.partitions import Pattern, Tier, weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

SIDE_BY_SIDE = 600_000_000  # bytes, of the patterns that are built at the same time

Placed = tuple[tuple[int, ...], int]
"""The cells of a pattern's tiles, in the pattern's order, and the least cell of the blank's region."""


def region(frame: Frame, taken: frozenset[int], blank: int) -> frozenset[int]:
    """Return the cells that the blank can reach without moving a tile on `taken`."""
    reached, edge = {blank}, [blank]
    while edge:
        fresh = {c for cell in edge for c in frame.neighbours(cell)} - taken - reached
        reached |= fresh
        edge = list(fresh)
    return frozenset(reached)


def reference(frame: Frame, pattern: Pattern) -> dict[Placed, int]:
    """Return the distance of every state of a pattern, breadth-first: the readable twin of the tables."""
    start = (pattern, min(region(frame, frozenset(pattern), frame.home)))
    distance = {start: 0}
    layer = [start]
    while layer:
        following = []
        for cells, blank in layer:
            free = region(frame, frozenset(cells), blank)
            for i, p in enumerate(cells):
                for b in set(frame.neighbours(p)) & free:
                    moved = (*cells[:i], b, *cells[i + 1 :])
                    after = (moved, min(region(frame, frozenset(moved), p)))
                    if after not in distance:
                        distance[after] = distance[cells, blank] + 1
                        following.append(after)
        layer = following
    return distance


def place(frame: Frame, pattern: Pattern, state: State) -> Placed:
    """Return where the pattern's tiles lie in a state of the frame (goal cells, the home for the blank)."""
    cells = tuple(state.index(tile) for tile in pattern)
    return cells, min(region(frame, frozenset(cells), state.index(frame.home)))


@lru_cache(8)
def machine(frame: Frame, letters: int) -> "Array":
    """Return the automaton as words: the states that follow each state, 16 bits each, then the cells of the states."""
    require("numpy")
    import numpy as np

    found = automaton(frame.width, frame.height, letters if frame.cells <= 25 else min(letters, 6))
    following = (sum(after << 16 * i for i, after in enumerate(row)) for row in found.following)
    return np.array([*following, *found.cell], np.uint64)


def make(tier: Tier, progress: BuildProgress | None = None) -> "Array":
    """Return the tables of all patterns of the tier, one after the other, and the automaton of the board.

    Raise PuzzleError where the machine has not the memory.
    """
    import numpy as np

    largest = max(weight(tier.frame, len(pattern)) for pattern in tier.patterns)
    needed, there = (tier.bytes + 4 * largest) / 1e9, memory.installed() / 1e9
    if needed > there:
        raise PuzzleError(
            say(
                "the table {name} takes about {needed:.0f} GB to build, more than the {free:.0f} GB of this machine",
                name=tier.name,
                needed=needed,
                free=there,
            )
        )
    lengths, tail = sizes(tier), machine(tier.frame, REDUNDANT)
    result = np.zeros(sum(lengths) + tail.size, np.uint64)
    result[sum(lengths) :] = tail
    parts, at = [], 0
    for pattern, length in zip(tier.patterns, lengths, strict=True):
        parts.append(_layers(tier.frame, pattern, result[at : at + length]))
        at += length
    together(parts, states(tier), progress, workers=max(1, SIDE_BY_SIDE // (32 * max(lengths))))
    return result


def _layers(frame: Frame, pattern: Pattern, result: "Array") -> Iterator[int]:
    """Fill the pattern's table, made breadth-first; yield the number of states at each distance."""
    require("numpy")
    import numpy as np

    kernel, k = kernels.native(), len(pattern)
    here = layout(frame.width, frame.height, k)
    size = here.found.size
    start = np.zeros(size + 1, np.uint32)
    target, turn = np.zeros(4 * k * size, np.uint32), np.zeros(4 * k * size, np.int16)
    count = kernel.cohort_edges(here.struct, start, target, turn)
    moves = kernel.struct(
        "PatternMoves",
        cohorts=size, orders=factorial(k), start=start, target=target[:count].copy(), turn=turn[:count].copy(),
        edges=count, transitions=transitions(k), k=k,
    )  # fmt: skip
    del target, turn
    seen, current, following = (np.zeros(size * words(factorial(k)), np.uint64) for _ in range(3))
    made = np.zeros(seen.size, np.uint64) if is_by_order(frame) else result
    live, live_next = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    goal = goal_cohort(frame, pattern)
    seen[goal * words(factorial(k))] = current[goal * words(factorial(k))] = live[goal] = 1
    new, depth = 1, 0
    while new:
        yield new
        depth += 1
        new = kernel.pattern_layer(moves, depth, seen, current, following, made, seen.size, live, live_next, size)
        current, following, live, live_next = following, current, live_next, live
    del seen, current, following
    if made is not result:
        kernel.pattern_transpose(size, factorial(k), made, result)


def wrong(tier: Tier, bits: "Array", progress: BuildProgress | None = None) -> str:
    """Return what is wrong with the tables, "" if nothing is: searched again by moves derived from the masks.

    Layer by layer from the goal every state not seen before must store the bit of its layer, and all are reached.
    """
    require("numpy")
    import numpy as np

    frame = tier.frame
    if not np.array_equal(bits[sum(sizes(tier)) :], machine(frame, REDUNDANT)):
        return "the automaton of redundant moves is wrong"
    parts, at = [], 0
    for pattern, length in zip(tier.patterns, sizes(tier), strict=True):
        parts.append(_checked(frame, pattern, bits[at : at + length]))
        at += length
    return fault(parts, states(tier), progress)


def _checked(frame: Frame, pattern: Pattern, stored: "Array") -> Iterator[int]:
    """Search a pattern again; yield the number of states at each distance, raise WrongTable at a wrong entry."""
    require("numpy")
    import numpy as np

    kernel, k = kernels.native(), len(pattern)
    here = layout(frame.width, frame.height, k)
    size = here.found.size
    seen, current, following = (np.zeros(size * words(factorial(k)), np.uint64) for _ in range(3))
    made = stored
    if is_by_order(frame):
        made = np.zeros(seen.size, np.uint64)
        kernel.pattern_transpose(factorial(k), size, stored, made)
        if (stored.reshape(-1, wide(frame, k))[:, -1] >> np.uint64((size - 1) % 64) >> np.uint64(1)).any():
            raise WrongTable(f"the pattern {pattern} has a wrong entry beyond its states")
    goal = goal_cohort(frame, pattern) * words(factorial(k))
    seen[goal] = current[goal] = 1
    new, depth = 1, 0
    if int(made[goal]) & 1:
        raise WrongTable(f"the goal of the pattern {pattern} is not at distance 0")
    while new > 0:
        yield new
        depth += 1
        turns = transitions(k)
        new = kernel.pattern_verify_layer(
            here.struct, depth, turns, turns.size, seen, current, following, made, seen.size
        )
        current, following = following, current
    if new < 0 or (made & ~seen).any():
        raise WrongTable(f"the pattern {pattern} has a wrong entry" + (f" at distance {depth}" if new < 0 else ""))


def key(tier: Tier) -> dict[str, Any]:
    """Return what identifies the tables of a tier."""
    frame = tier.frame
    board = [frame.width, frame.height, frame.home]
    patterns = [list(pattern) for pattern in tier.patterns]
    kind = "zero-aware bits by order" if is_by_order(frame) else "zero-aware bits"
    return {"kind": kind, "board": board, "patterns": patterns, "letters": REDUNDANT}


def obtain(tier: Tier, progress: BuildProgress | None = None) -> "Array":
    """Return the bits of a tier, from disk or built now."""
    return tables.obtain(tier.name, key(tier), lambda: make(tier, progress), partial(fits, tier))


def fits(tier: Tier, words: "Array") -> bool:
    """Return whether words are as many as the patterns take, with an automaton behind them whose steps stay inside."""
    import numpy as np

    half, rest = divmod(words.size - sum(sizes(tier)), 2)
    if half < 1 or rest:
        return False
    following, cells = words[-2 * half : -half].view(np.uint16), words[-half:]
    return int(following.max()) < half and int(cells.max()) < tier.frame.cells
