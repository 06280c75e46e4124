"""The kernel that counts coset leaders, beside its reference."""

import pytest

from solvable import LightsOut
from solvable.lights.min_weight.distribution import tallied, walked

PUZZLES = {
    "two states": (LightsOut(4, 4), [12, 13, 14, 15]),
    "composite": (LightsOut(3, 3, surface="torus", k=6), []),
    "many states": (LightsOut(2, 2, k=80, surface="torus"), []),  # weights beyond a byte
}


@pytest.mark.parametrize(("puzzle", "pivots"), PUZZLES.values(), ids=PUZZLES)
def test_the_kernel_counts_what_the_reference_counts(puzzle: LightsOut, pivots: list[int]) -> None:
    members = [*puzzle.quiet.members((0,) * puzzle.presses)][:6]
    places = [place for place in range(puzzle.presses) if place not in pivots]
    places = places[: 12 if puzzle.k == 2 else 5 if puzzle.k == 6 else 2]
    assert walked(members, places, pivots, puzzle.k) == tallied(members, places, pivots, puzzle.k)
    assert len(members) > 1
