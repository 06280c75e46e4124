"""Fewest presses: every method against the definition, published minima, and each other."""

import csv
from itertools import islice, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.solution import Better, Event
from solvable.lights.algebra.masks import pack
from solvable.lights.board import LightsOut
from solvable.lights.min_weight import bounds, coset, parity_classes, two_states, walsh
from solvable.lights.min_weight.coset import Component, CosetLeader, echelon
from solvable.lights.transfer_matrix import ints, words

ALL_LIT = Path(__file__).parents[2] / "oracles" / "lights" / "a075464.csv"
BEYOND = ALL_LIT.with_name("all_lit_beyond.csv")


def joined(board: list[int], width: int) -> int:
    return sum(row << width * r for r, row in enumerate(board))


def quiet(width: int, height: int) -> list[int]:
    """A basis of the quiet patterns of a plane board, as masks."""
    return [joined(words.pattern(first, width, height), width) for first in ints.quiet_first_rows(width, height)]


def presses_for_all_lit(size: int) -> int:
    return joined(ints.solve([(1 << size) - 1] * size, size).presses, size)


def members_of(part: Component) -> list[int]:
    return list(part.members())


def sparse_basis(rng: Random, cells: int, rank: int) -> list[int]:
    return independent([rng.getrandbits(cells) & rng.getrandbits(cells) for _ in range(rank)])


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


def span_of(offset: int, basis: list[int]) -> set[int]:
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
    everything = span_of(offset, basis)
    fewest = min(member.bit_count() for member in everything)
    best = [member for member in everything if member.bit_count() == fewest]
    assert set(coset.members(offset, basis)) == everything
    assert coset.lightest(offset, basis) in best
    assert coset.optimal_members(offset, basis) == (fewest, len(best), min(best, key=as_vector))


BOARDS = [(4, 4), (5, 5), (9, 9), (11, 11), (5, 9), (14, 14), (16, 16), (7, 11), (19, 4), (29, 5)]


@pytest.mark.parametrize("size", BOARDS)
def test_parity_classes_agree_with_gray_code(size: tuple[int, int]) -> None:
    (w, h), basis = size, quiet(*size)
    for seed in range(3):
        offset = Random(seed).getrandbits(w * h)
        wanted = coset.by_gray_code(offset, echelon(basis)[0])
        part = parity_classes.fewest(w * h, offset, echelon(basis)[0], w, Budget())
        assert part is not None
        assert (part.fewest.weight, part.fewest.optimal_count) == (wanted.fewest.weight, wanted.fewest.optimal_count)
        assert part.fewest.presses == wanted.fewest.presses
        assert members_of(part) == members_of(wanted)


@pytest.mark.parametrize("size", [(19, 19), (30, 30), (32, 32), (24, 24), (20, 62), (23, 23)])
def test_parity_classes_agree_with_the_transform(size: tuple[int, int]) -> None:
    (w, h), basis = size, echelon(quiet(*size))[0]
    assert len(basis) <= 24
    offset = Random(w).getrandbits(w * h)
    one = parity_classes.fewest(w * h, offset, basis, w, Budget())
    two = walsh.fewest(w * h, offset, basis, Budget())
    assert one is not None and two is not None
    assert (one.fewest.weight, one.fewest.presses) == (two.fewest.weight, two.fewest.presses)
    assert one.fewest.optimal_count == two.fewest.optimal_count
    assert members_of(one) == members_of(two)


@pytest.mark.parametrize("rank", [1, 4, 8, 13])
@pytest.mark.parametrize("workers", [1, 2])
def test_the_transform_agrees_with_gray_code(rank: int, workers: int) -> None:
    rng = Random(rank)
    for cells in (rank + 1, 40, 170):
        basis = echelon(sparse_basis(rng, cells, rank))[0]
        offset = rng.getrandbits(cells)
        part = walsh.fewest(cells, offset, basis, Budget(workers=workers))
        wanted = coset.by_gray_code(offset, basis)
        assert part is not None
        assert (part.fewest.presses, part.fewest.optimal_count) == (
            wanted.fewest.presses,
            wanted.fewest.optimal_count,
        )
        assert members_of(part) == members_of(wanted)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(-9, 9), min_size=16, max_size=16))
