import csv
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError
from solvable.lights.board import LightsOut
from solvable.lights.catalogue.solids import SOLIDS
from solvable.lights.catalogue.variants import VARIANTS, variant
from solvable.lights.covering_radius.hardest import hardest

ORACLES = Path(__file__).parents[2] / "oracles" / "lights"
PUBLISHED = {
    "Lights Out 5x5": variant("lights-out"),
    "Mini/Keychain 4x4 torus": variant("mini"),
    "4x4 plain": LightsOut(4, 4),
    "Lights Out 2000 (5x5, 3 states)": variant("lights-out-2000"),
    "Lights Out Deluxe 6x6 +": variant("deluxe"),
    "Lights Out Deluxe 6x6 x (self+diagonals)": variant("deluxe-x"),
    "Deluxe 6x6 x without self": LightsOut.from_matrix(
        [[int(abs(a // 6 - b // 6) == abs(a % 6 - b % 6) == 1) for b in range(36)] for a in range(36)]
    ),
    "Lights Out Cube 6x3x3": variant("cube"),
    "Merlin Magic Square 3x3 (1978)": variant("merlin"),
    "XL-25 knight (self+knight) 5x5": variant("xl-25"),
    "Orbix type 1 (5 neighbours, not self)": variant("orbix"),
    "icosahedron sigma+ (self+5)": variant("icosahedron"),
    "icosahedron opposite+its 5 nbrs": variant("icosahedron-opposite"),
    "icosahedron faces sigma+ (20)": variant("dodecahedron"),
    "icosahedron faces sigma (20)": variant("dodecahedron-sigma"),
    "cube faces sigma+ (6, octahedron graph)": variant("octahedron"),
    "3x3 plus": LightsOut(3, 3),
    "7x7 plus": LightsOut(7, 7),
    "11x11 plus": LightsOut(11, 11),
    "14x14 plus": LightsOut(14, 14),
    "17x17 plus": LightsOut(17, 17),
    "5x5 torus": LightsOut(5, 5, surface="torus"),
    "3x3 torus": LightsOut(3, 3, surface="torus"),
    "6x6 torus": LightsOut(6, 6, surface="torus"),
    "5x5 king": LightsOut(5, 5, rule="king"),
    "5x5 mod5": LightsOut(5, 5, k=5),
    "3x3 mod3": LightsOut(3, 3, k=3),
    "4x4 mod3": LightsOut(4, 4, k=3),
    "circle 12, flip 3": variant("circle"),
    **{f"cross {n}x{n} (row+column)": LightsOut(n, n, rule="cross") for n in (3, 4, 5, 6)},
}


def rows() -> dict[str, dict[str, str]]:
    lines = (ORACLES / "variants.csv").read_text().splitlines()[1:]
    return {row["variant"]: row for row in csv.DictReader(lines)}


def test_every_exact_row_is_reproduced() -> None:
    assert {name for name, row in rows().items() if row["god_status"].startswith("exact")} == set(PUBLISHED)


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_figures(name: str) -> None:
    board, row = PUBLISHED[name], rows()[name]
    assert (board.cells, board.k, board.nullity) == (int(row["cells"]), int(row["states"]), int(row["nullity"]))
    for figure, value in ((row["solvable_states"], board.count().solvable), (row["solutions_each"], board.quiet.order)):
        base, _, exponent = figure.partition("^")
        assert int(base) ** int(exponent) == value
    worst = hardest(board.system, Budget())
    assert worst.is_exact
    assert worst.presses == int(row["god_number"])
    assert len(board.optimal(worst.state)) == worst.presses


@pytest.mark.parametrize("name", VARIANTS)
def test_figures_of_the_catalogue(name: str) -> None:
    board, known = variant(name), VARIANTS[name]
    assert board.name == name
    assert board.nullity == known.nullity
    if known.worst is not None and name != "truncated-dodecahedron":  # seconds
        assert hardest(board.system, Budget()).presses == known.worst == hardest(board.system, Budget()).bound
    if len(board.quiet.orders) <= 6:
        state = board.scramble(Random(1))
        assert board.apply_all(state, board.optimal(state).moves) == board.goal


def test_an_unknown_variant_names_those_that_are() -> None:
    with pytest.raises(PuzzleError, match="merlin"):
        variant("tic-tac-toe")


def test_merlin_by_its_manual() -> None:
    board = variant("merlin")
    assert board.format(board.goal) == "111/101/111"
    assert board.format(board.apply((0,) * 9, 0)) == "110/110/000"
    assert board.format(board.apply((0,) * 9, 7)) == "000/000/111"
    assert board.format(board.apply((0,) * 9, 4)) == "010/111/010"


def test_the_cube_wraps_at_every_edge() -> None:
    board = variant("cube")
    assert board.is_symmetric
    assert {len(toggle) for toggle in board.toggles} == {5}
    faces = [{cell // 9 for cell, _ in toggle} for toggle in board.toggles]
    assert Counter(map(len, faces)) == {1: 6, 2: 24, 3: 24}  # middles, edges, corners
    assert all(faces[9 * face + 1] != faces[9 * face + 7] for face in range(6))


VERTICES_AND_EDGES = {
    "tetrahedron": (4, 6),
    "hexahedron": (8, 12),
    "octahedron": (6, 12),
    "dodecahedron": (20, 30),
    "icosahedron": (12, 30),
    "truncated-tetrahedron": (12, 18),
    "cuboctahedron": (12, 24),
    "truncated-cube": (24, 36),
    "truncated-octahedron": (24, 36),
    "rhombicuboctahedron": (24, 48),
    "truncated-cuboctahedron": (48, 72),
    "snub-cube": (24, 60),
    "icosidodecahedron": (30, 60),
    "truncated-dodecahedron": (60, 90),
    "truncated-icosahedron": (60, 90),
    "rhombicosidodecahedron": (60, 120),
    "truncated-icosidodecahedron": (120, 180),
    "snub-dodecahedron": (60, 150),
}
TRIANGLES = {
    "tetrahedron": 4,
    "octahedron": 8,
    "icosahedron": 20,
    "truncated-tetrahedron": 4,
    "cuboctahedron": 8,
    "truncated-cube": 8,
    "rhombicuboctahedron": 8,
    "snub-cube": 32,
    "icosidodecahedron": 20,
    "truncated-dodecahedron": 20,
    "rhombicosidodecahedron": 20,
    "snub-dodecahedron": 80,
}


@pytest.mark.parametrize("name", SOLIDS)
def test_solids(name: str) -> None:
    edges = SOLIDS[name]()
    vertices, count = VERTICES_AND_EDGES[name]
    near = [{a + b - v for a, b in edges if v in (a, b)} for v in range(vertices)]
    assert len(edges) == count
    assert {len(cells) for cells in near} == {2 * count // vertices}
    assert sum(len(near[a] & near[b]) for a, b in edges) == 3 * TRIANGLES.get(name, 0)
    reached = {0}
    for _ in range(vertices):
        reached |= {b for a in reached for b in near[a]}
    assert len(reached) == vertices
