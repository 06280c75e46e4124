"""What the lessons about tiles claim, recomputed by sliding tiles and counting pairs."""

from collections import Counter
from collections.abc import Callable

import pytest
from tests.lessons.boards import check_picture, check_whole, step_of, tiles

from solvable import SlidingTiles, lessons
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import State, replay
from solvable.lessons import Lesson
from solvable.tiles.graphs.board import GraphTiles

COUNTED = 1000  # nodes of a round that are counted again
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


def swaps_to_goal(puzzle: SlidingTiles, state: State) -> int:
    """Swaps of two pieces that sort the state into the goal, by selection."""
    now, swaps = list(state), 0
    for cell, wanted in enumerate(puzzle.goal):
        if now[cell] != wanted:
            other = now.index(wanted)
            now[cell], now[other] = now[other], now[cell]
            swaps += 1
    return swaps


def steps_between(puzzle: SlidingTiles, a: int, b: int) -> int:
    w = puzzle.width
    return abs(a // w - b // w) + abs(a % w - b % w)


def manhattan(puzzle: SlidingTiles, state: State) -> int:
    return sum(steps_between(puzzle, cell, puzzle.goal.index(tile)) for cell, tile in enumerate(state) if tile)


def slide(puzzle: SlidingTiles, state: State, lesson: Lesson) -> None:
    if min(puzzle.width, puzzle.height) == 1:
        return
    swaps, far = step_of(lesson, ".cycles").facts["swaps"], step_of(lesson, ".distance").facts["distance"]
    assert swaps == swaps_to_goal(puzzle, state)
    assert far == steps_between(puzzle, state.index(0), puzzle.goal.index(0))
    assert any(step.key.endswith("slide.odd") for step in lesson.steps) == ((swaps + far) % 2 == 1)
    for cycle in step_of(lesson, ".cycles").facts["cycles"]:
        for tile, following in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            assert puzzle.goal.index(tile) == state.index(following)


def compare(puzzle: SlidingTiles, state: State, lesson: Lesson) -> None:
    wrong = [cell for cell in range(len(state)) if state[cell] != puzzle.goal[cell]]
    assert step_of(lesson, ".from").facts["wrong"] == wrong
    for step in lesson.steps:
        if "swaps" in step.facts:
            assert step.facts["swaps"] == swaps_to_goal(puzzle, state)
            assert step.facts["distance"] == steps_between(puzzle, state.index(0), puzzle.goal.index(0))
    assert bool(lesson.moves) == (lesson.verdict == "solvable" and state != puzzle.goal)


def distance(puzzle: SlidingTiles, state: State, lesson: Lesson) -> None:
    told = step_of(lesson, ".manhattan").facts
    assert told["manhattan"] == manhattan(puzzle, state) == sum(told["distances"].values())
    for step in lesson.steps:
        if "pattern" in step.facts and len(state) <= 12:
            least = moves_of(puzzle, state, tuple(step.facts["pattern"]))
            assert step.facts["moves"] == least
            assert step.facts["bound"] == told["manhattan"] - step.facts["alone"] + least
    if lesson.verdict == "solvable" and len(state) <= 9:
        fewest = len(SlidingTiles(puzzle.width, puzzle.height, goal=puzzle.goal).optimal(state))
        bounds = [step.facts["bound"] for step in lesson.steps if "bound" in step.facts]
        assert all(bound <= fewest for bound in bounds)


def moves_of(puzzle: SlidingTiles, state: State, tiles: tuple[int, ...]) -> int:
    """The fewest moves of these tiles that bring them home: level by level, spreading free moves first."""
    size = puzzle.width * puzzle.height
    near = [[b for b in range(size) if steps_between(puzzle, a, b) == 1] for a in range(size)]
    goal = tuple(puzzle.goal.index(tile) for tile in tiles)
    level = {(state.index(0), tuple(state.index(tile) for tile in tiles))}
    seen, cost = set(level), 0
    while True:
        waiting = list(level)
        following = set()
        while waiting:
            blank, at = waiting.pop()
            if at == goal:
                return cost
            for cell in near[blank]:
                after = (cell, tuple(blank if here == cell else here for here in at))
                if cell in at:
                    following.add(after)
                elif after not in seen:
                    seen.add(after)
                    waiting.append(after)
        level = following - seen
        seen |= level
        cost += 1


def deepening(puzzle: SlidingTiles, state: State, lesson: Lesson) -> None:
    """The nodes of each round that found nothing are the walks, never straight back, within the threshold."""
    if lesson.verdict == "unsolvable":
        return
    rounds = step_of(lesson, ".rounds").facts["rounds"]
    assert [bound for bound, _ in rounds] == list(range(manhattan(puzzle, state), rounds[-1][0] + 1, 2))
    for bound, nodes in rounds[:-1]:
        if nodes <= COUNTED:
            assert nodes == walks(puzzle, state, bound)
    if rounds[-1][1] <= COUNTED // 4:
        assert rounds[-1][1] <= walks(puzzle, state, rounds[-1][0])
    if step_of(lesson, ".rounds").facts["is_complete"]:
        plain = SlidingTiles(puzzle.width, puzzle.height, goal=puzzle.goal)
        assert len(lesson.moves) == rounds[-1][0]
        if len(state) <= 9:
            assert len(lesson.moves) == len(plain.optimal(state))


def walks(puzzle: SlidingTiles, state: State, bound: int) -> int:
    size = len(state)
    near = [[b for b in range(size) if steps_between(puzzle, a, b) == 1] for a in range(size)]
    level, total = Counter({(state, -1): 1}), 0
    for made in range(bound + 1):
        level = Counter({key: n for key, n in level.items() if made + manhattan(puzzle, key[0]) <= bound})
        total += level.total()
        following: Counter[tuple[State, int]] = Counter()
        for (now, before), number in level.items():
            blank = now.index(0)
            for cell in near[blank]:
                if cell != before:
                    after = list(now)
                    after[blank], after[cell] = after[cell], 0
                    following[tuple(after), blank] += number
        level = following
    return total


def contest(puzzle: SlidingTiles, state: State, lesson: Lesson) -> None:
    plain = SlidingTiles(puzzle.width, puzzle.height, goal=puzzle.goal)
    levels = step_of(lesson, ".levels").facts["levels"]
    if len(state) <= 6:
        known = plain.distances()
        assert levels == list(known)[: len(levels)]
    told = step_of(lesson, ".walk").facts
    assert told["distance"] == manhattan(puzzle, tuple(told["walk"]))
    if lesson.moves and len(state) <= 9:
        assert len(lesson.moves) == len(plain.optimal(state)) == step_of(lesson, ".here").facts["fewest"]


CLAIMS: dict[str, Callable[[SlidingTiles, State, Lesson], None]] = {
    "parity": parity,
    "slide": slide,
    "human": human,
    "compare": compare,
    "distance": distance,
    "deepening": deepening,
    "contest": contest,
}


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.parametrize("name", ["distance", "deepening", "human"])
def test_where_a_line_is_one_move_lessons_say_that_theirs_is_one_tile(name: str) -> None:
    lines, tiles = SlidingTiles(3, 3, metric="mtm"), SlidingTiles(3, 3)
    state = tiles.parse("0,1,2/4,5,3/7,8,6")
    first, *rest = lessons.make(lines, state, name).steps
    assert first.key == "lesson.tiles.single"
    assert tuple(rest) == lessons.make(tiles, state, name).steps


def test_graphs_are_refused() -> None:
    graph = GraphTiles(4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    with pytest.raises(PuzzleError, match="rows and columns"):
        lessons.make(graph, graph.goal, "parity")
