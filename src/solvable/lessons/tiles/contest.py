"""Contest sets of boards with an equal minimum, why they are fair, and the set to which this board would belong.

A board scrambled by n random moves may need far fewer, and random boards differ widely. So boards of a contest are
chosen by their proved minimum. How many boards need exactly 0, 1, 2, … moves is counted here from the goal outwards;
the minimum of this board is proved by the search of the lesson `deepening`, or bounded if that takes too long.
"""

from collections.abc import Sequence
from random import Random

from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Step, Table, step
from solvable.lessons.tiles.deepening import Search
from solvable.lessons.tiles.tray import Board, letters, steps_home, tray, verdict

COUNTED = 4_000  # boards in the count from the goal
WALK = 40  # random moves of a scrambled board


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
    moves = search.run(_distance(board, state)) if word == "solvable" else None
    steps = [
        step("lesson.tiles.contest.walk", scene=board.see(walked), facts={"walk": list(walked), "distance": walk_far},
             moves=WALK, n=walk_far),
        step("lesson.tiles.contest.levels", table=shown, facts={"levels": levels}, n=len(levels) - 1),
        step("lesson.tiles.contest.fair"),
        _here(board, word, search, moves),
    ]  # fmt: skip
    return Lesson("contest", "tiles", state, word, (*steps, last), tuple(moves or ()))


def _here(board: Board, word: str, search: Search, moves: Sequence[int] | None) -> Step:
    """Return the step about the minimum of this board."""
    scene = board.see(board.state)
    if word == "unsolvable":
        return step("lesson.tiles.contest.outside", scene=scene)
    if moves is None:
        bound = search.rounds[-1][0]
        return step("lesson.tiles.contest.open", scene=scene, facts={"bound": bound}, bound=bound)
    told = letters(board, board.state.index(0), moves)
    return step("lesson.tiles.contest.here", scene=scene, facts={"fewest": len(moves)}, n=len(moves), letters=told)


def conclusion(lessons: Sequence[Lesson]) -> Step:
    """Return whether these boards are a fair set: each proved to need the same number of moves."""
    facts = [
        fact for lesson in lessons for step in lesson.steps for fact in [step.facts.get("fewest")] if fact is not None
    ]
    minima = tuple(map(str, facts))
    if len(facts) < len(lessons):
        return step("lesson.tiles.contest.set.open", minima=minima, missing=len(lessons) - len(facts))
    kind = "fair" if len(set(facts)) == 1 else "unfair"
    return step(f"lesson.tiles.contest.set.{kind}", minima=minima, least=min(facts), most=max(facts))


def _distance(board: Board, state: State) -> int:
    return sum(steps_home(board, cell, tile) for cell, tile in enumerate(state) if tile)


def _slid(state: State, blank: int, cell: int) -> State:
    after = list(state)
    after[blank], after[cell] = after[cell], 0
    return tuple(after)


def _levels(board: Board, search: Search) -> list[int]:
    """Return the numbers of boards that need 0, 1, 2, … single-tile moves, as far as a small sample reaches."""
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
