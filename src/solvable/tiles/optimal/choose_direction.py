"""Which way a hard board is searched: from the board to the goal or from the goal to the board, by which partition.

Both searches prove the same bounds: a walk from the goal to the board, taken backward, leads from it to the goal.
But their tables differ, since those of the other way are of the blank's home in the board, and so do their nodes:
a way costs a hundredth of the other or three hundred times as much (Korf's 24-puzzles), and what is the smaller tree
when a bound takes a million nodes mostly is until the end. So it is with other partitions: which two, each as it is or
as the mirror sees it, serve a board best is known by trying (`Race`). From some bound on, where the next one would cost
more than a look at another way, and twice as much as building its tables, that way is searched as far as this one is
proved, unless a bound on the way costs more than it did this way: the ratio of two ways tends to 1 as the bounds grow,
so what is dearer now will not be the cheaper one. The way whose next bound is expected to be the smaller goes on, its
parts in order already.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from solvable.core import disk_cache
from solvable.core.errors import MissingTableError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.core.puzzle import Move, State
from solvable.tiles import symmetry
from solvable.tiles.interface import Grid
from solvable.tiles.optimal import lookups, parallel, search_worker
from solvable.tiles.optimal.incumbent import BestSoFar
from solvable.tiles.optimal.node_ordering import Stage
from solvable.tiles.optimal.question import Question, posed
from solvable.tiles.pdb import partitions
from solvable.tiles.pdb.partitions import Pair, Partitions, Tier

if TYPE_CHECKING:
    from solvable.tiles.optimal.checkpoint import Checkpoint
    from solvable.tiles.optimal.distributed import Spread

FEWEST_CELLS = 20  # of a board: proofs of smaller ones take less than building another table
NODES_EXPECTED_MIN = 20_000_000  # nodes expected of a bound from which a look at the other way is worth it: a second
NODES_PER_TABLE_BYTE = 1.3  # nodes that are searched while a byte of a table is built
# times the price of all tables built for a board, with the next: what a bound must be expected to cost
TABLE_PRICE_FACTOR = 2.0
USUAL_GROWTH = 5.0  # times as many nodes as in the bound before, where that is not known
TRIAL_NODES_MAX = 400_000  # nodes of the bound under which pairs of partitions are tried, at most
TRIAL_NODES_FACTOR = 2  # times the nodes of the best pair: one with more is left
BOUNDS_AHEAD = 3  # bounds for which the growth of a pair is thought to last
HOPELESS_NODES_FACTOR = 8  # times the nodes that the bound had: where no pair of partitions that way will have fewer
FINALIST_PAIRS = 2  # pairs that are looked at after that
# a part of the last bound, inverse: bounds of fewer nodes are too small to compare two ways by
COMPARABLE_BOUND_DIVISOR = 8


INFINITY = float("inf")


class TooManyError(Exception):
    """Another way has cost as much as this one: a signal within this subject, never seen by a caller."""


@frozen
class Way:
    """A question and the problem made of it, the words for the method, and how its walks are read.

    `blank` is the cell of the goal's blank where the walks go from the goal to the board, else None.
    """

    question: Question
    problem: search_worker.Problem
    method: str
    view: symmetry.Orientation
    blank: int | None = None

    @property
    def name(self) -> str:
        """The name of its tables."""
        return self.question.tables.name

    def moves(self, cells: Sequence[int]) -> tuple[Move, ...]:
        """Return the moves that lead the board to the goal, for the blank's cells in the frame."""
        result = self.view.moves(tuple(cells))
        return result if self.blank is None else (*result[-2::-1], self.blank)


@frozen
class Other:
    """Another way to search a board: from it to the goal or the other way round, with some tables, not loaded yet."""

    puzzle: Grid
    state: State
    is_backward: bool
    given: Partitions | None = None

    @property
    def view(self) -> symmetry.Orientation:
        """How the board looks in the frame of the tables."""
        end = self.state if self.is_backward else self.puzzle.goal
        return symmetry.orientation(self.puzzle.width, self.puzzle.height, end)

    @property
    def tables(self) -> Partitions:
        """The tables, by default those that fit."""
        return self.given or lookups.fitting(self.view.frame)

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """The tiers of its tables."""
        return partitions.tiers(self.tables)

    @property
    def price(self) -> float:
        """The nodes that could be searched while its tables are built: none where they are on disk."""
        return price(self.tiers)

    def ways(self, course: "Course", _bound: int) -> Iterator[Way]:
        """Yield it with its tables, which may be built for it."""
        yield self.way(course.known)

    def way(self, known: BestSoFar) -> Way:
        """Return it with its tables, which may be built for it."""
        begin, view = self.puzzle.goal if self.is_backward else self.state, partitions.turned(self.view, self.tables)
        question = Question(self.tables, view.state(begin))
        problem, words = posed(question, known.building), lookups.method(self.tables)
        if not self.is_backward:
            return Way(question, problem, words, view)
        words = msg("{method}, from the goal to the board", method=msg(words))
        return Way(question, problem, words, view, self.puzzle.goal.index(0))


