from itertools import product
from math import prod
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, UnsolvableError
from solvable.core.puzzle import Event
from solvable.lights.algebra.modular import System, factor
from solvable.lights.algebra.module import Module, Vector
from solvable.lights.board import LightsOut
from solvable.lights.min_weight import many_states, many_states_bounds


def times(rows: list[list[int]], x: Vector, k: int) -> Vector:
    return tuple(sum(map(int.__mul__, row, x)) % k for row in rows)


@given(st.integers(2, 5000))
def test_factors(k: int) -> None:
    powers = factor(k)
    assert prod(p**e for p, e in powers) == k
    assert all(all(p % d for d in range(2, p)) for p, _ in powers)


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(st.data())
def test_any_system_by_brute_force(data: st.DataObject) -> None:
    k = data.draw(st.sampled_from([3, 4, 5, 6, 8, 9, 12]))
    height, width = data.draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    numbers = st.lists(st.integers(0, k - 1), min_size=width, max_size=width)
    rows = data.draw(st.lists(numbers, min_size=height, max_size=height))
    system, images = System(rows, width, k), dict[Vector, set[Vector]]()
    for z in product(range(k), repeat=width):
        images.setdefault(times(rows, z, k), set()).add(z)
    null = system.null()
    assert set(null.members((0,) * width)) == images[(0,) * height]
    assert null.order == len(images[(0,) * height])
    for _ in range(20):
        right = data.draw(st.tuples(*[st.integers(0, k - 1)] * height))
        x, y = system.solve(right), system.witness(right)
        assert (x is None) == (y is not None) == (right not in images)
        if x is not None:
            assert set(null.members(x)) == images[right]
        if y is not None:
            assert times([*map(list, zip(*rows, strict=True))], y, k) == (0,) * width
            assert sum(map(int.__mul__, y, right)) % k


def by_presses(board: LightsOut) -> dict[Vector, tuple[int, int]]:
    """For each solvable state its number of solutions and its fewest presses, by trying all press vectors."""
    found: dict[Vector, tuple[int, int]] = {}
    matrix, k = board.matrix(), board.k
    columns = [*zip(*matrix, strict=True)]
    for x in product(range(k), repeat=board.cells):
        state = tuple(-sum(map(int.__mul__, column, x)) % k for column in columns)
        count, least = found.get(state, (0, sum(x)))
        found[state] = count + 1, min(least, sum(x))
    return found


def check(board: LightsOut, state: Vector, expected: tuple[int, int] | None) -> None:
    proof = board.obstruction(state)
    assert (proof is None) == (expected is not None)
    if proof is not None:
        with pytest.raises(UnsolvableError):
            board.optimal(state)
        assert all(sum(map(int.__mul__, proof.weights, row)) % board.k == 0 for row in board.matrix())
        assert sum(map(int.__mul__, proof.weights, state)) % board.k == proof.value != proof.wanted == 0
    elif expected is not None:
        best = board.optimal(state)
        assert board.apply_all(state, best.moves) == board.goal
        assert len(best) == best.lower_bound == expected[1]
        assert board.count().solutions == expected[0]


@pytest.mark.slow
@pytest.mark.parametrize("k", [4, 6, 8, 9, 12])
def test_boards_of_2x2(k: int) -> None:
    """All boards up to k = 8, as many at random beyond; `tools/check_composite.py` takes every one."""
    board, states = LightsOut(2, 2, k=k), [*product(range(k), repeat=4)]
    expected = by_presses(board)
    assert len(expected) == board.count().solvable
    for state in Random(k).sample(states, min(len(states), 4096)):
        check(board, state, expected.get(state))


@pytest.mark.slow
@pytest.mark.parametrize("k", [4, 6, 8, 9, 12])
def test_boards_of_2x3(k: int) -> None:
    """All boards for k = 4, a sample beyond; `tools/check_composite.py` takes every one."""
    board, numbers = LightsOut(2, 3, k=k), np.arange(k**6)
    matrix = np.array(board.matrix())
    presses = np.stack(np.unravel_index(numbers, (k,) * 6), axis=1)
    solved = np.ravel_multi_index(tuple((-presses @ matrix % k).T), (k,) * 6)
    count, fewest = np.bincount(solved, minlength=numbers.size), np.full(numbers.size, 6 * k)
    np.minimum.at(fewest, solved, presses.sum(axis=1))
    assert np.count_nonzero(count) == board.count().solvable
    for number in Random(k).sample(range(numbers.size), 4096 if k == 4 else 1500):
        state = tuple(presses[number].tolist())
        check(board, state, (int(count[number]), int(fewest[number])) if count[number] else None)


@pytest.mark.parametrize(("k", "surface"), [(4, "torus"), (6, "torus"), (8, "klein"), (9, "mobius"), (12, "cylinder")])
def test_surfaces_whose_toggles_are_no_units(k: int, surface: str) -> None:
    board = LightsOut(2, 2, k=k, surface=surface)
    expected = by_presses(board)
    for state in Random(k).sample([*product(range(k), repeat=4)], 250):
        check(board, state, expected.get(state))


def test_alien_tiles_from_red_to_blue_takes_14() -> None:
    board = LightsOut(7, 7, k=4, rule="cross")
    assert len(board.with_goal((2,) * 49).optimal(board.goal)) == 14
    for colour in (1, 3):
        assert len(board.with_goal((colour,) * 49).optimal(board.goal)) > 14


