"""A solid is drawn without crossing edges, whatever its wiring's numbering; other graphs stand in a circle."""

from itertools import combinations
from math import hypot

import pytest

from solvable.core.layout import outer_face, places, spread
from solvable.lights.board import LightsOut
from solvable.lights.catalogue.solids import SOLIDS
from solvable.lights.catalogue.variants import VARIANTS, variant

Point = tuple[float, float]
LONGEST = {"tetrahedron": 3, "hexahedron": 4, "dodecahedron": 5, "cuboctahedron": 4, "truncated-dodecahedron": 10}


def side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9


@pytest.mark.parametrize("name", [name for name in SOLIDS if name != "truncated-icosidodecahedron"])
def test_no_edges_of_a_solid_cross(name: str) -> None:
    edges = SOLIDS[name]()
    near: list[set[int]] = [set() for _ in range(1 + max(max(edge) for edge in edges))]
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    at = places(near)
    assert all(hypot(*place) < 1 + 1e-9 for place in at)
    assert len({(round(x, 3), round(y, 3)) for x, y in at}) == len(at)
    for one, other in combinations(edges, 2):
        if not set(one) & set(other):
            assert not cross((at[one[0]], at[one[1]]), (at[other[0]], at[other[1]]))
    assert len(outer_face(near)) == LONGEST.get(name, len(outer_face(near)))


def test_other_graphs_stand_in_a_circle() -> None:
    graphs: list[list[set[int]]] = [[{1}, {0, 2}, {1}], [{1, 2}, {0, 2}, {0, 1}], [set(), set()]]
    for near in (*graphs, [set(range(6)) - {vertex} for vertex in range(6)]):
        assert outer_face(near) == []
        assert all(abs(hypot(*place) - 1) < 1e-9 for place in places(near))


def test_a_wheel_has_its_hub_in_the_middle() -> None:
    near = [set(range(1, 7)), *({0, 1 + number % 6, 1 + (number - 2) % 6} for number in range(1, 7))]
    assert sorted(outer_face(near)) == list(range(1, 7))
    assert hypot(*places(near)[0]) < 1e-9


def test_no_two_vertices_are_nearer_than_asked() -> None:
    twins = [{1, 3, 4}, {0, 2}, {1, 3, 4}, {0, 2}, {0, 2}]
    many = [{(vertex - 1) % 300, (vertex + 1) % 300} for vertex in range(300)]
    for near in (twins, many, [{1}, {0}], [set[int]()]):
        at, size = spread(near, 1.3)
        assert all(hypot(a - x, b - y) > 1.3 - 1e-9 for (a, b), (x, y) in combinations(at, 2))
        assert all(0.7 < x < size[0] - 0.7 and 0.7 < y < size[1] - 0.7 for x, y in at)


def test_every_named_puzzle_has_a_picture() -> None:
    for name in VARIANTS:
        picture, puzzle = variant(name)._repr_svg_(), variant(name)
        assert picture.count("<circle") == puzzle.cells
        is_graph = puzzle.height == 1
        assert ("<line" in picture) == is_graph
    assert LightsOut(12, 1)._repr_svg_().count("<line") == 0
    assert LightsOut.from_graph(4, [(0, 1), (1, 2)])._repr_svg_().count("<line") == 2
