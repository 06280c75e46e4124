"""Many boards at once: the kernel against its reference, the definition, and published distributions."""

import csv
from array import array
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.errors import PuzzleError
from solvable.lights import press_distribution
from solvable.lights.batch import Bulk, solve_reference
from solvable.lights.board import LightsOut

ORACLES = Path(__file__).parents[1] / "oracles" / "lights"


def published(name: str) -> list[int]:
    with (ORACLES / f"press_distribution_{name}.csv").open() as lines:
        next(lines)
        return [int(row["positions"]) for row in csv.DictReader(lines)]


def reached(bulk: Bulk, presses: int) -> int:
    state = 0
    for press, toggle in enumerate(bulk.toggles):
        state ^= toggle * (presses >> press & 1)
    return state


def members(bulk: Bulk) -> set[int]:
    found = {0}
    for pattern in bulk.quiet:
        found |= {member ^ pattern for member in found}
    return found


def check(bulk: Bulk, states: list[int]) -> None:
    answers = bulk.solve(np.array(states, np.uint64))
    expected = solve_reference(bulk, states)
    for state, solvable, presses, size, reference in zip(
        states, answers.solvable, answers.presses, answers.weights, expected, strict=True
    ):
        assert (reference is None) == (not solvable)
        if reference is None:
            assert (presses, size) == (0, 255)
        else:
            assert (size, presses) == reference
            assert reached(bulk, int(presses)) == state ^ bulk.goal
    assert bulk.lengths(np.array(states, np.uint64)).tolist() == [
        -1 if reference is None else reference[0] for reference in expected
    ]
    found, weights = bulk.fewest(array("Q", [bulk.different(state) for state in states]))
    assert (found.tolist(), weights.tolist()) == (answers.presses.tolist(), answers.weights.tolist())
    for count, presses, reference in zip(bulk.ties(found, weights), found, expected, strict=True):
        if reference is not None:
            assert count == sum((presses ^ member).bit_count() == reference[0] for member in members(bulk))


@pytest.mark.parametrize(
    "puzzle",
    [
        LightsOut(3, 3),
        LightsOut(2, 3),
        LightsOut(4, 2, rule="king", surface="torus"),
        LightsOut(3, 3, rule="knight"),
        LightsOut(3, 3, dead=[4], goal=(1, 0, 0, 0, 0, 0, 0, 1, 1)),
    ],
)
def test_every_state_of_small_boards_by_the_definition(puzzle: LightsOut) -> None:
    bulk = Bulk.of(puzzle)
    least: dict[int, int] = {}
    for presses in range(1 << len(bulk.toggles)):
        state = reached(bulk, presses) ^ bulk.goal
        least[state] = min(least.get(state, 99), presses.bit_count())
    states = np.array(list(product((0, 1), repeat=bulk.cells)), np.uint8)
    answers = bulk.solve(states)
    for row, solvable, size in zip(states, answers.solvable, answers.weights, strict=True):
        state = sum(int(lit) << cell for cell, lit in enumerate(row))
        assert solvable == (state in least)
        assert size == least.get(state, 255)
    assert len(least) == bulk.solvable_states
    check(bulk, list(range(1 << bulk.cells)))


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 64), st.integers(1, 64), st.integers(0, 2**32 - 1))
def test_any_wiring_agrees_with_the_reference(cells: int, presses: int, seed: int) -> None:
    rng = Random(seed)
    toggles = [rng.getrandbits(cells) & rng.getrandbits(cells) for _ in range(presses)]
    while len(toggles) > 5 and len(toggles) > cells:
        toggles.pop()
    try:
        bulk = Bulk(cells, tuple(toggles), rng.getrandbits(cells))
    except PuzzleError:
        return
    if bulk.nullity <= 6:
        mended = [reached(bulk, rng.getrandbits(len(toggles))) ^ bulk.goal for _ in range(20)]
        check(bulk, mended + [rng.getrandbits(cells) for _ in range(20)])


@pytest.mark.parametrize("workers", [1, 2])
def test_published_distributions(workers: int) -> None:
    for name, puzzle in (
        ("3x3_plain", LightsOut(3, 3)),
        ("4x4_plain", LightsOut(4, 4)),
        ("4x4_torus", LightsOut(4, 4, surface="torus")),
        ("5x5_plain", LightsOut(5, 5)),
    ):
        assert Bulk.of(puzzle).distribution(workers=workers) == published(name)


def test_workers_change_nothing() -> None:
    bulk = Bulk.of(LightsOut(5, 5))
    states = np.random.default_rng(1).integers(0, 1 << 25, 5000, np.uint64)
    one, two = bulk.solve(states), bulk.solve(states, workers=3)
    assert (one.presses == two.presses).all() and (one.weights == two.weights).all()
    assert 0.2 < one.solvable.mean() < 0.3  # a quarter is solvable


def test_what_bulk_cannot_do_is_refused() -> None:
    with pytest.raises(PuzzleError, match="two colours"):
        Bulk.of(LightsOut(3, 3, k=3))
    with pytest.raises(PuzzleError, match="64"):
        Bulk.of(LightsOut(9, 9))
    with pytest.raises(PuzzleError, match="nullity"):
        Bulk(40, (1,) * 40)
    bulk = Bulk.of(LightsOut(2, 2))
    with pytest.raises(PuzzleError, match="beyond"):
        bulk.solve(np.array([16], np.uint64))
    with pytest.raises(PuzzleError, match="0 or 1"):
        bulk.solve(np.array([[0, 1, 2, 0]]))
    with pytest.raises(PuzzleError, match="uint64"):
        bulk.solve(np.array([1, 2]))
    with pytest.raises(PuzzleError, match="36"):
        Bulk.of(LightsOut(7, 7)).distribution()


@pytest.mark.parametrize("lost", [{"fixed": [4, 7]}, {"dead": [0, 8]}, {"dead": [2], "fixed": [4]}])
def test_cells_without_a_button_are_no_quiet_patterns(lost: dict[str, list[int]]) -> None:
    puzzle = LightsOut(3, 3, **lost)  # type: ignore[arg-type]
    bulk, count = Bulk.of(puzzle), puzzle.count()
    assert (bulk.nullity, bulk.solvable_states) == (count.nullity, count.solvable)
    assert bulk.distribution() == list(press_distribution(puzzle))


def test_what_is_no_whole_number_is_refused() -> None:
    with pytest.raises(PuzzleError, match="uint64 array of masks, or rows"):
        Bulk.of(LightsOut()).solve(np.full((3, 25), np.nan))
