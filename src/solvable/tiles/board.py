"""`SlidingTiles`: w × h cells, one blank, tiles that slide into it; any goal, counting single tiles or whole lines.

A move is the cell of the touched tile. In the single-tile metric (STM) that is a neighbour of the blank; in the
multi-tile metric (MTM) any tile in line with the blank, which slides the whole line between them. Parity decides
whether a state is solvable (`parity`), the human method constructs a solution (`construct`), `optimal.ida` searches for
a shortest one, and `suboptimal` improves a short one of a large board until the time is up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from math import factorial
from os import PathLike
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Unpack

from solvable.core import graph, states
from solvable.core.budget import Limits, ParallelLimits, check, check_step, checked
from solvable.core.errors import IllegalMoveError, PuzzleError, whole_number
from solvable.core.memory import check_memory
from solvable.core.message import msg
from solvable.core.puzzle import Budget, Count, Move, Obstruction, Solution, State
from solvable.core.scene import UNMARKED, Extent, Marks, Scene
from solvable.core.seeds import Seed, upto_of
from solvable.core.solution import Searched
from solvable.core.states import StateLike
from solvable.render import shown
from solvable.tiles import goals, parity, text

if TYPE_CHECKING:
    from solvable.tiles.construct import Stage

METRICS = ("stm", "mtm")
ARRAY_CELLS_MIN = 1 << 15  # cells from which sorting and counting permutations in Python are slow
BYTES_PER_CELL = 40  # bytes for a cell of the goal: its tile and the tile's index
COUNT_S_PER_CELL = 1e-6  # seconds per cell to compute and to write the count


def permutations(cells: int) -> int:
    """Return cells!; for many cells by flint, if it is installed, since Python takes seconds for a million."""
    if cells >= ARRAY_CELLS_MIN:
        check_step(COUNT_S_PER_CELL * cells)  # including its digits
        with suppress(ImportError):
            from flint import fmpz

            return int(fmpz.fac_ui(cells))  # type: ignore[arg-type]  # it takes an int
    return factorial(cells)


def _is_whole(state: State, cells: int) -> bool:
    """Return whether `state` has each of 0 .. cells − 1 once."""
    if cells < ARRAY_CELLS_MIN:
        return sorted(state) == list(range(cells))
    seen = bytearray(cells)
    with suppress(IndexError):
        for begin in range(0, len(state), ARRAY_CELLS_MIN):
            check()
            for tile in state[begin : begin + ARRAY_CELLS_MIN]:
                seen[tile] = 1
        check()
        return len(state) == cells == seen.count(1) and min(state) == 0  # a negative number would index from the end
    return False


def _shuffle(state: list[int], rng: Random) -> None:
    """Do the same as `rng.shuffle`; for many cells, check the budget in force from time to time."""
    if len(state) < ARRAY_CELLS_MIN:
        rng.shuffle(state)
        return
    for last in checked(range(len(state) - 1, 0, -1)):
        other = rng.randrange(last + 1)
        state[last], state[other] = state[other], state[last]


@dataclass(frozen=True, init=False)
class SlidingTiles:
    """A sliding-tile puzzle; `goal` is a state or one of `goals.NAMES`, `metric` "stm" or "mtm".

    A state has the tile of each cell, row by row, 0 for the blank; a move is the cell of the touched tile. Methods take
    a state in any form. Those that may take long have limits: `seconds` (compiling does not count), `workers`
    (processes or threads), `progress` (called with `solution.Bound` and `Better`; False cancels), or one `budget` for
    all of these. Cost for n cells: a verdict and its proof n log n; the human method (`solve`) about 2.8 n^1.5 moves
    and as much time; a shortest solution is exponential: 8-puzzles take a moment, 15-puzzles milliseconds to a second,
    24-puzzles seconds to days. `near` uses the time that it is given.
    """

    width: int
    height: int
    metric: str
    goal: State
    goal_name: str = field(compare=False)

    def __init__(self, width: int = 4, height: int = 4, *, metric: str = "stm", goal: StateLike = "blank-last") -> None:
        width, height = whole_number(width, "the width", 1), whole_number(height, "the height", 1)
        if metric not in METRICS:
            raise PuzzleError(
                msg("unknown metric {metric}: use stm (single tiles) or mtm (lines of tiles)", metric=repr(metric))
            )
        if width * height >= ARRAY_CELLS_MIN:
            check_memory(BYTES_PER_CELL * width * height, width * height)
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "metric", metric)
        is_name = isinstance(goal, str) and not any(map(str.isdigit, goal))
        state = goals.named(str(goal), width, height) if is_name else SlidingTiles(width, height).state(goal)
        object.__setattr__(self, "goal", state)
        object.__setattr__(self, "goal_name", goals.name_of(state, width, goals.CANONICAL))

    def with_goal(self, goal: StateLike) -> SlidingTiles:
        """Return the same board with another goal."""
        return SlidingTiles(self.width, self.height, metric=self.metric, goal=goal)

    def to_networkx(self) -> Any:
        """Return the grid of cells as a networkx graph."""
        w, cells = self.width, range(self.cells)
        links = chain(((cell, cell + 1) for cell in cells if (cell + 1) % w), ((cell, cell + w) for cell in cells[:-w]))
        return graph.of_links(cells, links, ())

    def move_name(self, move: Move) -> str:
        """Return the name of a move: the row,column, from 1, of the touched tile."""
        return graph.name(move, (), self.width)

    def with_metric(self, metric: str) -> SlidingTiles:
        """Return the same board with moves counted in `metric`, "stm" (single tiles) or "mtm" (lines of tiles)."""
        return SlidingTiles(self.width, self.height, metric=metric, goal=self.goal)

    @property
    def cells(self) -> int:
        """The number of cells, w · h."""
        return self.width * self.height

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The home of each tile: its cell in the goal; `homes[0]` is the blank's."""
        cells = [0] * self.cells
        for cell, tile in enumerate(self.goal):
            cells[tile] = cell
        return tuple(cells)

    def state(self, given: StateLike) -> State:
        """Return `given` as a tuple of ints; every method accepts states flat or in rows, as an array, a data frame or
        text.

        Raises PuzzleError, with the row and the column, if `given` is not a state.
        """
        if self.cells >= ARRAY_CELLS_MIN:
            check()
        state = states.read(self, given)
        if self.cells >= ARRAY_CELLS_MIN:
            check()
        if not _is_whole(state, self.cells):
            self._refuse(state)
        return state

    def check(self, state: StateLike) -> None:
        """Raise PuzzleError unless `state` contains each of 0 .. w·h−1 once."""
        self.state(state)

    def _refuse(self, state: State) -> None:
        if len(state) != self.cells:
            raise PuzzleError(
                msg(
                    "{width} × {height} tiles have {cells} cells, not {count}",
                    width=self.width,
                    height=self.height,
                    cells=self.cells,
                    count=len(state),
                )
            )
        seen, width = bytearray(self.cells), self.width if self.height > 1 else 0
        for cell, tile in enumerate(state):
            where = states.where(cell, width)
            if not 0 <= tile < self.cells:
                raise PuzzleError(
                    msg(
                        "there is no tile {tile}, in {where}: the tiles are 0 (the blank) to {last}",
                        tile=tile, where=where, last=self.cells - 1,
                    )
                )  # fmt: skip
            if seen[tile]:
                raise PuzzleError(msg("{tile} appears twice, again in {where}", tile=msg(text.name(tile)), where=where))
            seen[tile] = 1

    def blank(self, state: StateLike) -> int:
        """Return the cell of the blank."""
        return self.state(state).index(0)

    def moves(self, state: StateLike) -> tuple[Move, ...]:
        """Return the tiles that may be touched, ascending: the blank's neighbours, or in MTM its row and column."""
        state = self.state(state)
        blank, w = state.index(0), self.width
        row, column = divmod(blank, w)
        if self.metric == "mtm":
            line = {*range(row * w, row * w + w), *range(column, self.cells, w)}
            return tuple(sorted(line - {blank}))
        above = (blank - w,) if row else ()
        left = (blank - 1,) if column else ()
        right = (blank + 1,) if column < w - 1 else ()
        below = (blank + w,) if row < self.height - 1 else ()
        return above + left + right + below

    def apply(self, state: StateLike, move: Move) -> State:
        """Return the state after touching the tile at cell `move`; in MTM the whole line up to the blank slides.

        Raises IllegalMoveError if that tile cannot slide.
        """
        state = self.state(state)
        after = list(state)
        self._slide(after, state.index(0), move)
        return tuple(after)

    def apply_all(self, state: StateLike, moves: Iterable[Move]) -> State:
        """Return the state after all `moves`; raise IllegalMoveError at the first that is not legal."""
        after = list(self.state(state))
        blank = after.index(0)
        for move in moves:
            self._slide(after, blank, move)
            blank = move
        return tuple(after)

    def _slide(self, cells: list[int], blank: int, move: Move) -> None:
        w = self.width
        if not 0 <= move < self.cells or move == blank:
            raise IllegalMoveError(msg("there is no tile to slide at cell {cell}", cell=move), move)
        if move // w == blank // w:
            step = 1 if move > blank else -1
        elif move % w == blank % w:
            step = w if move > blank else -w
        else:
            raise IllegalMoveError(
                msg("the tile at cell {cell} is not in line with the blank at cell {blank}", cell=move, blank=blank),
                move,
            )
        if self.metric == "stm" and move != blank + step:
            raise IllegalMoveError(
                msg("the tile at cell {cell} is not beside the blank at cell {blank}", cell=move, blank=blank), move
            )
        for cell in range(blank, move, step):
            cells[cell] = cells[cell + step]
        cells[move] = 0

    def to_letters(self, state: StateLike, moves: Iterable[Move], of: str = "tile") -> str:
        """Return the moves as letters U D L R, the directions of the tiles, or with of="blank" those of the blank."""
        from solvable.tiles.moves import to_letters

        return to_letters(self.width, self.state(state), moves, of)

    def obstruction(self, state: StateLike) -> Obstruction | None:
        """Return None if `state` is solvable, else the proof: its parity, or on a board of one line its order.

        Takes n log n steps for n cells; boards of a million cells observe the budget in force.
        """
        state = self.state(state)
        return parity.obstruction(state, self.goal, self.width)

    def equivalent(self, a: StateLike, b: StateLike) -> bool:
        """Return whether `a` and `b` can be reached from each other."""
        a, b = self.state(a), self.state(b)
        return parity.is_reachable(a, b, self.width)

    def require_solvable(self, state: StateLike) -> None:
        """Raise UnsolvableError with the proof if `state` cannot reach the goal."""
        parity.require(self.state(state), self.goal, self.width)

    def solve(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return the solution of the human method; limits matter only for huge boards.

        It has about 2.8 n^1.5 moves for n cells. Raises UnsolvableError, with the proof, if there is none.
        """
        state = self.state(state)
        from solvable.tiles import construct

        return construct.solve(self, state, Budget.parallel(**limits)).of(self, state)

    def search(
        self, state: StateLike, *, checkpoint: str | PathLike[str] | None = None, **limits: Unpack[ParallelLimits]
    ) -> Searched:
        """Return a shortest solution, proved, with the nodes searched and the method.

        Raises UnsolvableError, with the proof, if there is none, and BudgetExceededError, with the best solution so
        far, at a limit. With a checkpoint the search is saved to that file (a few MB) every 20 seconds and at a limit,
        and a later search with the same file continues it; raises PuzzleError if the file is damaged or belongs to
        another search, and for boards too large for tables (more than 40 cells; 32 in MTM).
        """
        state = self.state(state)
        from solvable.tiles.optimal import ida

        path = None if checkpoint is None else Path(checkpoint)
        result = ida.search(self, state, Budget.parallel(**limits), checkpoint=path)
        return Searched(Solution(result.moves, result.lower_bound), result.nodes, result.method).of(self, state)

    def resume(self, state: StateLike, checkpoint: str | PathLike[str], **limits: Unpack[ParallelLimits]) -> Searched:
        """Return the result of `search` with this checkpoint: the file is created, or its search is continued."""
        return self.search(state, budget=Budget.parallel(**limits), checkpoint=checkpoint)

    def optimal(
        self, state: StateLike, *, checkpoint: str | PathLike[str] | None = None, **limits: Unpack[ParallelLimits]
    ) -> Solution:
        """Return a shortest solution, proved; limits, checkpoint and errors are those of `search`."""
        state = self.state(state)
        return self.search(state, budget=Budget.parallel(**limits), checkpoint=checkpoint).solution

    def optimal_solutions(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Iterator[Solution]:
        """Yield every shortest solution; raise UnsolvableError, or BudgetExceededError at a limit."""
        state = self.state(state)
        from solvable.tiles.optimal import ida

        self.require_solvable(state)
        result = ida.optimal_solutions(self, state, Budget.parallel(**limits))
        return (solution.of(self, state) for solution in result)

    def near(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return a short solution with a proved lower bound, the best found within `seconds` or a budget.

        Without a limit it does a fixed amount of work. Raises UnsolvableError, with the proof, if there is none, and
        BudgetExceededError only if no solution was found in time.
        """
        state = self.state(state)
        from solvable.tiles.suboptimal import search

        return search.near(self, state, Budget.parallel(**limits)).of(self, state)

    def stages(self, state: StateLike, **limits: Unpack[Limits]) -> list[Stage]:
        """Return the stages of the human method on `state`: each stage's tile, its goal cell, and the moves."""
        state = self.state(state)
        from solvable.tiles import construct

        return construct.stages(self, state, Budget.of(**limits))

    def exact(self, moves: int, number: int, rng: Random, **limits: Unpack[Limits]) -> Iterator[State]:
        """Yield `number` different states that need exactly `moves`, drawn with `rng`, each proved.

        Raises PuzzleError if there are fewer, BudgetExceededError at a limit.
        """
        from solvable.tiles import generate

        return generate.exact(self, moves, number, rng, Budget.of(**limits))

    def distances(self, **limits: Unpack[Limits]) -> tuple[int, ...]:
        """Return the numbers of states that need 0, 1, 2, … moves, by listing all; raise PuzzleError if there are too
        many.
        """
        from solvable.tiles.census import complete

        return complete.search(self, Budget.of(**limits)).histogram

    def count(self) -> Count:
        """Return the number of states, n! for n cells, and of solvable ones: half, or n on a single line."""
        states = permutations(self.cells)
        on_a_line = min(self.width, self.height) == 1
        return Count(states, self.cells if on_a_line else states // 2, solutions=0, nullity=0)

    def scramble(self, rng: Seed) -> State:
        """Return a uniformly random solvable state; with a seed (number or text), the board of the game ID `…#seed`.

        Swapping two tiles pairs the solvable states with the others, so shuffling and then correcting the parity is
        uniform.
        """
        if not isinstance(rng, Random):
            from solvable.tiles.seeded import seeded

            return seeded(self, upto_of(rng))
        if min(self.width, self.height) == 1:
            tiles = [tile for tile in self.goal if tile]
            tiles.insert(rng.randrange(self.cells), 0)
            return tuple(tiles)
        state = list(self.goal)
        _shuffle(state, rng)
        if not parity.is_reachable(tuple(state), self.goal, self.width):
            a, b = [cell for cell in range(3) if state[cell]][:2]
            state[a], state[b] = state[b], state[a]
        return tuple(state)

    def name(self, label: int) -> str:
        """Return the text on a tile."""
        return str(label)

    def scene(self, state: StateLike, marks: Marks = UNMARKED, *, extent: Extent | None = None) -> Scene:
        """Return the Scene of `state` with these marks, of the whole board or only an extent of (columns, rows)."""
        state = self.state(state)
        from solvable.tiles import scene

        return scene.scene(self, state, marks, extent=extent)

    svg = shown.svg
    _repr_svg_ = shown.repr_svg

    def parse(self, text_: str) -> State:
        """Return the state in `text_`, like "1,2,3/4,5,6/7,8,0"; raise NotationError with line and column."""
        return text.parse(text_, self.width, self.height)

    def format(self, state: StateLike) -> str:
        """Return the rows of `state` as text, like "1,2,3/4,5,6/7,8,0"."""
        state = self.state(state)
        return text.format(state, self.width)
