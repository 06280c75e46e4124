"""Upper bounds on worst cases by exhaustion: no class sums have a small transform on every flat.

Write F[g] for a state's class sums and F̂ for their transform, as in `intervals`. Averaged over the points that agree
on a flat W, F̂ is the transform of F on W alone. So if F̂ ≤ M everywhere, then on every flat W the transform of F on W
is ≤ M: a state that needs more than (cells − M − 2)/2 presses must pass this test on all flats. Flats grow by one
generator at a time; the new columns of a step all change sign with the new point bit, so on each flat within the step's
span |transform of the new sums| ≤ M − transform of the old ones. Few partial states pass; if none does, the bound is
proved. This settles 9 × 9, 16 × 16 and 29 × 29 in seconds.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from solvable import kernels
from solvable.core.budget import Budget, check, checked
from solvable.core.errors import BudgetExceededError
from solvable.lights.covering_radius.tuning import TUNING
from solvable.lights.min_weight.coset import echelon, lowest_bits

if TYPE_CHECKING:
    from solvable.lights.covering_radius.intervals import Columns


@dataclass(frozen=True)
class Flat:
    """A flat of one step: its old and new columns, as (index, character on the flat's points)."""

    dimension: int
    old: tuple[tuple[int, int], ...]
    new: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Step:
    """The new columns of one generator, the number of cells of each, and the flats to check after each."""

    counts: tuple[int, ...]
    flats: tuple[tuple[Flat, ...], ...]


def coordinates(generators: Sequence[int], columns: Sequence[int]) -> dict[int, int]:
    """Return, for each column in the span of the independent generators, the generators that add up to it, as a
    mask.
    """
    width = max([*generators, *columns, 1]).bit_length()
    rows = echelon([g | 1 << width + i for i, g in enumerate(generators)], (1 << width) - 1)[0]
    pivots = lowest_bits(rows)
    results = {}
    for column in columns:
        remaining = column
        for row, pivot in zip(rows, pivots, strict=True):
            if remaining & pivot:
                remaining ^= row
        if not remaining & (1 << width) - 1:
            results[column] = remaining >> width
    return results


def steps(counts: dict[int, int], generators: Sequence[int], checks: int = TUNING.checks_per_column) -> list[Step]:
    """Return the steps of the chain; `counts` is the number of cells of each nonzero column."""
    rng, built, old = Random(0), [], list[int]()
    at = coordinates(generators, list(counts))
    cells = {place: counts[column] for column, place in at.items()}
    for level in range(len(generators)):
        offsets = sorted(place ^ 1 << level for place in cells if place >> level == 1)
        ordered = _ordered(offsets, [cells[offset | 1 << level] for offset in offsets], rng)
        flats = [
            tuple(_flats_after(place, ordered, old, level, rng, checks)) for place in checked(range(len(ordered)), 1)
        ]
        built.append(Step(tuple(cells[offset | 1 << level] for offset in ordered), tuple(flats)))
        old += [offset | 1 << level for offset in ordered]
    return built


def _ordered(offsets: list[int], counts: list[int], rng: Random) -> list[int]:
    """Return the new columns in an order that completes planes of four early."""
    weight = dict(zip(offsets, counts, strict=True))
    remaining = sorted(offsets, key=lambda offset: (weight[offset] % 2 == 0, weight[offset]))
    chosen = remaining[:1]
    remaining = remaining[1:]
    while remaining:
        check()
        sums = {a ^ b for a in chosen for b in chosen if a != b}
        best = max(
            remaining, key=lambda offset: (sum(offset ^ a in sums for a in chosen), -weight[offset], rng.random())
        )
        remaining.remove(best)
        chosen.append(best)
    return chosen


def _flats_after(
    place: int, new: Sequence[int], old: Sequence[int], level: int, rng: Random, checks: int
) -> Iterator[Flat]:
    """Yield flats that contain new[place], no later column, and as many earlier ones as possible.

    After the last column the whole span is one of them: passing it is necessary and sufficient.
    """
    results: dict[tuple[int, ...], None] = {}
    for _ in range(4 * checks):
        basis = list[int]()
        for direction in _directions(place, new, level, rng):
            if len(basis) == TUNING.checked_dimension_max:
                break
            grown = echelon([*basis, direction])[0]
            if len(grown) > len(basis) and not any(_within(other ^ new[place], grown) for other in new[place + 1 :]):
                basis = grown
        results[tuple(basis)] = None
    ordered = sorted(results, key=lambda basis: -sum(_within(other ^ new[place], basis) for other in new[:place]))
    whole = [tuple(1 << bit for bit in range(level))] if place == len(new) - 1 else []
    for flat in ordered[:checks] + whole:
        at_old = [(i, _character(column, flat)) for i, column in enumerate(old) if _within(column, flat)]
        inside = [i for i in range(place + 1) if _within(new[i] ^ new[place], flat)]
        at_new = [(i, _character(new[i] ^ new[place], flat)) for i in inside]
        yield Flat(len(flat), tuple(at_old), tuple(at_new))


def _directions(place: int, new: Sequence[int], level: int, rng: Random) -> list[int]:
    """Return directions from new[place] to the earlier columns, shuffled, then all others."""
    earlier = [other ^ new[place] for other in new[:place]]
    every = [1 << bit for bit in range(level)]
    rng.shuffle(earlier)
    rng.shuffle(every)
    return earlier + every


def _within(vector: int, basis: Sequence[int]) -> bool:
    for row in basis:
        if vector & row & -row:
            vector ^= row
    return not vector


def _character(vector: int, basis: Sequence[int]) -> int:
    """Return the mask of the echelon basis rows that add up to the vector."""
    return sum(1 << i for i, row in enumerate(basis) if vector & row & -row)


def extend_reference(step: Step, sums: Sequence[int], largest: int) -> list[list[int]]:
    """Return all sums of the step's new columns, the first ≥ 0, that satisfy every flat together with the old
    `sums`.
    """

    def fits(flat: Flat, new: Sequence[int]) -> bool:
        for point in range(1 << flat.dimension):
            before = sum(sums[i] * (-1) ** (position & point).bit_count() for i, position in flat.old)
            change = sum(new[i] * (-1) ** (position & point).bit_count() for i, position in flat.new)
            if abs(change) > largest - before:
                return False
        return True

    results = [list[int]()]
    for index, count in enumerate(step.counts):
        values = range(-count if index else count % 2, count + 1, 2)
        longer = [[*new, value] for new in results for value in values]
        results = [new for new in longer if all(fits(flat, new) for flat in step.flats[index])]
    return results


def excludes(counts: dict[int, int], generators: Sequence[int], largest: int, budget: Budget) -> bool:
    """Return whether it is proved, on the span of the generators, that no class sums have a transform ≤ `largest`
    everywhere.

    False also if the budget is over.
    """
    chain = steps({column: count for column, count in counts.items() if column}, generators)
    columns = [StepColumns(step, largest) for step in chain]
    try:
        return _none_left(columns, Batch(memoryview(array("h")), 1, 0), budget)
    except _StoppedError:
        return False


class _StoppedError(Exception):
    """The budget is over, or one partial state alone has too many extensions."""


class Batch(NamedTuple):
    """Partial states: rows of sums, one after another."""

    sums: "memoryview[int]"
    rows: int
    width: int

    def part(self, first: int, last: int) -> "Batch":
        """Return these rows, as a view."""
        last = min(last, self.rows)
        return Batch(self.sums[first * self.width : last * self.width], last - first, self.width)


def _none_left(chain: "list[StepColumns]", batch: Batch, budget: Budget) -> bool:
    """Return whether no row of the batch can be extended through the rest of the chain."""
    if not chain or not batch.rows:
        return not batch.rows
    parts = (batch.part(first, first + TUNING.batch_rows) for first in range(0, batch.rows, TUNING.batch_rows))
    return all(_none_left(chain[1:], longer, budget) for part in parts for longer in _extended(chain[0], part, budget))


def _extended(step: "StepColumns", batch: Batch, budget: Budget) -> "Iterator[Batch]":
    """Yield all extensions of the rows of the batch by the columns of one step, in parts of the size of one call.

    Each part is overwritten by the next.
    """
    longer, result = step.extend(batch)
    if not budget.goes_on() or (result < 0 and batch.rows == 1):
        raise _StoppedError
    if result < 0:
        yield from _extended(step, batch.part(0, batch.rows // 2), budget)
        yield from _extended(step, batch.part(batch.rows // 2, batch.rows), budget)
    elif result > longer.rows:
        step.room = result
        yield from _extended(step, batch, budget)
    else:
        yield longer.part(0, result)


class StepColumns:
    """The arrays of a step for the kernel, and the number of its new columns."""

    def __init__(self, step: Step, largest: int) -> None:
        from solvable.kernels.buffers import zeros

        flats = [flat for after in step.flats for flat in after]
        old, new = [pair for flat in flats for pair in flat.old], [pair for flat in flats for pair in flat.new]

        def ints(values: Sequence[int]) -> "array[int]":
            return array("q", values)

        def sums(values: Sequence[int]) -> "array[int]":
            return array("q", accumulate(values, initial=0))

        starts = sums([1 << flat.dimension for flat in flats])
        self.columns, self.largest, self.room = len(step.counts), largest, TUNING.batch_room_rows
        self._out = memoryview(array("h"))
        self.struct = kernels.native().struct(
            "Flats",
            counts=ints(step.counts), columns=self.columns, ends=sums([len(after) for after in step.flats]),
            dimensions=ints([flat.dimension for flat in flats]), starts=starts,
            old_starts=sums([len(flat.old) for flat in flats]), new_starts=sums([len(flat.new) for flat in flats]),
            flats=len(flats), old=ints([i for i, _ in old]), old_at=ints([position for _, position in old]),
            new_columns=ints([i for i, _ in new]), new_at=ints([position for _, position in new]),
            room=zeros("q", starts[-1]), sums=zeros("q", self.columns),
        )  # fmt: skip

    def extend(self, batch: Batch) -> tuple[Batch, int]:
        """Return (the rows of the batch extended by all sums of the new columns that fit, the number of these rows).

        The number may exceed the `room` rows that are returned, which the next call overwrites; it is −1 if
        `nodes_per_call` nodes do not suffice.
        """
        from solvable.kernels.buffers import calloc

        rows, width = batch.rows, batch.width + self.columns
        if len(self._out) < self.room * width:
            self._out = calloc("h", self.room * width)
        extended: int = kernels.native().flats_extend(
            self.struct, batch.sums, rows, batch.width, self.largest, TUNING.nodes_per_call, self._out, self.room
        )
        return Batch(self._out, self.room, width), extended


def choose_generators(counts: dict[int, int], rank: int, rng: Random) -> list[int]:
    """Return columns each of which adds few new columns, preferably odd ones, to the span of those before it."""
    remaining = {column: column for column in counts if column}
    chosen = list[int]()
    noise = rng.choice((0.5, 2.0, 5.0))
    while len(chosen) < rank and remaining:
        classes: dict[int, list[int]] = {}
        for column, modulo in remaining.items():
            classes.setdefault(modulo, []).append(column)

        def cost(item: tuple[int, list[int]]) -> float:
            odd = sum(counts[column] % 2 for column in item[1]) / len(item[1])
            return sum(counts[column].bit_length() for column in item[1]) - 3 * odd + noise * rng.random()

        modulo, members = min(classes.items(), key=cost)
        chosen.append(members[0])
        pivot = modulo & -modulo
        moved = {column: left ^ modulo if left & pivot else left for column, left in remaining.items()}
        remaining = {column: left for column, left in moved.items() if left}
    return chosen


def largest_for(cells: int, still: int, presses: int) -> int:
    """Return M such that no state needs more than `presses` if F̂ ≤ M is excluded; `still` is the number of cells in no
    pattern.
    """
    return (cells - still) - 2 * (presses + 1 - still)


def proves(space: "Columns", generators: Sequence[int], presses: int, budget: Budget) -> bool:
    """Return whether the chain of these columns proves that no state needs more than `presses`."""
    counts = dict(space.counts)
    return excludes(counts, generators, largest_for(space.cells, space.counts[0], presses), budget)


def lowered(space: "Columns", presses: int, bound: int, budget: Budget) -> int:
    """Return the least bound proved within the budget; a state that needs `presses` is known, so it is not less."""
    if not 0 < len(space.basis) <= TUNING.exhausted_nullity_max or len(space.counts) > TUNING.exhausted_columns_max:
        return bound
    generators = choose_generators(dict(space.counts), len(space.basis), Random(0))
    try:
        with budget:
            while presses < bound and not budget.is_over and proves(space, generators, bound - 1, budget):
                bound -= 1
    except BudgetExceededError:  # raised while the flats were chosen
        pass
    return bound
