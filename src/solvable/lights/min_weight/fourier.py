"""The weights of all members of a coset over Z/k, by one Fourier transform over the group of the quiet patterns.

Button c, whose column in the generators q_i is g, weighs (x_c + g·u) mod k in the member x + Σ u_i q_i: a function of
g·u, and so a sum of k characters of u. Summed over all buttons that is one Fourier transform over the product of the
cyclic groups of the u_i, of orders o_i: each weight costs Σ o_i products. The first `split` generators are transformed,
the others fixed.

Complex numbers are not needed: any field with roots of unity of order k suffices. Modulo a prime that is 1 modulo k and
exceeds every weight, the weights are exact (Pollard 1971). If the orders add up to more than the number of buttons, the
members are summed one after another.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, product
from math import isqrt

from solvable import kernels
from solvable.core.budget import check
from solvable.lights.algebra.modular import factor
from solvable.lights.algebra.module import Module, Vector

ROW = 32  # numbers that fill a kernel's registers
ROW_MAX = 1 << 9
# Orders whose transform is done in registers; a term of it takes as long as adding a button
SHORT = {2, 3, 4, 5, 6, 7, 9}
SLOW, EACH = 10, 50  # cost of a term of other orders, and overhead of a sum, in the same unit
NARROW_WEIGHT = 1 << 15  # weights below it have 16 bits
NARROW_PRIME = NARROW_WEIGHT // 5  # so that five numbers can be added


@lru_cache(32)
def characters(k: int, above: int) -> "tuple[int, array[int], array[int]]":
    """Return (a prime, the powers of a root of unity w of order k modulo it, the coefficients of the characters).

    The prime is the least that is 1 modulo k and more than `above`. The identity function t on 0..k-1 is Σ_j c_j
    w^(jt): c_j = (Σ_t t w^(-jt)) / k = 1 / (w^(-j) - 1), and c_0 = (k - 1) / 2.
    """
    prime = above // k * k + 1
    while prime <= above or not all(prime % divisor for divisor in range(2, isqrt(prime) + 1)):
        prime += k
    roots = (pow(number, (prime - 1) // k, prime) for number in range(2, prime))
    root = next(root for root in roots if all(pow(root, k // p, prime) != 1 for p, _ in factor(k)))
    powers = [1]
    for _ in range(1, k):
        powers.append(powers[-1] * root % prime)
    coefficients = [(k - 1) * (prime + 1) // 2 % prime, *(pow(power - 1, -1, prime) for power in powers[:0:-1])]
    return prime, array("q", powers), array("q", coefficients)


def spectrum(offset: Sequence[int], module: Module) -> list[int]:
    """Return the function whose transform is the weights: each button's characters, added at their indices in u."""
    k, buttons = module.k, len(offset)
    _, powers, coefficients = characters(k, buttons * (k - 1))
    result = [0] * module.order
    for value, column in zip(offset, zip(*module.generators, strict=True), strict=True):
        for j in range(k):
            place = 0
            for g, order in zip(column, module.orders, strict=True):
                place = place * order + j * g * order // k % order  # w^(j g u) is this character of u
            result[place] += coefficients[j] * powers[j * value % k]
    return result


