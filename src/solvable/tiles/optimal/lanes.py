"""Driving the compiled search: a lane works on one stack of states, in slices of nodes.

A stack is made of segments, each the states of one depth (see `cpp/tiles/search.hpp`). A share
is a part of a search: rows of one depth, and the blank's cells on the way to each. `deepest_first` chooses the shares
of one bound, `threads` lets several lanes work on them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from solvable import kernels
from solvable.tiles.frame import Cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

EMPTY, PAUSED, FOUND = 0, 1, 2  # what a kernel answers
BLOCK = 64  # states that a kernel expands together
MOST_ROWS = 1 << 16  # of a stack: a row names its parent in 16 bits
MORE = 16  # moves for which there is room beyond the bound
SLICE = 2_000_000  # nodes between two looks at the clock: about 60 ms
KEPT = 8  # lanes whose arrays are kept, some 2 MB each
GATE = 4096  # rows collected by one call of a kernel
CONTROL = 16  # words of a control, so that two lanes write to no line of a cache in common

Tick = Callable[[int], None]


class Problem(Protocol):
    """A state to solve with some tables, as the kernels take it."""

    wide: int  # words of a row
    meta: int  # the word of a row whose bits 16 … 31 are the parent's row
    origin: int | None  # the word whose bits 48 … 63 may number the row's origin
    least: int  # the first bound
    stride: int  # between bounds

    def row(self, bound: int) -> "Array":
        """Return the first row of the stack."""

    def cells(self, meta: "Array") -> "Array":
        """Return the blank's cells of rows."""

    def spread(self) -> int:
        """Return the most children that a state can have."""

    def run(self, stop: int, budget: int, control: "Array", work: Any) -> int:
        """Call the kernel for `budget` nodes, with the `SearchWork` of a lane; return EMPTY, PAUSED or FOUND."""

    def accepts(self, path: Cells) -> bool:
        """Return whether the blank's walk solves the state, where the tables alone cannot decide."""


@dataclass(slots=True)
class Task:
    """A problem, and what its search has cost."""

    problem: Problem
    nodes: int = 0
    expanded: int = 0

    def collect(self, other: "Task") -> None:
        """Count what another task has cost as a cost of this one."""
        self.nodes += other.nodes
        self.expanded += other.expanded
        other.nodes = other.expanded = 0

    def bounds(self, first: int | None = None) -> Iterator[int]:
        """Yield the bounds to try, from one on; they end where a stack could not hold the rows, far beyond reach."""
        most = MOST_ROWS // (BLOCK * self.problem.spread()) - 2 - MORE
        return iter(range(self.problem.least if first is None else first, most, self.problem.stride))


@dataclass(frozen=True, slots=True)
class Share:
    """Rows of one depth to search, and the blank's cells on the way to each."""

    rows: "Array"
    paths: "Array"

    @property
    def depth(self) -> int:
        """The depth of the rows."""
        return int(self.paths.shape[1])

    @classmethod
    def whole(cls, problem: Problem, bound: int) -> "Share":
        """Return the complete search for one bound."""
        import numpy as np

        return cls(problem.row(bound).reshape(1, -1), np.zeros((1, 0), np.uint8))

    @classmethod
    def joined(cls, shares: "list[Share]") -> "Share":
        """Return the rows of shares of the same depth."""
        import numpy as np

        return cls(np.concatenate([each.rows for each in shares]), np.concatenate([each.paths for each in shares]))

    def reversed(self) -> "Share":
        """Return the rows in the opposite order: a lane searches the last first."""
        return Share(self.rows[::-1], self.paths[::-1])

    def parts(self, size: int) -> Iterator["Share"]:
        """Yield the rows in their order, some at a time."""
        for at in range(0, len(self.rows), size):
            yield Share(self.rows[at : at + size], self.paths[at : at + size])


@dataclass(frozen=True, slots=True)
class Stack:
    """What a lane has still to search: its segments, its rows, and where the first of them come from.

    The trail (`cpp/tiles/sharing.hpp`) begins at rows of a frontier, whose paths are these.
    """

    segments: "Array"
    rows: "Array"
    trail: "Array"
    paths: "Array"


