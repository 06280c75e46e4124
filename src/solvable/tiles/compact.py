"""`Moves`: the moves of a long solution, four bytes each; like a tuple of ints to whoever reads it.

A tuple of 72 million moves, a solution of 300 × 300 by the human method, takes seconds to make and 600 MB; this is the
array that the solver wrote, which nobody changes any more. Equal to every sequence of the same moves that is a tuple or
another of its kind, and hashed as the tuple is.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from solvable.solution import Move

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG = 1 << 20  # moves that are held so; fewer are a tuple
PART = 1 << 16  # moves that are made ints at a time
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
        for begin in range(0, len(self.array), PART):
            yield from self.array[begin : begin + PART].tolist()

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


class Growing:
    """A path in one array that grows: what is not written of it takes no memory yet."""

    __slots__ = ("room", "size")

    def __init__(self, room: int) -> None:
        import numpy as np

        self.room, self.size = np.empty(room, np.int32), 0

    def add(self, part: "Sequence[Move] | NDArray[Any]") -> None:
        """Append a part."""
        import numpy as np

        end = self.size + len(part)
        if end > len(self.room):
            self.room = np.concatenate([self.room[: self.size], np.empty(end, np.int32)])
        self.room[self.size : end] = part
        self.size = end

    @property
    def path(self) -> "NDArray[Any]":
        """All parts so far."""
        return self.room[: self.size]


def moves_of(path: "Sequence[Move] | NDArray[Any]") -> Sequence[Move]:
    """Return a path as a tuple, as `Moves` where it is a long array."""
    if isinstance(path, Sequence):
        return path if isinstance(path, Moves) else tuple(path)
    return tuple(path.tolist()) if len(path) < LONG else Moves(path)
