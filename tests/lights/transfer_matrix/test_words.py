from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.lights.board import LightsOut
from solvable.lights.transfer_matrix import ints
from solvable.lights.transfer_matrix import words as plane_words

Words = np.ndarray[Any, np.dtype[np.uint64]]


def to_words(a: int, size: int = 0) -> Words:
    size = size or max(1, (a.bit_length() + 63) // 64)
    return np.frombuffer(a.to_bytes(8 * size, "little"), np.uint64).copy()


def to_int(words: Any) -> int:
    return int.from_bytes(words.tobytes(), "little")


def pack(board: list[int], width: int) -> Words:
    return np.array([to_words(row, (width + 63) // 64) for row in board])


def unpack(board: Words) -> list[int]:
    return [to_int(row) for row in board]


def reachable(rng: Random, width: int, height: int) -> list[int]:
    """Return a random solvable board."""
    presses = [0, *(rng.getrandbits(width) for _ in range(height)), 0]
    inside = (1 << width) - 1
    return [
        (presses[r - 1] ^ presses[r] ^ presses[r] >> 1 ^ presses[r] << 1 ^ presses[r + 1]) & inside
        for r in range(1, height + 1)
    ]


def check_reference(board: list[int], width: int) -> None:
    """Both solvers give the same presses, or the same proof."""
    words = pack(board, width)
    try:
        answer = ints.solve(board, width)
    except UnsolvableError as error:
        proof = error.obstruction
        assert isinstance(proof, plane_words.RowsObstruction)
        with pytest.raises(UnsolvableError) as caught:
            plane_words.solve(words, width)
        result = caught.value.obstruction
        assert isinstance(result, plane_words.RowsObstruction)
        assert unpack(result.rows) == proof.rows
        assert result.nullity == proof.nullity
        assert len(board) * width > 5000 or result.weights == proof.weights
    else:
        packed_answer = ints.solve(words, width)
        assert unpack(packed_answer.presses) == answer.presses
        assert packed_answer.nullity == answer.nullity


SIZES = [
    *((w, h) for w in (1, 2, 5, 63, 64, 65, 127, 128, 129) for h in (1, 2, 5, 64, 129)),
    *((n, n) for n in (4, 9, 11, 19, 30, 39, 62, 65, 119, 191, 255)),
    *((16, 3000), (3000, 16), (1, 2000), (2000, 1), (1023, 511), (383, 767)),
]


@pytest.mark.parametrize("size", SIZES)
def test_chosen_sizes_are_their_reference(size: tuple[int, int]) -> None:
    width, height = size
    rng = Random(width * 1000 + height)
    check_reference(reachable(rng, width, height), width)
    check_reference([rng.getrandbits(width) for _ in range(height)], width)


@given(st.integers(1, 200), st.integers(1, 200), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_random_sizes_are_their_reference(width: int, height: int, rng: Random) -> None:
    check_reference([rng.getrandbits(width) for _ in range(height)], width)
    check_reference(reachable(rng, width, height), width)


@pytest.mark.slow
@pytest.mark.parametrize("wide", [False, True])
@given(st.integers(1, 700), st.lists(st.integers(1, 40), min_size=1, max_size=4), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_chases_in_blocks_are_their_reference(wide: bool, width: int, heights: list[int], rng: Random) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if not wide:  # else what this processor has
            patch.setattr(plane_words, "has_wide_vectors", lambda: False)
        check_chases(width, heights, rng)


def check_chases(width: int, heights: list[int], rng: Random) -> None:
    board = [rng.getrandbits(width) for _ in range(sum(heights))]
    first = rng.getrandbits(width)
    blocks = np.split(pack(board, width), np.cumsum(heights)[:-1])
    assert to_int(plane_words.residual(blocks, width)) == ints.residual(board, width)
    expected, found = ints.follow(board, width, first), []
    rows = list(islice(expected, len(board)))
    try:
        for block in plane_words.follow(blocks, width, to_words(first, (width + 63) // 64)):
            found += unpack(block)
    except ArithmeticError:
        with pytest.raises(ArithmeticError):
            next(expected)
    assert found == rows


def answer(rows: list[int], width: int) -> Sequence[int]:
    """Return the presses, or the weights of the proof that there are none."""
    try:
        return LightsOut(width, len(rows)).solve(tuple(row >> x & 1 for row in rows for x in range(width))).moves
    except UnsolvableError as error:
        return error.obstruction.weights


@pytest.mark.parametrize("seed", range(6))
def test_without_kernels_the_answer_is_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    board = reachable(rng, 99, 99) if seed % 2 else [rng.getrandbits(99) for _ in range(99)]
    expected = answer(board, 99)
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    assert answer(board, 99) == expected


@given(st.integers(1, 200), st.integers(1, 9), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_rows_in_bytes_become_words_and_bytes_again(width: int, height: int, rng: Random) -> None:
    data, inside = rng.randbytes(height * ((width + 7) // 8)), (1 << width) - 1
    board, size = plane_words.from_bytes(data, width), (width + 63) // 64
    rows = [int.from_bytes(board[start : start + size].tobytes(), "little") for start in range(0, len(board), size)]
    expected = [row >> -width % 8 & inside for row in map(int.from_bytes, split(data, (width + 7) // 8))]
    assert [int(f"{row:0{width}b}"[::-1], 2) for row in rows] == expected
    again, lit = plane_words.to_bytes(board, width)
    assert [row >> -width % 8 for row in map(int.from_bytes, split(bytes(again), (width + 7) // 8))] == expected
    assert lit == sum(map(int.bit_count, rows))


def split(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


def test_in_place_the_array_becomes_the_presses() -> None:
    board = pack(reachable(Random(7), 100, 70), 100)
    kept = board.copy()
    copied = plane_words.solve(board, 100).presses
    assert (board == kept).all()
    assert plane_words.solve(board, 100, in_place=True).presses is board
    assert (board == copied).all()


@pytest.mark.parametrize(
    ("board", "width", "message"),
    [
        (np.zeros((3, 2), np.uint64), 64, r"shape \(height, 1\)"),
        (np.zeros((3, 1), np.int64), 64, "int64"),
        (np.zeros(3, np.uint64), 64, "shape"),
        (np.zeros((3, 1), np.uint64), 0, "0 columns"),
        (np.zeros((0, 1), np.uint64), 64, "at least one row"),
        (np.full((3, 1), 8, np.uint64), 3, "beyond its 3 columns"),
    ],
)
def test_what_is_no_board_is_refused(board: Words, width: int, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        plane_words.solve(board, width)


def test_any_layout_is_copied_but_not_solved_in_place() -> None:
    board = pack([0b011, 0b111, 0b110], 3)
    frozen = board.copy()
    frozen.flags.writeable = False
    strided = np.repeat(board, 2, axis=1)[:, ::2]
    expected = plane_words.solve(board, 3).presses
    for other in (frozen, strided):
        assert (plane_words.solve(other, 3).presses == expected).all()
    for other in (frozen, strided):
        with pytest.raises(PuzzleError, match="writeable"):
            plane_words.solve(other, 3, in_place=True)
