"""Hexagons and triangles typed as rows of different lengths: their neighbours are those of the drawn cells."""

from itertools import product
from math import hypot, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import formats
from solvable.core.errors import NotationError, UnsolvableError
from solvable.core.puzzle import replay
from solvable.lights.board import LightsOut

Point = tuple[float, float]


def hexagon_rows(low: int, high: int) -> list[int]:
    """The lengths of the rows of a hexagon."""
    return [*range(low, high), *range(high, low - 1, -1)]


def centred(lengths: list[int]) -> list[int]:
    """Where each row begins, in half cells, if all are in the middle."""
    return [max(lengths) - length for length in lengths]


def text_of(cells: list[str], indents: list[int], apart: bool) -> str:
    return "\n".join(
        " " * indent + (" " if apart else "").join(row) for row, indent in zip(cells, indents, strict=True)
    )


def read(text: str, name: str | None = None) -> tuple[LightsOut, tuple[int, ...]]:
    board = formats.read(text, format=name)
    assert isinstance(board.puzzle, LightsOut)
    return board.puzzle, board.state


def neighbours(points: list[Point], distance: float) -> list[set[int]]:
    """Of each point those at that distance, and itself."""
    return [
        {j for j, b in enumerate(points) if i == j or isclose(hypot(a[0] - b[0], a[1] - b[1]), distance)}
        for i, a in enumerate(points)
    ]


def toggled(puzzle: LightsOut) -> list[set[int]]:
    """Of each living cell, numbered among the living, the cells that pressing it toggles."""
    living = [cell for cell in range(puzzle.cells) if cell not in puzzle.dead]
    return [{living.index(other) for other, _ in puzzle.toggles[cell] if other not in puzzle.dead} for cell in living]


HEXAGONS = [hexagon_rows(low, high) for low, high in ((2, 4), (3, 5), (2, 5), (4, 7), (1, 4))]


def spotted(lengths: list[int]) -> list[str]:
    """Rows in which both symbols are."""
    return ["".join("10"[(r * 2 + c) % 3 != 0] for c in range(length)) for r, length in enumerate(lengths)]


@pytest.mark.parametrize("lengths", HEXAGONS, ids=str)
@pytest.mark.parametrize("form", ["left", "apart", "centred", "indented"])
def test_neighbours_in_a_hexagon_are_the_hexagons_that_touch(lengths: list[int], form: str) -> None:
    starts, cells = centred(lengths), spotted(lengths)
    indents = starts if form in ("centred", "indented") else [0] * len(lengths)
    puzzle, state = read(text_of(cells, indents, form in ("apart", "centred")))
    points = [(start / 2 + c, r * sqrt(3) / 2) for r, start in enumerate(starts) for c in range(lengths[r])]
    assert toggled(puzzle) == neighbours(points, 1)
    assert "".join(str(state[cell]) for cell in range(puzzle.cells) if cell not in puzzle.dead) == "".join(cells)


@given(st.integers(2, 5), st.lists(st.sampled_from([-1, 1]), min_size=2, max_size=6))
def test_rows_shifted_by_half_a_cell_are_hexagons(width: int, shifts: list[int]) -> None:
    indents = [sum(shifts[:row]) for row in range(len(shifts) + 1)]
    indents = [indent - min(indents) for indent in indents]
    lengths = [width] * len(indents)
    puzzle, _ = read(text_of(spotted(lengths), indents, apart=True), "hexagon")
    points = [(start / 2 + c, r * sqrt(3) / 2) for r, start in enumerate(indents) for c in range(width)]
    assert toggled(puzzle) == neighbours(points, 1)


def triangle_points(lengths: list[int], starts: list[int], ups: list[bool]) -> list[Point]:
    """The middles of triangles of side 1: a row begins `start` half sides from the left, its cells up and down."""
    height = sqrt(3) / 2
    return [
        (starts[r] / 2 + c / 2, r * height + height * ((2 if up == (c % 2 == 0) else 1) / 3))
        for r, up in enumerate(ups)
        for c in range(lengths[r])
    ]


TRIANGLES = [
    ([1, 3, 5], [True] * 3),
    ([1, 3, 5, 7], [True] * 4),
    ([3, 5, 7, 9], [True] * 4),
    ([5, 3, 1], [False] * 3),
    ([7, 5, 3, 1], [False] * 4),
    ([5, 7, 7, 5], [True, True, False, False]),
    ([7, 9, 11, 11, 9, 7], [True] * 3 + [False] * 3),
]


@pytest.mark.parametrize(("lengths", "ups"), TRIANGLES, ids=lambda value: str(value[0:2]))
@pytest.mark.parametrize("is_centred", [False, True])
def test_neighbours_in_triangles_share_a_side(lengths: list[int], ups: list[bool], is_centred: bool) -> None:
    starts = [(max(lengths) - length) // 2 for length in lengths]
    text = text_of(spotted(lengths), starts if is_centred else [0] * len(lengths), apart=False)
    puzzle, _ = read(text, "triangle")
    assert toggled(puzzle) == neighbours(triangle_points(lengths, starts, ups), 1 / sqrt(3))


def test_every_state_of_the_small_hexagon_is_solved_or_refuted() -> None:
    for lamps in product("01", repeat=7):
        puzzle, state = read(f"{''.join(lamps[:2])}/{''.join(lamps[2:5])}/{''.join(lamps[5:])}", "hexagon")
        try:
            assert replay(puzzle, state, puzzle.optimal(state).moves) == puzzle.goal
        except UnsolvableError as error:
            assert error.obstruction.weights


@pytest.mark.parametrize(
    "text",
    [
        "110\n1101\n110",  # one cell too many in a square
        "1101\n110\n1101",
        "110/00/000",
        "11/101/11",
        "1\n101",
        "1\n011\n100",
        "1101\n01101\n101011\n1101",
        "  1 0 1\n 0 1 1 0\n1 0 0 0",  # the last row is cut
        "10 1\n0110\n10001\n0110\n101",
    ],
)
def test_what_may_be_a_mistake_is_no_hexagon(text: str) -> None:
    try:
        board = formats.read(text)
    except NotationError:
        return
    assert isinstance(board.puzzle, LightsOut)
    assert board.puzzle.rule == "plus"
