"""The catalogue of named puzzles: each with its exact rule, its source and its known figures.

`nullity` and `worst`, the most presses that any solvable state needs, are recomputed by the tests if that takes
moments; `worst` is None if it is not known. Pictures: `variant(name)._repr_svg_()`.
"""

from collections.abc import Callable

from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen
from solvable.core.message import closest_match, msg
from solvable.lights import rules
from solvable.lights.board import LightsOut
from solvable.lights.catalogue import solids


@frozen
class Variant:
    """A named puzzle: its title, its constructor, its rule in words, its source, and its known figures.

    `colours` are those of a lamp's states, 0 first, if the rule names them.
    """

    title: str
    build: Callable[[str], LightsOut]
    rule: str
    source: str
    nullity: int
    worst: int | None
    colours: tuple[str, ...] = ()


_NEIGHBOURS = "a press toggles a lamp and its neighbours"

_MERLIN = (
    (0, 1, 3, 4),
    (0, 1, 2),
    (1, 2, 4, 5),
    (0, 3, 6),
    (1, 3, 4, 5, 7),
    (2, 5, 8),
    (3, 4, 6, 7),
    (6, 7, 8),
    (4, 5, 7, 8),
)


def _merlin(name: str) -> LightsOut:
    """Corners toggle their 2 × 2 block, sides their row or column, the middle a plus; the goal is a ring of lit
    lamps.
    """
    toggles = tuple(tuple((cell, 1) for cell in cells) for cells in _MERLIN)
    return LightsOut(3, 3, rule=toggles, goal=(1, 1, 1, 1, 0, 1, 1, 1, 1), name=name)


def _cube(name: str) -> LightsOut:
    """The stickers of a 3 × 3 × 3 cube, faces up, left, front, right, back, down, each row by row; neighbours across
    an edge of the cube count. Sticker centres lie on the cube [-3, 3]³, and neighbours are at most 2 apart."""
    span = (-2, 0, 2)
    places = [(x, 3, z) for z in span for x in span]
    places += [(-3, y, z) for y in span[::-1] for z in span]
    places += [(x, y, 3) for y in span[::-1] for x in span]
    places += [(3, y, z) for y in span[::-1] for z in span[::-1]]
    places += [(x, y, -3) for y in span[::-1] for x in span[::-1]]
    places += [(x, -3, z) for z in span[::-1] for x in span]
    toggles = tuple(
        tuple((j, 1) for j, b in enumerate(places) if sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) <= 4)
        for a in places
    )
    return LightsOut(3, 18, rule=toggles, name=name)


def _gale_berlekamp(name: str) -> LightsOut:
    """Ten row switches, then ten column switches."""
    rows = tuple(tuple((10 * row + column, 1) for column in range(10)) for row in range(10))
    columns = tuple(tuple((10 * row + column, 1) for row in range(10)) for column in range(10))
    return LightsOut(10, 10, rule=rows + columns, name=name)


def _icosahedron_opposite(name: str) -> LightsOut:
    """The opposite lamp is the one at distance 3, that is neither a neighbour nor a neighbour of one."""
    toggles = rules.graph_toggles(12, solids.SOLIDS["icosahedron"]())
    opposite = []
    for toggle in toggles:
        reach = {cell for neighbour, _ in toggle for cell, _ in toggles[neighbour]}
        opposite.append(toggles[next(cell for cell in range(12) if cell not in reach)])
    return LightsOut(12, 1, rule=tuple(opposite), name=name)


def _solid(solid: str, loops: bool = True) -> Callable[[str], LightsOut]:
    def build(name: str) -> LightsOut:
        edges = solids.SOLIDS[solid]()
        return LightsOut.from_graph(1 + max(max(edge) for edge in edges), edges, loops=loops, name=name)

    return build


def _orbix(name: str) -> LightsOut:
    toggles = rules.graph_toggles(12, solids.SOLIDS["icosahedron"](), loops=False)
    return LightsOut(12, 1, rule=toggles, goal=(1,) * 12, name=name)


