"""States of tiles on a graph: which are some of the puzzle, and how a game ID's cells are read.

A state has the tiles of the goal, one blank, and `HOLE` on the dead cells.
"""

from collections import Counter
from collections.abc import Set as AbstractSet

from solvable.errors import NotationError, PuzzleError, check_sequence
from solvable.said import say
from solvable.solution import State
from solvable.tiles import text

HOLE = text.HOLE
SHOWN = 40  # tiles of a goal that an error lists


def check(state: State, goal: State, dead: AbstractSet[int]) -> None:
    """Raise PuzzleError unless `state` has the goal's tiles and one blank."""
    check_sequence(state)
    if len(state) != len(goal):
        raise PuzzleError(say("the graph has {vertices} vertices, not {count}", vertices=len(goal), count=len(state)))
    if tuple(state).count(0) != 1:
        raise PuzzleError(say("there must be one blank, not {count}", count=tuple(state).count(0)))
    if Counter(state) != Counter(goal):
        odd = sorted(((Counter(state) - Counter(goal)) + (Counter(goal) - Counter(state))).elements())
        raise PuzzleError(
            say("the state and the goal do not have the same tiles: {tile} differs in number", tile=odd[0])
        )
    for hole in dead:
        if state[hole] != HOLE:
            raise PuzzleError(say("cell {cell} is a hole", cell=hole))


def parse(cells: str, size: tuple[int, int], goal: State, dead: AbstractSet[int], letters: bool) -> State:
    """Return the state that `cells` writes on columns × rows; raise NotationError with the place."""
    found = text.parse_labels(cells, *size)
    left = Counter(goal)
    for vertex, (label, where) in enumerate(zip(found.state, found.places, strict=True)):
        if found.letters != letters and label > 0:
            kind = "letters A to Z" if letters else "numbers"
            raise NotationError.at(cells, where, say("{word} is not a tile", word=repr(cells[where])), kind)
        if (label == HOLE) != (vertex in dead):
            is_dead = vertex in dead
            message = (
                say("cell {cell} is a hole", cell=vertex) if is_dead else say("cell {cell} is not dead", cell=vertex)
            )
            raise NotationError.at(cells, where, message, "- on dead cells and nowhere else")
        if not left[label]:
            raise NotationError.at(cells, where, *_surplus(text.label_name(label, letters), label, goal, letters))
        left[label] -= 1
    return found.state


def _surplus(name: str, label: int, goal: State, letters: bool) -> tuple[str, str]:
    """Return what is wrong with a tile that the goal has not, or not so often, and what was expected."""
    names = [text.label_name(each, letters) for each in sorted(goal) if each > 0]
    tiles = " ".join(names[:SHOWN]) + " …" * (len(names) > SHOWN)
    expected = say("the tiles of the goal, {tiles}", tiles=tiles)
    if label in goal:
        return say("{tile} appears more often than in the goal", tile=name), expected
    return say("the goal has no tile {tile}", tile=name), expected