class Arrays:
    """The arrays of a lane, for rows of `wide` words and `spread` children; new ones take half a millisecond.

    What a kernel takes as its work, `shut` or `open` for rows to collect, is made once.
    """

    def __init__(self, wide: int, spread: int) -> None:
        import numpy as np

        self.wide, self.spread, self.room = wide, spread, -1
        gate, shut = np.empty(GATE * (wide + 1), np.uint64), np.empty(0, np.uint64)
        self.fixed = np.empty(BLOCK * spread * (wide + 3), np.uint64), np.zeros(1 << 16, np.uint8), gate, shut

    def hold(self, bound: int) -> None:
        """Make room for a bound."""
        import numpy as np

        if bound > self.room:
            self.room = bound + MORE
            self.stack = np.empty((self.room + 2) * BLOCK * self.spread * self.wide, np.uint64)
            self.segments = np.zeros(8 * (self.room + 4), np.uint64)
            _, _, gate, shut = self.fixed
            self.open, self.shut = self._work(gate), self._work(shut)

    def _work(self, gate: "Array") -> Any:
        plan, deepest, *_ = self.fixed
        return kernels.native().struct(
            "SearchWork",
            stack=self.stack, stack_size=self.stack.size, segments=self.segments, segments_size=self.segments.size,
            plan=plan, plan_size=plan.size, deepest=deepest, gate=gate, gate_size=gate.size,
        )  # fmt: skip


_kept: list[Arrays] = []


def _lent(wide: int, spread: int) -> Arrays:
    """Return arrays that a lane has left, or new ones; those of another shape are forgotten."""
    try:
        arrays = _kept.pop()
    except IndexError:
        return Arrays(wide, spread)
    return arrays if (arrays.wide, arrays.spread) == (wide, spread) else Arrays(wide, spread)