VARIANTS: dict[str, Variant] = {
    "lights-out": Variant(
        "Lights Out", lambda name: LightsOut(5, 5, name=name), _NEIGHBOURS, "Tiger Electronics 1995", 2, 15
    ),
    "mini": Variant(
        "Mini Lights Out",
        lambda name: LightsOut(4, 4, surface="torus", name=name),
        "a press toggles a lamp and its neighbours; the edges wrap round",
        "Tiger Electronics",
        0,
        16,
    ),
    "lights-out-2000": Variant(
        "Lights Out 2000",
        lambda name: LightsOut(5, 5, k=3, name=name),
        "a press moves a lamp and its neighbours on: dark, red, green, dark",
        "Tiger Electronics",
        3,
        24,
        ("dark", "red", "green"),
    ),
    "deluxe": Variant(
        "Lights Out Deluxe", lambda name: LightsOut(6, 6, name=name), _NEIGHBOURS, "Tiger Electronics", 0, 36
    ),
    "deluxe-x": Variant(
        "Lights Out Deluxe, crosses",
        lambda name: LightsOut(6, 6, rule="diagonal", name=name),
        "a press toggles a lamp and its diagonal neighbours",
        "Tiger Electronics",
        0,
        36,
    ),
    "cube": Variant(
        "Lights Out Cube",
        _cube,
        "a press toggles a lamp and its four neighbours, also across the edges of the cube",
        "Tiger Electronics; Tawney, Turning the Lights Out in Three Dimensions",
        6,
        30,
    ),
    "merlin": Variant(
        "Merlin, Magic Square",
        _merlin,
        "a corner toggles its 2x2 block, a side its row or column, the middle a plus; the goal is a ring",
        "Parker Brothers 1978; Pelletier 1987",
        0,
        9,
    ),
    "xl-25": Variant(
        "XL-25, knight's move",
        lambda name: LightsOut(5, 5, rule="knight", name=name),
        "a press toggles a lamp and those a chess knight's move away",
        "Vulcan Electronics 1983 (László Mérő)",
        0,
        25,
    ),
    "orbix": Variant(
        "Orbix, game 1",
        _orbix,
        "twelve lamps on a ball: a press toggles the five neighbours, not the lamp itself; the goal is all lit",
        "Meffert, US patent 5,564,702 (1996)",
        0,
        12,
    ),
    "icosahedron-opposite": Variant(
        "Icosahedron, opposite",
        _icosahedron_opposite,
        "a press toggles the opposite lamp and its five neighbours",
        "after Orbix, game 3",
        6,
        3,
    ),
    "button-madness": Variant(
        "Button Madness",
        lambda name: LightsOut(4, 4, surface="torus", name=name),
        "a press turns a button and its neighbours over, round the edges; the goal is one colour",
        "an online game on the board of Mini Lights Out",
        0,
        16,
    ),
    "alien-tiles": Variant(
        "Alien Tiles",
        lambda name: LightsOut(7, 7, k=4, rule="cross", name=name),
        "a press moves a whole row and column on: red, green, blue, purple, red; the goal is any pattern",
        "Pickover; Chlond, An Alien IP",
        12,
        None,
        ("red", "green", "blue", "purple"),
    ),
    "circle": Variant(
        "Lights in a circle",
        lambda name: LightsOut(12, 1, surface="cylinder", name=name),
        "twelve lamps in a circle: a press toggles a lamp and its two neighbours",
        "Sutner 1989",
        2,
        6,
    ),
    "gale-berlekamp": Variant(
        "Gale–Berlekamp switching game",
        _gale_berlekamp,
        "ten switches turn over a row each, ten a column; as few lamps as possible are to stay lit, 35 at most",
        "Gale and Berlekamp; 35 by Carlson and Stolarski 2004 (Fishburn and Sloane 1989 had 34)",
        1,
        10,
    ),
    "tetrahedron": Variant("Tetrahedron", _solid("tetrahedron"), _NEIGHBOURS, "edge graph", 3, 1),
    "hexahedron": Variant("Cube, corners", _solid("hexahedron"), _NEIGHBOURS, "edge graph", 4, 2),
    "octahedron": Variant("Octahedron, or the faces of a cube", _solid("octahedron"), _NEIGHBOURS, "edge graph", 0, 6),
    "dodecahedron": Variant(
        "Dodecahedron, or the faces of an icosahedron", _solid("dodecahedron"), _NEIGHBOURS, "edge graph", 6, 6
    ),
    "dodecahedron-sigma": Variant(
        "Dodecahedron without the lamp itself",
        _solid("dodecahedron", loops=False),
        "a press toggles the three neighbours, not the lamp itself",
        "edge graph",
        4,
        10,
    ),
    "icosahedron": Variant(
        "Icosahedron, or the faces of a dodecahedron", _solid("icosahedron"), _NEIGHBOURS, "edge graph", 6, 3
    ),
}

_ARCHIMEDEAN: dict[str, tuple[int, int | None]] = {
    "truncated-tetrahedron": (3, 5),
    "cuboctahedron": (0, 12),
    "truncated-cube": (4, 10),
    "truncated-octahedron": (6, 8),
    "rhombicuboctahedron": (8, 8),
    "truncated-cuboctahedron": (8, None),
    "snub-cube": (4, 12),
    "icosidodecahedron": (4, 15),
    "truncated-dodecahedron": (6, 26),
    "truncated-icosahedron": (10, None),
    "rhombicosidodecahedron": (8, 30),
    "truncated-icosidodecahedron": (12, None),
    "snub-dodecahedron": (6, None),
}
VARIANTS.update(
    (name, Variant(name.capitalize().replace("-", " "), _solid(name), _NEIGHBOURS, "edge graph", *figures))
    for name, figures in _ARCHIMEDEAN.items()
)
"""The named puzzles by name: title, rule, source, known figures, and `build`, which creates the puzzle."""


def variant(name: str) -> LightsOut:
    """Return the puzzle called `name` in the catalogue VARIANTS, in upper or lower case; raise PuzzleError if there is
    none.
    """
    if not isinstance(name, str):
        raise PuzzleError(msg("a variant's name is a text, not {value}", value=repr(name)[:40]))
    known = name.strip().lower()
    if known in VARIANTS:
        return VARIANTS[known].build(known)
    if close := closest_match(name, VARIANTS):
        raise PuzzleError(msg("unknown variant {name}; did you mean {close}?", name=repr(name[:40]), close=close))
    raise PuzzleError(
        msg("unknown variant {name}; the variants are {variants}", name=repr(name[:40]), variants=", ".join(VARIANTS))
    )
