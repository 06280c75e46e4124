"""The hardest states: the most presses that any solvable state needs, and a state that needs them.

It is the covering radius of the quiet patterns Q: the greatest, over all press vectors x, of the least weight of
x + u, u in Q. Button c with the column g of a basis of Q weighs (x_c + g·u) mod k.

Upper bound: averaged over Q, a button with g ≠ 0 weighs (k−1)/2 for every x, if k is prime. So the answer is at most z
(k−1) + (n−z) (k−1)/2, where z is the number of buttons in no quiet pattern, and one less if that is an integer but not
all members can weigh the same. Lower bound: a button of column g and one of column −g can always cancel, so only
unpaired buttons are searched. If the two bounds differ, two-colour puzzles go to `intervals`: bounds by flats, hard
states by annealing; `flats` lowers the bounds by exhaustion. The last resort is a depth-first search over all buttons:
averaging over the u that are orthogonal to all buttons chosen so far bounds what the others add, and a button whose
column is new may be fixed at 0. Cost: exponential; exact for small boards, otherwise an interval with a witness for
both ends.

Without quiet patterns the hardest state follows from a theorem (`by_every_button`).
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import gcd
from random import Random
from typing import TYPE_CHECKING

from solvable import kernels
from solvable.core.budget import Budget, check, checked
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Event, Move, Searched, Solution, State, WorstCase
from solvable.lights import rules
from solvable.lights.algebra.masks import pack, positions
from solvable.lights.algebra.modular import factor
from solvable.lights.algebra.module import Vector, presses
from solvable.lights.covering_radius.tuning import TUNING
from solvable.lights.linear_system import LinearSystem
from solvable.lights.min_weight import choose
from solvable.lights.min_weight.choose import Fewest
from solvable.lights.rules import WRAPS, Toggle
from solvable.lights.wiring import Wiring, is_full, is_ordinary, solved_by

if TYPE_CHECKING:
    from solvable.lights.covering_radius.intervals import Worst

BUTTONS_MAX = 1 << 17  # buttons that are processed one by one
BORDER = 6  # rows and columns near a border that differ from the others, an even number
SYMMETRIC = ("plus", "plus0", "diagonal", "king", "king0", "knight", "knight0", "cross")


@dataclass(frozen=True, slots=True)
class Hardest:
    """`state` needs `presses`, and no solvable state needs more than `bound`.

    `flat` is the set of presses with which `intervals.bound_by_flat` proves the bound, None if a search, exhaustion or
    an average over the quiet patterns proves it. `fewest` is the solution of `state`, if known.
    """

    presses: int
    bound: int
    state: State
    flat: tuple[Move, ...] | None = None
    fewest: Fewest | None = None

    @property
    def is_exact(self) -> bool:
        """Whether `presses` is the worst case exactly."""
        return self.presses == self.bound


def hardest(system: LinearSystem, budget: Budget, nodes: int = TUNING.nodes_max) -> Hardest:
    """Return a solvable state that needs the most presses, or the most that were found, with an upper bound.

    Hard states and good bounds of two-colour puzzles (`intervals`) are sought for a quarter to half of the budget, at
    most 10 s. `nodes` limits the search over all buttons, which is for at most 4096 quiet patterns and 128 buttons (of
    two colours). Stored intervals of plane squares are used. Without quiet patterns the result is exact at any size;
    with them BudgetExceededError is raised beyond 131,072 buttons.
    """
    with budget:
        return _hardest(system, nodes, budget)


def _hardest(system: LinearSystem, nodes: int, budget: Budget) -> Hardest:
    board = system.board
    if system.nullity == 0:
        state, solution = by_every_button(board)
        return Hardest(len(solution), len(solution), state, fewest=Fewest(solution, 1, "unique"))
    if len(board.buttons) > BUTTONS_MAX:
        raise BudgetExceededError(
            msg(
                "the hardest state among {count} buttons with quiet patterns is beyond {most} buttons",
                count=len(board.buttons),
                most=BUTTONS_MAX,
            ),
            0,
        )
    order = system.null_space.order
    if board.k > 2 and order > TUNING.members_max:
        raise PuzzleError(msg("{count} quiet patterns are too many for a search of the hardest state", count=order))
    is_searched = order <= TUNING.members_max and (board.k > 2 or len(board.buttons) <= TUNING.buttons_max)
    best = None
    cells = _Cells(system) if is_searched or order <= TUNING.paired_members_max else None
    if cells is not None:
        best = _by_pairs(cells, nodes // TUNING.first_nodes_divisor, budget)
        best = best if best.is_exact else _by_search(cells, best, nodes // TUNING.first_nodes_divisor, budget)
    if board.k == 2 and (best is None or not best.is_exact):
        other = _by_flats(system, budget)
        best = _by_exhaustion(system, other if best is None else _merged(best, other), budget)
    if best is None:
        raise AssertionError("two colours are always answered")
    return _by_search(cells, best, nodes, budget) if cells and is_searched and not best.is_exact else best


def worst_case(system: LinearSystem, budget: Budget) -> WorstCase:
    """Return the hardest state with its solution; at least `weighing_overrun_s` are reserved to find the solution if it
    is not known yet.
    """
    result = hardest(system, budget)
    if result.fewest is None:
        own = (
            Budget(max(TUNING.weighing_overrun_s, budget.left), workers=budget.workers) if budget.is_limited else budget
        )
        searched = choose.search(system, result.state, own)
    else:
        searched = Searched(result.fewest.solution, 0, result.fewest.method, result.fewest.count)
    return WorstCase(result.state, searched, result.bound, result.flat)


def _merged(one: Hardest, other: Hardest) -> Hardest:
    """Return the harder state and the better bound."""
    harder = one if one.presses >= other.presses else other
    proved = one if one.bound <= other.bound else other
    return Hardest(harder.presses, proved.bound, harder.state, proved.flat, harder.fewest)


def _by_pairs(cells: "_Cells", nodes: int, budget: Budget) -> Hardest:
    """Return the result of the unpaired buttons, bounded by the average."""
    paired, remaining = cells.pairs()
    bound = cells.average_bound()
    least, _, choice = _search(cells, remaining, -1, bound - cells.base(paired), nodes, budget)
    vector = cells.press(paired, remaining, choice)
    return Hardest(max(0, least) + cells.base(paired), bound, solved_by(cells.board, enumerate(vector)))


def _by_search(cells: "_Cells", best: Hardest, nodes: int, budget: Budget) -> Hardest:
    """Return a harder state, or the proof that there is none, if `nodes` and time suffice."""
    everything = [button for button in cells.buttons if any(cells.columns[button])]
    base = cells.base([])
    try:
        least, is_over, choice = _search(cells, everything, best.presses - base, best.bound - base, nodes, budget)
    except BudgetExceededError:  # raised before the search began
        return best
    if least + base > best.presses:
        state = solved_by(cells.board, enumerate(cells.press([], everything, choice)))
        best = Hardest(least + base, best.bound, state, best.flat)
    return Hardest(best.presses, best.presses, best.state) if is_over and not best.is_exact else best


def _by_exhaustion(system: LinearSystem, best: Hardest, budget: Budget) -> Hardest:
    """Return the bound lowered by `flats`, which takes a second if it applies."""
    from solvable.lights.covering_radius import flats, intervals

    if best.is_exact or budget.is_over:
        return best
    share = budget.share(1 / 2, seconds=TUNING.step_s, through=_silent)
    space = intervals.Columns.of(len(system.board.buttons), _masks(system))
    bound = flats.lowered(space, best.presses, best.bound, share)
    return best if bound == best.bound else replace(best, bound=bound, flat=None)


def _masks(system: LinearSystem) -> list[int]:
    """Return a basis of the quiet patterns as masks of the buttons."""
    return [pack([pattern[button] for button in system.board.buttons]) for pattern in system.null_space.generators]


def _by_flats(system: LinearSystem, budget: Budget) -> Hardest:
    """Return the stored or computed result of `intervals` for two colours; its hard state is weighed again."""
    from solvable.lights.covering_radius import intervals
    from solvable.lights.min_weight import two_states

    board = system.board
    buttons, basis = list(board.buttons), _masks(system)
    result = intervals.known(board.width, basis) if is_ordinary(board) and board.width == board.height else None
    if result is None:
        is_whole = is_full(board) and board.rule in SYMMETRIC and board.surface in WRAPS
        size = (board.width, board.height) if is_whole else None
        result = _sought(len(buttons), basis, size, budget)
    width = board.width if isinstance(board.rule, str) and len(buttons) == board.cells else None
    with budget.extended(TUNING.weighing_overrun_s):
        weighed = two_states.fewest(len(buttons), result.member, basis, budget.share(through=_silent), width=width)
    moves = tuple([buttons[index] for index in positions(weighed.presses)])
    vector = [0] * board.presses
    for press in moves:
        vector[press] = 1
    flat = tuple(buttons[index] for index in positions(result.flat))
    fewest = Fewest(Solution(moves, weighed.lower_bound), weighed.optimal_count, weighed.method)
    return Hardest(weighed.lower_bound, result.bound, solved_by(board, enumerate(vector)), flat, fewest)


def _silent(_: Event) -> None:
    """Ignore the event, which is not about the answer."""


def _sought(buttons: int, basis: Sequence[int], size: tuple[int, int] | None, whole: Budget) -> "Worst":
    """Return a hard press vector and a flat for the bound, sought for a few seconds; `size` gives the board's
    symmetries.
    """
    from solvable.lights.covering_radius import intervals

    part = max(1 / 4, min(1 / 2, 1 - TUNING.weighing_s_min / max(TUNING.weighing_s_min, whole.left)))
    budget = whole.share(part, seconds=TUNING.step_s)
    space = intervals.Columns.of(buttons, basis)
    is_small = buttons <= intervals.CELLS_MAX and len(space.counts) << len(basis) <= TUNING.annealed_columns_max
    is_annealed = is_small and 0 < len(basis) <= intervals.MAX_NULLITY
    if size and is_annealed:
        result = intervals.search(*size, basis, budget)
    else:
        rng = Random(0)
        bound, flat = intervals.find_flat(space, rng, budget.share(1 / 4))
        result = intervals.Worst(0, bound, 0, flat)
        run = intervals.Annealing(space) if is_annealed else None
        while run is not None and not result.is_exact and budget.goes_on(result.presses):
            presses, member = run.run(max(result.presses + 1, bound - 1), rng, budget=budget)
            if presses > result.presses:
                result = intervals.Worst(presses, bound, member, flat)
    return result if result.presses else _sampled(buttons, basis, size, result, whole.share(seconds=TUNING.step_s))


def _sampled(
    buttons: int, basis: Sequence[int], size: tuple[int, int] | None, found: "Worst", budget: Budget
) -> "Worst":
    """Return the hardest of random press vectors, for puzzles with too many quiet patterns for annealing."""
    from solvable.lights.min_weight import two_states

    rng, hard, member = Random(1), 0, 0
    while hard < found.bound and (not member or not budget.is_over):
        other = rng.getrandbits(buttons)
        width = size and size[0]
        presses = two_states.fewest(buttons, other, basis, budget.share(through=_silent), width=width).lower_bound
        if presses >= hard:
            hard, member = presses, other
    return replace(found, presses=hard, member=member)


class _Cells:
    """The buttons grouped by their columns in a basis of the quiet patterns."""

    def __init__(self, system: LinearSystem) -> None:
        quiet, self.board = system.null_space, system.board
        self.k, self.size = self.board.k, self.board.presses
        self.is_prime = factor(self.k) == ((self.k, 1),)
        self.buttons = list(self.board.buttons)
        self.columns = {button: tuple(g[button] for g in quiet.generators) for button in self.buttons}
        self.counts = Counter(self.columns.values())
        self.orders, self.members = quiet.orders, quiet.order
        self.still = [button for button in self.buttons if not any(self.columns[button])]

    def base(self, paired: Sequence[tuple[int, int]]) -> int:
        """Return the weight, in every member, of the buttons in no quiet pattern and the `paired` ones."""
        return (len(self.still) + len(paired)) * (self.k - 1)

    def pairs(self) -> tuple[list[tuple[int, int]], list[int]]:
        """Return (pairs of buttons with opposite columns, the unpaired buttons)."""
        waiting: dict[Vector, list[int]] = {}
        paired = []
        for button, column in self.columns.items():
            if any(column):
                opposite = tuple(-value % self.k for value in column)
                if waiting.get(opposite):
                    paired.append((waiting[opposite].pop(), button))
                else:
                    waiting.setdefault(column, []).append(button)
        return paired, [button for buttons in waiting.values() for button in buttons]

    def press(self, paired: Sequence[tuple[int, int]], rest: Sequence[int], choice: Sequence[int]) -> list[int]:
        """Return the press vector: buttons in no quiet pattern in full, pairs adding up to k − 1, the rest as
        chosen.
        """
        vector = [0] * self.size
        for button in self.still:
            vector[button] = self.k - 1
        for button, _ in paired:
            vector[button] = self.k - 1
        if any(choice):
            for button, times in zip(_ordered(self, rest)[0], choice, strict=True):
                vector[button] = times
        return vector

    def average_bound(self) -> int:
        """Return the bound by averaging over the quiet patterns.

        Over the patterns the presses of a button run through a class modulo d, the greatest common divisor of k and its
        column; their average is at most (k + d − 2)/2.
        """
        twice = sum(count * (self.k + gcd(self.k, *column) - 2) for column, count in self.counts.items())
        return twice // 2 - (twice % 2 == 0 and self.is_prime and not self._can_be_level())

    def _can_be_level(self) -> bool:
        """Return whether a necessary condition for all members to weigh the same holds.

        In that case the buttons of each line {c·g} alone would have a constant weight, which mod k changes by u·(the
        sum of their columns): that sum must be 0.
        """
        lines: dict[Vector, Vector] = {}
        for column, count in self.counts.items():
            inverse = pow(next(filter(None, column), 1), -1, self.k)
            line = tuple(inverse * value % self.k for value in column)
            total = lines.get(line, (0,) * len(column))
            lines[line] = tuple((a + count * b) % self.k for a, b in zip(total, column, strict=True))
        return not any(map(any, lines.values()))


def _ordered(cells: _Cells, buttons: Sequence[int]) -> tuple[list[int], list[bool], list[int]]:
    """Return (buttons in search order, whether each has a new column, how many of the later ones lie in the span so
    far).

    The next column is the one that adds the most others to the span; equal columns are adjacent.
    """
    k, left, sequence, new, inside = cells.k, set(buttons), list[int](), list[bool](), list[int]()
    span = {(0,) * len(next(iter(cells.columns.values())))}

    def grown(column: Vector) -> set[Vector]:
        return {
            tuple((a + times * b) % k for a, b in zip(vector, column, strict=True))
            for vector in span
            for times in range(k)
        }

    def held(column: Vector) -> int:
        check()
        counts = Counter(cells.columns[button] for button in left)
        return sum(counts[inside] for inside in grown(column))

    while left:
        candidates = {cells.columns[button]: button for button in sorted(left, reverse=True)}
        best = max(candidates, key=held)
        span = grown(best)
        inner = sorted((button for button in left if cells.columns[button] in span), key=lambda b: cells.columns[b])
        inner.remove(candidates[best])
        first = [button for button in inner if cells.columns[button] == best]
        block = [candidates[best], *first, *(button for button in inner if button not in first)]
        sequence += block
        new += [True] + [False] * (len(block) - 1)
        inside += range(len(block) - 1, -1, -1)
        left -= set(block)
    return sequence, new, inside


def _search(
    cells: _Cells, buttons: Sequence[int], least: int, wanted: int, limit: int, budget: Budget
) -> tuple[int, bool, list[int]]:
    """Return (the greatest least weight of `buttons`, whether the search was completed, choices).

    Choices are returned only for more than `least`. If the table would be too large, nothing is searched.
    """
    if not buttons:
        return 0, True, []
    if len(buttons) * cells.k * cells.members > TUNING.table_weights_max:
        return least, False, []
    sequence, new, inside = _ordered(cells, buttons)
    k, adds = cells.k, _adds(cells, sequence)
    slack = [2 * (len(sequence) - index) * (k - 1) for index in range(len(sequence) + 1)]
    if cells.is_prime:  # columns outside the span so far add their average
        slack = [slack[0] // 2] + [
            (2 * within + (len(sequence) - index - 1 - within)) * (k - 1) for index, within in enumerate(inside)
        ]
    sorts = [False] + [cells.columns[a] == cells.columns[b] for a, b in pairwise(sequence)]
    search = Search(
        adds,
        new if cells.is_prime else [False] * len(sequence),
        sorts if cells.is_prime else [False] * len(sequence),
        slack,
        least,
        k=k,
    )
    while search.nodes < limit and not search.run(max(1, TUNING.member_nodes_per_check // cells.members), wanted):
        if not budget.goes_on(search.least + cells.base([]), None, search.nodes):
            break
    return search.least, search.is_over, search.found


class Search:
    """The depth-first search for more than `least`, which can be resumed (see the kernel for the arrays)."""

    def __init__(
        self,
        adds: "array[int]",
        fixed: Sequence[bool],
        sorts: Sequence[bool],
        slack: Sequence[int],
        least: int,
        *,
        k: int,
    ) -> None:
        from solvable.kernels.buffers import zeros

        places = len(fixed)
        members = len(adds) // (places * k)
        self.nodes = 0
        self._best, self._state = zeros("q", places), array("q", [0, least])
        self._search = kernels.native().struct(
            "CosetSearch",
            adds=adds, fixed=bytes(fixed), sorts=bytes(sorts), slack=array("q", slack), places=places, k=k,
            members=members, weights=zeros("h", (places + 1) * members), choice=array("q", [-1]) * (places + 1),
            best=self._best, state=self._state,
        )  # fmt: skip

    def run(self, nodes: int, wanted: int) -> bool:
        """Visit `nodes` more nodes; return whether the search is over."""
        self.nodes += kernels.native().coset_search(self._search, wanted, nodes)
        return self.is_over

    @property
    def is_over(self) -> bool:
        """Whether `wanted` was reached, or the search is complete."""
        return self._state[0] < 0

    @property
    def least(self) -> int:
        """The greatest least weight so far."""
        return self._state[1]

    @property
    def found(self) -> list[int]:
        """The choices with that weight."""
        return list(self._best)


def search_reference(
    adds: Sequence[Sequence[Sequence[int]]],
    fixed: Sequence[bool],
    sorts: Sequence[bool],
    slack: Sequence[int],
    least: int,
) -> tuple[int, int, list[int]]:
    """Return (the greatest least weight, nodes, choices), as in `coset_search.hpp`."""
    nodes, found = 0, [0] * len(adds)

    def descend(weights: Sequence[int], choice: list[int]) -> None:
        nonlocal nodes, least, found
        index = len(choice)
        if index == len(adds):
            least, found = min(weights), choice
            return
        for x in range(choice[-1] if sorts[index] else 0, 1 if fixed[index] else len(adds[index])):
            nodes += 1
            heavier = [weight + extra for weight, extra in zip(weights, adds[index][x], strict=True)]
            if 2 * min(heavier) + slack[index + 1] >= 2 * (least + 1):
                descend(heavier, [*choice, x])

    descend([0] * len(adds[0][0]), [])
    return least, nodes, found


def _adds(cells: _Cells, sequence: Sequence[int]) -> "array[int]":
    """Return what choice x of each button adds to each member's weight, indexed by button, x and member."""
    k, added = cells.k, array("h")
    blocks: dict[Vector, array[int]] = {}
    for button in sequence:
        column = cells.columns[button]
        if column not in blocks:
            products = [0]
            for value, order in zip(column, cells.orders, strict=True):
                products = [(product + times * value) % k for product in products for times in range(order)]
            blocks[column] = array("h", [(product + x) % k for x in range(k) for product in products])
        added += blocks[column]
    return added


