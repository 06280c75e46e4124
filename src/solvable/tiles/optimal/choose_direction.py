"""In which direction, and with which tables, a hard board is searched: from the board to the goal or back.

Both searches prove the same bounds: a walk from the goal to the board, taken backward, leads from it to the goal. But
their tables differ, since in the other direction the blank's home is its cell in the board, and so do their nodes: one
direction costs from a hundredth to three hundred times as much as the other (Korf's 24-puzzles), and the tree that is
smaller when a bound takes a million nodes usually stays smaller. The same holds for partitions: which two, each as it
is or mirrored, are best for a board is found by trials (`PartitionTrial`).

Once the next bound is expected to cost more than a trial of an alternative, and twice as much as building its tables,
the alternative is searched up to the bound that is proved already. It is abandoned if one of its bounds costs more than
in the current direction, because the ratio of the two tends to 1 as the bounds grow. The search then continues in the
direction whose next bound is expected to be smaller, its parts already in order.
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
from solvable.tiles.optimal.incumbent import Incumbent
from solvable.tiles.optimal.lookups import Question, posed
from solvable.tiles.optimal.node_ordering import Stage
from solvable.tiles.pdb import partitions
from solvable.tiles.pdb.partitions import Pair, Partitions, Tier

if TYPE_CHECKING:
    from solvable.tiles.optimal.checkpoint import Checkpoint
    from solvable.tiles.optimal.distributed import DistributedSearch

ALTERNATIVE_CELLS_MIN = 20  # cells: proofs of smaller boards take less time than building another table
NODES_EXPECTED_MIN = 20_000_000  # nodes expected of the next bound from which a trial is worth it: about a second
NODES_PER_TABLE_BYTE = 1.3  # nodes searched in the time in which one byte of a table is built
TABLE_PRICE_FACTOR = 2.0  # the next bound must cost this many times the price of all tables built for the board
USUAL_GROWTH = 5.0  # nodes of a bound relative to the one before, while that is unknown
TRIAL_NODES_MAX = 400_000  # nodes, at most, of the bound on which pairs of partitions are tried
TRIAL_NODES_FACTOR = 2  # a pair is dropped when it takes this many times the nodes of the best one
BOUNDS_AHEAD = 3  # bounds over which a pair's growth is extrapolated
HOPELESS_NODES_FACTOR = 8  # if the usual partition takes this many times the nodes, no pair in its direction can win
FINALIST_PAIRS = 2  # pairs that are then searched up to the proved bound
COMPARABLE_BOUND_DIVISOR = 8  # bounds with less than 1/8 of the last one's nodes are too small for a comparison

INFINITY = float("inf")


class TooManyError(Exception):
    """An alternative has cost as much as the current direction; internal to this package."""


@frozen
class Direction:
    """A search problem with its tables, the name of the method, and the orientation in which its walks are read.

    `blank` is the cell of the goal's blank if the walks go from the goal to the board, else None.
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
class Alternative:
    """A direction with tables that are not loaded yet."""

    puzzle: Grid
    state: State
    is_backward: bool
    given: Partitions | None = None

    @property
    def view(self) -> symmetry.Orientation:
        """The orientation of the board in the frame of the tables."""
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
        """The nodes that could be searched while its tables are built: 0 if they are on disk."""
        return price(self.tiers)

    def directions(self, deepening: "IterativeDeepening", _bound: int) -> Iterator[Direction]:
        """Yield the direction, its tables loaded or built."""
        yield self.direction(deepening.incumbent)

    def direction(self, incumbent: Incumbent) -> Direction:
        """Return the direction, its tables loaded or built."""
        begin, view = self.puzzle.goal if self.is_backward else self.state, partitions.turned(self.view, self.tables)
        question = Question(self.tables, view.state(begin))
        problem, words = posed(question, incumbent.building), lookups.method(self.tables)
        if not self.is_backward:
            return Direction(question, problem, words, view)
        words = msg("{method}, from the goal to the board", method=msg(words))
        return Direction(question, problem, words, view, self.puzzle.goal.index(0))


