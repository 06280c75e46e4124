"""Many boards of one puzzle at once, as arrays in and out: which are solvable, by how few presses, and by which.

Two-colour puzzles of at most 64 cells and a nullity of at most 16 are answered by table look-ups (`bulk`), millions a
second; all others board by board.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.budget import Budget
from solvable.errors import PuzzleError, UnsolvableError, require
from solvable.lights.algebra.masks import positions
from solvable.lights.board import LightsOut
from solvable.lights.bulk import MAX_CELLS, MAX_NULLITY, Bulk
from solvable.lights.fewest.two_states import GRAY_CODE_RANK
from solvable.said import say
from solvable.solution import Obstruction, Progress, Searched, Solution, State

MOST_MEMBERS = 1 << 10  # solutions of each state that are compared
MOST_INVERTED = 400  # cells of a matrix that is inverted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

UNSOLVABLE = -1
FEW = 16  # boards below which tables are not worth making


@dataclass(frozen=True, slots=True)
class ManyAnswers:
    """For each board: whether it is solvable, its fewest presses (−1 where it is not), and how often each is pressed.

    `presses` has a row for each board and a column for each press, 0 where the board is not solvable.
    """

    solvable: "Array"
    lengths: "Array"
    presses: "Array"

    def __len__(self) -> int:
        return len(self.lengths)

    def to_frame(self) -> Any:
        """Return a DataFrame of pandas, a row a board: `solvable`, `length`, and of each button how often."""
        require("pandas", "frames")
        from pandas import DataFrame

        frame = DataFrame(self.presses)
        frame.insert(0, "length", self.lengths)
        frame.insert(0, "solvable", self.solvable)
        return frame


def solve_many(
    puzzle: LightsOut,
    states: Any,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> ManyAnswers:
    """Return the verdict and the fewest presses of every board of the array `states`, of shape (boards, cells).

    Raises BudgetExceededError where a limit comes first, PuzzleError where a number is no state of a cell.
    """
    if not isinstance(puzzle, LightsOut):
        raise PuzzleError("many boards are solved at once for lights puzzles")
    boards = _checked(puzzle, states)
    budget = Budget.of(budget, seconds, workers, progress)
    with budget:
        if puzzle.k == 2 and max(puzzle.cells, puzzle.presses) <= MAX_CELLS and puzzle.nullity <= MAX_NULLITY:
            return _by_tables(puzzle, boards, budget)
        return _one_by_one(puzzle, boards, budget)


def _checked(puzzle: LightsOut, states: Any) -> "Array":
    require("numpy")
    import numpy as np

    boards: Array = np.asarray(states)
    if boards.ndim != 2 or boards.shape[1] != puzzle.cells or boards.dtype.kind not in "bui":
        raise PuzzleError(
            say(
                "boards are an array of whole numbers of shape (boards, {cells}), not {shape}",
                cells=puzzle.cells,
                shape=boards.shape,
            )
        )
    if boards.size and not (boards.min() >= 0 and boards.max() < puzzle.k):
        raise PuzzleError(say("a board has a cell that is not in 0..{last}", last=puzzle.k - 1))
    if puzzle.dead and boards[:, [*puzzle.dead]].any():
        raise PuzzleError("a board lights a cell that does not exist")
    return boards


def _by_tables(puzzle: LightsOut, boards: "Array", budget: Budget) -> ManyAnswers:
    import numpy as np

    found = Bulk.of(puzzle).solve(boards.astype(np.uint8), workers=budget.workers)
    bits = np.unpackbits(found.presses.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    lengths = np.where(found.solvable, found.weights.astype(np.int64), UNSOLVABLE)
    return ManyAnswers(found.solvable, lengths, bits[:, : puzzle.presses])


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
    return ManyAnswers(lengths != UNSOLVABLE, lengths, presses)


def remaining(puzzle: LightsOut) -> "Callable[[Any], Array] | None":
    """Return how to find the fewest presses of many states, given as rows of cells; −1 where there are none.

    None where no table gives them at once: more than 2^10 solutions each, or, for k > 2, more than one.
    """
    if puzzle.k == 2 and max(puzzle.cells, puzzle.presses) <= MAX_CELLS:
        return Bulk.of(puzzle).lengths if puzzle.solutions_each <= MOST_MEMBERS else None
    if puzzle.cells > MOST_INVERTED or puzzle.dead or len(puzzle.buttons) != puzzle.cells or puzzle.nullity:
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
    if not _serve(puzzle) or len(states) < FEW or not kernels.are_at_hand():
        return None
    import numpy as np

    model, bulk = puzzle.search(puzzle.goal), _bulk(puzzle)
    found = bulk.solve(np.array(states, np.uint8))
    counts = bulk.ties(found)
    answers: list[Searched | Obstruction] = []
    for number, (state, presses, count) in enumerate(zip(states, found.presses.tolist(), counts.tolist(), strict=True)):
        if not found.solvable[number] and (proof := puzzle.obstruction(state)) is not None:
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
