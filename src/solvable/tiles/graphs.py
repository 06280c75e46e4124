"""Tiles on any connected graph, one blank; all different, or some alike as in a picture.

Root the blocks at the blank: each other vertex belongs to exactly one block of which it is not the entry, and the
blank's closed walks permute the tiles of each block among themselves, independently (Kornhauser, Miller & Spirakis
1984), by the group of the block (`blocks`; Wilson 1974). So walk the state's blank to the goal's, and compare block by
block: the same tiles, and an arrangement of the group. Where two tiles of a block are alike, swapping them makes any
permutation even: its parity is free. Deciding costs O(vertices + edges); shortest solutions come from breadth-first
search from both ends.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import factorial, prod
from random import Random
from typing import TYPE_CHECKING

from solvable.errors import BudgetExceededError, IllegalMoveError, NotationError, PuzzleError, UnsolvableError
from solvable.puzzle import Count, Move, Obstruction, Progress, Solution, State
from solvable.tiles import blocks, bothends, pictures
from solvable.tiles.blocks import Block

if TYPE_CHECKING:
    from solvable.tiles.board import SlidingTiles


@dataclass(frozen=True, slots=True)
class Part:
    """One block seen from the blank: the tiles on it, those wanted, and whether its group leads from one to the other.

    `reason` is "" or why it does not: "tiles" — a tile that belongs here is in another block, which it cannot leave;
    "order" — the order round the cycle; "parity" — an odd permutation; "theta" — not one of the 120 of θ₀.
    `parity_is_free` says that tiles alike make an odd permutation even.
    """

    block: Block
    entry: int
    tiles: tuple[int, ...]
    wanted: tuple[int, ...]
    reason: str
    parity_is_free: bool


@dataclass(frozen=True, init=False)
class GraphTiles:
    """Tiles on the vertices 0 .. n−1 of a connected graph; state and goal have 0 once, the other entries are labels.

    Without a goal the tiles are 1 .. n−1 in order and the blank is at the last vertex.
    """

    vertices: int
    edges: tuple[tuple[int, int], ...]
    goal: State
    near: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    width: int = field(compare=False, repr=False)  # of a board of at least two rows and columns; 0 for other graphs

    def __init__(
        self, vertices: int, edges: Iterable[tuple[int, int]], goal: Sequence[int] | None = None, *, width: int = 0
    ) -> None:
        links = tuple(sorted({(min(edge), max(edge)) for edge in edges}))
        for a, b in links:
            if not 0 <= a < b < vertices:
                raise PuzzleError(f"{a}-{b} does not join two different vertices of 0 .. {vertices - 1}")
        near = blocks.neighbours_of(links)
        object.__setattr__(self, "vertices", vertices)
        object.__setattr__(self, "edges", links)
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "goal", (*range(1, vertices), 0) if goal is None else tuple(goal))
        object.__setattr__(self, "near", tuple(tuple(sorted(near.get(v, ()))) for v in range(vertices)))
        if vertices < 1 or len(self._paths(0)) < vertices:
            raise PuzzleError("the graph is not connected")
        self.check(self.goal)

    @classmethod
    def board(cls, width: int, height: int, goal: Sequence[int] | None = None) -> "GraphTiles":
        """Return the w × h board as a graph; with a goal that repeats labels, a picture puzzle."""
        cells = range(width * height)
        across = [(cell, cell + 1) for cell in cells if cell % width < width - 1]
        down = [(cell, cell + width) for cell in cells[:-width]]
        return cls(width * height, across + down, goal, width=width if min(width, height) > 1 else 0)

    @classmethod
    def like(cls, puzzle: "SlidingTiles") -> "GraphTiles":
        """Return a sliding-tile puzzle as tiles on its grid."""
        return cls.board(puzzle.width, puzzle.height, puzzle.goal)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the graph."""
        return blocks.blocks(self.near)

    @property
    def has_equal_tiles(self) -> bool:
        """Whether some tiles are alike."""
        return len(set(self.goal)) < self.vertices

    @property
    def parity_is_free(self) -> bool:
        """Whether equal tiles leave no block whose parity decides: then swapping any two tiles never matters there."""
        kinds = [part for part in self.parts(self.goal) if part.block.kind == blocks.EVEN]
        return bool(kinds) and all(part.parity_is_free for part in kinds)

    def check(self, state: State) -> None:
        """Raise PuzzleError unless `state` has the goal's tiles and one blank."""
        if len(state) != self.vertices:
            raise PuzzleError(f"the graph has {self.vertices} vertices, not {len(state)}")
        if state.count(0) != 1:
            raise PuzzleError(f"there must be one blank, not {state.count(0)}")
        if Counter(state) != Counter(self.goal):
            odd = sorted(((Counter(state) - Counter(self.goal)) + (Counter(self.goal) - Counter(state))).elements())
            raise PuzzleError(f"the state and the goal do not have the same tiles: {odd[0]} differs in number")

    def moves(self, state: State) -> tuple[Move, ...]:
        """Return the vertices beside the blank."""
        return self.near[state.index(0)]

    def apply(self, state: State, move: Move) -> State:
        """Return the state after the tile at vertex `move` slides into the blank."""
        blank = state.index(0)
        if move not in self.near[blank]:
            raise IllegalMoveError(f"vertex {move} is not beside the blank at vertex {blank}", move)
        after = list(state)
        after[blank], after[move] = after[move], 0
        return tuple(after)

    def _paths(self, start: int) -> dict[int, int]:
        """Return for each vertex that a walk from `start` reaches the one before it on a shortest path."""
        before = {start: start}
        for vertex in (frontier := [start]):
            for other in self.near[vertex]:
                if other not in before:
                    before[other] = vertex
                    frontier.append(other)
        return before

    def with_blank_at(self, state: State, vertex: int) -> State:
        """Return the state after the blank walks a shortest path to `vertex`."""
        before = self._paths(vertex)
        after = list(state)
        blank = state.index(0)
        while blank != vertex:
            step = before[blank]
            after[blank], after[step] = after[step], 0
            blank = step
        return tuple(after)

    def entries(self, blank: int) -> list[tuple[Block, int]]:
        """Return the blocks with the vertex by which the blank enters each: the first that a search reaches."""
        reached = {vertex: index for index, vertex in enumerate(self._paths(blank))}
        return [(block, min(block.vertices, key=reached.__getitem__)) for block in self.blocks]

    def parts(self, state: State) -> tuple[Part, ...]:
        """Return the comparison of `state` with the goal, block by block: all the reasons."""
        self.check(state)
        blank = self.goal.index(0)
        moved = self.with_blank_at(state, blank)
        found = []
        for block, entry in self.entries(blank):
            places = block.places(entry)
            tiles, wanted = (tuple(board[place] for place in places) for board in (moved, self.goal))
            reason = _reason(block, entry, tiles, wanted)
            free = block.kind == blocks.EVEN and len(set(wanted)) < len(wanted)
            found.append(Part(block, entry, tiles, wanted, reason, free))
        return tuple(found)

    def obstruction(self, state: State) -> Obstruction | None:
        """Return a proof that `state` cannot reach the goal, or None.

        The invariant is the first part's reason: "parity" and "theta" with value 1 and wanted 0; "tiles" with a tile
        that is in the wrong block and one that is missing there; "order" with the tiles after the first one wanted.
        """
        for part in self.parts(state):
            if part.reason == "tiles":
                extra, missing = Counter(part.tiles) - Counter(part.wanted), Counter(part.wanted) - Counter(part.tiles)
                return Obstruction("tiles", (), min(extra), min(missing))
            if part.reason == "order":
                start = part.tiles.index(part.wanted[0])
                turned = part.tiles[start:] + part.tiles[:start]
                pairs = zip(turned, part.wanted, strict=True)
                return Obstruction("order", (), *next(pair for pair in pairs if pair[0] != pair[1]))
            if part.reason:
                return Obstruction(part.reason, (), 1, 0)
        return None

    def solve(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None
    ) -> Solution:
        """Return a solution: on a board by the human method, the tiles told apart; on any other graph the shortest."""
        if not self.width:
            return self.optimal(state, seconds=seconds, workers=workers, progress=progress)
        self.require_solvable(state)
        from solvable.tiles.board import SlidingTiles

        goal, start = pictures.tell_apart(self.width, self.goal, state)
        found = SlidingTiles(self.width, self.vertices // self.width, goal=goal).solve(start).moves
        return Solution(found, pictures.nearest_homes(self.width, self.goal, state))

    def require_solvable(self, state: State) -> None:
        """Raise UnsolvableError with the proof where `state` cannot reach the goal."""
        proof = self.obstruction(state)
        if proof is not None:
            raise UnsolvableError(f"these tiles cannot be solved ({proof.invariant})", proof)

    def optimal(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None
    ) -> Solution:
        """Return a shortest solution by breadth-first search from both ends.

        At a limit raise BudgetExceededError, on a board with a valid solution.
        """
        self.require_solvable(state)
        try:
            path = bothends.shortest(self.near, state, self.goal, seconds=seconds, progress=progress)
        except BudgetExceededError as error:
            if self.width:
                found = self.solve(state)
                bound = max(error.lower_bound, found.lower_bound)
                raise BudgetExceededError(str(error), bound, Solution(found.moves, bound)) from None
            raise
        return Solution(path, len(path))

    def optimal_solutions(
        self, state: State, *, seconds: float | None = None, workers: int = 1, progress: Progress | None = None
    ) -> Iterator[Solution]:
        """Yield every shortest solution."""
        length = len(self.optimal(state, seconds=seconds, progress=progress))
        for path in bothends.all_shortest(self.near, state, self.goal, length):
            yield Solution(path, length)

    def count(self) -> Count:
        """Return how many states there are and how many reach the goal, tiles alike not told apart."""
        states = factorial(self.vertices) // prod(map(factorial, Counter(self.goal).values()))
        return Count(states, sum(self._weights()), solutions=0, nullity=0)

    def _weights(self) -> list[int]:
        """Return how many solvable states have the blank at each vertex."""
        if self.has_equal_tiles:
            return [self._reached(blank) for blank in range(self.vertices)]
        return [prod(block.order for block in self.blocks)] * self.vertices

    def _reached(self, blank: int) -> int:
        """Return how many solvable states have this blank."""
        state = self.with_blank_at(self.goal, blank)
        return prod(
            _orbit(block, entry, tuple(state[place] for place in block.places(entry)))
            for block, entry in self.entries(blank)
        )

    def scramble(self, rng: Random) -> State:
        """Return a uniformly random solvable state."""
        totals = list(accumulate(self._weights()))
        blank = bisect_right(totals, rng.randrange(totals[-1]))
        state = list(self.with_blank_at(self.goal, blank))
        for block, entry in self.entries(blank):
            places = block.places(entry)
            for place, tile in zip(places, _draw(block, entry, [state[place] for place in places], rng), strict=True):
                state[place] = tile
        return tuple(state)

    def parse(self, text: str) -> State:
        """Return the state that numbers separated by commas or blanks write, one for each vertex."""
        words = text.replace(",", " ").split()
        for word in words:
            if not (word == "_" or (word.isascii() and word.isdigit() and len(word) < 10)):
                column = text.index(word) + 1
                raise NotationError(
                    f"{word[:20]!r} is not a tile", expected="numbers", line=1, column=column, text=text
                )
        state = tuple(0 if word == "_" else int(word) for word in words)
        self.check(state)
        return state

    def format(self, state: State) -> str:
        """Return the tiles of the vertices, separated by commas."""
        self.check(state)
        return ",".join(map(str, state))


def _reason(block: Block, entry: int, tiles: tuple[int, ...], wanted: tuple[int, ...]) -> str:
    """Return why the group of the block does not lead from `tiles` to `wanted`, or ""."""
    if Counter(tiles) != Counter(wanted):
        return "tiles"
    if block.kind == blocks.CYCLE and all(turned != wanted for turned in _rotations(tiles)):
        return "order"
    if block.kind == blocks.THETA and wanted not in _thetas(block, entry, tiles):
        return "theta"
    if block.kind == blocks.EVEN and len(set(wanted)) == len(wanted) and _is_odd(tiles, wanted):
        return "parity"
    return ""


def _rotations(tiles: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return (tiles[start:] + tiles[:start] for start in range(len(tiles)))


def _thetas(block: Block, entry: int, tiles: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {tuple(tiles[index] for index in order) for order in blocks.theta_group(block, entry)}


def _is_odd(tiles: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Return whether an odd number of swaps leads from `tiles` to `wanted`, all different."""
    place = {tile: index for index, tile in enumerate(wanted)}
    order = [place[tile] for tile in tiles]
    odd = False
    for index in range(len(order)):
        while order[index] != index:
            other = order[index]
            order[index], order[other] = order[other], other
            odd = not odd
    return odd


def _orbit(block: Block, entry: int, tiles: tuple[int, ...]) -> int:
    """Return how many arrangements of `tiles` the group of the block reaches."""
    if len(set(tiles)) == len(tiles):
        return block.order
    if block.kind == blocks.CYCLE:
        return len(set(_rotations(tiles)))
    if block.kind == blocks.THETA:
        return len(_thetas(block, entry, tiles))
    return factorial(len(tiles)) // prod(map(factorial, Counter(tiles).values()))


def _draw(block: Block, entry: int, tiles: list[int], rng: Random) -> Sequence[int]:
    """Return a uniformly random arrangement that the group of the block reaches from `tiles`."""
    if block.kind == blocks.CYCLE:
        start = rng.randrange(len(tiles))
        return tiles[start:] + tiles[:start]
    if block.kind == blocks.THETA:
        return rng.choice(sorted(_thetas(block, entry, tuple(tiles))))
    drawn = rng.sample(tiles, len(tiles))
    if block.kind == blocks.EVEN and len(set(tiles)) == len(tiles) and _is_odd(tuple(drawn), tuple(tiles)):
        drawn[:2] = drawn[1::-1]
    return drawn
