"""Shortest solutions in plain Python, for boards of up to 16 cells: nothing to compile, no numpy.

IDA* with additive pattern databases (`pdb.small`), with every state looked up directly and through a symmetry of the
board, the latter only if the first sum passes. The automaton refuses redundant words. Under each bound the parts of the
tree are searched deepest first, as in `node_ordering`. A state is four lists that moves change and undo: an index of a
pattern changes by one addition, and a table is read twice.

Korf's 100 15-puzzles take 22 seconds, half of them less than 0.07, the hardest 3 (CPython 3.11, one core).
`reference.bounded` with `estimate` expands the same states.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import NamedTuple

from solvable.core.puzzle import State
from solvable.tiles.pdb import small
from solvable.tiles.pdb.automaton import Automaton, automaton
from solvable.tiles.pdb.small import Lookup, Tables
from solvable.tiles.symmetry import Cells, Frame

NO_RETURN = 2  # letters of the words that are refused if all paths are wanted
PARTS_STATES_MIN = 2_000  # states of the bound before from which parts pay
STATES_PER_PART, PARTS_MAX = 200, 4_000
STATES_PER_BUDGET_CHECK = 4_000  # states between two checks of the clock: three milliseconds

Tick = Callable[[int, int], object]
"""Called with the current bound and the states expanded; it ends the search by raising."""

Step = tuple[int, int, Cells, Cells]
"""The effect of a move: the next state of the automaton, the blank's cell, and by tile the change of index in both
look-ups.
"""


@dataclass(frozen=True, slots=True)
class Found:
    """A shortest path of the blank, its length, and the number of states expanded."""

    cells: Cells
    bound: int
    expanded: int


class Part(NamedTuple):
    """The root of a part: the path to it, the blank, the board, the indices and sums of both look-ups."""

    path: Cells
    place: int  # the state of the automaton
    blank: int
    board: list[int]
    one: list[int]
    other: list[int]
    h: int
    other_h: int


class Seen(NamedTuple):
    """The form of the board in a look-up: by tile the number of its pattern, and the change of index with each step."""

    lookup: Lookup
    pattern: Cells
    shift: Cells

    @classmethod
    def by(cls, lookup: Lookup) -> "Seen":
        """Return the numbers of a look-up; a tile is identified by its goal cell."""
        cells = len(lookup.image)
        pattern, shift = [0] * cells, [0] * cells
        for tile in range(cells):
            for number, tiles in enumerate(lookup.partition):
                if lookup.image[tile] in tiles:
                    pattern[tile] = number
                    shift[tile] = small.BITS * tiles.index(lookup.image[tile])
        return cls(lookup, tuple(pattern), tuple(shift))

    def indices(self, state: State, home: int) -> list[int]:
        """Return the index of each pattern's entry."""
        results = list(self.lookup.begin)
        for cell, tile in enumerate(state):
            if tile != home:
                results[self.pattern[tile]] += self.lookup.image[cell] << self.shift[tile]
        return results

    def change(self, blank: int, to: int) -> Cells:
        """Return, for each tile, the change of its pattern's index when it moves from `to` to `blank`."""
        by = self.lookup.image[blank] - self.lookup.image[to]
        return tuple(by << shift for shift in self.shift)


def covers(frame: Frame) -> bool:
    """Return whether the board is small enough."""
    return frame.cells <= small.CELLS_MAX and min(frame.width, frame.height) > 1


def search(frame: Frame, state: State, tick: Tick) -> Found:
    """Return a shortest path of the blank from a state of the frame."""
    return deepening(frame, state).search(state, tick)


def walks(frame: Frame, state: State, tick: Tick) -> Iterator[Cells]:
    """Yield every shortest path of the blank; only reversals are refused, and states are copied, so it is several times
    slower.
    """
    search = deepening(frame, state, automaton(frame.width, frame.height, NO_RETURN))
    root, expanded, result = search.root(state), 0, False
    # A depth-first search a bound, which grows by 2; all solutions of the first bound that has any are shortest.
    for bound in count(max(root.h, root.other_h), 2):
        tick(bound, expanded)
        stack = [root]
        while stack:
            part = stack.pop()
            if not part.h:
                result = True
                yield part.path
                continue
            expanded += 1
            if not expanded % STATES_PER_BUDGET_CHECK:
                tick(bound, expanded)
            stack += reversed(list(search.children(part, bound - len(part.path) - 1)))
        if result:
            return


def deepening(frame: Frame, state: State, machine: Automaton | None = None) -> "Deepening":
    """Return a search for this state, with another automaton if one is given; the stronger look-up comes first."""
    tables = small.obtain(frame)
    tables = tables if machine is None else replace(tables, machine=machine)
    ways = sorted((Seen.by(lookup) for lookup in tables.lookups), key=lambda way: -_sum(tables, way, state, frame.home))
    return Deepening(tables, ways[0], ways[1], frame.home)


def estimate(frame: Frame) -> Callable[[State], tuple[int, int]]:
    """Return the estimate of both look-ups: for the readable search, `reference.bounded`."""
    tables = small.obtain(frame)
    one, other = (Seen.by(lookup) for lookup in tables.lookups)
    return lambda state: (_sum(tables, one, state, frame.home), _sum(tables, other, state, frame.home))


def _sum(tables: Tables, seen: Seen, state: State, home: int) -> int:
    return sum(tables.costs[index] for index in seen.indices(state, home))


