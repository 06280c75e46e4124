"""Fewest presses: every method against the definition, published minima, and each other."""

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.lights import weight


def independent(rows: list[int]) -> list[int]:
    """A subset of `rows` that is independent over GF(2) and spans the same space."""
    kept: list[int] = []
    reduced: list[int] = []
    for row in rows:
        rest = row
        for pivot in reduced:
            rest = min(rest, rest ^ pivot)
        if rest:
            kept.append(row)
            reduced.append(rest)
    return kept


def coset(offset: int, basis: list[int]) -> set[int]:
    found = set()
    for choice in product((0, 1), repeat=len(basis)):
        member = offset
        for taken, row in zip(choice, basis, strict=True):
            member ^= row * taken
        found.add(member)
    return found


def as_vector(mask: int) -> list[int]:
    return [mask >> cell & 1 for cell in range(200)]


def words_of(mask: int, count: int) -> list[int]:
    return [mask >> 64 * word & (2**64 - 1) for word in range(count)]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**70 - 1), st.lists(st.integers(0, 2**70 - 1), max_size=6))
def test_gray_code_is_the_definition(offset: int, rows: list[int]) -> None:
    basis = independent(rows)
    everything = coset(offset, basis)
    fewest = min(member.bit_count() for member in everything)
    best = [member for member in everything if member.bit_count() == fewest]
    assert set(weight.members(offset, basis)) == everything
    assert weight.lightest(offset, basis) in best
    assert weight.optimal_members(offset, basis) == (fewest, len(best), min(best, key=as_vector))


@pytest.mark.parametrize("rank", [0, 1, 5, 9])
def test_the_gray_code_kernel_is_its_twin(rank: int) -> None:
    from solvable.kernels import graycode

    rng = Random(rank)
    for _ in range(20):
        offset = rng.getrandbits(150)
        basis = independent([rng.getrandbits(150) & rng.getrandbits(150) for _ in range(rank)])
        least = np.zeros(3, np.uint64)
        rows = np.array([words_of(row, 3) for row in basis], np.uint64).reshape(len(basis), 3)
        got = graycode.optimal_members(np.array(words_of(offset, 3), np.uint64), rows, least)
        mask = sum(int(word) << 64 * place for place, word in enumerate(least))
        assert (*got, mask) == weight.optimal_members(offset, basis)
