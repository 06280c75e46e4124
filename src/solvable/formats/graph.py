"""Lamps on a graph, all dark, to be lit: `N M`, then M edges `a b`, from 1.

A button toggles its lamp and the neighbours. As in Luogu P2962 and BZOJ 1770.
"""

from solvable.core.errors import PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.coords import pairs
from solvable.formats.grid import lights_of
from solvable.formats.text import Text

VERTICES_MAX = 10_000


def _read(text: Text) -> Reading | None:
    result = pairs(text)
    if result is None or not len(result) - 1 == result[0][1] > 0 or not 2 <= result[0][0] <= VERTICES_MAX:
        return None
    n, edges = result[0][0], result[1:]
    for index, (a, b) in enumerate(edges, start=1):
        if not (1 <= a <= n and 1 <= b <= n and a != b):
            raise text.fault(
                msg("{one} {other} is not an edge", one=a, other=b),
                msg("two different lamps from 1 to {last}", last=n),
                text.offset(index),
            )
    from solvable.lights.board import LightsOut

    puzzle = LightsOut.from_graph(n, [(a - 1, b - 1) for a, b in edges]).with_goal((1,) * n)
    return Reading(puzzle, (0,) * n, "all off, the goal all lit")


def _write(puzzle: Puzzle, state: State) -> str:
    lights = lights_of(puzzle, "graph")
    wanted = lights.k == 2 and lights.height == 1 and all(lights.goal) and not any(state)
    loops = all((press, 1) in toggle for press, toggle in enumerate(lights.toggles))
    if not wanted or not loops or not lights.is_symmetric:
        raise PuzzleError("the format graph is for a graph of lamps that are all off and must all be lit")
    edges = [f"{a + 1} {b + 1}" for a, toggle in enumerate(lights.toggles) for b, _ in toggle if a < b]
    if not edges:
        raise PuzzleError("the format graph is for a graph with edges")
    return "\n".join([f"{lights.cells} {len(edges)}", *edges])


GRAPH = Format("graph", "`N M`, then M edges `a b` from 1: all off, to be lit", _read, _write)
