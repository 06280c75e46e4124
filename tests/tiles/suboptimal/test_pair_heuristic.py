"""The pair model: kernel against twin, symmetries, shipped parameters."""

from itertools import count
from math import prod
from random import Random

import numpy as np
import pytest
from tests.tiles.suboptimal import pair_model_reference as reference
from tools.pair_layout import FIRST, RADICES

from solvable import SlidingTiles
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.graphs.board import GraphTiles
from solvable.tiles.suboptimal import pair_heuristic
from solvable.tiles.suboptimal.pair_beam import PairBeam
from solvable.tiles.suboptimal.pair_heuristic import PARAMETER_MAX, line_bytes


def value_of(tables: pair_heuristic.Tables, state: State) -> int:
    """Return the value of a board by its terms."""
    beam = PairBeam(tables, 1, 1)
    beam.start(state)
    return beam.value(0)


@pytest.mark.parametrize("size", [(5, 5), (3, 4), (6, 4)])
def test_terms_give_the_sum_of_features(size: tuple[int, int]) -> None:
    width, height = size
    steps = np.random.default_rng(1).integers(-900, 900, pair_heuristic.numbering()[1]).astype(np.int16)
    tables = pair_heuristic.filled(pair_heuristic.unfilled(steps, width, height), Budget())
    puzzle, rng = SlidingTiles(width, height), Random(2)
    for _ in range(3):
        state = puzzle.scramble(rng)
        assert value_of(tables, state) == reference.value(state, width, height, steps)