def transformed(function: Sequence[int], orders: Sequence[int], powers: Sequence[int], prime: int) -> list[int]:
    """Return Σ_a f[a]·Π_i w_i^(a_i u_i) for each u, modulo the prime; w_i is the root of order orders[i].

    Indices are in the order of `itertools.product`. Each step transforms the first axis and makes it the last.
    """
    values, k = list(function), len(powers)
    for order in orders:
        check()
        length = len(values) // order
        parts, results = [values[u * length : (u + 1) * length] for u in range(order)], [0] * len(values)
        for v in range(order):
            sums = parts[0]
            for u in range(1, order):
                factor_ = powers[u * v % order * (k // order)]
                sums = [total + factor_ * value for total, value in zip(sums, parts[u], strict=True)]
            results[v::order] = [total % prime for total in sums]
        values = results
    return values


def weights_reference(offset: Sequence[int], module: Module) -> list[int]:
    """Return the weights of all members, in the order of `itertools.product` of their multiples of the generators."""
    return [sum(vector) for vector in module.members(tuple(offset))]


def is_transformed(buttons: int, module: Module) -> bool:
    """Return whether the reference needs fewer operations for a transform than for summing the buttons of each
    member.
    """
    return 0 < sum(module.orders) <= buttons


def is_transformed_by_kernels(buttons: int, module: Module) -> bool:
    """Return whether a transform is faster for the kernels, which add many buttons at a time."""
    row, size = _row(module.orders), module.order
    if not module.orders or row > ROW_MAX:
        return False
    outer, remaining = 0, size // row
    for order in module.orders:
        if remaining > 1:
            outer, remaining = outer + (1 if order in SHORT else SLOW) * order, remaining // order
    return SLOW * buttons * module.k * row + outer * size < (buttons + EACH) * size


def _row(orders: Sequence[int]) -> int:
    """Return the product of the least number of last orders that reaches ROW, or of all orders if none does."""
    row, remaining = 1, list(orders)
    while row < ROW and remaining:
        row *= remaining.pop()
    return row


def member(offset: Sequence[int], module: Module, multiples: Sequence[int]) -> Vector:
    """Return the member of offset + module with these multiples of the generators."""
    vector = list(offset)
    for multiple, generator in zip(multiples, module.generators, strict=True):
        if multiple:
            vector = [(a + multiple * b) % module.k for a, b in zip(vector, generator, strict=True)]
    return tuple(vector)


class Slice:
    """The members base + module with their weights: the least weight, the number of members that have it, and which."""

    def __init__(self, base: Vector, module: Module) -> None:
        self._base, self._module = base, module
        self.weights: Sequence[int] = self._weighed()
        self.minimum, self.count = self._least()

    def lightest(self) -> Iterator[Vector]:
        """Yield every member of the least weight."""
        place = self._place(0)
        while place < len(self.weights):
            multiples, remaining = list[int](), place
            for order in reversed(self._module.orders):
                remaining, multiple = divmod(remaining, order)
                multiples.insert(0, multiple)
            yield member(self._base, self._module, multiples)
            place = self._place(place + 1)

    def first(self) -> Vector:
        """Return the lexicographically least member of the least weight."""
        return min(self.lightest())

    def _weighed(self) -> Sequence[int]:
        base, module = self._base, self._module
        if not is_transformed(len(base), module):
            return weights_reference(base, module)
        prime, powers, _ = characters(module.k, len(base) * (module.k - 1))
        return transformed(spectrum(base, module), module.orders, powers, prime)

    def _least(self) -> tuple[int, int]:
        least = min(self.weights)
        return least, self.weights.count(least)

    def _place(self, start: int) -> int:
        """Return the first index from `start` on with the least weight, or the number of members if there is none."""
        weights, least = self.weights, self.minimum
        return next((place for place in range(start, len(weights)) if weights[place] == least), len(weights))


class Kernels:
    """The kernels of `lights/fourier.cpp` for all cosets of a module, with their memory."""

    def __init__(self, buttons: int, module: Module, *, transforms: bool | None = None) -> None:
        """Prepare the faster kernel, or the requested one."""
        from solvable.kernels.buffers import Buffer, calloc, zeros

        kernel, k, orders, size = kernels.native(), module.k, module.orders, module.order
        heaviest, (prime, powers, coefficients) = buttons * (k - 1), (0, array("q"), array("q"))
        if is_transformed_by_kernels(buttons, module) if transforms is None else transforms:
            prime, powers, coefficients = characters(k, heaviest)
        is_narrow = heaviest < NARROW_WEIGHT and prime < NARROW_PRIME
        self.offset, self.first, multiples = zeros("I", buttons), zeros("I", buttons), zeros("q", len(orders))
        self.weights = calloc("h" if is_narrow else "i", size)
        weights, bits = Buffer(self.weights), 16 if is_narrow else 32
        coset = kernel.struct(
            "Coset",
            offset=self.offset,
            generators=array("I", chain.from_iterable(module.generators)),
            buttons=buttons,
            orders=array("q", orders),
            axes=len(orders),
            k=k,
        )
        if prime:
            row, longest = _row(orders), max(orders)
            scratch = zeros("h" if is_narrow else "i", row * row + 4 * k + 2 * len(orders) + 64 * longest)
            transform = getattr(kernel, f"fourier_weights_{bits}")
            self.weigh = partial(
                transform, coset, prime, powers, coefficients, k, len(orders), row, longest, weights, size, scratch
            )
        else:
            scratch = zeros("h" if is_narrow else "i", (len(orders) + 1) * buttons)
            sums = getattr(kernel, f"fourier_sums_{bits}")
            self.weigh = partial(sums, coset, multiples, len(orders), weights, size, scratch, buttons)
        self.least = partial(getattr(kernel, f"fourier_least_{bits}"), weights, size)
        self.place = partial(getattr(kernel, f"fourier_place_{bits}"), weights, size)
        first = getattr(kernel, f"fourier_first_{bits}")
        self.write_first = partial(first, coset, multiples, len(orders), weights, size)


class KernelSlice(Slice):
    """The same by kernels, in memory that the next slice overwrites."""

    def __init__(self, base: Vector, module: Module, by: Kernels) -> None:
        self._by = by
        super().__init__(base, module)

    def first(self) -> Vector:
        """Return the lexicographically least member of the least weight."""
        self._by.write_first(self.minimum, self._by.first, len(self._base))
        return tuple(self._by.first)

    def _weighed(self) -> Sequence[int]:
        self._by.offset[:] = array("I", self._base)
        self._by.weigh()
        return self._by.weights

    def _least(self) -> tuple[int, int]:
        from solvable.kernels.buffers import zeros

        result = zeros("q", 2)
        self._by.least(result)
        return result[0], result[1]

    def _place(self, start: int) -> int:
        place: int = self._by.place(start, self.minimum)
        return place


def slices(offset: Sequence[int], module: Module, split: int) -> Iterator[Slice]:
    """Yield the members of offset + module by slices: all multiples of the first `split` generators, the others in the
    order of `itertools.product`. A slice is valid until the next one is requested.
    """
    inner = Module(module.k, module.generators[:split], module.orders[:split])
    outer = Module(module.k, module.generators[split:], module.orders[split:])
    by = Kernels(len(offset), inner) if kernels.has_library() else None
    for multiples in product(*map(range, outer.orders)):
        base = member(offset, outer, multiples)
        yield Slice(base, inner) if by is None else KernelSlice(base, inner, by)


def whole(offset: Sequence[int], module: Module) -> Slice:
    """Return all members of offset + module as one slice."""
    return next(slices(offset, module, len(module.orders)))
