from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.lights.algebra.polynomials import path_ring
from solvable.lights.nullity import fibonacci
from solvable.lights.rules import WRAPS
from solvable.lights.transfer_matrix import primes
from solvable.lights.transfer_matrix.primes import Plane

ORACLES = Path(__file__).parents[2] / "oracles" / "lights"
Board = list[list[int]]


def press(plane: Plane, presses: Board) -> Board:
    """Return the states after `presses` on the dark board, from the rule itself."""
    board = [[0] * plane.width for _ in range(plane.height)]
    for r in range(plane.height):
        for c in range(plane.width):
            for down, right in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
                y, x = r + down, c + right
                y = y % plane.height if plane.wraps_rows else y
                x = x % plane.width if plane.wraps_columns else x
                if 0 <= y < plane.height and 0 <= x < plane.width:
                    board[y][x] = (board[y][x] + presses[r][c]) % plane.k
    return board


def random_rows(plane: Plane, rng: Random) -> Board:
    return [[rng.randrange(plane.k) for _ in range(plane.width)] for _ in range(plane.height)]


def check(plane: Plane, board: Board) -> bool:
    """Solve the board as lists and as an array, check presses or proof by the rule; return whether it is solvable."""
    array = np.array(board, np.uint16)
    try:
        presses = primes.solve(plane, board).presses
    except UnsolvableError as error:
        proof = error.obstruction
        assert isinstance(proof, primes.PlaneObstruction)
        assert not any(map(any, press(plane, proof.rows)))
        cells = [state for row in board for state in row]
        assert sum(a * b for a, b in zip(proof.weights, cells, strict=True)) % plane.k == proof.value != proof.wanted
        with pytest.raises(UnsolvableError) as caught:
            primes.solve(plane, array)
        assert caught.value.obstruction.weights == proof.weights
        return False
    after = press(plane, presses)
    assert all(
        (a + b) % plane.k == 0 for lit, add in zip(board, after, strict=True) for a, b in zip(lit, add, strict=True)
    )
    assert primes.solve(plane, array).presses.tolist() == presses
    return True


@pytest.mark.slow
@pytest.mark.parametrize("surface", ["plane", "cylinder", "torus"])
def test_nullity_by_elimination(surface: str) -> None:
    lines = (ORACLES / f"nullity_mxn_{surface}.csv").read_text().splitlines()[2:]
    for line in lines:
        height, *expected = map(int, line.split(","))
        found = [Plane(width, height, 2, surface).nullity for width in range(1, len(expected) + 1)]
        assert found == expected


def test_nullity_of_squares_for_every_prime_of_the_table() -> None:
    _, header, *lines = (ORACLES / "kernel_log_nxn.csv").read_text().splitlines()
    names = header.split(",")
    for line in lines:
        values = dict(zip(names, map(int, line.split(",")), strict=True))
        for k in (2, 3, 5, 7, 11, 13):
            assert Plane(values["n"], values["n"], k).nullity == values[f"mod{k}"]


def test_published_tori_and_large_planes() -> None:
    for n in (99, 300, 512):
        assert Plane(n, n, 2, "torus").nullity == fibonacci.torus_nullity(n)
        assert Plane(n, n + 1).nullity == fibonacci.nullity(n, n + 1)


@pytest.mark.slow
@pytest.mark.parametrize("surface", ["plane", "cylinder", "torus"])
@pytest.mark.parametrize("k", [2, 3, 5, 7])
def test_boards_are_solved_or_refuted(k: int, surface: str) -> None:
    rng = Random(k)
    for width in range(1, 7):
        for height in range(1, 7):
            plane = Plane(width, height, k, surface)
            assert check(plane, press(plane, random_rows(plane, rng)))
            verdicts = [check(plane, random_rows(plane, rng)) for _ in range(3)]
            assert all(verdicts) or plane.nullity


