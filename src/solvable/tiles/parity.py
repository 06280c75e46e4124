"""Which arrangements reach each other: permutation parity + blank parity, on any w × h board and for any goal.

A slide is a transposition of a tile with the blank and moves the blank one step, so (permutation parity of the state
against the goal) + (the blank's distance from its home) never changes mod 2; at the goal it is 0. With w, h ≥ 2 it is
the only obstruction (Johnson & Story 1879; Wilson 1974). On a board of one row or column no tile passes another, so
the order of the tiles is the whole invariant. O(n), inversions O(n log n). Source: Johnson & Story 1879.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.budget import check, checked
from solvable.errors import UnsolvableError
from solvable.puzzle import Obstruction, State
from solvable.shared.frozen import frozen
from solvable.shared.said import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

VECTORIZED_FROM = 5000  # tiles; below, loading numpy costs more than it saves
COMPILED_FROM = 1 << 17  # cells; below, the kernel saves less than loading numpy costs
FETCHED = 1 << 17  # cells between two looks, where they are put into an array
LOOK = 1 << 19  # steps of the kernel between two looks at the budget in force, some 10 ms


@frozen
class Parity:
    """The numbers of a state and its goal that decide whether one reaches the other. Rows and columns from 0.

    `inversions` counts the pairs of tiles read row by row whose larger comes first, the blank left out; on odd widths
    its parity alone decides. `permutation` is 1 where an odd number of swaps of any two pieces leads from the state to
    the goal, `distance` the blank's steps from home, and `value` = (permutation + distance) mod 2, 0 where they agree.
    `cycles` are the cycles of that permutation as tiles: each belongs where the next one is. `order` is, on a
    board of one line, the first tile out of order and the tile that belongs there; None elsewhere and where it agrees.
    """

    inversions: int
    permutation: int
    blank_row: int
    blank_column: int
    goal_inversions: int
    goal_blank_row: int
    goal_blank_column: int
    distance: int
    value: int
    cycles: tuple[tuple[int, ...], ...]
    order: tuple[int, int] | None

    @property
    def is_reachable(self) -> bool:
        """Whether the state and the goal can be reached from each other."""
        return self.value == 0 and self.order is None


def inversions(state: State) -> int:
    """Return the number of pairs of tiles, the blank left out, whose larger comes first."""
    tiles = [tile for tile in state if tile]
    is_vectorized = len(tiles) >= VECTORIZED_FROM and kernels.has_native()
    return _inversions_by_bits(tiles) if is_vectorized else _sorted(tiles)[1]


def _inversions_by_bits(tiles: list[int]) -> int:
    """Return the inversions by one pass a bit: of the tiles that agree above it, those with a 1 before one with a 0."""
    import numpy as np

    values = np.array(tiles)
    total = 0
    for bit in range(len(tiles).bit_length() - 1, -1, -1):
        ones = values >> bit & 1
        before = np.cumsum(ones) - ones
        starts = np.flatnonzero(np.diff(values >> (bit + 1), prepend=-1))
        before -= np.repeat(before[starts], np.diff(starts, append=len(values)))
        total += int(before[ones == 0].sum())
        values = values[np.argsort(values >> bit, kind="stable")]
    return total


def _sorted(tiles: list[int]) -> tuple[list[int], int]:
    """Return `tiles` sorted by merging, and how many inversions that undid."""
    if len(tiles) < 2:
        return tiles, 0
    half = len(tiles) // 2
    left, a = _sorted(tiles[:half])
    right, b = _sorted(tiles[half:])
    total, smaller = a + b, 0
    for tile in right:
        while smaller < half and left[smaller] < tile:
            smaller += 1
        total += half - smaller
    return sorted(left + right), total


def cycles(state: State, goal: State) -> tuple[tuple[int, ...], ...]:
    """Return the cycles, longer than 1, of the permutation; each tile of one belongs where the next one is."""
    home = _inverse(goal)
    return tuple(
        tuple(state[cell] for cell in cycle) for cycle in _cycles([home[tile] for tile in state]) if len(cycle) > 1
    )


def _inverse(goal: State) -> list[int]:
    home = [0] * len(goal)
    for cell, tile in enumerate(goal):
        home[tile] = cell
    return home


def _cycles(mapping: Sequence[int]) -> list[list[int]]:
    """Return the cycles x, f(x), f(f(x)) … of the permutation f."""
    unseen = bytearray(b"\1") * len(mapping)
    found = []
    for start in range(len(mapping)):
        cycle = []
        cell = start
        while unseen[cell]:
            unseen[cell] = 0
            cycle.append(cell)
            cell = mapping[cell]
        if cycle:
            found.append(cycle)
    return found


def permutation(state: State, goal: State) -> int:
    """Return the parity of the permutation from `goal` to `state`, the blank included: cells − cycles mod 2."""
    if len(goal) >= VECTORIZED_FROM:
        check()
    count = _cycles_compiled(state, goal) if len(goal) >= COMPILED_FROM and kernels.has_native() else None
    return (len(goal) - (count_cycles(state, goal) if count is None else count)) & 1


def count_cycles(state: State, goal: State) -> int:
    """Return the number of cycles of the permutation from `goal` to `state`, fixed cells included."""
    home = _inverse(goal)
    following = [home[tile] for tile in state]
    if len(goal) >= VECTORIZED_FROM:
        check()
    unseen = bytearray(b"\1") * len(goal)
    found = start = 0
    while start >= 0:
        found += 1
        cell = start
        while unseen[cell]:
            unseen[cell] = 0
            cell = following[cell]
        start = unseen.find(1, start)
    return found


def _cycles_compiled(state: State, goal: State) -> int | None:
    """Return the number of cycles by the kernel, which trusts its numbers; None where some are none of the cells'."""
    import numpy as np

    both = []
    for given in (state, goal):
        cells = array_of(given)
        if not (cells.min() >= 0 and cells.max() < len(goal) == len(cells)):
            return None
        both.append(cells)
    home = np.zeros(len(goal), np.int32)
    home[both[1]] = np.arange(len(goal), dtype=np.int32)
    following, position, found = home[both[0]], np.zeros(2, np.int64), 0
    while position[0] < len(goal):
        check()
        found += kernels.native().permutation_count_cycles(following, len(goal), position, LOOK)
    return found


