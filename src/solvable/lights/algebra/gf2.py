"""Span: linear algebra over GF(2) on Python ints, where XOR and `int.bit_count` run at the speed of C.

Vectors are ints, bit c is coordinate c. Each vector is stored with the combination of given vectors that makes it, as
one int `vector << n | combination`, so an elimination step is one XOR. An echelon form by leading bits answers every
question: membership in the span with coefficients, the combinations that vanish, and for a vector outside the span, a
functional that proves it. Cost: n vectors of m bits in O(n² (n + m) / 64).
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from solvable import kernels
from solvable.core.budget import checked
from solvable.core.memory import check_memory
from solvable.lights.algebra.masks import dot, pack, transpose, unpack
from solvable.lights.algebra.module import Module, Vector, check_listed

DENSE = 2000  # unknowns beyond which a kernel is faster, including its start


class Span:
    """The span of `vectors` over GF(2), with the combinations that make its members.

    A combination is an int too: bit i means that `vectors[i]` takes part.
    """

    def __init__(self, vectors: Iterable[int]) -> None:
        vectors = list(vectors)
        self.size = len(vectors)
        self.relations: list[int] = []  # a basis of the combinations that vanish
        self.chosen: list[int] = []  # the indices of the vectors independent of those before them
        self._pivots: dict[int, int] = {}  # leading bit of (vector << size | combination) -> that int
        for index, vector in checked(enumerate(vectors), 64):
            remaining = self._reduce(vector << self.size | 1 << index)
            lead = remaining.bit_length() - 1
            if lead >= self.size:
                self._pivots[lead] = remaining
                self.chosen.append(index)
            else:
                self.relations.append(remaining)

    @property
    def rank(self) -> int:
        """The dimension of the span."""
        return len(self._pivots)

    def _reduce(self, vector: int) -> int:
        """Return `vector` reduced by the pivots of its leading bits, until a leading bit has no pivot."""
        pivots = self._pivots
        while (pivot := pivots.get(vector.bit_length() - 1)) is not None:
            vector ^= pivot
        return vector

    def express(self, target: int) -> int | None:
        """Return a combination of the vectors that makes `target`, or None if there is none."""
        remaining = self._reduce(target << self.size)
        return remaining if remaining >> self.size == 0 else None

    def witness(self, target: int) -> int | None:
        """Return y with y·v even for every v in the span and y·target odd; None if `target` is in the span.

        Starting from the leading bit that could not be cleared, each pivot in ascending order corrects its own leading
        bit, which the pivots before it do not have.
        """
        remaining = self._reduce(target << self.size)
        if remaining >> self.size == 0:
            return None
        functional = 1 << remaining.bit_length() - 1 - self.size
        for lead, vector in self._ascending:
            if lead > remaining.bit_length() - 1 - self.size and dot(vector, functional):
                functional |= 1 << lead
        return functional

    @cached_property
    def _ascending(self) -> list[tuple[int, int]]:
        return sorted((lead - self.size, pivot >> self.size) for lead, pivot in self._pivots.items())


class Binary:
    """The equations `rows` · x = right over GF(2): the interface of `modular.System`, on Python ints."""

    def __init__(self, rows: Sequence[int], width: int) -> None:
        self.width = width
        self._span = Span(transpose(rows, width))

    def orders(self) -> tuple[int, ...]:
        """Return 2 for each generator of `null`."""
        return (2,) * len(self._span.relations)

    def null(self) -> Module:
        """Return the null space."""
        generators = tuple(unpack(relation, self.width) for relation in self._span.relations)
        return Module(2, generators, (2,) * len(generators))

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        result = self._span.express(pack(right))
        return None if result is None else unpack(result, self.width)

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return y with y·rows even and y·right odd, or None if a solution exists."""
        result = self._span.witness(pack(right))
        return None if result is None else unpack(result, len(right))


class Dense:
    """The interface of `Binary` for thousands of unknowns: the rows augmented by the identity, eliminated by a
    kernel.
    """

    def __init__(self, rows: Sequence[int], width: int) -> None:
        from solvable.lights.algebra.elimination import BitMatrix, reduce_rows

        self.width, self._height = width, len(rows)
        size = (width + self._height + 63) // 64
        check_memory(24.0 * size * self._height, width, 2)
        beside = (row | 1 << width + index for index, row in enumerate(rows))
        self._reduced, self._pivots = reduce_rows(BitMatrix.from_rows(beside, 64 * size), width)

    def orders(self) -> tuple[int, ...]:
        """Return 2 for each generator of `null`, without writing them out, since they may be many and long."""
        return (2,) * (self.width - len(self._pivots))

    def null(self) -> Module:
        """Return the null space; raise PuzzleError if it is too large to write out."""
        from solvable.lights.algebra.elimination import null_vectors

        check_listed(len(self.orders()), self.width)
        quiet = null_vectors(self._reduced, self._pivots, self.width)
        return Module(2, tuple(unpack(vector, self.width) for vector in quiet), (2,) * len(quiet))

    def _combined(self, right: Sequence[int]) -> bytes:
        """Return `right` under the row operations."""
        return self._reduced.parities(pack(right) << self.width)

    def solve(self, right: Sequence[int]) -> Vector | None:
        """Return a solution, or None."""
        values = self._combined(right)
        if any(values[len(self._pivots) :]):
            return None
        x = [0] * self.width
        for pivot, value in zip(self._pivots, values, strict=False):
            x[pivot] = value
        return tuple(x)

    def witness(self, right: Sequence[int]) -> Vector | None:
        """Return y with y·rows even and y·right odd, or None if a solution exists."""
        mask = pack(right)
        result = next((row for row in self._vanishing if (row & mask).bit_count() & 1), None)
        return None if result is None else unpack(result, self._height)

    @cached_property
    def _vanishing(self) -> list[int]:
        """The combinations of rows that vanish, as masks, reduced, so that they do not depend on the order of
        elimination.
        """
        from solvable.lights.algebra.elimination import BitMatrix, reduce_rows

        rows = [row >> self.width for row in self._reduced.rows(len(self._pivots))]  # the columns before are zero
        return reduce_rows(BitMatrix.from_rows(rows, self._height), self._height)[0].rows()


def binary_system(rows: Sequence[int], width: int) -> Binary | Dense:
    """Return the equations `rows` · x = right over GF(2), eliminated on ints, or by a kernel beyond DENSE unknowns."""
    return Dense(rows, width) if width > DENSE and kernels.has_library() else Binary(rows, width)
