"""`SlidingTiles`: w × h cells, one blank, tiles that slide into it; any goal, counting single tiles or whole lines.

A move is the cell of the touched tile. In the single-tile metric (STM) that is a neighbour of the blank; in the
multi-tile metric (MTM) any tile in line with the blank, which slides the whole line between them. Whether a state
is solvable is decided by parity (`parity`), a solution is constructed by the human method (`construct`), a shortest
one is searched (`optimal.ida`), a short one of a big board is improved while time lasts (`near`).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import factorial
from random import Random
from typing import TYPE_CHECKING

from solvable.errors import IllegalMoveError, PuzzleError, UnsolvableError, check_sequence
from solvable.puzzle import Budget, Count, Move, Obstruction, Progress, Solution, State
from solvable.said import say
from solvable.scene import UNMARKED, Marks, Scene, Window
from solvable.solution import Searched
from solvable.tiles import parity, text

if TYPE_CHECKING:
    from solvable.tiles.construct import Stage

METRICS = ("stm", "mtm")
GOALS = ("blank-last", "blank-first", "spiral")
PROVED = 25  # cells of boards whose shortest solutions are mostly found and proved
MANY = 1 << 15  # cells of a board whose permutations Python counts slowly


def goal_state(name: str, width: int, height: int) -> State:
    """Return the goal called `name`: 1, 2, … row by row or along a clockwise spiral, the blank last or first."""
    cells = width * height
    if name == "blank-last":
        return (*range(1, cells), 0)
    if name == "blank-first":
        return tuple(range(cells))
    if name == "spiral":
        state = [0] * cells
        for tile, cell in enumerate(spiral(width, height)[:-1], start=1):
            state[cell] = tile
        return tuple(state)
    raise PuzzleError(
        say("unknown goal {goal}: use {goals}, or give the state", goal=repr(name), goals=", ".join(GOALS))
    )


def is_goal(name: str, width: int, state: State) -> bool:
    """Return whether `state` is the goal called `name`; most that are not differ at once."""
    cells = len(state)
    if name == "spiral":
        return state[:width] == (*range(1, min(width, cells - 1) + 1), 0)[:width] and state == goal_state(
            name, width, cells // width
        )
    return state[-1 if name == "blank-last" else 0] == 0 and state == goal_state(name, width, cells // width)


def spiral(width: int, height: int) -> list[int]:
    """Return all cells in the order of a clockwise spiral from the top left."""
    path: list[int] = []
    top, left, bottom, right = 0, 0, height - 1, width - 1
    while top <= bottom and left <= right:
        path += range(top * width + left, top * width + right + 1)
        path += range((top + 1) * width + right, bottom * width + right + 1, width)
        if top < bottom:
            path += range(bottom * width + right - 1, bottom * width + left - 1, -1)
        if left < right:
            path += range((bottom - 1) * width + left, top * width + left, -width)
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
    return path


def permutations(cells: int) -> int:
    """Return cells!; of many cells by flint, where it is installed, since Python takes seconds for a million."""
    if cells >= MANY:
        with suppress(ImportError):
            from flint import fmpz

            return int(fmpz.fac_ui(cells))  # type: ignore[arg-type]  # it takes an int
    return factorial(cells)


@dataclass(frozen=True, init=False)
class SlidingTiles:
    """A sliding-tile puzzle; `goal` is "blank-last", "blank-first", "spiral" or a state, `metric` "stm" or "mtm"."""

    width: int
    height: int
    metric: str
    goal: State
    goal_name: str = field(compare=False)

    def __init__(
        self, width: int = 4, height: int = 4, *, metric: str = "stm", goal: str | Sequence[int] = "blank-last"
    ) -> None:
        if width < 1 or height < 1:
            raise PuzzleError(
                say("a board needs at least one row and one column, not {width} × {height}", width=width, height=height)
            )
        if metric not in METRICS:
            raise PuzzleError(
                say("unknown metric {metric}: use stm (single tiles) or mtm (whole lines)", metric=repr(metric))
            )
        state = goal_state(goal, width, height) if isinstance(goal, str) else tuple(goal)
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "metric", metric)
        object.__setattr__(self, "goal", state)
        self.check(state)
        object.__setattr__(self, "goal_name", next((name for name in GOALS if is_goal(name, width, state)), ""))

    def with_goal(self, goal: str | Sequence[int]) -> "SlidingTiles":
        """Return the same board with another goal."""
        return SlidingTiles(self.width, self.height, metric=self.metric, goal=goal)

    def with_metric(self, metric: str) -> "SlidingTiles":
        """Return the same board that counts moves by `metric`."""
        return SlidingTiles(self.width, self.height, metric=metric, goal=self.goal)

    @property
    def cells(self) -> int:
        """The number of cells, w · h."""
        return self.width * self.height

    @property
    def is_hopeless(self) -> bool:
        """Whether the proof of a shortest solution is mostly out of reach: beyond 25 cells."""
        return self.cells > PROVED and min(self.width, self.height) > 1

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The home of each tile: its cell in the goal; `homes[0]` is the blank's."""
        cells = [0] * self.cells
        for cell, tile in enumerate(self.goal):
            cells[tile] = cell
        return tuple(cells)

    def check(self, state: State) -> None:
        """Raise PuzzleError unless `state` has each of 0 .. w·h−1 once."""
        check_sequence(state)
        if len(state) != self.cells:
            raise PuzzleError(
                say(
                    "{width} × {height} tiles have {cells} cells, not {count}",
                    width=self.width,
                    height=self.height,
                    cells=self.cells,
                    count=len(state),
                )
            )
        seen = bytearray(self.cells)
        with suppress(IndexError, TypeError):
            for tile in state:
                seen[tile] = 1
            if seen.count(1) == self.cells and min(state) >= 0:
                return
        seen = bytearray(self.cells)
        for tile in state:
            if not 0 <= tile < self.cells:
                raise PuzzleError(
                    say(
                        "there is no tile {tile} here: the tiles are 0 (the blank) to {last}",
                        tile=tile,
                        last=self.cells - 1,
                    )
                )
            if seen[tile]:
                raise PuzzleError(say("{tile} appears twice", tile=say(text.name(tile))))
            seen[tile] = 1

    def blank(self, state: State) -> int:
        """Return the cell of the blank."""
        if len(state) != self.cells or 0 not in state:
            self.check(state)
        return state.index(0)

    def moves(self, state: State) -> tuple[Move, ...]:
        """Return the tiles that may be touched, ascending: the blank's neighbours, or in MTM its row and column."""
        blank, w = self.blank(state), self.width
        row, column = divmod(blank, w)
        if self.metric == "mtm":
            line = {*range(row * w, row * w + w), *range(column, self.cells, w)}
            return tuple(sorted(line - {blank}))
        above = (blank - w,) if row else ()
        left = (blank - 1,) if column else ()
        right = (blank + 1,) if column < w - 1 else ()
        below = (blank + w,) if row < self.height - 1 else ()
        return above + left + right + below

    def apply(self, state: State, move: Move) -> State:
        """Return the state after touching the tile at cell `move`; in MTM the line up to the blank slides."""
        blank, w = self.blank(state), self.width
        if not 0 <= move < self.cells or move == blank:
            raise IllegalMoveError(say("there is no tile to slide at cell {cell}", cell=move), move)
        if move // w == blank // w:
            step = 1 if move > blank else -1
        elif move % w == blank % w:
            step = w if move > blank else -w
        else:
            raise IllegalMoveError(
                say("the tile at cell {cell} is not in line with the blank at cell {blank}", cell=move, blank=blank),
                move,
            )
        if self.metric == "stm" and move != blank + step:
            raise IllegalMoveError(
                say("the tile at cell {cell} is not beside the blank at cell {blank}", cell=move, blank=blank), move
            )
        after = list(state)
        for cell in range(blank, move, step):
            after[cell] = after[cell + step]
        after[move] = 0
        return tuple(after)

    def obstruction(self, state: State) -> Obstruction | None:
        """Return the parity (for a board of one line: the order) that keeps `state` from the goal, or None.

        On boards of a million cells the budget in force is looked at.
        """
        self.check(state)
        return parity.obstruction(state, self.goal, self.width)

    def equivalent(self, a: State, b: State) -> bool:
        """Return whether `a` and `b` can be reached from each other."""
        self.check(a)
        self.check(b)
        return parity.is_reachable(a, b, self.width)

    def require_solvable(self, state: State) -> None:
        """Raise UnsolvableError with the proof where `state` cannot reach the goal."""
        proof = self.obstruction(state)
        if proof is not None:
            reason = (
                "its parity is not the goal's" if proof.invariant == "parity" else "the order of a line never changes"
            )
            raise UnsolvableError(say("this board cannot be solved: {reason}", reason=say(reason)), proof)

    def solve(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Solution:  # fmt: skip
        """Return the solution of the human method; at once, so that limits matter to huge boards only."""
        from solvable.tiles import construct

        return construct.solve(self, state, Budget.of(budget, seconds, workers, progress))

    def search(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Searched:  # fmt: skip
        """Return a shortest solution, proved, with what it cost; raise BudgetExceededError with the best at a limit."""
        from solvable.tiles.optimal import ida

        found = ida.search(self, state, Budget.of(budget, seconds, workers, progress))
        return Searched(Solution(found.moves, found.lower_bound), found.nodes, found.method)

    def optimal(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Solution:  # fmt: skip
        """Return a shortest solution, proved; raise BudgetExceededError with the best at a limit."""
        return self.search(state, budget=Budget.of(budget, seconds, workers, progress)).solution

    def optimal_solutions(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Iterator[Solution]:  # fmt: skip
        """Yield every shortest solution."""
        from solvable.tiles.optimal import ida

        self.require_solvable(state)
        return ida.optimal_solutions(self, state, Budget.of(budget, seconds, workers, progress))

    def near(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Solution:  # fmt: skip
        """Return a short solution with a proved lower bound, the best that `seconds`, or a budget, allow."""
        from solvable.tiles.near import search

        return search.near(self, state, Budget.of(budget, seconds, workers, progress))

    def stages(
        self, state: State, *, seconds: float | None = None, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> "list[Stage]":  # fmt: skip
        """Return the stages of the human method on `state`."""
        from solvable.tiles import construct

        return construct.stages(self, state, Budget.of(budget, seconds, progress=progress))

    def exact(
        self, moves: int, number: int, rng: Random, *, seconds: float | None = None,
        progress: Progress | None = None, budget: Budget | None = None,
    ) -> Iterator[State]:  # fmt: skip
        """Yield `number` different states that need exactly `moves`; raise PuzzleError where there are fewer."""
        from solvable.tiles import generate

        is_limited = seconds is not None or progress is not None
        return generate.exact(
            self, moves, number, rng, budget=Budget.of(budget, seconds, progress=progress) if is_limited else budget
        )

    def distances(
        self, *, seconds: float | None = None, progress: Progress | None = None, budget: Budget | None = None
    ) -> tuple[int, ...]:
        """Return how many states need 0, 1, 2, … moves."""
        from solvable.tiles.census import complete

        return complete.search(self, budget=Budget.of(budget, seconds, progress=progress)).histogram

    def count(self) -> Count:
        """Return how many states there are and how many reach the goal: half of them, on a line one a blank cell."""
        states = permutations(self.cells)
        on_a_line = min(self.width, self.height) == 1
        return Count(states, self.cells if on_a_line else states // 2, solutions=0, nullity=0)

    def scramble(self, rng: Random) -> State:
        """Return a uniformly random solvable state.

        Swapping two tiles pairs the solvable states with the others, so shuffling and mending is uniform.
        """
        if min(self.width, self.height) == 1:
            tiles = [tile for tile in self.goal if tile]
            tiles.insert(rng.randrange(self.cells), 0)
            return tuple(tiles)
        state = list(self.goal)
        rng.shuffle(state)
        if not parity.is_reachable(tuple(state), self.goal, self.width):
            a, b = [cell for cell in range(3) if state[cell]][:2]
            state[a], state[b] = state[b], state[a]
        return tuple(state)

    def name(self, label: int) -> str:
        """Return how a tile is written."""
        return str(label)

    def scene(self, state: Sequence[int], marks: Marks = UNMARKED, *, window: Window | None = None) -> Scene:
        """Return what is to be seen of `state` with these marks, through a window of (columns, rows) or all of it."""
        from solvable.tiles import scene

        return scene.scene(self, state, marks, window=window)

    def svg(
        self, state: Sequence[int] | None = None, *, marks: Marks | None = None, solution: Solution | None = None,
        obstruction: Obstruction | None = None,
    ) -> str:  # fmt: skip
        """Return `state` (the goal) as SVG with these marks, or those of a solution or an obstruction."""
        from solvable.render import svg

        return svg.picture(self, state, marks or Marks.of(solution, obstruction))

    def _repr_svg_(self) -> str:
        return self.svg()

    def parse(self, text_: str) -> State:
        """Return the state that `text_` writes, "1,2,3/4,5,6/7,8,0"; raise NotationError with the place."""
        return text.parse(text_, self.width, self.height)

    def format(self, state: State) -> str:
        """Return the rows of `state`, "1,2,3/4,5,6/7,8,0"."""
        self.check(state)
        return text.format(state, self.width)
