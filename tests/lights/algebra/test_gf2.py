from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.lights.algebra.gf2 import Binary, Dense, Span
from solvable.lights.algebra.masks import dot, pack, positions, transpose, unpack

VECTORS = st.lists(st.integers(0, 2**12 - 1), max_size=14)


def combined(vectors: list[int], combination: int) -> int:
    total = 0
    for index in positions(combination):
        total ^= vectors[index]
    return total


def members(vectors: list[int]) -> set[int]:
    span = {0}
    for vector in vectors:
        span |= {member ^ vector for member in span}
    return span


@settings(deadline=None)
@given(VECTORS, st.integers(0, 2**12 - 1))
def test_a_target_is_made_or_told_apart(vectors: list[int], target: int) -> None:
    span = Span(vectors)
    combination, functional = span.express(target), span.witness(target)
    assert (combination is None) == (target not in members(vectors))
    if combination is None:
        assert functional is not None
        assert all(dot(vector, functional) == 0 for vector in vectors)
        assert dot(target, functional) == 1
    else:
        assert functional is None
        assert combined(vectors, combination) == target


@settings(deadline=None)
@given(VECTORS)
def test_relations_are_a_basis_of_all_that_vanish(vectors: list[int]) -> None:
    span = Span(vectors)
    assert 2**span.rank == len(members(vectors))
    assert len(span.relations) == len(vectors) - span.rank
    assert all(combined(vectors, relation) == 0 for relation in span.relations)
    assert Span(span.relations).rank == len(span.relations)


@settings(deadline=None)
@given(st.lists(st.integers(0, 1), max_size=70))
def test_packing_and_transposing_go_there_and_back(bits: list[int]) -> None:
    assert unpack(pack(bits), len(bits)) == tuple(bits)
    rows = [pack(bits), 0, pack(bits[::-1])]
    assert transpose(transpose(rows, len(bits)), 3) == rows or not bits
    assert transpose([0, 0], 0) == []


@pytest.mark.parametrize("method", [Binary, Dense])
def test_every_right_side_of_every_2x3_system(method: type[Binary] | type[Dense]) -> None:
    for rows in product(range(8), repeat=2):
        system = method(rows, 3)
        images: dict[tuple[int, ...], int] = {}
        for mask in range(8):
            key = tuple(dot(row, mask) for row in rows)
            images[key] = images.get(key, 0) + 1
        for right in product((0, 1), repeat=2):
            x, y = system.solve(right), system.witness(right)
            assert (x is not None) == (y is None) == (right in images)
            if x is not None:
                assert tuple(dot(row, pack(x)) for row in rows) == right
                assert system.null().order == images[right]


def test_large_systems_by_both_methods() -> None:
    random = Random(1)
    rows = [random.getrandbits(150) for _ in range(70)]
    rows += [rows[i] ^ rows[i + 1] for i in range(60)]
    small, large = Binary(rows, 150), Dense(rows, 150)
    assert small.null().order == large.null().order == 2 ** (150 - 70)
    for _ in range(20):
        x = random.getrandbits(150)
        right = [dot(row, x) for row in rows]
        solution = large.solve(right)
        assert solution is not None
        assert [dot(row, pack(solution)) for row in rows] == right
        right[random.randrange(130)] ^= 1
        assert (small.witness(right) is None) == (large.witness(right) is None)
        y = large.witness(right)
        if y is not None:
            assert sum(map(int.__mul__, y, right)) % 2
            assert all(sum(a * (row >> c & 1) for a, row in zip(y, rows, strict=True)) % 2 == 0 for c in range(150))


def test_a_witness_does_not_show_how_rows_were_eliminated(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(2)
    rows = [random.getrandbits(100) for _ in range(40)]
    rows += [rows[i] ^ rows[2 * i] for i in range(20)]
    rights = [[random.getrandbits(1) for _ in rows] for _ in range(10)]
    large = Dense(rows, 100)
    found = [large.witness(right) for right in rights]
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    other = Dense(rows, 100)
    assert [other.witness(right) for right in rights] == found


def test_many_buttons_on_one_lamp_are_counted_without_writing_the_patterns_out() -> None:
    from solvable import LightsOut

    for k in (2, 6):
        puzzle = LightsOut(1, 1, k=k, rule=[[(0, 1)]] * 20_000)
        assert puzzle.nullity == 19_999
        assert len(puzzle.solve((1,)).moves) == k - 1
