from collections.abc import Iterator
from itertools import count, permutations, product
from random import Random

import numpy as np
import pytest

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, UnsolvableError
from solvable.core.puzzle import Obstruction, State, replay
from solvable.tiles import SlidingTiles, construct, moves
from solvable.tiles.census import complete


def goals(width: int, height: int, rng: Random) -> Iterator[str | State]:
    yield from ("blank-last", "blank-first", "spiral")
    yield tuple(rng.sample(range(width * height), width * height))


@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_every_shape_and_goal_is_solved(metric: str) -> None:
    rng = Random(1)
    for width in range(1, 8):
        for height in range(1, 8):
            for goal in goals(width, height, rng):
                puzzle = SlidingTiles(width, height, metric=metric, goal=goal)
                state = puzzle.scramble(rng)
                solution = puzzle.solve(state)
                assert replay(puzzle, state, solution.moves) == puzzle.goal
                assert solution.lower_bound <= len(solution)


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3)])
def test_every_state_of_small_boards(size: tuple[int, int]) -> None:
    for goal in ("blank-last", "spiral"):
        puzzle = SlidingTiles(*size, goal=goal)
        for state in permutations(range(puzzle.cells)):
            if puzzle.equivalent(state, puzzle.goal):
                assert replay(puzzle, state, puzzle.solve(state).moves) == puzzle.goal
            else:
                with pytest.raises(UnsolvableError):
                    puzzle.solve(state)


@pytest.mark.parametrize("size", [(7, 1), (1, 6)])
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_a_line_has_one_solution_whoever_is_asked(size: tuple[int, int], metric: str) -> None:
    for home, blank in product(range(max(size)), repeat=2):
        order = list(range(1, max(size)))
        goal, state = ((*order[:place], 0, *order[place:]) for place in (home, blank))
        puzzle = SlidingTiles(*size, metric=metric, goal=goal)
        found = puzzle.solve(state)
        assert found.is_optimal and found == puzzle.near(state) == puzzle.optimal(state)
        assert tuple(move for stage in puzzle.stages(state) for move in stage.moves) == found.moves
        assert len(found) == (abs(home - blank) if metric == "stm" else int(home != blank))
        assert replay(puzzle, state, found.moves) == goal


@pytest.mark.parametrize("size", [(20_000, 1), (1, 20_000)])
def test_a_long_line_is_solved_in_a_few_looks_at_the_clock(size: tuple[int, int]) -> None:
    puzzle, state = SlidingTiles(*size), (0, *range(1, 20_000))
    with Budget(100.5, clock=map(float, count()).__next__):  # each look takes a second
        assert len(puzzle.near(state)) == len(puzzle.solve(state)) == 19_999
        assert puzzle.distances() == (1,) * 20_000
        assert puzzle.obstruction((0, 2, 1, *range(3, 20_000))) == Obstruction("order", (), 2, 1)


def test_listing_the_states_of_a_long_line_ends_when_it_is_cancelled() -> None:
    budget = Budget()
    budget.cancel()
    with pytest.raises(BudgetExceededError):
        SlidingTiles(20_000, 1).distances(budget=budget)


def test_every_blank_home() -> None:
    rng = Random(2)
    for home in range(20):
        tiles = list(range(1, 20))
        tiles.insert(home, 0)
        puzzle = SlidingTiles(5, 4, goal=tiles)
        state = puzzle.scramble(rng)
        assert replay(puzzle, state, puzzle.solve(state).moves) == puzzle.goal


@pytest.mark.parametrize("size", [(10, 10), (30, 30), (2, 40), (40, 2), (25, 3)])
def test_big_boards_within_the_proved_length(size: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*size)
    state = puzzle.scramble(Random(3))
    solution = puzzle.solve(state)
    assert moves.replay(size[0], state, solution.moves) == puzzle.goal
    longest = max(size)
    assert len(solution) <= 5 * longest**3


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("size", [(2, 2), (3, 3), (2, 5), (5, 2), (4, 6), (9, 7)])
def test_the_kernel_makes_the_same_moves(size: tuple[int, int], metric: str) -> None:
    rng = Random(5)
    for goal in goals(*size, rng):
        puzzle = SlidingTiles(*size, metric=metric, goal=goal)
        for _ in range(10):
            state = puzzle.scramble(rng)
            assert construct.solve_compiled(puzzle, state) == puzzle.solve(state).moves


