"""Many boards of one puzzle at once, as arrays in and out: which are solvable, by how few presses, and by which.

Two-colour puzzles of at most 2048 cells and a nullity of at most 17 are answered by a kernel that weighs all solutions
(`min_weight.every_solution`): 5 × 5 fifty million a second, 29 × 29 some hundred thousand; all others board by board.
"""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from sys import modules
from typing import TYPE_CHECKING, Any, Unpack

from solvable import kernels
from solvable.core.budget import Budget, ParallelLimits
from solvable.core.errors import PuzzleError, UnsolvableError, require
from solvable.core.message import msg
from solvable.core.solution import Obstruction, Searched, Solution, State
from solvable.lights.algebra.masks import pack, positions
from solvable.lights.batch_arrays import MAX_CELLS, Bulk, share
from solvable.lights.batch_arrays import UNSOLVABLE as NO_WEIGHT
from solvable.lights.board import LightsOut
from solvable.lights.min_weight.two_states import GRAY_CODE_RANK

MEMBERS_MAX = 1 << 10  # solutions of each state that are compared
INVERTED_CELLS_MAX = 400  # cells of a matrix that is inverted
WEIGHED = 1 << 24  # cells and solutions between two looks at the budget: some milliseconds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvable.lights.min_weight.every_solution import Tables, Weighing

    Array = NDArray[Any]

UNSOLVABLE = -1
BYTES = "B?"  # numpy's names of their types
FEW = 16  # boards below which tables are not worth making


@dataclass(frozen=True, slots=True)
class ManyAnswers:
    """For each board: its fewest presses (−1 where it is not solvable), and how often each button is pressed.

    `lengths` (int64) has shape (boards,); `presses` has shape (boards, presses), with zeros for boards that are not
    solvable.
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
        """Return a DataFrame of pandas or polars with a row for each board: `solvable`, `length`, a column a button."""
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

    Two colours, at most 2048 cells and a nullity of at most 17: 5 × 5 boards at fifty million a second, 29 × 29 at some
    hundred thousand; other puzzles are solved board by board. Raises BudgetExceededError where a limit comes first,
    PuzzleError where the shape is another or a number is no state of a cell, ImportError without numpy.
    """
    if not isinstance(puzzle, LightsOut):
        raise PuzzleError("many boards are solved at once for lights puzzles")
    if "numpy" not in modules:  # looking for it takes longer than a thousand boards
        require("numpy")
    import numpy as np

    boards = _counted(puzzle, np.asarray(states))
    made: Weighing | None = vars(puzzle).get("weighing")
    if made is not None and made.tables is not None and not limits and len(boards) * made.tables.work <= WEIGHED:
        return _at_once(puzzle, made.tables, boards, None)  # in a blink, which needs no budget
    budget = Budget.of(**limits)
    with budget:
        weighing = puzzle.weighing
        if weighing is not None and (tables := weighing.prepared(puzzle, len(boards))) is not None:
            return _at_once(puzzle, tables, boards, budget)
        _check(puzzle, boards)
        return _one_by_one(puzzle, boards, budget)


def _check(puzzle: LightsOut, boards: "Array") -> None:
    """Raise PuzzleError unless the array is boards of this puzzle."""
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
    """Return the boards with 0 in the cells that do not matter, whatever they have there."""
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

    if boards.dtype.char not in BYTES or not _is_shaped(boards, tables.cells):  # the kernel looks at bytes itself
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
    """Write what all boards need, by as many threads as there are workers; return whether all are boards."""
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
            moves = puzzle.optimal(tuple(map(int, board)), budget=budget.share(through=lambda _: None)).moves
        except UnsolvableError:
            continue
        lengths[number] = len(moves)
        presses[number] = np.bincount(np.array(moves, np.int64), minlength=puzzle.presses)
    return ManyAnswers(lengths, presses)


def remaining(puzzle: LightsOut) -> "Callable[[Any], Array] | None":
    """Return how to find the fewest presses of many states, given as rows of cells; −1 where there are none.

    None where no table gives them at once: more than 2^10 solutions each, or, for k > 2, more than one.
    """
    if puzzle.k == 2 and max(puzzle.cells, puzzle.presses) <= MAX_CELLS:
        return Bulk.of(puzzle).lengths if puzzle.solutions_each <= MEMBERS_MAX else None
    if puzzle.cells > INVERTED_CELLS_MAX or puzzle.dead or len(puzzle.buttons) != puzzle.cells or puzzle.nullity:
        return None
    import numpy as np

    goal, k = np.array(puzzle.goal, np.int64), puzzle.k
    units = (goal - np.eye(puzzle.cells, dtype=np.int64)) % k  # each a step below the goal in one cell
    inverse = np.array([puzzle.vector(tuple(unit)) for unit in units.tolist()], np.int64)
    return partial(_by_inverse, goal, inverse, k)


def _by_inverse(goal: "Array", inverse: "Array", k: int, states: Any) -> "Array":
    """Return how many presses the only solution of each state has."""
    import numpy as np

    lengths: Array = ((goal - np.asarray(states, np.int64)) @ inverse % k).sum(axis=1)
    return lengths


def searched(puzzle: LightsOut, states: Sequence[State]) -> "list[Searched | Obstruction] | None":
    """Return what `search` gives of each state, or its obstruction; None where that is no quicker at once.

    To a nullity of 12 every solution is weighed, whatever the state: so the goal's own search says how many, and the
    method. Both ways take the lexicographically least of the lightest, so the answers are the same.
    """
    if not _serve(puzzle) or len(states) < FEW or not kernels.has_library():
        return None
    model, bulk = puzzle.search(puzzle.goal), _bulk(puzzle)
    result, weights = bulk.fewest(array("Q", [bulk.different(pack(state)) for state in states]))
    answers: list[Searched | Obstruction] = []
    for state, presses, weight, count in zip(states, result, weights, bulk.ties(result, weights), strict=True):
        if weight == NO_WEIGHT and (proof := puzzle.obstruction(state)) is not None:
            answers.append(proof)
            continue
        moves = tuple(positions(presses))
        answers.append(Searched(Solution(moves, len(moves)), model.nodes, model.method, count))
    return answers


def _serve(puzzle: LightsOut) -> bool:
    """Return whether the tables serve, and all solutions of a board are weighed one by one."""
    return puzzle.k == 2 and max(puzzle.cells, puzzle.presses) <= MAX_CELLS and puzzle.nullity <= GRAY_CODE_RANK


@lru_cache(16)
def _bulk(puzzle: LightsOut) -> Bulk:
    return Bulk.of(puzzle)
