from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.lights.gf2 import Binary, Span, dot, pack, positions, transpose, unpack

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


def test_every_right_side_of_every_2x3_system() -> None:
    for rows in product(range(8), repeat=2):
        system = Binary(rows, 3)
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
