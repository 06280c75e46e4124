"""Picture puzzles: boards with identical tiles. Labelling the tiles turns one into a sliding-tile puzzle.

Any labelling of the identical tiles with the right parity gives a solution; pairing each tile with a near goal cell of
its label gives a short one. If the parity is wrong, two identical tiles exchange their labels. The shortest solution is
the shortest over all labellings, so if there are few, each is searched as a sliding puzzle.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from math import factorial, prod

from solvable.core.budget import check
from solvable.core.errors import BudgetExceededError
from solvable.core.message import msg
from solvable.core.puzzle import Better, Bound, Budget, Event, Solution, State
from solvable.core.solution import Searched
from solvable.tiles import parity
from solvable.tiles.board import SlidingTiles
from solvable.tiles.heuristics import lower_bound

PAIRED_TILES_MAX = 200  # tiles of one label that are paired by distance; more are paired in order
FEW = 24  # labellings of the tiles that are all searched; goal cells of a label that are all considered


def tell_apart(width: int, goal: State, state: State) -> tuple[State, State]:
    """Return goal and state with distinct tiles 1, 2, … instead of identical ones, mutually reachable."""
    apart = tuple(cell + 1 if label else 0 for cell, label in enumerate(goal))
    numbers = {tile: number for number, tile in enumerate(sorted(apart))}
    named = [0] * len(state)
    twins: tuple[int, int] | None = None
    for label in sorted(set(goal) - {0}):
        check()
        homes = [cell for cell, other in enumerate(goal) if other == label]
        places = [cell for cell, other in enumerate(state) if other == label]
        twins = (places[0], places[1]) if len(places) > 1 else twins
        for index, home in _pairs(width, places, homes):
            named[index] = numbers[apart[home]]
    wanted = tuple(numbers[tile] for tile in apart)
    if twins and not parity.is_reachable(tuple(named), wanted, width):
        a, b = twins
        named[a], named[b] = named[b], named[a]
    return wanted, tuple(named)


def _pairs(width: int, places: list[int], homes: list[int]) -> list[tuple[int, int]]:
    """Pair each cell with a goal cell, the nearest pairs first."""
    if len(places) > PAIRED_TILES_MAX:
        return list(zip(places, homes, strict=True))
    results: dict[int, int] = {}
    taken: set[int] = set()
    for index, home in sorted(product(places, homes), key=lambda pair: distance(width, *pair)):
        if index not in results and home not in taken:
            results[index] = home
            taken.add(home)
    return list(results.items())


def distance(width: int, a: int, b: int) -> int:
    """Return the steps between two cells."""
    return abs(a // width - b // width) + abs(a % width - b % width)


def nearest_homes(width: int, goal: State, state: State) -> int:
    """Return the sum of the tiles' distances to the nearest goal cells of their labels, a lower bound on the moves."""
    homes: dict[int, list[int]] = {}
    for cell, label in enumerate(goal):
        homes.setdefault(label, []).append(cell)
    total = 0
    for label in homes.keys() - {0}:
        places = [cell for cell, other in enumerate(state) if other == label]
        if len(homes[label]) > FEW:
            steps = _steps_to(width, len(goal), homes[label])
            total += sum(steps[index] for index in places)
        else:
            total += sum(min(distance(width, place, home) for home in homes[label]) for place in places)
    return total


def _steps_to(width: int, cells: int, homes: list[int]) -> list[int]:
    """Return each cell's steps to the nearest of many goal cells: one pass from the top left, one back."""
    steps = [cells] * cells
    for home in homes:
        steps[home] = 0
    for cell in range(cells):
        left = steps[cell - 1] if cell % width else cells
        steps[cell] = min(steps[cell], left + 1, (steps[cell - width] if cell >= width else cells) + 1)
    for cell in reversed(range(cells)):
        right = steps[cell + 1] if (cell + 1) % width else cells
        steps[cell] = min(steps[cell], right + 1, (steps[cell + width] if cell + width < cells else cells) + 1)
    return steps


def is_few(goal: State) -> bool:
    """Return whether there are few labellings of the tiles."""
    alike = [count for label, count in Counter(goal).items() if label]
    return max(alike) < 8 and prod(map(factorial, alike)) <= 2 * FEW


def ways(width: int, goal: State, state: State) -> list[tuple[State, State]]:
    """Return every solvable labelling of the tiles, as (goal, state); at least one if any is solvable."""
    homes: dict[int, list[int]] = {}
    for cell, label in enumerate(goal):
        homes.setdefault(label, []).append(cell)
    numbers = {cell: number for number, cell in enumerate((cell for cell, label in enumerate(goal) if label), start=1)}
    wanted = tuple(numbers.get(cell, 0) for cell in range(len(goal)))
    places = {label: [cell for cell, other in enumerate(state) if other == label] for label in homes if label}
    results = []
    for choice in product(*(permutations(homes[label]) for label in places)):
        named = [0] * len(state)
        for label, cells in zip(places, choice, strict=True):
            for index, home in zip(places[label], cells, strict=True):
                named[index] = numbers[home]
        if parity.is_reachable(tuple(named), wanted, width):
            results.append((wanted, tuple(named)))
    return sorted(results, key=lambda way: lower_bound(way[1], way[0], width, "stm"))