def test_the_readable_transform_is_the_definition_and_its_own_inverse(function: list[int]) -> None:
    values = walsh.spectrum(function)
    signs = [[(-1) ** (g & u).bit_count() for g in range(16)] for u in range(16)]
    assert values == [sum(f * s for f, s in zip(function, row, strict=True)) for row in signs]
    assert walsh.spectrum(values) == [16 * f for f in function]


@pytest.mark.parametrize("rank", [5, 14, 18])
@pytest.mark.parametrize("many", [False, True])
def test_the_transform_kernel_is_its_reference(rank: int, many: bool) -> None:
    rng = np.random.default_rng(rank)
    matrix = rng.integers(0, 2, (rank, 150), np.uint8)
    if many:  # so many equal cells that sums need 32 bits
        matrix = np.concatenate([matrix, np.zeros((rank, 33000), np.uint8)], axis=1)
    pressed = rng.integers(0, 2, matrix.shape[1], np.uint8)
    pressed[150:] = 0
    coset = matrix.shape[1], pack(pressed), [pack(row) for row in matrix], (1 << matrix.shape[1]) - 1
    keys, coefficients = walsh.support(*coset)
    assert coefficients.itemsize == (4 if many else 2)
    assert dict(zip(keys, coefficients, strict=True)) == walsh.support_reference(*coset)
    function = np.zeros(1 << rank, np.int64)
    function[keys] = coefficients
    values = np.array(walsh.spectrum(list(map(int, function))) if rank < 10 else butterflies(function))
    spectrum = walsh.Spectrum(*coset)
    assert spectrum.run(Budget())
    assert spectrum.highest == values.max()
    assert spectrum.optima() == (int((values == values.max()).sum()), int(values.argmax()))
    within = spectrum.within(3, Budget())
    assert within is not None
    indices, starts = within
    for deficit in range(4):
        found = np.sort(indices[starts[deficit] : starts[deficit + 1]])
        assert (found == np.flatnonzero(values == values.max() - 2 * deficit)).all()