@pytest.mark.parametrize("surface", ["plane", "cylinder", "torus"])
@pytest.mark.parametrize("k", [2, 3])
def test_every_state_of_small_boards(k: int, surface: str) -> None:
    for width, height in ((1, 1), (2, 1), (1, 3), (3, 1), (2, 2), (3, 2)):
        plane = Plane(width, height, k, surface)
        solvable = 0
        for number in range(k ** (width * height)):
            cells = [number // k**i % k for i in range(width * height)]
            board = [cells[start : start + width] for start in range(0, width * height, width)]
            try:
                primes.solve(plane, board)
                solvable += 1
            except UnsolvableError:
                pass
        assert solvable == k ** (width * height - plane.nullity)


@pytest.mark.parametrize("surface", ["plane", "cylinder", "torus"])
@pytest.mark.parametrize("size", [(4, 4), (5, 5), (6, 9), (9, 6), (12, 12), (3, 15)])
def test_quiet_patterns_are_quiet_and_independent(size: tuple[int, int], surface: str) -> None:
    for k in (2, 3):
        plane = Plane(*size, k, surface)
        starts = list(primes.quiet_starts(plane))  # each of two rows at most: `above` is the only one before `first`
        assert len(starts) == plane.nullity
        for above, first in starts:
            assert not any(map(any, press(plane, list(primes.pattern(plane, above, first)))))
        assert rank([above + first for above, first in starts], k) == plane.nullity


def rank(rows: Board, k: int) -> int:
    pivots: dict[int, list[int]] = {}
    for row in rows:
        left = list(row)
        while (at := next((i for i, value in enumerate(left) if value), -1)) in pivots:
            left = [(a - left[at] * b) % k for a, b in zip(left, pivots[at], strict=True)]
        if at >= 0:
            pivots[at] = [a * pow(left[at], -1, k) % k for a in left]
    return len(pivots)


@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from([2, 3, 5, 251, 65521]), st.data())
@settings(deadline=None, max_examples=40)
def test_larger_boards(width: int, height: int, k: int, data: st.DataObject) -> None:
    plane = Plane(width, height, k, data.draw(st.sampled_from(list(WRAPS))))
    rng = Random(data.draw(st.integers(0, 99)))
    assert check(plane, press(plane, random_rows(plane, rng)))
    check(plane, random_rows(plane, rng))


@pytest.mark.slow
@pytest.mark.parametrize("wide", [False, True])
@given(
    st.integers(1, 90), st.integers(1, 30), st.sampled_from([2, 3, 5, 251, 257, 65521]), st.sampled_from(list(WRAPS)),
    st.booleans(), st.randoms(use_true_random=False),
)  # fmt: skip
@settings(deadline=None, max_examples=60)
def test_chases_are_their_reference(
    wide: bool, width: int, height: int, k: int, surface: str, write: bool, rng: Random
) -> None:
    plane = Plane(width, height, k, surface)
    board = np.array(random_rows(plane, rng), np.uint8 if k < 256 else np.uint16)
    above, here = ([rng.randrange(k) for _ in range(width)] for _ in range(2))
    one, two = board.copy(), board.copy()
    with pytest.MonkeyPatch.context() as patch:
        if not wide:  # else what this processor has
            patch.setattr(primes, "has_wide_vectors", lambda: False)
        found = primes._chase_array(plane, one, above, here, write)
    assert found == primes._chase_reference(plane, two, above, here, write)
    assert (one == two).all() and (write or (one == board).all())


@given(st.integers(1, 80), st.sampled_from([2, 3, 7]), st.data())
@settings(deadline=None, max_examples=40)
def test_a_row_is_its_polynomial_at_the_path(width: int, k: int, data: st.DataObject) -> None:
    ring = path_ring(width, k)
    row = data.draw(st.lists(st.integers(0, k - 1), min_size=width, max_size=width))
    assert ring.to_row(ring.to_polynomial(row)) == row
    z = ring.to_polynomial([0, 1]) if width > 1 else None
    if z is not None:
        assert ring.to_row(z * ring.to_polynomial(row) % ring.modulus) == ring.step(row)


def test_in_place_the_array_becomes_the_presses() -> None:
    plane = Plane(7, 6, 3)
    board = np.array(press(plane, random_rows(plane, Random(1))), np.uint8)
    kept = board.copy()
    copied = primes.solve(plane, board).presses
    assert (board == kept).all()
    with pytest.raises(PuzzleError, match="in place"):
        primes.solve(plane, board[:, ::-1], in_place=True)
    assert primes.solve(plane, board, in_place=True).presses is board
    assert (board == copied).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 3), "0 × 3"),
        ((3, 3, 4), "prime"),
        ((3, 3, 1), "prime"),
        ((3, 3, 2, "sphere"), "torus"),
        ((3, 3, 65537), "prime"),
    ],
)
def test_rules_without_sense_are_refused(arguments: tuple[int, int], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Plane(*arguments)


@pytest.mark.parametrize(
    "board",
    [
        [[0, 1]],
        [[0, 1], [0]],
        [[0, 1], [0, 3]],
        [[0, 1], [0, -1]],
        np.zeros((2, 3), np.uint8),
        np.zeros((2, 2), np.int64),
        np.full((2, 2), 3, np.uint8),
    ],
)
def test_what_is_no_board_is_refused(board: object) -> None:
    with pytest.raises(PuzzleError):
        primes.solve(Plane(2, 2, 3), board)