@frozen
class Race:
    """The pairs of partitions by which a board may be searched one way, tried on a small bound."""

    puzzle: Grid
    state: State
    is_backward: bool
    tiers: tuple[Tier, ...]

    @property
    def price(self) -> float:
        """The nodes that the race takes, and that could be searched while what it misses of its tables is built."""
        return TRIAL_NODES_MAX * len(self.pairs) + price(self.tiers)

    @property
    def pairs(self) -> list[Pair]:
        """Every two partitions, but for those of the first tier, which are searched anyway."""
        looks = [look for tier in self.tiers for look in tier.looks]
        return [Pair(two) for two in combinations(looks, 2) if two[1].tier != self.tiers[0]]

    def ways(self, course: "Course", bound: int) -> Iterator[Way]:
        """Yield the pairs that promise the fewest nodes, none where the usual partition has far more than were had.

        What a pair promises are its nodes under a bound that is proved, grown as they did since the bound before it:
        the nodes alone would favour pairs whose gain is gone some bounds later.
        """
        stride = course.way.problem.stride
        back = next(
            (i for i, nodes in enumerate(reversed(course.costs)) if nodes <= TRIAL_NODES_MAX), len(course.costs) - 1
        )
        had, bound = course.costs[-1 - back], bound - back * stride
        if course.tried(self._way(course, self.tiers[0]), bound, HOPELESS_NODES_FACTOR * had) is None:
            return
        maximum, pairs, results = TRIAL_NODES_FACTOR * had, self.pairs, list[tuple[float, int]]()
        for number, pair in enumerate(pairs):
            way = self._way(course, pair)
            before = course.tried(way, bound - stride, int(maximum))
            nodes = None if before is None else course.tried(way, bound, int(maximum))
            if before is not None and nodes is not None:
                maximum = min(maximum, TRIAL_NODES_FACTOR * nodes)
                results.append((promised(before, nodes), number))
        for _, number in sorted(results)[:FINALIST_PAIRS]:
            yield self._way(course, pairs[number])

    def _way(self, course: "Course", tables: Partitions) -> Way:
        return Other(self.puzzle, self.state, self.is_backward, tables).way(course.known)


def promised(before: int, nodes: int) -> float:
    """Return the nodes of a bound after some more bounds, where they grow as they have since the bound before it."""
    return nodes * (nodes / before if before else USUAL_GROWTH) ** BOUNDS_AHEAD


def price(tiers: Iterable[Tier]) -> float:
    """Return the nodes that could be searched while the tables that are not on disk are built."""
    return NODES_PER_TABLE_BYTE * sum(tier.bytes for tier in tiers if not disk_cache.has(tier.name))


def others(puzzle: Grid, state: State) -> list[Other | Race]:
    """Return the ways that may be searched instead of the usual one, in the order of looking; none of small boards.

    Backward, and by other partitions of a frame that has some, either way.
    """
    if puzzle.metric != "stm" or puzzle.cells < FEWEST_CELLS:
        return []
    backward = Other(puzzle, state, is_backward=True)
    results: list[Other | Race] = [backward]
    for way in (Other(puzzle, state, is_backward=False), backward):
        if tiers := partitions.library(way.view.frame):
            results.append(Race(puzzle, state, way.is_backward, tiers))
    return results


