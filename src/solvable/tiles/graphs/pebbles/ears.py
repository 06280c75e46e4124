"""The order in which the vertices of a block are finished: ear by ear, so that the remainder stays 2-connected.

An ear is a path whose inner vertices have no other neighbours, or one vertex. Without it a 2-connected graph stays
2-connected (Whitney 1932): in it every tile can still reach every vertex. On a board this is the human method: single
cells along the rim, and the last two of a row together. Ears near the blank's home are removed last, until only the
remainder is left, which `construct` solves as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from solvable.core.budget import check
from solvable.tiles.graphs import blocks

FEW = 8  # vertices of a remainder that is small enough
NEAR = 3  # steps around an ear within which most are seen to be removable; then twice as many, and so on

Links = dict[int, set[int]]


@dataclass(frozen=True, slots=True)
class Ear:
    """The inner vertices of an ear, in order, and the two vertices adjacent to the first and the last one."""

    inner: tuple[int, ...]
    ends: tuple[int, int]


def ears(links: Mapping[int, Iterable[int]], entry: int) -> tuple[list[Ear], set[int]]:
    """Return the ears of a 2-connected graph in the order in which they are finished, and the remaining vertices.

    At most `FEW` vertices remain, or more if no further ear can be removed. They include `entry`, form neither a cycle
    nor θ₀, and have an odd cycle if the graph has one.
    """
    remaining: Links = {vertex: set(others) for vertex, others in links.items()}
    far = _distances(remaining, entry)
    order = sorted(remaining, key=lambda vertex: (-far[vertex], vertex))
    odd, results = odd_cycle(remaining, entry), []
    # Remove an ear or, if none can be removed, an edge. Each round leaves a graph that meets the conditions above;
    # `odd` is an odd cycle of it, found again when it loses a vertex or an edge.
    while len(remaining) > FEW:
        check()
        ear = _free(remaining, order, entry, odd)
        if ear is not None:
            for vertex in ear.inner:
                for other in remaining.pop(vertex):
                    remaining.get(other, set()).discard(vertex)
            gone = set(ear.inner)
            order = [vertex for vertex in order if vertex not in gone]
            results.append(ear)
        elif not _drop_edge(remaining, entry, bool(odd)):
            break
        if odd and (ear is None or not odd.isdisjoint(ear.inner)):
            odd = odd_cycle(remaining, entry)
    return results, set(remaining)


def _free(left: Links, order: Sequence[int], entry: int, odd: set[int]) -> Ear | None:
    """Return the first ear, by the order of its vertices, that can be removed; None if there is none."""
    edges, tried = sum(map(len, left.values())) // 2, set[int]()
    for vertex in order:
        if vertex in tried or vertex == entry:
            continue
        ear = _ear_at(left, vertex)
        tried.update(ear.inner)
        if entry in ear.inner:
            continue
        beside = left[vertex] if len(ear.inner) == 1 else set(ear.ends)
        fewer = len(left[vertex]) if len(ear.inner) == 1 else len(ear.inner) + 1
        if edges - fewer <= len(left) - len(ear.inner) or not is_joined(left, set(ear.inner), beside):
            continue
        if not (odd.isdisjoint(ear.inner) and len(left) - len(ear.inner) != 7):
            remaining = {v: others - set(ear.inner) for v, others in left.items() if v not in ear.inner}
            if (odd and not odd_cycle(remaining, entry)) or blocks.kind_of(remaining) == blocks.THETA:
                continue
        return ear
    return None


def _ear_at(left: Links, vertex: int) -> Ear:
    """Return the vertex with its two neighbours in the ear or, if it has only two, the whole path of such vertices."""
    if len(left[vertex]) > 2:
        first, last, *_ = sorted(left[vertex])
        return Ear((vertex,), (first, last))
    one, two = sorted(left[vertex])
    before, after = _along(left, vertex, one), _along(left, vertex, two)
    path = [*before[::-1], vertex, *after]
    return Ear(tuple(path[1:-1]), (path[0], path[-1]))


def _along(left: Links, vertex: int, other: int) -> list[int]:
    """Return the path from `vertex` by way of `other` to the first vertex that has more than two neighbours."""
    path, before = [other], vertex
    while len(left[path[-1]]) == 2:
        before, here = path[-1], next(each for each in left[path[-1]] if each != before)
        path.append(here)
    return path


def is_joined(left: Mapping[int, set[int]], without: set[int], ends: Iterable[int]) -> bool:
    """Return whether the ends are in one block of the graph without these vertices.

    If the graph is 2-connected and the ends are all the neighbours of the removed vertices, it stays 2-connected:
    anything that a vertex would cut off from that block, it would cut off from the whole graph. Usually a few steps
    around the ear suffice to see that.
    """
    wanted, reach = set(ends), NEAR
    while True:
        near, level = set(wanted), list(wanted)
        for _ in range(reach):
            level = [other for vertex in level for other in left[vertex] if other not in without]
            level = [vertex for vertex in dict.fromkeys(level) if vertex not in near]
            near.update(level)
        number = {vertex: index for index, vertex in enumerate(near)}
        inside = [[number[other] for other in left[vertex] if other in number] for vertex in near]
        targets = {number[vertex] for vertex in wanted}
        if any(targets <= part for part in blocks.vertex_sets(inside, min(targets))):
            return True
        if not level:
            return False
        reach *= 2


def _drop_edge(left: Links, entry: int, is_odd: bool) -> bool:
    """Remove an edge without which the graph stays 2-connected, and non-bipartite if it is; return whether there is
    one.
    """
    if sum(map(len, left.values())) // 2 <= len(left) + 1:
        return False
    inner = {vertex for vertex, others in left.items() if len(others) > 2}
    for a, b in [(one, two) for one in inner for two in left[one] & inner if one < two]:
        left[a].remove(b)
        left[b].remove(a)
        if is_joined(left, set(), (a, b)) and (not is_odd or odd_cycle(left, entry)):
            return True
        left[a].add(b)
        left[b].add(a)
    return False


def odd_cycle(links: Mapping[int, Iterable[int]], start: int) -> set[int]:
    """Return the vertices of an odd cycle of the connected graph, near `start`; empty if it has none."""
    before, depth, frontier = {start: start}, {start: 0}, [start]
    for vertex in frontier:
        for other in links[vertex]:
            if other not in depth:
                before[other], depth[other] = vertex, depth[vertex] + 1
                frontier.append(other)
            elif depth[other] == depth[vertex]:
                return set(_up(before, vertex)) ^ set(_up(before, other)) | {_meeting(before, vertex, other)}
    return set()


def _up(before: Mapping[int, int], vertex: int) -> Iterator[int]:
    """Yield the vertices from `vertex` up to the start."""
    while True:
        yield vertex
        if before[vertex] == vertex:
            return
        vertex = before[vertex]


def _meeting(before: Mapping[int, int], one: int, two: int) -> int:
    above = set(_up(before, one))
    return next(vertex for vertex in _up(before, two) if vertex in above)


def _distances(links: Mapping[int, Iterable[int]], start: int) -> dict[int, int]:
    depth, frontier = {start: 0}, [start]
    for vertex in frontier:
        for other in links[vertex]:
            if other not in depth:
                depth[other] = depth[vertex] + 1
                frontier.append(other)
    return depth
