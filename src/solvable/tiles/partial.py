"""Goals of tiles that leave cells open, as a list of puzzles one of which has to be solved.

`None` in a goal is a cell that may contain any tile. Tiles that the goal does not name are interchangeable, so they get
one label, the smallest number among them; a state is written with these labels. Surplus tiles of a label that the goal
names, and the blank if it does not, may be in any open cell: each choice is a separate goal, and the nearest of them
counts.

    goal 1 2 3/? ? ?/? ? 0   →  1 2 3/4 4 4/4 4 0
    goal 1 2 3/4 5 6/? ? ?   →  1 2 3/4 5 6/7 7 0,  1 2 3/4 5 6/7 0 7,  1 2 3/4 5 6/0 7 7
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.solution import State
from solvable.tiles.board import SlidingTiles
from solvable.tiles.graphs.board import GraphTiles
from solvable.tiles.text import HOLE

GOALS_MAX = 100  # goals that one goal with open cells may stand for


def completions(goal: Sequence[int | None], state: State) -> tuple[dict[int, int], list[State]]:
    """Return the label of each tile of `state`, and the goals, with these labels, that agree with `goal`.

    Raises PuzzleError if the two do not have the same cells and tiles, or if the goal stands for more than GOALS_MAX.
    """
    if len(goal) != len(state):
        raise PuzzleError("the board and its --goal are not of the same size")
    named = Counter(label for label in goal if label is not None)
    remaining = Counter(state)
    remaining.subtract(named)
    if short := [label for label, count in remaining.items() if count < 0]:
        raise PuzzleError(msg("the board has fewer tiles {tile} than its goal", tile=min(short)))
    unnamed = sorted(label for label in remaining if label > 0 and label not in named)
    labels = {label: unnamed[0] if label in unnamed else label for label in remaining}
    placed = {label: count for label, count in remaining.items() if count and label not in unnamed}
    open_cells = [cell for cell, label in enumerate(goal) if label is None]
    _check_number(len(open_cells), placed)
    plain = unnamed[0] if unnamed else 0
    results = []
    for choice in _choices(open_cells, sorted(placed.items())):
        results.append(tuple([choice.get(cell, plain) if label is None else label for cell, label in enumerate(goal)]))
    return labels, results


def toward(
    puzzle: SlidingTiles | GraphTiles, goal: Sequence[int | None], state: State
) -> list[tuple[SlidingTiles | GraphTiles, State]]:
    """Return the puzzles with the goal `goal`, in which None is any tile, and the state in each; the nearest counts.

    Raises PuzzleError if it is not a goal of these tiles, or stands for too many.
    """
    holes = puzzle.dead if isinstance(puzzle, GraphTiles) else frozenset()
    if any(label == HOLE and cell not in holes for cell, label in enumerate(goal)):
        raise PuzzleError("the goal has holes in other cells than the board")
    wanted = [HOLE if cell in holes else label for cell, label in enumerate(goal)]
    labels, goals = completions(wanted, state)
    if isinstance(puzzle, SlidingTiles):
        if len(set(labels.values())) == puzzle.cells:
            return [(puzzle.with_goal(each), state) for each in goals]
        whole = GraphTiles.like(puzzle).with_metric(puzzle.metric)
    else:
        whole = puzzle
    named, alike = whole.with_symbols(symbols(labels, whole.symbols)), relabelled(state, labels)
    return [(named.with_goal(each), alike) for each in goals]


def symbols(labels: Mapping[int, int], known: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the texts on the tiles: ? on tiles without a label of their own, otherwise the known symbol."""
    merged = {label for tile, label in labels.items() if tile != label}
    if not merged:
        return tuple(known)
    highest = max([*merged, len(known)])
    padded = [*known, *[""] * (highest - len(known))]
    return tuple("?" if number in merged else text for number, text in enumerate(padded, 1))


def relabelled(state: State, labels: Mapping[int, int]) -> State:
    """Return the state with the label of each tile."""
    return tuple([labels[tile] for tile in state])


def _check_number(cells: int, placed: Mapping[int, int]) -> None:
    """Raise PuzzleError if the tiles to be placed in the open cells can be placed in more than GOALS_MAX ways."""
    number = 1
    for count in placed.values():
        number *= comb(cells, count)
        cells -= count
    if number > GOALS_MAX:
        raise PuzzleError(
            msg("with its open cells this goal stands for {count} goals: at most {most}", count=number, most=GOALS_MAX)
        )


def _choices(cells: Sequence[int], placed: Sequence[tuple[int, int]]) -> Iterator[dict[int, int]]:
    """Yield every way to put the given number of each label into different cells."""
    if not placed:
        yield {}
        return
    (label, count), *others = placed
    for chosen in combinations(cells, count):
        remaining = [cell for cell in cells if cell not in chosen]
        for choice in _choices(remaining, others):
            yield dict.fromkeys(chosen, label) | choice