@frozen
class PartitionTrial:
    """The pairs of partitions with which a board may be searched in one direction, tried on a small bound."""

    puzzle: Grid
    state: State
    is_backward: bool
    tiers: tuple[Tier, ...]

    @property
    def price(self) -> float:
        """The nodes of the trials, plus those that could be searched while missing tables are built."""
        return TRIAL_NODES_MAX * len(self.pairs) + price(self.tiers)

    @property
    def pairs(self) -> list[Pair]:
        """All pairs of partitions except those of the first tier alone, which are searched anyway."""
        looks = [look for tier in self.tiers for look in tier.looks]
        return [Pair(two) for two in combinations(looks, 2) if two[1].tier != self.tiers[0]]

    def directions(self, deepening: "IterativeDeepening", bound: int) -> Iterator[Direction]:
        """Yield the pairs with the fewest expected nodes; none if the usual partition already takes far more than the
        current one.

        The expected nodes of a pair are its nodes under a proved bound, extrapolated by its growth since the bound
        before: the nodes alone would favour pairs whose gain is lost some bounds later.
        """
        stride = deepening.direction.problem.stride
        back = next(
            (i for i, nodes in enumerate(reversed(deepening.costs)) if nodes <= TRIAL_NODES_MAX),
            len(deepening.costs) - 1,
        )
        had, bound = deepening.costs[-1 - back], bound - back * stride
        if deepening.tried(self._direction(deepening, self.tiers[0]), bound, HOPELESS_NODES_FACTOR * had) is None:
            return
        maximum, pairs, results = TRIAL_NODES_FACTOR * had, self.pairs, list[tuple[float, int]]()
        for number, pair in enumerate(pairs):
            direction = self._direction(deepening, pair)
            before = deepening.tried(direction, bound - stride, int(maximum))
            nodes = None if before is None else deepening.tried(direction, bound, int(maximum))
            if before is not None and nodes is not None:
                maximum = min(maximum, TRIAL_NODES_FACTOR * nodes)
                results.append((promised(before, nodes), number))
        for _, number in sorted(results)[:FINALIST_PAIRS]:
            yield self._direction(deepening, pairs[number])

    def _direction(self, deepening: "IterativeDeepening", tables: Partitions) -> Direction:
        return Alternative(self.puzzle, self.state, self.is_backward, tables).direction(deepening.incumbent)


def promised(before: int, nodes: int) -> float:
    """Return the nodes of a bound BOUNDS_AHEAD later, at the present growth."""
    return nodes * (nodes / before if before else USUAL_GROWTH) ** BOUNDS_AHEAD


def price(tiers: Iterable[Tier]) -> float:
    """Return the nodes that could be searched while the tables that are not on disk are built."""
    return NODES_PER_TABLE_BYTE * sum(tier.bytes for tier in tiers if not disk_cache.has(tier.name))


def alternatives(puzzle: Grid, state: State) -> list[Alternative | PartitionTrial]:
    """Return the alternatives to the usual direction, in the order of trying; none for small boards.

    They are the backward direction, and the pairs of partitions of a frame that has a library, in both directions.
    """
    if puzzle.metric != "stm" or puzzle.cells < ALTERNATIVE_CELLS_MIN:
        return []
    backward = Alternative(puzzle, state, is_backward=True)
    results: list[Alternative | PartitionTrial] = [backward]
    for direction in (Alternative(puzzle, state, is_backward=False), backward):
        if tiers := partitions.library(direction.view.frame):
            results.append(PartitionTrial(puzzle, state, direction.is_backward, tiers))
    return results


