"""Elimination over GF(2): the kernels against the readable reference, every answer against its own matrix."""

from collections.abc import Iterable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.errors import PuzzleError
from solvable.lights.algebra import elimination
from solvable.lights.algebra.elimination import BitMatrix
from solvable.lights.algebra.gf2 import Span
from solvable.lights.algebra.masks import unpack

Bits = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]

matrices = st.tuples(
    st.integers(1, 90), st.integers(1, 150), st.floats(0.0, 0.6), st.integers(0, 2**32 - 1), st.integers(1, 3)
)


def random_bits(rows: int, columns: int, density: float, seed: int, repeat: int) -> Bits:
    """A random matrix whose rows repeat, so that its rank is deficient."""
    rng = np.random.default_rng(seed)
    bits = (rng.random((-(-rows // repeat), columns)) < density).astype(np.uint8)
    return np.tile(bits, (repeat, 1))[:rows]


def vectors() -> list[int]:
    """The sizes of vectors, in bits, that this processor multiplies by matrices of eight by eight bits."""
    return [size for size in (256, 512) if size <= elimination.octet_bits()]


def masks(bits: Bits) -> list[int]:
    return [int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little") for row in bits]


def pack(bits: Bits) -> BitMatrix:
    matrix = BitMatrix.from_rows(masks(bits), bits.shape[1])
    assert (matrix.height, matrix.stride) == (bits.shape[0], (bits.shape[1] + 63) // 64)
    return matrix


def array(vectors: Iterable[int], columns: int) -> Bits:
    return np.array([unpack(vector, columns) for vector in vectors], np.uint8).reshape(-1, columns)


def check(bits: Bits, rhs: Bits, answer: elimination.Solved) -> None:
    """Every claim of the answer, by multiplication alone."""
    rows, columns = bits.shape
    wide = bits.astype(np.int64)
    assert answer.rank + answer.nullity == columns
    quiet = array(answer.quiet, columns).astype(np.int64)
    assert not (wide @ quiet.T % 2).any()
    assert len(elimination.reduce_reference(answer.quiet, columns)[1]) == answer.nullity
    if answer.solution is not None:
        assert answer.refutation is None
        assert (wide @ np.array(unpack(answer.solution, columns)) % 2 == rhs).all()
    else:
        assert answer.refutation is not None
        y = np.array(unpack(answer.refutation, rows))
        assert not (y @ wide % 2).any()
        assert y @ rhs % 2 == 1


@settings(deadline=None, max_examples=60)
@given(matrices, st.sampled_from([0, 4, 8]), st.integers(0, 40))
def test_the_kernels_are_their_reference(shape: tuple[int, int, float, int, int], panel: int, carried: int) -> None:
    bits = random_bits(*shape)
    columns = max(1, bits.shape[1] - carried)
    wanted, wanted_pivots = elimination.reduce_reference(masks(bits), columns)
    found = [elimination.by_reference(pack(bits), columns), elimination.by_tables(pack(bits), columns)]
    found += [elimination.by_octets(pack(bits), columns, panel, size) for size in vectors()]
    for reduced, pivots in found:
        assert list(pivots) == wanted_pivots
        rows, inside = reduced.rows(), (1 << columns) - 1
        assert [row & inside for row in rows] == [row & inside for row in wanted]
        spanned = [elimination.reduce_reference(each, bits.shape[1])[0] for each in (rows, wanted)]
        assert spanned[0] == spanned[1]  # with what is carried along
    assert elimination.rank(pack(bits), columns) == len(wanted_pivots)


def test_a_matrix_of_many_panels() -> None:
    bits = random_bits(700, 1700, 0.5, 1, 1)
    bits[300:500] = bits[:200]
    bits[600] = 0
    wanted, wanted_pivots = elimination.by_reference(pack(bits), 1650)
    for reduced, pivots in (
        elimination.by_tables(pack(bits), 1650),
        *(elimination.by_octets(pack(bits), 1650, bits=size) for size in vectors()),
    ):
        assert pivots == wanted_pivots
        assert reduced.rows()[: len(pivots)] == wanted.rows()[: len(pivots)]


@settings(deadline=None, max_examples=40)
@given(
    st.tuples(st.integers(1, 90), st.integers(400, 1500), st.floats(0.0, 0.6), st.integers(0, 2**32 - 1), st.just(1)),
    st.integers(1, 9), st.booleans(),
)  # fmt: skip
def test_tables_of_many_panels_are_their_reference(
    shape: tuple[int, int, float, int, int], apart: int, is_large: bool
) -> None:
    bits = random_bits(*shape)
    bits[:, ::apart] = bits[:, :1]  # free columns everywhere
    wanted, wanted_pivots = elimination.reduce_reference(masks(bits), bits.shape[1])
    reduced, pivots = elimination.by_tables(pack(bits), bits.shape[1], is_large=is_large)
    assert (list(pivots), reduced.rows()) == (wanted_pivots, wanted)


@pytest.mark.parametrize("is_large", [False, True])
def test_tables_of_many_rows_are_their_reference(is_large: bool) -> None:
    bits = random_bits(1300, 1400, 0.5, 2, 1)
    bits[800:1000], bits[:, 700] = bits[:200], bits[:, 70] ^ bits[:, 7]
    wanted, wanted_pivots = elimination.reduce_reference(masks(bits), 1400)
    reduced, pivots = elimination.by_tables(pack(bits), 1400, is_large=is_large)
    assert (list(pivots), reduced.rows()) == (wanted_pivots, wanted)


@settings(deadline=None, max_examples=60)
@given(matrices, st.booleans())
def test_every_system_is_solved_or_refuted(shape: tuple[int, int, float, int, int], solvable: bool) -> None:
    bits = random_bits(*shape)
    rng = np.random.default_rng(shape[3])
    if solvable:
        rhs = (bits.astype(np.int64) @ rng.integers(0, 2, bits.shape[1]) % 2).astype(np.uint8)
    else:
        rhs = rng.integers(0, 2, bits.shape[0], np.uint8)
    answer = elimination.solve(pack(bits), rhs.tolist(), bits.shape[1])
    check(bits, rhs, answer)
    assert answer.solution is not None or not solvable


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 80), st.integers(0, 2**32 - 1))
def test_a_symmetric_matrix_is_refuted_by_a_quiet_vector(size: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    half = rng.integers(0, 2, (size, max(1, size // 2)), np.uint8).astype(np.int64)
    bits = (half @ half.T % 2).astype(np.uint8)
    rhs = rng.integers(0, 2, size, np.uint8)
    check(bits, rhs, elimination.solve(pack(bits), rhs.tolist(), is_symmetric=True))


@pytest.mark.parametrize("size", [1, 64, 65, 200])
def test_the_span_of_python_ints_has_the_same_rank(size: int) -> None:
    bits = random_bits(size, size, 0.05, size, 1)
    span = Span(masks(bits))
    assert elimination.rank(pack(bits), size) == span.rank


@pytest.mark.parametrize("shape", [(0, 5), (5, 1), (3, 64), (3, 130)])
def test_zero_and_empty_matrices(shape: tuple[int, int]) -> None:
    bits = np.zeros(shape, np.uint8)
    answer = elimination.solve(pack(bits), [0] * shape[0], shape[1])
    assert answer.rank == 0
    assert answer.nullity == shape[1]
    assert answer.solution == 0


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 20), st.integers(1, 700), st.integers(0, 2**32 - 1))
def test_transposing_packed_matrices(rows: int, columns: int, seed: int) -> None:
    bits = np.random.default_rng(seed).integers(0, 2, (rows, columns), np.uint8)
    assert pack(bits).transposed(columns).rows() == masks(bits.T)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 20), st.integers(1, 200), st.integers(0, 3), st.randoms(use_true_random=False))
def test_bit_matrices_are_their_reference(height: int, columns: int, more: int, rng: Random) -> None:
    rows, mask = [rng.getrandbits(columns) for _ in range(height)], rng.getrandbits(columns)
    matrix = BitMatrix.from_rows(rows, columns)
    assert matrix.rows() == matrix.widened(matrix.stride + more).rows() == rows
    assert matrix.rows(height // 2) == rows[height // 2 :]
    odd = [(row & mask).bit_count() & 1 for row in rows]
    assert list(matrix.parities(mask)) == odd
    reduced, pivots = elimination.reduce_rows(matrix, columns)
    wanted = elimination.null_vectors_reference(reduced.rows(), pivots, columns)
    assert elimination.null_vectors(reduced, pivots, columns) == wanted
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOLVABLE_KERNELS", "off")
        assert matrix.widened(matrix.stride + more).rows() == rows
        assert list(matrix.parities(mask)) == odd
        assert elimination.null_vectors(reduced, pivots, columns) == wanted


def test_without_kernels_the_reference_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    bits = random_bits(40, 70, 0.3, 5, 2)
    with_kernels = elimination.solve(pack(bits), bits[:, 3].tolist(), 70)
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    without = elimination.solve(pack(bits), bits[:, 3].tolist(), 70)
    assert with_kernels.solution is not None
    assert with_kernels == without


def test_wrong_shapes_are_named() -> None:
    with pytest.raises(PuzzleError, match="2 words"):
        elimination.solve(BitMatrix.zeros(3, 1), [0, 0, 0], 100)
    with pytest.raises(PuzzleError, match="right sides"):
        elimination.solve(BitMatrix.of(np.zeros((3, 1), np.uint64)), [0, 0, 0, 0], 10)
