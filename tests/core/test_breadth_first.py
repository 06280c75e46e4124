"""Puzzles by their rules alone: what the search lists is compared with every sequence of moves there is."""

from itertools import permutations, product
from random import Random

import pytest
from tests.null.ring import Ring

from solvable.core import breadth_first
from solvable.core.breadth_first import Listed
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, NotationError, PuzzleError, UnsolvableError
from solvable.core.puzzle import Exact, Levels, Near, Searches, replay

RING = Listed(Ring(5, 3))
STATES = sorted(set(permutations(RING.goal)))


def test_levels_hold_every_state_once_at_its_distance() -> None:
    levels = list(breadth_first.levels(RING))
    assert sorted(state for level in levels for state in level) == STATES == sorted(RING.needed)
    assert RING.distances() == [len(level) for level in levels]
    for distance, level in enumerate(levels):
        for state in level:
            ends = [replay(RING, state, moves) for moves in product(range(5), repeat=distance)]
            assert sum(end == RING.goal for end in ends) == len(list(RING.optimal_solutions(state)))
            short = product(range(5), repeat=max(0, distance - 1))
            assert distance == 0 or all(replay(RING, state, moves) != RING.goal for moves in short)
            found = RING.optimal(state)
            assert found.is_optimal and found.final == RING.goal and len(found) == distance
            assert str(found._repr_svg_()).startswith("<svg")


def test_states_are_drawn_from_all_that_are_solvable() -> None:
    rng = Random(1)
    assert {RING.scramble(rng) for _ in range(600)} == set(STATES)
    drawn = {breadth_first.seeded(RING, Random(seed).randrange) for seed in range(600)}
    assert drawn == set(STATES) - {RING.goal}
    assert sorted(RING.exact(2, RING.distances()[2], rng)) == sorted(s for s in STATES if RING.needed[s] == 2)
    with pytest.raises(PuzzleError, match="needs 9 moves"):
        RING.exact(9, 1, rng)
    assert RING.count().solvable == len(STATES) and RING.count().states == 3**5


def test_it_has_its_capabilities_and_limits() -> None:
    assert all(isinstance(RING, each) for each in (Searches, Levels, Exact))
    assert not isinstance(RING, Near)
    over = Budget()
    over.cancel()
    for ask in (Listed(Ring(9, 3)).optimal, Listed(Ring(9, 3)).solve):
        with pytest.raises(BudgetExceededError):
            ask((2, 1, 0) * 3, budget=over)
    with pytest.raises(UnsolvableError, match="colours"):
        RING.optimal((0, 0, 0, 0, 0))
    for text, column in (("0011", 5), ("001123", 6), ("0x112", 2), ("", 1)):
        with pytest.raises(NotationError) as caught:
            RING.parse(text)
        assert caught.value.column == column
    assert all(RING.parse(RING.format(state)) == state for state in STATES)
