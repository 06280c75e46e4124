"""Drives the compiled search: a worker searches one stack of states, in slices of nodes.

A stack consists of segments, each the states of one depth (see `cpp/tiles/search.hpp`). A share is a part of a search:
rows of one depth, and the blank's path to each. `node_ordering` chooses the shares of a bound, `parallel` distributes
them among workers.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Protocol

from solvable import kernels
from solvable.core.frozen import frozen
from solvable.tiles.symmetry import Cells

EMPTY, PAUSED, FOUND = 0, 1, 2  # status returned by a kernel
STATES_PER_BLOCK = 64  # states that a kernel expands together
ROWS_MAX = 1 << 16  # rows of a stack: a row refers to its parent by 16 bits
SPARE_MOVES = 16  # moves beyond the bound for which there is room
SLICE = 2_000_000  # nodes between two checks of the clock: about 60 ms
ARRAYS_CACHED_MAX = 8  # arrays of former workers held for reuse, some 2 MB each
GATHER_ROWS_MAX = 4096  # rows collected by one call of a kernel
CONTROL_WORDS = 16  # words of a control block, so that no two workers share a cache line

Tick = Callable[[int], None]


class Problem(Protocol):
    """A state to solve with some tables, as the kernels require it."""

    wide: int  # words of a row
    meta: int  # the word of a row whose bits 16 … 31 are the parent's row
    cells: bytes  # the blank's cell after each step, the low 16 bits of a row's meta
    origin: int | None  # the word whose bits 48 … 63 may number the row's origin
    least: int  # the first bound
    stride: int  # between bounds

    def row(self, bound: int) -> bytes:
        """Return the first row of the stack."""

    def spread(self) -> int:
        """Return the most children that a state can have."""

    def run(self, stop: int, budget: int, control: Any, work: Any) -> int:
        """Call the kernel for `budget` nodes, with the `SearchWork` of a worker; return EMPTY, PAUSED or FOUND."""

    def accepts(self, path: Cells) -> bool:
        """Return whether the blank's walk solves the state, if the tables alone cannot decide."""


class Task:
    """A problem, and the cost of its search: nodes generated, states expanded."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.nodes, self.expanded = problem, 0, 0

    def collect(self, other: "Task") -> None:
        """Move the counts of another task to this one."""
        self.nodes += other.nodes
        self.expanded += other.expanded
        other.nodes = other.expanded = 0

    def bounds(self, first: int | None = None) -> Iterator[int]:
        """Yield the bounds to try, from `first` on; they end where a stack could not hold the rows."""
        maximum = ROWS_MAX // (STATES_PER_BLOCK * self.problem.spread()) - 2 - SPARE_MOVES
        return iter(range(self.problem.least if first is None else first, maximum, self.problem.stride))


@frozen
class Share:
    """Rows of one depth to search, as bytes, and the blank's path to each, one byte a cell."""

    rows: Sequence[bytes]
    paths: Sequence[bytes]
    depth: int

    @classmethod
    def whole(cls, problem: Problem, bound: int) -> "Share":
        """Return the whole search for a bound."""
        return cls((problem.row(bound),), (b"",), 0)

    @classmethod
    def joined(cls, shares: "list[Share]") -> "Share":
        """Return the rows of shares of the same depth."""
        rows, paths = ([*chain.from_iterable(getattr(each, part) for each in shares)] for part in ("rows", "paths"))
        return cls(rows, paths, shares[0].depth)

    def reversed(self) -> "Share":
        """Return the rows in reverse order: a worker searches the last one first."""
        return Share(self.rows[::-1], self.paths[::-1], self.depth)

    def some(self, begin: int, end: int | None = None) -> "Share":
        """Return the rows from `begin` to `end`."""
        return Share(self.rows[begin:end], self.paths[begin:end], self.depth)

    def parts(self, size: int) -> Iterator["Share"]:
        """Yield the rows in order, `size` at a time."""
        for begin in range(0, len(self.rows), size):
            yield self.some(begin, begin + size)


Segment = tuple[int, int, int, int]
"""Rows of one depth on a stack: the first row, their number, the depth, whether they are expanded."""


@frozen
class Stack:
    """What a worker has still to search: its segments, the words of its rows, and the origin of the first ones.

    Each row of the first segments has a trail (`cpp/tiles/work_stealing.hpp`): a row of the frontier, whose path is one
    of `paths`, then the low 16 bits of `meta` for each step since.
    """

    segments: Sequence[Segment]
    rows: "array[int]"
    trails: Sequence[Sequence[int]]
    paths: Sequence[bytes]


