"""A worksheet: problems for a class, each a board with its lesson. A seed gives the same sheet on every machine.

If a lesson is about solvability, some boards have no solution; if it searches, large boards are chosen so that the
search ends. About half of the sheets on contests are fair sets.
"""

from collections.abc import Iterator
from operator import ne
from random import Random

from solvable import families
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Lamps, Puzzle
from solvable.core.solution import State
from solvable.lessons.course import make
from solvable.lessons.lesson import Lesson

DOUBTFUL = {"witness", "parity", "slide", "elimination", "matrix", "half", "compare"}
"""Lessons for which some of the boards are made unsolvable."""
SEARCHING = {"deepening"}
"""Lessons that search, and would rarely finish on random boards of more than SEARCHED cells."""
SEARCHED, WALK = 9, (16, 26)  # larger boards start this many random moves from the goal
CONTEST_WALK, CONTEST_MINIMA = (8, 14), (8, 10)  # random moves of a contest board; the proved minimum of a fair set

SIZES = {
    "chase": "5x5",
    "witness": "5x5",
    "quiet": "4x4",
    "fewest": "4x4",
    "probability": "4x4",
    "parity": "4x4",
    **dict.fromkeys(("order", "matrix", "elimination", "slide", "human", "compare"), "3x3"),
    **dict.fromkeys(("distance", "deepening", "contest"), "3x3"),
}
"""The size of the boards for each lesson: large enough to be instructive, small enough to be worked by hand."""
WORK = {
    "matrix": (1, 4),
    "elimination": (2, 4),
    "quiet": (1, 8),
    "witness": (0, 8),
    "fewest": (1, 6),
    "chase": (0, 10),
    "probability": (0, 8),
    "parity": (0, 8),
    "human": (1, 8),
    "deepening": (0, 14),
}
"""Lines of writing that a problem of each lesson takes: (per cell, in addition)."""
# The same for other lessons; and the most on a page of A4, next to or below the board
LINES_OTHERWISE, LINES_MOST = (0, 6), 28


def lines_of(lesson: str, cells: int) -> int:
    """Return the number of lines to write on for a problem of the lesson, at most a page."""
    for_each, more = WORK.get(lesson, LINES_OTHERWISE)
    return min(LINES_MOST, for_each * cells + more)


def family_of(lesson: str) -> str:
    """Return the family that has the lesson; raise PuzzleError if none has."""
    known = {each: name for name in families.FAMILIES for each in families.load(name).lessons}
    if lesson not in known:
        raise PuzzleError(
            msg("there is no lesson {name}; the lessons are {names}", name=lesson, names=", ".join(known))
        )
    return known[lesson]


def problems(puzzle: Puzzle, lesson: str, count: int, seed: str) -> Iterator[Lesson]:
    """Yield `count` lessons on random boards, all different if possible."""
    rng = Random(f"{lesson} {seed}")
    seen: set[State] = set()
    minimum = rng.randint(*CONTEST_MINIMA) if lesson == "contest" and rng.random() < 0.5 else 0
    for _ in range(count):
        for _attempt in range(50):
            state = _drawn(puzzle, lesson, rng)
            if state in seen or state == puzzle.goal:
                continue
            if not minimum or len(make(puzzle, state, lesson).moves) == minimum:
                break
        seen.add(state)
        yield make(puzzle, state, lesson)


def _drawn(puzzle: Puzzle, lesson: str, rng: Random) -> State:
    """Return a random board for a lesson."""
    if lesson == "contest":
        return _walked(puzzle, rng, CONTEST_WALK)
    if lesson in SEARCHING and len(puzzle.goal) > SEARCHED:
        return _walked(puzzle, rng, WALK)
    state = puzzle.scramble(rng)
    return _spoilt(puzzle, state, rng) if lesson in DOUBTFUL and rng.random() < 0.5 else state


def _walked(puzzle: Puzzle, rng: Random, length: tuple[int, int]) -> State:
    """Return the state after random moves of single tiles from the goal, without immediate reversals."""
    before, state = puzzle.goal, puzzle.goal
    for _ in range(rng.randint(*length)):
        after = [puzzle.apply(state, move) for move in puzzle.moves(state)]
        single = [each for each in after if sum(map(ne, state, each)) == 2]
        before, state = state, rng.choice([each for each in single if each != before] or single)
    return state


def _spoilt(puzzle: Puzzle, state: State, rng: Random) -> State:
    """Return the state with one lamp changed, or two tiles swapped if there are two."""
    changed, tiles = list(state), [cell for cell, tile in enumerate(state) if tile]
    if isinstance(puzzle, Lamps):
        cell = rng.choice([cell for cell in range(puzzle.cells) if cell not in puzzle.lampless])
        changed[cell] = (changed[cell] + 1) % puzzle.k
    elif len(tiles) > 1:
        one, other = rng.sample(tiles, 2)
        changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)
