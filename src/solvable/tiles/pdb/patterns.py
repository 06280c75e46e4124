"""Additive pattern databases: the exact cost of a few tiles alone, one bit a state, aware of the blank.

The state of a pattern is the mask of its cells, their tiles' order, and the region of free cells that holds the blank;
its distance counts the moves of the pattern's tiles only, so the distances of patterns that share no tile add up to an
admissible estimate (Korf and Felner 2002; aware of the blank: Clausecker and Reinefeld 2019). A pattern move changes
the distance by exactly one, so one bit of it, (h >> 1) & 1, is enough to compute h of every neighbour from h.
`reference` is the readable reference; `make` and `wrong` build and check the tables; `registry` has them by name.
"""

from array import array
from collections.abc import Iterator
from functools import lru_cache, partial
from math import factorial
from typing import Any

from solvable import kernels
from solvable.core import disk_cache, memory
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import State
from solvable.tiles.pdb.automaton import REDUNDANT_WORD_LETTERS_MAX, automaton
from solvable.tiles.pdb.cohorts import goal_cohort, is_by_order, layout, sizes, states, transitions, wide, words
from solvable.tiles.pdb.parallel import BuildProgress, WrongTable, fault, together
from solvable.tiles.pdb.partitions import Pattern, Tier, weight
from solvable.tiles.symmetry import Frame

WRONG = -1  # the kernel `pattern_verify_layer` returns this for a wrong layer, and −2 for a bit beyond the last one
PARALLEL_BUILD_BYTES_MAX = 600_000_000  # bytes of the patterns that are built at the same time

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
    """Return the distance of every state of a pattern, breadth-first: the readable reference of the tables."""
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
    """Return the position of the pattern's tiles in a state of the frame (goal cells, the home for the blank)."""
    cells = tuple(state.index(tile) for tile in pattern)
    return cells, min(region(frame, frozenset(cells), state.index(frame.home)))


@lru_cache(8)
def machine(frame: Frame, letters: int) -> "array[int]":
    """Return the automaton as words: the states that follow each state, 16 bits each, then the cells of the states."""
    result = automaton(frame.width, frame.height, letters if frame.cells <= 25 else min(letters, 6))
    following = (sum(after << 16 * i for i, after in enumerate(row)) for row in result.following)
    return array("Q", [*following, *result.cell])


