"""Scenes as pixels: lamps stand on buttons of their shape, and labels in the middle of their cells."""

from math import pi, sqrt

import numpy as np
import pytest

from solvable import LightsOut, SlidingTiles
from solvable.core.scene import scene_of
from solvable.render import raster

SIDE = 40  # pixels of a cell


@pytest.mark.parametrize(("rule", "area"), [("hex", sqrt(3) / 2), ("triangle", sqrt(3) / 4 * (0.96 * 1.6) ** 2)])
def test_a_lamp_stands_on_a_button_of_its_shape(rule: str, area: float) -> None:
    """The button is a regular hexagon of width 1, or a triangle of side 0.96 · 1.6; the lamp covers a disc."""
    board = LightsOut(1, 1, rule=rule)
    button = (raster.pixels(scene_of(board, board.goal), 10 * SIDE) == raster.HOLE).all(axis=2)
    assert button.sum() / (10 * SIDE) ** 2 == pytest.approx(area - pi * raster.DISC**2, rel=0.02)


@pytest.mark.parametrize("tile", [8, 88])  # digits that are their own mirror images
def test_a_label_is_in_the_middle_of_its_cell(tile: int) -> None:
    board = SlidingTiles(9, 10)
    scene = scene_of(board, board.goal)
    cell = next(cell for cell in scene.cells if cell.label == str(tile))
    pixels = raster.pixels(scene, SIDE)
    left, top = (round((middle - 0.4) * SIDE) + raster.MARGIN for middle in (cell.x, cell.y))
    rows, columns = np.nonzero((pixels[top : top + 32, left : left + 32] == raster.INK).all(axis=2))
    assert columns.mean() == pytest.approx(15.5, abs=1) and rows.mean() == pytest.approx(15.5, abs=1)
