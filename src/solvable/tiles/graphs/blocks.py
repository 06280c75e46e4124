"""The blocks of a graph, and the group of permutations that one blank generates in each.

A block is a maximal part that no single vertex disconnects: a bridge or a 2-connected subgraph. With the blank at a
vertex a of a block, its closed walks permute the tiles on the other vertices. Bridge: nothing. Cycle: rotations. Any
other 2-connected graph: all permutations, or, if it is bipartite, the even ones (Wilson 1974); with one exception,
θ₀: a hexagon with a seventh vertex joined to two opposite ones, whose group is PGL(2, 5), 120 of the 720.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial

BRIDGE, CYCLE, EVEN, ALL, THETA = "bridge", "cycle", "even", "all", "theta"

Neighbours = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Block:
    """A block: its vertices, ascending, its edges, and the kind of its group (bridge, cycle, even, all, theta)."""

    vertices: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    kind: str

    @property
    def order(self) -> int:
        """The number of arrangements of different tiles that closed walks of the blank reach."""
        tiles = len(self.vertices) - 1
        return {BRIDGE: 1, CYCLE: tiles, EVEN: factorial(tiles) // 2, ALL: factorial(tiles), THETA: 120}[self.kind]

    def places(self, entry: int) -> tuple[int, ...]:
        """Return the vertices but `entry`, which have tiles if the blank is at `entry`; for a cycle, in cyclic
        order.
        """
        if self.kind != CYCLE:
            return tuple(vertex for vertex in self.vertices if vertex != entry)
        beside = neighbours_of(self.edges)
        before, here = entry, min(beside[entry])
        path = []
        while here != entry:
            path.append(here)
            before, here = here, beside[here][0] if beside[here][0] != before else beside[here][1]
        return tuple(path)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One block as seen from the blank: its tiles, those wanted, and whether its group leads from one to the other.

    `reason` is "", or why it does not: "tiles": a tile that belongs here is in another block, which it cannot leave;
    "order": the order round the cycle; "parity": an odd permutation; "theta": not one of the 120 of θ₀.
    `parity_is_free` means that identical tiles make every parity reachable.
    """

    block: Block
    entry: int
    tiles: tuple[int, ...]
    wanted: tuple[int, ...]
    reason: str
    parity_is_free: bool


def neighbours_of(edges: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    """Return the neighbours of each vertex that has an edge."""
    beside: dict[int, list[int]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    return beside


def blocks(neighbours: Neighbours, start: int = 0) -> tuple[Block, ...]:
    """Return the blocks of the connected component of `start`, in O(vertices + edges)."""
    return tuple(sorted(map(_block, edge_sets(neighbours, start)), key=lambda block: block.vertices))


def vertex_sets(neighbours: Neighbours, start: int = 0) -> Iterator[set[int]]:
    """Yield the vertices of each block."""
    for edges in edge_sets(neighbours, start):
        yield {vertex for edge in edges for vertex in edge}


def edge_sets(neighbours: Neighbours, start: int = 0) -> Iterator[list[tuple[int, int]]]:
    """Yield the edges of each block.

    Depth first, without recursion: a block is complete if nothing below its first vertex reaches above it (Hopcroft &
    Tarjan 1973).
    """
    depth, low = {start: 0}, {start: 0}
    edges: list[tuple[int, int]] = []
    starts = {start: 0}  # the number of edges waiting when the vertex was found
    path = [(start, -1, iter(neighbours[start]))]
    # `path` is the branch of the search with the neighbours that remain; `low` is the least depth that an edge from a
    # vertex or from below it reaches; `edges` are the edges of the blocks that are not complete.
    while path:
        vertex, parent, remaining = path[-1]
        for other in remaining:
            if other not in depth:
                starts[other] = len(edges)
                edges.append((vertex, other))
                depth[other] = low[other] = len(path)
                path.append((other, vertex, iter(neighbours[other])))
                break
            if other != parent and depth[other] < depth[vertex]:
                edges.append((vertex, other))
                low[vertex] = min(low[vertex], depth[other])
        else:
            path.pop()
            if path:
                low[parent] = min(low[parent], low[vertex])
                if low[vertex] >= depth[parent]:
                    yield edges[starts[vertex] :]
                    del edges[starts[vertex] :]


def _block(edges: list[tuple[int, int]]) -> Block:
    vertices = tuple(sorted({vertex for edge in edges for vertex in edge}))
    return Block(vertices, tuple(edges), _kind(vertices, edges))


def _kind(vertices: Sequence[int], edges: Sequence[tuple[int, int]]) -> str:
    if len(edges) == 1:
        return BRIDGE
    if len(edges) == len(vertices):
        return CYCLE
    if _is_theta(vertices, edges):
        return THETA
    return EVEN if is_bipartite(edges) else ALL


def kind_of(links: Mapping[int, Iterable[int]]) -> str:
    """Return the kind of the group of a 2-connected graph with these neighbours, or of one edge."""
    edges = [(a, b) for a, others in links.items() for b in others if a < b]
    return _kind(sorted(links), edges)


def is_bipartite(edges: Sequence[tuple[int, int]]) -> bool:
    """Return whether the connected graph with these edges has no odd cycle."""
    beside = neighbours_of(edges)
    start = edges[0][0]
    colour, frontier = {start: 0}, [start]
    for vertex in frontier:
        for other in beside[vertex]:
            if other not in colour:
                colour[other] = 1 - colour[vertex]
                frontier.append(other)
    return all(colour[a] != colour[b] for a, b in edges)


def _is_theta(vertices: Sequence[int], edges: Sequence[tuple[int, int]]) -> bool:
    """Return whether two vertices are joined by three paths with 1, 2 and 2 vertices between them."""
    if (len(vertices), len(edges)) != (7, 8):
        return False
    beside = neighbours_of(edges)
    ends = [vertex for vertex in vertices if len(beside[vertex]) == 3]
    if len(ends) != 2 or ends[1] in beside[ends[0]]:
        return False
    return sum(ends[1] in beside[vertex] for vertex in beside[ends[0]]) == 1


@lru_cache(maxsize=64)
def theta_group(block: Block, entry: int) -> frozenset[tuple[int, ...]]:
    """Return the 120 arrangements of 0 .. 5 on `block.places(entry)`, by searching all 840 states of θ₀."""
    beside = neighbours_of(block.edges)
    places = block.places(entry)
    start = {entry: -1} | {place: index for index, place in enumerate(places)}
    seen, frontier = {tuple(start[vertex] for vertex in block.vertices)}, [start]
    for state in frontier:
        blank = next(vertex for vertex, tile in state.items() if tile < 0)
        for other in beside[blank]:
            after = state | {blank: state[other], other: -1}
            key = tuple(after[vertex] for vertex in block.vertices)
            if key not in seen:
                seen.add(key)
                frontier.append(after)
    return frozenset(tuple(state[index] for index in places) for state in frontier if state[entry] < 0)