def array_of(state: State) -> "NDArray[Any]":
    """Return the cells as an array; of a million cells their numbers lie far apart, so the budget is looked at."""
    import numpy as np

    cells = np.empty(len(state), np.int64)
    for start in checked(range(0, len(state), FETCHED), 1):
        cells[start : start + FETCHED] = state[start : start + FETCHED]
    return cells


def blank_distance(state: State, goal: State, width: int) -> int:
    """Return the steps from the blank to its home."""
    row, column = divmod(state.index(0), width)
    home_row, home_column = divmod(goal.index(0), width)
    return abs(row - home_row) + abs(column - home_column)


def _out_of_order(state: State, goal: State) -> tuple[int, int] | None:
    """Return, of a board of one line, the first tile out of order and the one that belongs there, None if none is."""
    here, there = ([tile for tile in tiles if tile] for tiles in (state, goal))
    pairs = checked(zip(here, there, strict=True), VECTORIZED_FROM) if here != there else ()
    return next(((tile, wanted) for tile, wanted in pairs if tile != wanted), None)


def explain(state: State, goal: State, width: int) -> Parity:
    """Return all the numbers by which a person can check the verdict."""
    odd, distance = permutation(state, goal), blank_distance(state, goal, width)
    row, column = divmod(state.index(0), width)
    goal_row, goal_column = divmod(goal.index(0), width)
    return Parity(
        inversions=inversions(state),
        permutation=odd,
        blank_row=row,
        blank_column=column,
        goal_inversions=inversions(goal),
        goal_blank_row=goal_row,
        goal_blank_column=goal_column,
        distance=distance,
        value=(odd + distance) & 1,
        cycles=cycles(state, goal),
        order=_out_of_order(state, goal) if width in (1, len(state)) else None,
    )


def obstruction(state: State, goal: State, width: int) -> Obstruction | None:
    """Return the proof that `state` does not reach `goal`, or None.

    On one line the invariant is "order": the first tile out of order, and the one wanted there. Else it is "parity".
    """
    if width in (1, len(state)):
        order = _out_of_order(state, goal)
        return None if order is None else Obstruction("order", (), *order)
    value = (permutation(state, goal) + blank_distance(state, goal, width)) & 1
    return Obstruction("parity", (), value, 0) if value else None


def is_reachable(state: State, goal: State, width: int) -> bool:
    """Return whether `state` and `goal` can be reached from each other."""
    return obstruction(state, goal, width) is None


def require(state: State, goal: State, width: int) -> None:
    """Raise UnsolvableError with the proof where `state`, a board that was read, cannot reach `goal`."""
    proof = obstruction(state, goal, width)
    if proof is not None:
        reason = "its parity is not the goal's" if proof.invariant == "parity" else "the order of a line never changes"
        raise UnsolvableError(say("this board cannot be solved: {reason}", reason=say(reason)), proof)