@pytest.mark.parametrize(("size", "more"), [((4, 3), 0), ((2, 4), 1)])
def test_a_slide_adds_the_sum_of_its_gains(size: tuple[int, int], more: int) -> None:
    width, height = size
    n, rng = width * height, Random(6)
    names = n + more
    tables = pair_heuristic.filled(
        pair_heuristic.unfilled(pair_heuristic.parameters(pair_heuristic.SMALL), width, height, names), Budget()
    )
    line = line_bytes(names)

    def gain(row: int, cell: int, name: int) -> int:
        at = (row * n + cell) * line + name + name // 16 * 16
        return int.from_bytes([tables.slides[at], tables.slides[at + 16]], "little", signed=True)

    def value(board: list[int]) -> int:
        return value_of(tables, tuple(board))

    for _ in range(100):
        board = [0, *rng.sample(range(1, names), n - 1)]
        rng.shuffle(board)
        blank = board.index(0)
        for p in (blank + 1, blank + width, blank - 1, blank - width):
            if not 0 <= p < n or (abs(p - blank) == 1 and p // width != blank // width):
                continue
            row = (2 * min(blank, p) + (abs(p - blank) > 1)) * names + board[p]
            gains = sum(gain(row, cell, name) for cell, name in enumerate(board))
            after = board.copy()
            after[blank], after[p] = after[p], 0
            assert value(after) - value(board) == (gains if blank < p else -gains)


def test_models_of_larger_boards_are_the_largest_size_with_less_of_what_adds_up_over_all_pairs() -> None:
    shipped = np.asarray(pair_heuristic.parameters(pair_heuristic.LARGE))
    steps = reference.stretch(shipped, 16, 16, 0.8)
    for name in ("T1", "T2", "TU", "TB"):
        numbers = reference.numbers_of(name)
        assert (steps[numbers] == shipped[numbers]).all()
    numbers, _ = pair_heuristic.numbering()
    inner, edge, cells = (2, 2), (0, 4), (1, 3)
    for homes, middle in (((edge, edge), 0), ((inner, edge), 2), (((2, 0), (3, 2)), 2), ((inner, inner), 4)):
        first, second = homes
        number = numbers[reference.raw_index("T3", (*first, *cells, *second, *cells))]
        assert abs(steps[number] - shipped[number] * ((10 - 4) / (16 - 4)) ** (0.8 * middle)) <= 0.5


@pytest.mark.parametrize("shape", [(10, 10), (8, 8), (12, 8)])
def test_models_of_boards_no_larger_are_the_largest_size(shape: tuple[int, int]) -> None:
    assert set(pair_heuristic.shares(*shape, 1.0)) == {1.0}


@pytest.mark.slow
def test_the_goal_of_a_larger_board_is_worth_less_than_what_is_near() -> None:
    puzzle, steps = (
        SlidingTiles(14, 14),
        reference.stretch(pair_heuristic.parameters(pair_heuristic.LARGE), 14, 14, 0.8),
    )
    goal, rng = reference.value(puzzle.goal, 14, 14, steps), Random(5)
    for _ in range(5):
        state = puzzle.goal
        for _ in range(60):
            state = puzzle.apply(state, rng.choice(list(puzzle.moves(state))))
        assert state == puzzle.goal or reference.value(state, 14, 14, steps) > goal


@pytest.mark.slow
def test_the_goal_of_a_larger_board_is_worth_half_of_what_it_would_be_at_most() -> None:
    goal = SlidingTiles(14, 14).goal  # worth 590 moves by the parameters as they are
    shipped = reference.value(goal, 14, 14, pair_heuristic.parameters(pair_heuristic.LARGE))
    for power in pair_heuristic.STRETCHED_POWERS:
        steps = reference.stretch(pair_heuristic.parameters(pair_heuristic.LARGE), 14, 14, power)
        assert abs(reference.value(goal, 14, 14, steps)) < shipped / 2


def test_larger_boards_have_models_in_turn() -> None:
    turns = [pair_heuristic.model(12, 12, turn) for turn in range(4)]
    assert turns[3] is turns[0] and len(set(map(id, turns))) == len(pair_heuristic.STRETCHED_POWERS)
    with pytest.raises(ValueError, match="250 rows and columns"):
        pair_heuristic.unfilled(pair_heuristic.parameters(pair_heuristic.LARGE), 251, 2)


def test_parameters_too_large_for_sums_of_16_bits_are_refused() -> None:
    steps = np.zeros(pair_heuristic.numbering()[1], np.int16)
    steps[7] = -PARAMETER_MAX - 1
    with pytest.raises(ValueError, match=r"above 2\.047 moves"):
        pair_heuristic.filled(pair_heuristic.unfilled(steps, 3, 2), Budget())
    steps[:] = PARAMETER_MAX * np.sign(np.random.default_rng(7).integers(0, 2, steps.size) - 0.5)
    tables = pair_heuristic.filled(pair_heuristic.unfilled(steps, 3, 3), Budget())
    state = SlidingTiles(3, 3).scramble(Random(8))
    assert value_of(tables, state) == reference.value(state, 3, 3, steps)


def test_parameters_are_numbered_without_gaps_and_symmetric() -> None:
    numbers, count = pair_heuristic.numbering()
    assert sorted(set(numbers.tolist())) == list(range(count))
    rng = Random(3)
    for _ in range(200):
        u, x, v = ([rng.randrange(top) for _ in range(2)] for top in (7, 7, 11))
        one = reference.raw_index("T1", (*u, *x, *v))
        swapped = reference.raw_index("T1", (*x, *u, 10 - v[0], 10 - v[1]))
        turned = reference.raw_index("T1", (u[1], 6 - u[0], x[1], 6 - x[0], v[1], 10 - v[0]))
        assert numbers[one] == numbers[swapped] == numbers[turned]


def images(name: str, index: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return the features that are the same as one by a symmetry of the model."""
    vectors = list(zip(index[::2], index[1::2], strict=True))
    exchanged = {"T1": (1, 0, 2), "T3": (2, 3, 0, 1)}.get(name)
    if name in {"T1", "T2"}:
        tops = [size - 1 for size in RADICES[name][::2]]
        turns = [
            [(t - c, r) if k == 2 else (c, r) if k == 1 else (r, c) for (r, c), t in zip(vectors, tops, strict=True)]
            for k in range(3)
        ]
    else:
        tops, turns = [4] * len(vectors), [vectors, [(c, r) for r, c in vectors]]
    if exchanged:
        swapped = [vectors[k] for k in exchanged]
        if name == "T1":
            swapped[2] = (10 - swapped[2][0], 10 - swapped[2][1])
        turns.append(swapped)
    return {tuple(digit for vector in turn for digit in vector) for turn in turns}


@pytest.mark.parametrize("name", RADICES)
def test_a_parameter_is_that_of_all_images_of_a_feature_and_of_nothing_else(name: str) -> None:
    """Numbers ascend by the least raw index of each class, which is what its images reach."""
    numbers = np.asarray(pair_heuristic.numbering()[0])
    rng, begin = Random(10), FIRST[name]
    end = begin + prod(RADICES[name])
    distinct, first = np.unique(numbers[begin:end], return_index=True)
    assert (np.diff(first) > 0).all()
    assert distinct.tolist() == list(range(distinct[0], distinct[-1] + 1))
    for _ in range(60):
        index = tuple(map(rng.randrange, RADICES[name]))
        reached, left = {index}, [index]
        while left:
            new = images(name, left.pop()) - reached
            reached |= new
            left.extend(new)
        members = np.flatnonzero(numbers[begin:end] == numbers[reference.raw_index(name, index)]) + begin
        assert members.tolist() == sorted(reference.raw_index(name, each) for each in reached)


def test_value_is_the_same_after_transposition() -> None:
    steps = pair_heuristic.parameters(pair_heuristic.SMALL)
    puzzle, rng = SlidingTiles(5, 5), Random(4)
    for _ in range(3):
        state = puzzle.scramble(rng)
        board = [0] * 25
        for cell, tile in enumerate(state):
            image = (tile - 1) % 5 * 5 + (tile - 1) // 5 + 1 if tile else 0
            board[cell % 5 * 5 + cell // 5] = image
        assert reference.value(tuple(board), 5, 5, steps) == reference.value(state, 5, 5, steps)


def test_near_terms_are_those_of_the_inverse_board() -> None:
    numbers, _ = pair_heuristic.numbering()
    rng = Random(9)
    for _ in range(3):
        board = (*rng.sample(range(1, 36), 35), 0)  # an odd one has an inverse as well
        inverse = (*(board.index(tile) + 1 for tile in range(1, 36)), 0)
        near, same = (
            sorted(
                int(numbers[reference.raw_index(*each)])
                for each in reference.features(b, 6, 6)
                if each[0] in {"T1", "T2"}
            )
            for b in (board, inverse)
        )
        assert near == same


@pytest.mark.parametrize("size", [pair_heuristic.SMALL, pair_heuristic.LARGE])
def test_shipped_parameters_fit_the_model(size: int) -> None:
    assert len(pair_heuristic.parameters(size)) == pair_heuristic.numbering()[1]


def test_tables_that_take_too_long_to_make_are_left_unfilled() -> None:
    ticks = count()
    budget = Budget(40, clock=lambda: float(next(ticks)))
    assert not pair_heuristic.tables(10, 6, budget).is_whole
    assert not budget.is_over


def test_tables_that_are_not_done_in_time_are_left_unfilled_without_an_error() -> None:
    seconds = count()  # a clock that a second passes by with each look, as on a machine that stands still for a while
    tables = pair_heuristic.tables(9, 4, Budget(6.0, clock=lambda: float(next(seconds))))
    assert not tables.is_whole


@pytest.mark.parametrize("is_filled", [False, True])
def test_holes_are_tiles_that_stay_and_others_go_round_them(is_filled: bool) -> None:
    w, h, holes = 5, 4, frozenset((6, 8, 12))
    steps, goal = pair_heuristic.parameters(pair_heuristic.SMALL), SlidingTiles(5, 4).goal
    tables = pair_heuristic.unfilled(steps, w, h, w * h + 1, holes=holes)
    if is_filled:
        pair_heuristic.filled(tables, Budget())
    graph = GraphTiles.board(w, h, dead=holes)
    way = [[len(graph.walk(start, end)) for end in range(w * h) if end not in holes] for start in (11, 13)]
    far = pair_heuristic.detours(w, h, holes)
    for start, ways in zip((11, 13), way, strict=True):
        ends = [end for end in range(w * h) if end not in holes]
        near = [abs(start // w - end // w) + abs(start % w - end % w) for end in ends]
        assert [far[(start + 1) * w * h + end] for end in ends] == [a - b for a, b in zip(ways, near, strict=True)]
    beam = PairBeam(tables, 60, 40)
    beam.start(goal)
    beam.advance(30, 60)
    assert beam.count
    for row in range(beam.count):
        board = beam.board(row)
        assert all(board[cell] == cell + 1 for cell in holes)
        more = sum(far[tile * w * h + cell] for cell, tile in enumerate(board) if tile)
        assert beam.value(row) == reference.value(board, w, h, steps) + 1000 * more
