"""Tiles on any connected graph with one blank: distinct, or some identical as in a picture; boards with holes.

Root the blocks at the blank: each other vertex belongs to exactly one block of which it is not the entry, and the
blank's closed walks permute the tiles of each block among themselves, independently (Kornhauser, Miller & Spirakis
1984), by the group of the block (`blocks`; Wilson 1974). So the code walks the state's blank to the goal's, and
compares block by block: the same tiles, in arrangements of one orbit (`orbits`). Deciding costs O(vertices + edges).
`construct` finds any solution, `short` shorter ones; bidirectional breadth-first search or IDA* finds shortest ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from math import factorial, prod
from random import Random
from typing import Any, Unpack

from solvable.core import breadth_first, graph
from solvable.core.budget import Limits, ParallelLimits, check
from solvable.core.errors import BudgetExceededError, IllegalMoveError, PuzzleError, UnsolvableError, whole_number
from solvable.core.message import msg
from solvable.core.puzzle import Budget, Count, Move, Obstruction, Solution, State
from solvable.core.scene import UNMARKED, Extent, Marks, Scene
from solvable.core.seeds import Seed, upto_of
from solvable.core.solution import Searched
from solvable.core.states import StateLike, read, text_of
from solvable.render import shown
from solvable.tiles import text
from solvable.tiles.graphs import bidirectional, blocks, orbits, pictures, short, states
from solvable.tiles.graphs.blocks import Block, Comparison
from solvable.tiles.graphs.pebbles import construct
from solvable.tiles.interface import Grid
from solvable.tiles.seeded import seeded
from solvable.tiles.text import HOLE

INSTANT_CELLS_MAX = 2500  # cells of boards that the human method solves in a moment
FIRST_SOLUTION_OVERRUN_S = 0.5  # seconds by which a first solution on other graphs may be late
OPTIMAL_TIME_SHARE = 0.25  # share of the time for a short solution that goes to a shortest one
COUNT_VERTICES_MAX = 1000  # vertices up to which a count examines each vertex of the blank separately


@dataclass(frozen=True, init=False)
class GraphTiles:
    """Tiles on the vertices 0 .. n−1 of a connected graph; state and goal have 0 once, the other entries are labels.

    Without a goal the tiles are 1, 2, … in order and the blank is last. A board has its `width`, other graphs 0; its
    cells in `dead` are holes, where every state has −1. `letters` means that labels are written as A .. Z; `symbols`
    replace the tiles 1, 2, … in drawings and lists of moves, but not in IDs.

    States and limits are as in `SlidingTiles`. Costs: a verdict and its proof, vertices + edges; any solution, its
    number of moves (at most of the order of the cubed number of vertices) times a walk through nearby vertices; a
    shortest one is exponential: a bidirectional search that stores a few million states.
    """

    vertices: int
    edges: tuple[tuple[int, int], ...]
    goal: State
    width: int
    dead: frozenset[int]
    letters: bool
    neighbours: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    names: tuple[Hashable, ...] = field(compare=False, repr=False)
    symbols: tuple[str, ...] = field(compare=False, repr=False)

    def __init__(
        self, vertices: int, edges: Iterable[tuple[int, int]], goal: StateLike | None = None, *, width: int = 0,
        dead: Iterable[int] = (), letters: bool = False, names: Sequence[Hashable] = (), symbols: Sequence[str] = (),
    ) -> None:  # fmt: skip
        vertices, links = whole_number(vertices, "the number of vertices", 1), states.links_of(edges)
        holes = frozenset(dead)
        states.check_graph(vertices, links, holes)
        beside = blocks.neighbours_of(links)
        object.__setattr__(self, "vertices", vertices)
        object.__setattr__(self, "edges", links)
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "dead", holes)
        object.__setattr__(self, "letters", letters)
        object.__setattr__(self, "names", tuple(names))
        object.__setattr__(self, "symbols", tuple(symbols))
        object.__setattr__(self, "neighbours", tuple(tuple(sorted(beside.get(v, ()))) for v in range(vertices)))
        object.__setattr__(self, "goal", states.plain_goal(vertices, holes) if goal is None else self._wanted(goal))
        self._check_connected()
        self._check_goal()

    @classmethod
    def board(
        cls, width: int, height: int, goal: StateLike | None = None, *, dead: Iterable[int] = (), letters: bool = False
    ) -> GraphTiles:
        """Return the w × h board as a graph, with holes at dead cells; with identical tiles in the goal, a picture."""
        width, height = whole_number(width, "the width", 1), whole_number(height, "the height", 1)
        states.check_size(width * height)
        cells, holes = range(width * height), frozenset(dead)
        across = [(cell, cell + 1) for cell in cells if cell % width < width - 1]
        down = [(cell, cell + width) for cell in cells[:-width]]
        edges = [edge for edge in across + down if holes.isdisjoint(edge)]
        return cls(width * height, edges, goal, width=width, dead=holes, letters=letters)

    @classmethod
    def like(cls, puzzle: Grid) -> GraphTiles:
        """Return a sliding-tile puzzle as tiles on its grid."""
        return cls.board(puzzle.width, puzzle.height, puzzle.goal)

    @classmethod
    def from_graph(cls, given: Any, goal: StateLike | None = None) -> GraphTiles:
        """Return the tiles on a networkx graph: its nodes, in order, become the vertices and name the moves."""
        result = graph.read(given)
        return cls(result.vertices, [edge for edge in result.edges if edge[0] != edge[1]], goal, names=result.names)

    def to_networkx(self) -> Any:
        """Return the networkx graph, without holes."""
        live = (vertex for vertex in range(self.vertices) if vertex not in self.dead)
        return graph.of_links(tuple(live), self.edges, self.names)

    def move_name(self, move: Move) -> str:
        """Return the name of a move: the vertex of the touched tile, or on a board its row,column from 1."""
        return graph.name(move, self.names, self.width)

    def with_goal(self, goal: StateLike) -> GraphTiles:
        """Return the same graph with another goal."""
        return GraphTiles(
            self.vertices, self.edges, goal, width=self.width, dead=self.dead, letters=self.letters, names=self.names,
            symbols=self.symbols,
        )  # fmt: skip

    def with_symbols(self, symbols: Sequence[str]) -> GraphTiles:
        """Return the same puzzle with these texts on the tiles 1, 2, …; an empty text leaves the tile unchanged."""
        return GraphTiles(
            self.vertices, self.edges, self.goal, width=self.width, dead=self.dead, letters=self.letters,
            names=self.names, symbols=symbols,
        )  # fmt: skip

    def with_metric(self, metric: str) -> GraphTiles:
        """Return the puzzle itself for "stm" (single tiles); raise PuzzleError for any other metric."""
        if metric != "stm":
            raise PuzzleError("on graphs, with holes or with identical tiles only single-tile moves are defined: stm")
        return self

    @property
    def cells(self) -> int:
        """The number of cells, or vertices, holes included."""
        return self.vertices

    @property
    def height(self) -> int:
        """The number of rows of a board; 0 for other graphs."""
        return self.vertices // self.width if self.width else 0

    @property
    def is_whole(self) -> bool:
        """Whether this is a board of at least two rows and columns without holes."""
        return min(self.width, self.height) > 1 and not self.dead

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the graph: its maximal parts that no single vertex disconnects, and its bridges."""
        return blocks.blocks(self.neighbours, self.goal.index(0))

    @property
    def has_equal_tiles(self) -> bool:
        """Whether some tiles are identical."""
        return len(set(self.goal) - {HOLE}) < self.vertices - len(self.dead)

    @property
    def parity_is_free(self) -> bool:
        """Whether identical tiles make the parity of every block irrelevant: swapping two of its tiles changes no
        verdict.
        """
        kinds = [comparison for comparison in self.comparisons(self.goal) if comparison.block.kind == blocks.EVEN]
        return bool(kinds) and all(comparison.parity_is_free for comparison in kinds)

    def _check_connected(self) -> None:
        start = next((vertex for vertex in range(self.vertices) if vertex not in self.dead), None)
        if start is None:
            raise PuzzleError("the graph is not connected")
        reached = self._paths(start)
        for vertex in range(self.vertices):
            if vertex not in reached and vertex not in self.dead:
                template = "the graph is not connected: there is no path from {start} to {vertex}"
                raise PuzzleError(msg(template, start=start, vertex=vertex))

    def _check_goal(self) -> None:
        for vertex, label in enumerate(self.goal):
            if label < HOLE or (label == HOLE) != (vertex in self.dead):
                template = "the goal has {label} on {vertex}: tiles are numbered from 1, and only holes are -1"
                raise PuzzleError(msg(template, label=label, vertex=vertex))
        if self.letters and max(self.goal) >= len(text.LETTERS):
            raise PuzzleError("there are 26 letters")
        states.check(self.goal, self.goal, self.dead)

    def _wanted(self, goal: StateLike) -> State:
        """Return a goal as a state; if it is in letters, note that the puzzle shows letters."""
        written = text_of(goal)
        if written is None:
            return read(self, goal)
        result = text.parse_labels(written, self.width or self.vertices, self.height or 1)
        object.__setattr__(self, "letters", self.letters or result.letters)
        return result.state

    def state(self, given: StateLike) -> State:
        """Return `given` as a tuple of ints; every method accepts states flat or in rows, as an array, a data frame or
        text.

        Raises PuzzleError if `given` is not a state.
        """
        state = read(self, given)
        if state is not self.goal:
            states.check(state, self.goal, self.dead)
        return state

    def check(self, state: StateLike) -> None:
        """Raise PuzzleError unless `state` has the goal's tiles and one blank."""
        self.state(state)

    def moves(self, state: StateLike) -> tuple[Move, ...]:
        """Return the vertices adjacent to the blank."""
        return self.neighbours[self.state(state).index(0)]

    def apply(self, state: StateLike, move: Move) -> State:
        """Return the state after the tile at vertex `move` slides; raise IllegalMoveError if it cannot."""
        return self.apply_all(state, (move,))

    def apply_all(self, state: StateLike, moves: Iterable[Move]) -> State:
        """Return the state after all `moves`; raise IllegalMoveError at the first that is not legal."""
        after = list(self.state(state))
        blank = after.index(0)
        for move in moves:
            if move not in self.neighbours[blank]:
                template = "vertex {vertex} is not beside the blank at vertex {blank}"
                raise IllegalMoveError(msg(template, vertex=move, blank=blank), move)
            after[blank], after[move] = after[move], 0
            blank = move
        return tuple(after)

    def to_letters(self, state: StateLike, moves: Iterable[Move], of: str = "tile") -> str:
        """Return a board's moves as letters U D L R, the directions of the tiles, or with of="blank" of the blank."""
        from solvable.tiles.moves import to_letters

        if not self.width:
            raise PuzzleError("only moves of tiles on a board are letters")
        return to_letters(self.width, self.state(state), moves, of)

    def _paths(self, start: int) -> dict[int, int]:
        """Return, for each vertex reachable from `start`, the vertex before it on a shortest path."""
        before = {start: start}
        for vertex in (frontier := [start]):
            for other in self.neighbours[vertex]:
                if other not in before:
                    before[other] = vertex
                    frontier.append(other)
        return before

    def walk(self, start: int, end: int) -> tuple[Move, ...]:
        """Return the vertices of a shortest path from `start` to `end`, without `start`."""
        before, way = self._paths(end), []
        while start != end:
            start = before[start]
            way.append(start)
        return tuple(way)

    def with_blank_at(self, state: StateLike, vertex: int) -> State:
        """Return the state after the blank walks a shortest path to `vertex`."""
        state = self.state(state)
        after = list(state)
        blank = state.index(0)
        for step in self.walk(blank, vertex):
            after[blank], after[step] = after[step], 0
            blank = step
        return tuple(after)

    def entries(self, blank: int) -> list[tuple[Block, int]]:
        """Return each block with the vertex through which a blank at `blank` enters it: the nearest one."""
        reached = {vertex: index for index, vertex in enumerate(self._paths(blank))}
        return [(block, min(block.vertices, key=reached.__getitem__)) for block in self.blocks]

    def comparisons(self, state: StateLike) -> tuple[Comparison, ...]:
        """Return the comparison of `state` with the goal, block by block, each with the reason if they differ."""
        state = self.state(state)
        blank = self.goal.index(0)
        moved = self.with_blank_at(state, blank)
        results = []
        for block, entry in self.entries(blank):
            places = block.places(entry)
            tiles, wanted = (tuple(board[index] for index in places) for board in (moved, self.goal))
            reason = orbits.reason(block, entry, tiles, wanted)
            free = block.kind == blocks.EVEN and len(set(wanted)) < len(wanted)
            results.append(Comparison(block, entry, tiles, wanted, reason, free))
        return tuple(results)

    def obstruction(self, state: StateLike) -> Obstruction | None:
        """Return a proof that `state` cannot reach the goal, or None.

        The invariant is the reason of the first block that differs; value and wanted are the pair of
        `orbits.disagreement`: for "parity" 1 and 0; for "theta" the numbers of the two classes; for "tiles" a tile that
        is in the wrong block and one that the block lacks; for "order" the first two tiles that differ round the cycle.
        """
        state = self.state(state)
        for comparison in self.comparisons(state):
            if comparison.reason:
                pair = orbits.disagreement(
                    comparison.block, comparison.entry, comparison.tiles, comparison.wanted, comparison.reason
                )
                return Obstruction(comparison.reason, (), *pair)
        return None

    def require_solvable(self, state: StateLike) -> None:
        """Raise UnsolvableError with the proof if `state` cannot reach the goal."""
        state = self.state(state)
        proof = self.obstruction(state)
        if proof is not None:
            raise UnsolvableError(msg("these tiles cannot be solved ({invariant})", invariant=proof.invariant), proof)

    def solve(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return any solution with a proved bound, by the human method or its analogue on graphs (`construct`).

        A graph or board with holes of a few vertices gets a shortest one. Raises UnsolvableError, with the proof, if
        there is none, BudgetExceededError at a limit. The number of moves is at most of the order of the cubed number
        of vertices.
        """
        state, budget = self.state(state), Budget.parallel(**limits)
        if not self.is_whole and self.vertices - len(self.dead) <= short.NEAR_VERTICES_MAX:
            return self.optimal(state, budget=budget)
        with budget:
            self.require_solvable(state)
            return self._some(state).of(self, state)

    def search(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Searched:
        """Return a shortest solution, proved, with the states searched and the method.

        Raises UnsolvableError, with the proof, if there is none; at a limit BudgetExceededError, for whole boards with
        a valid solution. If the blank's shortest path to its home is a solution, it is the shortest.
        """
        state = self.state(state)
        budget = Budget.parallel(**limits)
        with budget:
            self.require_solvable(state)
            way = self.walk(state.index(0), self.goal.index(0))
            if self.with_blank_at(state, self.goal.index(0)) == self.goal:
                return Searched(Solution(way, len(way)), 0, "the blank's shortest way home").of(self, state)
            if self.is_whole and pictures.is_few(self.goal):
                return pictures.optimal(self.width, self.goal, state, budget).of(self, state)
            first = None
            own = (
                Budget()
                if self.is_whole and self.vertices <= INSTANT_CELLS_MAX
                else budget.extended(FIRST_SOLUTION_OVERRUN_S)
            )
            with own, suppress(BudgetExceededError):  # also if the time is up
                first = self._some(state)
            return short.searched(self._task(state), first, budget).of(self, state)

    def _some(self, state: State) -> Solution:
        """Return the solution of the human method."""
        if self.is_whole:
            return pictures.solve(self.width, self.goal, state)
        way = self.walk(state.index(0), self.goal.index(0))
        moves = construct.solve(self.neighbours, state, way, self.comparisons(state))
        return Solution(moves, self._task(state).bound)

    def _task(self, state: State) -> short.Task:
        ends = self._without_holes(state), self._without_holes(self.goal)
        return short.Task(self.neighbours, *ends, self.width, self.dead)

    def optimal(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return a shortest solution, proved; limits and errors are those of `search`."""
        state = self.state(state)
        return self.search(state, budget=Budget.parallel(**limits)).solution

    def near(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Solution:
        """Return a short solution with a proved bound: on a whole board by the method of `SlidingTiles`, else by beams.

        Without a time limit, boards and graphs with few states get a shortest one, found by `search`.
        """
        state = self.state(state)
        budget = Budget.parallel(**limits)
        with budget:
            self.require_solvable(state)
            if self.is_whole:
                return pictures.near(self.width, self.goal, state, budget).of(self, state)
            try:
                return self.search(state, budget=budget.share(OPTIMAL_TIME_SHARE)).solution
            except BudgetExceededError as error:
                if budget.is_cancelled or not isinstance(best := error.best, Solution):
                    raise
                if budget.is_limited:  # otherwise all beams have been tried
                    best = short.shorter(self._task(state), best, budget)
                return best.of(self, state)

    def optimal_solutions(self, state: StateLike, **limits: Unpack[ParallelLimits]) -> Iterator[Solution]:
        """Yield every shortest solution; raise UnsolvableError, or BudgetExceededError at a limit."""
        state = self.state(state)
        budget = Budget.parallel(**limits)
        length = len(self.optimal(state, budget=budget))
        if self.is_whole and pictures.is_few(self.goal):
            result = pictures.optimal_solutions(self.width, self.goal, state, length, budget)
            yield from (solution.of(self, state) for solution in result)
            return
        ends = (self._without_holes(state), self._without_holes(self.goal))
        for path in bidirectional.all_shortest(self.neighbours, *ends, length, budget):
            yield Solution(path, length).of(self, state)

    def _without_holes(self, state: State) -> State:
        """Return the state with a separate label for holes, because a search packs labels into bytes."""
        spare = max(self.goal) + 1
        return tuple(spare if label == HOLE else label for label in state) if self.dead else tuple(state)

    def exact(self, moves: int, number: int, rng: Random, **limits: Unpack[Limits]) -> Iterator[State]:
        """Yield `number` different states that need exactly `moves`; raise PuzzleError if there are fewer."""
        budget = Budget.of(**limits)
        return breadth_first.exact(self.levels(budget=budget), moves, number, rng, budget)

    def distances(self, **limits: Unpack[Limits]) -> tuple[int, ...]:
        """Return how many states need 0, 1, 2, … moves; raise BudgetExceededError if they do not fit into memory."""
        budget = Budget.of(**limits)
        return tuple(map(len, bidirectional.levels(self.neighbours, self._without_holes(self.goal), budget)))

    def levels(self, **limits: Unpack[Limits]) -> Iterator[list[State]]:
        """Yield lists of the states that need 0, 1, 2, … moves; raise BudgetExceededError if there are too many."""
        spare = max(self.goal) + 1
        budget = Budget.of(**limits)
        for level in bidirectional.levels(self.neighbours, self._without_holes(self.goal), budget):
            states = bidirectional.watched(level, budget)
            if self.dead:
                yield [tuple(HOLE if label == spare else label for label in state) for state in states]
            else:
                yield [tuple(state) for state in states]

    def count(self) -> Count:
        """Return the number of states, and of those that can reach the goal; identical tiles are interchangeable."""
        alike = Counter(label for label in self.goal if label != HOLE)
        states = factorial(self.vertices - len(self.dead)) // prod(map(factorial, alike.values()))
        return Count(states, sum(self._weights()), solutions=0, nullity=0)

    def _weights(self) -> list[int]:
        """Return the number of solvable states with the blank at each vertex: 0 at holes."""
        live = [vertex not in self.dead for vertex in range(self.vertices)]
        simple = len(self.blocks) == 1 and self.blocks[0].kind in (blocks.EVEN, blocks.ALL)
        if not self.has_equal_tiles or simple:
            each = self._reached(self.goal.index(0))
            return [each if there else 0 for there in live]  # not each * there, which would copy it
        if self.vertices > COUNT_VERTICES_MAX:
            template = "with identical tiles, a graph of several blocks is counted up to {most} vertices"
            raise PuzzleError(msg(template, most=COUNT_VERTICES_MAX))
        return [self._reached(blank) if there else 0 for blank, there in enumerate(live)]

    def _reached(self, blank: int) -> int:
        """Return the number of solvable states with the blank at `blank`."""
        check()
        state = self.with_blank_at(self.goal, blank)
        return prod(
            orbits.size(block, entry, tuple(state[index] for index in block.places(entry)))
            for block, entry in self.entries(blank)
        )

    def scramble(self, rng: Seed) -> State:
        """Return a uniformly random solvable state; with a seed (number or text), the board of the game ID `…#seed`."""
        return self.drawn(rng.randrange) if isinstance(rng, Random) else seeded(self, upto_of(rng))

    def drawn(self, upto: Callable[[int], int]) -> State:
        """Return the solvable state drawn with the random numbers 0 ≤ `upto(limit)` < limit; uniform if they are."""
        weights = self._weights()
        blank = orbits.chosen(weights, upto(sum(weights)))
        state = list(self.with_blank_at(self.goal, blank))
        for block, entry in self.entries(blank):
            places = block.places(entry)
            tiles = tuple(state[place] for place in places)
            for index, tile in zip(places, orbits.draw(block, entry, tiles, upto), strict=True):
                state[index] = tile
        return tuple(state)

    def parse(self, cells: str) -> State:
        """Return the state in `cells`; raise NotationError with the position."""
        return states.parse(cells, (self.width or self.vertices, self.height or 1), self.goal, self.dead, self.letters)

    def name(self, label: int) -> str:
        """Return the text on a tile, or the symbol of the blank or a hole."""
        symbol = self.symbols[label - 1] if 0 < label <= len(self.symbols) else ""
        return symbol or text.label_name(label, self.letters)

    def format(self, state: StateLike) -> str:
        """Return the cells in the form of a game ID: rows separated by '/', or the vertices' tiles."""
        return text.format_labels(self.state(state), self.width or self.vertices, self.letters)

    def scene(self, state: StateLike, marks: Marks = UNMARKED, *, extent: Extent | None = None) -> Scene:
        """Return the Scene of `state` with these marks, of the whole board or only an extent of (columns, rows)."""
        from solvable.tiles import scene

        return scene.scene(self, self.state(state), marks, edges=self.edges, extent=extent)

    svg = shown.svg
    _repr_svg_ = shown.repr_svg
