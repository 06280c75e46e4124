"""Which arrangements reach each other: permutation parity + blank parity, on any w × h board and for any goal.

A slide is a transposition of a tile with the blank and moves the blank one step, so (permutation parity of the state
against the goal) + (the blank's distance from its home) never changes mod 2; at the goal it is 0. With w, h ≥ 2 it is
the only obstruction (Johnson & Story 1879; Wilson 1974). On a board of one row or column no tile passes another, so
the order of the tiles is the whole invariant. O(n), inversions O(n log n). Source: Johnson & Story 1879.
"""

from array import array
from collections.abc import Sequence

from solvable import kernels
from solvable.core.budget import check, checked
from solvable.core.errors import UnsolvableError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.core.puzzle import Obstruction, State

LARGE = 5000  # cells from which the kernel is faster, including its loading, and the budget is checked
CELLS_PER_BUDGET_CHECK = 1 << 17  # cells between two checks while an array is filled
STEPS_PER_BUDGET_CHECK = 1 << 19  # steps of the kernel between two checks of the budget in force, about 10 ms


@frozen
class Parity:
    """The numbers of a state and its goal that decide whether one reaches the other. Rows and columns count from 0.

    `inversions` counts the pairs of tiles read row by row whose larger comes first, the blank left out; on odd widths
    its parity alone decides. `permutation` is 1 if an odd number of swaps of any two pieces leads from the state to the
    goal, `distance` the blank's steps from home, and `value` = (permutation + distance) mod 2, 0 if they agree.
    `cycles` are the cycles of that permutation as tiles: each belongs in the cell of the next one. On a board of one
    line, `order` is the first tile out of order and the tile that belongs in its place; otherwise None.
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
    if len(tiles) < LARGE or not kernels.has_library():
        return count_inversions(tiles)
    from solvable.kernels.buffers import zeros

    values = array_of(tiles)
    return int(kernels.native().permutation_count_inversions(values, zeros("i", len(tiles)), len(tiles)))


def count_inversions(tiles: Sequence[int]) -> int:
    """Return the number of pairs whose larger comes first, counted while sorting by merging."""
    return _sorted(list(tiles))[1]


def _sorted(tiles: list[int]) -> tuple[list[int], int]:
    """Return `tiles` sorted by merging, and the number of inversions removed."""
    if len(tiles) < 2:
        return tiles, 0
    half = len(tiles) // 2
    left, a = _sorted(tiles[:half])
    right, b = _sorted(tiles[half:])
    total, smaller = a + b, 0
    for tile in right:
        while smaller < half and left[smaller] <= tile:
            smaller += 1
        total += half - smaller
    return sorted(left + right), total


def cycles(state: State, goal: State) -> tuple[tuple[int, ...], ...]:
    """Return the cycles of length > 1 of the permutation; each tile belongs in the cell of the next one."""
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
    results = []
    for start in range(len(mapping)):
        cycle = []
        cell = start
        while unseen[cell]:
            unseen[cell] = 0
            cycle.append(cell)
            cell = mapping[cell]
        if cycle:
            results.append(cycle)
    return results


def permutation(state: State, goal: State) -> int:
    """Return the parity of the permutation from `goal` to `state`, the blank included: cells − cycles mod 2."""
    if len(goal) >= LARGE:
        check()
    count = _cycles_compiled(state, goal) if len(goal) >= LARGE and kernels.has_library() else None
    return (len(goal) - (count_cycles(state, goal) if count is None else count)) & 1


def count_cycles(state: State, goal: State) -> int:
    """Return the number of cycles of the permutation from `goal` to `state`, fixed cells included."""
    home = _inverse(goal)
    following = [home[tile] for tile in state]
    if len(goal) >= LARGE:
        check()
    unseen = bytearray(b"\1") * len(goal)
    count = start = 0
    while start >= 0:
        count += 1
        cell = start
        while unseen[cell]:
            unseen[cell] = 0
            cell = following[cell]
        start = unseen.find(1, start)
    return count


def _cycles_compiled(state: State, goal: State) -> int | None:
    """Return the number of cycles by the kernel; None if a number is not a cell."""
    from solvable.kernels.buffers import zeros

    kernel, count = kernels.native(), len(goal)
    following, position, found = zeros("i", count), zeros("q", 2), 0
    try:
        is_sound = kernel.permutation_compose(array_of(state), array_of(goal), count, zeros("i", count), following)
    except (OverflowError, ValueError):  # numbers too large, or fewer cells than in the goal
        return None
    while is_sound and position[0] < count:
        check()
        found += kernel.permutation_count_cycles(following, count, position, STEPS_PER_BUDGET_CHECK)
    return found if is_sound else None


def array_of(cells: Sequence[int]) -> "array[int]":
    """Return cells as an array of 32 bits; checks the budget, since converting a million scattered ints is slow."""
    numbers = array("i")
    for start in checked(range(0, len(cells), CELLS_PER_BUDGET_CHECK), 1):
        numbers.extend(cells[start : start + CELLS_PER_BUDGET_CHECK])
    return numbers


def blank_distance(state: State, goal: State, width: int) -> int:
    """Return the steps from the blank to its home."""
    row, column = divmod(state.index(0), width)
    home_row, home_column = divmod(goal.index(0), width)
    return abs(row - home_row) + abs(column - home_column)


def _out_of_order(state: State, goal: State) -> tuple[int, int] | None:
    """Return, for a board of one line, the first tile out of order and the one that belongs in its place, None if none
    is.
    """
    here, there = ([tile for tile in tiles if tile] for tiles in (state, goal))
    pairs = checked(zip(here, there, strict=True), LARGE) if here != there else ()
    return next(((tile, wanted) for tile, wanted in pairs if tile != wanted), None)


def explain(state: State, goal: State, width: int) -> Parity:
    """Return all the numbers with which a person can check the verdict."""
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

    On one line the invariant is "order": the first tile out of order and the one that belongs in its place. Otherwise
    it is "parity".
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
    """Raise UnsolvableError, with the proof, if `state`, a checked board, cannot reach `goal`."""
    proof = obstruction(state, goal, width)
    if proof is not None:
        reason = "its parity is not the goal's" if proof.invariant == "parity" else "the order of a line never changes"
        raise UnsolvableError(msg("this board cannot be solved: {reason}", reason=msg(reason)), proof)
