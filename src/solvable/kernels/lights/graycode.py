"""The lightest members of a coset of packed bit vectors, in Gray-code order: 2^d steps of one XOR and one popcount."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits
from solvable.kernels.base.jit import jit

Words = NDArray[np.uint64]
popcount: Any = bits.popcount
trailing_zeros: Any = bits.trailing_zeros


@jit
def _comes_before(a: Words, b: Words) -> bool:
    for word in range(a.size):
        difference = a[word] ^ b[word]
        if difference:
            return bool((b[word] >> trailing_zeros(difference)) & np.uint64(1))
    return False


@jit
def optimal_members(offset: Words, basis: Words, least: Words) -> tuple[int, int]:
    """Write the lexicographically least of the lightest of `offset ^ span(basis)` to `least`; return (weight, count).

    `offset` and `least` have as many words as each row of `basis`; `offset` is overwritten.
    """
    words, rank = offset.size, basis.shape[0]
    weight = np.int64(words * 64 + 1)
    count = np.int64(0)
    for step in range(np.int64(1) << rank):
        flip = np.int64(trailing_zeros(np.uint64(step)))
        size = np.int64(0)
        for word in range(words):
            if step > 0:
                offset[word] ^= basis[flip, word]
            size += np.int64(popcount(offset[word]))
        if size < weight:
            weight, count = size, np.int64(1)
            least[:] = offset
        elif size == weight:
            count += 1
            if _comes_before(offset, least):
                least[:] = offset
    return int(weight), int(count)
