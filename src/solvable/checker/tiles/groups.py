"""A second computation of the permutations that the blank makes on a graph: blocks by cycles of a spanning tree, small
groups by search.

Two edges are in one block if a chain of fundamental cycles joins them. On a block of at most six vertices, or seven
with eight edges, all arrangements with the blank at the entry are visited; for larger ones Wilson's theorem gives them:
all, or if no cycle is odd, the even ones.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, prod
from typing import Any

from solvable.checker.tiles.shapes import Shape, depths

Row = tuple[int, ...]


@dataclass(frozen=True)
class Region:
    """A block as seen from the blank's home: vertices, neighbours, entry, kind, and the other vertices in order."""

    vertices: list[int]
    beside: dict[int, list[int]]
    entry: int
    kind: str
    places: list[int]

    @property
    def order(self) -> int:
        """The number of arrangements of distinct tiles that are reached with the blank at the entry."""
        tiles = len(self.places)
        sizes = {"bridge": 1, "cycle": tiles, "theta": 120, "all": factorial(tiles)}
        return sizes[self.kind] if self.kind in sizes else factorial(tiles) // 2


def regions(shape: Shape, home: int) -> list[Region]:
    """Return the blocks of the graph, seen from the blank's `home`, in the order of their vertices."""
    depth, parent = depths(shape.beside, home)
    joined = {vertex: vertex for vertex in depth}  # a vertex represents the edge to its parent

    def find(vertex: int) -> int:
        while joined[vertex] != vertex:
            joined[vertex] = joined[joined[vertex]]
            vertex = joined[vertex]
        return vertex

    closing = [(a, b) for a in depth for b in shape.beside[a] if a < b and parent[a] != b and parent[b] != a]
    for a, b in closing:
        one, other = a, b
        edge = max(a, b, key=depth.__getitem__)
        while one != other:  # climb the fundamental cycle
            if depth[one] < depth[other]:
                one, other = other, one
            joined[find(one)] = find(edge)
            one = parent[one]
    inside: dict[int, list[tuple[int, int]]] = {}
    for vertex in depth:
        if vertex != home:
            inside.setdefault(find(vertex), []).append((parent[vertex], vertex))
    for a, b in closing:
        inside[find(max(a, b, key=depth.__getitem__))].append((a, b))
    return sorted((_region(edges, depth) for edges in inside.values()), key=lambda region: region.vertices)


