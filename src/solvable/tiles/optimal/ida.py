"""Shortest solutions by iterative-deepening A*, with a proof: one, or all.

Depth-first searches with a growing bound on g + h, where h never exceeds the true distance, so the first solution is
shortest, and every completed bound is a proof that none is shorter (Korf 1985). h is the greatest, over partitions
and symmetries of the board, of the sums of pattern distances (`patterns`); the automaton refuses words of moves that
are never needed. `search_worker` runs the kernel; `search_reference` generates the same nodes in plain Python. Without
kernels `plain` and `bidirectional_bfs` answer small boards, `reference` others, slowly.
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
from solvable.tiles.optimal.incumbent import BestSoFar, Met
from solvable.tiles.pdb import partitions
from solvable.tiles.pdb.automaton import REDUNDANT_WORD_LETTERS_MAX, automaton
from solvable.tiles.pdb.partitions import Pair, Partitions, Tier

if TYPE_CHECKING:  # what a small board does not need is loaded where it is
    from solvable.tiles.optimal import choose_direction, plain
    from solvable.tiles.optimal.checkpoint import Checkpoint
    from solvable.tiles.optimal.question import Question
    from solvable.tiles.pdb.labels import Collection

PLAIN_CELLS_MAX = 144  # cells
COMPILED_NODES_PER_PLAIN_NODE = 100  # compiled nodes that take the time of a plain one


@frozen
class Result:
    """A shortest solution and what it cost: children generated (by the plain twins not counted: states expanded),
    states expanded, and by which method.
    """

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

    At a limit raise BudgetExceededError with the proved bound and a valid solution, `with_best` a short one. With a
    checkpoint the search is kept in that file, and goes on from what it says; raise PuzzleError where it is not of this
    search.
    """
    parity.require(state, puzzle.goal, puzzle.width)
    if checkpoint is not None:
        from solvable.tiles.optimal.checkpoint import check_file

        check_file(checkpoint)  # of another kind it is refused, also if the search is over before it is written
    known = BestSoFar(puzzle, state, budget, seeks=with_best)
    if is_line(puzzle) or state == puzzle.goal:
        return slide(puzzle, state)
    refuse_hopeless(puzzle, known)
    view = symmetry.orientation(puzzle.width, puzzle.height, puzzle.goal)
    if checkpoint is not None:
        return _kept(puzzle, view, state, known, checkpoint, tables)
    if not has_tables(puzzle):
        return _small(puzzle, view, state, known) or next(_plainly(puzzle, state, known))
    from solvable.tiles.optimal import choose_direction

    way = _way(puzzle, view, state, known, tables)
    return _searched(known, way, choose_direction.others(puzzle, state) if tables is None else [])


def _kept(
    puzzle: Grid,
    view: symmetry.Orientation,
    state: State,
    known: BestSoFar,
    path: Path,
    tables: "Partitions | Collection | None",
) -> Result:
    """Return what the compiled search finds, kept in a file; with the tables and the way that it names."""
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
    if known.budget.crew is not None:
        raise PuzzleError("a search by a cluster cannot be kept")
    with locked(path):
        return _continued(puzzle, view, state, known, Checkpoint(path, known), tables)


def _continued(
    puzzle: Grid,
    view: symmetry.Orientation,
    state: State,
    known: BestSoFar,
    keeper: "Checkpoint",
    tables: "Partitions | Collection | None",
) -> Result:
    """Return what the search finds from where its file left it."""
    from solvable.tiles.optimal import choose_direction

    if keeper.kept and keeper.kept.answer:
        moves, nodes, expanded, method = keeper.kept.answer
        return Result(moves, len(moves), nodes, expanded, method)
    others = choose_direction.others(puzzle, state) if tables is None else []
    if keeper.is_backward:
        way = choose_direction.Other(puzzle, state, True, partitions.searched(keeper.name)).way(known)
    else:
        tables = _kept_tables(keeper.name) if keeper.name else tables or best_tables(puzzle)
        way = _way(puzzle, view, state, known, tables)
    keeper.name = way.name
    return _searched(known, way, others, keeper)