def butterflies(function: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    values, half = function.copy(), 1
    while half < values.size:
        pairs = values.reshape(-1, 2, half)
        values = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        half *= 2
    return values


def test_all_lit_squares_need_the_published_presses() -> None:
    with ALL_LIT.open() as lines:
        next(lines)
        for row in csv.DictReader(lines):
            n = int(row["n"])
            found = two_states.fewest(n * n, presses_for_all_lit(n), quiet(n, n), Budget(), width=n)
            assert (found.weight, found.lower_bound) == (int(row["presses"]), int(row["presses"])), n


def test_all_lit_squares_beyond_the_published_ones_need_what_was_proved() -> None:
    with BEYOND.open() as lines:
        next(lines)
        for row in csv.DictReader(lines):
            n = int(row["n"])
            if n % 10 in (0, 3):  # nullities to 36; 79, with 64, takes half a minute
                found = two_states.fewest(n * n, presses_for_all_lit(n), quiet(n, n), Budget(), width=n)
                assert (found.weight, found.lower_bound) == (int(row["presses"]), int(row["presses"])), n


def test_a_large_board_is_proved() -> None:
    size, basis = 61, quiet(61, 61)
    assert len(basis) == 40
    found = two_states.fewest(size * size, presses_for_all_lit(size), basis, Budget(), width=size)
    assert found.is_optimal
    assert found.method == "parity classes"
    assert found.optimal_count == len(
        list(two_states.all_fewest(size * size, presses_for_all_lit(size), basis, Budget(), width=size))
    )


def test_components_are_solved_apart() -> None:
    rng = Random(1)
    parts = [(sparse_basis(rng, 30, 6), rng.getrandbits(30)) for _ in range(4)]
    basis = [row << 30 * i for i, (own, _) in enumerate(parts) for row in own]
    offset = sum(own << 30 * i for i, (_, own) in enumerate(parts)) | 5 << 120
    found = two_states.fewest(123, offset, basis, Budget())
    answers = [coset.optimal_members(own, rows) for rows, own in parts]
    assert found.weight == found.lower_bound == 2 + sum(size for size, _, _ in answers)
    assert found.presses == sum(least << 30 * i for i, (_, _, least) in enumerate(answers)) | 5 << 120
    count = 1
    for _, ways, _ in answers:
        count *= ways
    assert found.optimal_count == count
    everything = list(islice(two_states.all_fewest(123, offset, basis, Budget()), count + 1))
    assert len(set(everything)) == len(everything) == count
    assert {member.bit_count() for member in everything} == {found.weight}


def test_a_unique_solution_is_the_fewest() -> None:
    assert two_states.fewest(9, 0b101, [], Budget()) == CosetLeader(0b101, 2, 2, 1, "unique")


@pytest.mark.slow
def test_beyond_the_limits_there_is_a_member_and_a_proved_bound() -> None:
    size, basis = 79, quiet(79, 79)
    assert len(basis) == 64
    offset = presses_for_all_lit(size)
    found = two_states.fewest(size * size, offset, basis, Budget(0.5), width=size)
    assert 0 < found.lower_bound < found.weight == found.presses.bit_count() < offset.bit_count()
    reduced, _ = echelon([*basis, found.presses ^ offset])
    assert len(reduced) == 64
    with pytest.raises(BudgetExceededError):
        next(two_states.all_fewest(size * size, offset, basis, Budget(0.01), width=size))


def test_any_graph_beyond_the_limits_is_bounded() -> None:
    rng = Random(2)
    basis = sparse_basis(rng, 200, 60)
    found = two_states.fewest(200, rng.getrandbits(200), basis, Budget(0.3))
    assert 0 <= found.lower_bound <= found.weight < 70


def test_the_bounds_hold() -> None:
    rng = Random(3)
    for _ in range(10):
        basis = echelon(sparse_basis(rng, 60, 10))[0]
        offset = rng.getrandbits(60)
        best, bound, _ = bounds.bounds(60, offset, basis, [(1 << 60) - 1], Budget())
        assert bound <= coset.lightest(offset, basis).bit_count() <= best.bit_count()


def test_progress_reports_bounds_and_can_cancel() -> None:
    seen: list[Event] = []

    def progress(event: Event) -> bool:
        seen.append(event)
        return len(seen) < 8

    found = two_states.fewest(900, presses_for_all_lit(30), quiet(30, 30), Budget(progress=progress), width=30)
    assert len(seen) == 8
    assert not found.is_optimal
    assert all(event.best is None or event.lower_bound <= len(event.best) for event in seen)


def test_events_carry_solutions_of_the_whole_board() -> None:
    board, seen = LightsOut(30, 30), list[Event]()
    again = [[(cell + 900, amount) for cell, amount in toggle] for toggle in board.toggles]
    two = LightsOut(30, 60, rule=[*board.toggles, *again])
    state = two.scramble(Random(1))
    best = two.optimal(state, progress=seen.append)
    lengths = [len(event.best) for event in seen if isinstance(event, Better)]
    assert lengths == sorted(set(lengths), reverse=True)
    assert len(lengths) > 1 and lengths[-1] >= len(best)
    assert [event.nodes for event in seen] == sorted(event.nodes for event in seen)
    for event in seen:
        assert event.best is not None and event.lower_bound <= len(best) <= len(event.best)
        assert two.apply_all(state, event.best.moves) == two.goal
