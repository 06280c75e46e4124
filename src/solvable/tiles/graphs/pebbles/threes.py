"""A block of a few long cycles, sorted by 3-cycles: closed walks of the blank that rotate three tiles and no other.

One such walk is found among the commutators of walks round single cycles; conjugated by walks that bring other tiles to
its three positions and back, it gives one for every three tiles. They generate all even permutations (Wilson 1974: the
group of such a block contains them).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from math import lcm

from solvable.core.budget import check
from solvable.core.errors import BudgetExceededError
from solvable.core.message import msg
from solvable.core.puzzle import Move, State
from solvable.tiles.graphs import orbits
from solvable.tiles.graphs.blocks import Neighbours
from solvable.tiles.moves import direct

VERTICES_MAX = 100  # vertices up to which all triples of positions are listed
WALKS_MAX = 3  # walks round a cycle from which commutators are formed
COMMUTATORS_MAX = 20  # commutators that move the fewest tiles, from which products are formed

Triple = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Walk:
    """A closed walk of the blank, in parts that are closed as well, and the permutation of the tiles that it makes."""

    parts: tuple[tuple[Move, ...], ...]
    effect: tuple[int, ...]

    def __mul__(self, after: Walk) -> Walk:
        """Return this walk followed by another one."""
        return Walk(self.parts + after.parts, tuple([after.effect[index] for index in self.effect]))

    def __invert__(self) -> Walk:
        """Return the inverse walk."""
        effect = [0] * len(self.effect)
        for index, end in enumerate(self.effect):
            effect[end] = index
        return Walk(tuple([part[-2::-1] + part[-1:] for part in self.parts[::-1]]), tuple(effect))

    @property
    def length(self) -> int:
        """The number of moves, detours included."""
        return sum(map(len, self.parts))

    @property
    def cycles(self) -> list[list[int]]:
        """The cycles of positions round which tiles move, two or more at a time."""
        results, seen = [], set[int]()
        for index in range(len(self.effect)):
            cycle = []
            while index not in seen:
                seen.add(index)
                cycle.append(index)
                index = self.effect[index]  # noqa: PLW2901
            if len(cycle) > 1:
                results.append(cycle)
        return results


@dataclass(slots=True)
class Turns:
    """A 3-cycle of tiles, and for every three positions the walk that brings their tiles one step nearer to its own."""

    turn: Walk
    rounds: Sequence[Walk]
    step: dict[Triple, tuple[Walk, Triple] | None] = field(init=False)
    depth: dict[Triple, int] = field(init=False)

    def __post_init__(self) -> None:
        (cycle,) = self.turn.cycles
        first = (cycle[0], cycle[1], cycle[2])
        self.step, self.depth = {first: None}, {first: 0}
        frontier, backs = [first], [~walk for walk in self.rounds]
        for triple in frontier:
            check()
            for walk, back in zip(self.rounds, backs, strict=True):
                a, b, c = (back.effect[index] for index in triple)
                if (a, b, c) not in self.step:
                    self.step[a, b, c] = walk, triple
                    self.depth[a, b, c] = self.depth[triple] + 1
                    frontier.append((a, b, c))

    def best(self, places: Triple) -> Triple:
        """Return the same three positions, starting from the one from which the 3-cycle is nearest."""
        a, b, c = places
        return min((places, (b, c, a), (c, a, b)), key=self.depth.__getitem__)

    def of(self, places: Triple) -> Walk:
        """Return the walk that rotates the tiles of three positions."""
        there = Walk((), tuple(range(len(self.turn.effect))))
        here = self.step[self.best(places)]
        while here is not None:
            there *= here[0]
            here = self.step[here[1]]
        return there * self.turn * ~there


def solve(neighbours: Neighbours, start: State, goal: State) -> tuple[Move, ...]:
    """Return a closed walk of the blank that takes `start` to `goal`, both with the blank at the same vertex.

    The graph must be 2-connected, with more than seven vertices and not a cycle, all tiles distinct; if it has no odd
    cycle, the permutation must be even. Raises BudgetExceededError for graphs of too many vertices.
    """
    n = len(goal)
    if n > VERTICES_MAX:
        raise BudgetExceededError(msg("cycles of {count} cells are too long for a quick method", count=n), 0)
    rounds = list(walks_round(neighbours, goal.index(0)))
    home = {tile: index for index, tile in enumerate(goal)}
    done = Walk((), tuple(range(n)))
    if orbits.is_odd(start, goal):
        done = next(walk for walk in rounds if sum(len(cycle) - 1 for cycle in walk.cycles) % 2)
    wanted = Walk((), tuple(home[tile] for tile in start))
    turns = Turns(turn_of_three(rounds), [*rounds, *(~walk for walk in rounds)])
    while cycles := (~done * wanted).cycles:  # the remaining permutation
        check()
        done *= turns.of(_next(cycles, turns))
    return direct(goal, chain.from_iterable(done.parts))


def _next(cycles: Sequence[Sequence[int]], turns: Turns) -> Triple:
    """Return the three positions whose rotation takes the fewest steps for each tile that it brings to its goal."""
    choices: dict[Triple, float] = {}
    for index, cycle in enumerate(cycles):
        after = [*cycle[1:], *cycle[:2]]
        others = [place for k, other in enumerate(cycles) if k != index for place in other]
        for a, b, c in zip(cycle, after, after[1:], strict=False):
            if len(cycle) > 2:
                choices[a, b, c] = (1 + turns.depth[turns.best((a, b, c))]) / (3 if len(cycle) == 3 else 2)
            elif others:
                choices |= {(a, b, z): 1 + turns.depth[turns.best((a, b, z))] for z in others}
    return min(choices, key=choices.__getitem__)


def walks_round(neighbours: Neighbours, entry: int) -> Iterator[Walk]:
    """Yield the walk from the entry along each edge outside a spanning tree, and back; they generate all others."""
    before, frontier = {entry: entry}, [entry]
    for vertex in frontier:
        for other in neighbours[vertex]:
            if other not in before:
                before[other] = vertex
                frontier.append(other)

    def down_to(vertex: int) -> list[int]:
        way = [vertex]
        while way[-1] != entry:
            way.append(before[way[-1]])
        return way[::-1]

    for a, above in before.items():
        for b in neighbours[a]:
            if a < b and above != b and before[b] != a:
                yield walked(len(neighbours), entry, [*down_to(a)[1:], *reversed(down_to(b))])


def walked(vertices: int, entry: int, moves: Sequence[Move]) -> Walk:
    """Return a closed walk from the entry, with its effect."""
    tiles, blank = list(range(vertices)), entry
    for vertex in moves:
        tiles[blank], tiles[vertex] = tiles[vertex], tiles[blank]
        blank = vertex
    effect = [0] * vertices
    for index, tile in enumerate(tiles):
        effect[tile] = index
    return Walk((tuple(moves),), tuple(effect))


def turn_of_three(rounds: Sequence[Walk]) -> Walk:
    """Return a short walk that rotates three tiles and no other, made of a few of the walks round a cycle, or of
    more.
    """
    ordered = sorted(rounds, key=lambda walk: walk.length)
    results: list[Walk] = []
    for few in range(min(WALKS_MAX, len(ordered)), len(ordered) + 1):
        check()
        results = results or list(_turns(ordered[:few]))
    return min(results, key=lambda walk: walk.length)


def _turns(rounds: Sequence[Walk]) -> Iterator[Walk]:
    """Yield walks that rotate three tiles: made of one or two walks, their commutators, or products of two of these."""
    once = [*rounds, *(~walk for walk in rounds)]
    walks = [*once, *(both for a, b in product(once, once) if (both := a * b).cycles)]
    pairs = [(a, b) for a, b in product(walks, walks) if a.effect != b.effect]
    made = sorted((_commutator(a, b) for a, b in pairs), key=lambda walk: (len(_moved(walk)), walk.length))
    results = [turn for walk in [*walks, *made] if (turn := _power(walk)) is not None]
    yield from results
    if results:
        return
    few = [walk for walk in made if _moved(walk)][:COMMUTATORS_MAX]
    for walk, other in product(few, [*walks, *(a * b for a, b in product(walks, once))]):
        check()
        moved = other * walk * ~other
        for each in (walk * moved, walk * ~moved, _commutator(walk, moved)):
            turn = _power(each)
            if turn is not None:
                yield turn


def _commutator(a: Walk, b: Walk) -> Walk:
    return a * b * ~a * ~b


def _moved(walk: Walk) -> list[int]:
    return [index for index, end in enumerate(walk.effect) if index != end]


def _power(walk: Walk) -> Walk | None:
    """Return the power of a walk that rotates three tiles and no other, or None."""
    sizes = [len(cycle) for cycle in walk.cycles]
    others = lcm(*(size for size in sizes if size != 3))
    if sizes.count(3) != 1 or others % 3 == 0:
        return None
    result = walk
    for _ in range(others - 1):
        result *= walk
    return result