class Lane:
    """One stack, and the kernel that works on it; `deepest` is the greatest depth expanded below each origin."""

    def __init__(self, task: Task, bound: int) -> None:
        import numpy as np

        problem = task.problem
        self.task, self.wide = task, problem.wide
        self.control = np.zeros(CONTROL, np.uint64)
        self.paths = np.zeros((0, 0), np.uint8)
        self.trail: Array | None = None
        self.solution: Cells = ()
        self.arrays = _lent(problem.wide, problem.spread())
        _, self.deepest, self.gate, _ = self.arrays.fixed
        self.begin(bound)

    def begin(self, bound: int, origins: int = 1) -> None:
        """Forget what was searched, and make room for another bound, its rows numbered to so many origins."""
        self.bound = bound
        self.control[0] = 0
        self.deepest[:origins] = 0
        self.arrays.hold(bound)
        self.stack, self.segments = self.arrays.stack, self.arrays.segments

    def close(self) -> None:
        """Leave the arrays to another lane; this one must not be used any more."""
        arrays = self.arrays
        del self.arrays, self.stack, self.segments, self.deepest, self.gate
        if len(_kept) < KEPT:
            _kept.append(arrays)

    def take(self, share: Share | Stack) -> None:
        """Begin with a share of the search, or with what a lane had still to do."""
        if isinstance(share, Stack):
            self.follow(share.paths, share.trail)
            self.put(share)
            return
        self.stack[: share.rows.size] = share.rows.ravel()
        self.paths, self.trail = share.paths, None
        self.segments[:4] = 0, *share.paths.shape, 0
        self.control[0], self.control[4] = 1, 0

    def follow(self, paths: "Array", trail: "Array") -> None:
        """Take the first rows from a trail: a row of the frontier, then the steps (`cpp/tiles/sharing.hpp`)."""
        self.paths, self.trail = paths, trail

    def put(self, stack: Stack) -> None:
        """Go on with a stack whose trail this lane follows."""
        self.stack[: stack.rows.size] = stack.rows.ravel()
        self.segments[: stack.segments.size] = stack.segments.ravel()
        self.control[0], self.control[4] = len(stack.segments), 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left on the stack."""
        return not int(self.control[0])

    def left(self, first: int = 0) -> Stack:
        """Return what is still to do, copied; a share taken as it is begins with this row of the frontier."""
        import numpy as np

        segments = self.segments.reshape(-1, 4)[: int(self.control[0])].copy()
        ends = (segments[:, 0] + segments[:, 1]).astype(np.int64)
        rows, depth = self.stack.reshape(-1, self.wide)[: ends.max()].copy(), int(segments[0, 2])
        count = int(ends[segments[:, 2] == depth].max())
        if self.trail is None:
            trail = (first + np.arange(len(self.paths))[::-1])[:count, None].astype(np.uint32)
        else:
            trail = self.trail[:count, : 1 + depth - self.paths.shape[1]]
        return Stack(segments, rows, trail.copy(), self.paths)

    def give(self) -> Share | None:
        """Return half of the rows nearest the root, and forget them; None where there are too few.

        The readable twin of what the kernel of `cpp/tiles/sharing.hpp` does between two threads.
        """
        segments = self.segments.reshape(-1, 4)[: int(self.control[0])]
        fresh = [segment for segment in segments if not segment[3] and segment[1]]
        if not fresh or (len(fresh) == 1 and fresh[0][1] < 2):
            return None
        start, rows, depth, _ = (int(field) for field in fresh[0])
        half = (rows + 1) // 2
        fresh[0][:2] = start + half, rows - half
        return self.share(start, half, depth)

    def share(self, start: int, rows: int, depth: int) -> Share:
        """Return some rows of one depth, copied, and the paths to them, going from each to its parent."""
        import numpy as np

        metas = self.stack.reshape(-1, self.wide)[:, self.task.problem.meta]
        at = np.arange(start, start + rows, dtype=np.uint64)
        paths = np.zeros((rows, depth), np.uint8)
        begun = int(self.segments[2])
        for g in range(depth - 1, begun - 1, -1):
            meta = metas[at]
            paths[:, g] = self.task.problem.cells(meta)
            at = meta >> np.uint64(16) & np.uint64(0xFFFF)
        paths[:, :begun] = self._begun(at, begun)
        return Share(self.stack[start * self.wide : (start + rows) * self.wide].reshape(rows, self.wide).copy(), paths)

    def run(self, budget: int) -> int:
        """Search on for some nodes; return EMPTY, PAUSED, or FOUND with a solution; another call goes on after it."""
        status = self._run(self.bound, budget, self.arrays.shut)
        if status == FOUND:
            start, rows, _, _ = self._segment()
            self.segments[int(self.control[3]) + 1] -= 1
            self.solution = self._walk(start + rows - 1)
            return FOUND if self.task.problem.accepts(self.solution) else PAUSED
        return status

    def collect(self, share: Share, depth: int) -> Share:
        """Return the rows of a depth below a share, at most three moves on, both in the order of the search."""
        import numpy as np

        found, status = [], FOUND
        self.take(share.reversed())
        while status == FOUND:
            self.control[5] = 0
            status = self._run(depth, 1 << 62, self.arrays.open)
            found.append(self.gate.reshape(GATE, -1)[: int(self.control[5])].copy())
        rows = np.concatenate(found)
        ways = rows[:, self.wide]
        steps = (ways >> np.uint64(16 * i) & np.uint64(0xFFFF) for i in range(depth - share.depth))
        paths = [self.paths[ways >> np.uint64(48)], *(self.task.problem.cells(step)[:, None] for step in steps)]
        return Share(rows[:, : self.wide], np.concatenate(paths, axis=1, dtype=np.uint8, casting="unsafe"))

    def _run(self, stop: int, budget: int, work: Any) -> int:
        _, nodes, expanded, *_ = self.control.tolist()
        status = self.task.problem.run(stop, budget, self.control, work)
        self.task.nodes += int(self.control[1]) - nodes
        self.task.expanded += int(self.control[2]) - expanded
        return status

    def _walk(self, row: int) -> Cells:
        """Return the path to a row of the bound's depth: what `share` returns of it, in a tenth of the time."""
        import numpy as np

        metas = self.stack[self.task.problem.meta :: self.wide]
        begun = int(self.segments[2])
        found = np.zeros(self.bound - begun, np.uint64)
        for g in range(self.bound - begun - 1, -1, -1):
            found[g] = meta = metas.item(row)
            row = meta >> 16 & 0xFFFF
        first = self._begun(np.array([row], np.uint64), begun)[0]
        return (*first.tolist(), *self.task.problem.cells(found).tolist())

    def _begun(self, at: "Array", depth: int) -> "Array":
        """Return the paths to some of the first rows."""
        import numpy as np

        if self.trail is None:
            return self.paths[at]
        known, trail = self.paths.shape[1], self.trail[at]
        steps = self.task.problem.cells(trail[:, 1 : 1 + depth - known].astype(np.uint64))
        return np.concatenate([self.paths[trail[:, 0]], steps], axis=1)

    def _segment(self) -> tuple[int, ...]:
        at = int(self.control[3])
        return tuple(self.segments[at : at + 4].tolist())