class IterativeDeepening:
    """A search bound by bound, whose direction may change between two bounds."""

    def __init__(
        self,
        incumbent: Incumbent,
        direction: Direction,
        alternatives: Sequence[Alternative | PartitionTrial] = (),
        checkpointer: "Checkpoint | None" = None,
    ) -> None:
        self.incumbent, self.direction, self.checkpointer = incumbent, direction, checkpointer
        self.alternatives = list(alternatives)[checkpointer.looked if checkpointer else 0 :]
        self.limit: float = INFINITY  # nodes in total
        self.paid = 0.0  # the prices of the tables built here
        self.runner = self._runner(direction, checkpointer)
        self.costs = (
            [nodes for _, nodes in checkpointer.finished] if checkpointer else []
        )  # of the bounds, the last ones this direction

    @property
    def task(self) -> search_worker.Task:
        """The nodes and states of the search so far, in all directions."""
        return self.runner.order.task

    def close(self) -> None:
        """End the search."""
        self.runner.close()

    def search(self, bound: int, stage: Stage | None = None) -> tuple[Move, ...] | None:
        """Return a solution of this length, or None if there is none."""
        if bound < self.direction.problem.least:  # by the tables of this direction alone
            self.costs.append(0)
            return None
        runner = self.runner
        cells = runner.search(bound, stage) if isinstance(runner, parallel.ParallelSearch) else runner.search(bound)
        self.costs.append(self.task.nodes - self.runner.order.begun)
        return None if cells is None else self.direction.moves(cells)

    def keep(self, bound: int) -> None:
        """Save that this bound is about to begin."""
        if self.checkpointer and isinstance(self.runner, parallel.ParallelSearch):
            self.checkpointer.save(self.runner.before(bound))

    def again(self, stage: Stage) -> None:
        """Return to the state before a bound that was not begun, and choose its direction."""
        self.runner.order.recall(stage)
        self.choose(stage.bound - self.direction.problem.stride)

    def choose(self, bound: int) -> None:
        """After a bound without a solution, choose the direction whose next bound is expected to be the smallest.

        Each alternative is tried once, when the next bound is expensive enough.
        """
        while self.alternatives and (expected := expected_of(self.costs)) >= NODES_EXPECTED_MIN:
            other = self.alternatives[0]
            price = other.price
            if price and (
                self.incumbent.is_short_of_time
                or expected < NODES_EXPECTED_MIN + TABLE_PRICE_FACTOR * (self.paid + price)
            ):
                return
            self.paid += price
            self.keep(bound + self.direction.problem.stride)
            for direction in other.directions(self, bound):
                if expected_of(self.costs):  # else the current direction has not searched anything yet
                    self._look(direction, bound)
            del self.alternatives[0]
            if self.checkpointer:
                self.checkpointer.looked += 1

    def tried(self, direction: Direction, bound: int, most: int) -> int | None:
        """Return the nodes that a proved bound takes in another direction; None if more than about `most`."""
        if bound < direction.problem.least:
            return 0
        worker = search_worker.Worker(search_worker.Task(direction.problem), bound)
        result, is_done = (
            parallel.search_serially(worker, [search_worker.Share.whole(direction.problem, bound)], most + 1, None),
            worker.is_idle,
        )
        worker.close()
        if result is not None:
            raise wrong(direction)
        nodes = worker.task.nodes
        self.task.collect(worker.task)
        self._tick(self.task.nodes)
        return nodes if is_done else None

    def _look(self, direction: Direction, bound: int) -> None:
        """Search another direction up to the proved bound; switch to it if its next bound is expected to be smaller."""
        expected = expected_of(self.costs)
        runner = ended = self._runner(direction)
        count(runner, self.task)
        try:
            costs = self._looked(runner, bound, direction)
            if expected_of(costs) < expected:
                ended, self.runner, self.direction, self.costs = self.runner, runner, direction, costs
                if self.checkpointer and isinstance(runner, parallel.ParallelSearch):
                    runner.checkpointer = self.checkpointer
                    self.checkpointer.name, self.checkpointer.is_backward = direction.name, direction.blank is not None
        except TooManyError:
            pass
        finally:
            self.limit = INFINITY
            count(self.runner, runner.order.task)
            ended.close()

    def _runner(
        self, direction: Direction, checkpointer: "Checkpoint | None" = None
    ) -> "parallel.ParallelSearch | DistributedSearch":
        """Return the search of a direction: by the budget's executor, or by threads of this process."""
        task, budget = search_worker.Task(direction.problem), self.incumbent.budget
        if budget.executor is not None:
            from solvable.tiles.optimal.distributed import DistributedSearch

            return DistributedSearch(task, direction.question, budget.executor, self._tick, self.incumbent.check)
        return parallel.ParallelSearch(task, budget.workers, self._tick, checkpointer)

    def _tick(self, nodes: int) -> None:
        self.incumbent.tick(nodes)
        if nodes > self.limit:
            raise TooManyError

    def _looked(
        self, runner: "parallel.ParallelSearch | DistributedSearch", bound: int, direction: Direction
    ) -> list[int]:
        """Search another direction up to the proved bound; return the nodes of each bound, or raise TooManyError."""
        costs, task = list[int](), runner.order.task
        begun, last = task.nodes, self.costs[-1]
        for each in task.bounds():
            if each > bound:
                break
            before, back = task.nodes, (bound - each) // self.direction.problem.stride + 1
            dear = max(self.costs[-back] if back <= len(self.costs) else 0, last // COMPARABLE_BOUND_DIVISOR)
            self.limit = min(begun + last, before + dear)
            if runner.search(each) is not None:
                raise wrong(direction)
            costs.append(task.nodes - before)
            self._tick(task.nodes)
        return costs


def wrong(direction: Direction) -> MissingTableError:
    """Return the error for tables that lead to a solution shorter than the proved bound."""
    assert isinstance(direction.question.tables, Tier | Pair)  # only these have alternatives
    return lookups.wrong(direction.question.tables)


def count(runner: "parallel.ParallelSearch | DistributedSearch", task: search_worker.Task) -> None:
    """Set the counts of nodes and states to those of another task, to continue from them."""
    runner.order.task.nodes, runner.order.task.expanded = task.nodes, task.expanded


def expected_of(costs: Sequence[int]) -> float:
    """Return the nodes expected of the next bound: those of the last one times its growth."""
    if not costs:
        return 0.0
    growth = costs[-1] / costs[-2] if len(costs) > 1 and costs[-2] else USUAL_GROWTH
    return costs[-1] * growth