def by_every_button(puzzle: Wiring) -> tuple[State, Solution]:
    """Return the hardest state of a puzzle without quiet patterns, and its one solution: each button k − 1 times.

    Every solvable state has a unique press vector over Z/k, and the longest is k − 1 everywhere. Since k − 1 = −1 mod
    k, the state is the goal after one press of every button.
    """
    vector = [0] * puzzle.presses
    for button in puzzle.buttons:
        vector[button] = puzzle.k - 1
    moves = presses(vector)
    lit = zip(puzzle.goal, reached(puzzle), strict=True)
    return tuple([(wanted + amount) % puzzle.k for wanted, amount in lit]), Solution(moves, len(moves))


def reached(puzzle: Wiring) -> Sequence[int]:
    """Return what one press of every button adds to each cell.

    A rule reaches at most two cells, and cells at least that far from all borders are equivalent, except for the two
    orientations of triangles. So a large board is a small one whose middle rows and columns are repeated alternately.
    """
    whole = isinstance(puzzle.rule, str) and is_full(puzzle)
    if whole and puzzle.rule == "cross":
        return [puzzle.width + puzzle.height - 1] * puzzle.cells
    columns, rows = like(puzzle.width), like(puzzle.height)
    small = columns[-1] + 1, rows[-1] + 1
    if whole and small != (puzzle.width, puzzle.height):
        width, height = small
        added = _added(range(width * height), lambda press: _toggle_on(puzzle, small, press), width * height)
        cut = [[added[row * width + column] for column in columns] for row in range(height)]
        return [amount for row in rows for amount in cut[row]]
    return _added(puzzle.buttons, puzzle.toggle, puzzle.cells)


def _toggle_on(puzzle: Wiring, size: tuple[int, int], press: Move) -> Toggle:
    """Return what a press adds by the puzzle's named rule on a board of another size."""
    return rules.settle(rules.toggle(str(puzzle.rule), puzzle.surface, *size, press).items(), puzzle.k)


def _added(presses: Iterable[Move], toggle: Callable[[Move], Toggle], cells: int) -> list[int]:
    """Return what these presses add to each cell."""
    total = [0] * cells
    for press in checked(presses):
        for cell, amount in toggle(press):
            total[cell] += amount
    return total


def like(size: int) -> list[int]:
    """Return, for each row of a board, the equivalent row of a small board: equally near to a border, and of the same
    parity.
    """
    less = max(0, size - 2 * BORDER - 2) // 2 * 2
    return [
        row if row < BORDER else row - less if row >= size - BORDER else BORDER + row % 2 if less else row
        for row in range(size)
    ]