def _kept_tables(name: str) -> "Partitions | Collection":
    """Return the tables that a checkpoint names."""
    from solvable.tiles.pdb import labels

    return labels.named(name) if "-mtm" in name else partitions.searched(name)


def _searched(
    known: BestSoFar,
    way: "choose_direction.Way",
    others: "Sequence[choose_direction.Other | choose_direction.Race]" = (),
    keeper: "Checkpoint | None" = None,
) -> Result:
    """Return what the compiled search finds, going on where the keeper says that it was."""
    from solvable.tiles.optimal import choose_direction

    stage = keeper.stage if keeper else None
    with closing(choose_direction.Course(known, way, others, keeper)) as course:
        for bound in course.task.bounds(stage.bound if stage else None):
            known.bound = bound
            try:
                if keeper and not (stage or keeper.finished):
                    course.keep(bound)
                if stage and not stage.part:
                    course.again(stage)
                    stage = None
                moves = course.search(bound, stage)
                if moves is None:
                    if keeper:
                        keeper.passed(bound, course.costs[-1])
                    known.bound, stage = bound + way.problem.stride, None
                    course.choose(bound)
                    continue
                words = course.way.method
                known.solved(moves, course.task.nodes)
            except Met as met:
                moves, words = tuple(met.moves), msg("{method}, and a beam", method=msg(course.way.method))
            except BudgetExceededError as error:
                moves = tuple(error.best.moves) if error.best else None
                if moves is None or len(moves) > error.lower_bound:
                    raise
                words = msg("{method}, and a beam", method=msg(course.way.method))  # the last one, which met the bound
            if keeper:
                keeper.solved(moves, course.task.nodes, course.task.expanded, words)
            return Result(moves, known.bound, course.task.nodes, course.task.expanded, words)
    known.bound = way.problem.least
    raise known.exceeded("this board is beyond an optimal search")


def optimal_solutions(puzzle: Grid, state: State, budget: Budget) -> Iterator[Solution]:
    """Yield every shortest solution, each once, by one worker.

    Raises UnsolvableError with the proof, BudgetExceededError at a limit.
    """
    puzzle.require_solvable(state)
    known = BestSoFar(puzzle, state, budget, lists=True)
    if is_line(puzzle) or state == puzzle.goal:
        only = slide(puzzle, state)
        yield Solution(only.moves, only.lower_bound)
        return
    refuse_hopeless(puzzle, known)
    view = symmetry.orientation(puzzle.width, puzzle.height, puzzle.goal)
    from solvable.tiles.optimal import plain

    if puzzle.metric == "stm" and plain.covers(view.frame) and not kernels.has_library():
        for cells in plain.walks(view.frame, view.state(state), _told(known)):
            yield Solution(view.moves(cells), len(cells))
        return
    if not has_tables(puzzle):
        for result in _plainly(puzzle, state, known, plain.NO_RETURN):
            yield Solution(result.moves, result.lower_bound)
        return
    from solvable.tiles.optimal import search_worker
    from solvable.tiles.optimal.question import posed

    question, _ = _question(puzzle, view, state, known, None)
    task = search_worker.Task(posed(question, known.building, all_paths=True))
    for bound in task.bounds():
        known.bound, found = bound, False
        lane = search_worker.Lane(task, bound)
        lane.take(search_worker.Share.whole(task.problem, bound))
        while (status := lane.run(search_worker.SLICE)) != search_worker.EMPTY:
            known.tick(task.nodes)
            if status == search_worker.FOUND:
                found, moves = True, view.moves(lane.solution)
                known.solved(moves, task.nodes)
                yield Solution(moves, bound)
        if found:
            return


