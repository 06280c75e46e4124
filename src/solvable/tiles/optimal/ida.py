"""Shortest solutions by iterative-deepening A*, with a proof: one, or all.

Depth-first searches with a growing bound on g + h, where h never exceeds the true distance, so the first solution is
shortest, and every completed bound is a proof that none is shorter (Korf 1985). h is the greatest, over partitions
and symmetries of the board, of the sums of pattern distances (`patterns`); the automaton refuses words of moves that
are never needed. `search_worker` runs the kernel; `search_reference` generates the same nodes in plain Python. Without
kernels `plain` and `bidirectional_bfs` answer small boards, `reference` alternatives, slowly.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.core.puzzle import Move, Solution, State
from solvable.tiles import parity, symmetry
from solvable.tiles.interface import Grid
from solvable.tiles.optimal.incumbent import Incumbent, ProvedByBeam
from solvable.tiles.pdb import partitions
from solvable.tiles.pdb.automaton import REDUNDANT_WORD_LETTERS_MAX, automaton
from solvable.tiles.pdb.partitions import Pair, Partitions, Tier

if TYPE_CHECKING:  # modules that a small board does not need are imported at first use
    from solvable.tiles.optimal import choose_direction, plain
    from solvable.tiles.optimal.checkpoint import Checkpoint
    from solvable.tiles.optimal.lookups import Question
    from solvable.tiles.pdb.labels import Collection

PLAIN_CELLS_MAX = 144  # cells
COMPILED_NODES_PER_PLAIN_NODE = 100  # compiled nodes that take the time of a plain one


@frozen
class Result:
    """A shortest solution, the nodes generated (without kernels: expanded) and states expanded, and the method."""

    moves: Sequence[Move]
    lower_bound: int
    nodes: int
    expanded: int
    method: str


def search(
    puzzle: Grid,
    state: State,
    budget: Budget,
    *,
    tables: "Partitions | Collection | None" = None,
    with_best: bool = True,
    checkpoint: Path | None = None,
) -> Result:
    """Return a shortest solution and the cost of finding it, with these tables or the best on disk.

    At a limit raise BudgetExceededError with the proved bound and a valid solution, a short one if `with_best`. With a
    checkpoint the search is saved to that file, and resumed from it; raise PuzzleError if it is of another search.
    """
    parity.require(state, puzzle.goal, puzzle.width)
    if checkpoint is not None:
        from solvable.tiles.optimal.checkpoint import check_file

        check_file(checkpoint)  # so that a foreign file is refused even if the search ends before the first write
    incumbent = Incumbent(puzzle, state, budget, seeks=with_best)
    if is_line(puzzle) or state == puzzle.goal:
        return slide(puzzle, state)
    refuse_hopeless(puzzle, incumbent)
    view = symmetry.orientation(puzzle.width, puzzle.height, puzzle.goal)
    if checkpoint is not None:
        return _checkpointed(puzzle, view, state, incumbent, checkpoint, tables)
    if not has_tables(puzzle):
        return _small(puzzle, view, state, incumbent) or next(_plainly(puzzle, state, incumbent))
    from solvable.tiles.optimal import choose_direction

    direction = _direction(puzzle, view, state, incumbent, tables)
    return _searched(incumbent, direction, choose_direction.alternatives(puzzle, state) if tables is None else [])


def _checkpointed(
    puzzle: Grid,
    view: symmetry.Orientation,
    state: State,
    incumbent: Incumbent,
    path: Path,
    tables: "Partitions | Collection | None",
) -> Result:
    """Return the result of a search that is saved to a file, with the tables and the direction that the file names."""
    from solvable.core.atomic_write import locked
    from solvable.tiles.optimal.checkpoint import Checkpoint
    from solvable.tiles.pdb import labels

    if not has_tables(puzzle):
        raise PuzzleError(
            msg(
                "only a search by the compiled program with tables can be kept: at most {most} cells",
                most=labels.CELLS_MAX if puzzle.metric == "mtm" else partitions.CELLS_MAX,
            )
        )
    if incumbent.budget.executor is not None:
        raise PuzzleError("a search by a cluster cannot be kept")
    with locked(path):
        return _continued(puzzle, view, state, incumbent, Checkpoint(path, incumbent), tables)


def _continued(
    puzzle: Grid,
    view: symmetry.Orientation,
    state: State,
    incumbent: Incumbent,
    checkpointer: "Checkpoint",
    tables: "Partitions | Collection | None",
) -> Result:
    """Return the result of the search, resumed from its file."""
    from solvable.tiles.optimal import choose_direction

    if checkpointer.saved and checkpointer.saved.answer:
        moves, nodes, expanded, method = checkpointer.saved.answer
        return Result(moves, len(moves), nodes, expanded, method)
    alternatives = choose_direction.alternatives(puzzle, state) if tables is None else []
    if checkpointer.is_backward:
        direction = choose_direction.Alternative(puzzle, state, True, partitions.searched(checkpointer.name)).direction(
            incumbent
        )
    else:
        tables = _checkpoint_tables(checkpointer.name) if checkpointer.name else tables or best_tables(puzzle)
        direction = _direction(puzzle, view, state, incumbent, tables)
    checkpointer.name = direction.name
    return _searched(incumbent, direction, alternatives, checkpointer)


def _checkpoint_tables(name: str) -> "Partitions | Collection":
    """Return the tables that a checkpoint names."""
    from solvable.tiles.pdb import labels

    return labels.named(name) if "-mtm" in name else partitions.searched(name)


def _searched(
    incumbent: Incumbent,
    direction: "choose_direction.Direction",
    alternatives: "Sequence[choose_direction.Alternative | choose_direction.PartitionTrial]" = (),
    checkpointer: "Checkpoint | None" = None,
) -> Result:
    """Return the result of the compiled search, resumed from the checkpoint if there is one."""
    from solvable.tiles.optimal import choose_direction

    stage = checkpointer.stage if checkpointer else None
    with closing(choose_direction.IterativeDeepening(incumbent, direction, alternatives, checkpointer)) as deepening:
        for bound in deepening.task.bounds(stage.bound if stage else None):
            incumbent.bound = bound
            try:
                if checkpointer and not (stage or checkpointer.finished):
                    deepening.keep(bound)
                if stage and not stage.part:
                    deepening.again(stage)
                    stage = None
                moves = deepening.search(bound, stage)
                if moves is None:
                    if checkpointer:
                        checkpointer.passed(bound, deepening.costs[-1])
                    incumbent.bound, stage = bound + direction.problem.stride, None
                    deepening.choose(bound)
                    continue
                words = deepening.direction.method
                incumbent.solved(moves, deepening.task.nodes)
            except ProvedByBeam as met:
                moves, words = tuple(met.moves), msg("{method}, and a beam", method=msg(deepening.direction.method))
            except BudgetExceededError as error:
                moves = tuple(error.best.moves) if error.best else None
                if moves is None or len(moves) > error.lower_bound:
                    raise
                words = msg(
                    "{method}, and a beam", method=msg(deepening.direction.method)
                )  # the last one, which met the bound
            if checkpointer:
                checkpointer.solved(moves, deepening.task.nodes, deepening.task.expanded, words)
            return Result(moves, incumbent.bound, deepening.task.nodes, deepening.task.expanded, words)
    incumbent.bound = direction.problem.least
    raise incumbent.exceeded("this board is beyond an optimal search")


def optimal_solutions(puzzle: Grid, state: State, budget: Budget) -> Iterator[Solution]:
    """Yield every shortest solution, each once, by one worker.

    Raises UnsolvableError with the proof, BudgetExceededError at a limit.
    """
    puzzle.require_solvable(state)
    incumbent = Incumbent(puzzle, state, budget, lists=True)
    if is_line(puzzle) or state == puzzle.goal:
        only = slide(puzzle, state)
        yield Solution(only.moves, only.lower_bound)
        return
    refuse_hopeless(puzzle, incumbent)
    view = symmetry.orientation(puzzle.width, puzzle.height, puzzle.goal)
    from solvable.tiles.optimal import plain

    if puzzle.metric == "stm" and plain.covers(view.frame) and not kernels.has_library():
        for cells in plain.walks(view.frame, view.state(state), _tick_of(incumbent)):
            yield Solution(view.moves(cells), len(cells))
        return
    if not has_tables(puzzle):
        for result in _plainly(puzzle, state, incumbent, plain.NO_RETURN):
            yield Solution(result.moves, result.lower_bound)
        return
    from solvable.tiles.optimal import search_worker
    from solvable.tiles.optimal.lookups import posed

    question, _ = _question(puzzle, view, state, incumbent, None)
    task = search_worker.Task(posed(question, incumbent.building, all_paths=True))
    for bound in task.bounds():
        incumbent.bound, found = bound, False
        worker = search_worker.Worker(task, bound)
        worker.take(search_worker.Share.whole(task.problem, bound))
        while (status := worker.run(search_worker.SLICE)) != search_worker.EMPTY:
            incumbent.tick(task.nodes)
            if status == search_worker.FOUND:
                found, moves = True, view.moves(worker.solution)
                incumbent.solved(moves, task.nodes)
                yield Solution(moves, bound)
        if found:
            return


def _tick_of(incumbent: Incumbent) -> "plain.Tick":
    """Return a function that reports the bound and the states expanded, and raises when the budget is over."""

    def tick(bound: int, expanded: int) -> None:
        incumbent.bound = bound
        incumbent.check(expanded)

    return tick


def _small(puzzle: Grid, view: symmetry.Orientation, state: State, incumbent: Incumbent) -> Result | None:
    """Return the result without kernels, by small tables or a search from both ends; None if the board is too large."""
    from solvable.tiles.optimal import bidirectional_bfs, plain

    start, tick = view.state(state), _tick_of(incumbent)
    if puzzle.metric == "mtm":
        if not bidirectional_bfs.covers(view.frame):
            return None
        cells, expanded = bidirectional_bfs.search(view.frame, start, tick)
        words = "breadth-first from both ends"
    else:
        if not plain.covers(view.frame):
            return None
        result = plain.search(view.frame, start, tick)
        cells, expanded, words = result.cells, result.expanded, "IDA*, small pattern databases"
    moves = view.moves(cells)
    incumbent.bound = len(moves)
    incumbent.solved(moves, expanded)
    return Result(moves, len(cells), expanded, expanded, words)


def best_tables(puzzle: Grid) -> "Partitions | Collection | None":
    """Return the tables of a search without a time limit, for results that must not depend on one."""
    if not has_tables(puzzle):
        return None
    from solvable.tiles.optimal import lookups
    from solvable.tiles.pdb import labels

    seen = symmetry.orientation(puzzle.width, puzzle.height, puzzle.goal).frame
    return labels.fitting(seen) if puzzle.metric == "mtm" else lookups.fitting(seen)


def has_tables(puzzle: Grid) -> bool:
    """Return whether boards of this size are searched with tables."""
    if puzzle.metric == "mtm":
        from solvable.tiles.pdb.labels import CELLS_MAX

        return kernels.has_library() and puzzle.cells <= CELLS_MAX
    return kernels.has_library() and puzzle.cells <= partitions.CELLS_MAX


def _direction(
    puzzle: Grid,
    view: symmetry.Orientation,
    state: State,
    incumbent: Incumbent,
    tables: "Partitions | Collection | None",
) -> "choose_direction.Direction":
    """Return the search to the goal, with these tables or the best on disk."""
    from solvable.tiles.optimal import choose_direction
    from solvable.tiles.optimal.lookups import posed

    if isinstance(tables, Tier | Pair):
        view = partitions.turned(view, tables)
    question, words = _question(puzzle, view, state, incumbent, tables)
    return choose_direction.Direction(question, posed(question, incumbent.building), words, view)


def _question(
    puzzle: Grid,
    view: symmetry.Orientation,
    state: State,
    incumbent: Incumbent,
    tables: "Partitions | Collection | None",
) -> "tuple[Question, str]":
    """Return the search problem's tables and state, and the name of the method."""
    from solvable.tiles.optimal.lookups import Question

    if puzzle.metric == "mtm":
        from solvable.tiles.pdb import labels
        from solvable.tiles.pdb.labels import Collection

        collection = (
            tables if isinstance(tables, Collection) else labels.fitting(view.frame, hurried=incumbent.is_short_of_time)
        )
        return Question(collection, view.state(state)), msg("IDA*, labelled boards {name}", name=collection.name)
    from solvable.tiles.optimal import lookups

    tier = (
        tables if isinstance(tables, Tier | Pair) else lookups.fitting(view.frame, hurried=incumbent.is_short_of_time)
    )
    return Question(tier, view.state(state)), lookups.method(tier)


