"""The most presses that any solvable two-colour board needs, as an interval with a witness for each end.

Let Q be the quiet patterns. The worst case is Q's covering radius: the greatest, over press vectors x, of the least
weight of x + Q.

Lower end: a hard press vector; `min_weight.two_states.fewest` checks it. Hard ones are found by annealing. With g(c)
the column of cell c in a basis of Q and F[g] = Σ (−1)^x[c] over the cells of column g, the least weight is (cells − max
F̂)/2, so the class sums F are changed until the transform F̂ is small everywhere; with a symmetry of the board that is
much faster.

Upper end: a flat S, a set of cells that contains every cell whose column is a sum of columns of S. Choose a member that
is lightest on S: at most ρ(S), the covering radius of Q on S alone, presses there. The members equal to it on S differ
by the quiet patterns that vanish on S; on any cell outside S half of these are 1, since S is a flat. So on average they
weigh half the cells outside, and some member weighs at most that: worst case ≤ ρ(S) + (cells − |S|)/2. The cells in no
quiet pattern are the smallest flat. ρ(S) is found by breadth-first search over the 2^(|S| − rank of S) syndromes.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import log
from random import Random

from solvable import kernels
from solvable.core.budget import Budget, checked
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.lights.algebra.masks import positions
from solvable.lights.covering_radius.known import KNOWN
from solvable.lights.covering_radius.tuning import TUNING
from solvable.lights.min_weight.coset import echelon, lowest_bits

MAX_REDUNDANCY = 26  # bits of a syndrome: a covering radius takes 5 bytes for each of the 2^26
UNREACHED = 255  # distance of a syndrome that was not reached yet, as in `covering_radius.hpp`
MAX_NULLITY = 20  # nullity for annealing, whose transform then has 2^20 values
SLICE = 1 << 25  # values times moves between two checks of the budget, about 50 ms
CELLS_MAX = (1 << 15) - 1  # cells for annealing, whose sums have 16 bits


@dataclass(frozen=True, slots=True)
class Worst:
    """Some state needs `presses`, as the press vector `member` shows; none needs more than `bound`, as `flat` shows."""

    presses: int
    bound: int
    member: int
    flat: int

    @property
    def is_exact(self) -> bool:
        """Whether `presses` is the worst case exactly."""
        return self.presses == self.bound


@dataclass(frozen=True)
class Columns:
    """The cells by their columns in an echelon basis of the quiet patterns."""

    cells: int
    basis: tuple[int, ...]

    @classmethod
    def of(cls, cells: int, basis: Sequence[int]) -> "Columns":
        """Return the columns of the space spanned by `basis`."""
        return cls(cells, tuple(echelon(basis)[0]))

    @cached_property
    def of_cell(self) -> tuple[int, ...]:
        """The column of each cell, bit i for basis[i]."""
        columns = [0] * self.cells
        for i, row in checked(enumerate(self.basis), 1 + TUNING.digits_per_check // self.cells):
            for cell, digit in enumerate(f"{row:b}"[::-1]):
                columns[cell] |= (digit == "1") << i
        return tuple(columns)

    @cached_property
    def counts(self) -> Counter[int]:
        """The number of cells of each column."""
        return Counter(self.of_cell)

    def flat(self, columns: Sequence[int]) -> int:
        """Return the flat spanned by the columns, as a mask of cells."""
        span = echelon(columns)[0]
        pivots = lowest_bits(span)
        mask = 0
        for column in self.counts:
            remaining = column
            for row, pivot in zip(span, pivots, strict=True):
                if remaining & pivot:
                    remaining ^= row
            if not remaining:
                mask |= self.cells_of(column)
        return mask

    def held(self, flat: int) -> set[int]:
        """Return the columns of the cells in the mask `flat`."""
        return {self.of_cell[cell] for cell in positions(flat)}

    def cells_of(self, column: int) -> int:
        """Return the cells of this column, as a mask."""
        return self._masks[column]

    @cached_property
    def _masks(self) -> dict[int, int]:
        masks: dict[int, int] = {}
        for cell, column in enumerate(self.of_cell):
            masks[column] = masks.get(column, 0) | 1 << cell
        return masks


def covering_radius(columns: Sequence[int]) -> int:
    """Return the covering radius of the code whose generator matrix has these columns.

    A vector's least weight over the code is the fewest columns of a parity-check matrix that add up to its syndrome.
    """
    counts = Counter(columns)
    if len(echelon(counts)[0]) == len(counts):  # independent except for repetition: each column is a separate class
        return sum(count // 2 for count in counts.values())
    checks = dependencies(columns)
    if len(checks) > MAX_REDUNDANCY:
        raise PuzzleError(
            msg(
                "a covering radius with redundancy {redundancy} is beyond {most}",
                redundancy=len(checks),
                most=MAX_REDUNDANCY,
            )
        )
    syndromes = {sum((check >> i & 1) << k for k, check in enumerate(checks)) for i in range(len(columns))}
    from solvable.kernels.buffers import calloc

    size, distance = 1 << len(checks), bytearray([UNREACHED]) * (1 << len(checks))
    radius: int = kernels.native().syndrome_radius(
        array("i", sorted(syndromes)), len(syndromes), size, distance, calloc("i", size)
    )
    return radius


def covering_radius_reference(columns: Sequence[int], rank: int) -> int:
    """Return the same by definition: the greatest least distance of any vector from the code; 2^length steps."""
    words = [
        sum(((column & u).bit_count() & 1) << index for index, column in enumerate(columns)) for u in range(1 << rank)
    ]
    return max(min((vector ^ word).bit_count() for word in words) for vector in range(1 << len(columns)))


def dependencies(columns: Sequence[int]) -> list[int]:
    """Return a basis of the sets of columns (masks of their indices) that add up to 0."""
    width = max(columns, default=0).bit_length()
    rows = [column | 1 << width + index for index, column in enumerate(columns)]
    return [row >> width for row in echelon(rows, (1 << width) - 1)[1]]


def bound_by_flat(space: Columns, flat: int) -> int:
    """Return the upper bound that the flat proves; raise PuzzleError if the cells are not a flat or its redundancy is
    too large.
    """
    held = sorted(space.held(flat))
    if space.flat(held) != flat:
        raise PuzzleError("these cells are not a flat: another cell's column is a sum of theirs")
    still, others = space.counts[0], [column for column in held if column]
    repeated = [column for column in others for _ in range(space.counts[column])]
    return still + covering_radius(repeated) + (space.cells - flat.bit_count()) // 2


def find_flat(
    space: Columns, rng: Random, budget: Budget, *, goal: int = 0, redundancy: int = TUNING.flat_redundancy_max
) -> tuple[int, int]:
    """Return (the best bound found, its flat), climbing from random flats of at most this redundancy.

    Ends when the bound is at most `goal` or the budget is over.
    """
    everything = [column for column in space.counts if column]
    seen: dict[int, int] = {}

    def bound(chosen: Sequence[int], flat: int) -> int:
        rank = len(echelon(chosen)[0])
        types = len(space.held(flat) - {0})
        if types > rank and flat.bit_count() - space.counts[0] - rank > redundancy:
            return space.cells + 1
        return bound_by_flat(space, flat)

    best = min((bound(chosen, space.flat(chosen)), space.flat(chosen)) for chosen in ([], everything))
    for turn, column in enumerate(everything):
        if turn * space.cells > TUNING.unwatched_columns_max and not budget.goes_on():
            break
        flat = space.flat([column])
        best = min(best, (bound([column], flat), flat))
    while everything and best[0] > goal and budget.goes_on():
        chosen, current, in_vain = [rng.choice(everything)], space.cells, 0
        while in_vain < 60 and not budget.is_over:
            changed = _neighbour(chosen, everything, rng)
            flat = space.flat(changed)
            if flat not in seen:
                seen[flat] = bound(changed, flat)
            in_vain = 0 if seen[flat] < current else in_vain + 1
            if seen[flat] <= current:
                chosen, current = changed, seen[flat]
                best = min(best, (current, flat))
    return best


def _neighbour(chosen: Sequence[int], everything: Sequence[int], rng: Random) -> list[int]:
    """Return the generators with one added, replaced or removed."""
    kind, changed = rng.random(), list(chosen)
    if kind < 0.5 or len(changed) == 1:
        changed.append(rng.choice(everything))
    elif kind < 0.8:
        changed[rng.randrange(len(changed))] = rng.choice(everything)
    else:
        changed.pop(rng.randrange(len(changed)))
    return changed


class Annealing:
    """Annealing of class sums that are equal on the orbits of some symmetries of the board, and their transform."""

    def __init__(self, space: Columns, symmetries: Sequence[Sequence[int]] = ()) -> None:
        from solvable.kernels.buffers import calloc, zeros

        if len(space.basis) > MAX_NULLITY:
            raise PuzzleError(
                msg(
                    "hard states are sought to a nullity of {most}, not {nullity}",
                    most=MAX_NULLITY,
                    nullity=len(space.basis),
                )
            )
        self.space = space
        moved = [dict(zip(space.of_cell, (space.of_cell[cell] for cell in p), strict=True)) for p in symmetries]
        self.orbits = orbits([column for column in space.counts if column], moved)
        self.most = array("q", [space.counts[orbit[0]] for orbit in self.orbits])
        pivots = [pivot.bit_length() - 1 for pivot in lowest_bits(space.basis)]
        images = array("i", [space.of_cell[symmetry[pivot]] for symmetry in symmetries for pivot in pivots])
        size, kernel = 1 << len(space.basis), kernels.native()
        labels, weights, waiting = zeros("i", size), zeros("i", size), zeros("i", size)
        points = kernel.annealing_points(images, len(symmetries), len(pivots), size, labels, weights, waiting)
        self.weights = weights[:points]
        columns = array("i", [column for orbit in self.orbits for column in orbit])
        ends = array("q", accumulate(map(len, self.orbits)))
        self.rows = calloc("h", len(self.orbits) * points)
        kernel.annealing_rows(columns, ends, len(self.orbits), labels, points, self.rows)

    def run(
        self, target: int, rng: Random, moves: int = TUNING.annealing_moves, budget: Budget | None = None
    ) -> tuple[int, int]:
        """Return (the least weight of the coset found, its press vector) after seeking one of least weight `target`.

        If the budget is over, the result is that of the moves made so far.
        """
        from solvable.kernels.buffers import zeros

        moving = self.space.cells - self.space.counts[0]
        wanted = moving - 2 * (target - self.space.counts[0])
        sums = array("q", [limit % 2 * rng.choice((-1, 1)) for limit in self.most])
        values, kernel = zeros("h", len(self.weights)), kernels.native()
        annealing = kernel.struct(
            "Annealing",
            rows=self.rows, limits=self.most, row_count=len(sums), sums=sums, values=values, weights=self.weights,
            points=len(values),
        )  # fmt: skip
        kernel.annealing_values(annealing)
        hot, cold = (each * 2 ** (len(self.space.basis) / 2) for each in (TUNING.annealing_hot, TUNING.annealing_cold))
        slices = max(1, len(values) * moves // SLICE)
        for number in range(slices):
            if number and budget is not None and budget.is_over:
                break
            begin, end = (hot * (cold / hot) ** (place / slices) for place in (number, number + 1))
            count = moves // slices
            factor = (end / begin) ** (1 / max(1, count))
            kernel.covering_anneal(annealing, wanted, count, begin, factor, rng.getrandbits(31))
        presses = self.space.counts[0] + (moving - max(values)) // 2
        return presses, self._member(sums)

    def _member(self, sums: Sequence[int]) -> int:
        """Return a press vector with these class sums: all cells of column 0, and enough of the others."""
        member = self.space.cells_of(0) if self.space.counts[0] else 0
        for orbit, total in zip(self.orbits, sums, strict=True):
            for column in orbit:
                mask = self.space.cells_of(column)
                for _ in range((self.space.counts[column] - total) // 2):
                    member |= mask & -mask
                    mask &= mask - 1
        return member


def points_reference(images: Sequence[Sequence[int]], rank: int) -> list[tuple[int, int]]:
    """Return (the least point, the number of points) of each orbit under the maps of `covering_radius.hpp`."""
    points = range(1 << rank)
    maps = [
        {u: sum(((u & column).bit_count() & 1) << j for j, column in enumerate(image)) for u in points}
        for image in images
    ]
    return [(orbit[0], len(orbit)) for orbit in orbits(points, maps)]


def rows_reference(columns: Sequence[Sequence[int]], points: Sequence[int]) -> list[list[int]]:
    """Return, for the columns of each orbit, Σ (−1)^(column · point) at each point."""
    return [[sum((-1) ** (column & u).bit_count() for column in orbit) for u in points] for orbit in columns]


def anneal_reference(
    rows: Sequence[Sequence[int]],
    limits: Sequence[int],
    sums: Sequence[int],
    weights: Sequence[int],
    target: int,
    moves: int,
    hot: float,
    factor: float,
    seed: int,
) -> list[int]:
    """Return the sums after annealing as in `covering_radius.hpp`, with the same random numbers."""
    sums, temperature, draw = list(sums), hot, _splitmix(seed)

    def excess(sums: Sequence[int]) -> int:
        values = [
            sum(total * row[point] for total, row in zip(sums, rows, strict=True)) for point in range(len(weights))
        ]
        return sum(weight * max(0, value - target) ** 2 for weight, value in zip(weights, values, strict=True))

    for _ in range(moves):
        if not excess(sums):
            break
        temperature *= factor
        index, step = (next(draw) >> 32) * len(sums) >> 32, 2 if next(draw) >> 63 else -2
        step = next((each for each in (step, -step) if abs(sums[index] + each) <= limits[index]), 0)
        if step:
            moved = [total + step * (i == index) for i, total in enumerate(sums)]
            if excess(moved) <= excess(sums) - temperature * log(((next(draw) >> 11) + 1) * 2.0**-53):
                sums = moved
    return sums


def _splitmix(state: int) -> Iterator[int]:
    """Yield the random numbers of 64 bits of Steele, Lea and Flood (2014), as in `random.hpp`."""
    mask = (1 << 64) - 1
    while True:
        state = state + 0x9E3779B97F4A7C15 & mask
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        yield z ^ z >> 31


def orbits(items: Sequence[int], maps: Sequence[dict[int, int]]) -> list[list[int]]:
    """Return the items in the orbits of the group that the maps generate."""
    results, seen = [], set[int]()
    for item in items:
        orbit, waiting = list[int](), [item]
        while waiting:
            here = waiting.pop()
            if here not in seen:
                seen.add(here)
                orbit.append(here)
                waiting += [image[here] for image in maps]
        if orbit:
            results.append(orbit)
    return results


def board_symmetries(width: int, height: int) -> dict[str, tuple[int, ...]]:
    """Return the image of each cell under each symmetry of the rectangle; a square also has a quarter turn and a
    diagonal.
    """
    cells = [(r, c) for r in range(height) for c in range(width)]
    results = {
        "half turn": tuple((height - 1 - r) * width + width - 1 - c for r, c in cells),
        "flip": tuple(r * width + width - 1 - c for r, c in cells),
    }
    if width == height:
        results["quarter turn"] = tuple(c * width + width - 1 - r for r, c in cells)
        results["diagonal"] = tuple(c * width + r for r, c in cells)
    return results


def symmetric(width: int, height: int) -> list[list[tuple[int, ...]]]:
    """Return generators of the groups under which hard states are sought, the most successful on squares first."""
    by = board_symmetries(width, height)
    if width != height:
        return [*([each] for each in by.values()), []]
    both = [by["half turn"], by["diagonal"]]
    return [[by["quarter turn"]], both, [by["diagonal"]], [by["half turn"]], [by["flip"]], []]


def known(size: int, basis: Sequence[int]) -> Worst | None:
    """Return the stored interval of the size × size board, with its bound proved again from its flat, or None."""
    if size not in KNOWN:
        return None
    presses, _, member, flat = KNOWN[size]
    space = Columns.of(size * size, basis)
    return Worst(presses, bound_by_flat(space, int(flat, 16)), int(member, 16), int(flat, 16))


def search(
    width: int, height: int, basis: Sequence[int], budget: Budget, *, seed: int = 0, goal: int | None = None
) -> Worst:
    """Return the interval of a plane board found within a budget; annealing first aims at `goal` presses."""
    rng, space = Random(seed), Columns.of(width * height, basis)
    bound, flat = find_flat(space, rng, budget.share(1 / 4), goal=goal or 0)
    if not basis:  # every state has one solution, so all presses are the most
        return Worst(bound, bound, flat, flat)
    best = 0, 0
    wanted = min(bound, goal or bound)
    groups, runs = symmetric(width, height), dict[int, Annealing]()
    while best[0] < bound and budget.goes_on(best[0]):
        for turn, group in enumerate(groups):
            run = runs.setdefault(turn, runs.get(turn) or Annealing(space, group))
            best = max(best, run.run(wanted, rng, budget=budget))
            wanted = min(bound, best[0] + TUNING.annealing_ahead)  # too distant a goal misleads the annealing
            is_long = space.cells << len(basis) > TUNING.unwatched_columns_max
            if best[0] == bound or (is_long and not budget.goes_on(best[0])):
                break
    return Worst(best[0], bound, best[1], flat)
