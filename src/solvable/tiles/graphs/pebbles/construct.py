"""Any solution of tiles on a graph, in polynomial time (Kornhauser, Miller & Spirakis 1984), block by block.

The blank walks home, and from there into each block with misplaced tiles, and back. A cycle is rotated. In any other
block ears are finished one after another (`ears`), so that in the remaining part every tile can still reach every
vertex; a small remainder is solved by a shortest solution, a larger one, which consists of a few long cycles, is sorted
by 3-cycles (`threes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat

from solvable.core.budget import Budget, check
from solvable.core.puzzle import Move, State
from solvable.tiles.graphs import bidirectional, blocks, orbits
from solvable.tiles.graphs.blocks import Comparison, Neighbours
from solvable.tiles.graphs.pebbles import threes
from solvable.tiles.graphs.pebbles.ears import FEW, Ear, ears
from solvable.tiles.graphs.pebbles.walking import Walker, way
from solvable.tiles.moves import direct

PAIRED_TILES_MAX = 200  # identical tiles that are paired with their nearest goal vertices; more are paired in order


def solve(
    neighbours: Neighbours, state: State, homeward: Sequence[Move], comparisons: Sequence[Comparison]
) -> tuple[Move, ...]:
    """Return the blank's moves that solve a state, which must be solvable.

    `homeward` is a path of the blank to its goal vertex, and `comparisons` compare the blocks after it with the goal.
    The number of moves is at most of the order of the cubed number of vertices. Raises BudgetExceededError if the
    budget in force is over.
    """
    walker, everywhere = Walker(neighbours, state), set(range(len(neighbours)))
    walker.follow(homeward)
    home = walker.blank
    for comparison in comparisons:
        if comparison.tiles != comparison.wanted:
            there = way(neighbours, home, {comparison.entry}, everywhere)
            walker.follow(there)
            walker.follow(in_block(neighbours, comparison))
            walker.follow([home, *there][-2::-1])
    return direct(state, walker.moves)


def in_block(neighbours: Neighbours, given: Comparison) -> Iterable[Move]:
    """Return the closed walk of the blank, from the entry of a block, that brings its tiles into the wanted
    arrangement.
    """
    block, entry, places = given.block, given.entry, given.block.places(given.entry)
    if block.kind == blocks.CYCLE:
        return turned(places, entry, given.tiles, given.wanted)
    here, there = given.tiles, given.wanted
    if block.kind != blocks.THETA:  # the search handles the identical tiles of θ₀
        here, there = told_apart(neighbours, given, places), tuple(range(1, len(places) + 1))
    tiles, wanted = (dict(zip(places, each, strict=True)) | {entry: 0} for each in (here, there))
    walker = Walker(neighbours, tuple(tiles.get(vertex, -1) for vertex in range(len(neighbours))))
    remaining, rest = set(block.vertices), set(block.vertices)
    if len(remaining) > FEW:
        order, rest = ears({vertex: remaining.intersection(neighbours[vertex]) for vertex in remaining}, entry)
        for ear in order:
            remaining.difference_update(ear.inner)
            finish(walker, ear, [wanted[vertex] for vertex in ear.inner], remaining)
    walker.walk({entry}, rest)
    walker.follow(of_rest(neighbours, sorted(rest), walker.tiles, wanted))
    return walker.moves


def turned(places: Sequence[int], entry: int, tiles: orbits.Tiles, wanted: orbits.Tiles) -> Iterable[Move]:
    """Return the blank's path around a cycle that rotates its tiles into the wanted order."""
    shift = orbits.rotation(tiles, wanted)
    forth, back = [*places, entry], [*places[::-1], entry]  # forth moves every tile one position back
    times = len(places) - shift
    return chain.from_iterable(repeat(forth, shift) if shift <= times else repeat(back, times))


def told_apart(neighbours: Neighbours, given: Comparison, places: Sequence[int]) -> tuple[int, ...]:
    """Return, for each position, the number, from 1, of the position to which its tile belongs, with the parity that
    the block needs.
    """
    homes: dict[int, list[int]] = {}
    for number, label in enumerate(given.wanted, start=1):
        homes.setdefault(label, []).append(number)
    result = [0] * len(places)
    twins: list[int] = []
    for label, numbers in homes.items():
        check()
        here = [index for index, other in enumerate(given.tiles) if other == label]
        twins = here if len(here) > 1 else twins
        if 1 < len(here) <= PAIRED_TILES_MAX:
            _pair(neighbours, places, here, set(numbers), result)
        else:
            for index, number in zip(here, numbers, strict=True):
                result[index] = number
    is_odd = orbits.is_odd(tuple(result), tuple(range(1, len(result) + 1)))
    if twins and is_odd and given.block.kind == blocks.EVEN:
        a, b = twins[:2]
        result[a], result[b] = result[b], result[a]
    return tuple(result)