class Arrays:
    """The arrays of a worker, for rows of `wide` words and up to `spread` children; new ones take some 30 µs.

    The kernels' `SearchWork` is created once: `shut`, or `open` to collect rows.
    """

    def __init__(self, wide: int, spread: int) -> None:
        from solvable.kernels.buffers import calloc

        self.wide, self.spread, self.room = wide, spread, -1
        self.plan, self.deepest = calloc("Q", STATES_PER_BLOCK * spread * (wide + 3)), bytearray(1 << 16)
        self.gate = calloc("Q", GATHER_ROWS_MAX * (wide + 1))

    def hold(self, bound: int) -> None:
        """Make room for this bound."""
        from solvable.kernels.buffers import calloc, zeros

        if bound > self.room:
            self.room = bound + SPARE_MOVES
            self.stack = calloc("Q", (self.room + 2) * STATES_PER_BLOCK * self.spread * self.wide)
            self.segments = zeros("Q", 8 * (self.room + 4))
            self.open, self.shut = self._work(self.gate), self._work(self.gate[:0])

    def _work(self, gate: "memoryview[int]") -> Any:
        return kernels.native().struct(
            "SearchWork",
            stack=self.stack, stack_size=len(self.stack), segments=self.segments, segments_size=len(self.segments),
            plan=self.plan, plan_size=len(self.plan), deepest=self.deepest, gate=gate, gate_size=len(gate),
        )  # fmt: skip


_free_arrays: list[Arrays] = []


def _borrowed(wide: int, spread: int) -> Arrays:
    """Return the arrays of a closed worker, or new ones; those of another shape are dropped."""
    try:
        arrays = _free_arrays.pop()
    except IndexError:
        return Arrays(wide, spread)
    return arrays if (arrays.wide, arrays.spread) == (wide, spread) else Arrays(wide, spread)


