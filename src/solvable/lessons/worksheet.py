"""A worksheet: problems for a class, each a board with its lesson; the same for the same seed on every machine.

Where a lesson is about boards that may have no solution, some of them have none; where it searches, large boards are
such as it solves.
"""

from collections.abc import Iterator
from operator import ne
from random import Random

from solvable import families
from solvable.errors import PuzzleError
from solvable.lessons.course import make
from solvable.lessons.lesson import Lesson
from solvable.puzzle import Lamps, Puzzle
from solvable.shared.said import say
from solvable.solution import State

DOUBTFUL = {"witness", "parity", "slide", "elimination", "matrix", "half", "compare"}
"""Lessons for which some of the boards are spoilt."""
SEARCHING = {"deepening"}
"""Lessons that search, and would hardly ever come to an end on random boards of more than SEARCHED cells."""
SEARCHED, WALK = 9, (16, 26)  # on such boards they begin so many moves from the goal


def family_of(lesson: str) -> str:
    """Return the family that has the lesson; raise PuzzleError where none has."""
    known = {each: name for name in families.FAMILIES for each in families.load(name).lessons}
    if lesson not in known:
        raise PuzzleError(
            say("there is no lesson {name}; the lessons are {names}", name=lesson, names=", ".join(known))
        )
    return known[lesson]


def problems(puzzle: Puzzle, lesson: str, count: int, seed: str) -> Iterator[Lesson]:
    """Yield `count` lessons on random boards, no two alike where there are so many."""
    rng = Random(f"{lesson} {seed}")
    seen: set[State] = set()
    for _ in range(count):
        for _attempt in range(50):
            is_walk = lesson in SEARCHING and len(puzzle.goal) > SEARCHED
            state = _walked(puzzle, rng) if is_walk else puzzle.scramble(rng)
            if lesson in DOUBTFUL and rng.random() < 0.5:
                state = _spoilt(puzzle, state, rng)
            if state not in seen and state != puzzle.goal:
                break
        seen.add(state)
        yield make(puzzle, state, lesson)


def _walked(puzzle: Puzzle, rng: Random) -> State:
    """Return the state some random moves of one tile from the goal, none of which takes back the one before."""
    before, state = puzzle.goal, puzzle.goal
    for _ in range(rng.randint(*WALK)):
        after = [puzzle.apply(state, move) for move in puzzle.moves(state)]
        single = [each for each in after if sum(map(ne, state, each)) == 2]
        before, state = state, rng.choice([each for each in single if each != before] or single)
    return state


def _spoilt(puzzle: Puzzle, state: State, rng: Random) -> State:
    """Return the state with one lamp changed, or two tiles swapped where there are two."""
    changed, tiles = list(state), [cell for cell, tile in enumerate(state) if tile]
    if isinstance(puzzle, Lamps):
        cell = rng.choice([cell for cell in range(puzzle.cells) if cell not in puzzle.lampless])
        changed[cell] = (changed[cell] + 1) % puzzle.k
    elif len(tiles) > 1:
        one, other = rng.sample(tiles, 2)
        changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)