def _told(known: BestSoFar) -> "plain.Tick":
    """Return a function that reports the bound and the states expanded, and raises where the budget is over."""

    def tick(bound: int, expanded: int) -> None:
        known.bound = bound
        known.check(expanded)

    return tick


def _small(puzzle: Grid, view: symmetry.Orientation, state: State, known: BestSoFar) -> Result | None:
    """Return what small tables or a search from both ends find without kernels; None if the board is too large."""
    from solvable.tiles.optimal import bidirectional_bfs, plain

    start, tick = view.state(state), _told(known)
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
    known.bound = len(moves)
    known.solved(moves, expanded)
    return Result(moves, len(cells), expanded, expanded, words)


def best_tables(puzzle: Grid) -> "Partitions | Collection | None":
    """Return the tables that a search without a limit takes, for results that do not depend on one."""
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


def _way(
    puzzle: Grid, view: symmetry.Orientation, state: State, known: BestSoFar, tables: "Partitions | Collection | None"
) -> "choose_direction.Way":
    """Return the search to the goal, with these tables or the best on disk."""
    from solvable.tiles.optimal import choose_direction
    from solvable.tiles.optimal.question import posed

    if isinstance(tables, Tier | Pair):
        view = partitions.turned(view, tables)
    question, words = _question(puzzle, view, state, known, tables)
    return choose_direction.Way(question, posed(question, known.building), words, view)


def _question(
    puzzle: Grid, view: symmetry.Orientation, state: State, known: BestSoFar, tables: "Partitions | Collection | None"
) -> "tuple[Question, str]":
    """Return what the engine searches, and the words for the method."""
    from solvable.tiles.optimal.question import Question

    if puzzle.metric == "mtm":
        from solvable.tiles.pdb import labels
        from solvable.tiles.pdb.labels import Collection

        collection = tables if isinstance(tables, Collection) else labels.fitting(view.frame, hurried=known.is_hurried)
        return Question(collection, view.state(state)), msg("IDA*, labelled boards {name}", name=collection.name)
    from solvable.tiles.optimal import lookups

    tier = tables if isinstance(tables, Tier | Pair) else lookups.fitting(view.frame, hurried=known.is_hurried)
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
    puzzle: Grid, state: State, known: BestSoFar, letters: int = REDUNDANT_WORD_LETTERS_MAX
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
    known.cost = COMPILED_NODES_PER_PLAIN_NODE
    for bound in count(max(estimate(start)), 1 if multiple else 2):
        known.bound, result = bound, False
        if multiple:
            search = reference.bounded_multi(start, seen, bound, estimate, counter)
        else:
            search = reference.bounded(start, seen.home, bound, machine, estimate, counter)
        for cells in search:
            if cells is None:
                try:
                    known.tick(counter.generated)
                except Met as met:
                    words = msg("{method}, and a beam", method=msg(words))
                    yield Result(met.moves, bound, counter.generated, counter.expanded, words)
                    return
                continue
            result, moves = True, view.moves(cells)
            known.solved(moves, counter.generated)
            yield Result(moves, bound, counter.generated, counter.expanded, words)
        if result:
            return


def refuse_hopeless(puzzle: Grid, known: BestSoFar) -> None:
    """Raise BudgetExceededError, with a solution, where the board is too large for any search."""
    if puzzle.cells > PLAIN_CELLS_MAX:
        raise known.exceeded(
            msg("no proof is tried on more than {most} cells, its stack would not fit the memory", most=PLAIN_CELLS_MAX)
        )


def is_line(puzzle: Grid) -> bool:
    """Return whether the board has one row or column, where the blank can only walk to and fro."""
    return min(puzzle.width, puzzle.height) == 1


def slide(puzzle: Grid, state: State) -> Result:
    """Return the only solution without detours on a board of one line, or that is solved."""
    from solvable.tiles import construct

    moves = construct.walk_home(puzzle, state)
    return Result(moves, len(moves), 0, 0, "one line")
