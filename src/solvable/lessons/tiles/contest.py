"""What a contest set of equal minimum is, and why fairness wants it.

A board scrambled by n random moves may need far fewer, and random boards differ widely. So boards of a contest are
chosen by their proved minimum. How many boards need exactly 0, 1, 2, … moves is counted here from the goal outwards.
"""

from random import Random

from solvable.lessons.lesson import Lesson, Table, step
from solvable.lessons.tiles.deepening import Search
from solvable.lessons.tiles.tray import Board, steps_home, tray, verdict
from solvable.puzzle import Puzzle
from solvable.solution import State

COUNTED = 4_000  # boards of the count from the goal
WALK = 40  # random moves


def lesson(puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson."""
    board = tray(puzzle, state)
    word, last = verdict(board)
    walked = board.goal
    rng = Random(0)
    search = Search(board)
    for _ in range(WALK):
        blank = walked.index(0)
        walked = _slid(walked, blank, rng.choice(search.beside[blank])) if search.beside[blank] else walked
    walk_far = _distance(board, walked)
    levels = _levels(board, search)
    heads = ("lesson.tiles.contest.head.moves", "lesson.tiles.contest.head.boards")
    shown = Table(tuple((str(far), str(number)) for far, number in enumerate(levels)), head=heads)
    here = None
    if word == "solvable":
        search.run(_distance(board, state))
        here = len(search.path) if search.state == list(board.goal) else None
    steps = [
        step("lesson.tiles.contest.walk", scene=board.see(walked), facts={"walk": list(walked), "distance": walk_far},
             moves=WALK, n=walk_far),
        step("lesson.tiles.contest.levels", table=shown, facts={"levels": levels}, n=len(levels) - 1),
        step("lesson.tiles.contest.fair"),
    ]  # fmt: skip
    if here is not None:
        steps.append(step("lesson.tiles.contest.here", scene=board.see(state), facts={"fewest": here}, n=here))
    moves = tuple(search.path) if here is not None else ()
    return Lesson("contest", "tiles", state, word, (*steps, last), moves)


def _distance(board: Board, state: State) -> int:
    return sum(steps_home(board, cell, tile) for cell, tile in enumerate(state) if tile)


def _slid(state: State, blank: int, cell: int) -> State:
    after = list(state)
    after[blank], after[cell] = after[cell], 0
    return tuple(after)


def _levels(board: Board, search: Search) -> list[int]:
    """Return how many boards need 0, 1, 2, … single-tile moves, as far as a small sample shows."""
    seen, level, counts = {board.goal}, [board.goal], [1]
    while level and len(seen) < COUNTED:
        reached = []
        for state in level:
            blank = state.index(0)
            for cell in search.beside[blank]:
                after = _slid(state, blank, cell)
                if after not in seen:
                    seen.add(after)
                    reached.append(after)
        level = reached
        counts += [len(level)] * bool(level)
    return counts
