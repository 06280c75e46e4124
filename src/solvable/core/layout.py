"""Positions of a graph's vertices in a picture: a solid as seen through one of its faces, other graphs in a circle.

If the vertices of one face of a 3-connected planar graph form a convex polygon and every other vertex is at the mean of
its neighbours, no two edges cross (Tutte 1963). A face is a cycle without chords whose removal leaves the rest
connected. Cost: a breadth-first search for each pair of neighbours of the first vertex, then about a hundred sweeps
over the edges.
"""

from collections.abc import Collection, Sequence
from itertools import combinations, pairwise
from math import cos, hypot, pi, sin

Neighbours = Sequence[Collection[int]]
Place = tuple[float, float]
SWEEPS = 400
STEP_MIN = 1e-9  # the sweeps end when no vertex moves farther
SPREAD = 0.7, 0.5  # how far the inner vertices of a small and of a large graph are spread apart
SMALL = 24
VERTICES_MAX = 200  # vertices; larger graphs are drawn as a circle


def places(beside: Neighbours) -> list[Place]:
    """Return a position in the unit disc for each vertex."""
    face = outer_face(beside) if 2 < len(beside) <= VERTICES_MAX else []
    if not face:
        return [_on_circle(vertex, len(beside)) for vertex in range(len(beside))]
    at = [0j] * len(beside)
    for index, vertex in enumerate(face):
        at[vertex] = complex(*_on_circle(index, len(face)))
    inside = [(vertex, list(others)) for vertex, others in enumerate(beside) if vertex not in face]
    for _ in range(SWEEPS):
        moved = 0.0
        for vertex, others in inside:
            middle = sum([at[other] for other in others]) / len(others)
            moved = max(moved, abs(middle - at[vertex]))
            at[vertex] = middle
        if moved < STEP_MIN:
            break
    power = SPREAD[len(beside) > SMALL] - 1
    drawn = (place * abs(place) ** power if place else place for place in at)
    return [(place.real, place.imag) for place in drawn]


def outer_face(beside: Neighbours) -> list[int]:
    """Return the longest face through the first vertex (in a small graph, through any), in order; [] if there is none,
    or if the graph has too many edges to be planar (Euler).
    """
    if sum(map(len, beside)) > 2 * (3 * len(beside) - 6):
        return []
    faces = [
        [corner, *path]
        for corner in range(len(beside) if len(beside) <= SMALL else 1)
        for first, last in combinations(sorted(beside[corner]), 2)
        if (path := _path(beside, first, last, {corner} | set(beside[corner]) - {first, last}))
        and _is_face(beside, {corner, *path})
    ]
    return max(faces, key=len, default=[])


def _path(beside: Neighbours, start: int, end: int, barred: set[int]) -> list[int]:
    """Return a shortest path from `start` to `end` that avoids the vertices in `barred`; [] if there is none."""
    before, queue = {start: start}, [start]
    for here in queue:
        for there in sorted(beside[here]):
            if there not in before and there not in barred:
                before[there] = here
                queue.append(there)
    if end not in before:
        return []
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def _is_face(beside: Neighbours, cycle: set[int]) -> bool:
    """Return whether the cycle has no chord, and the other vertices exist, are connected, and are adjacent to every
    vertex of it.
    """
    if any(len(cycle.intersection(beside[vertex])) != 2 for vertex in cycle):
        return False
    remaining = set(range(len(beside))) - cycle
    reached, waiting = set[int](), [min(remaining)] if remaining else []
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += remaining.intersection(beside[here])
    return bool(remaining) and reached == remaining


def _on_circle(index: int, number: int) -> Place:
    angle = 2 * pi * index / number - pi / 2
    return cos(angle), sin(angle)


def spread(beside: Neighbours, apart: float) -> tuple[list[Place], Place]:
    """Return positions at least `apart` from each other, in a picture with room for vertices of width 1, and the size
    of that picture.
    """
    position = places(beside)
    nearest = _nearest(position)
    if nearest < 1e-3:  # vertices with the same neighbours coincide
        position = [_on_circle(vertex, len(beside)) for vertex in range(len(beside))]
        nearest = _nearest(position)
    (left, right), (top, bottom) = ((min(along), max(along)) for along in zip(*position, strict=True))
    radius = max(apart / nearest, 1.0)
    size = (right - left) * radius + 1.5, (bottom - top) * radius + 1.5
    return [((x - left) * radius + 0.75, (y - top) * radius + 0.75) for x, y in position], size


def _nearest(at: Sequence[Place]) -> float:
    """Return the least distance of two vertices; for a large graph, drawn as a circle, that of neighbours on it."""
    pairs = combinations(at, 2) if len(at) <= VERTICES_MAX else pairwise(at)
    return min((hypot(a - x, b - y) for (a, b), (x, y) in pairs), default=1.0)
