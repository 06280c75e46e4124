from itertools import islice
from random import Random

import pytest

from solvable.core.budget import Budget
from solvable.core.errors import PuzzleError
from solvable.tiles import SlidingTiles, generate
from solvable.tiles.census import complete


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("moves", [0, 1, 5, 19, 24])
def test_small_boards_need_exactly_so_many_moves(metric: str, moves: int) -> None:
    puzzle = SlidingTiles(3, 3, metric=metric, goal="spiral")
    count = min(20, complete.distances(puzzle)[moves])
    boards = list(generate.exact(puzzle, moves, count, Random(3), Budget()))
    assert len(set(boards)) == count
    assert {complete.table(puzzle).distance(board) for board in boards} == {moves}
    assert boards == list(generate.exact(puzzle, moves, count, Random(3), Budget()))


@pytest.mark.parametrize(("moves", "count"), [(0, 1), (4, 24), (9, 10), (14, 5), (26, 5), (40, 4), (50, 4)])
def test_the_15_puzzle(moves: int, count: int) -> None:
    puzzle = SlidingTiles(4, 4)
    boards = list(generate.exact(puzzle, moves, count, Random(1), Budget()))
    assert len(set(boards)) == count
    assert [len(puzzle.optimal(board)) for board in boards] == [moves] * count


@pytest.mark.slow
def test_a_board_that_walks_do_not_reach() -> None:
    puzzle = SlidingTiles(4, 4, goal="blank-first")
    (board,) = generate.exact(puzzle, 70, 1, Random(2), Budget())
    assert len(puzzle.optimal(board)) == 70


def test_other_shapes() -> None:
    puzzle = SlidingTiles(5, 3, goal="spiral")
    boards = list(generate.exact(puzzle, 21, 3, Random(2), Budget()))
    assert [len(puzzle.optimal(board)) for board in boards] == [21] * 3
    assert list(generate.exact(SlidingTiles(6, 1), 4, 1, Random(1), Budget())) == [(1, 0, 2, 3, 4, 5)]


@pytest.mark.parametrize(
    ("puzzle", "moves", "count"),
    [
        (SlidingTiles(4, 4), 81, 1),
        (SlidingTiles(4, 4, metric="mtm"), 44, 1),
        (SlidingTiles(4, 4), -1, 1),
        (SlidingTiles(4, 4), 1, 3),
        (SlidingTiles(3, 3), 32, 1),
        (SlidingTiles(3, 3), 31, 3),
        (SlidingTiles(2, 2), 7, 1),
        (SlidingTiles(4, 1), 4, 1),
        (SlidingTiles(5, 5), 2, 7),
    ],
)
def test_the_impossible_is_refused(puzzle: SlidingTiles, moves: int, count: int) -> None:
    with pytest.raises(PuzzleError, match=r"board|states"):
        list(generate.exact(puzzle, moves, count, Random(1), Budget()))


@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_walks_never_turn_back(metric: str) -> None:
    puzzle = SlidingTiles(3, 3, metric=metric)
    rng = Random(5)
    for steps in (1, 2, 3, 4):
        ends = {generate.walk(puzzle, puzzle.goal, steps, rng)[-1] for _ in range(300)}
        assert {complete.table(puzzle).distance(end) for end in ends} == {steps}


def test_the_farthest_boards_are_solvable_and_different_for_each_corner() -> None:
    for corner in (0, 3, 12, 15):
        tiles = list(range(1, 16))
        tiles.insert(corner, 0)
        puzzle = SlidingTiles(4, 4, goal=tiles)
        boards = generate.farthest(puzzle)
        assert len(set(boards)) == len(boards) >= 3
        assert all(puzzle.obstruction(board) is None for board in boards)
        assert {board.index(0) for board in boards} == {15 - corner}


def test_boards_come_one_by_one() -> None:
    boards = generate.exact(SlidingTiles(4, 4), 30, 10**9, Random(1), Budget())
    assert len(set(islice(boards, 5))) == 5


@pytest.mark.slow
def test_a_seed_gives_the_same_boards_whichever_shortest_solutions_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The references have other tables than the kernels, and threads come upon other solutions."""
    for puzzle, moves in ((SlidingTiles(4, 4), 34), (SlidingTiles(4, 3, metric="mtm"), 14)):
        boards = list(generate.exact(puzzle, moves, 6, Random(4), Budget(workers=3)))
        with monkeypatch.context() as patch:
            patch.setenv("SOLVABLE_KERNELS", "off")
            assert list(generate.exact(puzzle, moves, 6, Random(4), Budget())) == boards
