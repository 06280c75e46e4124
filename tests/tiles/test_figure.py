"""The pictures for notebooks are well-formed XML with one shape a piece."""

from xml.etree import ElementTree

import pytest

from solvable import LightsOut, SlidingTiles, variant

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("puzzle", [SlidingTiles(4, 4), SlidingTiles(2, 3, goal="spiral"), SlidingTiles(5, 1)])
def test_every_tile_is_drawn_and_at_home_in_the_goal(puzzle: SlidingTiles) -> None:
    picture = ElementTree.fromstring(puzzle._repr_svg_())
    assert [text.text for text in picture.iter(f"{SVG}text")] == [str(tile) for tile in puzzle.goal if tile]
    assert len(list(picture.iter(f"{SVG}path"))) == puzzle.cells - 1


@pytest.mark.parametrize("puzzle", [LightsOut(3, 3), variant("orbix"), LightsOut(3, 2, k=3, dead=[0])])
def test_every_lamp_is_drawn(puzzle: LightsOut) -> None:
    picture = ElementTree.fromstring(puzzle._repr_svg_())
    assert len(list(picture.iter(f"{SVG}circle"))) == puzzle.cells - len(puzzle.dead)
