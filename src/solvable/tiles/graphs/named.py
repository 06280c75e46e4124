"""Graphs by name: `theta0`, `petersen`, `cube`, and by size `path5 cycle7 star6 wheel6 complete5 bipartite3x3`.

Vertices are numbered from 0: along a path or a cycle; in a star or a wheel the centre first; in a bipartite graph one
side after the other. θ₀ is the hexagon 0 .. 5 with 6 between 0 and 3, Wilson's exception (Wilson 1974); Petersen's
graph is the pentagon 0 .. 4, the pentagram 5 .. 9 and i joined to i + 5; the cube joins the numbers 0 .. 7 that differ
in one binary digit.
"""

import re
from collections.abc import Sequence
from itertools import combinations

from solvable.core.errors import PuzzleError
from solvable.core.message import msg

Edges = tuple[tuple[int, int], ...]
Graph = tuple[int, Edges]

EDGES_MAX = 100_000
SIZED = {"path": 1, "cycle": 3, "star": 1, "complete": 1, "wheel": 4}
"""The names that a number of vertices follows, and the least number; a graph with two names gets the first."""
NAMES = ("theta0", "petersen", "cube", *(f"{kind}N" for kind in SIZED), "bipartiteAxB")

_THETA = ((0, 1), (0, 5), (0, 6), (1, 2), (2, 3), (3, 4), (3, 6), (4, 5))
_NAME = re.compile(r"([a-z]+?)([0-9]{1,6})(?:x([0-9]{1,6}))?")


def graph(name: str, limit: int) -> Graph | None:
    """Return the graph called `name`, None if there is none; raise PuzzleError if it is empty or too large."""
    if name in _FIXED:
        return _FIXED[name]
    match = _NAME.fullmatch(name)
    if not match or (match[1] not in SIZED if match[3] is None else match[1] != "bipartite"):
        return None
    a, b = int(match[2]), int(match[3] or 0)
    minimum = SIZED.get(match[1], 1)
    if a < minimum or (match[3] is not None and b < 1):
        if match[3] is not None:
            raise PuzzleError("a bipartite graph has at least 1 vertex on each side")
        raise PuzzleError(msg("a {kind} graph has at least {least} vertices", kind=match[1], least=minimum))
    edges = {"complete": a * (a - 1) // 2, "bipartite": a * b}.get(match[1], 0)
    if a + b > limit or edges > EDGES_MAX:
        raise PuzzleError(
            msg(
                "{name} is too large: at most {vertices} vertices and {edges} edges",
                name=name,
                vertices=limit,
                edges=EDGES_MAX,
            )
        )
    return _bipartite(a, b) if match[3] is not None else (a, _sized(match[1], a))


def _sized(kind: str, n: int) -> Edges:
    along = tuple((vertex, vertex + 1) for vertex in range(n - 1))
    rays = tuple((0, vertex) for vertex in range(1, n))
    if kind == "path":
        return along
    if kind == "cycle":
        return (*along, (0, n - 1))
    if kind == "star":
        return rays
    if kind == "wheel":
        return (*rays, *along[1:], (1, n - 1))
    return tuple(combinations(range(n), 2))


def _bipartite(a: int, b: int) -> Graph:
    return a + b, tuple((left, a + right) for left in range(a) for right in range(b))


def _petersen() -> Edges:
    return tuple(edge for i in range(5) for edge in ((i, (i + 1) % 5), (i, i + 5), (5 + i, 5 + (i + 2) % 5)))


_FIXED: dict[str, Graph] = {
    "theta0": (7, _THETA),
    "petersen": (10, _petersen()),
    "cube": (8, tuple((a, b) for a in range(8) for b in range(a, 8) if (a ^ b).bit_count() == 1)),
}


def name_of(vertices: int, edges: Sequence[tuple[int, int]]) -> str:
    """Return the name of the graph with exactly these edges (a < b, ascending), vertex for vertex, or ""."""
    wanted = tuple(edges)
    fitting = [name for name, (n, _) in _FIXED.items() if n == vertices]
    for name in fitting:
        if _sorted(_FIXED[name][1]) == wanted:
            return name
    counts = {"path": vertices - 1, "cycle": vertices, "star": vertices - 1, "wheel": 2 * (vertices - 1)}
    counts["complete"] = vertices * (vertices - 1) // 2
    for kind, least in SIZED.items():
        if vertices >= least and len(wanted) == counts[kind] and _sorted(_sized(kind, vertices)) == wanted:
            return f"{kind}{vertices}"
    remaining = wanted[0][1] if wanted else 0  # the first vertex of the other side: 0 is joined to all of that side
    if (
        remaining
        and len(wanted) == remaining * (vertices - remaining)
        and _sorted(_bipartite(remaining, vertices - remaining)[1]) == wanted
    ):
        return f"bipartite{remaining}x{vertices - remaining}"
    return ""


def _sorted(edges: Edges) -> Edges:
    return tuple(sorted((min(edge), max(edge)) for edge in edges))