@pytest.mark.slow
@pytest.mark.parametrize(
    "board",
    [
        LightsOut(4, 4, k=8),  # orders 8, 8, 2, 2
        LightsOut(5, 5, k=9),  # orders 9, 9, 3
        LightsOut(11, 11, k=6),
        LightsOut(4, 3, k=9, surface="torus"),
        LightsOut(2, 1, k=211),
    ],
)
@pytest.mark.parametrize("cut", [1 << 21, 100])
def test_the_transform_and_the_plain_enumeration_agree(
    board: LightsOut, cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many_states, "SLICE", cut)  # so that the last generators are walked through
    monkeypatch.setattr(many_states, "_WALKED", 1)
    for seed in range(2):
        state = board.scramble(Random(seed))
        offset, module = board.vector(state), board.quiet
        weight, count, least = many_states.lightest_reference(offset, module)
        found = many_states.fewest(offset, module, Budget())
        assert (found.member, found.lower_bound, found.count) == (least, weight, count)
        every = [*many_states.all_fewest(offset, module, Budget())]
        assert len({*every}) == len(every) == count
        for vector in every:
            moves = [press for press, times in enumerate(vector) for _ in range(times)]
            assert len(moves) == weight
            assert board.apply_all(state, moves) == board.goal


def test_weights_beyond_single_precision() -> None:
    module = Module(4001, ((1, 2, 4000, 7) * 10,), (4001,))
    offset = tuple(range(0, 4000, 100))
    found = many_states.fewest(offset, module, Budget())
    assert (found.lower_bound, found.count, found.member) == many_states.lightest_reference(offset, module)


def test_a_search_that_is_stopped_returns_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_states, "SLICE", 1000)
    board = LightsOut(17, 17, k=3)
    state = board.scramble(Random(2))
    calls: list[Event] = []

    def stop(event: Event) -> bool:
        calls.append(event)
        return len(calls) < 2

    with pytest.raises(BudgetExceededError) as caught:
        board.optimal(state, progress=stop)
    best = caught.value.best
    assert best is not None
    assert board.apply_all(state, best.moves) == board.goal
    assert caught.value.lower_bound <= len(best.moves)
    with pytest.raises(BudgetExceededError):
        board.optimal(state, seconds=0)


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_independent_generators_span_the_same(data: st.DataObject) -> None:
    k = data.draw(st.sampled_from([3, 4, 5, 6, 8, 9, 12]))
    height, width = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 4))
    rows = data.draw(st.lists(st.tuples(*[st.integers(0, k - 1)] * width), min_size=height, max_size=height))
    module = many_states_bounds.module_of(list(many_states_bounds.independent(rows, k)), k)
    spanned = {times([*map(list, zip(*rows, strict=True))], x, k) for x in product(range(k), repeat=height)}
    assert len(spanned) == module.order
    assert {*module.members((0,) * width)} == spanned
    for p, e in factor(k):
        assert [*many_states_bounds.pivoted(rows, p, e)] == [*many_states_bounds.pivoted_reference(rows, p, e)]


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_flats_by_the_kernel_and_the_reference(data: st.DataObject) -> None:
    p, size, rank = data.draw(st.tuples(st.sampled_from([3, 5, 7, 101, 65537]), st.integers(1, 4), st.integers(1, 4)))
    entries = st.integers(0, p - 1) if p < 8 else st.sampled_from([0, 1, 2, p - 1])
    columns = data.draw(st.lists(st.tuples(*[entries] * size), min_size=1, max_size=20))
    assert many_states_bounds.flat(columns, p, rank) == many_states_bounds.flat_reference(columns, p, rank)


@pytest.mark.parametrize(
    "board", [LightsOut(8, 8, k=3), LightsOut(6, 6, k=5, surface="torus"), LightsOut(5, 5, k=4, rule="king")]
)
@pytest.mark.parametrize("limit", [5, 60, 1000])
def test_groups_of_buttons_bound_the_fewest_presses(board: LightsOut, limit: int) -> None:
    rows = board.quiet.generators
    groups = [*many_states_bounds.partition(rows, board.k, limit)]
    assert sorted(button for group in groups for button in group) == [*range(board.cells)]
    for group in groups:
        seen = many_states_bounds.module_of(
            list(many_states_bounds.independent(many_states_bounds.on(rows, group), board.k)), board.k
        )
        assert seen.order <= limit or len(group) == 1
    state = board.scramble(Random(limit))
    best = board.optimal(state)
    bound = many_states_bounds.lower_bound(board.vector(state), board.quiet, limit, Budget())
    assert 0 < bound <= len(best)
    light = many_states_bounds.improve(board.vector(state), board.quiet, Random(1))
    assert len(best) <= sum(light) <= sum(board.vector(state))


def test_beyond_all_limits_there_is_a_solution_and_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    board = LightsOut(17, 17, k=3)  # 3^12 solutions
    state = board.scramble(Random(1))
    best = board.optimal(state)
    monkeypatch.setattr(many_states, "SLICE", 1000)
    monkeypatch.setattr(many_states, "EXACT", 1000)
    monkeypatch.setattr(many_states_bounds, "NEARBY", 1000)
    monkeypatch.setattr(many_states_bounds, "ROUNDS", 5)
    with pytest.raises(BudgetExceededError) as caught:
        board.optimal(state)
    found = caught.value.best
    assert found is not None
    assert board.apply_all(state, found.moves) == board.goal
    assert board.bound(state) < caught.value.lower_bound <= len(best) <= len(found.moves) < len(board.solve(state))


def test_members_of_a_module() -> None:
    module = Module(12, ((6, 3), (0, 4)), (4, 3))
    assert module.order == len(set(module.members((1, 1)))) == 12
