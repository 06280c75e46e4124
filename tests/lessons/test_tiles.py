"""What the lessons about tiles claim, recomputed by sliding tiles and counting pairs."""

from collections.abc import Callable

import pytest
from tests.lessons.boards import check_picture, check_whole, step_of, tiles

from solvable import SlidingTiles, lessons
from solvable.errors import PuzzleError
from solvable.lessons import Lesson
from solvable.puzzle import State, replay
from solvable.tiles.graphs.board import GraphTiles

BOARDS = list(tiles(200, seed=2))


def pairs(puzzle: SlidingTiles, state: State) -> int:
    """Pairs of tiles whose later one comes first in the goal."""
    order = [tile for tile in state if tile]
    place = {tile: at for at, tile in enumerate(puzzle.goal)}
    return sum(place[b] < place[a] for at, a in enumerate(order) for b in order[at + 1 :])


def parity(puzzle: SlidingTiles, state: State, lesson: Lesson) -> None:
    if min(puzzle.width, puzzle.height) == 1:
        return
    told = step_of(lesson, ".all").facts
    assert told["inversions"] == sum(told["counts"]) == pairs(puzzle, state)
    assert told["tiles"] == [tile for tile in state if tile]
    decided = next(step for step in lesson.steps if ".compare." in step.key)
    row, home = decided.facts["blank_row"], decided.facts["goal_blank_row"]
    assert state[row * puzzle.width : (row + 1) * puzzle.width].count(0) == 1
    assert decided.facts["inversions"] == pairs(puzzle, state) and decided.facts["goal_inversions"] == 0
    differ = pairs(puzzle, state) + (0 if puzzle.width % 2 else abs(row - home))
    assert decided.key.endswith("other" if differ % 2 else "same")
    assert (differ % 2 == 1) == (lesson.verdict == "unsolvable")


def human(puzzle: SlidingTiles, state: State, lesson: Lesson) -> None:
    """Each stage leaves its tile where it says, and what was solved before stays solved; together they are all."""
    stages = [step for step in lesson.steps if "kind" in step.facts]
    kept: dict[int, int] = {}
    now = state
    for step in stages:
        told = step.facts
        assert len(told["moves"]) == (step.values["n"] if told["moves"] else 0)
        now = replay(puzzle, now, told["moves"])
        if step.scene is not None:
            marked = [cell.index for cell in step.scene.cells if cell.marks]
            assert marked == [now.index(told["tile"])]
            assert [cell.label for cell in step.scene.cells] == [str(tile) if tile else "" for tile in now]
        if told["kind"] in ("place", "turn"):
            assert now[told["cell"]] == told["tile"]
            kept[told["tile"]] = told["cell"]
        if told["kind"] == "under":
            corner = divmod(told["cell"], puzzle.width)
            here = divmod(now.index(told["tile"]), puzzle.width)
            assert abs(corner[0] - here[0]) + abs(corner[1] - here[1]) <= 1
        if told["kind"] != "blank":
            assert all(now[cell] == tile for tile, cell in kept.items())
    assert [move for step in stages for move in step.facts["moves"]] == list(lesson.moves) or not lesson.moves
    wrong = [tile for tile, wanted in zip(now, puzzle.goal, strict=True) if tile != wanted]
    assert (now == puzzle.goal) == (lesson.verdict == "solvable")
    if wrong and min(puzzle.width, puzzle.height) > 1:
        assert len(wrong) == 2 or 0 not in wrong


CLAIMS: dict[str, Callable[[SlidingTiles, State, Lesson], None]] = {"parity": parity, "human": human}


@pytest.mark.parametrize("name", CLAIMS)
def test_what_a_lesson_claims_is_so(name: str) -> None:
    for number, (puzzle, state) in enumerate(BOARDS):
        lesson = lessons.make(puzzle, state, name)
        check_whole(puzzle, state, lesson)
        CLAIMS[name](puzzle, state, lesson)
        if number % 10 == 0:
            check_picture(lesson)


def test_the_lessons_are_all_checked() -> None:
    assert set(CLAIMS) == set(lessons.names(SlidingTiles()))


def test_the_classroom_board() -> None:
    puzzle = SlidingTiles()
    state = (5, 1, 4, 3, 10, 8, 2, 13, 6, 9, 14, 12, 7, 15, 11, 0)
    lesson = lessons.make(puzzle, state, "parity")
    assert step_of(lesson, ".all").facts["inversions"] == 27
    assert any(step.key.endswith("parity.odd") for step in lesson.steps) and lesson.verdict == "unsolvable"


@pytest.mark.parametrize("size", [(w, h) for w in range(2, 7) for h in range(2, 7)])
def test_the_human_method_on_every_size(size: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*size)
    state = (*reversed(puzzle.goal[:-1]), 0)
    lesson = lessons.make(puzzle, state, "human")
    human(puzzle, state, lesson)
    check_picture(lesson, "en")


@pytest.mark.parametrize("name", CLAIMS)
def test_the_largest_boards_that_people_play(name: str) -> None:
    puzzle = SlidingTiles(5, 5)
    lesson = lessons.make(puzzle, (*reversed(range(1, 25)), 0), name)
    check_picture(lesson)


def test_graphs_are_refused() -> None:
    graph = GraphTiles(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    with pytest.raises(PuzzleError, match="rows and columns"):
        lessons.make(graph, graph.goal, "parity")