def _region(edges: list[tuple[int, int]], depth: dict[int, int]) -> Region:
    beside: dict[int, list[int]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    vertices = sorted(beside)
    entry = min(vertices, key=depth.__getitem__)
    places = [vertex for vertex in vertices if vertex != entry]
    if len(edges) == 1:
        return Region(vertices, beside, entry, "bridge", places)
    if len(edges) == len(vertices):
        return Region(vertices, beside, entry, "cycle", _round(beside, entry))
    is_odd = any((depth[a] - depth[b]) % 2 == 0 for a, b in edges)
    kind = "all" if is_odd else "even"
    if len(vertices) < 7 or (len(vertices), len(edges)) == (7, 8):
        reached = len(visited(beside, entry, places, tuple(range(1, len(places) + 1))))
        every = factorial(len(places))
        kind = {every: "all", every // 2: "even"}.get(reached, "theta")
    return Region(vertices, beside, entry, kind, places)


def _round(beside: dict[int, list[int]], entry: int) -> list[int]:
    """Return the other vertices of a cycle in order, the lesser neighbour of the entry first."""
    way = [entry, min(beside[entry])]
    while len(way) < len(beside):
        way.append(next(vertex for vertex in beside[way[-1]] if vertex != way[-2]))
    return way[1:]


def visited(beside: dict[int, list[int]], entry: int, places: Sequence[int], tiles: Row) -> set[Row]:
    """Return every arrangement of `tiles` on `places` that is reached with the blank back at the entry."""
    start = (entry, tuple(sorted(zip(places, tiles, strict=True))))
    seen = {start}
    for blank, board in (waiting := [start]):
        there = dict(board)
        for vertex in beside[blank]:
            after = dict(there)
            after[blank] = after.pop(vertex)
            key = (vertex, tuple(sorted(after.items())))
            if key not in seen:
                seen.add(key)
                waiting.append(key)
    return {tuple(dict(board)[index] for index in places) for blank, board in seen if blank == entry}


def comparison(shape: Shape, state: Sequence[int]) -> list[dict[str, Any]]:
    """Return the blocks in the form of an answer: with the blank at home, their tiles, those wanted, and the reason if
    they differ.
    """
    home = shape.goal.index(0)
    _, parent = depths(shape.beside, home)
    now, blank = list(state), list(state).index(0)
    while blank != home:
        now[blank], now[parent[blank]] = now[parent[blank]], 0
        blank = parent[blank]
    results = []
    for region in regions(shape, home):
        tiles, wanted = (tuple(board[index] for index in region.places) for board in (now, shape.goal))
        shown = {"vertices": region.vertices, "kind": region.kind, "entry": region.entry}
        why, pair = _wrong(region, tiles, wanted)
        results.append(shown | {"tiles": list(tiles), "wanted": list(wanted), "reason": why, "pair": pair})
    return results


def _wrong(region: Region, tiles: Row, wanted: Row) -> tuple[str, tuple[int, int]]:
    """Return why `tiles` cannot become `wanted`, or "", and the pair of numbers that differ."""
    here, there = Counter(tiles), Counter(wanted)
    if here != there:
        return "tiles", (min(here - there), min(there - here))
    if region.kind == "cycle":
        one, other = min(_turned(tiles)), min(_turned(wanted))
        return (
            ("order", next(p for p in zip(one, other, strict=True) if p[0] != p[1])) if one != other else ("", (0, 0))
        )
    if region.kind == "theta":
        numbers = [_class(region, row) for row in (tiles, wanted)]
        return ("theta", (numbers[0], numbers[1])) if numbers[0] != numbers[1] else ("", (0, 0))
    if region.kind == "even" and len(there) == len(wanted) and parity(tiles, wanted):
        return "parity", (1, 0)
    return "", (0, 0)


def _turned(tiles: Row) -> Iterator[Row]:
    return (tiles[offset:] + tiles[:offset] for offset in range(len(tiles)))


def _class(region: Region, tiles: Row) -> int:
    """Return the number of the class of `tiles` on θ₀; classes are numbered from 0 in the order of their least
    arrangements.
    """
    remaining, number = set(permutations(tiles)), 0
    while True:
        reached = visited(region.beside, region.entry, region.places, min(remaining))
        if tiles in reached:
            return number
        remaining -= reached
        number += 1


def both_ends(start: Row, goal: Row, after: Callable[[Row], Iterable[Row]], bound: int, room: int) -> int | None:
    """Return the fewest moves if they are below `bound`, else `bound`; None if that takes more than `room` states."""
    sides = [{start}, {goal}]
    seen = [set(sides[0]), set(sides[1])]
    for depth in range(bound):
        if sides[0] & seen[1] or sides[1] & seen[0]:
            return depth
        side = 0 if len(sides[0]) <= len(sides[1]) else 1
        sides[side] = {state for here in sides[side] for state in after(here)} - seen[side]
        seen[side] |= sides[side]
        if len(seen[0]) + len(seen[1]) > room:
            return None
        if not sides[side]:
            break  # all states reachable from this end were visited without meeting the other
    return bound


def parity(tiles: Sequence[int], wanted: Sequence[int]) -> int:
    """Return whether an odd number of swaps leads from one arrangement of distinct tiles to the other, as 0 or 1."""
    now, count = list(tiles), 0
    at = {tile: place for place, tile in enumerate(now)}
    for index, tile in enumerate(wanted):
        other = at[tile]
        if other != index:
            now[index], now[other] = now[other], now[index]
            at[now[index]], at[now[other]] = index, other
            count += 1
    return count % 2


def reachable(shape: Shape) -> int | None:
    """Return the number of states that can reach the goal, by the theorems; None if identical tiles are in several
    blocks.
    """
    result = regions(shape, shape.goal.index(0))
    tiles = Counter(label for label in shape.goal if label > 0)
    if len(tiles) == shape.live - 1:
        return shape.live * prod(region.order for region in result)
    if len(result) == 1 and result[0].kind in ("even", "all"):
        return shape.live * factorial(shape.live - 1) // prod(map(factorial, tiles.values()))
    return None
