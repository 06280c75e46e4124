"""Long polynomials over GF(2) as arrays of uint64, by the kernels that suit this processor.

Bit i & 63 of word i >> 6 is the coefficient of z^i; an array may be longer than its polynomial. Readable twins, on
Python ints, are in `lights.nullity.fibonacci`.
"""

from typing import TYPE_CHECKING, Any

from solvable.budget import check

if TYPE_CHECKING:
    from solvable.lights.methods.plane_rows import Words

PART = 1 << 25
"""Word operations between two looks at the budget: some hundredths of a second."""


def arithmetic() -> Any:
    """Return the kernels that multiply, divide and find common divisors: by products of words, or by shifts."""
    from solvable.kernels.base import carryless

    if carryless.is_there():
        from solvable.kernels.lights import divsteps

        return divsteps
    from solvable.kernels.lights import polynomial

    return polynomial


def fibonacci_modulo(j: int, modulus: "Words") -> "tuple[Words, Words]":
    """Return f_j(z + 1) and f_{j+1}(z + 1) modulo `modulus`, by doubling from the largest index not much longer."""
    import numpy as np

    from solvable.kernels.lights import polynomial as kernel

    divide, size = arithmetic().divide, modulus.size
    level = max(0, j.bit_length() - (128 * size).bit_length())
    low, high = kernel.fibonacci_pair(j >> level, 1)
    while level:
        check()
        level -= 1
        odd = bool(j >> level & 1)
        divide(low, modulus)
        divide(high, modulus)
        even, both = np.zeros(2 * size, np.uint64), np.zeros(2 * size, np.uint64)
        kernel.double(low, high, even, both, odd, 1)
        low, high = (both, even) if odd else (even, both)
    divide(low, modulus)
    divide(high, modulus)
    return low[:size].copy(), high[:size].copy()


def common_degree(a: "Words", b: "Words") -> int:
    """Return the degree of the greatest common divisor, looking at the budget now and then; both are destroyed."""
    from solvable.kernels.base import carryless

    return by_products(a, b) if carryless.is_there() else by_shifts(a, b)


def by_products(a: "Words", b: "Words") -> int:
    """Return `common_degree` by products of words."""
    from solvable.kernels.lights import divsteps as kernel

    f, g, v, w, numbers = kernel.begin(*kernel.in_order(a, b), False)
    while kernel.go_on(f, g, v, w, numbers, PART):
        check()
    return kernel.common_degree(numbers)


def by_shifts(a: "Words", b: "Words") -> int:
    """Return `common_degree` by shifts of whole polynomials."""
    import numpy as np

    from solvable.kernels.lights import polynomial as kernel

    degrees = np.array([kernel.degree(a, a.size), kernel.degree(b, b.size)])
    while degrees[1] >= 0:
        check()
        if kernel.go_on(a, b, degrees, PART):
            a, b = b, a
    return int(degrees[0])
