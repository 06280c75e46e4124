"""Shortest solutions by bidirectional breadth-first search in plain Python: small boards in the multi-tile metric.

The side with fewer new states takes the next step; the first state that both have reached is on a shortest path, since
all states nearer to either end were compared before. On 3 × 3 each side visits a few thousand states.
"""

from collections.abc import Callable, Iterator

from solvable.core.puzzle import State
from solvable.tiles.symmetry import Cells, Frame

CELLS_MAX = 9

Tick = Callable[[int, int], object]
Seen = dict[State, State | None]  # each state with the one before it


def covers(frame: Frame) -> bool:
    """Return whether the board is small enough."""
    return frame.cells <= CELLS_MAX and min(frame.width, frame.height) > 1


def search(frame: Frame, state: State, tick: Tick) -> tuple[Cells, int]:
    """Return a shortest path of the blank in the multi-tile metric, and the number of states expanded.

    `tick` is called with the bound proved and the states expanded, and ends the search by raising.
    """
    goal = tuple(range(frame.cells))
    sides: tuple[Seen, Seen] = ({state: None}, {goal: None})
    layers = [[state], [goal]]
    bound = expanded = 0
    while state != goal:
        bound += 1
        tick(bound, expanded)
        turn = int(len(layers[1]) < len(layers[0]))
        expanded += len(layers[turn])
        layers[turn] = _next(frame, layers[turn], sides[turn])
        for met in layers[turn]:
            if met in sides[1 - turn]:
                walk = [*reversed(_line(sides[0], met)), *_line(sides[1], met)[1:]]
                return tuple(each.index(frame.home) for each in walk[1:]), expanded
    return (), expanded


def _next(frame: Frame, layer: list[State], seen: Seen) -> list[State]:
    """Return the unseen states one move on, and record their predecessors."""
    results = []
    for state in layer:
        for after in _moves(frame, state):
            if after not in seen:
                seen[after] = state
                results.append(after)
    return results


def _moves(frame: Frame, state: State) -> Iterator[State]:
    blank = state.index(frame.home)
    for _, step, room in frame.ways(blank):
        after = list(state)
        for to in range(blank + step, blank + step * (room + 1), step):
            after[to - step], after[to] = after[to], frame.home
            yield tuple(after)


def _line(seen: Seen, state: State | None) -> list[State]:
    """Return the states from this one back to the end of its search."""
    line = []
    while state is not None:
        line.append(state)
        state = seen[state]
    return line