def make(tier: Tier, progress: BuildProgress | None = None) -> disk_cache.Words:
    """Return the tables of all patterns of the tier, one after the other, and the automaton of the board.

    Raise PuzzleError if the machine does not have enough memory.
    """
    from solvable.kernels.buffers import calloc

    largest = max(weight(tier.frame, len(pattern)) for pattern in tier.patterns)
    needed, there = (tier.bytes + 4 * largest) / 1e9, memory.installed() / 1e9
    if needed > there:
        raise PuzzleError(
            msg(
                "the table {name} takes about {needed:.0f} GB to build, more than the {free:.0f} GB of this machine",
                name=tier.name,
                needed=needed,
                free=there,
            )
        )
    lengths, tail = sizes(tier), machine(tier.frame, REDUNDANT_WORD_LETTERS_MAX)
    result = calloc("Q", sum(lengths) + len(tail))
    result[sum(lengths) :] = tail
    parts, offset = [], 0
    for pattern, length in zip(tier.patterns, lengths, strict=True):
        parts.append(_layers(tier.frame, pattern, result[offset : offset + length]))
        offset += length
    together(parts, states(tier), progress, workers=max(1, PARALLEL_BUILD_BYTES_MAX // (32 * max(lengths))))
    return result


def _layers(frame: Frame, pattern: Pattern, result: disk_cache.Words) -> Iterator[int]:
    """Fill the pattern's table by breadth-first search; yield the number of states at each distance."""
    from solvable.kernels.buffers import calloc

    kernel, k = kernels.native(), len(pattern)
    here = layout(frame.width, frame.height, k)
    size = len(here.found)
    start, target, turn = calloc("I", size + 1), calloc("I", 4 * k * size), calloc("h", 4 * k * size)
    count = kernel.cohort_edges(here.struct, start, target, turn)
    moves = kernel.struct(
        "PatternMoves",
        cohorts=size, orders=factorial(k), start=start, target=target, turn=turn, edges=count,
        transitions=transitions(k), k=k,
    )  # fmt: skip
    seen, current, following = (calloc("Q", size * words(factorial(k))) for _ in range(3))
    made = calloc("Q", len(seen)) if is_by_order(frame) else result
    live, live_next = bytearray(size), bytearray(size)
    goal = goal_cohort(frame, pattern)
    seen[goal * words(factorial(k))] = current[goal * words(factorial(k))] = live[goal] = 1
    new, depth = 1, 0
    while new:
        yield new
        depth += 1
        new = kernel.pattern_layer(moves, depth, seen, current, following, made, len(seen), live, live_next, size)
        current, following, live, live_next = following, current, live_next, live
    del seen, current, following
    if made is not result:
        kernel.pattern_transpose(size, factorial(k), made, result)


def wrong(tier: Tier, bits: disk_cache.Words, progress: BuildProgress | None = None) -> str:
    """Return the fault of the tables, "" if there is none, by a new search with moves derived from the masks.

    Layer by layer from the goal every state not seen before must store the bit of its layer, and all are reached.
    """
    frame = tier.frame
    if bits[sum(sizes(tier)) :].tobytes() != machine(frame, REDUNDANT_WORD_LETTERS_MAX).tobytes():
        return "the automaton of redundant moves is wrong"
    parts, offset = [], 0
    for pattern, length in zip(tier.patterns, sizes(tier), strict=True):
        parts.append(_checked(frame, pattern, bits[offset : offset + length]))
        offset += length
    return fault(parts, states(tier), progress)


def _checked(frame: Frame, pattern: Pattern, stored: disk_cache.Words) -> Iterator[int]:
    """Search a pattern again; yield the number of states at each distance, raise WrongTable at a wrong entry."""
    from solvable.kernels.buffers import calloc

    kernel, k = kernels.native(), len(pattern)
    here = layout(frame.width, frame.height, k)
    size = len(here.found)
    seen, current, following = (calloc("Q", size * words(factorial(k))) for _ in range(3))
    made = stored
    if is_by_order(frame):
        made = calloc("Q", len(seen))
        kernel.pattern_transpose(factorial(k), size, stored, made)
        last = wide(frame, k) - 1  # the last word of an order
        if any(word >> (size - 1) % 64 >> 1 for word in stored[last :: last + 1]):
            raise WrongTable(f"the pattern {pattern} has a wrong entry beyond its states")
    goal = goal_cohort(frame, pattern) * words(factorial(k))
    seen[goal] = current[goal] = 1
    new, depth = 1, 0
    if made[goal] & 1:
        raise WrongTable(f"the goal of the pattern {pattern} is not at distance 0")
    while new > 0:
        yield new
        depth += 1
        turns = transitions(k)
        new = kernel.pattern_verify_layer(
            here.struct, depth, turns, len(turns), seen, current, following, made, len(seen)
        )
        current, following = following, current
    if new < 0:
        raise WrongTable(f"the pattern {pattern} has a wrong entry" + (f" at distance {depth}" if new == WRONG else ""))


def key(tier: Tier) -> dict[str, Any]:
    """Return the key that identifies the tables of a tier."""
    frame = tier.frame
    board = [frame.width, frame.height, frame.home]
    patterns = [list(pattern) for pattern in tier.patterns]
    kind = "zero-aware bits by order" if is_by_order(frame) else "zero-aware bits"
    return {"kind": kind, "board": board, "patterns": patterns, "letters": REDUNDANT_WORD_LETTERS_MAX}


def obtain(tier: Tier, progress: BuildProgress | None = None) -> disk_cache.Words:
    """Return the bits of a tier, from disk or built now."""
    return disk_cache.obtain(tier.name, key(tier), lambda: make(tier, progress), partial(fits, tier))


def fits(tier: Tier, words: disk_cache.Words) -> bool:
    """Return whether the number of words is that of the patterns, followed by an automaton whose steps stay inside."""
    half, remainder = divmod(len(words) - sum(sizes(tier)), 2)
    if half < 1 or remainder:
        return False
    following, cells = words[-2 * half : -half], words[-half:]
    return bool(kernels.native().automaton_fits(following, cells, half, tier.frame.cells))