class Course:
    """A search bound by bound, the one way or, from some bound on, another."""

    def __init__(
        self, known: BestSoFar, way: Way, others: Sequence[Other | Race] = (), keeper: "Checkpoint | None" = None
    ) -> None:
        self.known, self.way, self.keeper = known, way, keeper
        self.others = list(others)[keeper.looked if keeper else 0 :]
        self.limit: float = INFINITY  # nodes, all together
        self.paid = 0.0  # the prices of the tables built here
        self.crew = self._crew(way, keeper)
        self.costs = [nodes for _, nodes in keeper.finished] if keeper else []  # of the bounds, the last ones this way

    @property
    def task(self) -> search_worker.Task:
        """What the search has cost, all ways together."""
        return self.crew.agenda.task

    def close(self) -> None:
        """End the search."""
        self.crew.close()

    def search(self, bound: int, stage: Stage | None = None) -> tuple[Move, ...] | None:
        """Return a solution of this length, None where there is none."""
        if bound < self.way.problem.least:  # as the tables of this way say
            self.costs.append(0)
            return None
        crew = self.crew
        cells = crew.search(bound, stage) if isinstance(crew, parallel.Crew) else crew.search(bound)
        self.costs.append(self.task.nodes - self.crew.agenda.begun)
        return None if cells is None else self.way.moves(cells)

    def keep(self, bound: int) -> None:
        """Keep that this bound is to be begun."""
        if self.keeper and isinstance(self.crew, parallel.Crew):
            self.keeper.keep(self.crew.before(bound))

    def again(self, stage: Stage) -> None:
        """Go back to before a bound that was not begun, and choose its way."""
        self.crew.agenda.recall(stage)
        self.choose(stage.bound - self.way.problem.stride)

    def choose(self, bound: int) -> None:
        """After a bound without a solution go on the way on which the next one is expected to be the smallest.

        Each other way is looked at once, where the next bound is worth it.
        """
        while self.others and (expected := expected_of(self.costs)) >= NODES_EXPECTED_MIN:
            other = self.others[0]
            price = other.price
            if price and (
                self.known.is_hurried or expected < NODES_EXPECTED_MIN + TABLE_PRICE_FACTOR * (self.paid + price)
            ):
                return
            self.paid += price
            self.keep(bound + self.way.problem.stride)
            for way in other.ways(self, bound):
                if expected_of(self.costs):  # else the last one has nothing to search yet
                    self._look(way, bound)
            del self.others[0]
            if self.keeper:
                self.keeper.looked += 1

    def tried(self, way: Way, bound: int, most: int) -> int | None:
        """Return the nodes of a bound, proved already, another way; None where they are more than about `most`."""
        if bound < way.problem.least:
            return 0
        lane = search_worker.Lane(search_worker.Task(way.problem), bound)
        result, is_done = (
            parallel.alone(lane, [search_worker.Share.whole(way.problem, bound)], most + 1, None),
            lane.is_idle,
        )
        lane.close()
        if result is not None:
            raise wrong(way)
        nodes = lane.task.nodes
        self.task.collect(lane.task)
        self._tick(self.task.nodes)
        return nodes if is_done else None

    def _look(self, way: Way, bound: int) -> None:
        """Look at another way as far as this one is proved; take it where its next bound is expected to be smaller."""
        expected = expected_of(self.costs)
        crew = ended = self._crew(way)
        count(crew, self.task)
        try:
            costs = self._looked(crew, bound, way)
            if expected_of(costs) < expected:
                ended, self.crew, self.way, self.costs = self.crew, crew, way, costs
                if self.keeper and isinstance(crew, parallel.Crew):
                    crew.keeper = self.keeper
                    self.keeper.name, self.keeper.is_backward = way.name, way.blank is not None
        except TooManyError:
            pass
        finally:
            self.limit = INFINITY
            count(self.crew, crew.agenda.task)
            ended.close()

    def _crew(self, way: Way, keeper: "Checkpoint | None" = None) -> "parallel.Crew | Spread":
        """Return who searches a way: the crew of the budget, or threads of this process."""
        task, budget = search_worker.Task(way.problem), self.known.budget
        if budget.crew is not None:
            from solvable.tiles.optimal.distributed import Spread

            return Spread(task, way.question, budget.crew, self._tick, self.known.check)
        return parallel.Crew(task, budget.workers, self._tick, keeper)

    def _tick(self, nodes: int) -> None:
        self.known.tick(nodes)
        if nodes > self.limit:
            raise TooManyError

    def _looked(self, crew: "parallel.Crew | Spread", bound: int, way: Way) -> list[int]:
        """Search another way what is proved, and return what each bound has cost; TooManyError where one is dearer."""
        costs, task = list[int](), crew.agenda.task
        begun, last = task.nodes, self.costs[-1]
        for each in task.bounds():
            if each > bound:
                break
            before, back = task.nodes, (bound - each) // self.way.problem.stride + 1
            dear = max(self.costs[-back] if back <= len(self.costs) else 0, last // COMPARABLE_BOUND_DIVISOR)
            self.limit = min(begun + last, before + dear)
            if crew.search(each) is not None:
                raise wrong(way)
            costs.append(task.nodes - before)
            self._tick(task.nodes)
        return costs


def wrong(way: Way) -> MissingTableError:
    """Return the error where the tables of a way lead to a solution that is shorter than what is proved."""
    assert isinstance(way.question.tables, Tier | Pair)  # only these have other ways
    return lookups.wrong(way.question.tables)


def count(crew: "parallel.Crew | Spread", task: search_worker.Task) -> None:
    """Set a crew's counts of nodes and states to those of another task, to go on from there."""
    crew.agenda.task.nodes, crew.agenda.task.expanded = task.nodes, task.expanded


def expected_of(costs: Sequence[int]) -> float:
    """Return the nodes expected of the next bound: the last ones, and as many times more as the last growth."""
    if not costs:
        return 0.0
    growth = costs[-1] / costs[-2] if len(costs) > 1 and costs[-2] else USUAL_GROWTH
    return costs[-1] * growth
