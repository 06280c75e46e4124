"""Many boards of one puzzle together, as arrays: which are solvable, the fewest presses of each, and their number.

`solve_many` answers two-colour puzzles of at most 2048 cells and a nullity of at most 17 by a kernel that weighs all
solutions (`min_weight.every_solution`): fifty million 5 × 5 boards a second, some hundred thousand 29 × 29; all others
board by board.

`Bulk` serves the environments and the census: at most 64 cells and presses, states as masks of 64 bits, bit c being
cell or press c. With a fixed choice of one solution for each solvable state, a state's presses are a linear function of
it; so is the residual, the part that no presses remove. Both are summed from one table for every eight or nine cells,
then the 2^nullity members of the coset are compared: a million 5 × 5 boards in a few milliseconds. `solve` and
`lengths` use numpy arrays; nothing else in the class needs numpy.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import chain
from sys import modules
from typing import TYPE_CHECKING, Any, Unpack

from solvable import kernels
from solvable.core.budget import Budget, ParallelLimits, check
from solvable.core.errors import PuzzleError, UnsolvableError, require
from solvable.core.message import msg
from solvable.core.solution import Obstruction, Searched, Solution, State
from solvable.lights.algebra.masks import pack, positions
from solvable.lights.board import LightsOut
from solvable.lights.min_weight import choose
from solvable.lights.min_weight.coset import echelon, lowest_bits, optimal_members, reduce
from solvable.lights.min_weight.two_states import GRAY_CODE_RANK
from solvable.lights.wiring import Wiring

MEMBERS_MAX = 1 << 10  # solutions of each state that are compared
INVERTED_CELLS_MAX = 400  # cells of the largest matrix that is inverted
WEIGHED = 1 << 24  # cells and solutions between two checks of the budget: a few milliseconds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solvable.lights.min_weight.every_solution import Tables, Weighing

    Array = NDArray[Any]
    Words = np.ndarray[Any, np.dtype[np.uint64]]
    Bits = np.ndarray[Any, np.dtype[np.uint8]]

UNSOLVABLE = -1
BYTES = "B?"  # numpy's type codes for bytes and booleans
FEW = 16  # boards below which tables do not pay
MAX_CELLS = 64
GROUP_CELLS = 9
MAX_NULLITY = 16
MAX_COUNTED_CELLS = 36
TIES = 1 << 26  # solutions weighed between two checks of the budget: about 0.02 s
STATES = 1 << 22  # states counted between two checks of the budget
NO_WEIGHT = 255  # weight of an unsolvable state, as in `lights/bulk.hpp`


@dataclass(frozen=True, slots=True)
class ManyAnswers:
    """For each board, its fewest presses (−1 if it is unsolvable), and how often each button is pressed.

    `lengths` (int64) has shape (boards,); `presses` has shape (boards, presses), with zeros for unsolvable boards.
    """

    lengths: "Array"
    presses: "Array"

    @property
    def solvable(self) -> "Array":
        """Whether each board is solvable: bool, of shape (boards,)."""
        solvable: Array = self.lengths != UNSOLVABLE
        return solvable

    def __len__(self) -> int:
        return len(self.lengths)

    def to_frame(self, library: str = "pandas") -> Any:
        """Return a DataFrame of pandas or polars with a row for each board: `solvable`, `length`, and a column for each
        button.
        """
        if library == "polars":
            require("polars", "polars")
            from polars import DataFrame as Columns

            named = {str(button): column for button, column in enumerate(self.presses.T)}
            return Columns({"solvable": self.solvable, "length": self.lengths, **named})
        require("pandas", "frames")
        from pandas import DataFrame

        frame = DataFrame(self.presses)
        frame.insert(0, "length", self.lengths)
        frame.insert(0, "solvable", self.solvable)
        return frame


def solve_many(puzzle: LightsOut, states: Any, **limits: Unpack[ParallelLimits]) -> ManyAnswers:
    """Return the verdict and the fewest presses of every board in the array `states`, of shape (boards, cells).

    For two colours, at most 2048 cells and a nullity of at most 17, this solves fifty million 5 × 5 boards a second,
    some hundred thousand 29 × 29; other puzzles are solved board by board. Raises BudgetExceededError at a limit,
    PuzzleError if the shape is wrong or a number is not a state of a cell, ImportError if numpy is missing.
    """
    if not isinstance(puzzle, LightsOut):
        raise PuzzleError("many boards are solved at once for lights puzzles")
    if "numpy" not in modules:  # importing numpy takes longer than a thousand boards
        require("numpy")
    import numpy as np

    boards = _counted(puzzle, np.asarray(states))
    made: Weighing | None = puzzle.system_cache.get("weighing")
    if made is not None and made.tables is not None and not limits and len(boards) * made.tables.work <= WEIGHED:
        return _at_once(puzzle, made.tables, boards, None)  # takes less time than creating a budget
    budget = Budget.parallel(**limits)
    with budget:
        weighing = puzzle.system.weighing
        if weighing is not None and (tables := weighing.prepared(puzzle, len(boards))) is not None:
            return _at_once(puzzle, tables, boards, budget)
        _check(puzzle, boards)
        return _one_by_one(puzzle, boards, budget)


def _check(puzzle: LightsOut, boards: "Array") -> None:
    """Raise PuzzleError unless the array contains boards of this puzzle."""
    if not _is_shaped(boards, puzzle.cells):
        raise PuzzleError(
            msg(
                "boards are an array of whole numbers of shape (boards, {cells}), not {shape}",
                cells=puzzle.cells,
                shape=boards.shape,
            )
        )
    if boards.size and not (boards.min() >= 0 and boards.max() < puzzle.k):
        raise PuzzleError(msg("a board has a cell that is not in 0..{last}", last=puzzle.k - 1))
    if puzzle.dead and boards[:, [*puzzle.dead]].any():
        raise PuzzleError("a board lights a cell that does not exist")


def _counted(puzzle: LightsOut, boards: "Array") -> "Array":
    """Return the boards with 0 in the cells that do not matter."""
    if not puzzle.free or not _is_shaped(boards, puzzle.cells):
        return boards
    _check(puzzle, boards)
    boards = boards.copy()
    boards[:, [*puzzle.free]] = 0
    return boards


def _is_shaped(boards: "Array", cells: int) -> bool:
    return boards.ndim == 2 and boards.shape[1] == cells and boards.dtype.kind in "bui"


def _at_once(puzzle: LightsOut, tables: "Tables", boards: "Array", budget: Budget | None) -> ManyAnswers:
    import numpy as np

    # The kernel checks the values of bytes itself
    if boards.dtype.char not in BYTES or not _is_shaped(boards, tables.cells):
        _check(puzzle, boards)
    given, number, buttons = np.ascontiguousarray(boards, np.uint8).ravel(), len(boards), tables.presses
    presses, lengths = np.empty(number * buttons, np.uint8), np.empty(number, np.int64)
    if budget is None:
        are_boards = tables.many(given, 0, number, presses, lengths)
    else:
        are_boards = _in_parts(tables, given, presses, lengths, budget)
    if not are_boards:
        _check(puzzle, boards)
    return ManyAnswers(lengths, presses.reshape(number, buttons))


def _in_parts(tables: "Tables", given: "Array", presses: "Array", lengths: "Array", budget: Budget) -> bool:
    """Write the presses of all boards, with as many threads as workers; return whether all rows are boards."""
    results = []

    def part(first: int, last: int) -> None:
        results.append(tables.many(given, first, last, presses, lengths))

    step = max(1, WEIGHED // tables.work)
    for first in range(0, lengths.size, step):
        if first and not budget.goes_on(nodes=first):
            raise budget.exceeded()
        share(part, min(step, lengths.size - first), budget.workers, first)
    return all(results)


def _one_by_one(puzzle: LightsOut, boards: "Array", budget: Budget) -> ManyAnswers:
    import numpy as np

    kind = np.min_scalar_type(puzzle.k - 1)
    lengths, presses = np.full(len(boards), UNSOLVABLE, np.int64), np.zeros((len(boards), puzzle.presses), kind)
    for number, board in enumerate(boards.tolist()):
        if not budget.goes_on(nodes=number):
            raise budget.exceeded()
        try:
            silent = budget.share(through=lambda _: None)
            moves = choose.optimal(puzzle.system, tuple(map(int, board)), silent).moves
        except UnsolvableError:
            continue
        lengths[number] = len(moves)
        presses[number] = np.bincount(np.array(moves, np.int64), minlength=puzzle.presses)
    return ManyAnswers(lengths, presses)


def remaining(puzzle: LightsOut) -> "Callable[[Any], Array] | None":
    """Return a function that maps many states, rows of cells, to their fewest presses, −1 if unsolvable.

    None if no table gives them together: more than 2^10 solutions each, or, for k > 2, more than one.
    """
    if puzzle.k == 2 and max(puzzle.cells, puzzle.presses) <= MAX_CELLS:
        return Bulk.of(puzzle).lengths if puzzle.system.solutions_each <= MEMBERS_MAX else None
    if puzzle.cells > INVERTED_CELLS_MAX or puzzle.dead or len(puzzle.buttons) != puzzle.cells or puzzle.system.nullity:
        return None
    import numpy as np

    goal, k = np.array(puzzle.goal, np.int64), puzzle.k
    units = (goal - np.eye(puzzle.cells, dtype=np.int64)) % k  # states one step below the goal in one cell
    inverse = np.array([puzzle.system.vector(tuple(unit)) for unit in units.tolist()], np.int64)
    return partial(_by_inverse, goal, inverse, k)


def _by_inverse(goal: "Array", inverse: "Array", k: int, states: Any) -> "Array":
    """Return the number of presses in the unique solution of each state."""
    import numpy as np

    lengths: Array = ((goal - np.asarray(states, np.int64)) @ inverse % k).sum(axis=1)
    return lengths


def searched(puzzle: LightsOut, states: Sequence[State]) -> "list[Searched | Obstruction] | None":
    """Return the result of `search` for each state, or its obstruction; None if doing them together is no faster.

    For a nullity of at most 12 every solution of every state is weighed, so a search for the goal itself gives the
    number of nodes and the method. Both ways take the lexicographically least of the lightest solutions, so the answers
    are the same.
    """
    if not _serve(puzzle) or len(states) < FEW or not kernels.has_library():
        return None
    model, bulk = choose.search(puzzle.system, puzzle.goal, Budget.of()), _bulk(puzzle)
    result, weights = bulk.fewest(array("Q", [bulk.different(pack(state)) for state in states]))
    answers: list[Searched | Obstruction] = []
    for state, presses, weight, count in zip(states, result, weights, bulk.ties(result, weights), strict=True):
        if weight == NO_WEIGHT and (proof := puzzle.system.obstruction(state)) is not None:
            answers.append(proof)
            continue
        moves = tuple(positions(presses))
        answers.append(Searched(Solution(moves, len(moves)), model.nodes, model.method, count))
    return answers


def _serve(puzzle: LightsOut) -> bool:
    """Return whether the tables apply, and all solutions of a board are weighed one by one."""
    return puzzle.k == 2 and max(puzzle.cells, puzzle.presses) <= MAX_CELLS and puzzle.system.nullity <= GRAY_CODE_RANK


@lru_cache(16)
def _bulk(puzzle: LightsOut) -> "Bulk":
    return Bulk.of(puzzle)


@dataclass(frozen=True, slots=True)
class Answers:
    """For each board, whether it is solvable, the lexicographically least of its lightest solutions, and its weight.

    `presses` are uint64 masks, bit p being press p; `weights` count the presses. All three have shape (boards,);
    unsolvable boards have the mask 0 and the weight 255.
    """

    solvable: "np.ndarray[Any, np.dtype[np.bool_]]"
    presses: "Words"
    weights: "Bits"


@dataclass(frozen=True)
class Bulk:
    """A two-colour puzzle of at most 64 cells and presses; press p changes the cells of the mask `toggles[p]`.

    The presses in the mask `lost`, those of dead and fixed cells, are numbered but cannot be made; lamps in the mask
    `free` do not matter. Raises PuzzleError for more than 64 cells or more than 16 independent quiet patterns.
    """

    cells: int
    toggles: tuple[int, ...]
    goal: int = 0
    lost: int = 0
    free: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.cells <= MAX_CELLS or len(self.toggles) > MAX_CELLS:
            raise PuzzleError(msg("bulk answers are for at most {most} cells and presses", most=MAX_CELLS))
        if any(toggle >> self.cells for toggle in (*self.toggles, self.goal)):
            raise PuzzleError(msg("a press or the goal reaches beyond the {cells} cells", cells=self.cells))
        if self.nullity > MAX_NULLITY:
            raise PuzzleError(
                msg(
                    "bulk answers are for a nullity of at most {most}, not {nullity}",
                    most=MAX_NULLITY,
                    nullity=self.nullity,
                )
            )

    @classmethod
    def of(cls, puzzle: Wiring) -> "Bulk":
        """Return the bulk solver of a two-colour puzzle; raise PuzzleError for other puzzles and for large ones."""
        if puzzle.k != 2:
            raise PuzzleError(msg("bulk answers are for two colours, not {k}", k=puzzle.k))
        toggles = tuple(sum((amount & 1) << cell for cell, amount in press) for press in puzzle.toggles)
        lost = sum(1 << press for press in set(range(puzzle.presses)) - set(puzzle.buttons))
        goal, free = sum(lit << cell for cell, lit in enumerate(puzzle.goal)), sum(1 << cell for cell in puzzle.free)
        return cls(puzzle.cells, toggles, goal, lost, free)

    @cached_property
    def _reduced(self) -> tuple[list[int], list[int]]:
        """Return (rows cells | presses << cells in echelon form on the cells, presses of the quiet patterns)."""
        rows = [toggle | 1 << self.cells + press for press, toggle in self._buttons]
        reduced, remaining = echelon(rows, (1 << self.cells) - 1)
        return reduced, [row >> self.cells for row in remaining]

    @property
    def _buttons(self) -> list[tuple[int, int]]:
        return [(press, toggle) for press, toggle in enumerate(self.toggles) if not self.lost >> press & 1]

    @property
    def quiet(self) -> list[int]:
        """A basis of the quiet patterns, as masks of presses."""
        return self._reduced[1]

    @property
    def nullity(self) -> int:
        """The dimension of the quiet patterns: every solvable state has 2^nullity solutions."""
        return len(self.quiet)

    @property
    def solvable_states(self) -> int:
        """The number of solvable states, 2^rank."""
        return 1 << len(self._reduced[0])

    @cached_property
    def responses(self) -> list[tuple[int, int]]:
        """For each cell, what it adds to the presses and to the residual if it differs from the goal.

        The presses are 0 at the pivots of the echelon quiet patterns; the residual has a bit for each dependent cell.
        """
        mask, reduced = (1 << self.cells) - 1, self._reduced[0]
        pivots = lowest_bits(reduced)
        dependent = [1 << cell for cell in range(self.cells) if 1 << cell not in pivots]
        quiet, quiet_pivots = self._echelon, lowest_bits(self._echelon)
        answers = [(0, 0)] * self.cells
        for index, cell in enumerate(dependent):
            answers[cell.bit_length() - 1] = (0, 1 << index)
        for row, pivot in zip(reduced, pivots, strict=True):
            residual = sum(1 << place for place, cell in enumerate(dependent) if row & mask & cell)
            answers[pivot.bit_length() - 1] = (reduce(row >> self.cells, quiet, quiet_pivots), residual)
        return answers

    @cached_property
    def _echelon(self) -> list[int]:
        """The quiet patterns in echelon form."""
        return echelon(self.quiet)[0]

    @cached_property
    def _members(self) -> "array[int]":
        """All quiet patterns, in lexicographic order: the last pivot is least significant."""
        return array("Q", _sums(self._echelon[::-1]))

    @cached_property
    def _tables(self) -> Any:
        """The arguments of the kernels: tables, residual tables if they do not fit into the former, and all quiet
        patterns.
        """
        groups = -(-self.cells // GROUP_CELLS)
        width = -(-self.cells // groups)
        shift, residual_bits = len(self.toggles), self.cells - len(self._reduced[0])
        is_joint = shift + residual_bits <= MAX_CELLS
        answers = self.responses + [(0, 0)] * (groups * width - self.cells)
        presses = [result | residual << shift if is_joint else result for result, residual in answers]
        residuals = [] if is_joint else [residual for _, residual in answers]
        return kernels.native().struct(
            "BulkTables",
            tables=_tables(presses, width), groups=groups, residuals=_tables(residuals, width),
            residual_groups=0 if is_joint else groups, width=width, shift=shift, quiet=self._members,
            quiet_count=len(self._members),
        )  # fmt: skip

    def different(self, state: int) -> int:
        """Return the cells of a state's mask that differ from the goal, except those that do not matter."""
        return (state ^ self.goal) & ~self.free

    def masks(self, states: Any) -> "Words":
        """Return the states, masks or rows of 0 and 1, as uint64 masks of the cells that differ from the goal."""
        import numpy as np

        states = np.asarray(states)
        if states.ndim == 2 and states.dtype.kind in "bui":
            if states.shape[1] != self.cells or (states.size and (states.min() < 0 or states.max() > 1)):
                raise PuzzleError(msg("boards as rows need {cells} numbers 0 or 1 each", cells=self.cells))
            packed = np.zeros((len(states), 8), np.uint8)
            bits = np.packbits(states.astype(np.uint8), axis=1, bitorder="little")
            packed[:, : bits.shape[1]] = bits
            states = packed.view(np.uint64)[:, 0]
        if states.ndim != 1 or states.dtype != np.uint64:
            raise PuzzleError("boards are a uint64 array of masks, or rows of 0 and 1")
        if self.cells < MAX_CELLS and states.size and int(states.max()) >> self.cells:
            raise PuzzleError(msg("a board has cells beyond its {cells}", cells=self.cells))
        different: Words = states ^ np.uint64(self.goal) if self.goal else states
        return different & ~np.uint64(self.free) if self.free else different

    def solve(self, states: Any, *, workers: int = 1) -> Answers:
        """Return the verdict and the fewest presses of every state; states are masks or rows."""
        import numpy as np

        masks = self.masks(states)
        presses, weights = np.empty(masks.size, np.uint64), np.empty(masks.size, np.uint8)
        self._write_fewest(masks, presses, weights, workers)
        return Answers(weights != NO_WEIGHT, presses, weights)

    def fewest(self, masks: Any, workers: int = 1) -> "tuple[memoryview[int], memoryview[int]]":
        """Return the fewest presses and their number for a buffer of u64 masks of the cells that differ from the goal.

        Unsolvable states have no presses and the number NO_WEIGHT.
        """
        from solvable.kernels.buffers import calloc

        presses, weights = calloc("Q", len(masks)), calloc("B", len(masks))
        self._write_fewest(memoryview(masks), presses, weights, workers)
        return presses, weights

    def _write_fewest(self, masks: Any, presses: Any, weights: Any, workers: int) -> None:
        kernel = kernels.native()

        def part(first: int, last: int) -> None:
            span = slice(first, last)
            kernel.bulk_solve(self._tables, masks[span], last - first, presses[span], weights[span])

        for first in range(0, len(masks), STATES):
            check()
            share(part, min(STATES, len(masks) - first), workers, first)

    def lengths(self, states: Any) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """Return the fewest presses of every state, −1 if it is unsolvable."""
        import numpy as np

        masks = self.masks(states)
        if not kernels.has_library():
            result = solve_reference(self, (int(mask) ^ self.goal for mask in masks))
            return np.array([-1 if answer is None else answer[0] for answer in result], np.int64)
        weights = np.frombuffer(self.fewest(masks)[1], np.uint8)
        return np.where(weights == NO_WEIGHT, -1, weights.astype(np.int64))

    def ties(self, presses: Any, weights: Any) -> "array[int]":
        """Return the number of lightest solutions of each board; for unsolvable boards the number has no meaning.

        Costs 2^nullity words a board.
        """
        from solvable.kernels.buffers import zeros

        ties, step = zeros("q", len(presses)), max(1, TIES // len(self._members))
        for first in range(0, len(ties), step):
            check()
            span, count = slice(first, first + step), min(step, len(ties) - first)
            kernels.native().bulk_ties(self._tables, presses[span], weights[span], count, memoryview(ties)[span])
        return ties

    def distribution(self, *, workers: int = 1) -> list[int]:
        """Return the numbers of states that need 0, 1, 2, … presses, by solving all 2^cells of them; at most 36
        cells.
        """
        from solvable.kernels.buffers import zeros

        kernel = kernels.native()
        if self.cells > MAX_COUNTED_CELLS:
            raise PuzzleError(msg("counting all states is for at most {most} cells", most=MAX_COUNTED_CELLS))
        parts = []

        def part(first: int, last: int) -> None:
            counts = zeros("q", MAX_CELLS + 1)
            kernel.bulk_distribution(self._tables, first, last, counts)
            parts.append(counts)

        for first in range(0, 1 << self.cells, STATES):
            check()
            share(part, min(STATES, 1 << self.cells), workers, first)
        counts = [*map(sum, zip(*parts, strict=True))]
        while not counts[-1]:
            counts.pop()
        return counts


def solve_reference(bulk: Bulk, states: Iterable[int]) -> list[tuple[int, int] | None]:
    """Return (weight, presses) of each state, or None if it is unsolvable; the readable reference."""
    answers: list[tuple[int, int] | None] = []
    for state in states:
        presses = residual = 0
        for cell, (own_presses, own_residual) in enumerate(bulk.responses):
            if (state ^ bulk.goal) >> cell & 1:
                presses ^= own_presses
                residual ^= own_residual
        weight, _, best = optimal_members(presses, bulk.quiet)
        answers.append(None if residual else (weight, best))
    return answers


def _tables(columns: Sequence[int], width: int) -> "array[int]":
    """Return, for each group of `width` columns, the sums over GF(2) of all their subsets, table after table."""
    groups = (columns[first : first + width] for first in range(0, len(columns), width))
    return array("Q", chain.from_iterable(map(_sums, groups)))


def _sums(columns: Sequence[int]) -> list[int]:
    """Return the sums over GF(2) of all subsets, index bit i choosing column i."""
    sums = [0]
    for column in columns:
        sums += [column ^ other for other in sums]
    return sums


def share(work: Callable[[int, int], None], size: int, workers: int, first: int = 0) -> None:
    """Call work(start, end) on as many equal parts of the range from `first` to first + size as there are workers."""
    if workers == 1:
        work(first, first + size)
        return
    bounds: Sequence[int] = [first + size * i // workers for i in range(workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, bounds[:-1], bounds[1:]))
