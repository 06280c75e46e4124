"""The weights of all members of a coset over Z/k at once: a Fourier transform over the group of the quiet patterns.

Button c, whose column in the generators q_i is g, weighs (x_c + g·u) mod k in the member x + Σ u_i q_i: a function of
g·u, and so a sum of k characters of u. Added up over all buttons that is one Fourier transform over the product of the
cyclic groups of the u_i, of orders o_i: every weight in Σ o_i complex operations. The first `split` generators are
transformed, the others given. Weights are integers, found by rounding; the error is far below one half.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from solvable.lights.algebra.module import Module, Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

SINGLE = 1 << 15  # the largest weight that single precision holds with ease


def is_available() -> bool:
    """Return whether numpy is installed, whose transforms these are."""
    try:
        return find_spec("numpy") is not None
    except (ImportError, ValueError):  # something refuses to have it imported
        return False


class Table:
    """The weights of the coset offset + module, as a Fourier transform over the first `split` generators."""

    def __init__(self, offset: Sequence[int], module: Module, split: int) -> None:
        import numpy as np

        self.k, self.split, self.orders = module.k, split, module.orders[:split]
        k, columns = module.k, np.array(module.generators, np.int64).reshape(-1, len(offset)).T
        orders = np.array(module.orders, np.int64)
        frequencies = np.arange(k)
        sawtooth = (np.array(offset)[:, None] + frequencies) % k  # of each button, by what the quiet pattern adds
        self._coefficients = np.fft.fft(sawtooth, axis=1) / k  # the characters t -> e^(2πi j t / k), j = 0..k-1
        # e^(2πi j g_i u_i / k) is the character j g_i o_i / k of the cyclic group of u_i, which is a whole number
        scaled = columns[:, None, :] * frequencies[None, :, None] * orders // k % orders
        self._inner = np.zeros(scaled.shape[:2], np.int64)
        for index in range(split):
            self._inner = self._inner * module.orders[index] + scaled[:, :, index]
        self._outer = scaled[:, :, split:] / orders[split:].astype(float)
        self._single = len(offset) * (k - 1) < SINGLE

    def weights(self, rest: Sequence[int] = ()) -> "NDArray[Any]":
        """Return the weights of all members whose last multiples are `rest`, in the order of `itertools.product`."""
        import numpy as np

        phases = np.exp(2j * np.pi * (self._outer @ np.array(rest, float))) if rest else 1
        values = (self._coefficients * phases).ravel()
        if not self.orders:
            return np.array([round(values.real.sum())], np.int64)
        size = int(np.prod(self.orders, dtype=np.int64))
        spectrum = np.empty(size, np.complex64 if self._single else np.complex128)
        spectrum.real = np.bincount(self._inner.ravel(), values.real, size)
        spectrum.imag = np.bincount(self._inner.ravel(), values.imag, size)
        half = spectrum.reshape(self.orders)[..., : self.orders[-1] // 2 + 1]  # the weights are real
        result = np.fft.irfftn(half, self.orders, axes=range(self.split), norm="forward").ravel()
        weights: NDArray[Any] = np.rint(result, out=result).astype(np.int32 if self._single else np.int64)
        return weights

    def multiples(self, place: int) -> tuple[int, ...]:
        """Return the multiples of the first generators at a place of `weights`."""
        results = []
        for order in reversed(self.orders):
            place, multiple = divmod(place, order)
            results.append(multiple)
        return tuple(reversed(results))


def member(offset: Sequence[int], module: Module, multiples: Sequence[int]) -> Vector:
    """Return the member of offset + module with these multiples of the generators."""
    vector = list(offset)
    for multiple, generator in zip(multiples, module.generators, strict=True):
        if multiple:
            vector = [(a + multiple * b) % module.k for a, b in zip(vector, generator, strict=True)]
    return tuple(vector)


def first_member(
    offset: Sequence[int], module: Module, table: Table, places: "NDArray[Any]", rest: Sequence[int]
) -> Vector:
    """Return the lexicographically least of the members at some places of `table.weights(rest)`, button by button."""
    import numpy as np

    base = member(offset, module, (*(0,) * table.split, *rest))
    multiples = np.stack(np.unravel_index(places, table.orders), axis=1) if table.orders else places[:, None] * 0
    for button, value in enumerate(base):
        if len(multiples) == 1:
            break
        column = np.array([generator[button] for generator in module.generators[: table.split]], np.int64)
        if column.any():
            here = (value + multiples @ column) % module.k
            multiples = multiples[here == here.min()]
    return member(offset, module, (*multiples[0].tolist()[: table.split], *rest))
