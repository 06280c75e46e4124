from math import factorial
from random import Random

import pytest

from solvable.core.errors import IllegalMoveError, NotationError, PuzzleError, UnsolvableError
from solvable.core.puzzle import Count, replay
from solvable.tiles import SlidingTiles, board
from solvable.tiles import text as text_of_tiles

SMALL = [(1, 1), (1, 2), (4, 1), (2, 2), (3, 2), (2, 3), (1, 5)]


def reachable(puzzle: SlidingTiles) -> set[tuple[int, ...]]:
    """Every state from which the goal is reached, by the moves alone."""
    seen, frontier = {puzzle.goal}, [puzzle.goal]
    while frontier:
        state = frontier.pop()
        for move in puzzle.moves(state):
            after = puzzle.apply(state, move)
            if after not in seen:
                seen.add(after)
                frontier.append(after)
    return seen


@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_count_is_what_the_moves_reach(size: tuple[int, int], metric: str) -> None:
    puzzle = SlidingTiles(*size, metric=metric)
    count = puzzle.count()
    assert count == Count(factorial(puzzle.cells), len(reachable(puzzle)), 0, 0)


def test_named_goals() -> None:
    assert SlidingTiles(3, 3).goal == (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert SlidingTiles(3, 3, goal="blank-first").goal == tuple(range(9))
    assert SlidingTiles(3, 3, goal="spiral").goal == (1, 2, 3, 8, 0, 4, 7, 6, 5)
    assert SlidingTiles(4, 4, goal="spiral").goal == (1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7)
    assert SlidingTiles(3, 2, goal="spiral").goal == (1, 2, 3, 0, 5, 4)


def test_a_goal_knows_its_name_however_it_was_given() -> None:
    assert SlidingTiles(3, 3, goal=(1, 2, 3, 8, 0, 4, 7, 6, 5)) == SlidingTiles(3, 3, goal="spiral")
    assert SlidingTiles(3, 3, goal=[1, 2, 3, 8, 0, 4, 7, 6, 5]).goal_name == "spiral"
    assert SlidingTiles(2, 2, goal=(3, 0, 1, 2)).goal_name == ""
    assert len({SlidingTiles(3, 3), SlidingTiles(3, 3), SlidingTiles(3, 3, metric="mtm")}) == 2
    assert SlidingTiles(3, 3, goal="spiral").homes == (4, 0, 1, 2, 5, 8, 7, 6, 3)


@pytest.mark.parametrize("arguments", [{"width": 0}, {"metric": "htm"}, {"goal": "snakes"}, {"goal": (1, 2, 3)}])
def test_bad_puzzles_are_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(PuzzleError):
        SlidingTiles(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("state", [(1, 2, 3), (1, 1, 2, 0), (0, 0, 1, 2), (1, 2, 3, 4), (-1, 2, 3, 0)])
def test_bad_states_are_refused(state: tuple[int, ...]) -> None:
    puzzle = SlidingTiles(2, 2)
    for question in (puzzle.obstruction, puzzle.solve, puzzle.optimal, puzzle.near, puzzle.format):
        with pytest.raises(PuzzleError):
            question(state)


def test_single_tiles_and_lines() -> None:
    state = (1, 2, 3, 4, 5, 0, 6, 7, 8)
    stm, mtm = SlidingTiles(3, 3), SlidingTiles(3, 3, metric="mtm")
    assert stm.moves(state) == (2, 4, 8)
    assert mtm.moves(state) == (2, 3, 4, 8)
    assert mtm.apply(state, 3) == (1, 2, 3, 0, 4, 5, 6, 7, 8)
    for puzzle, wrong in [(stm, 3), (stm, 5), (stm, 0), (stm, 9), (stm, -1), (mtm, 0), (mtm, 5), (mtm, 9)]:
        with pytest.raises(IllegalMoveError) as error:
            puzzle.apply(state, wrong)
        assert error.value.move == wrong


@pytest.mark.parametrize("size", [(3, 3), (2, 4), (4, 1)])
def test_moves_are_exactly_what_apply_allows_and_can_be_taken_back(size: tuple[int, int]) -> None:
    rng = Random(5)
    for metric in ("stm", "mtm"):
        puzzle = SlidingTiles(*size, metric=metric)
        state = puzzle.scramble(rng)
        for move in range(puzzle.cells):
            if move in puzzle.moves(state):
                assert puzzle.apply(puzzle.apply(state, move), state.index(0)) == state
            else:
                with pytest.raises(IllegalMoveError):
                    puzzle.apply(state, move)


def test_scramble_is_uniform_over_the_solvable_states() -> None:
    puzzle, rng = SlidingTiles(2, 2), Random(2)
    drawn = [puzzle.scramble(rng) for _ in range(6000)]
    assert set(drawn) == reachable(puzzle)
    assert all(400 < drawn.count(state) < 600 for state in set(drawn))
    line = SlidingTiles(4, 1)
    assert {line.scramble(rng) for _ in range(200)} == reachable(line)


@pytest.mark.parametrize("size", [(1, 1), (3, 3), (2, 5), (5, 2), (4, 4), (7, 1)])
def test_parse_and_format_are_inverse(size: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*size)
    state = puzzle.scramble(Random(1))
    text = puzzle.format(state)
    assert puzzle.parse(text) == state
    assert puzzle.parse(text.replace("/", "\n").replace(",", " ") + "\n") == state
    assert puzzle.parse(text.replace("/", ",")) == state


ALIKE = """
1,2,3/4,5,0   01,2,3/4,5,0   1,2,3,4,5,0   1,2,,3/4,5,0   1,2,3/4,5,5   1,2,3/4,5,6   1,2,3/4,5   1,2/
1,2,3/4,5,0/   1,2,3/4,5,000000000000   1,2,3/4,5,_   123/450   1,2,3/4,5,0,1   a
"""


@pytest.mark.parametrize("text", [*ALIKE.split(), "1 2 3/4 5 0", "1,2,3\n4,5,0", ""])
def test_what_reads_many_cells_reads_what_all_do(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> object:
        try:
            return SlidingTiles(3, 2).parse(text)
        except NotationError as error:
            return str(error)

    slowly = read()
    monkeypatch.setattr(text_of_tiles, "FAST_READ_CELLS_MIN", 0)
    assert read() == slowly


def test_many_cells_are_shuffled_as_few_are(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(20, 20)
    one = puzzle.scramble(Random(3))
    monkeypatch.setattr(board, "ARRAY_CELLS_MIN", 0)
    assert puzzle.scramble(Random(3)) == one


def test_digits_may_stand_together() -> None:
    puzzle = SlidingTiles(3, 3)
    assert puzzle.parse("123/4_6/758") == puzzle.parse("123406758") == (1, 2, 3, 4, 0, 6, 7, 5, 8)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("1,2,3/4,5,6/7,8", 1, 16),
        ("1,2,3/4,5,6/7,8,8", 1, 17),
        ("1,2,3/4,5,6/7,8,9", 1, 17),
        ("1,2\n3,4,5\n6,7,8,0", 1, 4),
        ("1 2 3\n4 x 6\n7 5 8", 2, 3),
        ("1,2,3/4,5,6/7,8,0,0", 1, 19),
        ("1,2,3/4,5,6/7,8,99999999999999999999", 1, 17),
        ("①②③", 1, 1),
    ],
)
def test_bad_text_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as error:
        SlidingTiles(3, 3).parse(text)
    assert (error.value.line, error.value.column) == (line, column)
    assert error.value.text == (text.split("\n")[line - 1])


def test_an_unsolvable_board_carries_its_proof() -> None:
    puzzle = SlidingTiles(4, 4)
    swapped = (*range(1, 14), 15, 14, 0)
    for question in (puzzle.solve, puzzle.optimal, puzzle.near, puzzle.optimal_solutions):
        with pytest.raises(UnsolvableError) as error:
            question(swapped)
        assert error.value.obstruction == puzzle.obstruction(swapped)
        assert (error.value.obstruction.value, error.value.obstruction.wanted) == (1, 0)


def test_a_solution_replays_move_by_move() -> None:
    for metric in ("stm", "mtm"):
        puzzle = SlidingTiles(5, 4, metric=metric, goal="spiral")
        state = puzzle.scramble(Random(3))
        assert replay(puzzle, state, puzzle.solve(state).moves) == puzzle.goal