def search_reference(
    puzzle: Grid, state: State, tier: Partitions, *, letters: int = REDUNDANT_WORD_LETTERS_MAX
) -> Result:
    """Return what `search` returns, by plain Python on the reference tables: the same nodes, for small boards."""
    from solvable.tiles.optimal import lookups, reference

    puzzle.require_solvable(state)
    view = partitions.turned(symmetry.orientation(puzzle.width, puzzle.height, puzzle.goal), tier)
    machine = automaton(view.frame.width, view.frame.height, letters)
    counter = reference.Counter()
    estimate = reference.additive(tier)
    start = view.state(state)
    for bound in count(max(estimate(start)), 2):
        for cells in reference.bounded(start, view.frame.home, bound, machine, estimate, counter):
            if cells is not None:
                return Result(view.moves(cells), bound, counter.generated, counter.expanded, lookups.method(tier))
    raise AssertionError("a solvable board has a solution")


def _plainly(
    puzzle: Grid, state: State, incumbent: Incumbent, letters: int = REDUNDANT_WORD_LETTERS_MAX
) -> Iterator[Result]:
    """Yield the shortest solutions by plain Python, without tables."""
    from solvable.tiles.optimal import reference

    view = symmetry.orientation(puzzle.width, puzzle.height, puzzle.goal)
    start, seen = view.state(state), view.frame
    counter = reference.Counter()
    multiple = puzzle.metric == "mtm"
    estimate = reference.lines(seen) if multiple else reference.manhattan(seen)
    machine = automaton(seen.width, seen.height, min(letters, 6))
    words = "IDA*, lines to slide" if multiple else "IDA*, Manhattan distance"
    incumbent.cost = COMPILED_NODES_PER_PLAIN_NODE
    for bound in count(max(estimate(start)), 1 if multiple else 2):
        incumbent.bound, result = bound, False
        if multiple:
            search = reference.bounded_multi(start, seen, bound, estimate, counter)
        else:
            search = reference.bounded(start, seen.home, bound, machine, estimate, counter)
        for cells in search:
            if cells is None:
                try:
                    incumbent.tick(counter.generated)
                except ProvedByBeam as met:
                    words = msg("{method}, and a beam", method=msg(words))
                    yield Result(met.moves, bound, counter.generated, counter.expanded, words)
                    return
                continue
            result, moves = True, view.moves(cells)
            incumbent.solved(moves, counter.generated)
            yield Result(moves, bound, counter.generated, counter.expanded, words)
        if result:
            return


def refuse_hopeless(puzzle: Grid, incumbent: Incumbent) -> None:
    """Raise BudgetExceededError, with a solution, if the board is too large for any search."""
    if puzzle.cells > PLAIN_CELLS_MAX:
        raise incumbent.exceeded(
            msg("no proof is tried on more than {most} cells, its stack would not fit the memory", most=PLAIN_CELLS_MAX)
        )


def is_line(puzzle: Grid) -> bool:
    """Return whether the board has one row or column, so that the blank can only move back and forth."""
    return min(puzzle.width, puzzle.height) == 1


def slide(puzzle: Grid, state: State) -> Result:
    """Return the only solution without detours of a solved board, or one of a single line."""
    from solvable.tiles import construct

    moves = construct.walk_home(puzzle, state)
    return Result(moves, len(moves), 0, 0, "one line")
