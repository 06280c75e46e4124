"""The lessons of a puzzle by name, and how one is created.

A family lists its lessons; each is a module that is imported at first use.
"""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

from solvable import families
from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle
from solvable.core.solution import State
from solvable.lessons.lesson import Lesson, Maker, Step, step

SINGLE = {"distance", "deepening", "human"}
"""Lessons whose moves are those of single tiles, whatever the puzzle's metric."""


def names(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the names of the lessons of the puzzle's family."""
    return families.of(puzzle).lessons


def make(puzzle: Puzzle, state: State, name: str = "") -> Lesson:
    """Return the lesson `name` on this board, or if no name is given, the first that fits.

    Raises PuzzleError if there is no such lesson, or if it does not fit the puzzle.
    """
    family = families.family_of(puzzle)
    known = families.load(family).lessons
    if not known:
        raise PuzzleError("there are no lessons about this kind of puzzle")
    if name:
        if name not in known:
            raise _unknown(name, family)
        return _made(family, name, puzzle, state)
    refusal: PuzzleError | None = None
    for each in known:
        try:
            return _made(family, each, puzzle, state)
        except PuzzleError as error:
            refusal = refusal or error
    raise refusal or PuzzleError("there are no lessons about this kind of puzzle")


def _unknown(name: str, family: str) -> PuzzleError:
    """Return the error that the family has no lesson of this name; it mentions another family that has one."""
    names = ", ".join(families.load(family).lessons)
    owner = next((other for other in families.FAMILIES if name in families.load(other).lessons), None)
    if owner is None:
        return PuzzleError(msg("there is no lesson {name}; the lessons are {names}", name=name, names=names))
    template = "{name} is a lesson about {owner}, not about {family}; choose one of: {names}"
    return PuzzleError(msg(template, name=name, owner=msg(owner), family=msg(family), names=names))


def conclusion(lessons: Sequence[Lesson]) -> Step | None:
    """Return the joint conclusion of lessons of one name on several boards; None if there is none."""
    made = import_module(f"solvable.lessons.{lessons[0].family}.{lessons[0].name}")
    result: Step | None = made.conclusion(lessons) if hasattr(made, "conclusion") else None
    return result


def _made(family: str, name: str, puzzle: Puzzle, state: State) -> Lesson:
    """Return the lesson; if it counts single tiles and the puzzle does not, its first step states that."""
    maker: Maker = import_module(f"solvable.lessons.{family}.{name}").lesson
    lesson = maker(puzzle, state)
    if name in SINGLE and getattr(puzzle, "metric", "stm") != "stm":
        return replace(lesson, steps=(step("lesson.tiles.single"), *lesson.steps))
    return lesson
