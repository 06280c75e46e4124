from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.errors import PuzzleError, UnsolvableError
from solvable.lights.nullity import fibonacci
from solvable.lights.transfer_matrix import ints, words


def press(presses: Sequence[int], width: int) -> list[int]:
    """Return the cells lit after `presses` on the dark board, from the rule itself."""
    inside = (1 << width) - 1
    board = [0, *presses, 0]
    return [
        (above ^ here ^ here >> 1 ^ here << 1 ^ below) & inside
        for above, here, below in zip(board, board[1:], board[2:], strict=False)
    ]


def check_proof(error: UnsolvableError, board: Sequence[int], width: int) -> None:
    proof = error.obstruction
    assert isinstance(proof, words.RowsObstruction)
    assert not any(press(proof.rows, width))
    assert sum((row & weights).bit_count() for row, weights in zip(board, proof.rows, strict=True)) % 2 == 1
    assert (proof.invariant, proof.value, proof.wanted) == ("quiet pattern", 1, 0)


@st.composite
def boards(draw: st.DrawFn, side: int = 90) -> tuple[list[int], int]:
    width, height = draw(st.integers(1, side)), draw(st.integers(1, side))
    return draw(st.lists(st.integers(0, 2**width - 1), min_size=height, max_size=height)), width


@pytest.mark.parametrize("width", range(1, 15))
def test_boards_are_solved_or_refuted_as_they_should_be(width: int) -> None:
    rng = Random(width)
    for height in range(1, 15):
        nullity = fibonacci.nullity(width, height)  # itself tested against elimination
        refuted = 0
        for _ in range(12):
            lit = [rng.getrandbits(width) for _ in range(height)]
            board = press(lit, width)
            answer = ints.solve(board, width)
            assert press(answer.presses, width) == board
            assert answer.nullity == nullity
            try:
                assert press(ints.solve(lit, width).presses, width) == lit
            except UnsolvableError as error:
                check_proof(error, lit, width)
                refuted += 1
        assert refuted == 0 or nullity > 0
        assert refuted > 0 or nullity < 3


@given(boards())
@settings(deadline=None, max_examples=60)
def test_every_board_is_solved_or_refuted(case: tuple[list[int], int]) -> None:
    board, width = case
    try:
        assert press(ints.solve(board, width).presses, width) == board
    except UnsolvableError as error:
        check_proof(error, board, width)


def test_exhaustively_on_small_boards() -> None:
    for width, height in [(1, 1), (2, 1), (1, 5), (5, 1), (2, 2), (3, 2), (2, 3), (3, 3), (2, 5), (5, 2)]:
        solvable = 0
        for cells in range(1 << width * height):
            board = [cells >> r * width & (1 << width) - 1 for r in range(height)]
            try:
                assert press(ints.solve(board, width).presses, width) == board
                solvable += 1
            except UnsolvableError as error:
                check_proof(error, board, width)
        assert solvable == 1 << width * height - fibonacci.nullity(width, height)


@pytest.mark.parametrize("size", [(5, 5), (9, 9), (19, 5), (4, 19), (23, 23), (30, 32), (39, 39), (3, 3)])
def test_first_rows_of_quiet_patterns_span(size: tuple[int, int]) -> None:
    width, height = size
    first = ints.quiet_first_rows(width, height)
    assert len(first) == fibonacci.nullity(width, height)
    assert all(not any(press(words.pattern(row, width, height), width)) for row in first)
    span = {0}
    for row in first[:12]:
        assert row not in span
        span |= {row ^ other for other in span}


def test_all_lit_is_always_solvable() -> None:
    for n in range(1, 80):
        board = [(1 << n) - 1] * n
        assert press(ints.solve(board, n).presses, n) == board


def test_in_place_the_list_becomes_the_presses() -> None:
    board = [0b011, 0b111, 0b110]
    kept = list(board)
    assert ints.solve(board, 3).presses is not board
    assert board == kept
    assert ints.solve(board, 3, in_place=True).presses is board
    assert press(board, 3) == kept


def test_the_proof_as_weights() -> None:
    with pytest.raises(UnsolvableError) as caught:
        ints.solve([1, 0, 0, 0], 4)
    weights = caught.value.obstruction.weights
    assert len(weights) == 16
    assert weights[0] == 1


@pytest.mark.parametrize("board", [[], [4], [-1], [0, 4]])
def test_what_is_no_board_is_refused(board: list[int]) -> None:
    with pytest.raises(PuzzleError):
        ints.solve(board, 2)


def test_no_columns_are_refused() -> None:
    with pytest.raises(PuzzleError, match="0 × 1"):
        ints.solve([0], 0)
