"""A distance that no board has is refused when the environment is made, not at some reset."""

from random import Random

import pytest

from solvable.core.errors import PuzzleError
from solvable.envs.reset import Starts
from solvable.game_id import parse_puzzle


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "farthest"),
    [
        ("tiles:star6", 2),
        ("tiles:cycle5", 10),
        ("tiles:3x2,goal=1,1,2/2,3,0", 16),
        ("tiles:3x2", 21),
        ("tiles:2x2,mtm", 6),
        ("lights:3x3", 9),
        ("lights:4x4", 7),
        ("lights:2x2,mod3", 3),
    ],
)
def test_only_distances_that_boards_have_are_accepted(text: str, farthest: int) -> None:
    puzzle = parse_puzzle(text)
    for refused in ((1, farthest + 1), (farthest + 1, farthest + 1)):
        with pytest.raises(PuzzleError, match=f"no board has the distance {farthest + 1}: "):
            Starts(puzzle, None, refused)
    starts, rng = Starts(puzzle, None, (1, farthest)), Random(1)
    found = {len(puzzle.optimal(starts.draw(rng))) for _ in range(12 * farthest)}
    assert found <= set(range(1, farthest + 1))
    assert len(found) > farthest // 2