class Worker:
    """One stack and its kernel; `deepest` is the greatest depth expanded below each origin."""

    def __init__(self, task: Task, bound: int) -> None:
        from solvable.kernels.buffers import zeros

        problem = task.problem
        self.task, self.wide = task, problem.wide
        self.control: array[int] | memoryview[int] = zeros("Q", CONTROL_WORDS)
        self.paths: Sequence[bytes] = ()
        self.depth = 0  # of the paths
        self.trails: memoryview[int] | None = None
        self.trail_steps = 0  # the length of a trail
        self.solution: Cells = ()
        self.arrays = _borrowed(problem.wide, problem.spread())
        self.deepest = self.arrays.deepest
        self.begin(bound)

    def begin(self, bound: int, origins: int = 1) -> None:
        """Prepare for another bound, whose rows have `origins` origins."""
        self.bound = bound
        self.control[0] = 0
        self.deepest[:origins] = bytes(origins)
        self.arrays.hold(bound)
        self.stack, self.segments = self.arrays.stack, self.arrays.segments

    def close(self) -> None:
        """Release the arrays for reuse; this worker must not be used any more."""
        arrays = self.arrays
        del self.arrays, self.stack, self.segments, self.deepest
        if len(_free_arrays) < ARRAYS_CACHED_MAX:
            _free_arrays.append(arrays)

    def take(self, share: Share | Stack) -> None:
        """Begin with a share of the search, or resume a stack."""
        self.control[4] = 0
        if isinstance(share, Stack):
            self.paths, self.depth, self.trail_steps = share.paths, len(share.paths[0]), len(share.trails[0])
            self.trails = memoryview(array("I", chain.from_iterable(share.trails)))
            self.put(share)
            return
        self._lay(memoryview(b"".join(share.rows)).cast("Q"))
        self.paths, self.depth, self.trails = share.paths, share.depth, None
        self.segments[:4] = array("Q", (0, len(share.rows), share.depth, 0))
        self.control[0] = 1

    def _lay(self, words: "memoryview[int]") -> None:
        self.stack[: len(words)] = words

    def follow(self, frontier: Share, trails: "memoryview[int]", steps: int) -> None:
        """Use trails of `steps` entries for the first rows: a row of the frontier, then the steps."""
        self.paths, self.depth, self.trails, self.trail_steps = frontier.paths, frontier.depth, trails, steps

    def put(self, stack: Stack) -> None:
        """Resume a stack whose trails are those of `follow`."""
        self._lay(memoryview(stack.rows))
        words = array("Q", chain.from_iterable(stack.segments))
        self.segments[: len(words)] = words
        self.control[0], self.control[4] = len(stack.segments), 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left on the stack."""
        return not self.control[0]

    @property
    def stacked(self) -> list[Segment]:
        """The segments on the stack, the last one on top."""
        return [self._segment(4 * i) for i in range(self.control[0])]

    def _segment(self, begin: int) -> Segment:
        start, rows, depth, is_expanded = self.segments[begin : begin + 4]
        return start, rows, depth, is_expanded

    def left(self, first: int = 0) -> Stack:
        """Return a copy of what is still to do; a share taken whole begins with row `first` of the frontier."""
        segments = self.stacked
        count = max(start + rows for start, rows, depth, _ in segments if depth == self.segments[2])
        words = array("Q", self.stack[: self.wide * max(start + rows for start, rows, _, _ in segments)])
        trails: Sequence[Sequence[int]] = [self.trail(row) for row in range(count)]
        if self.trails is None:
            trails = [(first + len(self.paths) - 1 - row,) for row in range(count)]
        return Stack(segments, words, trails, self.paths)

    def trail(self, row: int) -> list[int]:
        """Return the trail of one of the first rows."""
        if self.trails is None:
            return []
        begin = row * self.trail_steps
        return self.trails[begin : begin + 1 + self.segments[2] - self.depth].tolist()

    def give(self) -> Share | None:
        """Remove and return half of the rows nearest the root; None if there are too few.

        The reference of the exchange between two threads in `cpp/tiles/work_stealing.hpp`.
        """
        fresh = [(i, each) for i, each in enumerate(self.stacked) if each[1] and not each[3]]
        if not fresh or (len(fresh) == 1 and fresh[0][1][1] < 2):
            return None
        i, (start, rows, depth, _) = fresh[0]
        half = (rows + 1) // 2
        self.segments[4 * i], self.segments[4 * i + 1] = start + half, rows - half
        return self.share(start, half, depth)

    def share(self, start: int, rows: int, depth: int) -> Share:
        """Return a copy of some rows of one depth, with their paths."""
        data, size = self.stack[start * self.wide : (start + rows) * self.wide].tobytes(), 8 * self.wide
        copied = [data[begin : begin + size] for begin in range(0, len(data), size)]
        return Share(copied, [self._path(row, depth) for row in range(start, start + rows)], depth)

    def run(self, budget: int) -> int:
        """Search for `budget` nodes; return EMPTY, PAUSED, or FOUND with a solution, after which it can go on."""
        status = self._run(self.bound, budget, self.arrays.shut)
        if status == FOUND:
            segment = self.control[3]
            start, rows, _, _ = self._segment(segment)
            self.segments[segment + 1] -= 1
            self.solution = tuple(self._path(start + rows - 1, self.bound))
            return FOUND if self.task.problem.accepts(self.solution) else PAUSED
        return status

    def collect(self, share: Share, depth: int) -> Share:
        """Return the rows of a depth at most three moves below a share, in the order of the search."""
        rows, paths, status = list[bytes](), list[bytes](), FOUND
        extend, cells, gate = kernels.native().extend_paths, self.task.problem.cells, self.arrays.gate
        words, size = self.wide + 1, 8 * self.wide
        self.take(share.reversed())
        begun = b"".join(self.paths)
        while status == FOUND:
            self.control[5] = 0
            status = self._run(depth, 1 << 62, self.arrays.open)
            count = self.control[5]
            made = bytearray(count * depth)
            extend(gate, count, words, begun, share.depth, cells, depth - share.depth, made)
            result, extended = gate[: count * words].tobytes(), bytes(made)
            rows += [result[begin : begin + size] for begin in range(0, len(result), size + 8)]
            paths += [extended[begin : begin + depth] for begin in range(0, len(extended), depth)]
        return Share(rows, paths, depth)

    def _run(self, stop: int, budget: int, work: Any) -> int:
        control, task = self.control, self.task
        nodes, expanded = control[1], control[2]
        status = task.problem.run(stop, budget, control, work)
        task.nodes += control[1] - nodes
        task.expanded += control[2] - expanded
        return status

    def _path(self, row: int, depth: int) -> bytes:
        """Return the path to a row, following its parents up to one of the first rows."""
        stack, wide, meta, cells = self.stack, self.wide, self.task.problem.meta, self.task.problem.cells
        steps = bytearray()
        for _ in range(depth - self.segments[2]):
            word = stack[row * wide + meta]
            steps.append(cells[word & 0xFFFF])
            row = word >> 16 & 0xFFFF
        if self.trails is None:
            return self.paths[row] + steps[::-1]
        frontier_row, *since = self.trail(row)
        return self.paths[frontier_row] + bytes(map(cells.__getitem__, since)) + steps[::-1]
