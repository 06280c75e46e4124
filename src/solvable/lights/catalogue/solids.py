"""The edge graphs of the Platonic and Archimedean solids, derived from three solids by exact combinatorial operations.

A solid is a combinatorial map: darts (directed edges) numbered from 0, and for each its reverse and the next dart
around its vertex. The dual exchanges "around the vertex" with "around the face"; the other operations (Conway's
truncate, ambo, expand, bevel, snub) connect darts, edges or flags of a map. There are no coordinates and no rounding.
"""

from collections.abc import Callable, Iterable, Sequence

from solvable.core.frozen import frozen

Edges = tuple[tuple[int, int], ...]


@frozen
class Map:
    """Darts on a closed surface: `reverse[d]` is d in the other direction, `around[d]` the next dart leaving the same
    vertex.
    """

    reverse: tuple[int, ...]
    around: tuple[int, ...]

    @property
    def along(self) -> tuple[int, ...]:
        """The next dart around the same face, for each dart."""
        previous = [0] * len(self.around)
        for dart, following in enumerate(self.around):
            previous[following] = dart
        return tuple(previous[other] for other in self.reverse)

    @property
    def dual(self) -> "Map":
        """The map with vertices and faces exchanged."""
        return Map(self.reverse, self.along)


def from_faces(faces: Sequence[Sequence[int]]) -> Map:
    """Return the map whose faces are these cycles of vertices, all with the same orientation."""
    sides = [(a, b) for face in faces for a, b in zip(face, (*face[1:], face[0]), strict=True)]
    number = {side: dart for dart, side in enumerate(sides)}
    before = {}  # the dart before each dart in its face
    start = 0
    for face in faces:
        for index in range(len(face)):
            before[start + index] = start + (index - 1) % len(face)
        start += len(face)
    reverse = tuple(number[b, a] for a, b in sides)
    return Map(reverse, tuple(reverse[before[dart]] for dart in range(len(sides))))


_RING = [(1 + i, 1 + (i + 1) % 5, 6 + i, 6 + (i + 1) % 5) for i in range(5)]
TETRAHEDRON = from_faces([(0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)])
CUBE = from_faces([(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)])
ICOSAHEDRON = from_faces(
    [(0, a, b) for a, b, _, _ in _RING]
    + [(b, a, c) for a, b, c, _ in _RING]
    + [(b, c, d) for _, b, c, d in _RING]
    + [(11, d, c) for _, _, c, d in _RING]
)


def seed(solid: Map) -> Edges:
    """Return the edges of the solid itself."""
    vertex = _orbits(solid.around)
    return _edges((vertex[dart], vertex[other]) for dart, other in enumerate(solid.reverse))


def truncate(solid: Map) -> Edges:
    """Return the solid with its corners cut off: a vertex for each dart."""
    darts = range(len(solid.around))
    return _edges((dart, other) for dart in darts for other in (solid.reverse[dart], solid.around[dart]))


def ambo(solid: Map) -> Edges:
    """Return the solid cut at the midpoints of its edges: a vertex for each edge."""
    middle = _orbits(solid.reverse)
    return _edges((middle[dart], middle[other]) for dart, other in enumerate(solid.around))


def expand(solid: Map) -> Edges:
    """Return the solid with its faces moved apart: a vertex for each corner of a face, that is for each dart."""
    return _edges(
        (dart, other) for dart, pair in enumerate(zip(solid.along, solid.around, strict=True)) for other in pair
    )


def snub(solid: Map) -> Edges:
    """Return the expanded solid with its faces rotated, so that each edge's square becomes two triangles."""
    return _edges([*expand(solid), *enumerate(solid.reverse)])


def bevel(solid: Map) -> Edges:
    """Return the solid with corners and edges cut off: a vertex for each dart d and side, 2d left and 2d + 1 right."""
    pairs = []
    for dart, (other, following) in enumerate(zip(solid.reverse, solid.around, strict=True)):
        pairs += [(2 * dart, 2 * other + 1), (2 * dart, 2 * following + 1), (2 * dart, 2 * dart + 1)]
    return _edges(pairs)


def _orbits(permutation: Sequence[int]) -> list[int]:
    """Return the number of each dart's orbit; orbits are numbered in the order of their first darts."""
    number, orbits = [-1] * len(permutation), 0
    for start in range(len(permutation)):
        if number[start] < 0:
            dart = start
            while number[dart] < 0:
                number[dart] = orbits
                dart = permutation[dart]
            orbits += 1
    return number


def _edges(pairs: Iterable[tuple[int, int]]) -> Edges:
    return tuple(sorted({(min(pair), max(pair)) for pair in pairs}))


SOLIDS: dict[str, Callable[[], Edges]] = {
    "tetrahedron": lambda: seed(TETRAHEDRON),
    "hexahedron": lambda: seed(CUBE),
    "octahedron": lambda: seed(CUBE.dual),
    "dodecahedron": lambda: seed(ICOSAHEDRON.dual),
    "icosahedron": lambda: seed(ICOSAHEDRON),
    "truncated-tetrahedron": lambda: truncate(TETRAHEDRON),
    "cuboctahedron": lambda: ambo(CUBE),
    "truncated-cube": lambda: truncate(CUBE),
    "truncated-octahedron": lambda: truncate(CUBE.dual),
    "rhombicuboctahedron": lambda: expand(CUBE),
    "truncated-cuboctahedron": lambda: bevel(CUBE),
    "snub-cube": lambda: snub(CUBE),
    "icosidodecahedron": lambda: ambo(ICOSAHEDRON),
    "truncated-dodecahedron": lambda: truncate(ICOSAHEDRON.dual),
    "truncated-icosahedron": lambda: truncate(ICOSAHEDRON),
    "rhombicosidodecahedron": lambda: expand(ICOSAHEDRON),
    "truncated-icosidodecahedron": lambda: bevel(ICOSAHEDRON),
    "snub-dodecahedron": lambda: snub(ICOSAHEDRON),
}
