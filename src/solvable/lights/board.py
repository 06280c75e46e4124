"""LightsOut: any puzzle in which a press adds a fixed pattern, answered by linear algebra over Z/k.

Presses commute and k equal presses cancel, so a solution is a vector x over Z/k with A x = goal - state, where press j
is column j of A. All solutions are one of them plus the quiet patterns, the x with A x = 0. A state has no
solution iff some weights y with yᵀA = 0 tell it from the goal: y is the proof (Sutner 1989; Anderson & Feil 1998).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from solvable.budget import Budget
from solvable.errors import IllegalMoveError, PuzzleError, UnsolvableError
from solvable.lights import figure, rules, text
from solvable.lights.algebra.module import Module, Vector, check_listed, presses, product_of_powers
from solvable.lights.checked import checked
from solvable.lights.methods.choose import BYTES, Solver, choose, reach_of
from solvable.lights.nullity.choose import GIANT, is_ordinary, orders
from solvable.lights.rules import Toggle, Toggles, cells_of, check_whole, is_symmetric, settled
from solvable.memory import check_memory
from solvable.puzzle import Count, Move, Obstruction, Progress, Searched, Solution, State, WorstCase
from solvable.said import say
from solvable.scene import UNMARKED, Marks, Scene, Window

if TYPE_CHECKING:
    from solvable.lights.chase import Chase

LARGEST_K = 2**31 - 1


@dataclass(frozen=True, init=False, repr=False)
class LightsOut:
    """A lights puzzle: width × height cells, each a lamp with `k` states, and what each press adds.

    `rule` is a name from `rules.RULES`, laid on a `surface`, or explicit toggles: for each press a tuple of
    (cell, amount). `dead` cells do not exist; `fixed` cells exist but cannot be pressed. `name` is that of a
    catalogued variant, or "".
    """

    width: int
    height: int
    k: int
    rule: str | Toggles
    surface: str
    dead: frozenset[int]
    fixed: frozenset[int]
    name: str
    _goal: State | None  # None: all dark

    def __init__(
        self, width: int = 5, height: int = 5, *, k: int = 2,
        rule: str | Iterable[Iterable[tuple[int, int]]] = "plus", surface: str = "plane", dead: Iterable[int] = (),
        fixed: Iterable[int] = (), goal: Sequence[int] | None = None, name: str = "",
    ) -> None:  # fmt: skip
        check_whole(width, "the width", 1)
        check_whole(height, "the height", 1)
        check_whole(k, "the number of states k", 2)
        if k > LARGEST_K:
            raise PuzzleError(say("the number of states k must be at most {most}, not {k}", most=LARGEST_K, k=k))
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
        put(self, "rule", rule if isinstance(rule, str) else settled(rule, width * height, k))
        put(self, "name", name)
        rules.check_lost((*self.dead, *self.fixed), self.cells, self.presses)
        if not isinstance(self.rule, str) and (self.dead or self.fixed):
            put(self, "rule", tuple(map(self.toggle, range(self.presses))))  # what has no effect is not kept
        put(self, "_goal", None)
        if goal is not None:
            goal = tuple(goal)
            self._check(goal, "the goal")
            put(self, "_goal", goal if any(goal) else None)

    @classmethod
    def from_graph(
        cls,
        n: int,
        edges: Iterable[tuple[int, int]],
        directed: bool = False,
        loops: bool = True,
        *,
        k: int = 2,
        name: str = "",
    ) -> "LightsOut":
        """Return the game on a graph of vertices 0..n-1: a press reaches the neighbours and, with `loops`, itself.

        For a directed edge (a, b), pressing a reaches b.
        """
        check_whole(n, "the number of vertices", 1)
        return cls(n, 1, k=k, rule=rules.graph_toggles(n, edges, directed=directed, loops=loops), name=name)

    @classmethod
    def from_matrix(
        cls, matrix: Sequence[Sequence[int]], k: int = 2, width: int | None = None, height: int | None = None
    ) -> "LightsOut":
        """Return the game whose press i adds `matrix[i][j]` to cell j; its shape is one row where none is given."""
        width, height = rules.matrix_size(matrix, width, height)
        return cls(width, height, k=k, rule=tuple(tuple(enumerate(row)) for row in matrix))

    @classmethod
    def box(cls, width: int, height: int, depth: int, *, k: int = 2) -> "LightsOut":
        """Return the solid box, each press reaching itself and up to six neighbours; its layers stand one below
        another, on a board of width × (height · depth)."""
        for value, what in ((width, "the width"), (height, "the height"), (depth, "the depth")):
            check_whole(value, what, 1)
        return cls(width, height * depth, k=k, rule=rules.box_toggles(width, height, depth))

    def __repr__(self) -> str:
        return text.described(self, self.goal, self.name)

    def with_goal(self, goal: Sequence[int] | None) -> "LightsOut":
        """Return the same puzzle with another goal (None: all dark)."""
        return self._again(goal, self.name)

    def without_name(self) -> "LightsOut":
        """Return the same puzzle as if it were not in the catalogue, so that its ID spells its rules."""
        return self._again(self._goal, "")

    def plays_like(self, other: object) -> bool:
        """Return whether `other` is the same game, whatever it is called."""
        if not isinstance(other, LightsOut):
            return False
        one, two = ((p.width, p.height, p.k, p.goal, p.dead, p.fixed) for p in (self, other))
        is_named_so = (self.rule, self.surface) == (other.rule, other.surface)
        return one == two and (is_named_so or self.toggles == other.toggles)

    def _again(self, goal: Sequence[int] | None, name: str) -> "LightsOut":
        return LightsOut(
            self.width,
            self.height,
            k=self.k,
            rule=self.rule,
            surface=self.surface,
            dead=self.dead,
            fixed=self.fixed,
            goal=goal,
            name=name,
        )

    @property
    def cells(self) -> int:
        """The number of cells of the width × height sheet, dead ones included."""
        return self.width * self.height

    @property
    def presses(self) -> int:
        """The number of presses, those of dead and fixed cells included."""
        return self.cells if isinstance(self.rule, str) else len(self.rule)

    @property
    def buttons(self) -> Sequence[Move]:
        """The presses that the player has, ascending."""
        if not self.dead and not self.fixed:
            return range(self.presses)
        return [press for press in checked(range(self.presses)) if press not in self.dead and press not in self.fixed]

    @cached_property
    def goal(self) -> State:
        """The state to reach."""
        if self._goal is None:
            check_memory(8 * self.cells, self.cells)
            return (0,) * self.cells
        return self._goal

    @cached_property
    def toggles(self) -> Toggles:
        """What each press adds: (cell, amount), ascending; nothing for dead and fixed cells."""
        reach = reach_of(self)
        check_memory(BYTES / 2 * reach * self.presses, self.cells, 2 if self.rule == "cross" else 1)
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
        return tuple(entry for entry in amounts if entry[0] not in self.dead) if self.dead else amounts

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether press i adds to cell j what press j adds to cell i."""
        if self.fixed or self.presses != self.cells:
            return False
        if isinstance(self.rule, str) and self.surface in ("plane", "cylinder", "torus"):
            return True  # the offsets are symmetric, and so are whole rows and columns, and triangles
        return is_symmetric(self.toggles)

    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """Return the toggle matrix: row i is what press i adds to each cell."""
        return figure.matrix(self)

    # playing

    def moves(self, state: State) -> Sequence[Move]:
        """Return the presses that the player has; they do not depend on the state."""
        return self.buttons

    def apply(self, state: State, move: Move) -> State:
        """Return the state after one press; raise IllegalMoveError where there is no such button."""
        cells = list(state)
        self._press(cells, move, 1)
        return tuple(cells)

    def apply_all(self, state: State, moves: Iterable[Move]) -> State:
        """Return the state after all `moves`."""
        cells = list(state)
        for move in checked(moves, 16 if self.rule == "cross" else 1024):
            self._press(cells, move, 1)
        return tuple(cells)

    def _press(self, cells: list[int], move: Move, times: int) -> None:
        if not 0 <= move < self.presses:
            raise IllegalMoveError(
                say("there is no button {button}: the buttons are 0 to {last}", button=move, last=self.presses - 1),
                move,
            )
        if move in self.dead or move in self.fixed:
            raise IllegalMoveError(say("cell {cell} cannot be pressed", cell=move), move)
        for cell, amount in self.toggle(move):
            cells[cell] = (cells[cell] + times * amount) % self.k

    # solving

    @cached_property
    def _solver(self) -> Solver:
        return choose(self)

    @cached_property
    def _orders(self) -> Counter[int]:
        return orders(self, self._eliminated)

    def _eliminated(self) -> tuple[int, ...]:
        return self._solver.orders()

    @cached_property
    def quiet(self) -> Module:
        """The quiet patterns: presses that change nothing; raise PuzzleError where they are too large to write out."""
        if self.cells >= GIANT:  # many cells are not gone through to find what has no room
            check_listed(self.nullity, self.presses)
            if not self.nullity:
                return Module(self.k, (), ())
        return self._solver.null()

    @property
    def quiet_patterns(self) -> tuple[Vector, ...]:
        """A basis of the quiet patterns, each as the number of presses of each button (independent generators where
        k is composite)."""
        return self.quiet.generators

    @cached_property
    def nullity(self) -> int:
        """The dimension of the quiet patterns; where k is composite, the least number of patterns that generate all."""
        return self._orders.total()

    @property
    def solutions_each(self) -> int:
        """How many solutions every solvable state has: k^nullity for prime k."""
        if is_ordinary(self):
            return 1 << self.nullity
        return product_of_powers(self._orders.items())

    @property
    def rank(self) -> int:
        """The number of buttons less the nullity."""
        return len(self.buttons) - self.nullity

    def ranks(self, state: State) -> tuple[int, int]:
        """Return the ranks of A and of A beside the state's difference: equal iff the state is solvable.

        Where k is composite the rank is the length of the module that the presses span: the number of prime factors
        of its order.
        """
        from solvable.lights.algebra import ranks

        right = self.difference(state)
        return ranks.ranks(self.k, len(self.buttons), self._orders, right, self._solver.witness)

    def difference(self, state: Sequence[int]) -> State:
        """Return goal - state mod k: what the presses must add."""
        self._check(state, "the state")
        if self._goal is None:
            return tuple(state) if self.k == 2 else tuple(-value % self.k for value in state)
        return tuple((wanted - value) % self.k for wanted, value in zip(self._goal, state, strict=True))

    def obstruction(self, state: State) -> Obstruction | None:
        """Return weights that every press leaves unchanged mod k while `state` and the goal differ in them, or None."""
        weights = self._solver.witness(self.difference(state))
        if weights is None:
            return None
        value = sum(w * s for w, s in zip(weights, state, strict=True)) % self.k
        wanted = sum(w * s for w, s in zip(weights, self._goal, strict=True)) % self.k if self._goal else 0
        return Obstruction("quiet pattern" if self.is_symmetric else "left null vector", weights, value, wanted)

    def vector(self, state: State) -> Vector:
        """Return a solution as the number of presses of each button; raise UnsolvableError with the proof."""
        right = self.difference(state)
        if not any(right):
            return (0,) * self.presses
        found = self._solver.solve(right)
        if found is not None:
            return found
        if (obstruction := self.obstruction(state)) is None:
            raise RuntimeError("neither a solution nor a proof that there is none")  # one of the two always exists
        raise UnsolvableError("no presses lead from this state to the goal", obstruction)

    def solve(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Solution:  # fmt: skip
        """Return any solution; raise UnsolvableError with the proof, BudgetExceededError where a limit comes first."""
        with Budget.of(budget, seconds, workers, progress):
            return self._solution(self.vector(state), self.bound(state))

    def optimal(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Solution:  # fmt: skip
        """Return a solution of the fewest presses, proved; raise BudgetExceededError with the best at a limit."""
        from solvable.lights.fewest import choose

        return choose.optimal(self, state, Budget.of(budget, seconds, workers, progress))

    def search(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Searched:  # fmt: skip
        """Return a solution of the fewest presses, or the best within the limits, and what it cost."""
        from solvable.lights.fewest.choose import fewest

        found = fewest(self, state, Budget.of(budget, seconds, workers, progress))
        return Searched(found.solution, found.nodes, found.method, found.count)

    def solutions(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Iterator[Solution]:  # fmt: skip
        """Yield every solution; raise UnsolvableError with the proof where there is none."""
        from solvable.lights.fewest.choose import while_time_lasts

        budget = Budget.of(budget, seconds, workers, progress)
        with budget:
            offset, bound = self.vector(state), self.bound(state)
            found = (self._solution(vector, bound) for vector in self.quiet.members(offset))
        return while_time_lasts(found, budget)

    def optimal_solutions(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Iterator[Solution]:  # fmt: skip
        """Yield every solution of the fewest presses; raise BudgetExceededError where a limit comes before the last."""
        from solvable.lights.fewest import choose

        return choose.optimal_solutions(self, state, Budget.of(budget, seconds, workers, progress))

    def bound(self, state: State) -> int:
        """Return a simple lower bound on the presses: the wrong lamps, at most so many a press; exact where the
        solution is unique."""
        right = self.difference(state)
        wrong = len(right) - right.count(0)
        if not isinstance(self.rule, str):
            most = max((len(toggle) for toggle in self.rule), default=1)
        elif self.rule == "cross":
            most = self.width + self.height - 1
        else:
            most = 4 if self.rule == "triangle" else len(rules.OFFSETS[self.rule])
        return -(-wrong // max(most, 1))

    def _solution(self, vector: Sequence[int], bound: int) -> Solution:
        """Return the solution that presses each button as often as `vector` says."""
        moves = presses(vector)
        return Solution(moves, len(moves) if self.nullity == 0 else min(bound, len(moves)))

    def count(self) -> Count:
        """Return how many states there are, how many are solvable, and in how many ways each."""
        states = product_of_powers([(self.k, self.cells - len(self.dead))])
        solutions, nullity = self.solutions_each, self.nullity
        reached = [(self.k // order, times) for order, times in self._orders.items()]  # by each generator's multiples
        solvable = product_of_powers([(self.k, len(self.buttons) - nullity), *reached])
        return Count(states, solvable, solutions, nullity)

    def scramble(self, rng: Random) -> State:
        """Return a uniformly random solvable state: the goal after each button was pressed 0 to k-1 times at random."""
        cells = list(self.goal)
        for press in checked(self.buttons, 16 if self.rule == "cross" else 1024):
            if times := rng.randrange(self.k):
                self._press(cells, press, times)
        return tuple(cells)

    def exact(self, moves: int, number: int, rng: Random) -> Iterator[State]:
        """Yield `number` different states whose fewest presses are `moves`; raise PuzzleError where there are fewer."""
        from solvable.lights import generate

        return generate.exact(self, moves, number, rng)

    def quiet_list(self, *, every: bool = False) -> Iterator[Vector]:
        """Yield a basis of the quiet patterns, or with `every` all but the empty one."""
        return filter(any, self.quiet.members((0,) * self.presses)) if every else iter(self.quiet_patterns)

    def press_distribution(self) -> tuple[int, ...]:
        """Return how many solvable states need 0, 1, 2, … presses."""
        from solvable.lights.fewest import distribution

        return distribution.press_distribution(self)

    def chase(self, state: State) -> "Chase":
        """Return the chase of `state`: the residual row, the first row that mends it, all presses."""
        from solvable.lights.chase import chase

        return chase(self, state)

    def chase_table(self) -> dict[Vector, tuple[Vector, ...]]:
        """Return for each residual row the first rows that mend it, lightest first."""
        from solvable.lights.chase import chase_table

        return chase_table(self)

    def worst(
        self, *, seconds: float | None = None, progress: Progress | None = None, budget: Budget | None = None
    ) -> WorstCase:
        """Return a solvable state that needs as many presses as any known, and the bound."""
        from solvable.lights.worst import hardest

        return hardest.worst_case(self, Budget.of(budget, seconds, progress=progress))

    def lit_only(
        self, state: State, *, seconds: float | None = None, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> Solution:  # fmt: skip
        """Return a shortest sequence of presses, each of a lit lamp; raise UnsolvableError where there is none."""
        from solvable.lights.fewest import lit_only

        return lit_only.solve(self, state, budget=Budget.of(budget, seconds, progress=progress))

    def fewest_lit(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None,
        budget: Budget | None = None,
    ) -> tuple[State, Solution]:  # fmt: skip
        """Return a reachable state with the fewest lamps lit, and presses that lead there."""
        from solvable.lights.fewest import fewest_lit

        return fewest_lit.fewest_lit(self, state, budget=Budget.of(budget, seconds, workers, progress))

    def all_lit(self) -> State:
        """Return the state with every lamp at 1."""
        check_memory(8 * self.cells, self.cells)
        return tuple([int(cell not in self.dead) for cell in checked(range(self.cells))])

    # reading and showing

    def parse(self, cells: str) -> State:
        """Return the state that `cells` writes: digits row by row; raise NotationError with line and column."""
        return text.parse_state(cells, self.width, self.height, self.k, self.dead)

    def format(self, state: State) -> str:
        """Return the numbers of `state`, rows split by '/'."""
        return text.format_state(state, self.width, self.k)

    def _check(self, state: Sequence[int], what: str) -> None:
        text.check_state(state, what, self.cells, self.k, self.dead)

    def scene(self, state: Sequence[int], marks: Marks = UNMARKED, *, window: Window | None = None) -> Scene:
        """Return what is to be seen of `state` with these marks, through a window of (columns, rows) or all of it."""
        from solvable.lights import scene

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

    def _repr_latex_(self) -> str | None:
        return figure.latex(self)