class Deepening:
    """The search in one frame by two look-ups, of which the first prunes more."""

    def __init__(self, tables: Tables, one: Seen, other: Seen, home: int) -> None:
        self.costs, self.start, self.one, self.other, self.home = tables.costs, tables.machine.start, one, other, home
        cell = tables.machine.cell
        changes: dict[tuple[int, int], tuple[Cells, Cells]] = {}
        for index, row in enumerate(tables.machine.following):
            for after in row:
                step = cell[index], cell[after]
                if step not in changes:
                    changes[step] = one.change(*step), other.change(*step)
        self.steps: list[tuple[Step, ...]] = [
            tuple((after, cell[after], *changes[cell[place], cell[after]]) for after in row)
            for place, row in enumerate(tables.machine.following)
        ]

    def search(self, state: State, tick: Tick) -> Found:
        """Search with growing bounds, under each the deepest parts first."""
        root = self.root(state)
        if not root.h + root.other_h:
            return Found((), 0, 0)
        expanded = last = depth = 0
        nearest: dict[Cells, int] = {}  # how far from the bound each part ended under the previous bound
        for bound in count(max(root.h, root.other_h), 2):
            tick(bound, expanded)
            before = reported = expanded
            parts = [root]
            if last >= PARTS_STATES_MIN:
                parts, grown = self.grown(root, bound, min(PARTS_MAX, last // STATES_PER_PART))
                expanded += grown
            depths = {part.path: nearest.get(part.path[:depth], bound) for part in parts}
            parts.sort(key=lambda part: depths[part.path])
            nearest, depth = {}, len(parts[0].path) if parts else 0
            for part in parts:
                walk, below, nearest[part.path] = self.dive(part, bound - depth)
                expanded += below
                if walk is not None:
                    return Found((*part.path, *walk), bound, expanded)
                if expanded - reported >= STATES_PER_BUDGET_CHECK:
                    reported = expanded
                    tick(bound, expanded)
            last = expanded - before
        raise AssertionError("bounds grow for ever")

    def root(self, state: State) -> Part:
        """Return the complete tree as a part: the state itself, no move made."""
        one, other = (seen.indices(state, self.home) for seen in (self.one, self.other))
        h, other_h = (sum(self.costs[index] for index in indices) for indices in (one, other))
        blank = state.index(self.home)
        return Part((), self.start[blank], blank, list(state), one, other, h, other_h)

    def grown(self, root: Part, bound: int, wanted: int) -> tuple[list[Part], int]:
        """Return the parts of the first depth with at least `wanted` of them, and the number of states expanded
        above.
        """
        parts, expanded = [root], 0
        while parts and len(parts) < wanted and len(parts[0].path) < bound - 1:
            expanded += len(parts)
            parts = [child for part in parts for child in self.children(part, bound - len(part.path) - 1)]
        return parts, expanded

    def children(self, part: Part, left: int) -> Iterator[Part]:
        """Yield the parts below a state whose sums leave `left` moves: a step of `dive`, with copies."""
        costs = self.costs
        for after, to, change, other_change in self.steps[part.place]:
            tile = part.board[to]
            board, one, other = part.board[:], part.one[:], part.other[:]
            board[part.blank] = tile
            a, b = self.one.pattern[tile], self.other.pattern[tile]
            one[a] += change[tile]
            other[b] += other_change[tile]
            h = part.h - costs[part.one[a]] + costs[one[a]]
            other_h = part.other_h - costs[part.other[b]] + costs[other[b]]
            if h <= left and other_h <= left:
                yield Part((*part.path, to), after, to, board, one, other, h, other_h)

    def dive(self, part: Part, left: int) -> tuple[list[int] | None, int, int]:
        """Search a part with `left` moves left; return the path or None, the states expanded, the fewest moves left.

        All names are local, because nearly all the time is spent here.
        """
        costs, steps, pattern, other_pattern = self.costs, self.steps, self.one.pattern, self.other.pattern
        _, index, blank, board, one, other, h, other_h = part
        expanded, fewest, walk = 0, left, list[int]()

        # Depth first within the part. `left` moves remain; h and k are the estimates by the two partitions, updated by
        # the one pattern that the moved tile belongs to. `board`, `one` and `other` are restored before a failed
        # return; the walk is collected backward, from the goal.
        def dive(place: int, blank: int, left: int, h: int, k: int) -> bool:
            nonlocal expanded, fewest
            expanded += 1
            if left < fewest:  # noqa: PLR1730  a call would cost a tenth of the time
                fewest = left
            left -= 1
            for after, to, change, other_change in steps[place]:
                tile = board[to]
                a = pattern[tile]
                i = one[a]
                new = i + change[tile]
                h_new = h - costs[i] + costs[new]
                if h_new > left:
                    continue
                b = other_pattern[tile]
                j = other[b]
                other_new = j + other_change[tile]
                k_new = k - costs[j] + costs[other_new]
                if k_new > left:
                    continue
                if not left:
                    walk.append(to)
                    return True
                board[blank], one[a], other[b] = tile, new, other_new
                if dive(after, to, left, h_new, k_new):
                    walk.append(to)
                    return True
                board[to], one[a], other[b] = tile, i, j
            return False

        is_found = dive(index, blank, left, h, other_h)
        return walk[::-1] if is_found else None, expanded, fewest