@pytest.mark.slow
def test_every_solvable_state_of_3x3() -> None:
    """The kernel's moves of the first row and column are legal and leave the last ring alone to be turned."""
    puzzle, words = SlidingTiles(3, 3), construct.corner_word_array()
    kernel, goal = kernels.native(), np.array(puzzle.goal)
    boards = np.array(list(permutations(range(9))))
    boards = boards[complete.table(puzzle).look_up(boards) >= 0]
    assert len(boards) == 181_440
    path, where, left = np.empty(500, np.int32), np.empty(9, np.int64), set[State]()
    for board in boards[::7]:
        blank, work = int(board.argmin()), board.copy()
        where[work] = np.arange(9)
        for grid, size in (((0, 3, 1), (3, 3)), ((3, 1, 3), (3, 2))):
            count = kernel.construct_solve_line(work, where, goal, 9, path, *grid, *size, 0, words, 0, size[1])
            for move in path[:count].tolist():
                assert abs(move - blank) == 3 or (abs(move - blank) == 1 and move // 3 == blank // 3)
                board[blank], board[move], blank = board[move], 0, move
        assert (board == work).all()
        assert (where[work] == np.arange(9)).all()
        left.add(tuple(board.tolist()))
    assert len(left) <= 12
    for state in left:  # the first row and column are done, only the last ring is to be turned
        assert [state[cell] for cell in (0, 1, 2, 3, 6)] == [1, 2, 3, 4, 7]
        assert replay(puzzle, state, puzzle.solve(state).moves) == puzzle.goal


@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_stages_tell_the_method(metric: str) -> None:
    puzzle = SlidingTiles(4, 5, metric=metric)
    state = puzzle.scramble(Random(4))
    done: set[int] = set()
    told = construct.stages(puzzle, state)
    for stage in told:
        for move in stage.moves:
            state = puzzle.apply(state, move)
        if stage.kind in ("place", "turn"):
            assert state[stage.cell] == stage.tile == puzzle.goal[stage.cell]
            done.add(stage.cell)
            assert all(state[cell] == puzzle.goal[cell] for cell in done)
    assert state == puzzle.goal
    kinds = [stage.kind for stage in told]
    assert kinds == (["place"] * 3 + ["under", "turn"]) * 3 + ["place", "under", "turn"] * 2 + ["ring", "blank"]
    assert [stage.tile for stage in told[:4]] == [1, 2, 3, 4]


@pytest.mark.slow
def test_a_board_is_solved_in_no_time_but_not_once_cancelled() -> None:
    puzzle = SlidingTiles(30, 30)
    state = puzzle.scramble(Random(1))
    over, cancelled = Budget(0), Budget()
    cancelled.cancel()
    for work in (construct.solve, construct.stages):
        work(puzzle, state, over)
        with pytest.raises(BudgetExceededError, match="cancelled"):
            work(puzzle, state, cancelled)


def test_an_odd_board_ends_with_two_tiles_swapped() -> None:
    puzzle = SlidingTiles(4, 4)
    rng = Random(6)
    for _ in range(20):
        state = puzzle.scramble(rng)
        a, b = (state.index(tile) for tile in (3, 9))
        odd = tuple(state[{a: b, b: a}.get(cell, cell)] for cell in range(16))
        told = construct.stages(puzzle, odd)
        assert [stage.kind for stage in told[-2:]] == ["swapped", "blank"]
        end = replay(puzzle, odd, [move for stage in told for move in stage.moves])
        wrong = [cell for cell in range(16) if end[cell] != puzzle.goal[cell]]
        assert len(wrong) == 2
        assert 0 not in [end[cell] for cell in wrong]


def test_the_corner_is_turned_in_few_moves() -> None:
    assert {blank: len(word) for blank, word in construct.corner_words().items()} == {1: 1, 2: 13, 4: 12, 5: 11}


class Ticking:
    """A clock that goes on by a tenth of a second whenever it is looked at."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 0.1
        return self.now


@pytest.mark.slow
def test_a_limit_too_short_for_the_method_names_one_that_will_do() -> None:
    puzzle = SlidingTiles(70, 70)
    state = puzzle.scramble(Random(5))
    with pytest.raises(
        BudgetExceededError, match="70 × 70 cells are not solved in so short a time: allow about"
    ) as caught:
        construct.solve(puzzle, state, Budget(2.0, clock=Ticking()))
    seconds = float(str(caught.value).rsplit(" ", 2)[1])
    assert seconds > 2 and caught.value.lower_bound > 0
    assert replay(puzzle, state, construct.solve(puzzle, state, Budget(seconds, clock=Ticking())).moves) == puzzle.goal
