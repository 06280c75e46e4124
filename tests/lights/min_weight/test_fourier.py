from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.lights.algebra.module import Module, Vector
from solvable.lights.board import LightsOut
from solvable.lights.min_weight.fourier import (
    Kernels,
    KernelSlice,
    Slice,
    characters,
    slices,
    spectrum,
    transformed,
    weights_reference,
    whole,
)

ORDERS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 36, 37]


@st.composite
def cosets(draw: st.DrawFn) -> tuple[Vector, Module]:
    """An offset, and independent generators of different orders."""
    k = draw(st.sampled_from(ORDERS))
    orders = draw(st.lists(st.sampled_from([n for n in range(2, k + 1) if k % n == 0]), min_size=1, max_size=5))
    while Module(k, (), tuple(orders)).order > 1024:
        orders.pop()
    buttons, rng = draw(st.integers(len(orders), 90)), Random(draw(st.integers(0, 1000)))
    generators = []
    for place, order in enumerate(orders):
        own = [int(button == place) if button < len(orders) else rng.randrange(k) for button in range(buttons)]
        generators.append(tuple(value * (k // order) % k for value in own))
    return tuple(rng.randrange(k) for _ in range(buttons)), Module(k, tuple(generators), tuple(orders))


def check(found: Slice, offset: Vector, module: Module) -> None:
    members = sorted((sum(vector), vector) for vector in module.members(offset))
    lightest = [vector for weight, vector in members if weight == members[0][0]]
    assert list(found.weights) == weights_reference(offset, module)
    assert (found.minimum, found.count, found.first()) == (members[0][0], len(lightest), lightest[0])
    assert sorted(found.lightest()) == lightest


@pytest.mark.slow
@settings(deadline=None, max_examples=100)
@given(cosets())
def test_kernel_transform_and_all_members_agree(coset: tuple[Vector, Module]) -> None:
    offset, module = coset
    for transforms in (None, False, True):
        by = Kernels(len(offset), module, transforms=transforms)
        check(KernelSlice(offset, module, by), offset, module)
    check(Slice(offset, module), offset, module)
    prime, powers, _ = characters(module.k, len(offset) * (module.k - 1))
    found = transformed(spectrum(offset, module), module.orders, powers, prime)
    assert found == weights_reference(offset, module)
    parts = [weight for part in slices(offset, module, len(module.orders) // 2) for weight in part.weights]
    assert sorted(parts) == sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "board",
    [
        LightsOut(9, 9, k=4),
        LightsOut(5, 5, k=4, surface="torus"),
        LightsOut(11, 11, k=5),
        LightsOut(11, 11, k=6),
        LightsOut(14, 14, k=6),
        LightsOut(19, 19, k=7),
        LightsOut(12, 12, k=3),
        LightsOut(4, 4, k=8),
        LightsOut(5, 5, k=9),
    ],
    ids=lambda board: f"{board.width}x{board.height},{board.k}",
)
def test_boards(board: LightsOut) -> None:
    check(whole(offset := board.vector(board.scramble(Random(1))), board.quiet), offset, board.quiet)


@pytest.mark.parametrize("k", [2, 3, 5, 8, 36, 211, 4001])
def test_a_sawtooth_is_the_sum_of_its_characters(k: int) -> None:
    prime, powers, coefficients = characters(k, 5000)
    assert prime > 5000 and prime % k == 1 and len(set(powers)) == k
    for t in (0, 1, k // 2, k - 1):
        assert sum(c * powers[j * t % k] for j, c in enumerate(coefficients)) % prime == t


@pytest.mark.parametrize(("k", "buttons"), [(3, 3000), (41, 900), (12, 3000), (300, 700)])
def test_primes_of_more_than_16_bits(k: int, buttons: int) -> None:
    """Many presses, or many states: 32 bits a number; whether by the transform or by sums."""
    rng = Random(k)
    generators = [[rng.randrange(k) for _ in range(buttons)] for _ in range(2)]
    for place, generator in enumerate(generators):
        generator[:2] = [int(place == 0), int(place == 1)]
    module = Module(k, tuple(map(tuple, generators)), (k, k))
    offset = tuple(rng.randrange(k) for _ in range(buttons))
    places = [0, 1, k, k * k - 1, *(rng.randrange(k * k) for _ in range(50))]
    for transforms in (False, True):
        found = KernelSlice(offset, module, Kernels(buttons, module, transforms=transforms))
        for place in places:
            u, v = divmod(place, k)
            members = ((x + u * a + v * b) % k for x, a, b in zip(offset, *generators, strict=True))
            assert found.weights[place] == sum(members)
