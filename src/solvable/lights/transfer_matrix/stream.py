"""A giant two-colour board (plus rule, plane) as a stream of rows that is read twice, in a few rows of memory.

The first pass gives the residual row, from which the first row of presses follows; the second pass writes all presses.
Rows are packed in whole bytes, the first column at the highest bit, several rows at a time. `words` chases them if
there are kernels, else `ints`, with the same solution. As an int such a row is the mirror image of one of `ints`, to
which the chase is indifferent; only the residual row, the first row of presses and a proof are reversed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from solvable.core.errors import UnsolvableError
from solvable.lights.transfer_matrix import ints, words
from solvable.lights.transfer_matrix.words import RowsObstruction

Board = Callable[[], Iterable[bytes]]
"""Returns the packed rows from the beginning."""


class FirstRow(NamedTuple):
    """The result of the first pass: the first row of presses, in the form that `presses` takes, the height and the
    nullity.
    """

    first: Any
    height: int
    nullity: int


def puzzle_id(width: int, height: int) -> str:
    """Return the ID of such a board, without building the board."""
    return f"lights:{width}x{height}"


def first_row(board: Board, width: int) -> FirstRow:
    """Return the first row of presses; raise UnsolvableError with the proof if there is none; its rows are ints, the
    last column at the lowest bit.
    """
    height, row_bytes = 0, (width + 7) // 8

    def counted() -> Iterator[bytes]:
        nonlocal height
        for block in board():
            height += len(block) // row_bytes
            yield block

    try:
        if words.is_available():
            residual = words.residual(_in_words(counted(), width), width)
            first, nullity = words.first_row(residual, width, height)
            return FirstRow(first, height, nullity)
        turned = _mirror(ints.residual(_in_ints(counted(), width), width), width)
        row, nullity = ints.first_row(turned, width, height)
        return FirstRow(_mirror(row, width), height, nullity)
    except UnsolvableError as error:
        proof = error.obstruction
        assert isinstance(proof, RowsObstruction)
        last = proof.last if isinstance(proof.last, int) else int.from_bytes(proof.last.tobytes(), "little")
        raise UnsolvableError(str(error), replace(proof, last=_mirror(last, width), mirrored=True)) from None


def presses(board: Board, width: int, first: Any) -> Iterator[tuple[bytes | bytearray, int]]:
    """Yield the presses, packed, several rows at a time, with their number, given the `first` of `first_row`."""
    if words.is_available():
        for block in words.follow(_in_words(board(), width), width, first):
            yield words.to_bytes(block, width)
    else:
        for row in ints.follow(_in_ints(board(), width), width, first):
            yield (row << -width % 8).to_bytes((width + 7) // 8), row.bit_count()


def _in_words(blocks: Iterable[bytes], width: int) -> "Iterator[memoryview[int]]":
    return (words.from_bytes(block, width) for block in blocks)


def _in_ints(blocks: Iterable[bytes], width: int) -> Iterator[int]:
    size = (width + 7) // 8
    for block in blocks:
        for start in range(0, len(block), size):
            yield int.from_bytes(block[start : start + size]) >> -width % 8


def _mirror(row: int, width: int) -> int:
    """Return the row with its columns in reverse order."""
    return int(f"{row:0{width}b}"[::-1], 2)
