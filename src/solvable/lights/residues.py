"""Fewest presses for k > 2, where a button may be pressed up to k - 1 times: the least sum of residues in a coset.

All solutions are one of them, x, plus the quiet patterns Σ u_i q_i. Button c, whose column in the q_i is g, weighs
(x_c + g·u) mod k, a function of g·u and so a sum of k characters of u. Added up over all buttons that is one Fourier
transform over the product of the cyclic groups of the u_i: every weight at once, in Σ o_i complex operations each.
The first generators are transformed, the others walked through, slice by slice; each slice improves the answer.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from time import monotonic
from typing import TYPE_CHECKING, Any

from solvable.errors import BudgetExceededError
from solvable.lights.module import Module, Vector, presses
from solvable.puzzle import Progress, Solution, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvable.lights.board import LightsOut

SLICE = 1 << 21  # members transformed at once
_PLAIN = 1 << 8  # members so few that the plain walk is done before numpy is there
_CHARACTERS = 1 << 22  # buttons times k: beyond that a table of characters is no help
_TRIED = 1 << 6  # multiples of one generator


def lightest(offset: Vector, module: Module) -> Vector:
    """Return the member of offset + module of least sum, the first met among equals; the reference."""
    return min(module.members(offset), key=sum)


def fewest(
    puzzle: "LightsOut", state: State, *, seconds: float | None = None, progress: Progress | None = None
) -> Solution:
    """Return a solution of the fewest presses, proved; raise BudgetExceededError with the best at a limit."""
    end = None if seconds is None else monotonic() + seconds
    offset, module = puzzle.vector(state), puzzle.quiet
    if module.order <= _PLAIN:
        best = lightest(offset, module)
        return Solution(presses(best), sum(best))
    best = descend(offset, module)
    bound, seen = min(puzzle.bound(state), sum(best)), 0
    slices = _slices if len(offset) * module.k <= _CHARACTERS and max(module.orders) <= SLICE else _walk
    for weight, multiples, size in slices(offset, module):
        seen += size
        if weight < sum(best):
            best = _member(offset, module, multiples)
        cancelled = progress is not None and progress(bound, sum(best), seen) is False
        if (cancelled or (end is not None and monotonic() > end)) and seen < module.order and sum(best) > bound:
            raise BudgetExceededError(
                f"stopped after {seen} of {module.order} solutions", bound, Solution(presses(best), bound)
            )
        if sum(best) == bound:
            break
    return Solution(presses(best), sum(best))


def descend(offset: Vector, module: Module) -> Vector:
    """Return a light member of offset + module: multiples of single generators are added while that helps."""
    best, improved = offset, True
    while improved:
        improved = False
        for generator, order in zip(module.generators, module.orders, strict=True):
            for multiple in range(1, min(order, _TRIED)):
                other = tuple((a + multiple * b) % module.k for a, b in zip(best, generator, strict=True))
                if sum(other) < sum(best):
                    best, improved = other, True
    return best


def _member(offset: Vector, module: Module, multiples: Sequence[int]) -> Vector:
    vector = list(offset)
    for multiple, generator in zip(multiples, module.generators, strict=True):
        vector = [(a + multiple * b) % module.k for a, b in zip(vector, generator, strict=True)]
    return tuple(vector)


def _slices(offset: Vector, module: Module) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield (least weight, the multiples of the generators that make it, members) of slice after slice."""
    size, split = 1, 0
    while split < len(module.orders) and size * module.orders[split] <= SLICE:
        size, split = size * module.orders[split], split + 1
    table = _Table(offset, module, split)
    for rest in product(*map(range, module.orders[split:])):
        weights = table.weights(rest)
        place = int(weights.argmin())
        inner = []
        for order in reversed(module.orders[:split]):
            place, multiple = divmod(place, order)
            inner.append(multiple)
        yield int(weights.min().round()), (*reversed(inner), *rest), size


def _walk(offset: Vector, module: Module) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """The same as `_slices`, one member at a time, for k too large for tables."""
    for multiples in product(*map(range, module.orders)):
        yield sum(_member(offset, module, multiples)), multiples, 1


class _Table:
    """The weights of all members as a Fourier transform over the first `split` generators."""

    def __init__(self, offset: Vector, module: Module, split: int) -> None:
        import numpy as np

        self.k, self.orders, self.split = module.k, module.orders, split
        k, columns = module.k, np.array(module.generators, np.int64).T
        frequencies = np.arange(k)
        sawtooth = (np.array(offset)[:, None] + frequencies) % k  # of each button, by what the quiet pattern adds
        self._coefficients = np.fft.fft(sawtooth, axis=1) / k  # the characters t -> e^(2πi j t / k), j = 0..k-1
        # e^(2πi j g_i u_i / k) is the character j g_i o_i / k of the cyclic group of u_i, which is a whole number
        scaled = (
            columns[:, None, :] * frequencies[None, :, None] * np.array(module.orders) // k % np.array(module.orders)
        )
        self._inner = np.zeros(scaled.shape[:2], np.int64)
        for place in range(split):
            self._inner = self._inner * module.orders[place] + scaled[:, :, place]
        self._outer = scaled[:, :, split:] / np.array(module.orders[split:], float).reshape(-1)

    def weights(self, rest: Sequence[int]) -> "NDArray[Any]":
        """Return the weights of all members whose last multiples are `rest`, in the order of `itertools.product`."""
        import numpy as np

        phases = np.exp(2j * np.pi * (self._outer @ np.array(rest, float))) if rest else 1
        values, shape = (self._coefficients * phases).ravel(), self.orders[: self.split]
        size = int(np.prod(shape, dtype=np.int64))
        spectrum = np.empty(size, np.complex64)
        spectrum.real = np.bincount(self._inner.ravel(), values.real, size)
        spectrum.imag = np.bincount(self._inner.ravel(), values.imag, size)
        half = spectrum.reshape(shape)[..., : shape[-1] // 2 + 1]  # the weights are real
        return np.fft.irfftn(half, shape, axes=range(len(shape)), norm="forward").ravel()
