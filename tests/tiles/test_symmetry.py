from itertools import product
from random import Random

import pytest

from solvable.core.puzzle import replay
from solvable.tiles import SlidingTiles
from solvable.tiles.symmetry import Frame, orientation


@pytest.mark.parametrize("width,height", [(3, 2), (2, 3), (3, 3), (4, 4), (5, 3)])
def test_a_view_keeps_neighbours_and_homes(width: int, height: int) -> None:
    rng = Random(1)
    for _ in range(20):
        goal = tuple(rng.sample(range(width * height), width * height))
        seen = orientation(width, height, goal)
        frame = seen.frame
        assert frame.width >= frame.height
        assert seen.state(goal) == tuple(range(width * height))
        assert seen.tile[0] == frame.home
        other = Frame(width, height, 0)
        for a, b in product(range(width * height), repeat=2):
            assert other.distance(a, b) == frame.distance(seen.cell[a], seen.cell[b])


@pytest.mark.parametrize("width,height", [(3, 3), (4, 4), (4, 3), (5, 5)])
def test_homes_that_are_images_of_each_other_share_a_frame(width: int, height: int) -> None:
    frames = {}
    for home in range(width * height):
        goal = [*range(1, width * height)]
        goal.insert(home, 0)
        frames[home] = orientation(width, height, tuple(goal)).frame
    corners = [0, width - 1, width * height - width, width * height - 1]
    assert {frames[corner] for corner in corners} == {Frame(width, height, 0)}
    expected = {(3, 3): 3, (4, 4): 3, (4, 3): 4, (5, 5): 6}  # orbits of cells under the symmetries of the board
    assert len(set(frames.values())) == expected[width, height]


@pytest.mark.parametrize(
    "frame,count",
    [(Frame(4, 4, 0), 2), (Frame(4, 4, 1), 1), (Frame(3, 3, 4), 8), (Frame(4, 2, 0), 1), (Frame(5, 3, 7), 4)],
)
def test_symmetries_keep_the_home_and_the_neighbours(frame: Frame, count: int) -> None:
    found = frame.symmetries()
    assert len(found) == count
    assert found[0] == tuple(range(frame.cells))
    for image in found:
        assert image[frame.home] == frame.home
        for cell in range(frame.cells):
            assert {image[c] for c in frame.neighbours(cell)} == set(frame.neighbours(image[cell]))


def test_moves_of_the_frame_are_moves_of_the_puzzle() -> None:
    rng = Random(2)
    puzzle = SlidingTiles(3, 4, goal="spiral")
    seen = orientation(3, 4, puzzle.goal)
    inside = SlidingTiles(seen.frame.width, seen.frame.height, goal=tuple(range(12)))
    for _ in range(20):
        state = puzzle.scramble(rng)
        blank, path = seen.state(state).index(seen.frame.home), []
        for _ in range(30):
            blank = rng.choice(seen.frame.neighbours(blank))
            path.append(blank)
        after = list(seen.state(state))
        place = after.index(seen.frame.home)
        for cell in path:
            after[place], after[cell], place = after[cell], after[place], cell
        assert seen.state(replay(puzzle, state, seen.moves(tuple(path)))) == tuple(after)
        assert len(inside.goal) == len(after)