def solve(width: int, goal: State, state: State) -> Solution:
    """Return the solution of the human method for one labelling of the tiles; the state must be solvable."""
    wanted, start = tell_apart(width, goal, state)
    moves = SlidingTiles(width, len(goal) // width, goal=wanted).solve(start).moves
    return Solution(moves, nearest_homes(width, goal, state))


def near(width: int, goal: State, state: State, budget: Budget) -> Solution:
    """Return a short solution of one labelling of the tiles, with a bound that holds for all."""
    wanted, start = tell_apart(width, goal, state)
    is_only = len(set(goal)) == len(goal)
    minimum = None if is_only else nearest_homes(width, goal, state)

    def heard(event: Event) -> Event:
        return event if minimum is None else replace(event, lower_bound=minimum)

    puzzle = SlidingTiles(width, len(goal) // width, goal=wanted)
    try:
        result = puzzle.near(start, budget=budget.share(through=heard))
    except BudgetExceededError as error:
        if minimum is None:
            raise
        best = None if error.best is None else Solution(error.best.moves, minimum)
        raise BudgetExceededError(str(error), minimum, best) from None  # its own bound is for one labelling
    return Solution(result.moves, result.lower_bound if minimum is None else minimum)


@dataclass(slots=True)
class Ways:
    """The labellings of the tiles, each a sliding puzzle, with the proved bound of each, and the best solution of
    any.
    """

    width: int
    every: list[tuple[State, State]]
    budget: Budget
    bounds: list[int] = field(init=False)
    best: Solution | None = None
    nodes: int = 0
    method: str = ""

    def __post_init__(self) -> None:
        self.bounds = [lower_bound(start, wanted, self.width, "stm") for wanted, start in self.every]

    @property
    def least(self) -> int:
        """The lower bound that holds for every labelling."""
        return min([*self.bounds, *([] if self.best is None else [len(self.best)])])

    def offer(self, moves: Iterable[int]) -> bool:
        """Store a solution if it is the shortest so far; return whether it was."""
        moves = tuple(moves)
        if self.best is not None and len(moves) >= len(self.best):
            return False
        self.best = Solution(moves, 0)
        return True

    def heard(self, index: int, event: Event) -> Event:
        """Return the event about all labellings that follows from an event of the search of one."""
        self.bounds[index] = max(self.bounds[index], event.lower_bound)
        is_better = event.best is not None and self.offer(event.best.moves)
        best = None if self.best is None else Solution(self.best.moves, self.least)
        nodes = self.nodes + event.nodes
        return Better(self.least, best, nodes) if is_better and best else Bound(self.least, best, nodes)

    def search(self, index: int) -> BudgetExceededError | None:
        """Search one labelling; return the error if a limit ended the search."""
        wanted, start = self.every[index]
        puzzle = SlidingTiles(self.width, len(wanted) // self.width, goal=wanted)
        try:
            result = puzzle.search(start, budget=self.budget.share(through=lambda event: self.heard(index, event)))
        except BudgetExceededError as error:
            self.bounds[index] = max(self.bounds[index], error.lower_bound)
            self.offer((puzzle.solve(start) if error.best is None else error.best).moves)
            return error
        self.offer(result.solution.moves)
        self.bounds[index] = len(result.solution)
        self.nodes += result.nodes
        self.method = msg("{method}, for every way to tell the tiles apart", method=msg(result.method))
        return None


def optimal(width: int, goal: State, state: State, budget: Budget) -> Searched:
    """Return a shortest solution, the best over all labellings; raise BudgetExceededError, with the best so far, at a
    limit.
    """
    result = Ways(width, ways(width, goal, state), budget)
    for index in range(len(result.every)):
        if result.best is not None and result.bounds[index] >= len(result.best):
            continue
        stopped = result.search(index)
        if stopped:
            known = None if result.best is None else Solution(result.best.moves, result.least)
            raise BudgetExceededError(str(stopped), result.least, known)
    assert result.best is not None  # a solvable state has a labelling
    return Searched(Solution(result.best.moves, len(result.best)), result.nodes, result.method)


def optimal_solutions(width: int, goal: State, state: State, length: int, budget: Budget) -> Iterator[Solution]:
    """Yield every shortest solution, of `length` moves: a list of moves belongs to one labelling of the tiles."""
    for wanted, start in ways(width, goal, state):
        puzzle = SlidingTiles(width, len(goal) // width, goal=wanted)
        if lower_bound(start, wanted, width, "stm") > length:
            continue
        if len(puzzle.optimal(start, budget=budget)) == length:
            yield from puzzle.optimal_solutions(start, budget=budget)
