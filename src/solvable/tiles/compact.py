"""`Moves`: the moves of a long solution in four bytes each, readable like a tuple of ints.

A tuple of 72 million moves, a solution of 300 × 300 by the human method, takes seconds to create and 600 MB; `Moves`
wraps the array that the solver wrote and that no longer changes. It equals every tuple or `Moves` of the same moves,
and has the tuple's hash.
"""

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from mmap import mmap
from typing import TYPE_CHECKING, Any, overload

from solvable.core.solution import Move

if TYPE_CHECKING:
    from numpy.typing import NDArray

COMPACT_MOVES_MIN = 1 << 20  # moves from which a solution is stored so; shorter ones are tuples
MOVES_PER_CHUNK = 1 << 14  # moves in a part of a long sequence
LISTED = 1 << 10  # moves converted to ints at a time
REPR_MOVES = 3  # moves at either end that `repr` shows


class Moves(Sequence[Move]):
    """An immutable sequence of moves over an array of integers, which must not change any more."""

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        self.array = memoryview(array).toreadonly()

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return moves_of(self.array[index]) if isinstance(index, slice) else self.array[index]

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(_lists(self.array))

    def __reversed__(self) -> Iterator[Move]:
        return iter(Moves(self.array[::-1]))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Moves):
            return self.array == other.array
        if not isinstance(other, tuple):
            return NotImplemented
        return len(self) == len(other) and all(map(int.__eq__, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.array.format, self.array.tobytes())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> "NDArray[Any]":
        """Return the moves as a numpy array."""
        import numpy as np

        return np.array(self.array, dtype, copy=copy)

    def __repr__(self) -> str:
        first, last = (", ".join(map(str, part)) for part in (self.array[:REPR_MOVES], self.array[-REPR_MOVES:]))
        return f"Moves({first}, …, {last}: {len(self):,} in all)"


def _unpickled(code: str, data: bytes) -> Moves:
    return Moves(memoryview(data).cast(code))  # type: ignore[call-overload]


def parts(moves: Any) -> Iterator[Any]:
    """Yield a long sequence of moves in parts; those of `Moves` are arrays."""
    moves = moves.array if isinstance(moves, Moves) else moves
    return (moves[begin : begin + MOVES_PER_CHUNK] for begin in range(0, len(moves), MOVES_PER_CHUNK))


def _lists(moves: "memoryview[int]") -> Iterator[list[int]]:
    """Yield the moves in lists in which equal cells are the same int object, unless there are more cells than moves.

    That way a list of twenty million moves takes 160 MB instead of 800 MB.
    """
    is_plain = moves.format == "i" and moves.contiguous
    unsigned = moves.cast("B").cast("I") if is_plain else moves[:0]  # so that no index is negative
    numbers: list[int] = []
    for begin in range(0, len(moves), LISTED):
        cells = unsigned[begin : begin + LISTED].tolist()
        try:
            shared = [numbers[cell] for cell in cells]
        except IndexError:
            largest = max(cells)
            if largest < len(moves):
                numbers.extend(range(len(numbers), largest + 1))
                shared = [numbers[cell] for cell in cells]
            else:
                shared = []
        yield shared or moves[begin : begin + LISTED].tolist()


class Growing:
    """A path in one growing array; the unwritten part of it takes no memory."""

    __slots__ = ("room", "size")

    def __init__(self, room: int) -> None:
        self.room, self.size = _room(room), 0

    def add(self, part: Sequence[Move]) -> None:
        """Append a part."""
        self.place(len(part))[:] = part if isinstance(part, memoryview) else memoryview(array("i", part))
        self.size += len(part)

    def place(self, most: int) -> "memoryview[int]":
        """Return room for `most` more moves; the caller that writes moves there adds their number to `size`."""
        end = self.size + most
        if end > len(self.room):
            larger = _room(self.size + end)
            larger[: self.size] = self.path
            self.room = larger
        return self.room[self.size : end]

    @property
    def path(self) -> "memoryview[int]":
        """All parts so far."""
        return self.room[: self.size]


def _room(count: int) -> "memoryview[int]":
    """Return an array of `count` moves; long ones are memory-mapped, so that they take memory page by page."""
    return memoryview(mmap(-1, 4 * count) if count >= COMPACT_MOVES_MIN else bytearray(4 * count)).cast("i")


def moves_of(path: "Sequence[Move] | NDArray[Any]") -> Sequence[Move]:
    """Return a path as a tuple, or as `Moves` if it is a long array."""
    if isinstance(path, tuple | Moves):
        return path
    if len(path) >= COMPACT_MOVES_MIN and not isinstance(path, list):
        return Moves(path)
    return tuple(path.tolist() if hasattr(path, "tolist") else path)
