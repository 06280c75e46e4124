"""Shortest solutions by iterative-deepening A*, with a proof: one, or all.

Depth-first searches with a growing bound on g + h, where h never exceeds the true distance, so the first solution is
shortest, and every completed bound is a proof that none is shorter (Korf 1985). h is the greatest, over partitions
and symmetries of the board, of the sums of pattern distances (`patterns`); the automaton refuses words of moves that
are never needed. `engine` runs the compiled kernel; `search_reference` generates the same nodes in plain Python.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from solvable.puzzle import Move, Progress, Solution, State
from solvable.tiles import engine, frame, lookups, partitions, plain
from solvable.tiles.automaton import automaton
from solvable.tiles.limits import Watch
from solvable.tiles.partitions import Tier

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles


@dataclass(frozen=True, slots=True)
class Result:
    """A shortest solution and what it cost: children generated, states expanded, and by which method."""

    moves: tuple[Move, ...]
    lower_bound: int
    nodes: int
    expanded: int
    method: str


def optimal(
    puzzle: "SlidingTiles",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Solution:
    """Return a shortest solution; at a limit raise BudgetExceededError with the proved bound and a valid solution."""
    found = search(puzzle, state, seconds=seconds, workers=workers, progress=progress)
    return Solution(found.moves, found.lower_bound)


def search(
    puzzle: "SlidingTiles",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    tier: Tier | None = None,
) -> Result:
    """Return a shortest solution and the cost of finding it; `tier` chooses the tables."""
    puzzle.require_solvable(state)
    watch = Watch(puzzle, state, seconds, progress)
    if is_line(puzzle):
        return slide(puzzle, state)
    view = frame.view(puzzle.width, puzzle.height, puzzle.goal)
    if puzzle.cells > partitions.MOST_CELLS:
        return next(
            _plainly(puzzle, state, watch, plain.manhattan(view.frame), lookups.REDUNDANT, "IDA*, Manhattan distance")
        )
    tables = lookups.load(tier or lookups.fitting(view.frame), lookups.REDUNDANT, watch.building)
    task = engine.Task.of(tables, view.state(state))
    for bound in task.bounds():
        watch.bound = bound
        cells = engine.alone(task, bound, watch.tick) if workers < 2 else engine.share(task, bound, workers, watch.tick)
        if cells is not None:
            return Result(view.moves(cells), bound, task.nodes, task.expanded, method(tables.tier))
    raise AssertionError("a solvable board has a solution")


def method(tier: Tier) -> str:
    """Return the words for a search with the tables of a tier."""
    return f"IDA*, pattern databases {tier.name}" + (" and their mirror" if tier.images > 1 else "")


def optimal_solutions(
    puzzle: "SlidingTiles",
    state: State,
    *,
    seconds: float | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Iterator[Solution]:
    """Yield every shortest solution, each once; one worker does it, whatever `workers` says."""
    puzzle.require_solvable(state)
    watch = Watch(puzzle, state, seconds, progress)
    if is_line(puzzle):
        yield Solution(slide(puzzle, state).moves, slide(puzzle, state).lower_bound)
        return
    view = frame.view(puzzle.width, puzzle.height, puzzle.goal)
    if puzzle.cells > partitions.MOST_CELLS:
        for result in _plainly(puzzle, state, watch, plain.manhattan(view.frame), lookups.NO_RETURN, ""):
            yield Solution(result.moves, result.lower_bound)
        return
    tables = lookups.load(lookups.fitting(view.frame), lookups.NO_RETURN, watch.building)
    task = engine.Task.of(tables, view.state(state))
    for bound in task.bounds():
        watch.bound, found = bound, False
        lane = task.lane(bound)
        while (status := lane.run(engine.SLICE)) != engine.EMPTY:
            watch.tick(task.nodes)
            if status == engine.FOUND:
                found = True
                yield Solution(view.moves(lane.solution()), bound)
        if found:
            return


def search_reference(puzzle: "SlidingTiles", state: State, tier: Tier, *, letters: int = lookups.REDUNDANT) -> Result:
    """Return what `search` returns, by plain Python on the reference tables: the same nodes, for small boards."""
    puzzle.require_solvable(state)
    watch = Watch(puzzle, state)
    return next(_plainly(puzzle, state, watch, plain.additive(tier), letters, method(tier)))


def _plainly(
    puzzle: "SlidingTiles", state: State, watch: Watch, estimate: plain.Estimate, letters: int, name: str
) -> Iterator[Result]:
    """Yield the shortest solutions by plain Python."""
    view = frame.view(puzzle.width, puzzle.height, puzzle.goal)
    start, home = view.state(state), view.frame.home
    machine = automaton(view.frame.width, view.frame.height, letters)
    counter = plain.Counter()
    for bound in count(max(estimate(start)), 2):
        watch.bound, found = bound, False
        for cells in plain.bounded(start, home, bound, machine, estimate, counter):
            if cells is None:
                watch.tick(counter.generated)
            else:
                found = True
                yield Result(view.moves(cells), bound, counter.generated, counter.expanded, name)
        if found:
            return


def is_line(puzzle: "SlidingTiles") -> bool:
    """Return whether the board has one row or column, where the blank can only walk to and fro."""
    return min(puzzle.width, puzzle.height) == 1


def slide(puzzle: "SlidingTiles", state: State) -> Result:
    """Return the only solution without detours on a board of one line."""
    blank, home = state.index(0), puzzle.goal.index(0)
    step = 1 if home > blank else -1
    moves = tuple(range(blank + step, home + step, step)) if home != blank else ()
    if puzzle.metric == "mtm":
        moves = moves[-1:]
    return Result(moves, len(moves), 0, 0, "one line")
