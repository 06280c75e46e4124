"""`Moves`: the moves of a long solution, four bytes each; like a tuple of ints to whoever reads it.

A tuple of 72 million moves, a solution of 300 × 300 by the human method, takes seconds to make and 600 MB; this is the
array that the solver wrote, which nobody changes any more. Equal to every sequence of the same moves that is a tuple or
another of its kind, and hashed as the tuple is.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from mmap import mmap
from typing import TYPE_CHECKING, Any, overload

from solvable.solution import Move

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG = 1 << 20  # moves that are held so; fewer are a tuple
PART = 1 << 14  # moves that are made ints at a time
SHOWN = 3  # moves at either end that `repr` shows


class Moves(Sequence[Move]):
    """An unchangeable sequence of moves over an array, which must not be changed any more."""

    __slots__ = ("array",)

    def __init__(self, array: "NDArray[Any]") -> None:
        self.array = array.view()
        self.array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return moves_of(self.array[index]) if isinstance(index, slice) else int(self.array[index])

    def __iter__(self) -> Iterator[Move]:
        return chain.from_iterable(part.tolist() for part in parts(self.array, _numbers(self.array)))

    def __reversed__(self) -> Iterator[Move]:
        return iter(Moves(self.array[::-1]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves | tuple):
            return NotImplemented
        if len(other) != len(self):
            return False
        parts = (slice(begin, begin + PART) for begin in range(0, len(self), PART))
        if isinstance(other, Moves):
            return all((self.array[part] == other.array[part]).all() for part in parts)
        return all(tuple(self.array[part].tolist()) == other[part] for part in parts)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> "NDArray[Any]":
        import numpy as np

        return np.array(self.array, dtype, copy=copy)

    def __repr__(self) -> str:
        first, last = (", ".join(map(str, part.tolist())) for part in (self.array[:SHOWN], self.array[-SHOWN:]))
        return f"Moves({first}, …, {last}: {len(self):,} in all)"


def parts(moves: Any, numbers: Any = None) -> Iterator[Any]:
    """Yield a long sequence of moves in parts, arrays of those of `Moves`; with `numbers` its entries at the moves."""
    moves = moves.array if isinstance(moves, Moves) else moves
    found = (moves[begin : begin + PART] for begin in range(0, len(moves), PART))
    return found if numbers is None else (numbers[part] for part in found)


def _numbers(array: "NDArray[Any]") -> Any:
    """Return Python's ints to the largest of the moves, each once; None where there would be more of them than moves.

    A list of twenty million moves takes 160 MB with these, and 800 MB, and thrice the time, with an int for each.
    """
    import numpy as np

    if not len(array) or array.min() < 0 or array.max() >= len(array):
        return None
    return np.arange(array.max() + 1).astype(object)


class Growing:
    """A path in one array that grows: what is not written of it takes no memory yet.

    Long ones are no array of numpy's own, which asks for memory by 2 MB: where such pieces are rare, that takes longer.
    """

    __slots__ = ("room", "size")

    def __init__(self, room: int) -> None:
        self.room, self.size = _room(room), 0

    def add(self, part: "Sequence[Move] | NDArray[Any]") -> None:
        """Append a part."""
        self.place(len(part))[:] = part
        self.size += len(part)

    def place(self, most: int) -> "NDArray[Any]":
        """Return where so many moves may be written next; whoever writes them adds their number to `size`."""
        end = self.size + most
        if end > len(self.room):
            larger = _room(self.size + end)
            larger[: self.size] = self.path
            self.room = larger
        return self.room[self.size : end]

    @property
    def path(self) -> "NDArray[Any]":
        """All parts so far."""
        return self.room[: self.size]


def _room(count: int) -> "NDArray[Any]":
    """Return an array of so many moves, with whatever numbers."""
    import numpy as np

    return np.empty(count, np.int32) if count < LONG else np.frombuffer(mmap(-1, 4 * count), np.int32)


def moves_of(path: "Sequence[Move] | NDArray[Any]") -> Sequence[Move]:
    """Return a path as a tuple, as `Moves` where it is a long array."""
    if isinstance(path, memoryview) and len(path) >= LONG:
        import numpy as np

        path = np.frombuffer(path, np.int32)
    if isinstance(path, Sequence):
        return path if isinstance(path, Moves) else tuple(path)
    return tuple(path.tolist()) if len(path) < LONG else Moves(path)
