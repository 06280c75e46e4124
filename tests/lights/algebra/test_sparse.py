"""Sparse elimination along a front: the kernel, its readable reference and plain elimination agree."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.lights.algebra import elimination
from solvable.lights.algebra.masks import unpack
from solvable.lights.methods import frontal_elimination as sparse
from solvable.lights.methods.frontal_elimination import Sparse
from solvable.lights.nullity import fibonacci

Rows = list[list[int]]


def mesh(height: int, width: int, gone: frozenset[int] = frozenset()) -> Rows:
    """Plus-rule equations of a grid; cells that are gone keep only a lamp of their own."""
    rows = []
    for cell in range(height * width):
        r, c = divmod(cell, width)
        around = [(cell - width, r > 0), (cell - 1, c > 0), (cell + 1, c < width - 1), (cell + width, r < height - 1)]
        near = [cell, *(other for other, inside in around if inside and cell not in gone and other not in gone)]
        rows.append(sorted(near))
    return rows


def random_rows(rng: Random, height: int, width: int, ones: int) -> Rows:
    return [sorted(rng.sample(range(width), rng.randint(0, min(ones, width)))) for _ in range(height)]


def check(rows: Rows, rhs: list[int], width: int) -> None:
    matrix, masks = Sparse.from_rows(rows, width), [sum(1 << column for column in row) for row in rows]
    assert matrix.dense().rows() == masks
    turned = matrix.transposed()
    assert turned == matrix.transposed_reference()
    plan = sparse.ordering(matrix, turned)
    assert sorted(plan) == list(range(len(rows)))
    assert plan.tolist() == sparse.breadth_first(matrix, turned, sparse.breadth_first(matrix, turned, 0)[-1])
    assert sparse.lifetimes(matrix, plan) == sparse.lifetimes_reference(matrix, plan)
    rank, solution, quiet = sparse._run(matrix, bytearray(rhs), plan, *sparse.lifetimes(matrix, plan))
    assert (rank, solution, quiet) == sparse._run_reference(matrix, rhs, plan)
    assert sparse.eliminate_reference(rows, rhs, width)[0] == rank and len(quiet) == width - rank
    assert not any((row & vector).bit_count() & 1 for row in masks for vector in quiet)
    if solution is not None:
        assert [(row & solution).bit_count() & 1 for row in masks] == rhs
    answer, plain = sparse.solve_sparse(matrix, rhs), elimination.solve(matrix.dense(), rhs, width)
    assert (answer.rank, answer.nullity, answer.solution is None) == (plain.rank, plain.nullity, plain.solution is None)
    both = [elimination.reduce_reference(each, width)[1] for each in (answer.quiet, answer.quiet + plain.quiet)]
    assert both[0] == both[1]
    if answer.refutation is not None:
        assert_refuted(rows, rhs, answer.refutation, width)


def assert_refuted(rows: Rows, rhs: list[int], refutation: int, width: int) -> None:
    total, chosen = [0] * width, unpack(refutation, len(rows))
    for row in (row for row, is_chosen in zip(rows, chosen, strict=True) if is_chosen):
        for column in row:
            total[column] ^= 1
    assert not any(total) and sum(map(int.__mul__, chosen, rhs)) % 2


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 4), st.integers(0, 2**32 - 1))
def test_any_sparse_equations(height: int, width: int, ones: int, seed: int) -> None:
    rng = Random(seed)
    rows = random_rows(rng, height, width, ones)
    check(rows, [rng.randrange(2) for _ in rows], width)


@pytest.mark.parametrize("size", [(5, 5), (9, 9), (4, 30), (11, 14)])
@pytest.mark.parametrize("seed", [0, 1])
def test_meshes_with_holes(size: tuple[int, int], seed: int) -> None:
    rng = Random(seed)
    gone = frozenset(cell for cell in range(size[0] * size[1]) if rng.random() < 0.1 * seed)
    rows = mesh(*size, gone)
    check(rows, [rng.randrange(2) for _ in rows], len(rows))


@pytest.mark.parametrize("size", [(30, 30), (32, 32), (61, 61), (40, 90), (119, 119)])
def test_the_nullity_of_plane_boards(size: tuple[int, int]) -> None:
    rows = mesh(*size)
    answer = sparse.solve_sparse(Sparse.from_rows(rows, len(rows)), [1] * len(rows))
    assert answer.nullity == fibonacci.nullity(*size)
    assert answer.solution is not None  # all-lit is always solvable


def test_a_directed_mesh_is_refuted_by_a_left_null_vector() -> None:
    rows = mesh(40, 40)
    for cell in range(0, 1600, 7):
        rows[cell] = rows[(cell + 1) % 1600]
    rng = Random(5)
    rhs = [rng.randrange(2) for _ in rows]
    answer = sparse.solve_sparse(Sparse.from_rows(rows, 1600), rhs)
    assert answer.refutation is not None
    assert_refuted(rows, rhs, answer.refutation, 1600)