def _pair(
    neighbours: Neighbours, places: Sequence[int], here: Iterable[int], numbers: set[int], found: list[int]
) -> None:
    """Give each of the identical tiles the nearest free position, first those that are already in place."""
    number_of = {vertex: number for number, vertex in enumerate(places, start=1)}
    everywhere = set(range(len(neighbours)))
    away = []
    for index in here:
        if index + 1 in numbers:
            found[index] = index + 1
            numbers.remove(index + 1)
        else:
            away.append(index)
    for index in away:
        ends = {places[number - 1] for number in numbers}
        nearest = way(neighbours, places[index], ends, everywhere)[-1]
        found[index] = number_of[nearest]
        numbers.remove(found[index])


def finish(walker: Walker, ear: Ear, wanted: Sequence[int], left: set[int]) -> None:
    """Bring the wanted tiles to the inner vertices of an ear; the blank ends on the remaining part.

    Tiles are pushed in at its first end, the last one first. A tile that is already in the ear, behind those pushed in,
    is first taken out at the other end.
    """
    if len(ear.inner) == 1:
        _finish_vertex(walker, ear.inner[0], wanted[0], left)
        return
    if walker.blank in ear.inner:
        walker.follow([ear.ends[0], *ear.inner][ear.inner.index(walker.blank) :: -1])
    inside = [walker.tiles[vertex] for vertex in ear.inner]
    count = next(k for k in range(len(wanted), -1, -1) if inside[:k] == list(wanted[len(wanted) - k :]))
    for tile in reversed(wanted[: len(wanted) - count]):
        if walker.tiles.index(tile) in ear.inner:
            _take_out(walker, ear, tile, left)
        walker.bring(walker.tiles.index(tile), ear.ends[0], left)
        walker.walk({ear.ends[1]}, left, ear.ends[0])
        _push(walker, ear)


def _finish_vertex(walker: Walker, vertex: int, tile: int, left: set[int]) -> None:
    """Bring a tile to a vertex from the remaining part, through the neighbour that is nearest to it."""
    beside = {other for other in walker.neighbours[vertex] if other in left}
    place = walker.tiles.index(tile)
    if walker.blank == vertex:
        walker.follow((place if place in beside else min(beside),))
        place = walker.tiles.index(tile)
    if place == vertex:
        return
    door = [place, *way(walker.neighbours, place, beside, left)][-1]
    walker.bring(place, door, left)
    walker.walk({vertex}, left | {vertex}, door)
    walker.follow((door,))


def _push(walker: Walker, ear: Ear) -> None:
    """Push the tile at the first end into an ear, and its last tile out at the other end, where the blank is."""
    walker.follow((*reversed(ear.inner), ear.ends[0]))


def _take_out(walker: Walker, ear: Ear, tile: int, left: set[int]) -> None:
    """Take a tile out of an ear without changing those before it."""
    first, last = ear.ends
    pushes = len(ear.inner) - ear.inner.index(walker.tiles.index(tile))
    for _ in range(pushes):
        walker.walk({last}, left)
        _push(walker, ear)
    walker.bring(last, way(walker.neighbours, last, left - {first, last}, left)[-1], left)
    aside = walker.tiles.index(tile)
    for _ in range(pushes):
        walker.walk({first}, left, aside)
        walker.follow((*ear.inner, last))


def of_rest(
    neighbours: Neighbours, vertices: Sequence[int], tiles: Sequence[int], wanted: Mapping[int, int]
) -> list[Move]:
    """Return the closed walk of the blank on these vertices that brings their tiles into the wanted arrangement."""
    number = {vertex: index for index, vertex in enumerate(vertices)}
    inside = [[number[other] for other in neighbours[vertex] if other in number] for vertex in vertices]
    names = {tile: index for index, tile in enumerate(sorted({wanted[vertex] for vertex in vertices}))}
    start, goal = (tuple(names[each[vertex]] for vertex in vertices) for each in (tiles, wanted))
    if len(vertices) > FEW:
        result = threes.solve(inside, start, goal)
    else:
        result = bidirectional.shortest(inside, start, goal, Budget())[0]
    return [vertices[index] for index in result]
