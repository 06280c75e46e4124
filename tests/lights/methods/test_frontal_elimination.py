"""Sparse graphs along a moving front: reference of forcing, and of dense elimination."""

from random import Random
from threading import Timer

import numpy as np
import pytest

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, UnsolvableError
from solvable.lights.algebra import elimination
from solvable.lights.algebra.elimination import BitMatrix
from solvable.lights.algebra.masks import pack
from solvable.lights.board import LightsOut
from solvable.lights.methods import frontal_elimination
from solvable.lights.methods.choose import choose, force
from solvable.lights.methods.frontal_elimination import Frontal

SEEDS = range(12)


def graph(rng: Random, cells: int, degree: int, reach: int, lost: int = 0) -> LightsOut:
    """A random directed wiring: each press reaches `degree` lamps at most `reach` from its own number."""
    near = [[min(cells - 1, max(0, cell + rng.randint(-reach, reach))) for _ in range(degree)] for cell in range(cells)]
    rule = [[(cell, 1) for cell in sorted(set(some))] for some in near]
    return LightsOut(cells, 1, rule=rule, fixed=rng.sample(range(cells), lost))


def mesh(side: int, seed: int) -> LightsOut:
    """A grid some of whose cells are cut off, and a pair of lamps that both its buttons toggle."""
    rng = Random(seed)
    gone = {cell for cell in range(side * side) if rng.random() < 0.05}
    pairs = [(cell, cell + 1) for cell in range(side * side) if cell % side < side - 1]
    pairs += [(cell, cell + side) for cell in range(side * (side - 1))]
    near = [pair for pair in pairs if not gone.intersection(pair)]
    return LightsOut.from_graph(side * side + 2, [*near, (side * side, side * side + 1)])


def frontal_of(puzzle: LightsOut) -> Frontal:
    return Frontal(frontal_elimination.matrix(puzzle.cells, puzzle.toggles), puzzle.buttons)


@pytest.mark.parametrize("seed", SEEDS)
def test_it_agrees_with_forcing_and_with_dense_elimination(seed: int) -> None:
    rng = Random(seed)
    puzzle = graph(rng, rng.randint(20, 90), rng.randint(1, 4), rng.randint(1, 9), rng.randint(0, 3))
    method, other = frontal_of(puzzle), force(puzzle)
    bits = np.array(puzzle.matrix()).T % 2
    right = [rng.randrange(2) for _ in range(puzzle.cells)] if seed % 2 else puzzle.scramble(rng)
    plain = elimination.solve(BitMatrix.from_rows(map(pack, bits.tolist()), puzzle.presses), right, puzzle.presses)
    found, proof = method.solve(right), method.witness(right)
    assert (found is None) == (plain.solution is None) == (other.solve(right) is None) == (proof is not None)
    if found is not None:
        assert (bits @ found % 2 == right).all()
    if proof is not None:
        assert not (proof @ bits % 2).any()
        assert np.dot(proof, right) % 2 == 1
    assert method.orders() == other.orders()
    patterns = np.array(method.null().generators).reshape(len(method.orders()), puzzle.presses)
    assert not (bits @ patterns.T % 2).any()
    assert elimination.rank(BitMatrix.from_rows(map(pack, patterns.tolist()), puzzle.presses), puzzle.presses) == len(
        patterns
    )
    assert not any(pattern[press] for pattern in patterns for press in puzzle.fixed)


@pytest.mark.slow
@pytest.mark.parametrize("side", [70, 90])
def test_a_mesh_with_holes_is_solved_or_refuted(side: int) -> None:
    puzzle, rng = mesh(side, side), Random(side)
    assert isinstance(choose(puzzle), Frontal)
    drawn = puzzle.scramble(rng)
    assert puzzle.apply_all(drawn, puzzle.solve(drawn).moves) == puzzle.goal
    assert puzzle.nullity == len(force(puzzle).orders()) > 0
    pattern = puzzle.quiet_patterns[0]
    wrong = tuple(value ^ (cell == pattern.index(1)) for cell, value in enumerate(drawn))
    with pytest.raises(UnsolvableError) as refuted:
        puzzle.solve(wrong)
    weights = refuted.value.obstruction.weights
    assert all(sum(weights[cell] for cell, _ in toggle) % 2 == 0 for toggle in puzzle.toggles)
    assert sum(weight * value for weight, value in zip(weights, wrong, strict=True)) % 2 == 1


@pytest.mark.slow
def test_it_can_be_cancelled() -> None:
    puzzle, budget = mesh(250, 1), Budget()
    method = frontal_of(puzzle)
    method.solve((0,) * puzzle.cells)  # compiled
    timer = Timer(0.02, budget.cancel)
    timer.start()
    with budget, pytest.raises(BudgetExceededError):
        while True:
            method.solve(puzzle.scramble(Random(1)))
