"""LightsOut: the rules of any puzzle in which a press adds a fixed pattern, and its goal.

Presses commute and k equal presses cancel, so a solution is a vector over Z/k that solves linear equations
(`linear_system`). That module and the packages answer questions about a puzzle; the methods here call them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

from solvable.core import graph, states
from solvable.core.budget import Budget, Limits, ParallelLimits, checked
from solvable.core.errors import PuzzleError, whole_number
from solvable.core.memory import check_memory
from solvable.core.puzzle import Count, Move, Obstruction, Searched, Solution, State, WorstCase
from solvable.core.scene import UNMARKED, Extent, Marks, Scene
from solvable.core.seeds import Seed
from solvable.core.states import StateLike
from solvable.lights import rules, text, wiring
from solvable.lights.algebra.module import Module, Vector
from solvable.lights.linear_system import LinearSystem
from solvable.lights.rules import Toggle, Toggles, cells_of, settled
from solvable.render import shown

if TYPE_CHECKING:
    from random import Random

    from solvable.lights.methods.chase import Chase


@dataclass(frozen=True, init=False, repr=False)
class LightsOut:
    """A lights puzzle: width × height cells, each a lamp with `k` states, and a pattern that each press adds.

    `rule` is a name from `rules.RULES`, applied on a `surface`, or explicit toggles: for each press a tuple of (cell,
    amount). `dead` cells do not exist; `fixed` cells exist but cannot be pressed; `free` cells can be pressed, but
    their lamps do not matter: every state has 0 there, and no press changes them. `name` is that of a catalogued
    variant, or ""; `names` are those of the cells, if the puzzle comes from a graph. Cells and presses are numbered row
    by row from 0.

    Methods take a state in any form. Those that may take long have limits: `seconds` (compiling does not count),
    `workers` (processes or threads), `progress` (called with `solution.Bound` and `Better`; False cancels), or one
    `budget` for all of these; everything else, including properties, observes the budget in force: `with Budget(2): …`.
    Cost for n cells: a verdict, its proof or any solution takes n/64 to n steps with a named rule, and one elimination
    (n³/64 or less) with other wirings; the fewest presses take k^nullity at most, on planes with k = 2 its square root.
    """

    width: int
    height: int
    k: int
    rule: str | Toggles
    surface: str
    dead: frozenset[int]
    fixed: frozenset[int]
    free: frozenset[int]
    name: str
    lit_goal: State | None  # None: all lamps off
    names: tuple[Hashable, ...] = field(compare=False)

    def __init__(
        self, width: int = 5, height: int = 5, *, k: int = 2,
        rule: str | Iterable[Iterable[tuple[int, int]]] = "plus", surface: str = "plane", dead: Iterable[int] = (),
        fixed: Iterable[int] = (), free: Iterable[int] = (), goal: StateLike | None = None, name: str = "",
        names: Sequence[Hashable] = (),
    ) -> None:  # fmt: skip
        width, height, k = rules.size(width, height, k)
        put = object.__setattr__
        put(self, "width", width)
        put(self, "height", height)
        put(self, "k", k)
        if isinstance(rule, str):
            rules.check_names(rule, surface, width, height)
        elif surface != "plane":
            raise PuzzleError("explicit toggles already say where each press reaches; they take no surface")
        put(self, "surface", surface)
        put(self, "dead", cells_of(dead))
        put(self, "fixed", cells_of(fixed) - self.dead)
        put(self, "free", cells_of(free) - self.dead)
        put(self, "rule", rule if isinstance(rule, str) else settled(rule, width * height, k))
        put(self, "name", name)
        put(self, "names", tuple(names))
        rules.check_lost((*self.dead, *self.fixed), self.cells, self.presses)
        rules.check_cells(self.free, self.cells)
        if not isinstance(self.rule, str) and not wiring.is_full(self):
            put(self, "rule", tuple(map(self.toggle, range(self.presses))))  # cells without effect are dropped
        put(self, "lit_goal", None)
        if goal is not None:
            wanted = self.state(goal, "the goal")
            put(self, "lit_goal", wanted if any(wanted) else None)

    @classmethod
    def from_graph(
        cls, n: Any, edges: Iterable[tuple[int, int]] = (), directed: bool = False, loops: bool = True, *, k: int = 2,
        name: str = "",
    ) -> LightsOut:  # fmt: skip
        """Return the game on a graph of vertices 0..n-1: a press reaches the neighbours and, with `loops`, itself.

        For a directed edge (a, b), pressing a reaches b. `n` may be a networkx graph: its nodes become the vertices,
        in order, and name the presses (`move_name`); a state may be a dict from nodes to numbers.
        """
        n, edges, directed, names = graph.read(n, edges, directed)
        n = whole_number(n, "the number of vertices", 1)
        toggles = rules.graph_toggles(n, edges, directed=directed, loops=loops)
        return cls(n, 1, k=k, rule=toggles, name=name, names=names)

    @classmethod
    def from_matrix(
        cls, matrix: StateLike, k: int = 2, width: int | None = None, height: int | None = None
    ) -> LightsOut:
        """Return the game whose press i adds `matrix[i][j]` to cell j; without width and height, one row of cells."""
        rows = states.whole(matrix, words=False)
        width, height = rules.matrix_size(rows, width, height)
        return cls(width, height, k=k, rule=tuple(tuple(enumerate(row)) for row in rows))

    @classmethod
    def box(cls, width: int, height: int, depth: int, *, k: int = 2) -> LightsOut:
        """Return the solid box in which a press reaches up to six neighbours; its layers are stacked as rows."""
        toggles = rules.box_toggles(width, height, depth)
        return cls(width, height * depth, k=k, rule=toggles)

    def __repr__(self) -> str:
        return text.described(self, self.goal, self.name)

    def with_goal(self, goal: StateLike | None) -> LightsOut:
        """Return the same puzzle with another goal (None: all lamps off)."""
        return self._again(goal, self.name)

    def with_free(self, cells: Iterable[int]) -> LightsOut:
        """Return the same puzzle, without a name, in which the lamps of these cells also do not matter."""
        free = self.free | cells_of(cells) - self.dead
        return self if free == self.free else self._again(self.lit_goal, "", free)

    def without_name(self) -> LightsOut:
        """Return the same puzzle without its name in the catalogue, so that its ID has the full rules."""
        return self._again(self.lit_goal, "")

    def plays_like(self, other: object) -> bool:
        """Return whether `other` is the same game under any name."""
        if not isinstance(other, LightsOut):
            return False
        one, two = ((p.width, p.height, p.k, p.goal, p.dead, p.fixed, p.free) for p in (self, other))
        is_named_so = (self.rule, self.surface) == (other.rule, other.surface)
        return one == two and (is_named_so or self.toggles == other.toggles)

    def _again(self, goal: StateLike | None, name: str, free: frozenset[int] | None = None) -> LightsOut:
        return LightsOut(
            self.width, self.height, k=self.k, rule=self.rule, surface=self.surface, dead=self.dead, fixed=self.fixed,
            free=self.free if free is None else free, goal=goal, name=name, names=self.names,
        )  # fmt: skip

    @property
    def cells(self) -> int:
        """The number of cells of the width × height grid, dead ones included."""
        return self.width * self.height

    @property
    def presses(self) -> int:
        """The number of presses, those of dead and fixed cells included."""
        return self.cells if isinstance(self.rule, str) else len(self.rule)

    @property
    def buttons(self) -> Sequence[Move]:
        """The presses that a player can make, ascending: all but those of dead and fixed cells."""
        if not self.dead and not self.fixed:
            return range(self.presses)
        return [press for press in checked(range(self.presses)) if press not in self.dead and press not in self.fixed]

    @cached_property
    def lampless(self) -> frozenset[int]:
        """The cells without a lamp that counts: dead and free cells."""
        return self.dead | self.free if self.free else self.dead

    @cached_property
    def goal(self) -> State:
        """The state to reach."""
        if self.lit_goal is None:
            check_memory(8 * self.cells, self.cells)
            return (0,) * self.cells
        return self.lit_goal

    @cached_property
    def toggles(self) -> Toggles:
        """What each press adds: (cell, amount), ascending; nothing for dead and fixed cells."""
        reach = wiring.reach_of(self)
        check_memory(wiring.BYTES / 2 * reach * self.presses, self.cells, 2 if self.rule == "cross" else 1)
        return tuple(self.toggle(press) for press in checked(range(self.presses), 1 + int(8000 / (reach + 1))))

    def toggle(self, press: Move) -> Toggle:
        """Return what one press adds: (cell, amount), ascending."""
        if press in self.dead or press in self.fixed:
            return ()
        if isinstance(self.rule, str):
            reached = rules.toggle(self.rule, self.surface, self.width, self.height, press)
            amounts = rules.settle(reached.items(), self.k)
        else:
            amounts = self.rule[press]
        return tuple(entry for entry in amounts if entry[0] not in self.lampless) if self.lampless else amounts

    is_symmetric = cached_property(wiring.is_symmetric)
    matrix = wiring.matrix
    to_networkx = graph.of_toggles

    def move_name(self, press: Move) -> str:
        """Return the name of a press: the node if the puzzle is a graph, else the cell's row,column from 1."""
        return graph.name(press, self.names, self.width if self.height > 1 else 0)

    # playing

    def state(self, given: StateLike, what: str = "the state") -> State:
        """Return `given` as a tuple of ints; every method accepts states flat or in rows, as an array, a data frame or
        text.

        The contents of free cells become 0. Raises PuzzleError about `what`, with row and column, if `given` is not a
        state.
        """
        state = states.read(self, given)
        text.check_state(state, what, self)
        if self.free and any(state[cell] for cell in self.free):
            state = tuple([0 if cell in self.free else value for cell, value in enumerate(state)])
        return state

    def moves(self, state: StateLike) -> Sequence[Move]:
        """Return the presses that a player can make, which do not depend on the state."""
        state = self.state(state)
        return self.buttons

    def apply(self, state: StateLike, move: Move) -> State:
        """Return the state after one press; raise IllegalMoveError if there is no such button."""
        cells = list(self.state(state))
        self._press(cells, move, 1)
        return tuple(cells)

    def apply_all(self, state: StateLike, moves: Iterable[Move]) -> State:
        """Return the state after all `moves`; raise IllegalMoveError if there is no such button."""
        cells = list(self.state(state))
        for move in checked(moves, 16 if self.rule == "cross" else 1024):
            self._press(cells, move, 1)
        return tuple(cells)

    def _press(self, cells: list[int], move: Move, times: int) -> None:
        wiring.check_press(self, move)
        for cell, amount in self.toggle(move):
            cells[cell] = (cells[cell] + times * amount) % self.k

    # solving

    @cached_property
    def system_cache(self) -> dict[str, Any]:
        """Results about the linear equations, by their names in `LinearSystem`."""
        return {}

    @property
    def system(self) -> LinearSystem:
        """The linear equations of the puzzle, with the results computed so far."""
        return LinearSystem(self)

    @property
    def quiet(self) -> Module:
        """The quiet patterns (presses that change nothing); raises PuzzleError if they are too many to write out."""
        return self.system.null_space

    @property
    def quiet_patterns(self) -> tuple[Vector, ...]:
        """A basis of the quiet patterns (generators for composite k), each a vector of the presses of every button."""
        return self.system.null_space.generators

    @property
    def nullity(self) -> int:
        """The dimension of the quiet patterns; for composite k, the least number of patterns that generate them all."""
        return self.system.nullity

    @property
    def solutions_each(self) -> int:
        """The number of solutions of each solvable state: k^nullity for prime k."""
        return self.system.solutions_each

    @property
    def rank(self) -> int:
        """The rank of the toggle matrix: the number of buttons minus the nullity."""
        return self.system.rank

    def ranks(self, state: StateLike) -> tuple[int, int]:
        """Return the rank of the toggle matrix A, and of A with `difference(state)` as one more column.

        They are equal if and only if the state is solvable. For composite k the rank is the length of the module that
        the presses span: the number of prime factors of its order.
        """
        return self.system.ranks(self.state(state))

    def difference(self, state: StateLike) -> State:
        """Return goal − state mod k, cell by cell: what the presses must add."""
        return self.system.difference(self.state(state))

    def obstruction(self, state: StateLike) -> Obstruction | None:
        """Return None if `state` is solvable, else the proof: a weighted sum that no press changes mod k."""
        return self.system.obstruction(self.state(state))

    def vector(self, state: StateLike) -> Vector:
        """Return a solution as a vector of the presses of each button; raise UnsolvableError with the proof if there is
        none.
        """
        return self.system.vector(self.state(state))

    def solve(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return any solution, fast; raise UnsolvableError with the proof if there is none, BudgetExceededError at a
        limit.
        """
        state = self.state(state)
        with Budget.parallel(**limits):
            return self.system.solution(state)

    def optimal(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return a proved solution with the fewest presses; raise the errors of `solve`, at a limit with the best
        solution so far.
        """
        from solvable.lights.min_weight import choose

        budget = Budget.parallel(**limits) if limits else None  # creating one takes a third of the time of `at_once`
        if (result := choose.at_once(self, state)) is not None:
            return result.solution
        return choose.optimal(self.system, self.state(state), budget or Budget.of())

    def search(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Searched:
        """Return the best solution within the limits, the number of solutions weighed, and the method."""
        from solvable.lights.min_weight import choose

        budget = Budget.parallel(**limits) if limits else None
        if (result := choose.at_once(self, state)) is not None:
            return result
        return choose.search(self.system, self.state(state), budget or Budget.of())

    def solutions(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Iterator[Solution]:
        """Yield all `solutions_each` solutions; raise UnsolvableError with the proof if there is none."""
        state = self.state(state)
        from solvable.lights.min_weight.choose import while_time_lasts

        budget = Budget.parallel(**limits)
        with budget:
            results = self.system.solutions(state)
        return while_time_lasts(results, budget)

    def optimal_solutions(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Iterator[Solution]:
        """Yield every solution with the fewest presses; raise BudgetExceededError if a limit is reached before the
        last.
        """
        state = self.state(state)
        from solvable.lights.min_weight import choose

        return choose.optimal_solutions(self.system, state, Budget.parallel(**limits))

    def bound(self, state: StateLike) -> int:
        """Return a simple lower bound on the presses: the wrong lamps divided by the most that one press changes."""
        return self.system.bound(self.state(state))

    def count(self) -> Count:
        """Return the numbers of states, of solvable states, and of solutions of each."""
        return self.system.count()

    def scramble(self, rng: Seed) -> State:
        """Return a uniformly random solvable state: the goal after 0 to k − 1 random presses of each button.

        With a seed (a number or a string) instead of a generator, it is the board of the game ID `…#seed`.
        """
        from solvable.lights import generate

        return generate.scrambled(self, rng)

    def exact(self, moves: int, number: int, rng: Random, **limits: Unpack[Limits]) -> Iterator[State]:
        """Yield `number` different states whose fewest presses are `moves`; raise PuzzleError if there are fewer."""
        from solvable.lights import generate

        return generate.exact(self.system, moves, number, rng, Budget.of(**limits))

    def quiet_list(self, *, every: bool = False) -> Iterator[Vector]:
        """Yield a basis of the quiet patterns, or with `every` all but zero."""
        return filter(any, self.quiet.members((0,) * self.presses)) if every else iter(self.quiet_patterns)

    def press_distribution(self) -> tuple[int, ...]:
        """Return the numbers of solvable states that need 0, 1, 2, … presses; raise PuzzleError if there are too many
        states.
        """
        from solvable.lights.min_weight import distribution

        return distribution.press_distribution(self.system)

    def chase(self, state: StateLike) -> Chase:
        """Return light chasing on `state`: the residual last row, the first row that clears it, and all presses."""
        state = self.state(state)
        from solvable.lights.methods.chase import chase

        return chase(self, self.system.difference(state))

    def chase_table(self) -> dict[Vector, tuple[Vector, ...]]:
        """Return the look-up table: for each residual row, the first rows that clear it, lightest first."""
        from solvable.lights.methods.chase import chase_table

        return chase_table(self)

    def worst(self, **limits: Unpack[Limits]) -> WorstCase:
        """Return the hardest known solvable state, and a proved bound on the presses that any state needs."""
        from solvable.lights.covering_radius import hardest

        return hardest.worst_case(self.system, Budget.of(**limits))

    def lit_only(self, state: StateLike, **limits: Unpack[Limits]) -> Solution:
        """Return a shortest sequence of presses, each of a lit lamp; raise UnsolvableError if there is none."""
        state = self.state(state)
        from solvable.lights.min_weight import lit_only

        return lit_only.solve(self.system, state, Budget.of(**limits)).of(self, state)

    def fewest_lit(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> tuple[State, Solution]:
        """Return a reachable state with the fewest lamps lit, and presses that lead to it from `state`."""
        state = self.state(state)
        from solvable.lights.min_weight import fewest_lit

        remaining, result = fewest_lit.fewest_lit(self.system, state, Budget.parallel(**limits))
        return remaining, result.of(self, state)

    def all_lit(self) -> State:
        """Return the state with every lamp that counts at 1."""
        check_memory(8 * self.cells, self.cells)
        return tuple([int(cell not in self.lampless) for cell in checked(range(self.cells))])

    # reading and showing

    def parse(self, cells: str) -> State:
        """Return the state in `cells`, digits row by row; raise NotationError with line and column."""
        return text.parse_state(cells, self.width, self.height, self.k, self.dead, self.free)

    def format(self, state: StateLike) -> str:
        """Return the numbers of `state` as text, the rows separated by '/'."""
        return text.format_state(self.state(state), self.width, self.k)

    def scene(self, state: StateLike, marks: Marks = UNMARKED, *, extent: Extent | None = None) -> Scene:
        """Return the Scene of `state` with these marks, of the whole board or only an extent of (columns, rows)."""
        state = self.state(state)
        from solvable.lights import scene

        return scene.scene(self, state, marks, extent=extent)

    svg = shown.svg
    _repr_svg_ = shown.repr_svg
    _repr_latex_ = wiring.latex
